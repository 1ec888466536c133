/* leave: takes the trees of nets out of the map, so that the nets can be searched again.
 *
 * A net that shares no cell stays. A net that is taken out raises the history of each cell that it
 * shares. In a list, whether a net stays depends on the nets before it, but only through shared
 * cells. These are few, so one thread processes them; all threads process the other cells.
 */
#pragma once

#include "router/maze/rounds/plan.h"

/* Takes the net's tree out of the map, and adds `history` to each shared cell. False if it has a
 * tree and shares no cell: it keeps the tree and needs no search. */
bool maze_leave(struct maze_plan *plan, uint32_t net, uint32_t history);

/* The same for the nets of a list of at most MAZE_BATCH, in order. Nets that need a search stay in
 * the list. Returns their number. */
uint32_t maze_leave_all(struct maze_plan *plan, uint32_t *nets, uint32_t count, uint32_t history);
