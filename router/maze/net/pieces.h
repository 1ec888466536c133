/* pieces: a result as a graph, to ask what hangs together and what lies between.
 *
 * A piece is a set of cells that steps join and that belong to the same net, or to none. Two pieces
 * are neighbours where a step leads from one into the other; steps go both ways.
 *
 *     1 1 2 3 3      1, 3, 4: open cells of no net. 2: a wire
 *     1 1 2 3 3      # is blocked; p is a pin inside the block, of the net that 2 is of, and a
 *     1 1 2 # #      piece of its own, because the block stays when that net is taken away
 *     2 2 2 p #
 *     4 4 4 4 4      neighbours: 1-2, 2-3, 2-4, 2-p, p-4
 *
 * A design has far fewer pieces than cells, so questions about one net after the other, which would
 * each be a search of the grid, cost little.
 */
#pragma once

#include "grid/routes.h"

#define PIECE_NONE UINT32_MAX

struct piece {
    uint32_t owner; /* net + 1; 0: no net's */
    bool blocked;   /* inside a block: only its own net may enter */
};

struct pieces {
    uint32_t *of_cell;    /* [cells]; PIECE_NONE: blocked, and no net's */
    struct piece *pieces; /* [count] */
    uint32_t count;
    size_t *first_next; /* [count + 1] the neighbours of piece p are next[first_next[p]] up to, */
    uint32_t *next;     /* but without, next[first_next[p + 1]]; none twice */
    uint32_t *first_of; /* [net_count + 3] the same for the pieces of an owner, ... */
    uint32_t *by_owner; /* ... by rising number */
    size_t pieces_capacity, next_capacity;
};

/* Finds the pieces of a result: wires of routed nets, pins of all. Start with zeroed pieces. Fails
 * only for memory; pieces_destroy then, too. O(cells), 4 bytes a cell, another 8 on the way. */
enum status pieces_find(struct pieces *pieces, const struct design *design,
                        const struct routes *routes, struct error *error);
void pieces_destroy(struct pieces *pieces); /* accepts a zeroed one */

/* True where the net `me` (by owner) may enter the piece once its owner is out of the way. */
static inline bool piece_is_passable(const struct pieces *pieces, uint32_t piece, uint32_t me)
{
    return !pieces->pieces[piece].blocked || pieces->pieces[piece].owner == me;
}
