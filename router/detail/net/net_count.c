/* net_count: adds a tree to the conflict counts of the lattice, and counts its conflicts. */
#include "router/detail/net/net_tree.h"

#include "router/detail/lattice/cell.h"

enum { TOLL_MOST = 30000 }; /* largest history cost of a node */

/* The sum of the counts at all nodes and via sites of a tree; if it exceeds `most`, of some. With
 * fetch, only fetches their memory ahead. */
static inline uint64_t visit(const struct net_tree *tree, const struct lattice *lattice,
                             uint64_t most, bool fetch)
{
    const uint32_t step = fetch ? 4 : 1; /* nodes beside each other in memory */
    uint64_t sum = 0;
    for (size_t i = 0; i < tree->wire_count && sum <= most; i++) {
        const struct net_tree_wire *w = &tree->wires[i];
        const struct cell *cells = lattice->cells[w->class];
        const uint32_t x1 = uint_max(w->ix0, w->ix1), y1 = uint_max(w->iy0, w->iy1);
        for (uint32_t ix = uint_min(w->ix0, w->ix1); ix <= x1; ix += step)
            for (uint32_t iy = uint_min(w->iy0, w->iy1); iy <= y1; iy += step) {
                const struct cell *cell = &cells[lattice_node(lattice, w->layer, ix, iy)];
                __builtin_prefetch(cell);
                sum += fetch ? 0 : cell_count(lattice, cell);
            }
    }
    for (size_t i = 0; i < tree->via_count && sum <= most; i++) {
        const struct net_tree_via *v = &tree->vias[i];
        const uint32_t at = lattice_at(&lattice->layers[v->cut], v->ix, v->iy);
        const struct cell *cell = lattice_site(&lattice->cuts[v->cut], v->variant, at);
        __builtin_prefetch(cell);
        sum += fetch ? 0 : cell_count(lattice, cell);
    }
    return sum;
}

static uint64_t sum_of(const struct net_tree *tree, const struct lattice *lattice, uint64_t most)
{
    return visit(tree, lattice, 0, true) + visit(tree, lattice, most, false);
}

void net_tree_count(struct net_tree *tree, struct lattice *lattice, int32_t by)
{
    assert(by == 1 || by == -1);
    const uint64_t before = by == 1 ? sum_of(tree, lattice, UINT64_MAX) : 0;
    for (size_t i = 0; i < tree->wire_count; i++) {
        const struct net_tree_wire *w = &tree->wires[i];
        lattice_wire(lattice, w->layer, w->class, w->ix0, w->iy0, w->ix1, w->iy1, by);
    }
    for (size_t i = 0; i < tree->via_count; i++) {
        const struct net_tree_via *v = &tree->vias[i];
        lattice_via(lattice, v->cut, v->variant, v->ix, v->iy, by);
    }
    if (by == 1)
        tree->own = sum_of(tree, lattice, UINT64_MAX) - before;
}

void net_tree_rip_up(struct net_tree *tree, struct lattice *lattice)
{
    assert(tree->complete);
    net_tree_count(tree, lattice, -1);
    net_tree_empty(tree);
}

/* If the place is in conflict, adds to its history cost and returns 1; else returns 0. */
static size_t pay(struct lattice *lattice, struct cell *cell, int32_t by)
{
    if (cell_count(lattice, cell) == 0)
        return 0;
    cell_pay(lattice, cell, by, TOLL_MOST);
    return 1;
}

size_t net_tree_wire_conflicts(const struct net_tree_wire *w, struct lattice *lattice, int32_t toll)
{
    size_t conflicts = 0;
    for (uint32_t ix = uint_min(w->ix0, w->ix1); ix <= uint_max(w->ix0, w->ix1); ix++)
        for (uint32_t iy = uint_min(w->iy0, w->iy1); iy <= uint_max(w->iy0, w->iy1); iy++)
            conflicts += pay(
                lattice, &lattice->cells[w->class][lattice_node(lattice, w->layer, ix, iy)], toll);
    return conflicts;
}

size_t net_tree_via_conflicts(const struct net_tree_via *v, struct lattice *lattice, int32_t toll)
{
    uint32_t at = lattice_at(&lattice->layers[v->cut], v->ix, v->iy);
    return pay(lattice, lattice_site(&lattice->cuts[v->cut], v->variant, at), toll);
}

size_t net_tree_conflicts(struct net_tree *tree, struct lattice *lattice, int32_t toll)
{
    size_t conflicts = 0, w = 0, v = 0;
    assert(toll >= 0);
    for (size_t path = 0; path <= tree->path_count; path++) {
        const bool last = path == tree->path_count;
        const size_t before = conflicts;
        for (; w < (last ? tree->wire_count : tree->paths[path].wires); w++)
            conflicts += net_tree_wire_conflicts(&tree->wires[w], lattice, toll);
        for (; v < (last ? tree->via_count : tree->paths[path].vias); v++)
            conflicts += net_tree_via_conflicts(&tree->vias[v], lattice, toll);
        if (path > 0)
            tree->paths[path - 1].is_free = conflicts == before;
    }
    return conflicts;
}

bool net_tree_in_conflict(const struct net_tree *tree, const struct lattice *lattice)
{
    assert(tree->complete);
    return sum_of(tree, lattice, tree->own) > tree->own;
}
