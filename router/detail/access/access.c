/* access: compares the end of a wire at each node near a pin with the pin's shapes. */
#include "router/detail/access/access.h"

#include "router/detail/lattice/cell.h"
#include "router/detail/lattice/closed.h"
#include "router/detail/model/own.h"

enum { SEEN_LEAST = 256 }; /* slots of the table of a pin's nodes */

/* True if a via of class 0 is possible at the node, to the layer above or below. */
static bool has_via(const struct lattice *lattice, uint32_t l, uint32_t ix, uint32_t iy,
                    uint32_t net)
{
    for (uint32_t side = 0; side < 2 && side <= l; side++) {
        const uint32_t site = lattice_pad(&lattice->layers[l], ix, iy, side);
        for (uint32_t v = 0; site != MODEL_NONE && v < lattice->cuts[l - side].variants[0]; v++)
            if (cell_via_is_open(lattice, l - side, v, site, net + 1))
                return true;
    }
    return false;
}

static bool may_step(const struct lattice *lattice, uint32_t l, uint32_t ix, uint32_t iy,
                     uint32_t way, uint32_t net)
{
    return cell_step_is_open(lattice, l, &lattice->cells[0][lattice_node(lattice, l, ix, iy)], way,
                             net + 1);
}

/* True if a wire or a via of the net can leave the node. */
static bool has_exit(const struct lattice *lattice, uint32_t l, uint32_t ix, uint32_t iy,
                     uint32_t net)
{
    const struct lattice_layer *layer = &lattice->layers[l];
    return (ix + 1 < layer->x.count && may_step(lattice, l, ix, iy, 0, net)) ||
           (iy + 1 < layer->y.count && may_step(lattice, l, ix, iy, 1, net)) ||
           (ix > 0 && may_step(lattice, l, ix - 1, iy, 0, net)) ||
           (iy > 0 && may_step(lattice, l, ix, iy - 1, 1, net)) || has_via(lattice, l, ix, iy, net);
}

/* The nodes at which the end of a wire can touch a pin's shape. */
static struct node_span span_of(const struct lattice *lattice, const struct model_shape *shape)
{
    const uint32_t l = shape->level / 2;
    return lattice_span(&lattice->layers[l],
                        rect_grow(shape->box, lattice->model->layers[l].width - 1));
}

/* True if the end of a wire at a node overlaps the shape by a full width. */
static bool is_joined(const struct lattice *lattice, const struct model_shape *shape, uint32_t ix,
                      uint32_t iy)
{
    const uint32_t l = shape->level / 2;
    const struct lattice_layer *layer = &lattice->layers[l];
    const struct model *model = lattice->model;
    const struct layout_rect end = lattice_wire_box(lattice, l, 0, ix, iy, ix, iy);
    return rect_touch(end, shape->box) &&
           (model->die_count <= 1 || closed_inside(model, layer->x.at[ix], layer->y.at[iy])) &&
           own_joined(end, shape->box, model_min_width(&model->layers[l]));
}

/* Marks the sites of class 0 above or below a node. */
static void want(const struct lattice *lattice, uint32_t l, uint32_t side, uint32_t ix, uint32_t iy,
                 bool wanted)
{
    const uint32_t site = lattice_pad(&lattice->layers[l], ix, iy, side);
    const struct lattice_cut *cut = &lattice->cuts[l - side];
    for (uint32_t v = 0; site != MODEL_NONE && v < cut->variants[0]; v++)
        cell_want(lattice_site(cut, v, site), wanted);
}

void access_want(const struct lattice *lattice, bool wanted)
{
    const struct model *model = lattice->model;
    assert(lattice->all != NULL);
    for (uint32_t s = 0; s < model->pin_shapes[model->pin_count]; s++) {
        const struct model_shape *shape = &model->shapes[s];
        const struct node_span at = span_of(lattice, shape);
        for (uint32_t ix = at.x0; ix < at.x1 && shape->level % 2 == 0; ix++)
            for (uint32_t iy = at.y0; iy < at.y1; iy++)
                for (uint32_t side = 0; side < 2 && side <= shape->level / 2; side++)
                    if (is_joined(lattice, shape, ix, iy))
                        want(lattice, shape->level / 2, side, ix, iy, wanted);
    }
}

