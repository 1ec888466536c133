/* access: compares the end of a wire at each node near a pin with the pin's shapes. */
#include "router/detail/access/access.h"

#include "router/detail/lattice/cell.h"
#include "router/detail/lattice/closed.h"
#include "router/detail/model/own.h"

/* True if the cut layer has a via of class 0 that is possible at the site. */
static bool has_via_of(const struct lattice *lattice, uint32_t c, uint32_t site, uint32_t net)
{
    for (uint32_t v = 0; v < lattice->cuts[c].variants[0]; v++)
        if (cell_via_is_open(lattice, c, v, site, net + 1))
            return true;
    return false;
}

/* True if a via of class 0 is possible at the node, to the layer above or below. */
static bool has_via(const struct lattice *lattice, uint32_t l, uint32_t ix, uint32_t iy,
                    uint32_t net)
{
    const struct lattice_layer *layer = &lattice->layers[l];
    return (lattice_is_site(layer, ix, iy) &&
            has_via_of(lattice, l, lattice_at(layer, ix, iy), net)) ||
           (l > 0 && layer->x.down[ix] != MODEL_NONE && layer->y.down[iy] != MODEL_NONE &&
            has_via_of(lattice, l - 1, lattice_at(layer - 1, layer->x.down[ix], layer->y.down[iy]),
                       net));
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

/* Adds the accesses of a shape; seen[node] is 1 + the last pin with an access there. */
static enum status shape_spots(struct access *access, uint32_t *seen, size_t *count,
                               const struct lattice *lattice, const struct model_shape *shape,
                               struct error *error)
{
    uint32_t l = shape->level / 2;
    const struct lattice_layer *layer = &lattice->layers[l];
    const struct model_layer *rule = &lattice->model->layers[l];
    struct node_span at = lattice_span(layer, rect_grow(shape->box, rule->width - 1));
    for (uint32_t ix = at.x0; ix < at.x1; ix++) {
        for (uint32_t iy = at.y0; iy < at.y1; iy++) {
            struct layout_rect end = lattice_wire_box(lattice, l, 0, ix, iy, ix, iy);
            struct access_spot spot = {(uint16_t)l, (uint16_t)ix, (uint16_t)iy};
            uint32_t *last = &seen[lattice_node(lattice, l, ix, iy)];
            if (!rect_touch(end, shape->box) ||
                (lattice->model->die_count > 1 &&
                 !closed_inside(lattice->model, layer->x.at[ix], layer->y.at[iy])) ||
                !own_joined(end, shape->box, model_min_width(rule)) || *last == shape->pin + 1 ||
                !has_exit(lattice, l, ix, iy, shape->net))
                continue;
            *last = shape->pin + 1;
            TRY(MEM_GROW(access->spots, access->capacity, *count + 1, "access", error));
            access->spots[(*count)++] = spot;
        }
    }
    return STATUS_OK;
}

static enum status all_spots(struct access *access, uint32_t *seen, const struct lattice *lattice,
                             const struct lattice_stop *stop, struct error *error)
{
    const struct model *model = lattice->model;
    size_t count = 0;
    for (uint32_t p = 0; p < model->pin_count; p++) {
        if (lattice_is_stopped(stop))
            return STATUS_INTERRUPTED;
        access->first[p] = (uint32_t)count;
        for (uint32_t s = model->pin_shapes[p]; s < model->pin_shapes[p + 1]; s++)
            if (model->shapes[s].level % 2 == 0)
                TRY(shape_spots(access, seen, &count, lattice, &model->shapes[s], error));
    }
    assert(count <= UINT32_MAX);
    access->first[model->pin_count] = (uint32_t)count;
    return STATUS_OK;
}

enum status access_find(struct access *access, const struct lattice *lattice,
                        const struct lattice_stop *stop, struct error *error)
{
    uint32_t *seen = NULL;
    *access = (struct access){0};
    enum status status =
        MEM_NEW(access->first, (size_t)lattice->model->pin_count + 1, "pins", error);
    THEN(status, MEM_GROW(access->spots, access->capacity, 64, "access", error));
    if (status == STATUS_OK) {
        seen = pages_make(lattice->node_count, sizeof *seen, true, "access", error);
        status = seen != NULL ? STATUS_OK : STATUS_FAILED;
    }
    THEN(status, all_spots(access, seen, lattice, stop, error));
    pages_free(seen, true);
    return status;
}

void access_destroy(struct access *access)
{
    MEM_FREE(access->first, access->spots);
    *access = (struct access){0};
}

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
        const struct lattice_layer *low = &lattice->layers[at.layer];
        const bool has_site = lattice_is_site(low, at.ix, at.iy);
        for (uint32_t v = 0; has_site && v < lattice->cuts[at.layer].variants[0]; v++)
            if (cell_via_is_open(lattice, at.layer, v, lattice_at(low, at.ix, at.iy), me) &&
                is_inner(lattice, pin, at, v))
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
            struct lattice_cut *cut = &lattice->cuts[at.layer];
            const bool has_site =
                at.layer == l && lattice_is_site(&lattice->layers[l], at.ix, at.iy);
            for (uint32_t v = 0; has_site && v < cut->variants[0]; v++)
                if (!is_inner(lattice, p, at, v))
                    cell_pay(lattice,
                             lattice_site(cut, v, lattice_at(&lattice->layers[l], at.ix, at.iy)),
                             toll, (uint32_t)toll);
        }
    }
}
