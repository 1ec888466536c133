/* insert: gives trees to nets that have none by pushing others aside.
 */
#ifndef LEEWAY_ROUTER_INSERT_H
#define LEEWAY_ROUTER_INSERT_H

#include "router/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Gives trees to nets that have none, whatever that costs, for at most `rounds` rounds: an
 * ejection chain from each of them. Adds the rounds to *used. The plan is legal before and
 * after, and no net that was routed is lost. */
enum status insert_missing(struct plan *plan, uint32_t rounds, uint32_t *used, struct error *error);

#ifdef __cplusplus
}
#endif

#endif
