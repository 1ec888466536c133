/* dear: places that wires had better leave, as what was tried there broke a rule. */
#pragma once

#include "router/detail/net/net_tree.h"

/* The nodes of a layer, and the via sites above them, within a box pay toll from now on. */
void dear_place(struct lattice *lattice, int layer, struct box place, int toll);

/* The nodes of a tree's wires and the sites of its vias, each with its variant, whose metal or
 * holes meet the place pay toll. level: as of a model_shape; -1, or where nothing of the tree is
 * there: all of the tree pays a quarter. */
void dear_judged(struct lattice *lattice, const struct net_tree *tree, int level, struct box place,
                 int toll);
