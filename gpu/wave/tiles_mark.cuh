/* tiles_mark: before a search: the planes are filled from the field, and the sources are marked.
 *
 * fill   a thread a word of the planes: free cells of the window from the field's plane, no labels.
 *        Threads side by side take words below each other, which lie side by side in the planes; in
 *        the field's rows eight words of a cache line are read by the block's eight warps. No
 * thread writes what another reads. mark   one block, a warp a source, its lanes side by side over
 * the cells: the label 0, and a wake entry for the first epoch in all tiles around. Two cells may
 * share a word: atomicOr; several threads may write one wake entry, the same value. One thread
 * opens the target.
 */
#ifndef LEEWAY_GPU_WAVE_TILES_MARK_CUH
#define LEEWAY_GPU_WAVE_TILES_MARK_CUH

#include "gpu/engine.cuh"
#include "gpu/wave/tiles_plan.cuh"

namespace tiles
{

constexpr int FILL_ROWS = 32, FILL_COLUMNS = 8, MARK_THREADS = 512;

/* Launch: blocks of FILL_ROWS x FILL_COLUMNS threads over rows x (columns + 2). */
static __global__ void fill(task t)
{
    const int row = (int)(blockIdx.x * FILL_ROWS + threadIdx.x);
    const int column = (int)(blockIdx.y * FILL_COLUMNS + threadIdx.y);
    if (row >= t.rows || column >= t.columns + 2)
        return;
    const int y = t.y0 + row - TILE_ROWS, word = (t.x0 >> 6) + column - 1;
    uint64_t open = 0;
    if (y >= t.y0 && y <= t.y1 && column > 0 && column <= t.columns) {
        open = ~t.closed[(size_t)y * (size_t)t.closed_words + (size_t)word];
        if (column == 1)
            open &= ~(uint64_t)0 << (t.x0 & 63);
        if (column == t.columns)
            open &= ~(uint64_t)0 >> (63 - (t.x1 & 63));
    }
    const size_t at = (size_t)column * (size_t)t.rows + (size_t)row;
    t.open[at] = deal(open);
    t.labels[at] = {0, 0};
}

/* Launch: one block of MARK_THREADS threads. width: of the grid. */
static __global__ void mark(task t, const struct terminal *sources, uint32_t count, uint32_t width)
{
    const uint32_t warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        atomicOr((unsigned long long *)t.open + plane_word(t, t.tx, t.ty), 1ULL << plane_bit(t.tx));
    for (uint32_t s = warp; s < count; s += MARK_THREADS / 32) {
        for (uint32_t i = lane; i <= sources[s].steps; i += 32) {
            const uint32_t cell =
                (uint32_t)((int64_t)sources[s].from + (int64_t)sources[s].stride * i);
            const int x = (int)(cell % width), y = (int)(cell / width);
            atomicOr(&t.labels[plane_word(t, x, y)].x, 1ULL << plane_bit(x));
            const int tile_x = (x >> 6) - (t.x0 >> 6), tile_y = (y - t.y0) / TILE_ROWS;
            for (int around = 0; around < 9; around++)
                wake(t, tile_x + around % 3 - 1, tile_y + around / 3 - 1, 1);
        }
    }
}

} // namespace tiles

#endif
