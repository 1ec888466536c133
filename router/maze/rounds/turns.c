/* turns: the plan as a subject of negotiation: lists of nets, and their turns. */
#include "router/maze/rounds/slices.h"

enum {
    WIDER_STEP = 2,      /* cells that the margin of a window grows by in a later round */
    WIDER_PART = 2,      /* if few nets are left, a margin grows by 1 / WIDER_PART */
    WIDER_LAST = 2000,   /* from this margin on, in cells, it grows only if no path was found */
    MARGIN_LAST = 30000, /* largest margin, in cells */
};

/* ---- lists ---------------------------------------------------------------------------------- */

/* True if no net of the MAZE_FLAGS ranks from this one on is flagged; common in late rounds. */
static bool has_no_flags(const struct maze_plan *plan, uint32_t rank)
{
    uint64_t flags;
    static_assert(sizeof flags == MAZE_FLAGS * sizeof *plan->flagged, "flags of one word");
    memcpy(&flags, plan->flagged + rank, sizeof flags);
    return flags == 0;
}

/* The margin of a net in the next round. */
static uint32_t next_margin(const struct maze_net *net, const struct negotiate_round *round)
{
    const uint32_t margin = net->margin;
    assert(round->kind == NEGOTIATE_SHARE && round->wider <= MAZE_WIDER_MOST);
    if (net->failed)
        return 2 * margin < MARGIN_LAST ? 2 * margin : MARGIN_LAST;
    if (margin >= WIDER_LAST)
        return margin;
    if (round->few && round->wider > 0 && round->wider < MAZE_WIDER_MOST)
        return margin + margin / WIDER_PART;
    return round->number > MAZE_WIDER_ROUND ? margin + WIDER_STEP : margin;
}

/* Lists the flagged nets by rank, widens their windows, and returns their number. */
static uint32_t gather(struct maze_plan *plan, const struct negotiate_round *round, uint32_t *nets)
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
        it->margin = (uint16_t)next_margin(it, round);
        it->failed = false;
        nets[count++] = net;
    }
    return count;
}

/* Takes out trees that share cells, the longest net first, until no tree does. Then puts back those
 * whose cells are free, the shortest first. Lists the nets without a tree, by rank.
 *
 * nets[0 .. listed) are the nets with a turn in the next round. Each net that shares a cell is one
 * of them: a tree that is put in flags its net and the nets that it meets, flagged nets are listed,
 * and a net is listed until its turn, after which it shares no cell or is flagged again. */
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

/* ---- calls of the negotiation --------------------------------------------------------------- */

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
    *count = it->count = gather(it->plan, round, it->list);
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
