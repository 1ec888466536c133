/* in_pins: compares the pad of each via variant with the pins around its sites. */
#include "router/detail/lattice/in_pins.h"

#include "router/detail/lattice/cell.h"

/* Called for a site at which a pad of the via is within the shape. */
typedef void site_action(void *context, const struct model_shape *shape, uint32_t site);

/* Calls action for the sites of a via where its pad on this side is within a pin's shape. */
static void each_site(const struct lattice *lattice, const struct model_shape *shape, uint32_t c,
                      uint32_t v, uint32_t side, site_action *action, void *context)
{
    assert(c + 1 < lattice->layer_count && shape->level == 2 * (c + side));
    const struct lattice_layer *low = &lattice->layers[c], *layer = low + side;
    uint32_t x1 = axis_find(&layer->x, shape->box.x1), y1 = axis_find(&layer->y, shape->box.y1);
    for (uint32_t i = axis_find(&layer->x, shape->box.x0); i < x1; i++) {
        for (uint32_t k = axis_find(&layer->y, shape->box.y0); k < y1; k++) {
            uint32_t ix = lattice_low(&layer->x, i, side), iy = lattice_low(&layer->y, k, side);
            if (ix != MODEL_NONE && iy != MODEL_NONE &&
                rect_holds(shape->box, lattice_pad_box(lattice, c, v, ix, iy, side)))
                action(context, shape, lattice_at(low, ix, iy));
        }
    }
}

static uint32_t pin_shapes(const struct model *model)
{
    return model->pin_shapes[model->pin_count];
}

static bool is_apart(void *context, const struct metal_piece *piece)
{
    const struct model_shape *shape = context;
    return piece->net != MODEL_OBSTRUCTION || !rect_overlap(piece->box, shape->box);
}

struct holding {
    uint8_t *held, bit;
};

static void hold(void *context, const struct model_shape *shape, uint32_t site)
{
    struct holding *h = context;
    (void)shape;
    h->held[site] |= h->bit;
}

/* Sets the bits of the sites of all vias with a pad on the shape's layer. */
static enum status hold_shape(struct in_pins *in, const struct lattice *lattice,
                              const struct model_shape *shape, struct error *error)
{
    uint32_t l = shape->level / 2;
    for (uint32_t side = 0; side < 2; side++) {
        if (l < side || l - side + 1 >= lattice->layer_count)
            continue;
        uint32_t c = l - side;
        for (uint32_t v = 0; v < LATTICE_SITES; v++) {
            if (lattice->cuts[c].sites[v] == NULL)
                continue;
            if (in->held[c][v] == NULL)
                in->held[c][v] = pages_make(lattice->layers[c].sites, 1, true, "via sites", error);
            if (in->held[c][v] == NULL)
                return STATUS_FAILED;
            struct holding h = {in->held[c][v], (uint8_t)(1 << side)};
            each_site(lattice, shape, c, v, side, hold, &h);
        }
    }
    return STATUS_OK;
}

enum status in_pins_find(struct in_pins *in, const struct lattice *lattice,
                         const struct metal *metal, struct error *error)
{
    const struct model *model = lattice->model;
    *in = (struct in_pins){0};
    assert(pin_shapes(model) <= model->shape_count);
    for (uint32_t s = 0; s < pin_shapes(model); s++) {
        struct model_shape shape = model->shapes[s];
        if (shape.level % 2 == 0 &&
            !metal_near(metal, shape.level / 2, shape.box, 0, is_apart, &shape))
            TRY(hold_shape(in, lattice, &shape, error));
    }
    return STATUS_OK;
}

void in_pins_destroy(struct in_pins *in)
{
    for (uint32_t c = 0; c < MODEL_LAYERS_MAX; c++)
        for (uint32_t v = 0; v < LATTICE_SITES; v++)
            pages_free(in->held[c][v], true);
    *in = (struct in_pins){0};
}

/* The sites of a variant. */
struct in_pins_sites {
    const struct lattice *lattice;
    const struct lattice_cut *cut;
    uint32_t variant;
};

/* Makes the pin's net the owner of a site, or closes it if another pin's net is. */
static void leave(void *context, const struct model_shape *shape, uint32_t site)
{
    assert(model_is_net(shape->net));
    const struct in_pins_sites *sites = context;
    cell_restrict(sites->lattice, lattice_site(sites->cut, sites->variant, site), 0,
                  shape->net + 1);
}

static void close_others(struct lattice *lattice, uint32_t c, uint32_t v, uint32_t side,
                         const struct lattice_stop *stop)
{
    const struct model *model = lattice->model;
    const struct lattice_layer *low = &lattice->layers[c];
    const struct in_pins_sites sites = {lattice, &lattice->cuts[c], v};
    for (uint32_t s = 0; s < pin_shapes(model); s++)
        if (model->shapes[s].level == 2 * (c + side))
            each_site(lattice, &model->shapes[s], c, v, side, leave, (void *)&sites);
    for (uint32_t n = 0; n < low->sites && !lattice_is_stopped_at(stop, n); n++)
        if (cell_own(lattice, lattice_site(sites.cut, v, n), 0) == LATTICE_FREE)
            cell_close(lattice_site(sites.cut, v, n), 0);
}

void in_pins_close_others(struct lattice *lattice, const struct lattice_stop *stop)
{
    for (uint32_t c = 0; c + 1 < lattice->layer_count; c++) {
        for (uint32_t v = 0; v < LATTICE_SITES; v++) {
            const struct lattice_cut *cut = &lattice->cuts[c];
            if (cut->sites[v] == NULL)
                continue;
            const struct model_via *via = &lattice->model->vias[cut->via[v]];
            if (via->in_pins[0] || via->in_pins[1])
                close_others(lattice, c, v, via->in_pins[1], stop);
        }
    }
}
