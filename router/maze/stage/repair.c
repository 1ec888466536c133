/* repair: from trees that ignore each other to a legal plan. */
#include "router/maze/stage/repair.h"

#include <stdlib.h>

#include "grid/wire.h"

enum {
    GAP_PARTS = 5, /* a first try within one part in so many of the ideal is close */
    LARGE_NETS = 200,
    MISSING_PARTS = 5,        /* where one net in so many is missing, they are few; ... */
    MISSING_PARTS_LARGE = 25, /* ... in a large design only where it is one in so many */
};

/* Marks the cells of the wires but the first of each (congestion.h); true where one was marked. */
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
    uint64_t *plane = mem_alloc(grid_plane_words(grid), sizeof *plane, "cells of trees", error);
    enum status status = plane != NULL ? STATUS_OK : STATUS_FAILED;
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

enum { PART = 1024 }; /* nets that one thread enters */

struct entering {
    const struct plan *plan;
    struct routes *routes;
    size_t
        *wires; /* [parts] of the pool: how many a part's nets need anew, then the first of them */
    bool *misses; /* [parts] a net of the part has no tree */
};

/* How many wires of the pool the tree needs: none where its net has room. */
static size_t needs(const struct routes *routes, uint32_t net, const struct tree *tree)
{
    return tree->present && tree->count > routes->nets[net].wire_count ? tree->count : 0;
}

static uint32_t end_of(const struct plan *plan, size_t part)
{
    return plan->count - part * PART < PART ? plan->count : (uint32_t)(part + 1) * PART;
}

static void count_wires(void *context, size_t first, size_t end)
{
    const struct entering *it = context;
    for (size_t part = first; part < end; part++)
        for (uint32_t rank = (uint32_t)part * PART; rank < end_of(it->plan, part); rank++) {
            const struct tree *tree = &it->plan->trees[rank];
            it->wires[part] += needs(it->routes, it->plan->nets[rank], tree);
            it->misses[part] |= !tree->present;
        }
}

/* Enters the trees that are present. */
static void enter_trees(void *context, size_t first, size_t end)
{
    const struct entering *it = context;
    for (size_t part = first; part < end; part++) {
        size_t next = it->wires[part];
        for (uint32_t rank = (uint32_t)part * PART; rank < end_of(it->plan, part); rank++) {
            const struct tree *tree = &it->plan->trees[rank];
            const struct route measured = {.cost = tree->cost,
                                           .length = tree->length,
                                           .vias = tree->vias,
                                           .bends = tree->bends};
            const uint32_t net = it->plan->nets[rank];
            const size_t anew = needs(it->routes, net, tree);
            if (tree->present)
                routes_set_wires_at(it->routes, net, tree->wires, tree->count, &measured,
                                    anew > 0 ? next : it->routes->nets[net].first_wire);
            next += anew;
        }
    }
}

static enum status list_missing(const struct entering *it, size_t parts, uint32_t *rest,
                                uint32_t *rest_count, struct error *error)
{
    *rest_count = 0;
    for (size_t part = 0; part < parts; part++)
        for (uint32_t rank = (uint32_t)part * PART;
             it->misses[part] && rank < end_of(it->plan, part); rank++) {
            if (it->plan->trees[rank].present)
                continue;
            rest[(*rest_count)++] = it->plan->nets[rank];
            TRY(routes_set_unrouted(it->routes, it->plan->nets[rank], ROUTE_INTERRUPTED, NULL, 0,
                                    error));
        }
    return STATUS_OK;
}

/* All trees, by all threads, and the list of nets without one. */
static enum status enter_all(struct entering *it, uint32_t *rest, uint32_t *rest_count,
                             struct error *error)
{
    const size_t parts = ((size_t)it->plan->count + PART - 1) / PART;
    struct workers *workers = it->plan->session->workers;
    size_t all = 0, first = 0;
    TRY(MEM_NEW(it->wires, parts, "wires of the nets", error));
    TRY(MEM_NEW(it->misses, parts, "wires of the nets", error));
    workers_run(workers, count_wires, it, parts, 1);
    for (size_t part = 0; part < parts; part++)
        all += it->wires[part];
    TRY(routes_add_room(it->routes, all, &first, error));
    for (size_t part = 0; part < parts; part++) {
        const size_t own = it->wires[part];
        it->wires[part] = first;
        first += own;
    }
    workers_run(workers, enter_trees, it, parts, 1);
    return list_missing(it, parts, rest, rest_count, error);
}

enum status repair_enter(struct plan *plan, struct routes *routes, uint32_t *rest,
                         uint32_t *rest_count, struct error *error)
{
    assert(rest != NULL && rest_count != NULL);
    struct entering entering = {.plan = plan, .routes = routes};
    const enum status status = enter_all(&entering, rest, rest_count, error);
    MEM_FREE(entering.wires, entering.misses);
    if (status != STATUS_OK || *rest_count == 0 || session_state(plan->session) != SESSION_GOES_ON)
        return status;
    return close_trees(plan, error);
}

enum status repair_take_over(struct plan *plan, const struct routes *routes, struct error *error)
{
    struct session *session = plan->session;
    enum status status = STATUS_OK;
    for (uint32_t rank = 0; rank < plan->count && status == STATUS_OK; rank++) {
        const struct route *route = &routes->nets[plan->nets[rank]];
        if (route->state == ROUTE_ROUTED && !plan->trees[rank].present)
            status = plan_put_in_measured(plan, rank, routes->wires + route->first_wire,
                                          route->wire_count, route, error);
    }
    field_clear(&session->hard.store);
    return status == STATUS_OK
               ? searcher_touch(&session->hard, box_whole(&session->design->grid), error)
               : status;
}

cost_t repair_ideal_cost(const struct plan *plan)
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
    const struct netlist *nets = &plan->session->design->nets;
    for (uint32_t rank = 0; rank < plan->count; rank++)
        if (nets->nets[plan->nets[rank]].pin_count > 2)
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
    cost_t ideal = repair_ideal_cost(plan);
    return repair_missing(plan) == 0 && plan_cost(plan) <= ideal + ideal / GAP_PARTS;
}

bool repair_few_missing(const struct plan *plan)
{
    uint32_t parts = repair_is_large(plan) ? MISSING_PARTS_LARGE : MISSING_PARTS;
    return (uint64_t)repair_missing(plan) * parts <= plan->count;
}
