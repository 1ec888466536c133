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
#pragma once

#include "grid/grid.h"

C_NAMES_BEGIN

/* True where the window looks like a maze. closed: a bit plane (grid.h) of the cells that are not
 * open. The window must lie in the grid. The same window of the same plane gives the same answer.
 * 1 to 10 us. */
bool maze_is_likely(const struct grid *grid, const uint64_t *closed, const struct box *window);

/* True for a maze, and where so many cells are blocked here and there (35 % at random) that
 * straight ways are short and detours many. Arguments and time as above. */
bool maze_is_rough(const struct grid *grid, const uint64_t *closed, const struct box *window);

/* True where the window is rough, and where it is nearly so (30 %): most ways are still straight,
 * but one net of several goes far around. Arguments and time as above. */
bool maze_is_uneven(const struct grid *grid, const uint64_t *closed, const struct box *window);

C_NAMES_END
