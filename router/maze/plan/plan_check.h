/* plan_check: consistency checks of a plan. They recompute everything from the trees' wires and
 * share no counter with the plan. For debug builds, between stages. */
#pragma once

#include "router/maze/plan/plan.h"

/* True if
 *
 *   - each tree that is present costs what its wires say, and each margin is above 0;
 *   - in an open plan the users of each cell are the trees that hold it, its toll is right
 *     (congestion_is_sound) and, if owners are kept, its owner is a net whose tree holds it, or 0
 *     if there is none.
 *
 * No net may be locked (congestion_lock). Also true if there is no memory for the count. O(cells +
 * cells of all wires), 4 bytes per cell. */
bool plan_is_sound(const struct plan *plan);

/* True if no cell is in two trees: the plan is legal. O(cells of all wires), 1 bit per cell. */
bool plan_is_legal(const struct plan *plan);
