/* repair: from trees that ignore each other to a legal result. */
#include "router/repair.h"

#include <stdlib.h>

#include "router/improve.h"
#include "router/insert.h"
#include "router/negotiate.h"
#include "router/pass.h"
#include "router/snapshot.h"

enum {
    GAP_PARTS = 5,     /* a first try within one part in so many of the ideal is not haggled over */
    GAP_NETS = 200,    /* and, in a design of so many nets, left as it is */
    MISSING_PARTS = 5, /* where one net in so many is missing, pushing others aside may do; ... */
    MISSING_PARTS_LARGE = 25, /* ... in a design of GAP_NETS only where it is one in so many */
};

/* Takes out nets that share cells: first every later net that shares with one before it, in
 * order, where `greedily`; else the one with the most shared cells first (ties: the later one),
 * until the plan is legal. */
static enum status drop_conflicts(struct plan *plan, bool greedily, struct error *error)
{
    for (;;) {
        size_t most = 0;
        uint32_t worst = 0;
        for (uint32_t rank = plan->count; rank-- > 0;) {
            const struct tree *tree = &plan->trees[rank];
            size_t shared =
                tree->present ? congestion_shared(&plan->cong, tree->wires, tree->count, 2) : 0;
            if (shared > 0 && greedily && plan_take_out(plan, rank, error) != STATUS_OK)
                return STATUS_FAILED;
            if (shared > most) {
                most = shared;
                worst = rank;
            }
        }
        if (most == 0 || greedily)
            return STATUS_OK;
        if (plan_take_out(plan, worst, error) != STATUS_OK)
            return STATUS_FAILED;
    }
}

/* Enters the plan's trees in routes and closes them in the hard lane; rest gets the nets without
 * one that have a path at all, and those without any are marked. */
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

/* Takes what the pass has routed over into the plan, and opens the hard lane again. */
static enum status take_over(struct plan *plan, const struct routes *routes, struct error *error)
{
    struct run *run = plan->run;
    enum status status = STATUS_OK;
    for (uint32_t rank = 0; rank < plan->count && status == STATUS_OK; rank++) {
        const struct route *route = &routes->nets[plan->nets[rank]];
        const struct wire *wires = routes->wires + route->first_wire;
        struct box dirty = box_empty();
        if (route->state != ROUTE_ROUTED)
            continue;
        if (!plan->trees[rank].present)
            status = plan_put_in(plan, rank, wires, route->wire_count, error);
        field_open(&run->hard.store, wires, route->wire_count, &dirty);
        if (status == STATUS_OK)
            status = lane_touch(&run->hard, dirty, error);
    }
    return status;
}

/* Sum of what the nets cost alone: no result of all nets costs less (but where a net of many pins
 * was grown pin by pin). */
static cost_t ideal_cost(const struct plan *plan)
{
    cost_t cost = 0;
    for (uint32_t rank = 0; rank < plan->count; rank++)
        cost += plan->ideals[rank] != COST_NONE ? plan->ideals[rank] : 0;
    return cost;
}

/* Nets without a tree that could have one. */
static uint32_t missing_nets(const struct plan *plan)
{
    uint32_t missing = 0;
    for (uint32_t rank = 0; rank < plan->count; rank++)
        missing += plan_is_missing(plan, rank);
    return missing;
}

static bool is_close(const struct plan *plan)
{
    cost_t ideal = ideal_cost(plan);
    return missing_nets(plan) == 0 && plan_cost(plan) <= ideal + ideal / GAP_PARTS;
}

/* The first try: nets keep their trees as far as these are free, the others go around. */
static enum status go_around(struct plan *plan, struct routes *routes, uint32_t *rest,
                             struct error *error)
{
    uint32_t rest_count = 0;
    enum status status = drop_conflicts(plan, true, error);
    if (status == STATUS_OK)
        status = enter_trees(plan, routes, rest, &rest_count, error);
    if (status == STATUS_OK)
        status = pass_route(plan->run, rest, rest_count, routes, error);
    return status == STATUS_OK ? take_over(plan, routes, error) : status;
}

/* True where so few nets are missing that chains of nets pushed aside find places for them sooner
 * than negotiation would. */
static bool few_missing(const struct plan *plan)
{
    uint32_t parts = plan->count < GAP_NETS ? MISSING_PARTS : MISSING_PARTS_LARGE;
    return (uint64_t)missing_nets(plan) * parts <= plan->count;
}

