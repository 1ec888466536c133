/* repair: from a plan with conflicts to a legal result. */
#include "router/repair.h"

#include <stdlib.h>

#include "router/improve.h"
#include "router/negotiate.h"
#include "router/pass.h"

/* Takes out nets that share cells, the one with the most shared cells first (ties: the later one
 * in order), until the plan is legal. */
static enum status drop_conflicts(struct plan *plan, struct error *error)
{
    for (;;) {
        size_t most = 0;
        uint32_t worst = 0;
        for (uint32_t rank = 0; rank < plan->count; rank++) {
            const struct tree *tree = &plan->trees[rank];
            size_t shared =
                tree->present ? congestion_shared(&plan->cong, tree->wires, tree->count, 2) : 0;
            if (shared > 0 && shared >= most) {
                most = shared;
                worst = rank;
            }
        }
        if (most == 0)
            return STATUS_OK;
        enum status status = plan_take_out(plan, worst, error);
        if (status != STATUS_OK)
            return status;
    }
}

/* Enters the plan's trees in routes and closes them in the hard lane; rest gets the nets without
 * one. */
static enum status enter_trees(struct plan *plan, struct routes *routes, uint32_t *rest,
                               uint32_t *rest_count, struct error *error)
{
    struct run *run = plan->run;
    enum status status = STATUS_OK;
    *rest_count = 0;
    for (uint32_t rank = 0; rank < plan->count && status == STATUS_OK; rank++) {
        const struct tree *tree = &plan->trees[rank];
        if (!tree->present) {
            rest[(*rest_count)++] = plan->nets[rank];
            continue;
        }
        struct box dirty = box_empty();
        field_close(&run->hard.store, tree->wires, tree->count, &dirty);
        status = lane_touch(&run->hard, dirty, error);
        if (status == STATUS_OK)
            status = routes_set_wires(routes, run->design, plan->nets[rank], tree->wires,
                                      tree->count, error);
    }
    return status;
}

enum status repair_route(struct run *run, const uint32_t *nets, uint32_t count,
                         struct routes *routes, struct route_report *report, struct error *error)
{
    struct plan plan;
    uint32_t rest_count = 0;
    uint32_t *rest = mem_alloc(count, sizeof *rest, "nets left", error);
    if (rest == NULL)
        return STATUS_FAILED;
    enum status status = plan_create(&plan, run, nets, count, error);
    if (status == STATUS_OK)
        status = negotiate_start(&plan, error);
    if (status == STATUS_OK)
        status = negotiate(&plan, run->options->max_iterations, &report->iterations,
                           &report->conflicts, error);
    if (status == STATUS_OK)
        status = drop_conflicts(&plan, error);
    if (status == STATUS_OK && report->iterations < run->options->max_iterations)
        status = improve(&plan, run->options->max_iterations - report->iterations,
                         &report->iterations, error);
    if (status == STATUS_OK)
        status = enter_trees(&plan, routes, rest, &rest_count, error);
    if (status == STATUS_OK)
        status = pass_route(run, rest, rest_count, routes, error);
    plan_destroy(&plan);
    free(rest);
    return status;
}
