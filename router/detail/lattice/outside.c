/* outside: centre lines against the parts of the die. */
#include "router/detail/lattice/outside.h"

/* Is a line along x or y, both ends included, covered by the parts? From its low end on, each turn
 * goes to the end of a part that holds the place reached. */
static bool is_inside(const struct model *model, struct layout_rect line)
{
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

static void close_layer(struct lattice *lattice, uint32_t l)
{
    const struct model *model = lattice->model;
    const struct lattice_layer *layer = &lattice->layers[l];
    for (uint32_t ix = 0; ix < layer->x.count; ix++) {
        for (uint32_t iy = 0; iy < layer->y.count; iy++) {
            int32_t x = layer->x.at[ix], y = layer->y.at[iy];
            int32_t right = ix + 1 < layer->x.count ? layer->x.at[ix + 1] : x;
            int32_t up = iy + 1 < layer->y.count ? layer->y.at[iy + 1] : y;
            bool open[2] = {is_inside(model, (struct layout_rect){x, y, right, y}),
                            is_inside(model, (struct layout_rect){x, y, x, up})};
            uint32_t n = lattice_node(lattice, l, ix, iy);
            for (uint32_t class = 0; class < lattice->classes; class ++)
                for (uint32_t k = 0; k < 2; k++)
                    if (!open[k])
                        lattice->cells[class][n].own[k] = LATTICE_CLOSED;
            bool in = open[0] || open[1] || is_inside(model, (struct layout_rect){x, y, x, y});
            for (uint32_t v = 0; v < LATTICE_SITES && !in; v++)
                if (lattice->cuts[l].sites[v] != NULL)
                    lattice->cuts[l].sites[v][n - layer->base].own = LATTICE_CLOSED;
        }
    }
}

void outside_close(struct lattice *lattice)
{
    for (uint32_t l = 0; lattice->model->die_count > 1 && l < lattice->layer_count; l++)
        close_layer(lattice, l);
}
