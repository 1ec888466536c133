/* tiles_mark: before a search, fills the planes from the field and marks the sources.
 *
 * fill has one thread per parcel: it writes the free cells of the window from the field's plane, no
 * labels, and empty mailboxes. Neighbouring threads take parcels on top of each other, which are
 * neighbours in the planes; the block's eight warps read eight words of each cache line of the
 * field's rows. No race: no thread writes what another thread reads or writes.
 *
 * mark has one block and one warp per source, its lanes side by side over the cells. It sets the
 * label 0 and wakes all tiles around for the first two epochs. Two cells may share a word:
 * atomicOr. One thread opens the target. */
#pragma once

#include "gpu/wave/terminal.cuh"
#include "gpu/wave/tiles/tiles_plan.cuh"

namespace tiles
{

constexpr int FILL_TRIPLES = 32, FILL_COLUMNS = 8, MARK_THREADS = 512; /* threads per block */

/* Free cells of the window in a row of a parcel, not interleaved. column: without the rim. */
__device__ __forceinline__ uint32_t free_cells(const tiles_task &t, int column, int y)
{
    if (y < t.y0 || y > t.y1 || column < 0 || column >= 2 * t.columns)
        return 0;
    const int x = ((t.x0 >> 6) * 2 + column) * PARCEL_COLUMNS;
    if (x > t.x1 || x + PARCEL_COLUMNS <= t.x0)
        return 0;
    uint32_t open = ~t.closed[(size_t)y * (size_t)t.closed_words + (size_t)(x / PARCEL_COLUMNS)];
    open &= x < t.x0 ? ~0U << (t.x0 - x) : ~0U;
    open &= t.x1 - x < 31 ? ~0U >> (31 - (t.x1 - x)) : ~0U;
    return open;
}

/* Launch: blocks of FILL_TRIPLES x FILL_COLUMNS threads over height x (2 * columns + 2) parcels. */
static __global__ void fill(tiles_task t)
{
    const int triple = (int)(blockIdx.x * FILL_TRIPLES + threadIdx.x);
    const int column = (int)(blockIdx.y * FILL_COLUMNS + threadIdx.y) - 1;
    if (triple >= t.height || column > 2 * t.columns)
        return;
    const size_t at = (size_t)(column + 1) * (size_t)t.height + (size_t)triple;
    const int row = (triple - TILE_PARCELS) * PARCEL_ROWS;
    const bool labelled =
        row >= 0 && row < t.up * TILE_ROWS && column >= 0 && column < 2 * t.columns;
#pragma unroll
    for (int i = 0; i < PARCEL_ROWS; i++) {
        t.open[(size_t)i * (size_t)t.parcels + at] = deal(free_cells(t, column, t.y0 + row + i));
        if (labelled)
            t.labels[(size_t)column * (size_t)(t.up * TILE_ROWS) + (size_t)(row + i)] = 0;
    }
    t.mail[at] = t.mail[at + (size_t)t.parcels] = {};
}

/* Launch: one block of MARK_THREADS threads. width: of the grid. */
static __global__ void mark(tiles_task t, const struct terminal *sources, uint32_t count,
                            uint32_t width)
{
    const uint32_t warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        atomicOr(t.open + (size_t)parcel_row(t, t.ty) * (size_t)t.parcels +
                     parcel_of(t, t.tx, t.ty),
                 1U << word_bit(t.tx));
    for (uint32_t s = warp; s < count; s += MARK_THREADS / 32) {
        for (uint32_t i = lane; i <= sources[s].steps; i += 32) {
            const uint32_t cell = terminal_cell(sources[s], i);
            const int x = (int)(cell % width), y = (int)(cell / width);
            const uint32_t bit = 1U << word_bit(x);
            atomicOr(&boxes_of(t, 0)[parcel_of(t, x, y)].rows[parcel_row(t, y)], bit);
            atomicOr((unsigned long long *)t.labels + label_word(t, x, y), bit);
            const int tile_x = (x >> 6) - (t.x0 >> 6), tile_y = (y - t.y0) / TILE_ROWS;
            for (int k = 0; k < 30; k++)
                wake(t, tile_x + k % 3 - 1, tile_y + k / 3 % 5 - 2, 1 + (unsigned)k / 15);
        }
    }
}

} // namespace tiles
