/* improve: lowers the cost of a legal plan, and routes what is still missing, by ejection chains
 * from every net that costs more than it would alone, round after round, until nothing helps.
 */
#ifndef LEEWAY_ROUTER_IMPROVE_H
#define LEEWAY_ROUTER_IMPROVE_H

#include "router/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Improves a legal plan until *used, the count of rounds, reaches `last`, or nothing helps. The
 * plan is legal afterwards, no net that was routed is lost, and it is not dearer unless more nets
 * are routed. With a checkpoint to resume, plan and *used are first made what they were then. */
enum status improve(struct plan *plan, uint32_t last, uint32_t *used, struct error *error);

#ifdef __cplusplus
}
#endif

#endif
