/* net_keep: what stays of a tree that is routed again. */
#pragma once

#include "router/detail/net/growing.h"

/* Keeps the paths of the old tree that are in no conflict and start at what is kept; their spots
 * and pins are added. Fails without memory. */
enum status net_keep(struct net_tree *tree, struct grower *grower, uint32_t net,
                     const struct layout_rect *pins, struct error *error);
