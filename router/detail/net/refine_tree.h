/* refine_tree: makes the tree of a net cheaper, among the finished trees of all others, where the
 * rounds left detours without need. The path to each pin is taken out, with those that start at it,
 * and searched again from the rest of the tree, up to its cost, with conflicts forbidden. */
#pragma once

#include "router/detail/net/net_tree.h"

/* True if a path of a complete tree has vias to spare or goes back and forth, or the layout is
 * small. */
bool refine_may_gain(const struct net_tree *tree, const struct lattice *lattice);

/* Refines a complete tree, which must be counted in the lattice and free of conflicts, and is so on
 * return, also after a stop. Does not use nodes outside the window. Fails without memory. */
enum status refine_tree(struct net_tree *tree, struct grower *grower, const struct costs *strict,
                        uint32_t net, const struct layout_rect *window, struct error *error);
