/* net_facts: a net of a layout in numbers: where its pins are, how long its wires. */
#pragma once

#include "grid/layout/shape.h"

struct net_facts {
    struct layout_rect pins; /* around the metal of its pins; without any: all 0, has_pins false */
    struct layout_rect all;  /* and of its wires */
    bool has_pins, has_metal;
    int64_t least;  /* no tree is shorter: what lies between its pins along x and along y. A cell
                       joins the shapes of a pin, and wires may run through pins; their middles may
                       lie half a wire's width (of the pin's layer) outside. Of a net
                       with wiring in SPECIALNETS (a rail that joins its pins) it is 0. */
    int64_t length; /* of its segments; in units, as all here */
    uint64_t vias;
};

/* Facts of a net as the layout has it. shapes: of that layout. O(pins + wires of the net); of more
 * than 64 pins that lie apart the smallest gaps are left out of `least`. */
struct net_facts net_facts(const struct layout *layout, const struct shapes *shapes, uint32_t net);
