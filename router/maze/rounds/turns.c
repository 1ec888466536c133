/* turns: the plan as a subject of negotiation: lists of nets, and their turns. */
#include "router/maze/rounds/slices.h"

#include <string.h>

/* ---- lists ---------------------------------------------------------------------------------- */

/* True if none of the nets of these MAZE_FLAGS ranks has a flag: late rounds have few. */
static bool has_no_flags(const struct maze_plan *plan, uint32_t rank)
{
    uint64_t flags;
    static_assert(sizeof flags == MAZE_FLAGS * sizeof *plan->flagged, "flags of one word");
    memcpy(&flags, plan->flagged + rank, sizeof flags);
    return flags == 0;
}

/* The nets of the next round, in order; those that failed get wider windows, later all do. */
static uint32_t gather(struct maze_plan *plan, enum maze_wider wider, uint32_t *nets)
{
    uint32_t count = 0;
    maze_plan_recount(plan);
    for (uint32_t i = 0; i < plan->order_count; i++) {
        if (i % MAZE_FLAGS == 0 && has_no_flags(plan, i)) {
            i += MAZE_FLAGS - 1;
            continue;
        }
        if (!plan->flagged[i])
            continue;
        uint32_t net = plan->order[i];
        struct maze_net *it = &plan->nets[net];
        plan->flagged[i] = 0;
        it->margin = (uint16_t)maze_next_margin(it->margin, it->failed, wider);
        it->failed = false;
        nets[count++] = net;
    }
    return count;
}

/* Takes trees out, one by one, the longest net first, until none shares a cell. Then those come
 * back, the shortest first, whose cells the others have left free. Lists the nets without a tree,
 * in order.
 *
 * The list holds the `listed` nets that were to have a turn next: each net that shares a cell is
 * one of them. For a tree flags its net and those that it meets, flags become the next list, and a
 * net loses its place there only by a turn after which it shares no cell, or is flagged again. */
static uint32_t drop_conflicts(struct maze_plan *plan, uint32_t *nets, uint32_t listed)
{
    assert(listed <= plan->order_count);
    uint32_t count = 0;
    maze_plan_recount(plan);
    for (uint32_t i = listed; i-- > 0;) {
        if (!plan->nets[nets[i]].routed || !maze_plan_in_conflict(plan, nets[i]))
            continue;
        maze_plan_take_out(plan, nets[i]);
        plan->nets[nets[i]].routed = false;
    }
    maze_plan_recount(plan);
    for (uint32_t i = 0; i < plan->order_count; i++) {
        const uint32_t net = plan->order[i];
        struct maze_net *it = &plan->nets[net];
        if (it->routed)
            continue;
        if (it->count > 0 && maze_plan_has_room(plan, net)) {
            maze_plan_put(plan, net);
            it->routed = true;
            continue;
        }
        it->count = 0;
        nets[count++] = net;
    }
    return count;
}

/* ---- the table ------------------------------------------------------------------------------ */

static enum status host_turns(void *context, const struct negotiate_round *round, uint32_t *left,
                              struct error *error)
{
    struct maze_host *it = context;
    const struct maze_round own = maze_round_of(it->rules, round);
    TRY(maze_give_turns(it->plan, it->list, it->count, &own, &it->count, error));
    *left = it->plan->is_over(it->plan->context) ? 0 : it->count;
    return STATUS_OK;
}

static enum status host_gather(void *context, const struct negotiate_round *round, uint32_t *count,
                               struct error *error)
{
    struct maze_host *it = context;
    (void)error;
    *count = it->count = gather(it->plan, maze_wider_after(round), it->list);
    return STATUS_OK;
}

static enum status host_drop(void *context, uint32_t *count, struct error *error)
{
    struct maze_host *it = context;
    (void)error;
    *count = it->count = drop_conflicts(it->plan, it->list, it->count);
    return STATUS_OK;
}

static enum status host_all(void *context, uint32_t *count, struct error *error)
{
    struct maze_host *it = context;
    (void)error;
    *count = it->count = it->plan->order_count;
    for (uint32_t i = 0; i < it->count; i++)
        it->list[i] = it->plan->order[i];
    return STATUS_OK;
}

struct negotiator maze_negotiator(struct maze_host *host)
{
    assert(host->list != NULL || host->plan->order_count == 0);
    return (struct negotiator){.context = host,
                               .count = host->plan->order_count,
                               .all = host_all,
                               .turns = host_turns,
                               .gather = host_gather,
                               .drop = host_drop,
                               .is_over = host->plan->is_over,
                               .progress = host->plan->progress,
                               .caller = host->plan->context};
}
