/* layout_why: pictures of layouts that answer a question, and what they share with words. */
#pragma once

#include "grid/layout/shape.h"

/* Sets across[n], of all nets, for those with wires across the straight lines between the net's
 * pins (a minimum spanning tree of them): a hint what the net would have to get around, no proof
 * that they block it. shapes: the layout's. O(shapes * pins of the net). */
enum status layout_why_across(const struct layout *layout, const struct shapes *shapes,
                              uint32_t net, bool *across, struct error *error);
