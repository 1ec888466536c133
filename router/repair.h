/* repair: the stages of a run with negotiation.
 *
 *     negotiate    until no cell is shared, or it stalls
 *     drop         nets that still share lose their trees, the worst first
 *     pass         what was dropped is tried once more, around everything else
 *     improve      until nothing gets shorter
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
