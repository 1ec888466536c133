/* flow: gives the nets of a round their turns, slices side by side, without barriers between them.
 *
 * A unit (groups.h) takes its first step when the groups before its own are done, and each further
 * step when all units of its groups have taken the step before: a slice need not wait for the whole
 * slice before it. A tile has a single step: the whole turns of its nets. So the turns at each cell
 * are in the order of slices.h, and the trees are the same for any number of threads.
 */
#pragma once

#include "router/maze/rounds/turn.h"

C_NAMES_BEGIN

/* Gives the first `count` dealt nets of the plan their turns. O(nets + links) without searches. */
enum status maze_flow_run(struct maze_turns *turns, uint32_t count, struct error *error);

C_NAMES_END
