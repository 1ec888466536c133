/* format: the rows of the tables of formats in grid_file.c and design_file.c, and the search for a
 * file's format by its first word. To add a format, add a row. */
#pragma once

#include "grid/design.h"
#include "grid/text/scan.h"

struct format {
    const char *first; /* first word of the files; NULL: a number */
    const char *shape; /* start of the files as messages describe it: "size W H [L]" */
    enum status (*read_grid)(struct grid *grid, struct scan *scan, struct error *error);
    enum status (*read_design)(struct design *design, struct scan *scan, struct error *error);
    enum design_format design_format; /* format of the design that read_design reads */
};

/* Finds the format of an open text by its first word, which is put back. No word may have been read
 * from the text before. Fails with STATUS_BAD_INPUT if no row fits: "expected KIND: SHAPE, or
 * SHAPE, found WORD". count must be positive. */
enum status format_find(struct scan *scan, const char *kind, const struct format *formats,
                        size_t count, const struct format **found, struct error *error);
