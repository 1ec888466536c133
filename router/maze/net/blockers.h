/* blockers: of nets that are in the way of another, a set of which none can be spared.
 *
 * The way of fewest crossings (explain.h) names nets without which there is a way, but it may name
 * more than it needs: the way crosses net A to get round net B, where crossing B would have done.
 * So each name in its turn is put back, and left out where the pins still hang together:
 *
 *     kept = {}
 *     for each name, first to last:
 *         unless the pins hang together without the names kept and those still to come:
 *             keep the name
 *
 * The fewer nets are away the fewer ways there are, so a name that was needed once is needed in the
 * end: of what is kept none can be spared.
 *
 * What hangs together is asked of pieces (pieces.h). To take a net away is to unite its pieces with
 * those around them (union-find, Galler and Fischer 1964, without path compression, so that unions
 * can be taken back in the order in which they came). The names are halved: to sift one half, the
 * other half is taken away once for all of its names, and so on within it. So each net is taken
 * away as often as the names can be halved.
 */
#pragma once

#include "router/maze/net/pieces.h"

struct blockers; /* 12 bytes a piece */

/* Makes a workspace for the pieces of a result, which stay the caller's. Fails only for memory;
 * *blockers is then NULL. */
enum status blockers_create(struct blockers **blockers, const struct design *design,
                            const struct pieces *pieces, struct error *error);
void blockers_destroy(struct blockers *blockers); /* accepts NULL */

/* Drops those of names[*count] that can be spared; the others stay in their order. Without all of
 * them the pins of the net, which is unrouted, hang together; it is not among them, and no name
 * comes twice. O(neighbours of the names' pieces * log names). */
void blockers_sift(struct blockers *blockers, uint32_t net, uint32_t *names, size_t *count);
