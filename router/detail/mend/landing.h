/* landing: which vias may land on pins that are smaller than the minimum area.
 *
 * A pad within such a pin adds no metal. A pad that extends it needs a patch, for which there may
 * be no room beside obstructions and other pins. The search must avoid these pads. */
#pragma once

#include "router/detail/access/access.h"
#include "router/detail/mend/mend.h"

/* Adds `toll` to the history cost of each via on a small pin whose pad no patch extends to the
 * minimum area. The mender must have no metal but the fixed one. Fails without memory, and with
 * STATUS_INTERRUPTED after a stop. O(accesses of small pins). */
enum status landing_penalise(struct mender *mender, struct lattice *lattice,
                             const struct access *access, int32_t toll,
                             const struct lattice_stop *stop, struct error *error);
