/* design_file: reads a netlist and the grid that it names. The first word of the netlist determines
 * the format, not the file's name. The formats are the rows of a table in design_file.c:
 *
 *     first word            format
 *     grid                  native .net      (native/native.h)
 *     version               MovingAI .scen   (movingai/movingai.h)
 *     a number              course .nl       (course/course.h)
 */
#pragma once

#include "grid/design.h"

struct scan; /* grid/text/scan.h: an open text */

/* Reads the netlist at path ("-" is standard input) and the grid that it names, plain or gzipped.
 * On failure *design is empty and *error has file, line and column. Free with design_destroy.
 * Time O(bytes + cells / 64 + pins). */
enum status design_read(struct design *design, const char *path, struct error *error);

/* The same for a design whose grid has capacities (a tile graph); the other calls refuse these. */
enum status design_read_tiles(struct design *design, const char *path, struct error *error);

/* The same from an open text, which the caller closes. No word may have been read from it and not
 * put back. path is the one by which it was opened. */
enum status design_read_scan(struct design *design, struct scan *scan, const char *path,
                             struct error *error);
