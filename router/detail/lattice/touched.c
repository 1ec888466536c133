/* touched: cuts pins out of obstructions as differences of rectangles, computed near pins only. */
#include "router/detail/lattice/touched.h"

enum {
    PINS_MOST = 16,           /* maximum number of pins of a net near a piece of metal */
    PIECES_MOST = 64,         /* maximum number of rectangles of a difference */
    BITS = 64,                /* bits of a mask along each axis */
    OBSTRUCTIONS_MOST = 1024, /* a pin is cut out of at most these; more of them close it */
};

/* A pin and an obstruction that it touches. */
struct touching_pair {
    uint32_t shape; /* the obstruction */
    struct touched_pin pin;
};

struct touching {
    const struct metal *metal;
    struct touched *touched;
    const struct model_shape *shape; /* the present pin */
    struct touching_pair *pairs;
    size_t count, room;
    size_t end; /* maximum number of pairs after the present pin */
    struct touched_pin pin;
    enum status status;
    struct error *error;
};

/* Adds a pair; called with the metal near a pin. */
static bool add_pair(void *context, const struct metal_piece *piece)
{
    struct touching *t = context;
    if (piece->net != MODEL_OBSTRUCTION || !rect_touch(piece->box, t->pin.box))
        return true;
    if (rect_overlap(piece->box, t->pin.box))
        t->touched->any_covered = t->touched->covered[t->shape - t->metal->lattice->model->shapes] =
            true;
    if (!t->shape->is_pin)
        return true;
    if (t->count == t->end)
        return false;
    const struct touching_pair pair = {piece->shape, t->pin};
    t->status = MEM_APPEND(t->pairs, t->room, t->count, pair, "pins", t->error);
    return t->status == STATUS_OK;
}

static int by_shape(const void *a, const void *b)
{
    const struct touching_pair *p = a, *q = b;
    const struct layout_rect r = p->pin.box, t = q->pin.box;
    return by_numbers((int64_t[]){p->shape, r.x0, r.y0, r.x1, r.y1, p->pin.net},
                      (int64_t[]){q->shape, t.x0, t.y0, t.x1, t.y1, q->pin.net}, 6);
}

/* Lists the pairs of all pins. */
static enum status list_pairs(struct touching *t, const struct lattice_stop *stop)
{
    const struct model *model = t->metal->lattice->model;
    for (uint32_t s = 0; s < model->pin_shapes[model->pin_count]; s++) {
        const struct model_shape *shape = &model->shapes[s];
        if (shape->level % 2 != 0)
            continue;
        if (lattice_is_stopped(stop))
            return STATUS_INTERRUPTED;
        t->shape = shape;
        t->pin = (struct touched_pin){shape->box, shape->net};
        t->end = t->count + OBSTRUCTIONS_MOST;
        metal_near(t->metal, shape->level / 2, shape->box, 0, add_pair, t);
        TRY(t->status);
    }
    return STATUS_OK;
}

/* Sorts the pairs by obstruction, drops duplicates, which the index returns, and enters them. */
static enum status enter_pairs(struct touched *touched, struct touching *t, uint32_t shapes)
{
    if (t->count > 0)
        qsort(t->pairs, t->count, sizeof *t->pairs, by_shape);
    TRY(MEM_NEW(touched->pins, t->count, "pins", t->error));
    assert(t->count <= UINT32_MAX);
    for (size_t i = 0; i < t->count; i++) {
        if (i > 0 && by_shape(&t->pairs[i - 1], &t->pairs[i]) == 0)
            continue;
        touched->first[t->pairs[i].shape + 1]++;
        touched->pins[touched->count++] = t->pairs[i].pin;
    }
    for (uint32_t s = 0; s < shapes; s++)
        touched->first[s + 1] += touched->first[s];
    return STATUS_OK;
}

enum status touched_find(struct touched *touched, const struct metal *metal,
                         const struct lattice_stop *stop, struct error *error)
{
    const struct model *model = metal->lattice->model;
    struct touching t = {.metal = metal, .touched = touched, .error = error};
    *touched = (struct touched){0};
    assert(metal->count == 0);
    TRY(MEM_NEW(touched->first, (size_t)model->shape_count + 1, "pins", error));
    TRY(MEM_NEW(touched->covered, model->pin_shapes[model->pin_count], "pins", error));
    enum status status = list_pairs(&t, stop);
    THEN(status, enter_pairs(touched, &t, model->shape_count));
    free(t.pairs);
    return status;
}

MEM_DESTROY(touched_destroy, touched, it->first, it->pins, it->covered)

/* A pad for which a pin is looked for. */
struct touching_pad {
    const struct touched *touched;
    const struct model *model;
    struct layout_rect pad, point;
};

static bool is_outside(void *context, const struct metal_piece *piece)
{
    const struct touching_pad *at = context;
    return piece->shape >= at->model->pin_shapes[at->model->pin_count] ||
           !at->touched->covered[piece->shape] || !rect_holds(piece->box, at->pad) ||
           !rect_holds(piece->box, at->point);
}

bool touched_holds(const struct touched *touched, const struct metal *metal, uint32_t layer,
                   struct layout_rect pad, struct layout_rect origin)
{
    const int32_t x = pad.x0 - origin.x0, y = pad.y0 - origin.y0;
    struct touching_pad at = {touched, metal->lattice->model, pad, {x, y, x, y}};
    assert(touched->covered != NULL && layer < metal->lattice->layer_count);
    return touched->any_covered && !metal_near(metal, layer, pad, 0, is_outside, &at);
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
