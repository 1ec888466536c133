/* layout_trim: the loose wires of a net.
 *
 * A wire is loose if other wires or pins of its net touch it at one end only, a via if they do so
 * on one layer only, a rectangle if nothing does. */
#pragma once

#include "grid/layout/shape.h"

/* Sets loose[i] for each ROUTED wire i of placed.nets[net].wires that is loose; wires with loose[i]
 * set before do not count. tail NULL: one pass. Else repeats, without the wires found, until no
 * more are loose; a wire with tail[i] ends on purpose: it is loose only if nothing touches it, and
 * other wires are loose in spite of it. shapes: of the layout. Fails without memory. O(k log k) for
 * k rectangles of the net, if few overlap, and O(k) per pass. */
enum status layout_trim(const struct layout *layout, const struct shapes *shapes, uint32_t net,
                        const bool *tail, bool *loose, struct error *error);
