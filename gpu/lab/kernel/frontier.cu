/* frontier: one global frontier, an atomic add for every vertex found (chapter 15.5).
 *
 * Idea: sweeping kernels ask every vertex in every level whether it is on the frontier. Here the
 * threads that find a vertex write it to a queue, and the next level launches threads for that
 * queue alone. The price is the one counter that all finds pass through.
 *
 * Launch shape: one thread a vertex of the previous frontier, blocks of 256.
 *
 * Race argument: a label leaves "unreached" once, by compare-and-swap; the thread that did it
 * takes a queue place of its own by an atomic add. Nothing else is written.
 *
 * Wrong in the listing, mended here: currLevel is declared a pointer and used as a value; the
 * queue's length has no bound there, here it has a place for every vertex, and the claim makes sure
 * that each is used at most once.
 */
#include "gpu/lab/kernel/claim.cuh"
#include "gpu/lab/lab.cuh"

namespace lab
{

template <class Graph>
__global__ void __launch_bounds__(BLOCK_THREADS)
    frontier_level(Graph graph, const uint32_t *previous, uint32_t count, block_frontier current,
                   uint32_t *label, uint32_t level)
{
    uint64_t i = thread_number();
    if (i >= count)
        return;
    assert(previous[i] < graph.vertex_count() && label[previous[i]] == level - 1);
    auto row = graph.out(previous[i]);
    for (uint32_t slot = 0; slot < row.slots; slot++) {
        uint32_t next = row[slot];
        if (next != VERTEX_NONE && claim(label, next, level))
            push_global(current, next);
    }
}

template <class Graph>
static enum status frontier_search(struct lab_search *search, const Graph &graph)
{
    return queue_levels(search, [&](const uint32_t *previous, uint32_t count, uint32_t *current,
                                    uint32_t *tail, uint32_t level) {
        frontier_level<<<blocks_for(count, BLOCK_THREADS), BLOCK_THREADS, 0, search->stream>>>(
            graph, previous, count, {current, tail}, search->label, level);
    });
}

} // namespace lab

LAB_KERNEL(frontier)
