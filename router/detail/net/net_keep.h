/* net_keep: which paths of a tree stay when the net is rerouted. */
#pragma once

#include "router/detail/net/growing.h"

/* Keeps the paths of the old tree without conflicts that start at a kept path or the first pin,
 * adds their spots and pins to the grower, and drops the others. Fails without memory. */
enum status net_keep(struct net_tree *tree, struct grower *grower, uint32_t net,
                     const struct layout_rect *pins, struct error *error);
