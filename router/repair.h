/* repair: the stages of a run with negotiation.
 *
 *     go around    nets keep what they would have alone where that is free, the others go around
 *     insert       where few are left without a tree: ejection chains
 *     negotiate    unless all that is good enough: until no cell is shared, or it stalls
 *     drop         nets that still share lose their trees, the worst first
 *     improve      until nothing gets shorter
 *     pass         what has no tree is tried once more, around everything else
 */
#ifndef LEEWAY_ROUTER_REPAIR_H
#define LEEWAY_ROUTER_REPAIR_H

#include "router/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Routes nets[count], in this order where order matters, and enters them in routes as pass_route
 * does. Fills end, iterations and conflicts of the report. */
enum status repair_route(struct run *run, const uint32_t *nets, uint32_t count,
                         struct routes *routes, struct route_report *report, struct error *error);

#ifdef __cplusplus
}
#endif

#endif
