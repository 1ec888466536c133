/* grid_file: reads a grid in whatever format the first word of its file shows. The formats are the
 * rows of a table in grid_file.c:
 *
 *     first word            format
 *     size                  native .grid     (native/native.h)
 *     type                  MovingAI .map    (movingai/movingai_map.h)
 *     a number              course .grid     (course/course_grid.h)
 */
#pragma once

#include "grid/grid.h"

struct scan; /* grid/text/scan.h: a text that is open for reading */
struct word;

/* Reads the grid at path ("-" is standard input), plain or gzipped. On failure *grid is all zero
 * and *error tells file, line and column. */
enum status grid_file_read(struct grid *grid, const char *path, struct error *error);

/* The same from an open text, which the caller closes. */
enum status grid_file_read_scan(struct grid *grid, struct scan *scan, struct error *error);

/* Reads the grid at path, which the word of another text names: where the file cannot be opened,
 * the message points to that word. *opened takes path over (free it), also on failure. */
enum status grid_file_read_named(struct grid *grid, char *path, char **opened, struct scan *scan,
                                 const struct word *word, struct error *error);
