/* growing: steps of growing a tree, shared by net_tree.c and net_keep.c only. */
#pragma once

#include "router/detail/net/net_tree.h"

/* Adds a spot of a path to the tree, and updates the distances of pins to the tree; pins[count]:
 * the boxes of all pins of the net. Fails without memory, like all functions here. */
enum status growing_spot(struct grower *grower, struct access_spot spot, uint32_t path,
                         uint32_t count, const struct layout_rect *pins, struct error *error);

/* Adds all accesses of a pin of the model, to which `path` leads, as its metal connects them. */
enum status growing_pin(struct grower *grower, uint32_t net, uint32_t pin, uint32_t path,
                        const struct layout_rect *pins, struct error *error);

/* Keeps the paths of the old tree without conflicts that start at a kept path or the first pin,
 * adds their spots and pins to the grower, and drops the others. Fails without memory. */
enum status net_keep(struct net_tree *tree, struct grower *grower, uint32_t net,
                     const struct layout_rect *pins, struct error *error);
