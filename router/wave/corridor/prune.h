/* prune: removes the dead ends of an adjacency map and keeps them as trees.
 *
 * A cell with one exit is on no path between two other cells. Pruning removes such cells until none
 * is left (Miller and Reif 1985 call this raking):
 *
 *     . # . . .       . # . . .       A dead end is removed from its tip on. Its neighbour loses
 *     . # . # .       . # . # .       the exit to the tip; if one exit is left, it is the next tip.
 *     . . . # .  ->   1 . . # .       The cells that remain are the core: all cycles, and the cells
 *     . # # # .       2 # # # .       between them. A pruned cell keeps one exit, towards the core,
 *     . . # . .       3 4 # . .       so pruned cells form trees whose roots are core cells.
 *
 * A component without a cycle is pruned as a whole; its last cell has no exit and is the root. A
 * perfect maze is one such tree.
 *
 * A search needs some branches in both directions; prune_link adds the exits down one branch.
 * Invariant: a cell with two or more exits is linked, i.e. each neighbour that it leads to leads
 * back. So a climb may stop at such a cell.
 *
 * Cells may be closed and opened later. Closing cuts trees and may leave dead ends in the core;
 * opening links a cell with all its neighbours. Every simple path between linked cells remains.
 *
 * Time: 2 to 3 ns per pruned cell (0.1 to 0.3 ns in straight corridors), 5 ns per climbed cell. */
#pragma once

#include "router/wave/corridor/adjacency.h"

/* The exits of a place before they were changed. */
struct prune_change {
    uint32_t place;
    uint8_t exits;
};

/* Changes since the last prune_undo. */
struct prune_log {
    struct prune_change *changes;
    size_t count, capacity;
};

/* Prunes all dead ends of a new map and empties its list of tips. Prunes fewer if *stop is raised
 * (stop may be NULL); the map is valid in either case. */
void prune_dead_ends(struct adjacency *adj, const volatile sig_atomic_t *stop);

/* Links the branch from the core or the root down to a place. Fails only without memory. */
enum status prune_link(struct adjacency *adj, uint32_t place, struct prune_log *log,
                       struct error *error);

/* Opens a cell without exits: links it with each neighbour that is open in the field or has one of
 * the bits of `open` in its byte. Fails only without memory. */
enum status prune_open(struct adjacency *adj, const struct spot *spot, unsigned open,
                       struct prune_log *log, struct error *error);

/* Closes a cell. O(1). */
void prune_close(struct adjacency *adj, const struct spot *spot);

/* Undoes the changes in the log and empties it. O(changes). */
void prune_undo(struct adjacency *adj, struct prune_log *log);
