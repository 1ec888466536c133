/* graph: the interface through which every kernel of the lab reads a graph, resolved at compile
 * time.
 *
 * A kernel is a template over one of two views:
 *
 *     grid_view    the cells of a grid; neighbours are computed from the bits of blocked cells
 *     csr_view     a stored graph with its rows in device memory
 *
 * A view has these members:
 *
 *     vertex_count()            number of vertices
 *     out(v)                    a row of `slots` places; row[i] is the vertex at place i, or
 *                               VERTEX_NONE if the place holds no edge
 *     edge_slots()              number of places in all rows
 *
 * A grid's row has 4 places (6 on several layers), and some may be empty; a stored row has no empty
 * places. The same kernel text compiles to a loop over memory for a stored graph and to shifts and
 * masks for a grid:
 *
 *     auto row = graph.out(v);
 *     for (uint32_t i = 0; i < row.slots; i++)
 *         if (row[i] != VERTEX_NONE) ...
 */
#pragma once

#include "grid/graph.h"

namespace lab
{

struct grid_row {
    uint32_t slots, steps, vertex, width, plane;

    __device__ uint32_t operator[](uint32_t i) const
    {
        if ((steps >> i & 1) == 0)
            return VERTEX_NONE;
        uint32_t stride = i < NORTH ? 1 : i < UP ? width : plane;
        return (i & 1) != 0 ? vertex - stride : vertex + stride;
    }
};

struct grid_view {
    struct grid_graph graph; /* with device pointers */

    __host__ __device__ uint32_t vertex_count() const
    {
        return graph.vertex_count;
    }
    __host__ __device__ uint32_t slots() const
    {
        return graph.layers > 1 ? DIRECTIONS : UP;
    }
    __device__ grid_row out(uint32_t vertex) const
    {
        assert(vertex < graph.vertex_count);
        return {slots(), grid_graph_exits(&graph, vertex), vertex, graph.width,
                graph.width * graph.height};
    }
    __host__ __device__ uint64_t edge_slots() const
    {
        return (uint64_t)graph.vertex_count * slots();
    }
};

struct csr_row {
    uint32_t slots;
    const uint32_t *vertices;

    __device__ uint32_t operator[](uint32_t i) const
    {
        return vertices[i];
    }
};

struct csr_view {
    uint32_t vertices, edges;
    const uint32_t *row_start, *target; /* of struct csr_graph */

    __host__ __device__ uint32_t vertex_count() const
    {
        return vertices;
    }
    __device__ csr_row out(uint32_t vertex) const
    {
        assert(vertex < vertices);
        return {row_start[vertex + 1] - row_start[vertex], target + row_start[vertex]};
    }
    __host__ __device__ uint64_t edge_slots() const
    {
        return edges;
    }
};

} // namespace lab
