/* pieces: a result as a graph of connected regions.
 *
 * A piece is a set of cells that steps join and that belong to the same net, or to none. Two pieces
 * are neighbours if a step leads from one into the other; steps go both ways.
 *
 *     1 1 2 3 3      1, 3, 4: open cells of no net. 2: a wire
 *     1 1 2 3 3      # is blocked; p is a pin inside the block, of the net of 2, and a piece of its
 *     1 1 2 # #      own, because the block stays when that net is removed
 *     2 2 2 p #
 *     4 4 4 4 4      neighbours: 1-2, 2-3, 2-4, 2-p, p-4
 *
 * A design has far fewer pieces than cells, so searches for one net after the other are fast. */
#pragma once

#include "grid/routes.h"

#define PIECE_NONE UINT32_MAX

struct piece {
    uint32_t owner; /* net + 1; 0: no net */
    bool blocked;   /* inside a block: only its own net may enter */
};

struct pieces {
    uint32_t *of_cell;    /* [cells]; PIECE_NONE: blocked, and of no net */
    struct piece *pieces; /* [count] */
    uint32_t count;
    size_t *first_next; /* [count + 1] neighbours of piece p: from next[first_next[p]] on */
    uint32_t *next;     /* neighbours of all pieces, each once per piece */
    uint32_t *first_of; /* [net_count + 2] pieces of owner o: by_owner[first_of[o] ..) */
    uint32_t *by_owner; /* pieces of all owners, in ascending order per owner */
    size_t pieces_capacity, next_capacity;
};

/* Finds the pieces of a result: wires of routed nets, pins of all. Start with zeroed pieces. Fails
 * only for memory; pieces_destroy then, too. O(cells), 4 bytes per cell, 8 more while it runs. */
enum status pieces_find(struct pieces *pieces, const struct design *design,
                        const struct routes *routes, struct error *error);
void pieces_destroy(struct pieces *pieces); /* accepts a zeroed one */

/* True if the net of owner `me` may enter the piece when the owner of the piece is removed. */
static inline bool piece_is_passable(const struct pieces *pieces, uint32_t piece, uint32_t me)
{
    return !pieces->pieces[piece].blocked || pieces->pieces[piece].owner == me;
}
