/* leave: nets go out of the map, so that they can be searched anew.
 *
 * A net that shares no cell stays. Whoever leaves teaches the cells that it shares. So in a list of
 * nets it depends on those before whether one leaves, but at shared cells alone. These are few, and
 * one thread goes through them; what lies between is looked at and counted by all threads.
 */
#pragma once

#include "router/maze/rounds/plan.h"

/* Takes the net's tree out of the map; shared cells learn so much history. False where it has a
 * tree and shares no cell: it keeps it and needs no search. */
bool maze_leave(struct maze_plan *plan, uint32_t net, uint32_t history);

/* The same of all nets listed, in order, at most MAZE_BATCH. Those that are to be searched stay in
 * the list; returns their number. */
uint32_t maze_leave_all(struct maze_plan *plan, uint32_t *nets, uint32_t count, uint32_t history);
