/* layout_across: finds the nets between the pins of an open net, for pictures and messages. */
#pragma once

#include "grid/layout/shape.h"

/* Sets across[n], of all nets, for each net with wires across the straight lines between the pins
 * of `net` (their minimum spanning tree). The net would have to go around them; it is not proved
 * that they block it. shapes: those of the layout. O(shapes * pins of the net). */
enum status layout_why_across(const struct layout *layout, const struct shapes *shapes,
                              uint32_t net, bool *across, struct error *error);

/* Adds to amount[n] the area of other nets' wires in the box around the net's pins. O(shapes). */
void layout_crowd(const struct layout *layout, const struct shapes *shapes, uint32_t net,
                  uint64_t *amount);
