/* plan: trees in and out, and searches of some nets at a time. */
#include "router/plan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Cells around the box of its pins that a net may use at first: enough for a detour around a few
 * others, little enough to keep searches short. */
enum { MARGIN_MIN = 6 };

enum status plan_create(struct plan *plan, struct run *run, const uint32_t *nets, uint32_t count,
                        struct error *error)
{
    *plan = (struct plan){.run = run, .nets = nets, .count = count};
    plan->trees = mem_alloc(count, sizeof *plan->trees, "trees", error);
    plan->boxes = mem_alloc(count, sizeof *plan->boxes, "boxes of nets", error);
    plan->margins = mem_alloc(count, sizeof *plan->margins, "windows of nets", error);
    plan->ideals = mem_alloc(count, sizeof *plan->ideals, "costs of nets", error);
    enum status status = STATUS_FAILED;
    if (plan->trees != NULL && plan->boxes != NULL && plan->margins != NULL && plan->ideals != NULL)
        status = steiner_create(&plan->steiner, error);
    for (uint32_t rank = 0; rank < count && status == STATUS_OK; rank++) {
        struct box box = order_bounding_box(run->design, nets[rank]);
        plan->boxes[rank] = box;
        plan->margins[rank] = MARGIN_MIN + (box.x1 - box.x0 + box.y1 - box.y0) / 16;
    }
    if (status != STATUS_OK)
        plan_destroy(plan);
    return status;
}

enum status plan_open(struct plan *plan, struct error *error)
{
    if (plan->open)
        return STATUS_OK;
    enum status status = run_open_soft(plan->run, error);
    if (status == STATUS_OK)
        status = congestion_create(&plan->cong, &plan->run->soft.store, error);
    if (status != STATUS_OK)
        return status;
    struct box dirty = box_empty();
    for (uint32_t rank = 0; rank < plan->count; rank++)
        if (plan->trees[rank].present)
            congestion_add(&plan->cong, plan->trees[rank].wires, plan->trees[rank].count, &dirty);
    plan->open = true;
    return lane_touch(&plan->run->soft, dirty, error);
}

void plan_destroy(struct plan *plan)
{
    for (uint32_t rank = 0; plan->trees != NULL && rank < plan->count; rank++)
        free(plan->trees[rank].wires);
    free(plan->trees);
    free(plan->boxes);
    free(plan->margins);
    free(plan->ideals);
    congestion_destroy(&plan->cong);
    steiner_destroy(plan->steiner);
    *plan = (struct plan){0};
}

struct box plan_window(const struct plan *plan, uint32_t rank)
{
    return box_grow(&plan->run->design->grid, plan->boxes[rank], plan->margins[rank]);
}

enum status plan_take_out(struct plan *plan, uint32_t rank, struct error *error)
{
    struct tree *tree = &plan->trees[rank];
    if (!tree->present)
        return STATUS_OK;
    tree->present = false;
    if (!plan->open)
        return STATUS_OK;
    congestion_remove(&plan->cong, tree->wires, tree->count, NULL);
    return lane_touch_wires(&plan->run->soft, tree->wires, tree->count, error);
}

enum status plan_put_in(struct plan *plan, uint32_t rank, const struct wire *wires, size_t count,
                        struct error *error)
{
    struct tree *tree = &plan->trees[rank];
    assert(!tree->present);
    if (wires != tree->wires) {
        if (mem_grow((void **)&tree->wires, &tree->capacity, count, sizeof *wires, "a tree",
                     error) != STATUS_OK)
            return STATUS_FAILED;
        if (count > 0)
            memcpy(tree->wires, wires, count * sizeof *wires);
        tree->count = count;
        struct route route = {0};
        routes_measure(&route, plan->run->design, plan->nets[rank], wires, count);
        tree->cost = route.cost;
    }
    tree->present = true;
    if (!plan->open)
        return STATUS_OK;
    congestion_add(&plan->cong, tree->wires, tree->count, NULL);
    return lane_touch_wires(&plan->run->soft, tree->wires, tree->count, error);
}

