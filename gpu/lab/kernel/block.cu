/* block: one block a frontier vertex, one thread an edge (the GPU101 project).
 *
 * Idea: a vertex of many edges keeps one thread busy for long while its neighbours in the warp
 * wait. Here a whole block works on one vertex; thread t takes the edges t, t + 64, t + 128, ...,
 * so neighbouring threads read neighbouring edges. Good for hubs, wasteful for the 4 edges of a
 * grid's cell: 60 of 64 threads have nothing to do.
 *
 * Launch shape: one block of 64 threads a vertex of the previous frontier.
 *
 * Race argument: as `frontier`: labels are claimed by compare-and-swap, queue places by atomic
 * add; a block shares nothing with another.
 *
 * Wrong in the project's code, mended here: its frontiers are shared arrays, so every block has its
 * own and never sees what other blocks found; block b looks at entry b of a frontier that only it
 * wrote and that started as the source alone, so with more than one block all but block 0 idle and
 * what block 0 finds beyond its first entry is lost. It works for one block, on a path. Here the
 * frontier is global and a level is a launch. Besides: a vertex is tested and then labelled in two
 * steps, so it can be inserted twice, and the shared array has no bound to stop at; arrays are
 * handed to swap() as if they were pointers; the distances get as many bytes as there are values,
 * not vertices.
 */
#include "gpu/lab/kernel/claim.cuh"
#include "gpu/lab/lab.cuh"

namespace lab
{

enum { VERTEX_THREADS = 64 }; /* threads that share a vertex's edges */

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
