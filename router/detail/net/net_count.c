/* net_count: adds a tree to the conflict counts of the lattice, and counts its conflicts. */
#include "router/detail/net/net_tree.h"

#include "router/detail/lattice/cell.h"

enum { TOLL_MOST = 30000 }; /* largest history cost of a node */

void net_tree_count(const struct net_tree *tree, struct lattice *lattice, int32_t by)
{
    assert(by == 1 || by == -1);
    for (size_t i = 0; i < tree->wire_count; i++) {
        const struct net_tree_wire *w = &tree->wires[i];
        lattice_wire(lattice, w->layer, w->class, w->ix0, w->iy0, w->ix1, w->iy1, by);
    }
    for (size_t i = 0; i < tree->via_count; i++) {
        const struct net_tree_via *v = &tree->vias[i];
        lattice_via(lattice, v->cut, v->variant, v->ix, v->iy, by);
    }
}

/* If the place is in conflict, adds to its history cost and returns 1; else returns 0. */
static size_t pay(struct lattice *lattice, struct cell *cell, int32_t by)
{
    if (!cell_is_near(lattice, cell))
        return 0;
    cell_pay(lattice, cell, by, TOLL_MOST);
    return 1;
}

size_t net_tree_wire_conflicts(const struct net_tree_wire *w, struct lattice *lattice, int32_t toll)
{
    size_t conflicts = 0;
    for (uint32_t ix = uint_min(w->ix0, w->ix1); ix <= uint_max(w->ix0, w->ix1); ix++) {
        for (uint32_t iy = uint_min(w->iy0, w->iy1); iy <= uint_max(w->iy0, w->iy1); iy++) {
            conflicts += pay(
                lattice, &lattice->cells[w->class][lattice_node(lattice, w->layer, ix, iy)], toll);
        }
    }
    return conflicts;
}

size_t net_tree_via_conflicts(const struct net_tree_via *v, struct lattice *lattice, int32_t toll)
{
    uint32_t at = lattice_at(&lattice->layers[v->cut], v->ix, v->iy);
    return pay(lattice, lattice_site(&lattice->cuts[v->cut], v->variant, at), toll);
}

size_t net_tree_conflicts(const struct net_tree *tree, struct lattice *lattice, int32_t toll)
{
    size_t conflicts = 0;
    assert(toll >= 0);
    for (size_t i = 0; i < tree->wire_count; i++)
        conflicts += net_tree_wire_conflicts(&tree->wires[i], lattice, toll);
    for (size_t i = 0; i < tree->via_count; i++)
        conflicts += net_tree_via_conflicts(&tree->vias[i], lattice, toll);
    return conflicts;
}

bool net_tree_in_conflict(const struct net_tree *tree, struct lattice *lattice)
{
    assert(tree->complete);
    net_tree_count(tree, lattice, -1);
    const bool found = net_tree_conflicts(tree, lattice, 0) > 0;
    net_tree_count(tree, lattice, 1);
    return found;
}
