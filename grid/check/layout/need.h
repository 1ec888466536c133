/* need: the spacing that LEF asks for between two shapes of one routing layer. */
#pragma once

#include "grid/layout/tech.h"

/* Spacing between shapes of widths w1 and w2 that run side by side over the length `run`
 * (negative: corner to corner): the most of SPACING, SPACING RANGE and the spacing tables. Within
 * a net SPACING SAMENET stands for SPACING. */
int32_t need_spacing(const struct tech *tech, uint16_t layer, int32_t w1, int32_t w2, int32_t run,
                     bool same_net);

/* The most that need_spacing can answer for the layer, line ends included: how far to look. */
int32_t need_reach(const struct tech *tech, uint16_t layer);

/* True where wide metal is asked for more than thin metal. */
bool need_depends_on_width(const struct tech *tech, uint16_t layer);
