/* rounds: implements the calls of negotiate.h for a plan. */
#include "router/maze/rounds/rounds.h"

#include "grid/clock.h"

enum {
    PRICE_UNIT = 1024, /* units of a price per step */
    WIDER_ROUND = 4,   /* rounds before windows may grow */
    WIDER_MOST = 3,    /* maximum number of doublings of the margin around a connection */
    LAG_ROUND = 6,     /* the lag doubles in each round after this one */
    LAG_DOUBLINGS = 6, /* number of doublings after which there is no lag */
};

/* The values were chosen by time and cost on designs of 10^4 to 10^6 nets (NOTES.md). */
static struct negotiate_rules negotiation_of(const struct maze_rules *rules)
{
    return (struct negotiate_rules){.unit = PRICE_UNIT,
                                    .price_first = (uint64_t)rules->first * PRICE_UNIT,
                                    .price_last = (uint64_t)MAZE_PRICE_LAST * PRICE_UNIT,
                                    .grain = 10,
                                    .times = 13,
                                    .times_few = 20,
                                    .parts = 10,
                                    .history_base = 2,
                                    .history_from = 7,
                                    .history_part = 2,
                                    .few_parts = 256,
                                    .wider_from = WIDER_ROUND,
                                    .wider_most = WIDER_MOST,
                                    .gain_parts = 50,
                                    .stall_from = 9,
                                    .patience = 12,
                                    .patience_few = 12};
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
    own.growth.branch = true;
    own.growth.wider = round->wider;
    return own;
}

enum maze_wider maze_wider_after(const struct negotiate_round *round)
{
    assert(round->kind == NEGOTIATE_SHARE && round->wider <= WIDER_MOST);
    if (round->few && round->wider > 0 && round->wider < WIDER_MOST)
        return MAZE_WIDER_PARTS;
    return round->number > WIDER_ROUND ? MAZE_WIDER_STEPS : MAZE_WIDER_NOT;
}

enum status maze_negotiate(const struct negotiator *table, const struct maze_rules *rules,
                           uint32_t rounds_max, uint32_t *rounds, double *first_seconds,
                           struct error *error)
{
    assert(rules->first > 0 && rules->first <= MAZE_PRICE_LAST && rules->lag > 0);
    const struct negotiate_rules how = negotiation_of(rules);
    const double start = clock_seconds();
    struct negotiation it;
    TRY(negotiate_begin(&it, &how, table, rounds_max, error));
    while (negotiate_goes_on(&it, &how, table)) {
        TRY(negotiate_once(&it, &how, table, error));
        if (it.round == 1)
            *first_seconds = clock_seconds() - start;
    }
    *rounds = it.round - negotiate_has_stalled(&it, &how);
    return it.count > 0 || table->is_over(table->caller) ? negotiate_settle(table, error)
                                                         : STATUS_OK;
}
