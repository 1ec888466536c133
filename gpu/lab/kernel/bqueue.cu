/* bqueue: the book's breadth-first search with block queues (Fig. 12.7, 12.8, 12.9).
 *
 * Idea: a global frontier queue is contended by every thread that finds a vertex. Each block
 * collects its finds in shared memory first and moves them in one coalesced copy
 * (gpu/wave/block_queue.cuh). Who finds a vertex first is settled by an atomic exchange on its
 * visited mark; only the winner labels and queues it.
 *
 * Launch shape: one thread a vertex of the previous frontier, blocks of 256, dynamic shared memory
 * of one word an entry of the block queue and three more. The host loop is queue_levels (lab.cuh).
 *
 * Race argument: visited marks change by atomics alone, so one thread wins each vertex; only it
 * writes label[vertex] and the queue place. The plain look at the mark before the exchange may see
 * an old 0, then the exchange decides; it never sees a 1 too early, since marks are never taken
 * back. Labels are not read at all, the level is an argument. Queues of the level before were
 * written by an earlier launch on the same stream.
 *
 * Wrong in the listing, mended here: a thread that finds the block queue full stores
 * BLOCK_QUEUE_SIZE over its tail, a plain store among other threads' atomic adds on one word: a
 * data race, whose outcome the language leaves open. On today's hardware it comes out right (the
 * tail never falls below the size, and the last overflowing thread's store is the last word; put
 * back for a trial, it passed every comparison on an H200, and racecheck was silent), but only by
 * that chain of luck. Here the tail counts on, and how many entries there are is min(tail,
 * capacity); no store is needed. Also: label[my_vertex] + 1 read from memory for every edge, though
 * it is the level and the same for all; the exchange for every edge, also those to vertices long
 * visited, whose line then travels between SMs: the plain look first saves most of them; and the
 * listing does not say where a find goes that neither queue has room for: here the global queue has
 * a place for every vertex.
 */
#include "gpu/lab/lab.cuh"
#include "gpu/wave/block_queue.cuh"

namespace lab
{

template <class Graph>
__global__ void __launch_bounds__(BLOCK_THREADS)
    bqueue_level(Graph graph, const uint32_t *previous, uint32_t count, block_frontier current,
                 uint32_t *visited, uint32_t *label, uint32_t level, uint32_t capacity)
{
    extern __shared__ struct block_queue queue[];
    block_queue_open(queue, capacity);
    uint64_t i = thread_number();
    if (i < count) {
        auto row = graph.out(previous[i]);
        for (uint32_t slot = 0; slot < row.slots; slot++) {
            uint32_t next = row[slot];
            if (next == VERTEX_NONE || visited[next] != 0 || atomicExch(&visited[next], 1) != 0)
                continue;
            label[next] = level;
            block_queue_push(queue, current, next);
        }
    }
    block_queue_flush(queue, current);
}

/* Launch shape: one thread. */
static __global__ void bqueue_mark(uint32_t *visited, uint32_t source)
{
    visited[source] = 1;
}

template <class Graph>
static enum status bqueue_search(struct lab_search *search, const Graph &graph)
{
    uint32_t *visited;
    TRY(buffer(search, 2, search->vertex_count, &visited));
    CUDA_TRY(cudaMemsetAsync(visited, 0, search->vertex_count * sizeof *visited, search->stream),
             search->error);
    bqueue_mark<<<1, 1, 0, search->stream>>>(visited, search->source);
    CUDA_LAUNCHED("bqueue_mark", search->error);
    return queue_levels(search, [&](const uint32_t *previous, uint32_t count, uint32_t *current,
                                    uint32_t *tail, uint32_t level) {
        bqueue_level<<<blocks_for(count, BLOCK_THREADS), BLOCK_THREADS,
                       block_queue_bytes(search->block_queue), search->stream>>>(
            graph, previous, count, {current, tail}, visited, search->label, level,
            search->block_queue);
    });
}

} // namespace lab

LAB_KERNEL(bqueue)
