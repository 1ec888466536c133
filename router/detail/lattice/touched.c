/* touched: differences of rectangles, near the pins only. */
#include "router/detail/lattice/touched.h"

#include <stdlib.h>

enum {
    PINS_MOST = 16,   /* pins of a net near a piece of metal that are used */
    PIECES_MOST = 64, /* rectangles of a difference */
    BITS = 64,        /* of a mask, along each axis */
};

struct touching {
    struct touched *touched;
    struct layout_rect box;
    enum status status;
    struct error *error;
};

static bool add_pin(void *context, const struct metal_piece *piece)
{
    struct touching *t = context;
    struct touched *to = t->touched;
    if (!piece->is_pin || !model_is_net(piece->net) || !rect_touch(piece->box, t->box))
        return true;
    t->status = MEM_GROW(to->pins, to->room, to->count + 1, "pins", t->error);
    if (t->status == STATUS_OK)
        to->pins[to->count++] = (struct touched_pin){piece->box, piece->net};
    return t->status == STATUS_OK;
}

static int by_place(const void *a, const void *b)
{
    const struct touched_pin *p = a, *q = b;
    const int32_t x[] = {p->box.x0, p->box.y0, p->box.x1, p->box.y1};
    const int32_t y[] = {q->box.x0, q->box.y0, q->box.x1, q->box.y1};
    for (uint32_t i = 0; i < 4; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return p->net < q->net ? -1 : p->net > q->net;
}

/* Sorts the pins from `first` on and drops duplicates, which the index may return. */
static void keep_once(struct touched *t, size_t first)
{
    size_t kept = first;
    if (t->count > first)
        qsort(t->pins + first, t->count - first, sizeof *t->pins, by_place);
    for (size_t i = first; i < t->count; i++)
        if (kept == first || by_place(&t->pins[i], &t->pins[kept - 1]) != 0)
            t->pins[kept++] = t->pins[i];
    t->count = kept;
}

enum status touched_find(struct touched *touched, const struct metal *metal, struct error *error)
{
    const struct model *model = metal->lattice->model;
    *touched = (struct touched){0};
    TRY(MEM_NEW(touched->first, (size_t)model->shape_count + 1, "pins", error));
    for (uint32_t s = 0; s < model->shape_count; s++) {
        const struct model_shape *shape = &model->shapes[s];
        const size_t first = touched->count;
        struct touching t = {touched, shape->box, STATUS_OK, error};
        if (shape->net == MODEL_OBSTRUCTION && shape->level % 2 == 0)
            metal_near(metal, shape->level / 2, shape->box, 0, add_pin, &t);
        TRY(t.status);
        keep_once(touched, first);
        assert(touched->count <= UINT32_MAX);
        touched->first[s + 1] = (uint32_t)touched->count;
    }
    return STATUS_OK;
}

void touched_destroy(struct touched *touched)
{
    MEM_FREE(touched->first, touched->pins);
    *touched = (struct touched){0};
}

static uint32_t bit_of(int64_t at, int64_t low, int64_t side)
{
    const int64_t bit = (at - low) / side;
    return bit < 0 ? 0 : bit < BITS ? (uint32_t)bit : BITS - 1;
}

/* The bits from x0 to x1 of a row. */
static uint64_t bits_of(const struct touched_mask *mask, struct layout_rect box)
{
    const uint32_t x0 = bit_of(box.x0, mask->area.x0, mask->side);
    const uint32_t x1 = bit_of(box.x1, mask->area.x0, mask->side);
    assert(x0 <= x1 && x1 < BITS);
    return (UINT64_MAX >> (BITS - 1 - (x1 - x0))) << x0;
}

void touched_mask(struct touched_mask *mask, const struct touched *touched, uint32_t shape,
                  int32_t reach)
{
    *mask = (struct touched_mask){.area = RECT_EMPTY, .side = 1};
    assert(reach >= 0);
    for (uint32_t i = touched->first[shape]; i < touched->first[shape + 1]; i++)
        mask->area = rect_join(mask->area, rect_grow(touched->pins[i].box, reach));
    if (mask->area.x0 <= mask->area.x1)
        mask->side = rect_long(mask->area) / BITS + 1;
    for (uint32_t i = touched->first[shape]; i < touched->first[shape + 1]; i++) {
        const struct layout_rect box = rect_grow(touched->pins[i].box, reach);
        const uint32_t end = bit_of(box.y1, mask->area.y0, mask->side);
        for (uint32_t y = bit_of(box.y0, mask->area.y0, mask->side); y <= end; y++)
            mask->row[y] |= bits_of(mask, box);
    }
}

bool touched_near(const struct touched_mask *mask, struct layout_rect metal)
{
    if (!rect_meet(mask->area, metal))
        return false;
    const uint32_t end = bit_of(metal.y1, mask->area.y0, mask->side);
    for (uint32_t y = bit_of(metal.y0, mask->area.y0, mask->side); y <= end; y++)
        if ((mask->row[y] & bits_of(mask, metal)) != 0)
            return true;
    return false;
}

/* True if metal of the net obeys the rule beside the obstruction. */
static bool permits(const struct touched *t, const struct model *model, uint32_t shape,
                    uint32_t net, struct layout_rect metal, int32_t space)
{
    struct layout_rect pin[PINS_MOST] = {{0}};
    struct layout_rect piece[PIECES_MOST], rest[PIECES_MOST], far[PIECES_MOST];
    uint32_t pins = 0;
    for (uint32_t i = t->first[shape]; i < t->first[shape + 1] && pins < PINS_MOST; i++)
        if (t->pins[i].net == net && rect_meet(rect_grow(t->pins[i].box, space), metal))
            pin[pins++] = t->pins[i].box;
    const uint32_t rests = rect_minus(model->shapes[shape].box, pin, pins, rest, PIECES_MOST);
    const uint32_t pieces = rect_minus(metal, pin, pins, piece, PIECES_MOST);
    for (uint32_t i = 0; i < pieces; i++)
        for (uint32_t k = 0; k < rests; k++)
            if (rect_touch(piece[i], rest[k]))
                return false;
    for (uint32_t i = 0; i < pins; i++)
        pin[i] = rect_grow(pin[i], space);
    const uint32_t fars = rect_minus(metal, pin, pins, far, PIECES_MOST);
    for (uint32_t i = 0; i < fars; i++)
        for (uint32_t k = 0; k < rests; k++)
            if (rect_near(far[i], rest[k], space))
                return false;
    return true;
}

uint32_t touched_owner(const struct touched *t, const struct model *model, uint32_t shape,
                       struct layout_rect metal, int32_t space)
{
    uint32_t owner = LATTICE_CLOSED;
    assert(model->shapes[shape].net == MODEL_OBSTRUCTION && space >= 0);
    for (uint32_t i = t->first[shape]; i < t->first[shape + 1]; i++) {
        const uint32_t net = t->pins[i].net;
        if (owner == net + 1 || !rect_meet(rect_grow(t->pins[i].box, space), metal) ||
            !permits(t, model, shape, net, metal, space))
            continue;
        if (owner != LATTICE_CLOSED)
            return LATTICE_CLOSED; /* a place has one owner */
        owner = net + 1;
    }
    return owner;
}
