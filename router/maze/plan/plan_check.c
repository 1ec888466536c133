/* plan_check: recounts the users of all cells and compares. */
#include "router/maze/plan/plan.h"

static bool tree_is_sound(const struct plan *plan, uint32_t rank)
{
    assert(rank < plan->count);
    const struct tree *tree = &plan->trees[rank];
    struct route route = {0};
    if (plan->margins[rank] == 0 || tree->count > tree->capacity)
        return false;
    if (!tree->present)
        return true;
    routes_measure(&route, plan->session->design, plan->nets[rank], tree->wires, tree->count);
    return route.cost == tree->cost;
}

/* Adds 1 to the users of each cell of the tree (except the first of each wire, see congestion.h);
 * false if owners are kept and a cell has none. */
static bool count_users(const struct plan *plan, const struct tree *tree, uint32_t *users)
{
    assert(plan->open);
    bool sound = true;
    for (size_t i = 0; i < tree->count; i++) {
        struct wire_walk walk = wire_walk_rest(plan->cong.grid, tree->wires[i]);
        for (; walk.left > 0; wire_next(&walk)) {
            users[walk.cell]++;
            sound &= plan->owner == NULL || plan->owner[walk.cell] != 0;
        }
    }
    return sound;
}

static bool counts_are_sound(const struct plan *plan)
{
    size_t cells = grid_cells(plan->cong.grid);
    uint32_t *users = mem_alloc(cells, sizeof *users, "users of cells", NULL);
    bool sound = congestion_is_sound(&plan->cong);
    if (users == NULL)
        return sound;
    for (uint32_t rank = 0; rank < plan->count && sound; rank++)
        if (plan->trees[rank].present)
            sound = count_users(plan, &plan->trees[rank], users);
    for (size_t cell = 0; cell < cells && sound; cell++) {
        uint32_t owner = plan->owner != NULL ? plan->owner[cell] : 0;
        sound = users[cell] == plan->cong.use[cell] && (owner == 0 || users[cell] > 0) &&
                owner <= plan->count && (owner == 0 || plan->trees[owner - 1].present);
    }
    free(users);
    return sound;
}

bool plan_is_sound(const struct plan *plan)
{
    for (uint32_t rank = 0; rank < plan->count; rank++)
        if (!tree_is_sound(plan, rank))
            return false;
    return !plan->open || counts_are_sound(plan);
}

bool plan_is_legal(const struct plan *plan)
{
    const struct grid *grid = &plan->session->design->grid;
    uint64_t *plane = mem_alloc(grid_plane_words(grid), sizeof *plane, "cells of trees", NULL);
    bool legal = true;
    for (uint32_t rank = 0; plane != NULL && rank < plan->count && legal; rank++) {
        const struct tree *tree = &plan->trees[rank];
        for (size_t i = 0; tree->present && i < tree->count; i++)
            legal &= !plane_set(plane, plane_run_part(grid, tree->wires[i], true));
    }
    free(plane);
    return legal;
}
