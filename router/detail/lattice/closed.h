/* closed: closes the steps and via sites that no net may use, before metal is considered. */
#pragma once

#include "router/detail/lattice/lattice.h"

/* Closes them; wires may use routing layers first..last. O(nodes) if the die is a rectangle, else
 * O(nodes x its rectangles). */
void closed_find(struct lattice *lattice, uint32_t first, uint32_t last);