enum status plan_grow_in(struct plan *plan, struct lane *lane, const uint32_t *ranks,
                         const struct box *windows, const cost_t *guesses, uint32_t count,
                         struct growth *growths, struct error *error)
{
    struct run *run = plan->run;
    enum status status = STATUS_OK;
    for (uint32_t i = 0; i < count && status == STATUS_OK; i++) {
        uint32_t net = plan->nets[ranks[i]];
        status = connect_begin(&growths[i], run->design, net, error);
        growths[i].guess = guesses != NULL ? guesses[i] : 0;
        if (status != STATUS_OK || !steiner_suits(run->design, net, windows[i]))
            continue;
        run_count_work(run, &growths[i], steiner_work(run->design, net, windows[i]));
        status = steiner_grow(plan->steiner, &lane->store.field, windows[i], &growths[i], error);
    }
    return status == STATUS_OK ? run_grow(run, lane, growths, windows, count, error) : status;
}

enum status plan_grow(struct plan *plan, const uint32_t *ranks, const cost_t *guesses,
                      uint32_t count, struct growth *growths, struct error *error)
{
    struct box windows[PLAN_BATCH] = {0};
    struct box whole = box_whole(&plan->run->design->grid);
    struct lane *lane = &plan->run->soft;
    assert(count <= PLAN_BATCH);
    for (uint32_t i = 0; i < count; i++)
        windows[i] = plan_window(plan, ranks[i]);
    enum status status = plan_grow_in(plan, lane, ranks, windows, guesses, count, growths, error);
    for (uint32_t i = 0; i < count && status == STATUS_OK; i++)
        while (status == STATUS_OK && growths[i].outcome == OUTCOME_NONE &&
               !box_holds(windows[i], whole)) {
            plan->margins[ranks[i]] *= 4;
            windows[i] = plan_window(plan, ranks[i]);
            status = plan_grow_in(plan, lane, &ranks[i], &windows[i], NULL, 1, &growths[i], error);
        }
    return status;
}

enum status plan_set_present(struct plan *plan, uint32_t present, struct error *error)
{
    struct box dirty = box_empty();
    plan->cong.present = present < TOLL_MAX ? present : TOLL_MAX;
    for (uint32_t rank = 0; rank < plan->count; rank++)
        if (plan->trees[rank].present)
            congestion_reprice(&plan->cong, plan->trees[rank].wires, plan->trees[rank].count,
                               &dirty);
    return lane_touch(&plan->run->soft, dirty, error);
}

bool plan_in_conflict(const struct plan *plan, uint32_t rank)
{
    const struct tree *tree = &plan->trees[rank];
    return tree->present && congestion_shared(&plan->cong, tree->wires, tree->count, 2) > 0;
}

cost_t plan_cost(const struct plan *plan)
{
    cost_t cost = 0;
    for (uint32_t rank = 0; rank < plan->count; rank++)
        cost += plan->trees[rank].present ? plan->trees[rank].cost : 0;
    return cost;
}

uint32_t plan_routed(const struct plan *plan)
{
    uint32_t routed = 0;
    for (uint32_t rank = 0; rank < plan->count; rank++)
        routed += plan->trees[rank].present;
    return routed;
}

enum status plan_forget(struct plan *plan, uint64_t seed, uint32_t one_in, struct error *error)
{
    struct congestion *cong = &plan->cong;
    size_t cells = grid_cells(cong->grid);
    for (size_t cell = 0; cell < cells; cell++) {
        uint64_t hash = (seed + cell) * 0x9e3779b97f4a7c15u;
        hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
        cong->history[cell] = one_in > 0 && (hash >> 32) % one_in == 0;
        cong->toll[cell] = cong->history[cell];
    }
    enum status status = lane_touch(&plan->run->soft, box_whole(cong->grid), error);
    return status == STATUS_OK ? plan_set_present(plan, cong->present, error) : status;
}
