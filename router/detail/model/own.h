/* own: what metal does to other metal of its own net.
 *
 * Metal of one net may meet, but not by less than a wire's width (a neck), and where it does not
 * meet it keeps its distance (else there is a notch), unless other metal of the net fills the gap.
 */
#pragma once

#include "router/detail/model/near.h"

enum { OWN_METAL_MAX = 256 }; /* boxes of one net near each other that are looked at */

/* Do two boxes hang together by a full width? Those that do not touch do not. */
bool own_joined(struct layout_rect a, struct layout_rect b, int32_t width);

/* Is there room between p and q, two boxes of one net that do not touch, that no metal fills? */
bool own_gap_open(struct layout_rect p, struct layout_rect q, const struct layout_rect *metal,
                  uint32_t count);

/* Is a together with each box of the metal that it touches a rectangle? */
bool own_rectangle(struct layout_rect a, const struct layout_rect *metal, uint32_t count);

/* Would adding a to the metal of its net make a neck of less than width, or a notch of less than
 * space? */
bool own_fault(struct layout_rect a, const struct layout_rect *metal, uint32_t count, int32_t width,
               int32_t space);
