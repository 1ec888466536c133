/* growing: spots, pins and paths of the tree at work. */
#include "router/detail/net/growing.h"

enum status growing_spot(struct grower *g, struct access_spot spot, int from, int count,
                         const struct box *pins, struct error *error)
{
    TRY(MEM_GROW(g->from, g->from_room, g->spot_count + 1, "tree", error));
    g->from[g->spot_count] = from;
    void *spots = g->spots;
    TRY(mem_grow(&spots, &g->spot_room, g->spot_count + 1, sizeof spot, "tree", error));
    g->spots = spots;
    g->spots[g->spot_count++] = spot;
    int32_t x = growing_x(g->lattice, spot);
    int32_t y = growing_y(g->lattice, spot);
    for (int p = 0; p < count; p++) {
        int32_t far = int_max(int_max(pins[p].x1 - x, x - pins[p].x2), 0) +
                      int_max(int_max(pins[p].y1 - y, y - pins[p].y2), 0);
        if (g->far[p] > far)
            g->far[p] = far;
    }
    return STATUS_OK;
}

enum status growing_pin(struct grower *g, int net, int pin, int from, const struct box *pins,
                        struct error *error)
{
    const struct model *model = g->lattice->model;
    int first = model->net_pins[net];
    int count = model->net_pins[net + 1] - first;
    for (uint32_t i = g->access->first[pin]; i < g->access->first[pin + 1]; i++)
        TRY(growing_spot(g, g->access->spots[i], from, count, pins, error));
    g->far[pin - first] = -1;
    return STATUS_OK;
}

enum status growing_path(struct net_tree *tree, const struct grower *g, int pin,
                         struct access_spot source, struct error *error)
{
    size_t i = 0;
    while (g->spots[i].layer != source.layer || g->spots[i].ix != source.ix ||
           g->spots[i].iy != source.iy)
        i++;
    assert(i < g->spot_count);
    TRY(MEM_GROW(tree->paths, tree->path_room, tree->path_count + 1, "tree", error));
    tree->paths[tree->path_count++] =
        (struct net_tree_path){tree->wire_count, tree->via_count, pin, g->from[i]};
    return STATUS_OK;
}
