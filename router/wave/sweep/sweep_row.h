/* sweep_row: what the sweep wave does to one row, in vectors.
 *
 * To *enter* a row from the one above or below is to take a step in y from every cell at once:
 *
 *     label[x] = min(label[x], from[x] + y_cost + cost[x])
 *
 * To *close* it is to take steps within the row, in x and by vias, until none gives a better label.
 * Both ways along x are running minima. In the striped layout (sweep_rows.h) three short loops do
 * it, for example eastward:
 *
 *     within the lanes   stripe s from stripe s - 1
 *     across the lanes   with T the cost of crossing a lane, last[l] = min(last[l],
 *                        last[l - k] + T over k lanes), k = 1, 2, 4, ..: a scan by doubling
 *                        (Hillis and Steele 1986)
 *     within again       what has come into each lane is carried through it
 *
 * Steps in x on the layers that need it and vias between all layers take turns, one turn a visit.
 * Layers where vias lowered a label are noted as pending; the next visit of the row goes on there.
 * Most rows are visited again anyway.
 *
 * Where bends cost, the label of a step straight back may be too high. Such a step costs more than
 * to stay, so it lies on no cheapest path.
 *
 * Labels that are of no use (label + lower bound at or above the limit) become SWEEP_TOP, so that
 * no work is spent on them.
 */
#pragma once

#include "router/wave/sweep/sweep_rows.h"

/* Enters row `to` from `from`, a row beside it, in the chunks that bear the mark for it, and clears
 * the marks. Both rows must be built. */
void sweep_row_enter(struct sweep_rows *rows, uint32_t from, uint32_t to);

/* Closes a row's chunks that are open, as far as one turn goes; what is left to do is marked.
 * Returns how many chunks it has worked on. */
uint32_t sweep_row_close(struct sweep_rows *rows, uint32_t y);
