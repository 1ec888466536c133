/* bfs: the sequential breadth-first search with two frontier arrays, the reference of the lab.
 *
 * The previous frontier holds the vertices of label d, the current one collects those of label
 * d + 1; then they swap. Each vertex enters a frontier once, since it is labelled when it is found:
 *
 *     source 0;  edges 0->1, 0->2, 1->2, 2->3
 *     previous {0}      current {1, 2}     labels 0 1 1 .
 *     previous {1, 2}   current {3}        labels 0 1 1 2     (2 has a label already)
 *
 * Corrections to the listing (bfs.h: Hwu et al., Fig. 12.6): labels are set; the swap uses
 * pointers, not an int; a brace is added; each frontier grows to the upper bound of a level before
 * the level starts, so it cannot overflow. */
#include "router/search/bfs.h"

struct frontier {
    uint32_t *vertices;
    size_t count, capacity;
};

uint32_t bfs_vertex_count(const struct bfs_problem *problem)
{
    return problem->graph != NULL ? problem->graph->vertex_count
                                  : (uint32_t)grid_cells(problem->grid);
}

/* Upper bound of the next level's size: the number of edges that leave the frontier. */
static size_t frontier_edges(const struct bfs_problem *problem, const struct frontier *frontier)
{
    size_t most = bfs_vertex_count(problem);
    if (problem->graph == NULL)
        return frontier->count * DIRECTIONS < most ? frontier->count * DIRECTIONS : most;
    const uint32_t *row_start = problem->graph->row_start;
    size_t edges = 0;
    for (size_t i = 0; i < frontier->count; i++)
        edges += row_start[frontier->vertices[i] + 1] - row_start[frontier->vertices[i]];
    return edges < most ? edges : most;
}

static void expand_graph(const struct csr_graph *graph, const struct frontier *previous,
                         struct frontier *current, uint32_t *labels, uint32_t level)
{
    size_t count = 0;
    for (size_t i = 0; i < previous->count; i++) {
        uint32_t vertex = previous->vertices[i];
        for (uint32_t e = graph->row_start[vertex]; e < graph->row_start[vertex + 1]; e++) {
            uint32_t next = graph->target[e];
            if (labels[next] == BFS_UNREACHED) {
                labels[next] = level;
                current->vertices[count++] = next;
            }
        }
    }
    current->count = count;
}

static void expand_grid(const struct grid_graph *graph, const struct frontier *previous,
                        struct frontier *current, uint32_t *labels, uint32_t level)
{
    size_t count = 0;
    for (size_t i = 0; i < previous->count; i++) {
        uint32_t vertex = previous->vertices[i];
        uint32_t exits = grid_graph_exits(graph, vertex);
        for (uint32_t direction = 0; exits != 0; direction++, exits >>= 1) {
            if ((exits & 1) == 0)
                continue;
            uint32_t next = grid_graph_step(graph, vertex, direction);
            if (labels[next] == BFS_UNREACHED) {
                labels[next] = level;
                current->vertices[count++] = next;
            }
        }
    }
    current->count = count;
}

enum status bfs_sequential(const struct bfs_problem *problem, uint32_t *labels, struct error *error)
{
    assert((problem->grid == NULL) != (problem->graph == NULL));
    assert(labels != NULL && problem->source < bfs_vertex_count(problem));
    struct frontier previous = {0}, current = {0};
    struct grid_graph grid = {0};
    if (problem->graph == NULL)
        grid = grid_graph_view(problem->grid);
    memset(labels, 0xff, bfs_vertex_count(problem) * sizeof *labels);

    enum status status = MEM_GROW(previous.vertices, previous.capacity, problem->more_count + 1,
                                  "a frontier", error);
    if (status != STATUS_OK)
        return status;
    for (size_t i = 0; i <= problem->more_count; i++) {
        const uint32_t source = i == 0 ? problem->source : problem->more[i - 1];
        if (labels[source] != 0)
            previous.vertices[previous.count++] = source;
        labels[source] = 0;
    }
    for (uint32_t level = 1; previous.count > 0; level++) {
        status = MEM_GROW(current.vertices, current.capacity, frontier_edges(problem, &previous),
                          "a frontier", error);
        if (status != STATUS_OK)
            break;
        if (problem->graph != NULL)
            expand_graph(problem->graph, &previous, &current, labels, level);
        else
            expand_grid(&grid, &previous, &current, labels, level);
        struct frontier swap = previous;
        previous = current;
        current = swap;
    }
    MEM_FREE(previous.vertices, current.vertices);
    return status;
}

void bfs_find_parents(const struct grid *grid, const uint32_t *labels, uint32_t *parents)
{
    const struct grid_graph graph = grid_graph_view(grid);
    const uint32_t cells = (uint32_t)grid_cells(grid);
    assert(labels != NULL && parents != NULL);
    memset(parents, 0xff, cells * sizeof *parents);
    for (uint32_t cell = 0; cell < cells; cell++) {
        uint32_t exits = labels[cell] != BFS_UNREACHED ? grid_graph_exits(&graph, cell) : 0;
        for (uint32_t direction = 0; exits != 0; direction++, exits >>= 1) {
            if ((exits & 1) == 0)
                continue;
            const uint32_t next = grid_graph_step(&graph, cell, direction);
            if (labels[next] == labels[cell] + 1 && parents[next] == BFS_UNREACHED)
                parents[next] = cell;
        }
    }
}

struct bfs_summary bfs_summarise(const struct bfs_problem *problem, const uint32_t *labels)
{
    assert((problem->grid == NULL) != (problem->graph == NULL) && labels != NULL);
    struct bfs_summary summary = {0};
    struct grid_graph grid = {0};
    if (problem->graph == NULL)
        grid = grid_graph_view(problem->grid);
    for (uint32_t vertex = 0; vertex < bfs_vertex_count(problem); vertex++) {
        summary.free += problem->graph != NULL || !grid_is_blocked(problem->grid, vertex);
        if (labels[vertex] == BFS_UNREACHED)
            continue;
        summary.reached++;
        if (labels[vertex] >= summary.levels)
            summary.levels = labels[vertex] + 1;
        summary.edges +=
            problem->graph != NULL
                ? problem->graph->row_start[vertex + 1] - problem->graph->row_start[vertex]
                : (uint32_t)__builtin_popcount(grid_graph_exits(&grid, vertex));
    }
    return summary;
}
