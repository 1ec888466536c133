/* improve: lowers the cost of a legal plan, and routes what is still missing, by ejection chains
 * from every net that costs more than it would alone, round after round, until nothing helps.
 */
#ifndef LEEWAY_ROUTER_IMPROVE_H
#define LEEWAY_ROUTER_IMPROVE_H

#include "router/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Improves a legal plan for at most `rounds` rounds; adds their number to *used. The plan is
 * legal afterwards, no net that was routed is lost, and it is not dearer unless more nets are
 * routed. */
enum status improve(struct plan *plan, uint32_t rounds, uint32_t *used, struct error *error);

/* Gives trees to nets that have none, whatever that costs, for at most `rounds` rounds: a chain
 * from each of them. The plan is legal before and after. */
enum status improve_insert(struct plan *plan, uint32_t rounds, uint32_t *used, struct error *error);

#ifdef __cplusplus
}
#endif

#endif
