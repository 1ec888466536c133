/* penalty: penalises places where metal of a net violated a rule, so that rerouting avoids them. */
#pragma once

#include "router/detail/net/net_tree.h"

/* Adds toll to the history cost of a layer's nodes within a box, and of the via sites above. */
void penalty_place(struct lattice *lattice, uint32_t layer, struct layout_rect place, int32_t toll);

/* Adds toll to the history cost of a tree's nodes and via sites (the variants in use) whose metal
 * or hole touches the place; level: as in model_shape. With level MODEL_NONE adds it for the whole
 * tree; if nothing touches the place, adds a quarter for the whole tree. */
void penalty_judged(struct lattice *lattice, const struct net_tree *tree, uint32_t level,
                    struct layout_rect place, int32_t toll);
