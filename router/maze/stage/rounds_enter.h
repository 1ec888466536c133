/* rounds_enter: the trees of a design become routes, all of them at once.
 *
 * Where every net has a tree no later stage has anything to do, so there is no plan: parts of the
 * netlist go side by side, first each into wires of its own, then to its place in the pool.
 */
#pragma once

#include "router/maze/rounds/maze_route.h"
#include "router/maze/plan/session.h"

/* True where every net has a tree. O(nets), by the session's threads. */
bool rounds_enter_suits(const struct session *session, const struct maze_trees *maze);

/* Gives each net its wires; none has any yet. Fails with STATUS_FAILED without memory. The result
 * is the same for any number of threads. */
enum status rounds_enter(const struct session *session, const struct maze_trees *maze,
                         struct routes *routes, struct error *error);
