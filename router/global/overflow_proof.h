/* overflow_proof: compares the overflow with the sum of cuts, a lower bound of any result's
 * (grid/capacity/cut.h). */
#pragma once

#include "router/global/global.h"
#include "router/global/planes.h"

/* If the cuts prove more than at->proven, sets that and at->cut, and fixes the history of the edges
 * in the cuts (PLANES_FIXED). overflow: of the planes. Fails with STATUS_FAILED without memory. */
enum status overflow_prove(struct planes *planes, struct planes_overflow overflow,
                           struct global_state *at, struct error *error);
