/* rake: takes the dead ends out of a map of ways, and keeps them as trees.
 *
 * A cell with one way out lies on no path between two others. Raking removes such cells until none
 * is left:
 *
 *     . # . . .       . # . . .        A dead end is removed from its tip on. The neighbour of the
 *     . # . # .       . # . # .        tip loses its way to the tip; where one way is left to it,
 * it . . . # .  ->   1 . . # .        is the next tip. The cells that stay are the core: all cycles
 *     . # # # .       2 # # # .        and the cells between them. A raked cell keeps its one way,
 *     . . # . .       3 4 # . .        toward the core.
 *
 * So the byte of a raked cell has one bit, which leads to its parent, and the raked cells form
 * trees that hang on core cells. A component without a cycle is raked as a whole; its last cell has
 * no way and is the root. A perfect maze is one such tree.
 *
 * A search needs some branches of a tree in both directions: rake_link sets the ways down the
 * branch that leads to a cell. The invariant is: a cell whose byte has two or more bits is linked,
 * that is, each neighbour that it leads to leads back. So a climb may stop at such a cell.
 *
 * Cells may be closed and opened afterwards. Closing a cell cuts trees and may leave dead ends in
 * the core; opening a cell links it with all its neighbours. Every simple path between linked cells
 * stays. Nothing else is promised.
 *
 * Cost: 2 to 3 ns a raked cell, 0.1 to 0.2 ns a cell to find the tips, 4 bytes a tip; of a
 * straight corridor 0.1 to 0.3 ns a cell. Climbing: some 5 ns a cell.
 */
#pragma once

#include "router/wave/corridor/ways.h"

/* A byte as it was before it was changed. */
struct rake_change {
    uint32_t place;
    uint8_t way;
};

/* Changes since the last undo, so that they can be taken back. */
struct rake_log {
    struct rake_change *changes;
    size_t count, capacity;
};

/* Rakes all dead ends of ways that have just been made, or some of them where *stop is raised
 * meanwhile (it may be NULL): the ways are right in either case. Uses up the list of tips. */
void rake_dead_ends(struct ways *ways, const volatile sig_atomic_t *stop);

/* Links the branch from the core, or the root, down to a place. */
enum status rake_link(struct ways *ways, uint32_t place, struct rake_log *log, struct error *error);

/* Opens a cell that has no ways: links it with its neighbours that are open in the field or have
 * one of the bits of `open` in their bytes. */
enum status rake_open(struct ways *ways, const struct spot *spot, unsigned open,
                      struct rake_log *log, struct error *error);

/* Closes a cell. O(1). */
void rake_close(struct ways *ways, const struct spot *spot);

/* Takes back what the log says, and empties it. O(changes). */
void rake_undo(struct ways *ways, struct rake_log *log);
