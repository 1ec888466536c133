/* tile_file: reads tile graphs (grid/capacity/tile_graph.h). The first line determines the format:
 *
 *     grid X Y [L]            1998, 2007, 2008 (ispd/ispd.h)
 *     L X Y                   2024: a .cap, with a .net of the same name beside it
 *     grid FILE               native, if the grid has a `capacity` statement (native/native.h)
 */
#pragma once

#include "grid/capacity/tile_graph.h"

enum tile_file_kind { TILE_FILE_NONE, TILE_FILE_GR, TILE_FILE_CAP, TILE_FILE_NATIVE };

/* The kind of a file by its first line. Only regular files are opened; TILE_FILE_NONE for those
 * that cannot be read. A native grid is read up to its first capacity or map. */
enum tile_file_kind tile_file_kind(const char *path);

/* Reads the design at path. netlist: the .net of a .cap; NULL: the file beside it, whose name ends
 * in .net or .net.gz instead of .cap or .cap.gz. rules: TILES_2007 or TILES_2008 for files of these
 * formats. At most `threads` threads read. On failure *graph is empty and *error has file, line and
 * column. Free with tile_graph_destroy. O(bytes + tiles). */
enum status tile_file_read(struct tile_graph *graph, const char *path, const char *netlist,
                           enum tile_rules rules, unsigned threads, struct error *error);

struct tile_routes; /* grid/capacity/tile_routes.h */

/* Reads a result of the graph in the contest's form, or the native one (tile_result.c), on at most
 * `threads` threads. On failure *routes is all zero. */
enum status tile_result_read(struct tile_routes *routes, const struct tile_graph *graph,
                             unsigned threads, const char *path, struct error *error);

/* Writes a result in the contest's form, or natively, on at most `threads` threads. On failure
 * there is no file. */
enum status tile_result_write(const struct tile_routes *routes, const struct tile_graph *graph,
                              unsigned threads, const char *path, struct error *error);

/* Writes the result as guides (guides.h) in the coordinates of the input; layers without a name are
 * metal1, metal2 and so on. On failure there is no file. */
enum status tile_guides_write(const struct tile_routes *routes, const struct tile_graph *graph,
                              unsigned threads, const char *path, struct error *error);
