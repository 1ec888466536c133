/* graph: directed graphs for breadth-first search, stored (csr_graph) or implicit (grid_graph).
 *
 * `csr_graph` stores the edges by their source (compressed sparse rows):
 *
 *     edges 0->1, 0->2, 2->1, 2->2            row_start  0 2 2 4
 *                                             target     1 2 1 2
 *
 * The vertices of `grid_graph` are the cells of a grid; neighbours are computed from the blocked
 * bits, the walls and the strict layers, and costs are ignored. It is a view of plain pointers and
 * numbers, so that it can be a kernel argument with device pointers. */
#pragma once

#include "grid/grid.h"

enum {
    GRAPH_VERTICES_MAX = 1 << 28, /* vertices of a stored graph */
    GRAPH_EDGES_MAX = INT32_MAX,  /* edges, including added reverse edges */
};

#define VERTEX_NONE UINT32_MAX

struct csr_graph {
    uint32_t vertex_count, edge_count;
    uint32_t *row_start; /* [vertex_count + 1] */
    uint32_t *target;    /* [edge_count], by source, then in the order of the file */
};

struct grid_graph {
    uint32_t width, height, layers;
    uint32_t vertex_count; /* width * height * layers; blocked cells are vertices without edges */
    uint32_t row_words;
    const uint64_t *blocked;
    const uint8_t *walls; /* or NULL */
    struct step_rules rules;
};

C_NAMES_BEGIN

/* Stores the edges from[i] -> to[i], whose endpoints must be below vertex_count;
 * self loops and repeated edges are kept, rows keep the order of the list. undirected adds the
 * reverse of each edge except self loops. Fails with STATUS_BAD_INPUT over a limit and
 * STATUS_FAILED without memory; *graph is then all zero. Time and memory O(vertices + edges). */
enum status csr_graph_build(struct csr_graph *graph, uint32_t vertex_count, const uint32_t *from,
                            const uint32_t *to, size_t edge_count, bool undirected,
                            struct error *error);

void csr_graph_destroy(struct csr_graph *graph);

/* The grid as a graph; it borrows the grid's arrays. */
struct grid_graph grid_graph_view(const struct grid *grid);

C_NAMES_END

STEP_INLINE bool grid_graph_is_free(const struct grid_graph *graph, uint32_t row, uint32_t x)
{
    return (graph->blocked[(size_t)row * graph->row_words + x / 64] >> (x % 64) & 1) == 0;
}

/* Bit mask of the directions in which a step may leave or enter this cell: inside the grid, no
 * wall, not across a strict layer. Walls and strictness are symmetric. */
STEP_INLINE uint32_t grid_graph_steps(const struct grid_graph *graph, uint32_t vertex, uint32_t x,
                                      uint32_t y, uint32_t z)
{
    uint32_t steps = (x + 1 < graph->width ? 1u << EAST : 0) | (x > 0 ? 1u << WEST : 0) |
                     (y + 1 < graph->height ? 1u << NORTH : 0) | (y > 0 ? 1u << SOUTH : 0) |
                     (z + 1 < graph->layers ? 1u << UP : 0) | (z > 0 ? 1u << DOWN : 0);
    if (graph->rules.strict != 0) {
        if (step_is_forbidden(&graph->rules, z, EAST))
            steps &= ~(1u << EAST | 1u << WEST);
        if (step_is_forbidden(&graph->rules, z, NORTH))
            steps &= ~(1u << NORTH | 1u << SOUTH);
    }
    if (graph->walls != NULL)
        steps &= ~(uint32_t)graph->walls[vertex];
    return steps;
}

/* Directions of the edges that leave this cell: steps into free cells. A blocked cell has such
 * edges too, so that a search can start on a pin inside an obstacle, but no edges enter it. */
STEP_INLINE uint32_t grid_graph_exits(const struct grid_graph *graph, uint32_t vertex)
{
    uint32_t row = vertex / graph->width, x = vertex - row * graph->width;
    uint32_t z = row / graph->height, y = row - z * graph->height;
    uint32_t steps = grid_graph_steps(graph, vertex, x, y, z);
    uint32_t exits = 0;
    if ((steps >> EAST & 1) != 0 && grid_graph_is_free(graph, row, x + 1))
        exits |= 1u << EAST;
    if ((steps >> WEST & 1) != 0 && grid_graph_is_free(graph, row, x - 1))
        exits |= 1u << WEST;
    if ((steps >> NORTH & 1) != 0 && grid_graph_is_free(graph, row + 1, x))
        exits |= 1u << NORTH;
    if ((steps >> SOUTH & 1) != 0 && grid_graph_is_free(graph, row - 1, x))
        exits |= 1u << SOUTH;
    if ((steps >> UP & 1) != 0 && grid_graph_is_free(graph, row + graph->height, x))
        exits |= 1u << UP;
    if ((steps >> DOWN & 1) != 0 && grid_graph_is_free(graph, row - graph->height, x))
        exits |= 1u << DOWN;
    return exits;
}

/* The cell one step away in this direction, which must be in the grid. */
STEP_INLINE uint32_t grid_graph_step(const struct grid_graph *graph, uint32_t vertex,
                                     uint32_t direction)
{
    uint32_t stride = direction < NORTH ? 1
                      : direction < UP  ? graph->width
                                        : graph->width * graph->height;
    return (direction & 1) != 0 ? vertex - stride : vertex + stride;
}
