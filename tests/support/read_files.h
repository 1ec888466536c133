/* read_files: reads a grid or a graph from a file of the test. */
#pragma once

#include "grid/format/grid_file.h"
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
