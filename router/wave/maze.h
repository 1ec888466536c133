/* maze: does a window look like a maze?
 *
 * A maze is nearly a tree: of its cells' ways to open neighbours there are two a cell, and a little
 * less in a perfect one. Where cells are blocked at random there are more as long as most of them
 * hang together (2.6 a cell at 35 %), and in open fields four:
 *
 *     . # . . .       ways  1 - 2 2 2       14 ways of 8 cells: a maze
 *     . . . # .             2 2 2 - 1
 *
 * So some hundred cells are drawn and their ways counted. It is a guess, and meant for choosing
 * between waves that all give the same answer.
 */
#ifndef LEEWAY_ROUTER_WAVE_MAZE_H
#define LEEWAY_ROUTER_WAVE_MAZE_H

#include "router/engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* True where it does. The same window of the same field gives the same answer. 1 to 10 us. */
bool maze_is_likely(const struct field *field, const struct box *window);

#ifdef __cplusplus
}
#endif

#endif
