/* rake: takes the dead ends out of a map of ways, and keeps them as trees.
 *
 * A cell with one way out lies on no path between two others. Raking removes such cells until none
 * is left:
 *
 *     . # . . .       . # . . .        A dead end is removed from its tip on: the cell that it
 *     . # . # .       . # . # .        hangs on forgets its way into it, and where that leaves one
 *     . . . # .  ->   1 . . # .        way, it is the next tip. What stays is the core: all cycles,
 *     . # # # .       2 # # # .        and what lies between them. The raked cell keeps its one
 *     . . # . .       3 4 # . .        way: toward the core.
 *
 * So a raked cell's byte has one bit, its parent's, and the raked cells are trees that hang on core
 * cells, or whole components without a cycle, whose last cell has no way and is their root. A
 * perfect maze is one such tree.
 *
 * What a search needs of a tree is linked again: rake_link gives the ways back into the branch that
 * leads down to a cell. All that ever holds is this: a byte with two or more bits is linked, each
 * neighbour that it leads to leads back. So a climb may stop where it meets one.
 *
 * Cells may be closed and opened afterwards. Closing one cuts trees, and some of the core may then
 * be dead ends; opening one links all around it. Either way every simple path between linked cells
 * stays, and nothing else is promised.
 *
 * Cost: 2 to 3 ns a raked cell, 0.1 to 0.2 ns a cell to find the tips, 4 bytes a tip; of a
 * straight corridor 0.1 to 0.3 ns a cell. Climbing: some 5 ns a cell.
 */
#ifndef LEEWAY_ROUTER_WAVE_CORRIDOR_RAKE_H
#define LEEWAY_ROUTER_WAVE_CORRIDOR_RAKE_H

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

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif

#endif
