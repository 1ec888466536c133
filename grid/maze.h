/* maze: does a window look like a maze, or nearly?
 *
 * A maze is nearly a tree: of its cells' ways to open neighbours there are two a cell, and a little
 * less in a perfect one. Where cells are blocked at random there are more as long as most of them
 * hang together (3.2 a cell at 20 %, 2.8 at 30 %, 2.6 at 35 %), and in open fields four:
 *
 *     . # . . .       ways  1 - 2 2 2       14 ways of 8 cells: a maze
 *     . . . # .             2 2 2 - 1
 *
 * So some hundred cells are drawn and their ways counted. It is a guess, and meant for choosing
 * between waves that all give the same answer.
 */
#ifndef LEEWAY_GRID_MAZE_H
#define LEEWAY_GRID_MAZE_H

#include "grid/grid.h"

#ifdef __cplusplus
extern "C" {
#endif

/* True where it does; closed: the cells that are not open, a bit each (grid.h). The same window of
 * the same plane gives the same answer. 1 to 10 us. */
bool maze_is_likely(const struct grid *grid, const uint64_t *closed, const struct box *window);

/* True where it does, or where cells of a layer are blocked here and there so often (35 % at
 * random) that straight ways are short and detours many. The same of answer and time. */
bool maze_is_rough(const struct grid *grid, const uint64_t *closed, const struct box *window);

/* True where it is rough, or nearly (30 %): most ways are straight still, but of several nets one
 * goes far around. The same of answer and time. */
bool maze_is_uneven(const struct grid *grid, const uint64_t *closed, const struct box *window);

#ifdef __cplusplus
}
#endif

#endif
