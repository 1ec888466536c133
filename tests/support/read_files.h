/* read_files: reads a grid, a graph or a layout from files of the test. */
#pragma once

#include "grid/format/grid_file.h"
#include "grid/format/lefdef/lefdef.h"
#include "grid/format/matrixmarket/matrixmarket.h"

/* Reads the grid at path ("-" is standard input). On failure *grid is all zero. */
static inline enum status grid_file_read(struct grid *grid, const char *path, struct error *error)
{
    struct scan scan;
    *grid = (struct grid){0};
    enum status status = scan_open(&scan, path, error);
    THEN(status, grid_file_read_scan(grid, &scan, error));
    scan_close(&scan);
    return status;
}

/* Reads the Matrix Market file at path. On failure *graph is all zero. */
static inline enum status matrixmarket_read(struct csr_graph *graph, const char *path,
                                            bool undirected, struct error *error)
{
    struct scan scan;
    *graph = (struct csr_graph){0};
    enum status status = scan_open(&scan, path, error);
    THEN(status, matrixmarket_read_scan(graph, &scan, undirected, error));
    scan_close(&scan);
    return status;
}

/* Reads a DEF with its LEF files; scan is an open DEF or NULL. On failure *layout is empty. */
static inline enum status lefdef_read(struct layout *layout, const char *def_path,
                                      struct scan *scan, const char *const *lef_paths,
                                      size_t lef_count, struct error *error)
{
    struct lefdef_lefs lefs = {.path = lef_paths, .count = lef_count};
    enum status status = lefdef_read_with(layout, def_path, scan, &lefs, error);
    lefdef_lefs_destroy(&lefs);
    return status;
}
