/* native: the program's own formats, .grid, .net and .routes.
 *
 * What the formats leave open is decided here:
 *   - The corners of a rectangle may come in any order: (x0,y0) and (x1,y1) are two opposite ones.
 *   - block, free, weight, wall and map act in the order of the file, later ones win; without
 *     `layer N` they act on all layers. A wall may be named twice.
 *   - layer may describe each layer once, cost may set each cost once, size stands once: a second
 *     one is most likely a slip, so it is an error that names the first.
 *   - name, dir and strict of a layer may come in any order, each once. A name has 1 to 63 bytes.
 *   - Numbers have no plus sign; leading zeros are allowed. Words are case-sensitive.
 *   - `#` starts a comment anywhere but in map rows and file names. Where a file name is followed
 *     by ` #` and no file of the whole name exists, the name ends there.
 *   - grid stands once, as the first statement of a .net, so that all pins can be checked.
 */
#pragma once

#include "grid/routes.h"
#include "grid/text/emit.h"
#include "grid/text/scan.h"

/* Reads a .grid; the scan stands before its first statement. On failure *grid is to be destroyed.
 * Time O(bytes + cells painted), memory the grid's own. */
enum status native_read_grid(struct grid *grid, struct scan *scan, struct error *error);

/* Reads a .net and the grid that it names into a zeroed design; the scan stands before its first
 * statement. On failure *design is to be destroyed. O(bytes + pins). */
enum status native_read_net(struct design *design, struct scan *scan, struct error *error);

/* Writes a grid so that it reads back equal: size, layers, costs, then per layer either
 * rectangles or a map, whichever is shorter, then walls. The same grid gives the same bytes.
 * The file appears whole or not at all. O(cells). */
enum status native_write_grid(const struct grid *grid, const char *path, struct error *error);

/* Writes a netlist; grid_file is the name written after `grid`, relative to the netlist. Layer 1
 * pins of a grid of one layer are written X,Y, all others with their layer. STATUS_BAD_INPUT for
 * a name that the format cannot hold (a blank, `#` or a control character in it). */
enum status native_write_net(const struct grid *grid, const struct netlist *nets,
                             const char *grid_file, const char *path, struct error *error);

/* Reads a .routes into routes, made by routes_create for this design; the scan stands before its
 * first statement. native_routes_read.c describes the format. O(bytes). */
enum status native_read_routes(struct routes *routes, const struct design *design,
                               struct scan *scan, struct error *error);

/* Writes a .routes; up to so many threads make the text of a large one. The design's name must
 * hold no line end. */
void native_write_routes(const struct routes *routes, const struct design *design, unsigned threads,
                         struct emit *emit);
