/* pass: all nets once, in a fixed order, each around those before it.
 *
 * Nets are searched a batch at a time against the field as it was before the batch, and committed
 * in order. A net whose tree is still free then has just the tree that it would have got had it
 * been searched last: closing cells only raises labels, so a path that none of them touches keeps
 * its labels, is still cheapest, and is still the first among its equals. A net that lost a cell
 * is searched again on the spot. So the result is that of one net after the other, and the size
 * of a batch is a matter of speed alone.
 */
#ifndef LEEWAY_ROUTER_PASS_H
#define LEEWAY_ROUTER_PASS_H

#include "router/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Routes nets[count] in this order and enters them in routes; closes their cells in the run's
 * field (unless alone). Nets without a path become ROUTE_BLOCKED_BY without blockers, for explain
 * to tell why; where the run has to end, the rest becomes ROUTE_TIME_LIMIT or ROUTE_INTERRUPTED. */
enum status pass_route(struct run *run, const uint32_t *nets, uint32_t count, struct routes *routes,
                       struct error *error);

#ifdef __cplusplus
}
#endif

#endif
