/* slices: which nets of a round are searched at the same time.
 *
 * The nets of a round are sorted into classes by half perimeter (up to 15, 31, 63, ...), short ones
 * first. A class is a sequence of slices of two kinds:
 *
 *     tiles   For short nets there are four tilings of the map, shifted by half a tile. A net
 *             belongs to the first tiling of which a tile holds its window. Each tiling is a slice:
 *             its tiles share no cell, and the nets of a tile take their turns one after the other.
 *     dealt   A hash of net and round deals the other nets into slices. The nets of such a slice
 *             take each step of their turns together (steps.h), so their searches do not see each
 *             other, and the next round negotiates the cells that two of them share.
 *
 * So any number of threads finds the same trees. Short nets are many: in tiles they cost less and
 * find the map in the cache. Few slices of long nets keep more threads at work (NOTES.md).
 */
#pragma once

#include <stdatomic.h>

#include "router/maze/rounds/rounds.h"
#include "router/negotiate/steps.h"

enum {
    SLICE_SHORT = 15,  /* longest half perimeter of the first class */
    SLICE_TILED = 4,   /* number of classes with tiles */
    SLICE_TILE = 64,   /* side of a tile of the first two classes, in cells; later classes: twice */
    SLICE_TILINGS = 4, /* slices of tiles per class */
    SLICES_MOST = 16,  /* dealt slices of a class with tiles; each longer class has half as many */
    SLICES_LEAST = 4,  /* minimum number of dealt slices of a longer class */
    SLICE_LONG = 4,    /* after the first round, the classes from this one on are one class */
    SLICE_NETS = 4,    /* minimum number of nets of a round per dealt slice of a class */
    SLICE_TILE_BITS = 20, /* bits of the tile's number */
    SLICE_PARTS = 32,     /* keys of a class: tilings, then dealt slices */
    SLICE_BITS = SLICE_TILE_BITS + 9,
    SLICE_BIN_SHIFT = 6 /* log2 of the side of a bin (groups.h) in cells */
};

/* The slice of a net and its tile there (0 in a dealt slice), as a number of SLICE_BITS bits that
 * sorts by slice. `count`: nets of the round. */
uint32_t maze_slice_of(const struct maze_plan *plan, uint32_t net, uint32_t round, uint32_t count);

/* True if the number is of a slice of tiles. */
static inline bool maze_slice_is_tiled(uint32_t slice)
{
    return (slice >> SLICE_TILE_BITS) % SLICE_PARTS < SLICE_TILINGS;
}

/* Gives each of these nets (in order of rank) a turn, slice by slice. If the run has to end, the
 * rest get none; those with a tree are flagged. In a round without sharing (toll.hard), *lost nets,
 * which are listed in `nets` afterwards, lost a cell of their new tree to a net of their slice. */
enum status maze_give_turns(struct maze_plan *plan, uint32_t *nets, uint32_t count,
                            const struct maze_round *round, uint32_t *lost, struct error *error);

/* The turns of a round, whose steps (steps.h) are in turn.c. A net has a turn if it has no tree or
 * shares a cell; each such cell gets history. A net without a new tree is flagged. */
struct maze_turns {
    struct maze_plan *plan;
    const struct maze_round *round;
    atomic_bool failed; /* no memory */
};

/* One step of a net; the grower is for the search. A net whose search is due when the run has to
 * end gets no tree. */
void maze_turn_step(struct maze_turns *it, uint32_t net, enum turn_step step,
                    struct maze_grower *grower);
