/* grid_file: finds a grid's file, by itself or as named inside a netlist, and reads it in
 * whatever format its content shows:
 *
 *     first word            format
 *     size                  native .grid     (format_native)
 *     an integer            course .grid     (format_course)
 *     type                  MovingAI .map    (format_movingai)
 */
#ifndef LEEWAY_GRID_FORMAT_GRID_FILE_H
#define LEEWAY_GRID_FORMAT_GRID_FILE_H

#include "grid/grid.h"
#include "grid/text/scan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads the grid at path. On failure *grid is all zero. */
enum status grid_file_read(struct grid *grid, const char *path, struct error *error);

/* The same from an open text, which the caller closes. */
enum status grid_file_read_scan(struct grid *grid, struct scan *scan, struct error *error);

/* The path of a file that another file names: name itself where it is absolute or the other is
 * standard input, else beside the other file. To be freed; NULL without memory. */
char *grid_file_beside(const char *other, const char *name, size_t length, struct error *error);

/* True where path can be opened for reading. */
bool grid_file_exists(const char *path);

/* Reads the grid whose path is given, on behalf of the word in another text: a file that cannot
 * be opened is reported there. *opened takes path over, also on failure. */
enum status grid_file_read_named(struct grid *grid, char *path, char **opened, struct scan *scan,
                                 const struct word *word, struct error *error);

#ifdef __cplusplus
}
#endif

#endif
