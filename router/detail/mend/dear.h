/* dear: places that wires had better leave, as what was tried there broke a rule. */
#pragma once

#include "router/detail/net/net_tree.h"

/* The nodes of a layer, and the via sites above them, within a box pay toll from now on. */
void dear_place(struct lattice *lattice, uint32_t layer, struct layout_rect place, int32_t toll);

/* The nodes of a tree's wires and the sites of its vias, each with its variant, whose metal or
 * holes meet the place pay toll. level: as of a model_shape; MODEL_NONE, or where nothing of the
 * tree is there: all of the tree pays a quarter. */
void dear_judged(struct lattice *lattice, const struct net_tree *tree, uint32_t level,
                 struct layout_rect place, int32_t toll);
