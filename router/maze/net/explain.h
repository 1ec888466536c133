/* explain: why a net has no wires.
 *
 * no-path: its pins are not connected even in a design without other nets and their pins. The proof
 * is a set of cells that no step leaves and that holds the first pin but not all others
 * (explain_closed_set).
 *
 * blocked-by: otherwise. A route may cross other nets at a cost of 1 per crossing: a step into a
 * cell of net B (of a wire or a pin) from a cell that is not B's crosses B; further steps inside B
 * are free, and entering B again counts again. The route of fewest crossings is taken. The nets
 * that it crosses are listed in the order of the route, from the first pin, reduced to a minimal
 * set: with any one of them back there is no path (blockers.h).
 *
 * A net of more than two pins grows as in connect.h: the missing pin with the fewest crossings is
 * next (ties: pin order). A net that was crossed is listed once and costs nothing from then on.
 *
 * The search goes from piece to piece (pieces.h); ties go to the route found first, with pieces
 * numbered by their lowest cells. Edge costs are ignored. */
#pragma once

#include "grid/routes.h"

struct explain; /* 4 bytes per cell, about 60 per piece */

/* Prepares to explain nets of this result, which must not change. Fails without memory. O(cells).
 */
enum status explain_create(struct explain **explain, const struct design *design,
                           const struct routes *routes, struct error *error);
void explain_destroy(struct explain *explain); /* accepts NULL */

/* Explains an unrouted net: ROUTE_NO_PATH, or ROUTE_BLOCKED_BY with the nets in the way in
 * *blockers (the explainer's, until the next call). ROUTE_ROUTED if no net is in the way:
 * the net could be routed now. O(pieces and neighbours * pins) at worst, and blockers_sift. */
enum route_state explain_net(struct explain *explain, uint32_t net, const uint32_t **blockers,
                             size_t *count);

/* Fills plane (grid_plane_words words) with all cells that can be reached from the net's first
 * pin in the empty design. *lost is the index of the first of its pins that is not among them, and
 * plane then proves that there is no path; the number of its pins if all are. O(cells). */
enum status explain_closed_set(const struct design *design, uint32_t net, uint64_t *plane,
                               uint32_t *lost, struct error *error);

/* For each other net n, adds to amount[n] the number of cells that its wires take in the bounding
 * box of the net's pins. O(steps of all wires). */
void explain_crowd(const struct design *design, const struct routes *routes, uint32_t net,
                   uint64_t *amount);

/* Stores the indices of the `most` largest amounts in `named`, largest first, zeroes left out, and
 * clears these amounts. Returns their number. O(count * most). */
size_t explain_largest(uint64_t *amount, uint32_t count, uint32_t *named, size_t most);
