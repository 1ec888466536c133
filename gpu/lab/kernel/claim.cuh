/* claim: who finds a vertex first, where that is settled on the label itself (chapter 15.5).
 *
 * Several threads may look at an edge to the same unreached vertex at once. The one whose
 * compare-and-swap turns the label from "unreached" to the level owns the vertex: it alone puts it
 * into a queue. A plain read comes first: most edges lead to a vertex that has a label, and then no
 * atomic is needed. The read may be out of date and see "unreached"; then the atomic decides.
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

/* Puts a vertex straight into the global queue: an atomic add on global memory. */
__device__ inline void push_global(const block_frontier &queue, uint32_t vertex)
{
    queue.entries[atomicAdd(queue.tail, 1)] = vertex;
}

} // namespace lab
