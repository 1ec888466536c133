/* repair: removes trees until a plan is legal, and moves trees between plan and routes. */
#include "router/maze/stage/repair.h"

enum {
    GAP_PARTS = 5,            /* a cost of at most 1 / GAP_PARTS above the ideal is close */
    LARGE_NETS = 200,         /* minimum number of nets of a large design */
    MISSING_PARTS = 5,        /* few nets are missing: at most one net in MISSING_PARTS */
    MISSING_PARTS_LARGE = 25, /* the same in a large design */
};

/* Marks the cells of the wires except the first of each (congestion.h); true if one was marked. */
static bool mark(const struct grid *grid, uint64_t *plane, const struct tree *tree)
{
    bool met = false;
    for (size_t i = 0; i < tree->count; i++)
        met |= plane_set(plane, plane_run_part(grid, tree->wires[i], true));
    return met;
}

enum status repair_drop_later(struct plan *plan, struct error *error)
{
    const struct grid *grid = &plan->session->design->grid;
    enum status status = STATUS_OK;
    uint64_t *plane;
    TRY(MEM_NEW(plane, grid_plane_words(grid), "cells of trees", error));
    for (uint32_t rank = 0; rank < plan->count && status == STATUS_OK; rank++)
        if (plan->trees[rank].present && mark(grid, plane, &plan->trees[rank]))
            status = plan_take_out(plan, rank, error);
    free(plane);
    return status;
}

enum status repair_drop_worst(struct plan *plan, struct error *error)
{
    assert(plan->open);
    for (;;) {
        size_t most = 0;
        uint32_t worst = 0;
        for (uint32_t rank = plan->count; rank-- > 0;) {
            const struct tree *tree = &plan->trees[rank];
            size_t shared =
                tree->present ? congestion_shared(&plan->cong, tree->wires, tree->count) : 0;
            if (shared > most) {
                most = shared;
                worst = rank;
            }
        }
        if (most == 0)
            return STATUS_OK;
        TRY(plan_take_out(plan, worst, error));
    }
}

/* Closes the trees' cells in the hard searcher. */
static enum status close_trees(struct plan *plan, struct error *error)
{
    struct searcher *searcher = &plan->session->hard;
    for (uint32_t rank = 0; rank < plan->count; rank++)
        if (plan->trees[rank].present)
            field_close(&searcher->store, plan->trees[rank].wires, plan->trees[rank].count, NULL);
    return searcher_touch(searcher, box_whole(&plan->session->design->grid), error);
}

enum status repair_enter(struct plan *plan, struct routes *routes, uint32_t *rest,
                         uint32_t *rest_count, struct error *error)
{
    assert(rest != NULL && rest_count != NULL);
    *rest_count = 0;
    for (uint32_t rank = 0; rank < plan->count; rank++) {
        const struct tree *tree = &plan->trees[rank];
        const uint32_t net = plan->nets[rank];
        if (tree->present) {
            TRY(routes_set_wires(routes, plan->session->design, net, tree->wires, tree->count,
                                 error));
            continue;
        }
        rest[(*rest_count)++] = net;
        TRY(routes_set_unrouted(routes, net, ROUTE_INTERRUPTED, NULL, 0, error));
    }
    const bool over = session_state(plan->session) != SESSION_GOES_ON;
    return *rest_count == 0 || over ? STATUS_OK : close_trees(plan, error);
}

enum status repair_take_over(struct plan *plan, const struct routes *routes, struct error *error)
{
    assert(!plan->open);
    struct session *session = plan->session;
    for (uint32_t rank = 0; rank < plan->count; rank++) {
        const struct route *route = &routes->nets[plan->nets[rank]];
        if (route->state == ROUTE_ROUTED && !plan->trees[rank].present)
            TRY(plan_put_in(plan, rank, routes->wires + route->first_wire, route->wire_count,
                            error));
    }
    const struct field_store *hard = &session->hard.store; /* leaves what is closed for good */
    memcpy(hard->field.closed, hard->base, grid_plane_words(hard->field.grid) * sizeof *hard->base);
    return searcher_touch(&session->hard, box_whole(&session->design->grid), error);
}

/* The sum of the ideals. No result of all nets costs less, unless a tree that was grown pin by pin
 * is not the cheapest. */
static cost_t ideal_cost(const struct plan *plan)
{
    cost_t cost = 0;
    for (uint32_t rank = 0; rank < plan->count; rank++)
        cost += plan->ideals[rank] != COST_NONE ? plan->ideals[rank] : 0;
    return cost;
}

bool repair_is_large(const struct plan *plan)
{
    return plan->count >= LARGE_NETS;
}

bool repair_has_branches(const struct plan *plan)
{
    for (uint32_t rank = 0; rank < plan->count; rank++)
        if (plan->session->design->nets.nets[plan->nets[rank]].pin_count > 2)
            return true;
    return false;
}

uint32_t repair_missing(const struct plan *plan)
{
    uint32_t missing = 0;
    for (uint32_t rank = 0; rank < plan->count; rank++)
        missing += plan_is_missing(plan, rank);
    return missing;
}

bool repair_is_close(const struct plan *plan)
{
    cost_t ideal = ideal_cost(plan);
    return repair_missing(plan) == 0 && plan_cost(plan) <= ideal + ideal / GAP_PARTS;
}

bool repair_few_missing(const struct plan *plan)
{
    uint32_t parts = repair_is_large(plan) ? MISSING_PARTS_LARGE : MISSING_PARTS;
    return (uint64_t)repair_missing(plan) * parts <= plan->count;
}
