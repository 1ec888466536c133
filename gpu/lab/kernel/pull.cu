/* pull: the vertex-centric sweep from the bottom up (chapter 15.3).
 *
 * Idea: each unreached vertex asks those that have an edge to it (CSC) whether one of them was
 * labelled in the level before, and stops at the first that says yes. Where most vertices are on
 * the frontier, nearly every first question is answered yes; where the wave is thin, nearly all
 * vertices ask in vain.
 *
 * Launch shape: one thread a vertex, blocks of 256; one launch a level.
 *
 * Race argument: a thread writes its own vertex's label only, and the flag, which all set to 1.
 * Another thread that reads the label meanwhile sees "unreached" or `level`, and neither is the
 * level before, which it looks for.
 *
 * Wrong in the listing, mended here: "unreached" is written with seven F's where the labels hold
 * eight, so no vertex ever asked; the flag is the first word of visited[] (see push).
 */
#include "gpu/lab/lab.cuh"

namespace lab
{

template <class Graph>
__global__ void __launch_bounds__(BLOCK_THREADS)
    pull_level(Graph graph, uint32_t *label, uint32_t level, uint32_t *changed)
{
    uint64_t i = thread_number();
    if (i >= graph.vertex_count() || label[i] != BFS_UNREACHED)
        return;
    auto row = graph.in((uint32_t)i);
    assert(level > 0); /* level - 1 is a level */
    for (uint32_t slot = 0; slot < row.slots; slot++) {
        uint32_t before = row[slot];
        assert(before == VERTEX_NONE || before < graph.vertex_count());
        if (before != VERTEX_NONE && label[before] == level - 1) {
            label[i] = level;
            *changed = 1;
            return;
        }
    }
}

template <class Graph> static enum status pull_search(struct lab_search *search, const Graph &graph)
{
    return sweep_levels(search, [&](uint32_t *changed, uint32_t level) {
        pull_level<<<blocks_for(search->vertex_count, BLOCK_THREADS), BLOCK_THREADS, 0,
                     search->stream>>>(graph, search->label, level, changed);
    });
}

} // namespace lab

LAB_KERNEL(pull)
