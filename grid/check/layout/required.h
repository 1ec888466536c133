/* required: the spacing that LEF requires between two shapes of one routing layer. */
#pragma once

#include "grid/layout/tech.h"

/* The spacing of shapes of widths w1 and w2 (at least 0) with the parallel run length `run`
 * (negative: corner to corner): the maximum of SPACING, SPACING RANGE and the spacing tables.
 * Within a net SPACING SAMENET replaces SPACING. */
int32_t required_spacing(const struct tech *tech, uint16_t layer, int32_t w1, int32_t w2,
                         int32_t run, bool same_net);

/* The search distance of the layer for metal up to a width: the maximum of required_spacing and the
 * spacing of line ends. */
int32_t required_reach(const struct tech *tech, uint16_t layer, int32_t width);

/* True if wide metal requires more spacing than narrow metal. */
bool required_depends_on_width(const struct tech *tech, uint16_t layer);
