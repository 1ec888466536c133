/* sweep_field: labels of a whole window from labels that are given, by the rows of the sweep wave.
 *
 * A search asks for one path; where distances to every cell are wanted, from many cells that start
 * with labels of their own, the same passes over rows do that. One label a cell: bends cost
 * nothing.
 */
#pragma once

#include "router/wave/sweep/sweep_rows.h"

/* Fills all rows that were laid out from the field, their labels with SWEEP_TOP. O(cells). */
void sweep_field_build(struct sweep_rows *rows);

/* Sets labels of a row to the least of what they are and of a[i] + b[i] less the cell's cost, for
 * `parts` pairs of planes of labels; what is of no use (sweep_rows.h: limit) becomes SWEEP_TOP.
 * Marks the row open, and returns true, where a label is left. */
bool sweep_field_join(struct sweep_rows *rows, uint32_t y, const uint16_t *const *a,
                      const uint16_t *const *b, uint32_t parts);

/* The least of label + other[i] less the cell's cost over a row. */
uint16_t sweep_field_meet(const struct sweep_rows *rows, uint32_t y, const uint16_t *other);

/* Takes steps from all cells of open rows until no label falls any more. */
void sweep_field_spread(struct sweep_rows *rows);
