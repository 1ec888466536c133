/* rounds: implements the calls of negotiate.h for a plan. */
#include "router/maze/rounds/rounds.h"

#include "grid/clock.h"

enum {
    PRICE_UNIT = 1024, /* units of a price per step */
    LAG_ROUND = 6,     /* the lag doubles in each round after this one */
    LAG_DOUBLINGS = 6, /* number of doublings after which there is no lag */

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
                                    .wider_from = MAZE_WIDER_ROUND,
                                    .wider_most = MAZE_WIDER_MOST,
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

/* Of a crowded grid: there is no room for all nets, or it takes too long to find. */
static bool is_hopeless(const void *context, const struct negotiation *it)
{
    const struct maze_plan *plan = ((const struct maze_host *)context)->plan;
    const uint64_t nets = plan->order_count, work = CROWDED_WORK + CROWDED_NET_WORK * nets;
    return maze_work(plan) > work ||
           (it->price == (uint64_t)CROWDED_PRICE * PRICE_UNIT && it->stalled >= HOPELESS_ROUNDS &&
            it->least > nets / HOPELESS_PARTS);
}

enum status maze_negotiate(struct negotiator table, const struct maze_rules *rules,
                           uint32_t rounds_max, uint32_t *rounds, double *first_seconds,
                           struct error *error)
{
    assert(rules->first > 0 && rules->first <= MAZE_PRICE_LAST && rules->lag > 0);
    const struct negotiate_rules how = negotiation_of(rules);
    const double start = clock_seconds();
    struct negotiation it;
    table.is_hopeless = rules->crowded ? is_hopeless : NULL;
    TRY(negotiate_begin(&it, &how, &table, rounds_max, error));
    while (negotiate_goes_on(&it, &how, &table)) {
        TRY(negotiate_once(&it, &how, &table, error));
        if (it.round == 1)
            *first_seconds = clock_seconds() - start;
    }
    *rounds = it.round - negotiate_has_stalled(&it, &how);
    return it.count > 0 || table.is_over(table.caller) ? negotiate_settle(&table, error)
                                                       : STATUS_OK;
}
