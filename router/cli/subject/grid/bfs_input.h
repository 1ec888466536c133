/* bfs_input: reads the grid or graph that `leeway bfs` searches, and reads and writes its vertices:
 * a cell as X,Y,N, a vertex of a matrix as its number from 1. */
#pragma once

#include "grid/design.h"
#include "router/search/bfs.h"

struct bfs_input {
    struct design design;   /* its grid is searched; without nets if the file is a grid */
    struct csr_graph graph; /* of a matrix */
    bool is_graph;
    const char *name; /* the file's name without its folder; points into the path */
};

/* Reads a netlist (its grid is what counts), a grid or a Matrix Market file, detected by name
 * (.mtx) and content; "-" is standard input, and pipes are accepted. undirected adds a matrix's
 * reverse edges; for a grid it is an error, its steps lead both ways already. */
enum status bfs_input_read(struct bfs_input *input, const char *path, bool undirected,
                           struct error *error);

void bfs_input_destroy(struct bfs_input *input); /* accepts a zeroed one */

/* Makes the problem of searching the input from `source`: X,Y,N or X,Y (layer 1) in a grid, free or
 * a pin; 1 .. vertices in a matrix. Errors name the option that gave the text. */
enum status bfs_input_problem(const struct bfs_input *input, const char *option, const char *source,
                              bool may_be_blocked, struct bfs_problem *problem,
                              struct error *error);

/* Writes "X,Y,N" or the vertex's number to text and returns it. */
enum { BFS_VERTEX_TEXT_MAX = 40 };
const char *bfs_input_vertex(const struct bfs_input *input, uint32_t vertex,
                             char text[BFS_VERTEX_TEXT_MAX]);

/* Writes a line `VERTEX LEVEL` for every vertex of a matrix or cell of a grid, blocked ones too, in
 * their order; -1 if it is not reached. The file appears whole or not at all. */
enum status bfs_input_write_labels(const struct bfs_input *input, const struct bfs_problem *problem,
                                   const uint32_t *labels, const char *path, struct error *error);
