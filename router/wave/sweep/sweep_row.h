/* sweep_row: the steps of the sweep wave in one row, in vectors.
 *
 * Entering a row from the row above or below takes a step in y from all its cells:
 *
 *     label[x] = min(label[x], from[x] + y_cost + cost[x])
 *
 * Closing a row takes steps in x and vias. In each direction, steps in x are a running minimum; in
 * the striped layout (sweep_rows.h) three short loops compute it, for example eastward:
 *
 *     within the lanes   stripe s from stripe s - 1
 *     across the lanes   last[l] = min(last[l], last[l - k] + cost of crossing k lanes) for k = 1,
 *                        2, 4, ...: a scan by doubling (Hillis and Steele 1986)
 *     within again       the labels that came into each lane are carried through it
 *
 * A visit takes steps in x on the pending layers once and vias once. Layers where the vias lowered
 * a label become pending for the next visit; most rows are visited again anyway.
 *
 * Useless labels (label + lower bound at or above the limit) become SWEEP_TOP. If bends cost, the
 * label of a step straight back may be too high; such a step is on no cheapest path. */
#pragma once

#include "router/wave/sweep/sweep_rows.h"

/* Enters row `to` from the neighbouring row `from` in the chunks that are marked for it, and clears
 * the marks. Both rows must be built. */
void sweep_row_enter(struct sweep_rows *rows, uint32_t from, uint32_t to);

/* Takes one turn in the open chunks of a row, which must be built, and marks what is left to do.
 * Returns the number of turns taken. */
uint32_t sweep_row_close(struct sweep_rows *rows, uint32_t y);
