/* ideal: searches a batch of nets at once, and enlarges the windows that may be too small. */
#include "router/maze/stage/ideal.h"

enum { BATCH = 1024 };

enum status ideal_open(struct ideal *it, const struct plan *plan, uint32_t done,
                       struct error *error)
{
    assert(done <= plan->count);
    uint32_t most = plan->count < BATCH ? plan->count : BATCH,
             fit = session_first_batch(plan->session);
    *it = (struct ideal){.done = done, .batch = fit < most ? fit : most, .most = most};
    TRY(MEM_NEW(it->ranks, most, "a batch of nets", error));
    TRY(MEM_NEW(it->margins, most, "a batch of nets", error));
    TRY(MEM_NEW(it->windows, most, "a batch of nets", error));
    return MEM_NEW(it->growths, most, "a batch of nets", error);
}

void ideal_close(struct ideal *it)
{
    for (uint32_t i = 0; it->growths != NULL && i < it->most; i++)
        connect_destroy(&it->growths[i]);
    MEM_CLEAR(it, it->growths, it->windows, it->margins, it->ranks);
}

/* The margin, in cells, outside of which no path of a net of two pins can be as cheap as this one:
 * a path that leaves the box by m cells has 2 m more steps than the direct way. */
static uint32_t margin_needed(const struct plan *plan, uint32_t rank, cost_t cost)
{
    assert(rank < plan->count);
    struct box box = plan->boxes[rank];
    cost_t direct = (cost_t)(box.x1 - box.x0) + (box.y1 - box.y0);
    cost_t need = cost > direct ? (cost - direct) / 2 : 0;
    return need < GRID_SIDE_MAX ? (uint32_t)need : GRID_SIDE_MAX;
}

/* True if no larger window can give a better tree, or none will be searched. */
static bool is_final(const struct plan *plan, uint32_t rank, struct box window, uint32_t margin,
                     uint32_t need, enum outcome outcome)
{
    assert(rank < plan->count);
    uint32_t pins = plan->session->design->nets.nets[plan->nets[rank]].pin_count;
    return box_holds(window, box_whole(&plan->session->design->grid)) ||
           (outcome == OUTCOME_FOUND && (pins > 2 || need <= margin)) || outcome == OUTCOME_STOPPED;
}

/* Searches the first *count nets of the batch in windows of their margins; those whose windows were
 * too small stay in the batch, with larger margins. */
static enum status search_some(struct ideal *it, struct plan *plan, uint32_t *count,
                               struct error *error)
{
    uint32_t *ranks = it->ranks, *margins = it->margins, left = 0;
    const struct box whole = box_whole(&plan->session->design->grid);
    for (uint32_t i = 0; i < *count; i++)
        it->windows[i] = box_grow(whole, plan->boxes[ranks[i]], margins[i]);
    TRY(plan_grow_in(plan, &plan->session->hard, ranks, it->windows, 0, *count, it->growths,
                     error));
    for (uint32_t i = 0; i < *count; i++) {
        const struct growth *growth = &it->growths[i];
        uint32_t rank = ranks[i], margin = margins[i];
        bool found = growth->outcome == OUTCOME_FOUND;
        uint32_t need = found ? margin_needed(plan, rank, growth->cost) : 4 * margin;
        /* the tree of a window that is too small is kept in case the run is stopped before the
         * next search ends */
        if (found) {
            TRY(plan_take_out(plan, rank, error));
            TRY(plan_put_in(plan, rank, growth->wires, growth->wire_count, error));
        }
        plan->ideals[rank] = plan->trees[rank].present ? plan->trees[rank].cost : COST_NONE;
        if (is_final(plan, rank, it->windows[i], margin, need, growth->outcome))
            continue;
        ranks[left] = rank;
        margins[left++] = need > margin ? need : margin;
    }
    *count = left;
    return STATUS_OK;
}

static void report(const struct ideal *it, const struct plan *plan)
{
    session_report(plan->session, (struct route_progress){
                                      .phase = "alone", .done = it->done, .total = plan->count});
}

enum status ideal_once(struct ideal *it, struct plan *plan, struct error *error)
{
    assert(!ideal_is_over(it, plan) && it->batch >= 1 && it->batch <= it->most);
    double begun = session_seconds(plan->session);
    uint32_t left = plan->count - it->done;
    uint32_t now = left < it->batch ? left : it->batch;
    report(it, plan);
    for (uint32_t i = 0; i < now; i++) {
        it->ranks[i] = it->done + i;
        it->margins[i] = plan->margins[it->done + i];
    }
    for (uint32_t count = now; count > 0;)
        TRY(search_some(it, plan, &count, error));
    it->done += now;
    report(it, plan);
    it->batch = session_next_batch(plan->session, it->batch, it->most, begun);
    return STATUS_OK;
}
