/* explain: why a net has no wires.
 *
 * no-path: there is no way between its pins even with no other net in the design (their pins
 * neither). The proof is a set of cells that holds the first pin, not all the others, and that no
 * step leaves: explain_closed_set.
 *
 * blocked-by: else. A path may cross other nets, at a price of 1 for each crossing: a step from a
 * cell that is not net B's into one that is (a wire's or a pin's) crosses B; going on inside B is
 * free, coming back to B after leaving it counts again. The path taken has the fewest crossings,
 * then the fewest steps, and ties are broken as everywhere: traced back from the pin, straight on
 * first, then EAST, WEST, NORTH, SOUTH, UP, DOWN. Named are the nets that it crosses, in the order
 * in which the path meets them, from the first pin, but for those that can be spared: with any one
 * of the names back there is no way (blockers.h).
 *
 * A net of more pins grows as in connect: the missing pin of fewest crossings next (then fewest
 * steps, then pin order). A net once crossed is named once and free from then on.
 *
 * Costs are not looked at: what is asked is whether there is a way, not how dear it is.
 */
#ifndef LEEWAY_ROUTER_NET_EXPLAIN_H
#define LEEWAY_ROUTER_NET_EXPLAIN_H

#include "grid/routes.h"

struct explain; /* owner and label of every cell: 12 bytes a cell; and what blockers.h takes, once a
                   net has two in its way */

#ifdef __cplusplus
extern "C" {
#endif

/* Prepares to explain nets of this result, which must stay as it is. */
enum status explain_create(struct explain **explain, const struct design *design,
                           const struct routes *routes, struct error *error);
void explain_destroy(struct explain *explain); /* accepts NULL */

/* Explains an unrouted net: *state is ROUTE_NO_PATH, or ROUTE_BLOCKED_BY with the nets in the way
 * in *blockers (the explainer's, until the next call). Where nothing is in the way, *state is
 * ROUTE_ROUTED: the net could be routed as things stand. O(cells * pins) at worst, besides what
 * blockers_sift takes. */
enum status explain_net(struct explain *explain, uint32_t net, enum route_state *state,
                        const uint32_t **blockers, size_t *count, struct error *error);

/* Fills plane (grid_plane_words words) with all cells that can be reached from the net's first
 * pin in the empty design. *lost is the index of the first of its pins that is not among them, and
 * plane then the certificate that there is no path; the number of its pins where all are. O(cells).
 */
enum status explain_closed_set(const struct design *design, uint32_t net, uint64_t *plane,
                               uint32_t *lost, struct error *error);

#ifdef __cplusplus
}
#endif

#endif
