/* closed: see the header. */
#include "router/detail/lattice/closed.h"

/* Closes a layer's steps along its direction on lines that are no tracks. */
static void close_lines(struct lattice *lattice, uint32_t l, uint32_t class)
{
    const struct lattice_layer *layer = &lattice->layers[l];
    const struct model_layer *rule = &lattice->model->layers[l];
    const struct axis *across = layer->vertical ? &layer->x : &layer->y;
    const int32_t *track = layer->vertical ? rule->x : rule->y;
    uint32_t tracks = layer->vertical ? rule->x_count : rule->y_count;
    uint32_t along = layer->vertical ? layer->y.count : layer->x.count;
    uint32_t k = 0;
    for (uint32_t i = 0; i < across->count; i++) {
        while (k < tracks && track[k] < across->at[i])
            k++;
        for (uint32_t j = 0; j < along && (k == tracks || track[k] != across->at[i]); j++) {
            uint32_t n = lattice_node(lattice, l, layer->vertical ? i : j, layer->vertical ? j : i);
            lattice->cells[class][n].own[layer->vertical ? 1 : 0] = LATTICE_CLOSED;
        }
    }
}

/* Closes steps of a layer without wires, or whose wires run one way only. */
static void close_steps(struct lattice *lattice, uint32_t l, uint32_t class, uint32_t first,
                        uint32_t last)
{
    const struct lattice_layer *layer = &lattice->layers[l];
    bool none = l < first || l > last || lattice->model->layers[l].width <= 0;
    for (uint32_t k = 0; k < 2; k++) {
        if (!none && !(lattice->model->layers[l].straight && k == (layer->vertical ? 0 : 1)))
            continue;
        for (uint32_t n = layer->base; n < layer->base + layer->nodes; n++)
            lattice->cells[class][n].own[k] = LATTICE_CLOSED;
    }
    if (lattice->model->layers[l].on_tracks)
        close_lines(lattice, l, class);
}

void closed_rest(struct lattice *lattice, uint32_t first, uint32_t last)
{
    for (uint32_t l = 0; l < lattice->layer_count; l++) {
        const struct lattice_layer *layer = &lattice->layers[l];
        for (uint32_t class = 0; class < lattice->classes; class ++)
            close_steps(lattice, l, class, first, last);
        for (uint32_t v = 0; v < LATTICE_SITES; v++) {
            for (uint32_t ix = 0; lattice->cuts[l].sites[v] != NULL && ix < layer->x.count; ix++) {
                for (uint32_t iy = 0; iy < layer->y.count; iy++) {
                    if (layer->x.up[ix] == MODEL_NONE || layer->y.up[iy] == MODEL_NONE ||
                        l + 1 > last)
                        lattice->cuts[l].sites[v][lattice_place(layer, ix, iy)].own =
                            LATTICE_CLOSED;
                }
            }
        }
    }
}
