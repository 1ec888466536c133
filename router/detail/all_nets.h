/* all_nets: the order of the nets, the rounds of the pathfinder, and pushing others aside for nets
 * that are left.
 */
#pragma once

#include "router/detail/pathfinder.h"

/* Routes all nets of the model, the smaller ones first. On return all trees are counted in the
 * lattice and free of conflicts; nets without a way are not complete. */
enum status all_nets_route(struct pathfinder *all, struct error *error);
