/* closed: closes the steps and via sites that no net may use whatever the metal: off the tracks or
 * the layer's direction, outside of the die, on layers that wires may not use. */
#pragma once

#include "router/detail/lattice/lattice.h"

/* True if a polygonal die covers a point. */
bool closed_inside(const struct model *model, int32_t x, int32_t y);

/* Closes them; wires may use routing layers first .. last. O(nodes * rectangles of the die).
 * Returns early after a stop. */
void closed_find(struct lattice *lattice, uint32_t first, uint32_t last,
                 const struct lattice_stop *stop);
