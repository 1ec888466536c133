/* private: the frontier search with a private frontier a block (chapter 15.6).
 *
 * Idea: as `frontier`, but the counter that finds are added to is one a block, in shared memory;
 * the private frontier moves to the global one at the end of the level, coalesced. Against `bqueue`
 * it differs in how a vertex is claimed: by compare-and-swap on its label, so that label and
 * visited mark are one word and an edge touches one array less.
 *
 * Launch shape: one thread a vertex of the previous frontier, blocks of 256, dynamic shared memory
 * of one word an entry.
 *
 * Race argument: a label leaves "unreached" once, by the atomic, and the thread that did it owns
 * the vertex. Queues: see block_queue.cuh.
 *
 * Wrong in the listing, mended here: numCurrFrontier_s = LOCAL_FRONTIER_SIZE, a plain store among
 * atomic adds (see bqueue); currLevel, a pointer that is handed to atomicCAS as the new label; a
 * private frontier of 4 entries, which every block of more than a few threads overflows: it is an
 * option here; and the compare-and-swap for every edge: a plain look goes first.
 */
#include "gpu/lab/kernel/claim.cuh"
#include "gpu/lab/lab.cuh"

namespace lab
{

template <class Graph>
__global__ void __launch_bounds__(BLOCK_THREADS)
    private_level(Graph graph, const uint32_t *previous, uint32_t count, block_frontier current,
                  uint32_t *label, uint32_t level, uint32_t capacity)
{
    extern __shared__ struct block_queue queue[];
    block_queue_open(queue, capacity);
    uint64_t i = thread_number();
    if (i < count) {
        assert(previous[i] < graph.vertex_count() && label[previous[i]] == level - 1);
        auto row = graph.out(previous[i]);
        for (uint32_t slot = 0; slot < row.slots; slot++) {
            uint32_t next = row[slot];
            if (next != VERTEX_NONE && claim(label, next, level))
                block_queue_push(queue, current, next);
        }
    }
    block_queue_flush(queue, current);
}

template <class Graph>
static enum status private_frontier_search(struct lab_search *search, const Graph &graph)
{
    return queue_levels(search, [&](const uint32_t *previous, uint32_t count, uint32_t *current,
                                    uint32_t *tail, uint32_t level) {
        private_level<<<blocks_for(count, BLOCK_THREADS), BLOCK_THREADS,
                        block_queue_bytes(search->block_queue), search->stream>>>(
            graph, previous, count, {current, tail}, search->label, level, search->block_queue);
    });
}

} // namespace lab

LAB_KERNEL(private_frontier)
