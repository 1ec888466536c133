/* closed: steps closed on a whole layer are marked in lattice_layer.shut, others in the cells. */
#include "router/detail/lattice/closed.h"

#include "router/detail/lattice/cell.h"

/* Closes the steps along a layer's direction on lines that are not tracks. */
static void close_lines(struct lattice *lattice, uint32_t l, uint32_t class,
                        const struct lattice_stop *stop)
{
    const struct lattice_layer *layer = &lattice->layers[l];
    const struct model_layer *rule = &lattice->model->layers[l];
    const struct lattice_axis *across = layer->vertical ? &layer->x : &layer->y;
    const int32_t *track = layer->vertical ? rule->x : rule->y;
    uint32_t tracks = layer->vertical ? rule->x_count : rule->y_count;
    uint32_t along = layer->vertical ? layer->y.count : layer->x.count;
    uint32_t k = 0; /* the first track at the line or beyond */
    for (uint32_t i = 0; i < across->count && !lattice_is_stopped(stop); i++) {
        while (k < tracks && track[k] < across->at[i])
            k++;
        for (uint32_t j = 0; j < along && (k == tracks || track[k] != across->at[i]); j++) {
            uint32_t n = lattice_node(lattice, l, layer->vertical ? i : j, layer->vertical ? j : i);
            cell_close(&lattice->cells[class][n], layer->vertical ? 1 : 0);
        }
    }
}

/* True if the rectangles of a polygonal die cover a line along x or y, ends included. Each pass
 * moves the low end of the line to the end of a rectangle that contains it. */
static bool is_inside(const struct model *model, struct layout_rect line)
{
    assert(line.x0 == line.x1 || line.y0 == line.y1);
    for (bool on = true; on;) {
        on = false;
        for (uint32_t i = 0; i < model->die_count; i++) {
            struct layout_rect part = model->dies[i];
            if (line.x0 < part.x0 || line.x0 > part.x1 || line.y0 < part.y0 || line.y0 > part.y1)
                continue;
            if (line.x1 <= part.x1 && line.y1 <= part.y1)
                return true;
            int32_t *at = line.x0 < line.x1 ? &line.x0 : &line.y0;
            int32_t to = line.x0 < line.x1 ? part.x1 : part.y1;
            on = on || to > *at;
            *at = int_max(*at, to);
        }
    }
    return false;
}

bool closed_inside(const struct model *model, int32_t x, int32_t y)
{
    return is_inside(model, (struct layout_rect){x, y, x, y});
}

/* Closes the steps of a layer whose centre line leaves a polygonal die; wires reach no other node
 * outside. */
static void close_outside(struct lattice *lattice, uint32_t l, const struct lattice_stop *stop)
{
    const struct model *model = lattice->model;
    const struct lattice_layer *layer = &lattice->layers[l];
    for (uint32_t ix = 0; ix < layer->x.count && !lattice_is_stopped(stop); ix++) {
        for (uint32_t iy = 0; iy < layer->y.count; iy++) {
            int32_t x = layer->x.at[ix], y = layer->y.at[iy];
            int32_t right = ix + 1 < layer->x.count ? layer->x.at[ix + 1] : x;
            int32_t up = iy + 1 < layer->y.count ? layer->y.at[iy + 1] : y;
            bool open[2] = {is_inside(model, (struct layout_rect){x, y, right, y}),
                            is_inside(model, (struct layout_rect){x, y, x, up})};
            const bool in = open[0] || open[1] || closed_inside(model, x, y);
            if (!in && !closed_inside(model, right, y) && !closed_inside(model, x, up))
                continue; /* no wire comes here */
            uint32_t n = lattice_node(lattice, l, ix, iy);
            for (uint32_t class = 0; class < lattice->classes; class ++)
                for (uint32_t k = 0; k < 2; k++)
                    if (!open[k])
                        cell_close(&lattice->cells[class][n], k);
        }
    }
}

/* Reserves the sites of a via where its pad on this side is within a pin for the pin's net. */
static void mark_pin(const struct lattice *lattice, const struct model_shape *shape, uint32_t c,
                     uint32_t v, uint32_t side)
{
    const struct lattice_layer *layer = &lattice->layers[c + side];
    const struct node_span at = lattice_span(layer, shape->box);
    const struct layout_rect pad = lattice->model->vias[lattice->cuts[c].via[v]].pad[side];
    assert(shape->level == 2 * (c + side) && model_is_net(shape->net));
    for (uint32_t ix = at.x0; ix < at.x1; ix++) {
        for (uint32_t iy = at.y0; iy < at.y1; iy++) {
            const uint32_t site = lattice_pad(layer, ix, iy, side);
            if (site != MODEL_NONE &&
                rect_holds(shape->box, rect_move(pad, layer->x.at[ix], layer->y.at[iy])))
                cell_restrict(lattice, lattice_site(&lattice->cuts[c], v, site), 0, shape->net + 1);
        }
    }
}

/* Reserves the sites of a via with model_via.in_pins that are in pins, and closes all others. */
static void close_others(struct lattice *lattice, uint32_t c, uint32_t v,
                         const struct lattice_stop *stop)
{
    const struct model *model = lattice->model;
    const uint32_t side = model->vias[lattice->cuts[c].via[v]].in_pins[1];
    for (uint32_t s = 0; s < model->pin_shapes[model->pin_count]; s++)
        if (model->shapes[s].level == 2 * (c + side))
            mark_pin(lattice, &model->shapes[s], c, v, side);
    for (uint32_t n = 0; n < lattice->layers[c].sites; n++) {
        if (n % LATTICE_LOOK == 0 && lattice_is_stopped(stop))
            return;
        struct cell *site = lattice_site(&lattice->cuts[c], v, n);
        if (cell_own(lattice, site, 0) == LATTICE_FREE)
            cell_close(site, 0);
    }
}

void closed_find(struct lattice *lattice, uint32_t first, uint32_t last,
                 const struct lattice_stop *stop)
{
    assert(first <= last && last < lattice->layer_count);
    lattice->last = last;
    for (uint32_t l = 0; l < lattice->layer_count; l++) {
        const struct model_layer *rule = &lattice->model->layers[l];
        const bool none = l < first || l > last || rule->width <= 0;
        for (uint32_t k = 0; k < 2; k++)
            lattice->layers[l].shut[k] =
                none || (rule->straight && k == (lattice->layers[l].vertical ? 0 : 1));
        for (uint32_t class = 0; class < lattice->classes && rule->on_tracks; class ++)
            close_lines(lattice, l, class, stop);
        if (lattice->model->die_count > 1)
            close_outside(lattice, l, stop);
        for (uint32_t v = 0; v < LATTICE_SITES; v++) {
            const struct model_via *via = &lattice->model->vias[lattice->cuts[l].via[v]];
            if (lattice->cuts[l].sites[v] != NULL && (via->in_pins[0] || via->in_pins[1]))
                close_others(lattice, l, v, stop);
        }
    }
}
