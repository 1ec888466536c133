/* plan_check: whether a plan agrees with itself. Every answer is computed anew from the trees'
 * wires, so a checker shares no counter with what it checks. For debug builds, between stages.
 */
#pragma once

#include "router/maze/plan/plan.h"

/* True where
 *
 *   - each tree that is present costs what its wires say, and each margin is above 0;
 *   - only a tree that is present in an open plan waits, and it is listed with a box that holds it;
 *   - in an open plan each cell has as many users as there are trees counted in it, its toll is
 *     right (congestion_is_sound) and, where owners are noted, its owner is a net that is counted
 *     there, or nobody where there is none.
 *
 * Nothing may be locked (eject.h). True, too, where there is no memory for the count. O(cells +
 * cells of all wires), 4 bytes a cell. */
bool plan_is_sound(const struct plan *plan);

/* True where no cell is in two trees: the plan is legal. O(cells of all wires), 1 bit a cell. */
bool plan_is_legal(const struct plan *plan);
