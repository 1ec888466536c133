/* dear: penalises places where metal of a net violated a rule, so that rerouting avoids them. */
#pragma once

#include "router/detail/net/net_tree.h"

/* Adds toll to the history cost of the nodes of a layer within a box, and of the via sites above.
 */
void dear_place(struct lattice *lattice, uint32_t layer, struct layout_rect place, int32_t toll);

/* Adds toll to the history cost of the nodes of a tree's wires, and the sites of its vias (the
 * variant in use only), whose metal or hole touches the place; level: as in model_shape. If level
 * is MODEL_NONE, adds it for the whole tree; if nothing touches the place, adds a quarter for the
 * tree. */
void dear_judged(struct lattice *lattice, const struct net_tree *tree, uint32_t level,
                 struct layout_rect place, int32_t toll);
