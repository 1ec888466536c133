/* joined: groups the shapes of a net by a sweep from left to right and union-find (Tarjan 1975). */
#include "router/detail/model/joined.h"

struct joined_piece {
    struct layout_rect rect;
    uint16_t layer;
    uint32_t shape; /* index in shapes.shapes */
    uint32_t pin;   /* of the layout, JOINED_RAIL, or JOINED_NONE for wiring */
    uint32_t root;  /* union-find: index in joining.list */
};

struct joining {
    struct joined *joined;
    const struct layout *layout;
    const struct shapes *shapes;
    const bool *signal;
    struct joined_piece *list;
    size_t count, room;
    struct error *error;
};

static uint32_t find(struct joined_piece *list, uint32_t at)
{
    while (list[at].root != at)
        at = list[at].root = list[list[at].root].root;
    return at;
}

static void unite(struct joined_piece *list, uint32_t a, uint32_t b)
{
    a = find(list, a);
    b = find(list, b);
    list[a > b ? a : b].root = a > b ? b : a;
}

static enum status add(struct joining *j, uint32_t shape, uint32_t pin)
{
    const struct shape *s = &j->shapes->shapes[shape];
    const struct joined_piece piece = {s->rect, s->layer, shape, pin, 0};
    return MEM_APPEND(j->list, j->room, j->count, piece, "pins", j->error);
}

/* The pins, rails and wiring of a net; wires: shapes first .. last - 1. */
static enum status gather(struct joining *j, uint32_t net, uint32_t first, uint32_t last)
{
    const struct placed *placed = &j->layout->placed;
    struct slice pins = placed->nets[net].pins;
    assert(first <= last && last <= j->shapes->count);
    j->count = 0;
    for (uint32_t k = pins.first; k < pins.first + pins.count; k++) {
        uint32_t pin = placed->net_pins[k];
        for (uint32_t s = j->shapes->pin_first[pin]; s < j->shapes->pin_first[pin + 1]; s++)
            if (j->signal[pin])
                TRY(add(j, s, pin));
    }
    for (uint32_t s = 0; placed->nets[net].special && s < j->shapes->first_wire; s++) {
        const struct shape *shape = &j->shapes->shapes[s];
        bool rail =
            shape->kind == SHAPE_SPECIAL ||
            ((shape->kind == SHAPE_PIN || shape->kind == SHAPE_PORT) && !j->signal[shape->owner]);
        if (shape->net == net && rail)
            TRY(add(j, s, JOINED_RAIL));
    }
    for (uint32_t s = first; s < last; s++)
        if (placed->wires[j->shapes->shapes[s].owner].status != WIRE_ROUTED)
            TRY(add(j, s, JOINED_NONE));
    return STATUS_OK;
}

static int by_left(const void *a, const void *b)
{
    const struct joined_piece *p = a, *q = b;
    return by_numbers((int64_t[]){p->rect.x0, p->shape}, (int64_t[]){q->rect.x0, q->shape}, 2);
}

/* True for shapes of one pin, or of one via. */
static bool same(const struct joining *j, const struct joined_piece *p,
                 const struct joined_piece *q)
{
    if (p->pin != JOINED_NONE || q->pin != JOINED_NONE)
        return p->pin == q->pin;
    return j->shapes->shapes[p->shape].owner == j->shapes->shapes[q->shape].owner;
}

/* Groups pieces that touch, and neighbours of one pin or via. */
static enum status group(struct joining *j)
{
    uint32_t count = (uint32_t)j->count;
    assert(j->count > 0 && j->count <= UINT32_MAX);
    struct joined_piece *sorted;
    TRY(MEM_NEW(sorted, count, "pins", j->error));
    for (uint32_t i = 0; i < count; i++)
        j->list[i].root = i;
    memcpy(sorted, j->list, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_left);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count && sorted[k].rect.x0 <= sorted[i].rect.x1; k++)
            if (sorted[i].layer == sorted[k].layer && rect_touch(sorted[i].rect, sorted[k].rect))
                unite(j->list, sorted[i].root, sorted[k].root);
    for (uint32_t i = 1; i < count; i++)
        if (same(j, &j->list[i - 1], &j->list[i]))
            unite(j->list, i - 1, i);
    free(sorted);
    return STATUS_OK;
}

/* The better representative of a group: rails before pins, a lower pin before a higher one. */
static uint32_t better(uint32_t a, uint32_t b)
{
    if (a == JOINED_RAIL || b == JOINED_RAIL)
        return JOINED_RAIL;
    return a < b ? a : b;
}

static enum status join_net(struct joining *j, uint32_t net, uint32_t first, uint32_t last)
{
    TRY(gather(j, net, first, last));
    if (j->count == 0)
        return STATUS_OK;
    TRY(group(j));
    uint32_t *leader;
    TRY(MEM_NEW(leader, j->count, "pins", j->error));
    memset(leader, 0xFF, j->count * sizeof *leader);
    for (uint32_t i = 0; i < j->count; i++) {
        uint32_t root = find(j->list, i);
        leader[root] = better(leader[root], j->list[i].pin);
    }
    for (uint32_t i = 0; i < j->count; i++) {
        uint32_t lead = leader[find(j->list, i)];
        if (j->list[i].pin == JOINED_NONE)
            j->joined->wire[j->list[i].shape - j->shapes->first_wire] = lead;
        else if (j->list[i].pin != JOINED_RAIL)
            j->joined->pin[j->list[i].pin] = lead;
    }
    free(leader);
    return STATUS_OK;
}

/* True if power or ground pins of the net, which often abut, are to be routed. */
static bool has_power(const struct joining *j, uint32_t net)
{
    const struct slice pins = j->layout->placed.nets[net].pins;
    const uint32_t *pin = j->layout->placed.net_pins + pins.first;
    for (uint32_t k = 0; k < pins.count; k++)
        if (j->signal[pin[k]] && use_is_power(layout_pin_use(j->layout, pin[k])))
            return true;
    return false;
}

enum status joined_find(struct joined *joined, const struct layout *layout,
                        const struct shapes *shapes, const bool *signal, struct error *error)
{
    struct joining j = {
        .joined = joined, .layout = layout, .shapes = shapes, .signal = signal, .error = error};
    assert(shapes->first_wire <= shapes->count);
    size_t wires = shapes->count - shapes->first_wire;
    TRY(MEM_NEW(joined->pin, layout->placed.pin_count, "pins", error));
    TRY(MEM_NEW(joined->wire, wires, "pins", error));
    for (uint32_t p = 0; p < layout->placed.pin_count; p++)
        joined->pin[p] = p;
    memset(joined->wire, 0xFF, wires * sizeof *joined->wire);
    enum status status = STATUS_OK;
    uint32_t end = shapes->first_wire;
    for (uint32_t net = 0; net < layout->placed.net_names.count && status == STATUS_OK; net++) {
        const uint32_t first = end;
        bool join = has_power(&j, net);
        for (; end < shapes->count && shapes->shapes[end].net == net; end++)
            join = join || layout->placed.wires[shapes->shapes[end].owner].status != WIRE_ROUTED;
        if (join)
            status = join_net(&j, net, first, end);
    }
    assert(status != STATUS_OK || end == shapes->count);
    free(j.list);
    return status;
}

MEM_DESTROY(joined_destroy, joined, it->pin, it->wire)
