/* refine_tree: takes out the path to each pin in turn, and compares the new one by its cost. */
#include "router/detail/net/refine_tree.h"

enum {
    VIAS_LEAST = 2,   /* maximum number of vias of a path that has none to spare */
    GAIN_PARTS = 2,   /* the least gain is 1 / GAIN_PARTS of a pitch, but a unit of cost at least */
    PATHS_MOST = 64,  /* paths of the largest tree: time grows with their square */
    COST_SMALL = 256, /* highest cost of paths that are taken out, in pitches, in a small layout */
    COST_PITCHES = 96, /* highest cost of such paths in others, in pitches: most work is beyond */
};

/* The length of a path, in units, and the box of its wires. */
static int64_t path_length(const struct net_tree *tree, const struct lattice *lattice, size_t path,
                           struct layout_rect *box)
{
    int64_t length = 0;
    *box = RECT_EMPTY;
    for (size_t i = tree->paths[path].wires; i < net_tree_wires_end(tree, path); i++) {
        const struct layout_rect wire = net_tree_piece(tree, lattice, i);
        length += rect_width(wire) + rect_height(wire);
        *box = rect_join(*box, wire);
    }
    return length;
}

static int64_t path_cost(const struct net_tree *tree, const struct lattice *lattice,
                         const struct costs *costs, size_t path)
{
    struct layout_rect box;
    return (int64_t)(net_tree_vias_end(tree, path) - tree->paths[path].vias) * costs->via +
           path_length(tree, lattice, path, &box) / lattice->scale;
}

/* True if a path has vias to spare or goes back and forth, or the layout is small. */
static bool path_may_gain(const struct net_tree *tree, const struct lattice *lattice, size_t path)
{
    struct layout_rect box;
    const int64_t length = path_length(tree, lattice, path, &box);
    return model_is_small(lattice->model) ||
           net_tree_vias_end(tree, path) - tree->paths[path].vias > VIAS_LEAST ||
           (length > 0 && length > rect_width(box) + rect_height(box));
}

bool refine_may_gain(const struct net_tree *tree, const struct lattice *lattice)
{
    bool may = false;
    assert(tree->complete);
    for (size_t path = 0; path < tree->path_count && !may; path++)
        may = path_may_gain(tree, lattice, path);
    return may;
}

static enum status copy(struct net_tree *to, const struct net_tree *from, struct error *error)
{
    net_tree_empty(to);
    for (size_t i = 0; i < from->wire_count; i++)
        TRY(MEM_APPEND(to->wires, to->wire_room, to->wire_count, from->wires[i], "wires", error));
    for (size_t i = 0; i < from->via_count; i++)
        TRY(MEM_APPEND(to->vias, to->via_room, to->via_count, from->vias[i], "vias", error));
    for (size_t i = 0; i < from->path_count; i++)
        TRY(MEM_APPEND(to->paths, to->path_room, to->path_count, from->paths[i], "tree", error));
    to->complete = true;
    return STATUS_OK;
}

/* Tries another path to a pin (of the net, from 0) and to those whose paths start at it. */
static enum status try_pin(struct net_tree *tree, struct net_tree *trial, struct grower *grower,
                           struct costs costs, uint32_t net, uint32_t pin,
                           const struct layout_rect *window, struct error *error)
{
    const struct lattice *lattice = grower->lattice;
    const int32_t most = model_is_small(lattice->model) ? COST_SMALL : COST_PITCHES;
    const int64_t gain = int_max(lattice->pitch / GAIN_PARTS, 1);
    int64_t out = 0, in = 0;
    size_t kept = 0;
    bool may = false;
    for (size_t path = 0; path < tree->path_count; path++) {
        struct net_tree_path *at = &tree->paths[path];
        at->is_free =
            at->pin != pin && (at->from == NET_TREE_ROOT || tree->paths[at->from].is_free);
        kept += at->is_free;
        may = may || (at->pin == pin && path_may_gain(tree, lattice, path));
        out += at->is_free ? 0 : path_cost(tree, lattice, &costs, path);
    }
    if (!may || out <= gain || out > (int64_t)most * lattice->pitch)
        return STATUS_OK;
    costs.most = (int32_t)(out - gain);
    TRY(copy(trial, tree, error));
    TRY(net_tree_grow(trial, grower, &costs, net, window, error));
    for (size_t path = kept; path < trial->path_count; path++) /* after the kept ones */
        in += path_cost(trial, lattice, &costs, path);
    if (trial->complete && in + gain <= out) {
        const struct net_tree old = *tree;
        *tree = *trial;
        *trial = old;
    }
    return STATUS_OK;
}

enum status refine_tree(struct net_tree *tree, struct grower *grower, const struct costs *strict,
                        uint32_t net, const struct layout_rect *window, struct error *error)
{
    const uint32_t *pins = grower->lattice->model->net_pins;
    uint32_t pin = tree->path_count > PATHS_MOST ? 0 : pins[net + 1] - pins[net];
    struct net_tree trial = {0};
    struct costs costs = *strict;
    enum status status = STATUS_OK;
    assert(tree->complete && strict->strict && strict->most == 0);
    costs.keep = true;
    net_tree_count(tree, grower->lattice, -1);
    while (pin-- > 0 && status == STATUS_OK)
        status = try_pin(tree, &trial, grower, costs, net, pin, window, error);
    net_tree_count(tree, grower->lattice, 1);
    net_tree_destroy(&trial);
    return status;
}