static enum status insert_few(struct plan *plan, struct route_report *report, struct error *error)
{
    uint32_t rounds = plan->run->options->max_iterations - report->iterations;
    return few_missing(plan) ? insert_missing(plan, rounds, &report->iterations, error) : STATUS_OK;
}

/* Negotiates and takes out what still shares cells. What was before comes back where it is
 * better. */
static enum status haggle(struct plan *plan, const struct negotiate_rules *rules, uint32_t rounds,
                          const struct snapshot *before, struct route_report *report,
                          struct error *error)
{
    enum status status =
        negotiate(plan, rules, rounds, &report->iterations, &report->conflicts, error);
    if (status == STATUS_OK)
        status = drop_conflicts(plan, false, error);
    if (status == STATUS_OK && !snapshot_is_worse(before, plan))
        status = snapshot_restore(before, plan, error);
    return status;
}

/* From the trees that nets would have alone; `around`: the plan as it is. */
static enum status haggle_from(const struct snapshot *alone, struct plan *plan,
                               struct snapshot *around, struct route_report *report,
                               struct error *error)
{
    uint32_t rounds = plan->run->options->max_iterations - report->iterations;
    enum status status = snapshot_restore(alone, plan, error);
    return status == STATUS_OK ? haggle(plan, &negotiate_gentle, rounds, around, report, error)
                               : status;
}

/* Makes places for the nets that are missing in a plan that is legal otherwise. Half of the
 * iterations are left for improvement. */
static enum status haggle_missing(struct plan *plan, struct snapshot *before,
                                  struct route_report *report, struct error *error)
{
    uint32_t left = plan->run->options->max_iterations - report->iterations;
    enum status status = snapshot_take(before, plan, error);
    if (status == STATUS_OK)
        status = haggle(plan, &negotiate_crowded, (left + 1) / 2, before, report, error);
    return status == STATUS_OK ? insert_few(plan, report, error) : status;
}

/* Makes the plan legal: by going around if that is close to the best possible, else by
 * negotiation (*haggled): from what each net would have alone, which in a large design that has
 * nets missing would take too long, and from there for what is missing still. */
static enum status legalise(struct plan *plan, struct routes *routes, uint32_t *rest,
                            struct route_report *report, bool *haggled, struct error *error)
{
    struct snapshot alone = {0}, around = {0};
    enum status status = snapshot_take(&alone, plan, error);
    if (status == STATUS_OK)
        status = go_around(plan, routes, rest, error);
    if (status == STATUS_OK)
        status = insert_few(plan, report, error);
    if (status != STATUS_OK || is_close(plan) || run_state(plan->run) != RUN_GOES_ON)
        goto out;
    *haggled = true;
    status = snapshot_take(&around, plan, error);
    if (status == STATUS_OK && (missing_nets(plan) == 0 || plan->count < GAP_NETS))
        status = haggle_from(&alone, plan, &around, report, error);
    if (status == STATUS_OK && missing_nets(plan) > 0)
        status = haggle_missing(plan, &around, report, error);
out:
    snapshot_destroy(&alone);
    snapshot_destroy(&around);
    return status;
}

enum status repair_route(struct run *run, const uint32_t *nets, uint32_t count,
                         struct routes *routes, struct route_report *report, struct error *error)
{
    struct plan plan;
    bool haggled = false;
    uint32_t rest_count = 0, most = run->options->max_iterations;
    uint32_t *rest = mem_alloc(count, sizeof *rest, "nets left", error);
    if (rest == NULL)
        return STATUS_FAILED;
    enum status status = plan_create(&plan, run, nets, count, error);
    if (status == STATUS_OK)
        status = negotiate_start(&plan, error);
    bool resumes = run->options->resume != NULL;
    if (status == STATUS_OK && !resumes)
        status = legalise(&plan, routes, rest, report, &haggled, error);
    bool good_enough = !haggled && !resumes && count >= GAP_NETS;
    if (status == STATUS_OK && !good_enough && report->iterations < most)
        status = improve(&plan, most, &report->iterations, error);
    if (status == STATUS_OK)
        status = enter_trees(&plan, routes, rest, &rest_count, error);
    if (status == STATUS_OK)
        status = pass_route(run, rest, rest_count, routes, error);
    plan_destroy(&plan);
    free(rest);
    return status;
}