/* The nodes of a pin, as a hash table that a change of the pin empties. */
struct access_seen {
    uint64_t *keys; /* 1 + pin << 32 | node; other pins mean an empty slot */
    size_t room, count;
};

/* Adds a node unless it is there; *added: it was not. */
static enum status see(struct access_seen *seen, uint64_t pin, uint32_t node, bool *added,
                       struct error *error)
{
    if (2 * seen->count >= seen->room) {
        struct access_seen more = {.room = 4 * seen->room + SEEN_LEAST};
        TRY(MEM_NEW(more.keys, more.room, "access", error));
        for (size_t i = 0; i < seen->room; i++)
            if (seen->keys[i] >> 32 == pin)
                see(&more, pin, (uint32_t)seen->keys[i], added, error);
        free(seen->keys);
        *seen = more;
    }
    size_t at = (node * UINT64_C(0x9E3779B97F4A7C15) >> 32) % seen->room;
    while (seen->keys[at] >> 32 == pin && (uint32_t)seen->keys[at] != node)
        at = at + 1 < seen->room ? at + 1 : 0;
    *added = seen->keys[at] >> 32 != pin;
    seen->keys[at] = pin << 32 | node;
    seen->count += *added;
    return STATUS_OK;
}

/* Adds the accesses of a shape. */
static enum status shape_spots(struct access *access, struct access_seen *seen, size_t *count,
                               const struct lattice *lattice, const struct model_shape *shape,
                               struct error *error)
{
    const uint32_t l = shape->level / 2;
    const struct node_span at = span_of(lattice, shape);
    for (uint32_t ix = at.x0; ix < at.x1; ix++) {
        for (uint32_t iy = at.y0; iy < at.y1; iy++) {
            bool added;
            if (!is_joined(lattice, shape, ix, iy) || !has_exit(lattice, l, ix, iy, shape->net))
                continue;
            TRY(see(seen, shape->pin + UINT64_C(1), lattice_node(lattice, l, ix, iy), &added,
                    error));
            if (!added)
                continue;
            const struct access_spot spot = {(uint16_t)l, (uint16_t)ix, (uint16_t)iy};
            TRY(MEM_APPEND(access->spots, access->capacity, *count, spot, "access", error));
        }
    }
    return STATUS_OK;
}

enum status access_find(struct access *access, const struct lattice *lattice,
                        const struct lattice_stop *stop, struct error *error)
{
    const struct model *model = lattice->model;
    struct access_seen seen = {0};
    size_t count = 0;
    *access = (struct access){0};
    enum status status = MEM_NEW(access->first, (size_t)model->pin_count + 1, "pins", error);
    THEN(status, MEM_GROW(access->spots, access->capacity, 64, "access", error));
    for (uint32_t p = 0; p < model->pin_count && status == STATUS_OK; p++) {
        seen.count = 0;
        if (lattice_is_stopped(stop))
            status = STATUS_INTERRUPTED;
        for (uint32_t s = model->pin_shapes[p]; s < model->pin_shapes[p + 1]; s++)
            if (model->shapes[s].level % 2 == 0)
                THEN(status, shape_spots(access, &seen, &count, lattice, &model->shapes[s], error));
        assert(count <= UINT32_MAX);
        access->first[p + 1] = (uint32_t)count;
    }
    free(seen.keys);
    return status;
}

MEM_DESTROY(access_destroy, access, it->first, it->spots)

