/* rounds: the plan as a subject of negotiation: its rules, lists of nets, and their turns. */
#include "router/maze/rounds/slices.h"

#include "grid/clock.h"

enum {
    PRICE_UNIT = 1024,   /* units of a price per step */
    LAG_ROUND = 6,       /* the lag doubles in each round after this one */
    LAG_DOUBLINGS = 6,   /* number of doublings after which there is no lag */
    WIDER_ROUND = 4,     /* rounds before windows may grow */
    WIDER_MOST = 3,      /* maximum number of doublings of the margin around a connection */
    WIDER_STEP = 2,      /* cells that the margin of a window grows by in a later round */
    WIDER_PART = 2,      /* if few nets are left, a margin grows by 1 / WIDER_PART */
    WIDER_LAST = 2000,   /* from this margin on, in cells, it grows only if no path was found */
    MARGIN_LAST = 30000, /* largest margin, in cells */

    /* Crowded grids. */
    CROWDED_PRICE = 60,      /* highest price of a cell, in steps: a net makes a detour of 60
                                cells before it crosses another; history does the rest */
    CROWDED_WORK = 30000000, /* maximum work without that of CROWDED_NET_WORK, in cells expanded */
    CROWDED_NET_WORK = 100000, /* work that each net adds to the maximum, in cells expanded */
    HOPELESS_PARTS = 2,        /* more than 1 / HOPELESS_PARTS of the nets in conflict are many */
    HOPELESS_ROUNDS = 4,       /* rounds without a gain, with many in conflict, that end it */
};

/* The values were chosen by time and cost on designs of 10^4 to 10^6 nets (NOTES.md). */
static struct negotiate_rules negotiation_of(const struct maze_rules *rules)
{
    const bool crowded = rules->crowded;
    const uint64_t last = crowded ? CROWDED_PRICE : MAZE_PRICE_LAST;
    return (struct negotiate_rules){.unit = PRICE_UNIT,
                                    .price_first = (uint64_t)rules->first * PRICE_UNIT,
                                    .price_last = last * PRICE_UNIT,
                                    .grain = crowded ? 1 : 10,
                                    .times = crowded ? 8 : 13,
                                    .times_few = crowded ? 8 : 20,
                                    .parts = crowded ? 7 : 10,
                                    .history_base = crowded ? 1 : 2,
                                    .history_from = crowded ? 0 : 7,
                                    .history_part = crowded ? 0 : 2,
                                    .history_stall = crowded ? 20 : 0,
                                    .few_parts = 256,
                                    .wider_from = WIDER_ROUND,
                                    .wider_most = WIDER_MOST,
                                    .gain_parts = crowded ? 0 : 50,
                                    .stall_from = 9,
                                    .patience = crowded ? 30 : 12,
                                    .patience_few = crowded ? 30 : 12};
}

/* Nets still in conflict in late rounds may have to go far around: they get a larger lag. */
static uint32_t lag_of(uint32_t lag, uint32_t round)
{
    const uint32_t late = round > LAG_ROUND ? round - LAG_ROUND : 0;
    return late < LAG_DOUBLINGS ? lag << late : MAZE_LAG_NONE;
}

struct maze_round maze_round_of(const struct maze_rules *rules, const struct negotiate_round *round)
{
    assert(round->price <= MAZE_PRICE_LAST);
    const bool shares = round->kind == NEGOTIATE_SHARE;
    struct maze_round own = {.history = round->history, .number = round->number};
    own.growth.toll.present = round->price;
    own.growth.toll.history = shares;
    own.growth.toll.hard = !shares;
    own.growth.lag = lag_of(rules->lag, round->number);
    own.growth.wider = round->wider;
    return own;
}

uint64_t maze_work(const struct maze_plan *plan)
{
    uint64_t work = 0;
    for (unsigned i = 0; i < plan->threads; i++)
        work += plan->growers[i].search.expanded;
    return work;
}

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
    assert(round->kind == NEGOTIATE_SHARE && round->wider <= WIDER_MOST);
    if (net->failed)
        return 2 * margin < MARGIN_LAST ? 2 * margin : MARGIN_LAST;
    if (margin >= WIDER_LAST)
        return margin;
    if (round->few && round->wider > 0 && round->wider < WIDER_MOST)
        return margin + margin / WIDER_PART;
    return round->number > WIDER_ROUND ? margin + WIDER_STEP : margin;
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

