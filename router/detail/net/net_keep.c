/* net_keep: incremental rerouting (K. E. Murray, S. Zhong and V. Betz, AIR, 2020): a net with many
 * pins is usually in conflict near one pin only, so its other paths are kept. */
#include "router/detail/net/growing.h"

/* The state of moving the kept paths to the front of the arrays of the old tree. */
struct keeping {
    struct net_tree *tree, old; /* they share the arrays, old has the old numbers */
    struct grower *grower;
    uint32_t net, count; /* its pins */
    const struct layout_rect *pins;
    uint32_t *number; /* by old path: its number now, or GONE */
};

#define GONE (UINT32_MAX - 1)

static enum status add_spot(const struct keeping *k, uint32_t layer, uint32_t ix, uint32_t iy,
                            struct error *error)
{
    struct access_spot spot = {(uint16_t)layer, (uint16_t)ix, (uint16_t)iy};
    return growing_spot(k->grower, spot, (uint32_t)k->tree->path_count - 1, k->count, k->pins,
                        error);
}

static enum status keep_wire(const struct keeping *k, struct net_tree_wire w, struct error *error)
{
    uint32_t dx = w.ix1 < w.ix0 ? UINT32_MAX : w.ix1 > w.ix0; /* -1, 0 or 1 */
    uint32_t dy = w.iy1 < w.iy0 ? UINT32_MAX : w.iy1 > w.iy0;
    assert(dx == 0 || dy == 0);
    k->tree->wires[k->tree->wire_count++] = w;
    for (uint32_t ix = w.ix0, iy = w.iy0; ix != w.ix1 || iy != w.iy1; ix += dx, iy += dy)
        TRY(add_spot(k, w.layer, ix, iy, error));
    return add_spot(k, w.layer, w.ix1, w.iy1, error);
}

static enum status keep_via(const struct keeping *k, struct net_tree_via v, struct error *error)
{
    const struct lattice_layer *low = &k->grower->lattice->layers[v.cut];
    k->tree->vias[k->tree->via_count++] = v;
    search_mark_hole(k->grower->search, v.cut, lattice_class(v.variant), v.ix, v.iy, true);
    TRY(add_spot(k, v.cut, v.ix, v.iy, error));
    return add_spot(k, v.cut + 1u, low->x.up[v.ix], low->y.up[v.iy], error);
}

/* Moves an old path to the next new one. */
static enum status keep_path(const struct keeping *k, size_t path, uint32_t from,
                             struct error *error)
{
    struct net_tree *tree = k->tree;
    struct net_tree_path old = tree->paths[path];
    const size_t wires = net_tree_wires_end(&k->old, path), vias = net_tree_vias_end(&k->old, path);
    assert(tree->path_count <= path && tree->wire_count <= old.wires);
    k->number[path] = (uint32_t)tree->path_count;
    tree->paths[tree->path_count++] =
        (struct net_tree_path){tree->wire_count, tree->via_count, old.pin, from, true};
    for (size_t i = old.wires; i < wires; i++)
        TRY(keep_wire(k, tree->wires[i], error));
    for (size_t i = old.vias; i < vias; i++)
        TRY(keep_via(k, tree->vias[i], error));
    uint32_t pin = k->grower->lattice->model->net_pins[k->net] + old.pin;
    return growing_pin(k->grower, k->net, pin, k->number[path], k->pins, error);
}

enum status net_keep(struct net_tree *tree, struct grower *grower, uint32_t net,
                     const struct layout_rect *pins, struct error *error)
{
    const uint32_t *first = &grower->lattice->model->net_pins[net];
    assert(grower->spot_count > 0 && tree->path_count < first[1] - first[0]);
    struct keeping k = {.tree = tree,
                        .grower = grower,
                        .net = net,
                        .count = first[1] - first[0],
                        .pins = pins,
                        .old = *tree};
    if (k.old.path_count == 0)
        return STATUS_OK;
    TRY(MEM_NEW(k.number, k.old.path_count, "tree", error));
    enum status status = STATUS_OK;
    tree->path_count = tree->wire_count = tree->via_count = 0;
    for (size_t path = 0; path < k.old.path_count && status == STATUS_OK; path++) {
        uint32_t from = tree->paths[path].from;
        if (from != NET_TREE_ROOT)
            from = k.number[from];
        k.number[path] = GONE;
        if (from != GONE && tree->paths[path].is_free)
            status = keep_path(&k, path, from, error);
    }
    free(k.number);
    return status;
}
