/* block_queue: a frontier that each block collects in shared memory first [1, 2].
 *
 * If every thread added its finds to one queue in global memory, all threads of the device would
 * compete for one counter, and entries would be written to scattered places. So each block has a
 * queue in shared memory. At the end of a level one thread reserves room for the whole block in the
 * global queue, and the block copies its entries there side by side:
 *
 *     block 0   [ a b c ]     block 1   [ d e ]         shared memory
 *                   \_____________        |
 *     global    ... | d e | a b c | ...<--'             one atomicAdd per block, coalesced stores
 *
 * An entry that does not fit goes to the global queue at once. The listing in [1] then stores the
 * queue's size into the block's counter, a plain store beside the atomic additions of other
 * threads: a data race, whose result is right only if every such store comes after its thread's
 * addition. Here the counter only grows. It may exceed the capacity, and the copy uses the smaller
 * of the two, which is correct for every capacity from 1.
 *
 * [1] Hwu, Kirk, El Hajj, Programming Massively Parallel Processors, chapter on graph search.
 * [2] L. Luo, M. Wong, W. Hwu, An Effective GPU Implementation of Breadth-First Search, 2010. */
#pragma once

#include "grid/base.h"

enum {
    BLOCK_QUEUE_DEFAULT = 1024, /* entries per block if the options give no number */
    BLOCK_QUEUE_MAX = 8192,     /* maximum number of entries per block: 32 KiB of shared memory */
};

/* The global queue of the next level. */
struct block_frontier {
    uint32_t *entries;
    uint32_t *tail; /* number of entries; in global memory */
};

/* A block's queue, in dynamic shared memory with its entries at the end. */
struct block_queue {
    uint32_t count;    /* number of pushes, including those that went to the global queue */
    uint32_t place;    /* of the block's entries in the global queue */
    uint32_t capacity; /* at least 1 */
    uint32_t entries[1];
};

/* Bytes of dynamic shared memory for a queue of this capacity, from 1 to BLOCK_QUEUE_MAX. */
static inline size_t block_queue_bytes(unsigned capacity)
{
    assert(capacity > 0 && capacity <= BLOCK_QUEUE_MAX);
    return sizeof(struct block_queue) + (capacity - 1) * sizeof(uint32_t);
}

/* Called by the whole block before the first push. Ends in a barrier. */
static __device__ __forceinline__ void block_queue_open(struct block_queue *queue,
                                                        uint32_t capacity)
{
    assert(capacity > 0 && capacity <= BLOCK_QUEUE_MAX);
    if (threadIdx.x == 0) {
        queue->count = 0;
        queue->capacity = capacity;
    }
    __syncthreads();
}

/* Adds an entry. Called by any thread. */
static __device__ __forceinline__ void
block_queue_push(struct block_queue *queue, const struct block_frontier &out, uint32_t entry)
{
    uint32_t at = atomicAdd(&queue->count, 1);
    if (at < queue->capacity)
        queue->entries[at] = entry;
    else
        out.entries[atomicAdd(out.tail, 1)] = entry;
}

/* Called by the whole block after its last push of a level: moves the queue to the global one. */
static __device__ __forceinline__ void block_queue_flush(struct block_queue *queue,
                                                         const struct block_frontier &out)
{
    __syncthreads();
    uint32_t count = min(queue->count, queue->capacity);
    if (count == 0)
        return; /* the count is the same for all threads */
    if (threadIdx.x == 0)
        queue->place = atomicAdd(out.tail, count);
    __syncthreads();
    assert(queue->place <= UINT32_MAX - count);
    for (uint32_t i = threadIdx.x; i < count; i += blockDim.x)
        out.entries[queue->place + i] = queue->entries[i];
    __syncthreads();
    if (threadIdx.x == 0)
        queue->count = 0;
    __syncthreads();
}
