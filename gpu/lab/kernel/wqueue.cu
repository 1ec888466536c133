/* wqueue: queues a warp, feeding queues a block, feeding the global queue (Fig. 12.11; Luo, Wong
 * and Hwu 2010).
 *
 * Idea: in `bqueue` all 256 threads of a block add to one shared tail. Here each warp has a queue
 * of its own and 32 threads share a tail. What a warp's queue cannot hold goes to the block's,
 * what that cannot hold goes to the global one:
 *
 *     warp queues   [a b] [c] [d e] ...      offsets by a running sum over the warps' lengths
 *     block queue   [x y z]                  behind them
 *     global queue  ... | a b c d e x y z |  one reservation a block
 *
 * The figure moves warp queues into the block queue and that into the global one; since a warp's
 * place in the block's part is known from the running sum, the entries go there in one copy.
 *
 * Launch shape: one thread a vertex of the previous frontier, blocks of 256 (8 warps); shared
 * memory: 8 warp queues of up to 64 entries and the block queue.
 *
 * Race argument: tails change by atomic adds only and count on when full, so no two finds share a
 * place; the lengths are read behind a barrier, the offsets (written by thread 0) behind another.
 * Labels are claimed by compare-and-swap.
 */
#include "gpu/lab/kernel/claim.cuh"
#include "gpu/lab/lab.cuh"

namespace lab
{

enum { WARPS = BLOCK_THREADS / 32, WARP_QUEUE_MAX = 64 };

struct warp_queues {
    uint32_t tail[WARPS];   /* finds so far */
    uint32_t offset[WARPS]; /* of each warp's part, in the block's part */
    uint32_t entries[WARPS][WARP_QUEUE_MAX];
};

/* Thread 0: where each warp's part and the block queue's part go; returns the block's total. */
static __device__ uint32_t lay_out(warp_queues *warps, uint32_t warp_capacity, uint32_t block_held)
{
    uint32_t sum = 0;
    for (int warp = 0; warp < WARPS; warp++) {
        warps->offset[warp] = sum;
        sum += min(warps->tail[warp], warp_capacity);
    }
    return sum + block_held;
}

/* All threads, behind a barrier: copies warp queues and block queue to the global queue. */
static __device__ void consolidate(warp_queues *warps, uint32_t warp_capacity, block_queue *queue,
                                   const block_frontier &current)
{
    uint32_t block_held = min(queue->count, queue->capacity);
    if (threadIdx.x == 0) {
        uint32_t total = lay_out(warps, warp_capacity, block_held);
        queue->place = total > 0 ? atomicAdd(current.tail, total) : 0;
    }
    __syncthreads();
    uint32_t warp = threadIdx.x / 32, lane = threadIdx.x % 32, start = queue->place;
    uint32_t held = min(warps->tail[warp], warp_capacity);
    for (uint32_t i = lane; i < held; i += 32)
        current.entries[start + warps->offset[warp] + i] = warps->entries[warp][i];
    uint32_t behind = start + warps->offset[WARPS - 1] + min(warps->tail[WARPS - 1], warp_capacity);
    for (uint32_t i = threadIdx.x; i < block_held; i += BLOCK_THREADS)
        current.entries[behind + i] = queue->entries[i];
}

template <class Graph>
__global__ void __launch_bounds__(BLOCK_THREADS)
    wqueue_level(Graph graph, const uint32_t *previous, uint32_t count, block_frontier current,
                 uint32_t *label, uint32_t level, uint32_t warp_capacity, uint32_t capacity)
{
    extern __shared__ struct block_queue queue[];
    __shared__ struct warp_queues warps;
    assert(warp_capacity > 0 && warp_capacity <= WARP_QUEUE_MAX && blockDim.x == BLOCK_THREADS);
    if (threadIdx.x < WARPS)
        warps.tail[threadIdx.x] = 0;
    block_queue_open(queue, capacity); /* ends in a barrier */
    uint64_t i = thread_number();
    uint32_t warp = threadIdx.x / 32;
    if (i < count) {
        auto row = graph.out(previous[i]);
        for (uint32_t slot = 0; slot < row.slots; slot++) {
            uint32_t next = row[slot];
            if (next == VERTEX_NONE || !claim(label, next, level))
                continue;
            uint32_t place = atomicAdd(&warps.tail[warp], 1);
            if (place < warp_capacity)
                warps.entries[warp][place] = next;
            else
                block_queue_push(queue, current, next);
        }
    }
    __syncthreads();
    consolidate(&warps, warp_capacity, queue, current);
}

template <class Graph>
static enum status wqueue_search(struct lab_search *search, const Graph &graph)
{
    uint32_t capacity = search->block_queue;
    uint32_t warp_capacity = capacity < WARP_QUEUE_MAX ? capacity : (uint32_t)WARP_QUEUE_MAX;
    return queue_levels(search, [&](const uint32_t *previous, uint32_t count, uint32_t *current,
                                    uint32_t *tail, uint32_t level) {
        wqueue_level<<<blocks_for(count, BLOCK_THREADS), BLOCK_THREADS, block_queue_bytes(capacity),
                       search->stream>>>(graph, previous, count, {current, tail}, search->label,
                                         level, warp_capacity, capacity);
    });
}

} // namespace lab

LAB_KERNEL(wqueue)