/* The context of the table. `list` has room for all nets. */
struct maze_host {
    struct maze_plan *plan;
    const struct maze_rules *rules;
    uint32_t *list, count;
};

static enum status turns(void *context, const struct negotiate_round *round, uint32_t *left,
                         struct error *error)
{
    struct maze_host *it = context;
    const struct maze_round own = maze_round_of(it->rules, round);
    TRY(maze_give_turns(it->plan, it->list, it->count, &own, &it->count, error));
    *left = it->plan->is_over(it->plan->context) ? 0 : it->count;
    return STATUS_OK;
}

static enum status gather_nets(void *context, const struct negotiate_round *round, uint32_t *count,
                               struct error *error)
{
    struct maze_host *it = context;
    (void)error;
    *count = it->count = gather(it->plan, round, it->list);
    return STATUS_OK;
}

static enum status drop(void *context, uint32_t *count, struct error *error)
{
    struct maze_host *it = context;
    (void)error;
    *count = it->count = drop_conflicts(it->plan, it->list, it->count);
    return STATUS_OK;
}

static enum status all(void *context, uint32_t *count, struct error *error)
{
    struct maze_host *it = context;
    (void)error;
    *count = it->count = it->plan->order_count;
    for (uint32_t i = 0; i < it->count; i++)
        it->list[i] = it->plan->order[i];
    return STATUS_OK;
}

/* Of a crowded grid: there is no room for all nets, or it takes too long to find. */
static bool is_hopeless(const void *context, const struct negotiation *it)
{
    const struct maze_plan *plan = ((const struct maze_host *)context)->plan;
    const uint64_t nets = plan->order_count, work = CROWDED_WORK + CROWDED_NET_WORK * nets;
    return maze_work(plan) > work ||
           (it->price == (uint64_t)CROWDED_PRICE * PRICE_UNIT && it->stalled >= HOPELESS_ROUNDS &&
            it->least > nets / HOPELESS_PARTS);
}

static enum status negotiate(struct maze_host *host, uint32_t rounds_max, uint32_t *rounds,
                             double *first_seconds, struct error *error)
{
    const struct maze_plan *plan = host->plan;
    const struct negotiate_rules how = negotiation_of(host->rules);
    const struct negotiator table = {.context = host,
                                     .count = plan->order_count,
                                     .all = all,
                                     .turns = turns,
                                     .gather = gather_nets,
                                     .drop = drop,
                                     .is_hopeless = host->rules->crowded ? is_hopeless : NULL,
                                     .is_over = plan->is_over,
                                     .progress = plan->progress,
                                     .caller = plan->context};
    const double start = clock_seconds();
    struct negotiation it;
    TRY(negotiate_begin(&it, &how, &table, rounds_max, error));
    while (negotiate_goes_on(&it, &how, &table)) {
        TRY(negotiate_once(&it, &how, &table, error));
        if (it.round == 1)
            *first_seconds = clock_seconds() - start;
    }
    *rounds = it.round - negotiate_has_stalled(&it, &how);
    return it.count > 0 || plan->is_over(plan->context) ? negotiate_settle(&table, error)
                                                        : STATUS_OK;
}

enum status maze_negotiate(struct maze_plan *plan, const struct maze_rules *rules,
                           uint32_t rounds_max, uint32_t *rounds, double *first_seconds,
                           struct error *error)
{
    assert(rules->first > 0 && rules->first <= MAZE_PRICE_LAST && rules->lag > 0);
    struct maze_host host = {.plan = plan, .rules = rules};
    TRY(MEM_NEW(host.list, plan->order_count, "nets of a round", error));
    const enum status status = negotiate(&host, rounds_max, rounds, first_seconds, error);
    free(host.list);
    return status;
}
