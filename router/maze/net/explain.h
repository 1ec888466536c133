/* explain: why a net has no wires.
 *
 * no-path: there is no way between its pins even with no other net in the design (their pins
 * neither). The proof is a set of cells that holds the first pin, not all the others, and that no
 * step leaves: explain_closed_set.
 *
 * blocked-by: else. A way may cross other nets, at a price of 1 for each crossing: a step from a
 * cell that is not net B's into one that is (a wire's or a pin's) crosses B; going on inside B is
 * free, coming back to B after leaving it counts again. The way taken has the fewest crossings.
 * Named are the nets that it crosses, in the order in which it meets them, from the first pin, but
 * for those that can be spared: with any one of the names back there is no way (blockers.h).
 *
 * A net of more pins grows as in connect: the missing pin of fewest crossings next (then pin
 * order). A net once crossed is named once and free from then on.
 *
 * The search goes from piece to piece (pieces.h); of ways with as many crossings it takes the one
 * that it finds first, pieces being numbered by their lowest cells. Costs and steps are not looked
 * at: what is asked is whether there is a way, not how dear it is.
 */
#pragma once

#include "grid/routes.h"

struct explain; /* 4 bytes a cell, some 60 a piece */

/* Prepares to explain nets of this result, which must stay as it is. Fails only for memory.
 * O(cells).
 */
enum status explain_create(struct explain **explain, const struct design *design,
                           const struct routes *routes, struct error *error);
void explain_destroy(struct explain *explain); /* accepts NULL */

/* Explains an unrouted net: ROUTE_NO_PATH, or ROUTE_BLOCKED_BY with the nets in the way in
 * *blockers (the explainer's, until the next call). ROUTE_ROUTED where nothing is in the way: the
 * net could be routed as things stand. O(pieces and their neighbours * pins) at worst, besides what
 * blockers_sift takes. */
enum route_state explain_net(struct explain *explain, uint32_t net, const uint32_t **blockers,
                             size_t *count);

/* Fills plane (grid_plane_words words) with all cells that can be reached from the net's first
 * pin in the empty design. *lost is the index of the first of its pins that is not among them, and
 * plane then the certificate that there is no path; the number of its pins where all are. O(cells).
 */
enum status explain_closed_set(const struct design *design, uint32_t net, uint64_t *plane,
                               uint32_t *lost, struct error *error);
