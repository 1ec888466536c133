/* growing: what the parts of a growing tree share; nobody else includes it. */
#pragma once

#include "router/detail/net/net_tree.h"

static inline int32_t growing_x(const struct lattice *lattice, struct access_spot spot)
{
    return lattice->layers[spot.layer].x.at[spot.ix];
}

static inline int32_t growing_y(const struct lattice *lattice, struct access_spot spot)
{
    return lattice->layers[spot.layer].y.at[spot.iy];
}

/* Adds a spot of a path to the tree and brings the distances of the missing pins, `count` of the
 * net and the boxes about them, up to date. Fails without memory, as all here. */
enum status growing_spot(struct grower *grower, struct access_spot spot, uint32_t path,
                         uint32_t count, const struct layout_rect *pins, struct error *error);

/* Adds all accesses of a pin (of the model), which a path has reached. */
enum status growing_pin(struct grower *grower, uint32_t net, uint32_t pin, uint32_t path,
                        const struct layout_rect *pins, struct error *error);

/* Begins the path to a pin (of the net, from 0) at a spot of the tree. */
enum status growing_path(struct net_tree *tree, const struct grower *grower, uint32_t pin,
                         struct access_spot source, struct error *error);
