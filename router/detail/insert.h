/* insert: rip-up and reroute around a missing net.
 *
 * A missing net is routed at a high cost per conflict. The nets in conflict with it are ripped up
 * and rerouted without conflicts. If one of them cannot be, all trees are restored, and the nodes
 * in conflict gain history cost. */
#pragma once

#include "router/detail/pathfinder.h"

/* Tries to insert each net of order[0 .. count) without a complete tree, in passes, until a pass
 * inserts none or the searches have expanded `work` more nodes. All trees are free of conflicts
 * before and after. Fails without memory. */
enum status insert_missing(struct pathfinder *all, uint64_t work, struct error *error);
