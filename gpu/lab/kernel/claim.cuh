/* claim: makes one thread the owner of a vertex, by an atomic operation on the vertex's label [1].
 *
 * Several threads may process edges to the same unreached vertex at once. The thread whose
 * compare-and-swap changes the label from "unreached" to the level owns the vertex and is the only
 * one that puts it into a queue. A plain read comes first: most edges lead to vertices that already
 * have a label, and these need no atomic operation. If the read returns an outdated "unreached",
 * the atomic operation decides.
 *
 * [1] Hwu, Kirk, El Hajj, Programming Massively Parallel Processors, section 15.5.
 */
#pragma once

#include "gpu/wave/block_queue.cuh"
#include "router/search/bfs.h"

namespace lab
{

__device__ inline bool claim(uint32_t *label, uint32_t vertex, uint32_t level)
{
    assert(level > 0 && level != BFS_UNREACHED); /* only the source has level 0 */
    return label[vertex] == BFS_UNREACHED &&
           atomicCAS(&label[vertex], BFS_UNREACHED, level) == BFS_UNREACHED;
}

/* Appends a vertex to the global queue: one atomic addition on global memory. */
__device__ inline void push_global(const block_frontier &queue, uint32_t vertex)
{
    queue.entries[atomicAdd(queue.tail, 1)] = vertex;
}

} // namespace lab
