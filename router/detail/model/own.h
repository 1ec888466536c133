/* own: tests the rules between pieces of metal of one net.
 *
 * Shapes of one net may overlap, but by at least the width of a wire; less is a neck. Shapes that
 * do not touch need the minimum spacing, or the gap is a notch, unless other metal of the net
 * fills it. */
#pragma once

#include "router/detail/model/near.h"

enum { OWN_METAL_MAX = 256 }; /* rectangles of one net that are compared at once */

/* True if a and b touch along at least `width`, or the whole side of the smaller one. */
bool own_joined(struct layout_rect a, struct layout_rect b, int32_t width);

/* True if metal does not fill the gap between p and q, rectangles of one net that do not touch. */
bool own_gap_open(struct layout_rect p, struct layout_rect q, const struct layout_rect *metal,
                  uint32_t count);

/* True if the union of a and each rectangle of the metal that touches it is a rectangle. */
bool own_rectangle(struct layout_rect a, const struct layout_rect *metal, uint32_t count);

/* True if adding a to the metal of its net makes a neck narrower than width or a notch narrower
 * than space. count must not exceed OWN_METAL_MAX. */
bool own_fault(struct layout_rect a, const struct layout_rect *metal, uint32_t count, int32_t width,
               int32_t space);
