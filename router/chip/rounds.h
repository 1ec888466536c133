/* rounds: negotiation between all nets of a chip, and refinement after it.
 *
 * Every cell that others use has a toll from the first net on, so most nets never meet. Where two
 * do, the cell's owner tells who was met, and both have another turn in the next round, as do nets
 * without a path, in wider windows: a round costs what is in conflict. The toll of a user rises
 * from round to round, a cell that was fought for keeps some of it as history (McMurchie and
 * Ebeling, PathFinder, 1995). History rises faster after some rounds, which ends pairs of nets that
 * would swap for ever. Rounds go through the tiles forward and backward by turns.
 */
#ifndef LEEWAY_ROUTER_CHIP_ROUNDS_H
#define LEEWAY_ROUTER_CHIP_ROUNDS_H

#include "router/chip/plan.h"

/* How much is spent on cost. */
struct chip_rules {
    uint32_t first;   /* toll of a user in the first round */
    uint32_t lag;     /* of the searches (search.h) */
    uint32_t refines; /* rounds of refinement */
    uint32_t refine_lag;
};

#ifdef __cplusplus
extern "C" {
#endif

/* Negotiates until no net shares a cell, it stalls, after rounds_max rounds, or when the run has to
 * end. Trees that still share are taken out one by one, the longest first, and those that fit then
 * come back; the others are tried once around all others, as long as the run need not end.
 * *rounds: how many it took. */
enum status chip_negotiate(struct chip_plan *plan, const struct chip_rules *rules,
                           uint32_t rounds_max, uint32_t *rounds, struct error *error);

/* Searches each net anew around all others, where it may gain, and keeps what is cheaper. */
enum status chip_refine(struct chip_plan *plan, const struct chip_rules *rules,
                        struct error *error);

#ifdef __cplusplus
}
#endif

#endif
