/* growing: keeps a list of the tree's spots, and the distance of each pin to them. */
#include "router/detail/net/growing.h"

enum status growing_spot(struct grower *g, struct access_spot spot, uint32_t from, uint32_t count,
                         const struct layout_rect *pins, struct error *error)
{
    TRY(MEM_GROW(g->from, g->from_room, g->spot_count + 1, "tree", error));
    g->from[g->spot_count] = from;
    TRY(MEM_GROW(g->spots, g->spot_room, g->spot_count + 1, "tree", error));
    g->spots[g->spot_count++] = spot;
    int32_t x = g->lattice->layers[spot.layer].x.at[spot.ix];
    int32_t y = g->lattice->layers[spot.layer].y.at[spot.iy];
    for (uint32_t p = 0; p < count; p++) {
        if (g->far[p] <= 0)
            continue;
        int32_t far = int_max(int_max(pins[p].x0 - x, x - pins[p].x1), 0) +
                      int_max(int_max(pins[p].y0 - y, y - pins[p].y1), 0);
        if (g->far[p] > far)
            g->far[p] = far;
    }
    return STATUS_OK;
}

enum status growing_pin(struct grower *g, uint32_t net, uint32_t pin, uint32_t from,
                        const struct layout_rect *pins, struct error *error)
{
    const struct model *model = g->lattice->model;
    uint32_t first = model->net_pins[net], count = model->net_pins[net + 1] - first;
    assert(pin >= first && pin < first + count);
    for (uint32_t i = g->access->first[pin]; i < g->access->first[pin + 1]; i++)
        TRY(growing_spot(g, g->access->spots[i], from, count, pins, error));
    g->far[pin - first] = -1;
    return STATUS_OK;
}
