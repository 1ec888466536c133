/* design_file: reads a netlist and the grid that it names, in whatever format the first word of the
 * netlist shows, whatever its name. The formats are the rows of a table in design_file.c:
 *
 *     first word            format
 *     grid                  native .net      (native/native.h)
 *     version               MovingAI .scen   (movingai/movingai_scen.h)
 *     a number              course .nl       (course/course_net.h)
 */
#pragma once

#include "grid/design.h"

struct scan; /* grid/text/scan.h: a text that is open for reading */

/* Reads the netlist at path ("-" is standard input) and the grid that it names, plain or gzipped.
 * On failure *design is empty and *error tells file, line and column. Free with design_destroy.
 * Time O(bytes + cells / 64 + pins). */
enum status design_read(struct design *design, const char *path, struct error *error);

/* The same from an open text, of which nothing but first words that were put back has been read;
 * the caller closes it. path is the one that it was opened by. */
enum status design_read_scan(struct design *design, struct scan *scan, const char *path,
                             struct error *error);
