/* net_facts: measures a net of a layout: boxes, wire length, vias, a lower bound of the length. */
#pragma once

#include "grid/layout/shape.h"

struct net_facts {
    struct layout_rect pins; /* bounding box of the pin shapes; all 0 without any (!has_pins) */
    struct layout_rect all;  /* bounding box of pins and wires */
    bool has_pins, has_metal;
    int64_t least;  /* lower bound of the length of a tree: the gaps between its pins along x plus
                       those along y. A pin counts as its bounding box, widened by half a wire.
                       0 for a net with wiring in SPECIALNETS, such as a rail. */
    int64_t length; /* of its segments, in units */
    uint64_t vias;
};

/* The facts of a net. shapes: those of the layout. O(pins + wires of the net). With more than 64
 * separate pins the smallest gaps are left out of `least`. */
struct net_facts net_facts(const struct layout *layout, const struct shapes *shapes, uint32_t net);
