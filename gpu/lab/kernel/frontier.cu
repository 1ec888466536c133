/* frontier: one global frontier, with one atomic addition per vertex found [1].
 *
 * Idea: a kernel that sweeps over all vertices asks each of them in every level whether it is on
 * the frontier. Here a thread that finds a vertex writes it to a queue, and the next level launches
 * threads for that queue only. The cost is one counter that every find increments.
 *
 * Launch shape: one thread per vertex of the previous frontier, blocks of 256.
 *
 * Race argument: a label changes from "unreached" once, by compare-and-swap, and the thread that
 * changed it gets its own place in the queue from an atomic addition. Nothing else is written.
 *
 * Errors in the listing, corrected here: currLevel is declared as a pointer and used as a value.
 * The queue has no bound there; here it has a place for every vertex, and a vertex is claimed once.
 *
 * [1] Hwu, Kirk, El Hajj, Programming Massively Parallel Processors, section 15.5.
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
