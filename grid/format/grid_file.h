/* grid_file: reads a grid. The first word of the file determines the format. The formats are the
 * rows of a table in grid_file.c:
 *
 *     first word            format
 *     size                  native .grid     (native/native.h)
 *     type                  MovingAI .map    (movingai/movingai.h)
 *     a number              course .grid     (course/course.h)
 */
#pragma once

#include "grid/grid.h"

struct scan; /* grid/text/scan.h: an open text */
struct word;

/* Reads a grid from an open text, which the caller closes. On failure *grid is all zero and *error
 * has file, line and column. */
enum status grid_file_read_scan(struct grid *grid, struct scan *scan, struct error *error);

/* Reads the grid at path, plain or gzipped, which a word of another text (scan) names. If the file
 * cannot be opened, the message points to that word. path moves to *opened, which must be NULL
 * before and is freed by the caller, also on failure. */
enum status grid_file_read_named(struct grid *grid, char *path, char **opened, struct scan *scan,
                                 const struct word *word, struct error *error);
