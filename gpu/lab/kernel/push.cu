/* push: the vertex-centric sweep from the top down (chapter 15.3).
 *
 * Idea: in every level each vertex has a thread. Those whose label is the level before walk the
 * edges that leave them (CSR) and label what they find unreached. No queue, no atomics; but every
 * vertex is asked in every level.
 *
 * Launch shape: one thread a vertex, blocks of 256; one launch a level.
 *
 * Race argument: threads write only the value `level`, into labels that are unreached, and 1 into
 * the flag; several may write the same word, all the same value (idempotence), and a reader that
 * sees either the old or the new label does the right thing with it: neither is the level before.
 *
 * Wrong in the listing, mended here: the flag `*visited = 1` is element 0 of the array visited[],
 * so the loop's end and vertex 0 share a word; labels are unsigned and were compared with signed
 * ones.
 */
#include "gpu/lab/lab.cuh"

namespace lab
{

template <class Graph>
__global__ void __launch_bounds__(BLOCK_THREADS)
    push_level(Graph graph, uint32_t *label, uint32_t level, uint32_t *changed)
{
    uint64_t i = thread_number();
    if (i >= graph.vertex_count() || label[i] != level - 1)
        return;
    auto row = graph.out((uint32_t)i);
    for (uint32_t slot = 0; slot < row.slots; slot++) {
        uint32_t next = row[slot];
        assert(next == VERTEX_NONE || next < graph.vertex_count());
        if (next != VERTEX_NONE && label[next] == BFS_UNREACHED) {
            label[next] = level;
            *changed = 1;
        }
    }
}

template <class Graph> static enum status push_search(struct lab_search *search, const Graph &graph)
{
    return sweep_levels(search, [&](uint32_t *changed, uint32_t level) {
        push_level<<<blocks_for(search->vertex_count, BLOCK_THREADS), BLOCK_THREADS, 0,
                     search->stream>>>(graph, search->label, level, changed);
    });
}

} // namespace lab

LAB_KERNEL(push)
