/* grid_file: reads a grid. The first word of the file determines the format. The formats are the
 * rows of a table in grid_file.c:
 *
 *     first word            format
 *     size                  native .grid     (native/native.h)
 *     type                  MovingAI .map    (movingai/movingai.h)
 *     a number              course .grid     (course/course.h)
 */
#pragma once

#include "grid/design.h"
#include "grid/text/scan.h"

/* Reads a grid from an open text, which the caller closes. On failure *grid is all zero and *error
 * has file, line and column. */
enum status grid_file_read_scan(struct grid *grid, struct scan *scan, struct error *error);

/* Reads the grid at path, plain or gzipped, which a word of another text (scan) names. If the file
 * cannot be opened, the message points to that word. path moves to *opened, which must be NULL
 * before and is freed by the caller, also on failure. */
enum status grid_file_read_named(struct grid *grid, char *path, char **opened, struct scan *scan,
                                 const struct word *word, struct error *error);

/* ---- tables of formats, of grids here and of netlists in design_file.c ---------------------- */

/* A row of a table. To add a format, add one. */
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
