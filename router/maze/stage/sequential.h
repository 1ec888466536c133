/* sequential: all nets once, in a fixed order, each around those before it.
 *
 * Nets are searched a batch at a time against the field as it was before the batch, and committed
 * in order. If the cells of a net's tree are still free then, a search after the nets before it
 * would find the same tree: closing cells only raises labels, so a path without closed cells keeps
 * its labels, is still the cheapest, and still wins ties. A net that lost a cell is searched again
 * at once. So the result does not depend on the size of the batch, and neither does the counted
 * work of nets that get a tree. The batch shrinks if many nets use the same cells, or if a kill
 * would lose too much work. */
#pragma once

#include "router/maze/plan/session.h"

struct sequential {
    const uint32_t *nets;   /* [count] in order; not owned */
    uint32_t count, done;   /* done: number of nets that are entered */
    uint32_t batch, most;   /* nets of the next batch; maximum number of nets per batch */
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
 * if the run has to end, they become ROUTE_TIME_LIMIT or ROUTE_INTERRUPTED. */
enum status sequential_once(struct sequential *it, struct session *session, struct routes *routes,
                            struct error *error);
