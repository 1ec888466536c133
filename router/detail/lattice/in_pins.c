/* in_pins: compares the pad of each via variant with the pins around its sites. */
#include "router/detail/lattice/in_pins.h"

#include "router/detail/lattice/cell.h"

/* Goes to the sites of a via where its pad on this side is within a pin's shape. Notes the side in
 * held[site]; or, if that is NULL, makes the pin's net the owner, or closes the site if another
 * pin's net is. */
static void mark_sites(const struct lattice *lattice, const struct model_shape *shape, uint32_t c,
                       uint32_t v, uint32_t side, uint8_t *held)
{
    assert(c + 1 < lattice->layer_count && shape->level == 2 * (c + side));
    assert(held != NULL || model_is_net(shape->net));
    const struct lattice_layer *low = &lattice->layers[c], *layer = low + side;
    const struct node_span at = lattice_span(layer, shape->box);
    for (uint32_t i = at.x0; i < at.x1; i++) {
        for (uint32_t k = at.y0; k < at.y1; k++) {
            uint32_t ix = lattice_low(&layer->x, i, side), iy = lattice_low(&layer->y, k, side);
            if (ix == MODEL_NONE || iy == MODEL_NONE ||
                !rect_holds(shape->box, lattice_pad_box(lattice, c, v, ix, iy, side)))
                continue;
            const uint32_t site = lattice_at(low, ix, iy);
            if (held != NULL)
                held[site] |= (uint8_t)(1 << side);
            else
                cell_restrict(lattice, lattice_site(&lattice->cuts[c], v, site), 0, shape->net + 1);
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
            mark_sites(lattice, shape, c, v, side, in->held[c][v]);
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

/* Closes the sites of a variant that are not left to a pin's net. */
static void close_others(struct lattice *lattice, uint32_t c, uint32_t v, uint32_t side,
                         const struct lattice_stop *stop)
{
    const struct model *model = lattice->model;
    for (uint32_t s = 0; s < pin_shapes(model); s++)
        if (model->shapes[s].level == 2 * (c + side))
            mark_sites(lattice, &model->shapes[s], c, v, side, NULL);
    for (uint32_t n = 0; n < lattice->layers[c].sites; n++) {
        if (n % LATTICE_LOOK == 0 && lattice_is_stopped(stop))
            return;
        struct cell *site = lattice_site(&lattice->cuts[c], v, n);
        if (cell_own(lattice, site, 0) == LATTICE_FREE)
            cell_close(site, 0);
    }
}

void in_pins_close_others(struct lattice *lattice, const struct lattice_stop *stop)
{
    for (uint32_t c = 0; c + 1 < lattice->layer_count; c++) {
        for (uint32_t v = 0; v < LATTICE_SITES; v++) {
            if (lattice->cuts[c].sites[v] == NULL)
                continue;
            const struct model_via *via = &lattice->model->vias[lattice->cuts[c].via[v]];
            if (via->in_pins[0] || via->in_pins[1])
                close_others(lattice, c, v, via->in_pins[1], stop);
        }
    }
}
