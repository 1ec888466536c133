/* format: a row of the tables in which grid_file.c and design_file.c list the formats they know,
 * and the search for the row that a file's first word shows. A further format is a further row.
 */
#pragma once

#include "grid/design.h"
#include "grid/text/scan.h"

struct format {
    const char *first; /* the first word of its files; NULL: a number */
    const char *shape; /* as a message lists it, "size W H [L]" */
    enum status (*read_grid)(struct grid *grid, struct scan *scan, struct error *error);
    enum status (*read_design)(struct design *design, struct scan *scan, struct error *error);
    enum design_format design_format; /* what read_design gives */
};

/* Finds the format of an open text, of which nothing but first words that were put back has been
 * read, and puts its first word back. Fails where no row fits (STATUS_BAD_INPUT): "expected KIND:
 * SHAPE, or SHAPE, found WORD". */
enum status format_find(struct scan *scan, const char *kind, const struct format *formats,
                        size_t count, const struct format **found, struct error *error);
