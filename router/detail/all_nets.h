/* all_nets: routes all nets: smaller nets first, by PathFinder, then by insertion. */
#pragma once

#include "router/detail/pathfinder.h"

/* Routes all nets of the model. On return all trees are counted in the lattice and free of
 * conflicts; the trees of nets without a path are not complete. Fails without memory. */
enum status all_nets_route(struct pathfinder *all, struct error *error);
