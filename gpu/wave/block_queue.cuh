/* block_queue: a frontier that each block gathers for itself (Hwu, Kirk, El Hajj, "Programming
 * Massively Parallel Processors", chapter on breadth-first search; Luo, Wong, Hwu 2010).
 *
 * If every thread added its finds to one queue in global memory, all threads of the device would
 * queue up at one counter, and the entries would be written to scattered places. So each block
 * has a queue of its own in shared memory. At the end of a level one thread reserves room for the
 * whole block in the global queue, and the block copies its entries there side by side:
 *
 *     block 0   [ a b c ]     block 1   [ d e ]         shared memory
 *                   \_____________        |
 *     global    ... | d e | a b c | ...<--'             one atomicAdd a block, coalesced stores
 *
 * An entry that does not fit goes to the global queue at once. The listing in the book then stores
 * the queue's size into the block's counter: a plain store among other threads' atomic adds. That
 * is a data race; the result is right only as long as every such store lands behind its thread's
 * add. Here the counter only grows. It may exceed the capacity, and the copy takes the lesser of
 * the two. That works for every capacity from 1.
 */
#pragma once

#include <assert.h>
#include <stdint.h>

enum {
    BLOCK_QUEUE_DEFAULT = 1024, /* entries where the options name none */
    BLOCK_QUEUE_MAX = 8192,     /* 32 KiB of shared memory */
};

/* The global queue of the next level. */
struct block_frontier {
    uint32_t *entries;
    uint32_t *tail; /* how many there are; global memory */
};

/* Lies in shared memory, its entries behind it (dynamic shared memory). */
struct block_queue {
    uint32_t count;    /* pushes so far, also those that went to the global queue */
    uint32_t place;    /* of the block's entries in the global queue */
    uint32_t capacity; /* at least 1 */
    uint32_t entries[1];
};

/* Bytes of dynamic shared memory for a queue of this capacity. */
static inline size_t block_queue_bytes(unsigned capacity)
{
    return sizeof(struct block_queue) + (capacity - 1) * sizeof(uint32_t);
}

/* Whole block, before the first push. */
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

/* Any thread. */
static __device__ __forceinline__ void
block_queue_push(struct block_queue *queue, const struct block_frontier &out, uint32_t entry)
{
    uint32_t at = atomicAdd(&queue->count, 1);
    if (at < queue->capacity)
        queue->entries[at] = entry;
    else
        out.entries[atomicAdd(out.tail, 1)] = entry;
}

/* Whole block, after its last push of a level: empties the queue into the global one. */
static __device__ __forceinline__ void block_queue_flush(struct block_queue *queue,
                                                         const struct block_frontier &out)
{
    __syncthreads();
    uint32_t count = min(queue->count, queue->capacity);
    if (count == 0)
        return; /* all threads see the same count, so all return */
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
