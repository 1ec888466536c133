/* rounds: negotiation and refinement, whoever gives the turns. */
#include "router/maze/rounds/rounds.h"

#include "grid/clock.h"

enum {
    TOLL_PARTS = 10, /* the toll of a user goes up to TOLL_RISE / TOLL_PARTS a round, ... */
    TOLL_RISE = 13,
    TOLL_RISE_FEW = 20, /* ... this where few are in conflict, one net in FEW_PARTS, ... */
    FEW_PARTS = 256,
    TOLL_LAST = 2000, /* ... up to this */
    WIDER_ROUND = 4,  /* from then on windows grow, ... */
    WIDER_MOST = 3,   /* ... and where few are in conflict the margin around a connection doubles so
                         often; until it has, windows grow by a part */
    HISTORY_STEP = 2, /* of a cell, for each turn of a net that shares it */
    HISTORY_LATE = 6, /* rounds: from then on a part of the toll, where that is more */
    HISTORY_PART = 2,
    ROUNDS_LEAST = 8, /* before it may stall */
    STALL = 12,       /* rounds without fewer conflicts */
    LAG_DOUBLINGS = 6,
};

/* Takes out what shares cells, and routes what has no tree around all others. */
static enum status settle(const struct maze_work *work, const struct maze_rules *rules,
                          struct error *error)
{
    uint32_t count;
    const struct maze_round hard = {
        .growth = {.toll = {.hard = true}, .lag = rules->lag, .branch = true}};
    TRY(work->drop(work->context, &count, error));
    return count > 0 ? work->turns(work->context, &hard, error) : STATUS_OK;
}

/* Who still fights late may have to go far around, and searches more for it. */
static uint32_t lag_of(const struct maze_rules *rules, uint32_t round)
{
    uint32_t late = round > HISTORY_LATE ? round - HISTORY_LATE : 0;
    return late < LAG_DOUBLINGS ? rules->lag << late : MAZE_LAG_NONE;
}

enum status maze_negotiate(const struct maze_work *work, const struct maze_rules *rules,
                           uint32_t rounds_max, struct maze_spent *spent, struct error *error)
{
    uint32_t count = work->count, least = UINT32_MAX, stalled = 0, round = 0, wider = 0;
    bool few = false;
    uint32_t toll = rules->first * 1024;
    const double start = clock_seconds();
    *spent = (struct maze_spent){0};
    TRY(work->all(work->context, error));
    for (; count > 0 && round < rounds_max; round++) {
        if (work->is_over(work->caller))
            break;
        const uint32_t present = toll / 1024, late = present / HISTORY_PART;
        const struct maze_round how = {
            .growth = {.toll = {.present = present, .history = true},
                       .lag = lag_of(rules, round),
                       .branch = true,
                       .wider = wider},
            .history = round > HISTORY_LATE && late > HISTORY_STEP ? late : HISTORY_STEP,
            .backward = round % 2 == 1,
            .batches = true};
        TRY(work->turns(work->context, &how, error));
        const enum maze_wider grows = few && wider > 0 && wider < WIDER_MOST ? MAZE_WIDER_PARTS
                                      : round > WIDER_ROUND                  ? MAZE_WIDER_STEPS
                                                                             : MAZE_WIDER_NOT;
        TRY(work->gather(work->context, grows, &count, error));
        if (round == 0)
            spent->first_seconds = clock_seconds() - start;
        if (work->progress != NULL)
            work->progress(work->caller, round + 1, count);
        few = (uint64_t)count * FEW_PARTS < work->count;
        wider += few && round >= WIDER_ROUND && wider < WIDER_MOST;
        toll = toll / TOLL_PARTS * (few ? TOLL_RISE_FEW : TOLL_RISE);
        toll = toll < TOLL_LAST * 1024 ? toll : TOLL_LAST * 1024;
        if ((uint64_t)count * 50 < (uint64_t)least * 49) {
            least = count;
            stalled = 0;
        } else if (round > ROUNDS_LEAST && ++stalled >= STALL)
            break;
    }
    spent->rounds = round;
    return count > 0 || work->is_over(work->caller) ? settle(work, rules, error) : STATUS_OK;
}

enum status maze_refine(const struct maze_work *work, const struct maze_rules *rules,
                        struct error *error)
{
    for (uint32_t round = 0; round < rules->refines && !work->is_over(work->caller); round++) {
        const struct maze_round how = {
            .kind = MAZE_TURN_REFINE,
            .growth = {.toll = {.hard = true}, .lag = rules->refine_lag, .branch = round % 2 == 0},
            .backward = round % 2 == 1};
        TRY(work->all(work->context, error));
        TRY(work->turns(work->context, &how, error));
    }
    return STATUS_OK;
}
