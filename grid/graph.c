/* graph: builds the rows by a stable counting sort, which keeps the order of the file. */
#include "grid/graph.h"

enum status csr_graph_build(struct csr_graph *graph, uint32_t vertex_count, const uint32_t *from,
                            const uint32_t *to, size_t edge_count, bool undirected,
                            struct error *error)
{
    assert(edge_count == 0 || (from != NULL && to != NULL));
    memset(graph, 0, sizeof *graph);
    size_t total = edge_count;
    for (size_t e = 0; undirected && e < edge_count; e++)
        total += from[e] != to[e];
    if (vertex_count > GRAPH_VERTICES_MAX || total > GRAPH_EDGES_MAX)
        return error_refuse(error,
                            "a graph of %u vertices and %zu edges: at most %d and %d are supported",
                            vertex_count, total, GRAPH_VERTICES_MAX, GRAPH_EDGES_MAX);
    uint32_t *start = mem_alloc((size_t)vertex_count + 1, sizeof *start, "rows of a graph", error);
    uint32_t *target = mem_alloc(total, sizeof *target, "edges of a graph", error);
    if (start == NULL || target == NULL) {
        MEM_FREE(start, target);
        return STATUS_FAILED;
    }
    for (size_t e = 0; e < edge_count; e++) {
        assert(from[e] < vertex_count && to[e] < vertex_count);
        start[from[e] + 1]++;
        if (undirected && from[e] != to[e])
            start[to[e] + 1]++;
    }
    for (uint32_t v = 0; v < vertex_count; v++)
        start[v + 1] += start[v];
    for (size_t e = 0; e < edge_count; e++) {
        target[start[from[e]]++] = to[e];
        if (undirected && from[e] != to[e])
            target[start[to[e]]++] = from[e];
    }
    memmove(start + 1, start, vertex_count * sizeof *start); /* start[v] is the end of row v */
    start[0] = 0;
    *graph = (struct csr_graph){.vertex_count = vertex_count,
                                .edge_count = (uint32_t)total,
                                .row_start = start,
                                .target = target};
    return STATUS_OK;
}

MEM_DESTROY(csr_graph_destroy, csr_graph, it->row_start, it->target)

struct grid_graph grid_graph_view(const struct grid *grid)
{
    assert(grid->blocked != NULL && grid->row_words * 64 >= grid->width);
    return (struct grid_graph){.width = grid->width,
                               .height = grid->height,
                               .layers = grid->layers,
                               .vertex_count = (uint32_t)grid_cells(grid),
                               .row_words = (uint32_t)grid->row_words,
                               .blocked = grid->blocked,
                               .walls = grid->walls,
                               .rules = grid->rules};
}
