/* flags: frontier, visited and cost as arrays over all vertices, one thread a vertex (the GPU
 * computing lab; Harish and Narayanan 2007, "Accelerating Large Graph Algorithms on the GPU Using
 * CUDA").
 *
 * Idea: no queue at all. A thread whose vertex has its frontier flag up gives every neighbour that
 * is not visited the cost + 1 and raises its flag. A level reads a byte of every vertex, whether
 * the wave is near or not.
 *
 *     spread   frontier[v]: take the flag down; for each neighbour not visited: cost, next flag
 *     settle   next[v]: take it down, raise frontier[v] and visited[v], more to do
 *
 * Launch shape: two launches a level, each one thread a vertex, blocks of 256.
 *
 * Race argument: within `spread` nobody reads next or writes frontier of another vertex, and
 * visited is not written; several threads may set the same neighbour's cost and flag, all to the
 * same values. `settle` touches only the thread's own vertex.
 *
 * Wrong in the hints, mended here: one launch both read and raised the flags in one array, so a
 * thread that ran late saw a flag of its own level's making and spread a level early; and visited
 * was set when a vertex spread, not when it was found, so of two frontier vertices that are
 * neighbours the first could raise the other's cost by one, a wrong label. Two launches and two
 * flag arrays settle both. Besides: the guard `nodeID > n` lets thread n through; `done` was never
 * set back to true; the graph's struct was dereferenced on the device through a host pointer.
 */
#include "gpu/lab/lab.cuh"

namespace lab
{

template <class Graph>
__global__ void __launch_bounds__(BLOCK_THREADS)
    flags_spread(Graph graph, uint8_t *frontier, uint8_t *next, const uint8_t *visited,
                 uint32_t *cost)
{
    uint64_t i = thread_number();
    if (i >= graph.vertex_count() || frontier[i] == 0)
        return;
    frontier[i] = 0;
    uint32_t reached = cost[i] + 1;
    auto row = graph.out((uint32_t)i);
    for (uint32_t slot = 0; slot < row.slots; slot++) {
        uint32_t neighbour = row[slot];
        if (neighbour != VERTEX_NONE && visited[neighbour] == 0) {
            cost[neighbour] = reached;
            next[neighbour] = 1;
        }
    }
}

static __global__ void __launch_bounds__(BLOCK_THREADS)
    flags_settle(uint32_t vertices, uint8_t *frontier, uint8_t *next, uint8_t *visited,
                 uint32_t *changed)
{
    uint64_t i = thread_number();
    if (i >= vertices || next[i] == 0)
        return;
    next[i] = 0;
    frontier[i] = 1;
    visited[i] = 1;
    *changed = 1;
}

/* Launch shape: one thread. */
static __global__ void flags_mark(uint8_t *frontier, uint8_t *visited, uint32_t source)
{
    frontier[source] = 1;
    visited[source] = 1;
}

template <class Graph>
static enum status flags_search(struct lab_search *search, const Graph &graph)
{
    uint8_t *frontier, *next, *visited;
    uint32_t vertices = search->vertex_count, blocks = blocks_for(vertices, BLOCK_THREADS);
    TRY(buffer(search, 2, vertices, &frontier));
    TRY(buffer(search, 3, vertices, &next));
    TRY(buffer(search, 4, vertices, &visited));
    CUDA_TRY(cudaMemsetAsync(frontier, 0, vertices, search->stream), search->error);
    CUDA_TRY(cudaMemsetAsync(next, 0, vertices, search->stream), search->error);
    CUDA_TRY(cudaMemsetAsync(visited, 0, vertices, search->stream), search->error);
    flags_mark<<<1, 1, 0, search->stream>>>(frontier, visited, search->source);
    CUDA_LAUNCHED("flags_mark", search->error);
    return sweep_levels(search, [&](uint32_t *changed, uint32_t) {
        flags_spread<<<blocks, BLOCK_THREADS, 0, search->stream>>>(graph, frontier, next, visited,
                                                                   search->label);
        flags_settle<<<blocks, BLOCK_THREADS, 0, search->stream>>>(vertices, frontier, next,
                                                                   visited, changed);
    });
}

} // namespace lab

LAB_KERNEL(flags)
