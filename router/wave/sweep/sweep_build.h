/* sweep_build: filling a row of the sweep wave from the field.
 *
 * Costs are read as they stand, 32 cells at a time, cut to 16 bits, and then put into stripes:
 * 8 lanes of up to 8 stripes are a square that is transposed.
 */
#pragma once

#include "router/wave/sweep/sweep_rows.h"

/* Fills a row: its costs from the field, all its labels with SWEEP_TOP. O(cells). */
void sweep_build(struct sweep_rows *rows, uint32_t y);

/* What entering a cell costs here, were it open. */
uint16_t sweep_cost(const struct sweep_rows *rows, cell_t cell);

/* The most that entering a cell of the window costs, closed ones included. O(cells). */
uint32_t sweep_dearest(const struct sweep_rows *rows);
