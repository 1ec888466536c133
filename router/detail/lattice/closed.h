/* closed: steps and via sites that nobody may use, whatever stands there. */
#pragma once

#include "router/detail/lattice/lattice.h"

/* Closes what no shape closes: steps that the layer does not allow, or that lie outside layers
 * first..last, and sites that one of the two layers does not know. O(nodes). */
void closed_rest(struct lattice *lattice, uint32_t first, uint32_t last);
