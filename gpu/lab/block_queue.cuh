/* block_queue: a frontier queue private to a block, in shared memory, in front of the global one
 * (Luo, Wong and Hwu 2010, "An Effective GPU Implementation of Breadth-First Search"; Fig. 12.8,
 * 12.9 of the book).
 *
 * A thread that finds a vertex takes a place in the block's queue: one atomic add on shared
 * memory. At the end of the level the block reserves as many places of the global queue as it
 * filled, with one atomic add on global memory, and copies its queue there with neighbouring
 * threads writing neighbouring words. A find whose place lies behind the queue's end goes to the
 * global queue at once.
 *
 *     capacity 4, finds a b c d e f       block queue  a b c d        tail 6
 *                                         global queue e f | a b c d  (e and f went there at once)
 *
 * The tail counts all finds and is never put back; how many the queue holds is min(tail,
 * capacity). The listing instead stores BLOCK_QUEUE_SIZE over the tail when a thread finds it
 * full: a plain store among atomic adds on one word, unordered against them. With 2, 3 or more
 * threads overflowing at once it works only if every add that is in flight is repaired by its own
 * thread's later store, which nothing in the language promises, and racecheck reports it. Counting
 * on needs no store at all and works for every capacity down to 1.
 *
 * No race: places are handed out by atomic adds, so no two threads write one word; between the
 * last push and the copy stands a barrier; the part of the global queue that a block reserves is
 * its own.
 */
#ifndef LEEWAY_GPU_LAB_BLOCK_QUEUE_CUH
#define LEEWAY_GPU_LAB_BLOCK_QUEUE_CUH

#include "router/bfs.h"

namespace lab
{

/* Claims a vertex for this level: true for the one thread whose compare-and-swap turned its label
 * from "unreached". The plain look first saves the atomic where the label is there already; an old
 * "unreached" that it may see does no harm, then the atomic decides. */
__device__ inline bool claim(uint32_t *label, uint32_t vertex, uint32_t level)
{
    return label[vertex] == BFS_UNREACHED &&
           atomicCAS(&label[vertex], BFS_UNREACHED, level) == BFS_UNREACHED;
}

/* The global queue of the current level. */
struct global_queue {
    uint32_t *vertices, *tail;

    __device__ void push(uint32_t vertex) const
    {
        vertices[atomicAdd(tail, 1)] = vertex;
    }
};

/* What of a block queue lies in shared memory beside its entries. */
struct block_queue_head {
    uint32_t tail;  /* finds so far */
    uint32_t start; /* of the block's part of the global queue */
};

struct block_queue {
    struct block_queue_head *head; /* shared */
    uint32_t *entries;             /* [capacity], shared */
    uint32_t capacity;

    /* Every thread calls it; the caller puts a barrier before the first push. */
    __device__ void clear() const
    {
        if (threadIdx.x == 0)
            head->tail = 0;
    }

    __device__ void push(uint32_t vertex, const global_queue &overflow) const
    {
        uint32_t place = atomicAdd(&head->tail, 1);
        if (place < capacity)
            entries[place] = vertex;
        else
            overflow.push(vertex);
    }

    /* Every thread of the block calls it, after its last push. */
    __device__ void flush(const global_queue &target) const
    {
        __syncthreads();
        uint32_t held = min(head->tail, capacity);
        if (held == 0)
            return;
        if (threadIdx.x == 0)
            head->start = atomicAdd(target.tail, held);
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < held; i += blockDim.x)
            target.vertices[head->start + i] = entries[i];
    }
};

} // namespace lab

#endif
