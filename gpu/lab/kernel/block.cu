/* block: one block per frontier vertex, one thread per edge (the GPU101 course project).
 *
 * Idea: a vertex with many edges keeps one thread busy while the other threads of its warp wait.
 * Here a whole block works on one vertex: thread t takes the edges t, t + 64, t + 128, ..., so
 * neighbouring threads read neighbouring edges. This is good for hubs and wasteful for the 4 edges
 * of a grid cell, where 60 of 64 threads are idle.
 *
 * Launch shape: one block of 64 threads per vertex of the previous frontier.
 *
 * Race argument: as in frontier.cu. Labels are claimed by compare-and-swap, queue places by an
 * atomic addition. Blocks share nothing else.
 *
 * Errors in the project's code, corrected here: its frontiers are shared arrays, so a block never
 * sees what other blocks found, and with more than one block most of the graph is lost. Here the
 * frontier is in global memory and each level is a launch. A vertex is tested and labelled in two
 * steps there, so it can be inserted twice, and the shared array has no bound. swap() is applied to
 * arrays as if they were pointers. The distances have one byte per value instead of one per vertex.
 */
#include "gpu/lab/kernel/claim.cuh"
#include "gpu/lab/lab.cuh"

namespace lab
{

enum { VERTEX_THREADS = 64 }; /* threads per vertex */

template <class Graph>
__global__ void __launch_bounds__(VERTEX_THREADS)
    block_level(Graph graph, const uint32_t *previous, block_frontier current, uint32_t *label,
                uint32_t level)
{
    assert(blockDim.x == VERTEX_THREADS && label[previous[blockIdx.x]] == level - 1);
    auto row = graph.out(previous[blockIdx.x]);
    for (uint32_t slot = threadIdx.x; slot < row.slots; slot += VERTEX_THREADS) {
        uint32_t next = row[slot];
        if (next != VERTEX_NONE && claim(label, next, level))
            push_global(current, next);
    }
}

template <class Graph>
static enum status block_search(struct lab_search *search, const Graph &graph)
{
    return queue_levels(search, [&](const uint32_t *previous, uint32_t count, uint32_t *current,
                                    uint32_t *tail, uint32_t level) {
        block_level<<<count, VERTEX_THREADS, 0, search->stream>>>(graph, previous, {current, tail},
                                                                  search->label, level);
    });
}

} // namespace lab

LAB_KERNEL(block)
