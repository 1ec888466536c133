/* hollow: the middle of large metal of no net, whose nodes need no marks.
 *
 *     # # # # # #      #  marked as closed
 *     #         #      The steps of the border are closed, so no wire of the layer reaches the
 *     #         #      middle. If the same is true of the layer above (below), no via between the
 *     # # # # # #      two layers does, and their sites need no marks there, either.
 *
 * So memory and time for a macro grow with its outline, not with its area. */
#pragma once

#include "router/detail/lattice/metal.h"

struct hollow {
    struct layout_rect inner; /* the middle; empty: there is none */
    bool layer[2];            /* no via to the layer below (above) reaches the middle */
};

/* Finds the middle of a shape, at `margin` from its edges, which must be more than twice metal and
 * spacing of any kind of shape. A narrow shape has one that is wider than itself if metal beside it
 * covers that: strips of a memory between its power pins. Only metal of no net has a middle, and
 * only without metal of nets there. O(metal near the middle), bounded. */
void hollow_find(struct hollow *hollow, const struct metal *metal, const struct model_shape *shape,
                 int32_t margin);
