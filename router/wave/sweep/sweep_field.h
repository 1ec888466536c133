/* sweep_field: labels of all cells of a window from given labels, by the passes of the sweep wave.
 * One label per cell: bends must not cost anything. */
#pragma once

#include "router/wave/sweep/sweep_rows.h"

/* Lowers each label of a row to the least a[i] + b[i] minus the cell's cost, i < parts; a[i] and
 * b[i] are planes of labels. Useless labels (sweep_rows.h: limit) become SWEEP_TOP. Returns true if
 * a label remains, and then marks the row open. */
bool sweep_field_join(struct sweep_rows *rows, uint32_t y, const uint16_t *const *a,
                      const uint16_t *const *b, uint32_t parts);

/* The least sum of label and other label minus the cell's cost in a row. */
uint16_t sweep_field_meet(const struct sweep_rows *rows, uint32_t y, const uint16_t *other);

/* Takes steps from all cells of open rows until no label falls. */
void sweep_field_spread(struct sweep_rows *rows);
