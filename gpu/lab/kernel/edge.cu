/* edge: the edge-centric sweep over the edge list, COO [1].
 *
 * Idea: each edge has a thread. If the edge leaves a vertex of the previous level and enters an
 * unreached vertex, the thread labels that vertex. All threads do the same small amount of work,
 * and a hub's edges are spread over many threads, but every edge is read in every level. The edges
 * of a grid are numbered direction by direction, so that a warp reads 32 consecutive cells.
 *
 * Launch shape: one thread per edge slot, blocks of 256, one launch per level.
 *
 * Race argument: threads write only the value `level` into unreached labels, and 1 into the flag.
 * Several threads may write the same word, always with the same value. A reader that sees the old
 * or the new label acts correctly on either, because neither is the previous level.
 *
 * Errors in the listing, corrected here: the flag `*visited = 1` is element 0 of the array
 * visited[], so the end of the loop and vertex 0 share a word. Unsigned labels are compared with
 * signed ones. Edge numbers have 64 bits here, because a grid has up to 6 edge slots per cell.
 *
 * [1] Hwu, Kirk, El Hajj, Programming Massively Parallel Processors, section 15.4.
 */
#include "gpu/lab/lab.cuh"

namespace lab
{

template <class Graph>
__global__ void __launch_bounds__(BLOCK_THREADS)
    edge_level(Graph graph, uint32_t *label, uint32_t level, uint32_t *changed)
{
    uint64_t edge = thread_number();
    if (edge >= graph.edge_slots() || label[graph.edge_source(edge)] != level - 1)
        return;
    uint32_t next = graph.edge_target(edge);
    assert(next == VERTEX_NONE || next < graph.vertex_count());
    if (next != VERTEX_NONE && label[next] == BFS_UNREACHED) {
        label[next] = level;
        *changed = 1;
    }
}

template <class Graph> static enum status edge_search(struct lab_search *search, const Graph &graph)
{
    uint32_t blocks = blocks_for(graph.edge_slots(), BLOCK_THREADS);
    return sweep_levels(search, [&](uint32_t *changed, uint32_t level) {
        if (blocks > 0)
            edge_level<<<blocks, BLOCK_THREADS, 0, search->stream>>>(graph, search->label, level,
                                                                     changed);
    });
}

} // namespace lab

LAB_KERNEL(edge)
