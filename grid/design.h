/* design: a grid and its netlist, read together from whatever format they come in.
 *
 * design_read looks at a file's content, not at its name:
 *
 *     first word            format
 *     grid                  native .net      (format_native)
 *     an integer            course .nl       (format_course; STEM.grid or STEM.grid.gz beside it)
 *     version               MovingAI .scen   (format_movingai; every query is routed alone)
 */
#ifndef LEEWAY_GRID_DESIGN_H
#define LEEWAY_GRID_DESIGN_H

#include "grid/netlist.h"

struct scan; /* grid/scan.h: a file that is open for reading */

enum design_format { FORMAT_NATIVE, FORMAT_COURSE, FORMAT_MOVINGAI };

struct design {
    struct grid grid;
    struct netlist nets;
    enum design_format format;
    bool alone; /* nets are queries: each is routed as if it were the only one, pins may coincide */
    char *name; /* the netlist's file name without its folder */
    char *grid_path; /* the grid file as it was opened, so that no output overwrites it; or NULL */
};

#ifdef __cplusplus
extern "C" {
#endif

/* Reads the netlist at path ("-" is standard input) and the grid that it names, plain or gzipped.
 * On failure *design is empty and *error tells file, line and column. Free with design_destroy.
 * Time O(bytes + cells / 64 + pins log pins). */
enum status design_read(struct design *design, const char *path, struct error *error);

/* The same from an open text, of which nothing but first words that were put back has been read;
 * the caller closes it. path is the one that it was opened by. */
enum status design_read_scan(struct design *design, struct scan *scan, const char *path,
                             struct error *error);

/* Reads a grid alone, of any format that has one (.grid native or course, .map). */
enum status design_read_grid(struct grid *grid, const char *path, struct error *error);

void design_destroy(struct design *design);

/* The costs that the summary shows: the tree's cost, and for the course format that plus the
 * weight of the first pin's cell, which that format counts too. */
cost_t design_shown_cost(const struct design *design, uint32_t net, cost_t cost);

#ifdef __cplusplus
}
#endif

#endif
