/* mazelike: estimates whether a window looks like a maze, from the degrees of sampled cells.
 *
 * A maze is nearly a tree: an open cell has two open neighbours on average. Random obstacles leave
 * more (3.2 at 20 % blocked cells, 2.8 at 30 %, 2.6 at 35 %), an open field four:
 *
 *     . # . . .     degrees  1 - 2 2 2     sum 14 over 8 cells: a maze
 *     . . . # .              2 2 2 - 1
 *
 * The estimate only selects between waves that give the same answer. */
#pragma once

#include "grid/grid.h"

C_NAMES_BEGIN

/* True if the window looks like a maze. closed is a bit plane (grid.h) of the closed cells. The
 * window must be inside the grid. Deterministic. Takes 1 to 10 us. */
bool mazelike_window(const struct grid *grid, const uint64_t *closed, const struct box *window);

C_NAMES_END
