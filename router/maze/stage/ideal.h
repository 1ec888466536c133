/* ideal: each net's tree as if it were the only net in the design. Negotiation starts from these
 * trees, and no net can cost less than its own: its ideal cost.
 *
 * A net of two pins is searched in windows that grow until no path outside can be as cheap as the
 * one found, so its tree is its one cheapest path; nets of more pins keep the tree of the first
 * window that holds one. */
#pragma once

#include "router/maze/plan/plan.h"

struct ideal {
    uint32_t done;             /* the ranks below it have been searched */
    uint32_t batch, most;      /* nets of the next batch; maximum number of nets per batch */
    uint32_t *ranks, *margins; /* [most] */
    struct box *windows;       /* [most] */
    struct growth *growths;    /* [most] */
};

/* Prepares to search the nets from rank `done` on; those before have their trees and ideals. */
enum status ideal_open(struct ideal *it, const struct plan *plan, uint32_t done,
                       struct error *error);
void ideal_close(struct ideal *it); /* accepts a zeroed one */

static inline bool ideal_is_over(const struct ideal *it, const struct plan *plan)
{
    return it->done == plan->count;
}

/* Searches the next batch: puts the nets' trees into the plan and fills their ideals; nets without
 * any path get none. If the run has to end, a net whose window was too small keeps the tree that
 * was found there. */
enum status ideal_once(struct ideal *it, struct plan *plan, struct error *error);
