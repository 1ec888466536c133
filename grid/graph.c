/* graph: builds the views by a stable counting sort: rows keep the order of the file, columns come
 * out ascending. */
#include "grid/graph.h"

#include <stdlib.h>
#include <string.h>

/* Prefix sum: turns counts per bucket, in start[b + 1], into the starts of the buckets. */
static void sum_up(uint32_t *start, uint32_t buckets)
{
    for (uint32_t b = 0; b < buckets; b++)
        start[b + 1] += start[b];
}

/* After placing, start[b] is the start of bucket b + 1: moves all back by one. */
static void shift_back(uint32_t *start, uint32_t buckets)
{
    memmove(start + 1, start, buckets * sizeof *start);
    start[0] = 0;
}

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
        return error_set(error, STATUS_BAD_INPUT,
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
    sum_up(start, vertex_count);
    for (size_t e = 0; e < edge_count; e++) {
        target[start[from[e]]++] = to[e];
        if (undirected && from[e] != to[e])
            target[start[to[e]]++] = from[e];
    }
    shift_back(start, vertex_count);
    *graph = (struct csr_graph){.vertex_count = vertex_count,
                                .edge_count = (uint32_t)total,
                                .row_start = start,
                                .target = target};
    return STATUS_OK;
}

/* The CSC view: the same edges sorted by target. */
static void fill_columns(struct csr_graph *graph)
{
    for (uint32_t e = 0; e < graph->edge_count; e++)
        graph->column_start[graph->target[e] + 1]++;
    sum_up(graph->column_start, graph->vertex_count);
    for (uint32_t v = 0; v < graph->vertex_count; v++)
        for (uint32_t e = graph->row_start[v]; e < graph->row_start[v + 1]; e++)
            graph->origin[graph->column_start[graph->target[e]]++] = v;
    shift_back(graph->column_start, graph->vertex_count);
}

enum status csr_graph_add_views(struct csr_graph *graph, struct error *error)
{
    size_t vertices = graph->vertex_count, edges = graph->edge_count;
    assert(graph->row_start != NULL && graph->row_start[vertices] == edges);
    if (graph->source != NULL)
        return STATUS_OK;
    graph->column_start =
        mem_alloc(vertices + 1, sizeof *graph->column_start, "columns of a graph", error);
    graph->origin = mem_alloc(edges, sizeof *graph->origin, "columns of a graph", error);
    graph->source = mem_alloc(edges, sizeof *graph->source, "edge list of a graph", error);
    if (graph->column_start == NULL || graph->origin == NULL || graph->source == NULL) {
        MEM_FREE(graph->column_start, graph->origin, graph->source);
        graph->column_start = graph->origin = graph->source = NULL;
        return STATUS_FAILED;
    }
    fill_columns(graph);
    for (uint32_t v = 0; v < graph->vertex_count; v++)
        for (uint32_t e = graph->row_start[v]; e < graph->row_start[v + 1]; e++)
            graph->source[e] = v;
    return STATUS_OK;
}

void csr_graph_destroy(struct csr_graph *graph)
{
    if (graph == NULL)
        return;
    MEM_FREE(graph->row_start, graph->target, graph->column_start, graph->origin, graph->source);
    memset(graph, 0, sizeof *graph);
}

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