struct layout_rect access_box(const struct lattice *lattice, const struct access_spot *spots,
                              size_t count)
{
    struct layout_rect box = RECT_EMPTY;
    for (size_t i = 0; i < count; i++)
        box = rect_join(box, lattice_point(lattice, spots[i].layer, spots[i].ix, spots[i].iy));
    return box;
}

bool access_has_vias(const struct access *access, const struct lattice *lattice, uint32_t pin)
{
    assert(pin < lattice->model->pin_count);
    for (uint32_t i = access->first[pin]; i < access->first[pin + 1]; i++) {
        struct access_spot spot = access->spots[i];
        if (has_via(lattice, spot.layer, spot.ix, spot.iy, lattice->model->pin_net[pin]))
            return true;
    }
    return false;
}

bool access_is_small(const struct model *model, uint32_t pin, uint32_t l)
{
    assert(pin < model->pin_count && l < model->layer_count);
    struct layout_rect known[OWN_METAL_MAX], rest[64];
    int64_t area = 0;
    uint32_t n = 0;
    for (uint32_t s = model->pin_shapes[pin];
         s < model->pin_shapes[pin + 1] && n < OWN_METAL_MAX && area < model->layers[l].area; s++) {
        if (model->shapes[s].level != 2 * l)
            continue;
        uint32_t pieces = rect_minus(model->shapes[s].box, known, n, rest, 64);
        for (uint32_t p = 0; p < pieces; p++)
            area += rect_area(rest[p]);
        known[n++] = model->shapes[s].box;
    }
    return area < model->layers[l].area;
}

/* True if the pad of a via to the layer above is within a shape of the pin. */
static bool is_inner(const struct lattice *lattice, uint32_t pin, struct access_spot at,
                     uint32_t variant)
{
    const struct model *model = lattice->model;
    struct layout_rect pad = lattice_pad_box(lattice, at.layer, variant, at.ix, at.iy, 0);
    for (uint32_t s = model->pin_shapes[pin]; s < model->pin_shapes[pin + 1]; s++)
        if (model->shapes[s].level == 2u * at.layer && rect_holds(model->shapes[s].box, pad))
            return true;
    return false;
}

bool access_has_inner_via(const struct access *access, const struct lattice *lattice, uint32_t pin)
{
    const uint32_t me = lattice->model->pin_net[pin] + 1;
    assert(pin < lattice->model->pin_count);
    for (uint32_t i = access->first[pin]; i < access->first[pin + 1]; i++) {
        const struct access_spot at = access->spots[i];
        const uint32_t site = lattice_pad(&lattice->layers[at.layer], at.ix, at.iy, false);
        for (uint32_t v = 0; site != MODEL_NONE && v < lattice->cuts[at.layer].variants[0]; v++)
            if (cell_via_is_open(lattice, at.layer, v, site, me) && is_inner(lattice, pin, at, v))
                return true;
    }
    return false;
}

void access_prefer_inner(const struct access *access, struct lattice *lattice, int32_t toll)
{
    const struct model *model = lattice->model;
    assert(toll >= 0 && toll <= UINT16_MAX);
    for (uint32_t p = 0; p < model->pin_count; p++) {
        if (access->first[p] == access->first[p + 1])
            continue;
        uint32_t l = access->spots[access->first[p]].layer;
        if (l + 1 >= lattice->layer_count || !access_is_small(model, p, l) ||
            !access_has_inner_via(access, lattice, p))
            continue;
        for (uint32_t i = access->first[p]; i < access->first[p + 1]; i++) {
            struct access_spot at = access->spots[i];
            struct lattice_cut *cut = &lattice->cuts[l];
            const uint32_t site =
                at.layer != l ? MODEL_NONE : lattice_pad(&lattice->layers[l], at.ix, at.iy, false);
            for (uint32_t v = 0; site != MODEL_NONE && v < cut->variants[0]; v++)
                if (!is_inner(lattice, p, at, v))
                    cell_pay(lattice, lattice_site(cut, v, site), toll, (uint32_t)toll);
        }
    }
}
