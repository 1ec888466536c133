/* rounds: negotiation between all nets of a chip, and refinement after it.
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

#include "router/chip/plan.h"

/* How much is spent on cost. */
struct chip_rules {
    uint32_t first;   /* toll of a user in the first round */
    uint32_t lag;     /* of the searches (search.h) */
    uint32_t refines; /* rounds of refinement */
    uint32_t refine_lag;
};

enum {
    CHIP_WIDER_STEP = 2, /* cells, ... */
    CHIP_WIDER_PART = 2, /* ... or a part of the margin */
    CHIP_WIDER_LAST = 2000,
    CHIP_MARGIN_LAST = 30000
};

/* How windows grow from round to round: not, by steps, by a part. */
enum chip_wider { CHIP_WIDER_NOT, CHIP_WIDER_STEPS, CHIP_WIDER_PARTS };

/* The margin of a net in the round after this one: twice as wide where it failed. */
STEP_INLINE uint32_t chip_next_margin(uint32_t margin, bool failed, enum chip_wider wider)
{
    if (failed)
        return 2 * margin < CHIP_MARGIN_LAST ? 2 * margin : (uint32_t)CHIP_MARGIN_LAST;
    if (wider == CHIP_WIDER_NOT || margin >= CHIP_WIDER_LAST)
        return margin;
    return margin +
           (wider == CHIP_WIDER_PARTS ? margin / CHIP_WIDER_PART : (uint32_t)CHIP_WIDER_STEP);
}

enum chip_turn_kind {
    CHIP_TURN_ROUTE,  /* who is in conflict or has no tree gets another */
    CHIP_TURN_REFINE, /* who may get a cheaper one gets it */
};

/* Turns of all nets in a list. */
struct chip_round {
    enum chip_turn_kind kind;
    struct chip_growth growth;
    uint32_t history; /* what a shared cell learns */
    bool backward;    /* everything in the opposite order */
    bool batches;     /* large windows may go in batches (plan.h) */
};

/* Who gives the turns: this host (chip_work_of), or a device (device.h). It has a list of nets, at
 * first all that have something to route. */
struct chip_work {
    void *context;    /* of the functions */
    uint32_t count;   /* of nets that have something to route */
    uint64_t devices; /* on which a device may be opened: bit D for device D; 0: any */
    enum status (*turns)(void *context, const struct chip_round *round, struct error *error);
    /* Makes the list for the round after this one: who is flagged. *count: how many. */
    enum status (*gather)(void *context, enum chip_wider wider, uint32_t *count,
                          struct error *error);
    /* Takes trees out, one by one, the longest net first, until none shares a cell. Then those come
     * back, the shortest first, whose cells the others have left free. The list is that of the nets
     * without a tree then. */
    enum status (*drop)(void *context, uint32_t *count, struct error *error);
    /* All nets again. */
    enum status (*all)(void *context, struct error *error);

    /* Whether the run has to end, and what to tell after a round, as in struct chip_request. */
    bool (*is_over)(void *caller);
    void (*progress)(void *caller, uint32_t round, uint32_t conflicts);
    void *caller;
};

#ifdef __cplusplus
extern "C" {
#endif

/* The work of the plan, whose hooks it takes over. `list` has room for all nets. */
struct chip_host {
    struct chip_plan *plan;
    uint32_t *list, count;
};
struct chip_work chip_work_of(struct chip_host *host);

/* What a negotiation took. */
struct chip_spent {
    uint32_t rounds;
    double first_seconds; /* of the first round, by the clock */
};

/* Negotiates until no net shares a cell, it stalls, after rounds_max rounds, or when the run has to
 * end. Trees that still share are taken out (drop); nets without a tree are tried once around all
 * others, as long as the run need not end. */
enum status chip_negotiate(const struct chip_work *work, const struct chip_rules *rules,
                           uint32_t rounds_max, struct chip_spent *spent, struct error *error);

/* Searches each net anew around all others, where it may gain, and keeps what is cheaper. */
enum status chip_refine(const struct chip_work *work, const struct chip_rules *rules,
                        struct error *error);

#ifdef __cplusplus
}
#endif
