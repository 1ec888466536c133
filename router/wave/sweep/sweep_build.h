/* sweep_build: fills a row of the sweep wave from the field: reads 32 costs at a time, limits them
 * to 16 bits, and puts them into stripes (sweep_rows.h) by transposing 8 lanes and 8 stripes. */
#pragma once

#include "router/wave/sweep/sweep_rows.h"

/* Fills a row that is not built: costs from the field, SWEEP_TOP as labels. O(cells). */
void sweep_build(struct sweep_rows *rows, uint32_t y);

/* Cost of entering a cell if it is open. */
uint16_t sweep_cost(const struct sweep_rows *rows, cell_t cell);

/* The largest cost of entering an open cell of the window. O(cells). */
uint32_t sweep_cost_max(const struct sweep_rows *rows);
