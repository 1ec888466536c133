/* hole: metal of one net around an empty place that is too small (MINENCLOSEDAREA). */
#pragma once

#include "router/detail/mend/patch.h"

/* Fills the holes of less than the layer's least area that metal near the box encloses; one that
 * no patch may fill is a fault. Metal of more than 64 pieces around the box is not looked at. */
enum status mend_holes(struct mender *mender, uint32_t net, uint32_t layer, struct layout_rect box,
                       struct error *error);
