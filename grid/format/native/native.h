/* native: the program's own formats .grid, .net and .routes. Details of the formats:
 *
 *   - A rectangle is given by two opposite corners, in any order.
 *   - block, free, weight, wall and map act in the order of the file, later ones win. Without
 *     `layer N` they act on all layers. A wall may be stated twice.
 *   - size, each cost and each layer may be stated once. A second statement is an error that names
 *     the first one.
 *   - name, dir and strict of a layer may come in any order, each once. A name has 1 to 63 bytes.
 *   - capacity makes the grid a tile graph (grid/capacity/tile_graph.h): at most that many wires
 *     leave a tile of the box in the direction of its layer; 0 where no statement says otherwise.
 *     It acts like block. There are no weights, walls, and costs of bends and wrong-way steps then;
 *     edges at a blocked tile have capacity 0, layers are strict, and nets may share pins.
 *   - Numbers have no plus sign; leading zeros are allowed. Words are case-sensitive.
 *   - `#` starts a comment except in map rows and file names. A file name ends before ` #` if there
 *     is no file with the whole name.
 *   - grid is the first statement of a .net, so that all pins can be checked.
 */
#pragma once

#include "grid/routes.h"
#include "grid/text/emit.h"
#include "grid/text/scan.h"

/* Reads a .grid from its first statement on. On failure the caller destroys *grid. Time O(bytes +
 * cells painted); no memory but the grid's own. */
enum status native_read_grid(struct grid *grid, struct scan *scan, struct error *error);

/* Reads a .net from its first statement on, and the grid that it names, into a zeroed design. On
 * failure the caller destroys *design. O(bytes + pins). */
enum status native_read_net(struct design *design, struct scan *scan, struct error *error);

/* Writes a grid: size, layers, costs, per layer rectangles or a map, whichever is shorter, and
 * walls. The file reads back as an equal grid, and equal grids give equal files. On failure there
 * is no file. O(cells). */
enum status native_write_grid(const struct grid *grid, const char *path, struct error *error);

/* Writes a netlist. grid_file is the name written after `grid`, relative to the netlist. Pins in a
 * grid of one layer are written X,Y, all others with their layer. Fails with STATUS_BAD_INPUT for a
 * name with a blank, `#` or a control character. */
enum status native_write_net(const struct grid *grid, const struct netlist *nets,
                             const char *grid_file, const char *path, struct error *error);

/* Reads a .routes from its first statement on into routes, made by routes_create for this design.
 * native_routes_read.c describes the format. O(bytes). */
enum status native_read_routes(struct routes *routes, const struct design *design,
                               struct scan *scan, struct error *error);

/* Writes a .routes. At most `threads` threads format a large one. The design's name is one line. */
void native_write_routes(const struct routes *routes, const struct design *design, unsigned threads,
                         struct emit *emit);

/* True if the text, the name in a `.routes`, is that of the netlist: without .gz on both sides, or
 * either is `-`. */
bool native_name_fits(const char *text, size_t length, const char *name);
