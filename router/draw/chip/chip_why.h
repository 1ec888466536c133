/* chip_why: pictures of chips that answer a question, and what they share with words. */
#pragma once

#include "grid/chip/shape.h"

/* Sets across[n], of all nets, for those with wires across the straight lines between the net's
 * pins (a minimum spanning tree of them): a hint what the net would have to get around, no proof
 * that they block it. shapes: the chip's. O(shapes * pins of the net). */
enum status chip_why_across(const struct chip *chip, const struct shapes *shapes, uint32_t net,
                            bool *across, struct error *error);
