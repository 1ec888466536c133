/* place: reads and writes cells as in native files and messages: X,Y,N with layers from 1. */
#pragma once

#include "grid/design.h"
#include "grid/text/scan.h"

enum { PLACE_TEXT_MAX = 40 }; /* bytes of "X,Y,N", its NUL included */

/* Reads X,Y,N from a word. Fails with STATUS_BAD_INPUT for a cell outside the grid. */
enum status place_read_cell(struct scan *scan, const struct word *word, const struct grid *grid,
                            cell_t *cell, struct error *error);

/* Reads a pin: X,Y,N, or X,Y (layer 1), or X,Y,* (all layers). */
enum status place_read_pin(struct scan *scan, const struct word *word, const struct grid *grid,
                           struct pin *pin, struct error *error);

/* Writes X,Y,N of a cell to text and returns text. */
const char *place_text(const struct grid *grid, cell_t cell, char text[PLACE_TEXT_MAX]);

/* The same for a pin: X,Y,* if it is on all layers. */
const char *place_pin_text(const struct grid *grid, struct pin pin, char text[PLACE_TEXT_MAX]);
