/* sequential: all nets once, in a fixed order, each around those before it.
 *
 * Nets are searched a batch at a time against the field as it was before the batch, and committed
 * in order. A net whose tree is still free then has just the tree that it would have got had it
 * been searched last: closing cells only raises labels, so a path that none of them touches keeps
 * its labels, is still cheapest, and is still the first among its equals. A net that lost a cell is
 * searched again on the spot. So the result is that of one net after the other, and so is the work
 * that is counted (of nets that were found a tree: the others' searches end sooner or later by what
 * is in their batch), and the size of a batch is a matter of speed alone: it shrinks where nets
 * want each other's cells, and where a kill in the middle would lose too much.
 */
#pragma once

#include "router/maze/plan/session.h"

struct sequential {
    const uint32_t *nets;   /* [count] in order; not owned */
    uint32_t count, done;   /* done: how many are entered */
    uint32_t batch, most;   /* nets searched at once: next time, and ever */
    struct growth *growths; /* [most] */
};

/* Prepares to route nets[done..count). Those before are entered already. */
enum status sequential_open(struct sequential *it, const struct session *session,
                            const uint32_t *nets, uint32_t count, uint32_t done,
                            struct error *error);
void sequential_close(struct sequential *it); /* accepts a zeroed one */

static inline bool sequential_is_over(const struct sequential *it)
{
    return it->done == it->count;
}

/* Routes the next batch and enters it in routes; closes the nets' cells in the run's field (unless
 * alone). Nets without a path become ROUTE_BLOCKED_BY without blockers, which explain adds;
 * where the run has to end, they become ROUTE_TIME_LIMIT or ROUTE_INTERRUPTED. */
enum status sequential_once(struct sequential *it, struct session *session, struct routes *routes,
                            struct error *error);
