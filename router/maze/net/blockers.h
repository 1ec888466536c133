/* blockers: reduces the nets in the way of another to a minimal set.
 *
 * The route of fewest crossings (explain.h) lists nets without which there is a path, but perhaps
 * too many: it crosses net A to get around net B, where crossing B would have been enough. So each
 * net of the list in turn is put back, and dropped if the pins are still connected:
 *
 *     kept = {}
 *     for each net of the list:
 *         unless the pins are connected without the nets kept and those still to come:
 *             keep the net
 *
 * With fewer nets removed there are fewer paths, so a net that was needed once is needed in the
 * end: the set that is kept is minimal.
 *
 * Connectivity is that of pieces (pieces.h). A net is removed by uniting its pieces with those
 * around them (union-find, Galler and Fischer 1964, without path compression, so that unions can be
 * undone in reverse order). The list is halved: to reduce one half, the other half is removed once
 * for all of its nets, and so on recursively. So each net is removed once per level of halving. */
#pragma once

#include "router/maze/net/pieces.h"

struct blockers; /* 12 bytes per piece */

/* Makes a workspace for the pieces of a result, which the caller owns. Fails only for memory;
 * blockers_destroy then, too. */
enum status blockers_create(struct blockers **blockers, const struct design *design,
                            const struct pieces *pieces, struct error *error);
void blockers_destroy(struct blockers *blockers); /* accepts NULL */

/* Reduces nets[*count] to a minimal set, in the same order. Without all of them the pins of `net`,
 * which is unrouted and not among them, must be connected; no net may occur twice. O(neighbours of
 * the nets' pieces * log nets). */
void blockers_sift(struct blockers *blockers, uint32_t net, uint32_t *nets, size_t *count);
