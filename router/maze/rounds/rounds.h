/* rounds: negotiation between all nets of a design, and refinement after it.
 *
 * Every cell that others use has a toll from the first net on, so most nets never meet. Where two
 * do, the cell's owner tells who was met, and both have another turn in the next round, as do nets
 * without a path, in wider windows: a round costs what is in conflict. The toll of a user rises
 * from round to round, a cell that was fought for keeps some of it as history (McMurchie and
 * Ebeling, PathFinder, 1995). History rises faster after some rounds, which ends pairs of nets that
 * would swap for ever. Rounds go through the tiles forward and backward by turns.
 *
 * Where few nets are left, their windows grow, and so does what a search sees around a connection:
 * two nets may fight for a place because the only way around it lies outside.
 */
#pragma once

#include "router/maze/rounds/plan.h"

/* How much is spent on cost. */
struct maze_rules {
    uint32_t first;   /* toll of a user in the first round */
    uint32_t lag;     /* of the searches (search.h) */
    uint32_t refines; /* rounds of refinement */
    uint32_t refine_lag;
};

enum {
    MAZE_WIDER_STEP = 2, /* cells, ... */
    MAZE_WIDER_PART = 2, /* ... or a part of the margin */
    MAZE_WIDER_LAST = 2000,
    MAZE_MARGIN_LAST = 30000
};

/* How windows grow from round to round: not, by steps, by a part. */
enum maze_wider { MAZE_WIDER_NOT, MAZE_WIDER_STEPS, MAZE_WIDER_PARTS };

/* The margin of a net in the round after this one: twice as wide where it failed. */
STEP_INLINE uint32_t maze_next_margin(uint32_t margin, bool failed, enum maze_wider wider)
{
    if (failed)
        return 2 * margin < MAZE_MARGIN_LAST ? 2 * margin : (uint32_t)MAZE_MARGIN_LAST;
    if (wider == MAZE_WIDER_NOT || margin >= MAZE_WIDER_LAST)
        return margin;
    return margin +
           (wider == MAZE_WIDER_PARTS ? margin / MAZE_WIDER_PART : (uint32_t)MAZE_WIDER_STEP);
}

enum maze_turn_kind {
    MAZE_TURN_ROUTE,  /* who is in conflict or has no tree gets another */
    MAZE_TURN_REFINE, /* who may get a cheaper one gets it */
};

/* Turns of all nets in a list. */
struct maze_round {
    enum maze_turn_kind kind;
    struct maze_growth growth;
    uint32_t history; /* what a shared cell learns */
    bool backward;    /* everything in the opposite order */
    bool batches;     /* large windows may go in batches (plan.h) */
};

/* Who gives the turns: this host (maze_work_of), or a device (device.h). It has a list of nets, at
 * first all that have something to route. */
struct maze_work {
    void *context;    /* of the functions */
    uint32_t count;   /* of nets that have something to route */
    uint64_t devices; /* on which a device may be opened: bit D for device D; 0: any */
    enum status (*turns)(void *context, const struct maze_round *round, struct error *error);
    /* Makes the list for the round after this one: who is flagged. *count: how many. */
    enum status (*gather)(void *context, enum maze_wider wider, uint32_t *count,
                          struct error *error);
    /* Takes trees out, one by one, the longest net first, until none shares a cell. Then those come
     * back, the shortest first, whose cells the others have left free. The list is that of the nets
     * without a tree then. */
    enum status (*drop)(void *context, uint32_t *count, struct error *error);
    /* All nets again. */
    enum status (*all)(void *context, struct error *error);

    /* Whether the run has to end, and what to tell after a round, as in struct maze_request. */
    bool (*is_over)(void *caller);
    void (*progress)(void *caller, uint32_t round, uint32_t conflicts);
    void *caller;
};

#ifdef __cplusplus
extern "C" {
#endif

/* The work of the plan, whose hooks it takes over. `list` has room for all nets. */
struct maze_host {
    struct maze_plan *plan;
    uint32_t *list, count;
};
struct maze_work maze_work_of(struct maze_host *host);

/* What a negotiation took. */
struct maze_spent {
    uint32_t rounds;
    double first_seconds; /* of the first round, by the clock */
};

/* Negotiates until no net shares a cell, it stalls, after rounds_max rounds, or when the run has to
 * end. Trees that still share are taken out (drop); nets without a tree are tried once around all
 * others, as long as the run need not end. */
enum status maze_negotiate(const struct maze_work *work, const struct maze_rules *rules,
                           uint32_t rounds_max, struct maze_spent *spent, struct error *error);

/* Searches each net anew around all others, where it may gain, and keeps what is cheaper. */
enum status maze_refine(const struct maze_work *work, const struct maze_rules *rules,
                        struct error *error);

#ifdef __cplusplus
}
#endif
