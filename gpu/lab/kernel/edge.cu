/* edge: the edge-centric sweep over COO (chapter 15.4).
 *
 * Idea: each edge has a thread. If the edge leaves a vertex of the level before and enters an
 * unreached one, that one is labelled. All threads do the same small piece of work, a hub's edges
 * are spread over many; but every edge is looked at in every level. Over a grid the edges are
 * numbered direction by direction, so that a warp looks at 32 cells in a row.
 *
 * Launch shape: one thread an edge slot, blocks of 256; one launch a level.
 *
 * Race argument: as `push`: threads write only `level` and 1, whichever of them comes first.
 *
 * Wrong in the listing, mended here: the flag is the first word of visited[] (see push); the edge
 * number is 64 bits here, because a grid has up to 6 edge slots a cell.
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
