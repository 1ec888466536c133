/* chip_enter: the trees of a chip become routes, all of them at once.
 *
 * Where every net has a tree no later stage has anything to do, so there is no plan: parts of the
 * netlist go side by side, first each into wires of its own, then to its place in the pool.
 */
#pragma once

#include "router/chip/chip.h"
#include "router/plan/session.h"

/* True where every net has a tree. O(nets), by the session's threads. */
bool chip_enter_suits(const struct session *session, const struct chip_trees *chip);

/* Gives each net its wires; none has any yet. Fails with STATUS_FAILED without memory. The result
 * is the same for any number of threads. */
enum status chip_enter(const struct session *session, const struct chip_trees *chip,
                       struct routes *routes, struct error *error);
