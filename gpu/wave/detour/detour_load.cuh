/* detour_load: the loaders of a sweep. They put batches of steps into the ring, u and seeds: for
 * level 0 from the plane of closed cells, for later ones from the labels that the level before has
 * stored. See detour_search.cuh.
 */
#pragma once

#include "gpu/wave/detour/detour_ring.cuh"

namespace detour
{

/* ---- level 0 -------------------------------------------------------------------------------- */

/* A lane's word of the closed plane's rows, wherever it begins there. */
struct closed_word {
    uint32_t mask;   /* cells inside the window, in the quadrant's orientation; 0: no such word */
    int right, left; /* words of a row that hold its lowest and its highest column, or any word
                        where those lie outside the grid */
    unsigned shift;
};

__device__ inline closed_word closed_word_of(const detour_task &t, const detour_part &p, int lane)
{
    assert(lane >= 0 && lane < 32);
    const int word = word_of(p, lane), x = word_x(t, p.q, word);
    const int columns = lane < p.words ? p.q.columns - 32 * word : 0;
    closed_word w;
    w.mask = columns <= 0 ? 0 : columns >= 32 ? ~0u : ~0u << (32 - columns);
    w.right = min(max(x >> 5, 0), t.row_words - 1);
    w.left = min(max((x >> 5) + 1, 0), t.row_words - 1);
    w.shift = (unsigned)x & 31;
    return w;
}

/* Open cells of rows, as many as the array has; those from the last on are closed. */
template <int ROWS>
__device__ __forceinline__ void read_closed(const detour_task &t, const detour_part &p,
                                            const closed_word &w, int first, uint32_t (&open)[ROWS])
{
    const int up = p.q.top ? -t.row_words : t.row_words, after = p.q.rows - first;
    const int row = row_y(t, p.q, first) * t.row_words;
    uint32_t right[ROWS], left[ROWS];
#pragma unroll
    for (int j = 0; j < ROWS; j++) {
        const uint32_t at = (uint32_t)(row + min(j, after - 1) * up);
        right[j] = load_constant(t.closed + (at + (uint32_t)w.right));
        left[j] = load_constant(t.closed + (at + (uint32_t)w.left));
    }
#pragma unroll
    for (int j = 0; j < ROWS; j++) {
        const uint32_t closed = __funnelshift_r(right[j], left[j], w.shift);
        open[j] = ~(p.q.right ? __brev(closed) : closed) & (j < after ? w.mask : 0);
    }
}

/* Opens a cell in the ring where it is in the lane's word and in one of two slabs; seeds: and makes
 * it a seed. */
__device__ __forceinline__ void open_cell(const detour_part &p, const detour_place &cell, int lane,
                                          int slabs, bool seeds, detour_shared *shared)
{
    assert(lane >= 0 && lane < 32);
    const int slab = cell.row / SLAB;
    if (slab / 2 != slabs / 2 || cell.index != p.index || lane >= p.words ||
        cell.word != word_of(p, lane))
        return;
    ring_pair *pair = &shared->slot[(slab + lane) % RING_STEPS][cell.row % SLAB / 2][lane];
    uint2 *row = (uint2 *)pair + cell.row % 2; /* u and seeds */
    row->x |= 1u << cell.bit;
    if (seeds)
        row->y = 1u << cell.bit;
}

/* Waits until the slots that a batch of slabs goes to are free: of lane l it goes to slot
 * slab + l, up to STRIP_WORDS - 1 steps ahead of the batch. All batches up to the last of those
 * must be stored. The storers finish in any order, but each its own batches one after the other:
 * the last one of each is enough. */
__device__ __forceinline__ bool wait_ahead(const detour_sweep &s, int batch, detour_shared *shared)
{
    constexpr int AHEAD = (BATCH + STRIP_WORDS - 1) / BATCH;
    const int last = batch + AHEAD - RING_BATCHES;
#pragma unroll 1
    for (int before = max(last - STORERS + 1, 0); before <= last; before++)
        if (!wait_batch(s, shared->stored, before))
            return false;
    return true;
}

/* Rows are read as they lie in the closed plane, and each lane puts its slab into the step that
 * comes to it. The ring is empty before, which stands for the slabs before the first. */
__device__ inline void load_first_level(const detour_task &t, const detour_sweep &s, int loader,
                                        int lane, detour_shared *shared)
{
    assert(lane >= 0 && lane < 32);
    const detour_part &p = s.p;
    const closed_word w = closed_word_of(t, p, lane);
    const detour_place source = place_of(t, t.sx, t.sy), target = place_of(t, t.tx, t.ty);
#pragma unroll 1
    for (int batch = loader; batch < p.batches; batch += LOADERS) {
        if (!wait_ahead(s, batch, shared))
            return;
#pragma unroll 1
        for (int slab = batch * BATCH; slab < (batch + 1) * BATCH; slab += 2) {
            uint32_t open[2 * SLAB];
            read_closed(t, p, w, slab * SLAB, open);
#pragma unroll
            for (int i = 0; i < 2; i++) {
                ring_pair *pairs = &shared->slot[(slab + i + lane) % RING_STEPS][0][lane];
#pragma unroll
                for (int j = 0; j < PAIRS; j++)
                    pairs[j * STRIP_WORDS] =
                        make_uint4(open[i * SLAB + 2 * j], 0, open[i * SLAB + 2 * j + 1], 0);
            }
            open_cell(p, target, lane, slab, false, shared);
            open_cell(p, source, lane, slab, true, shared);
        }
        mbarrier_arrive(&shared->loaded[batch % RING_BATCHES]);
    }
}

/* ---- later levels --------------------------------------------------------------------------- */

/* u and seeds of a row: reached cells of the next column, whose word lane + 1 comes to in the step
 * after, and of the row after. All reached ones: see detour_mail. */
__device__ __forceinline__ uint2 seeded_row(uint32_t low, uint32_t high, uint32_t beside,
                                            uint32_t after)
{
    const uint32_t u = low & ~high;
    return make_uint2(u, (__funnelshift_r(high, beside, 1) | after) & u);
}

/* Seeds the first step of the two that the labels hold. Whole warp; last: what is beside the lane's
 * word is not here but in the mail. */
__device__ __forceinline__ void seed_step(const label_pair *labels, bool last, ring_pair *pairs)
{
#pragma unroll
    for (int j = 0; j < PAIRS; j++) {
        const uint32_t beside0 = __shfl_down_sync(ALL_LANES, labels[PAIRS + j].y, 1);
        const uint32_t beside1 = __shfl_down_sync(ALL_LANES, labels[PAIRS + j].w, 1);
        const label_pair here = labels[j];
        const uint32_t after = j + 1 < PAIRS ? labels[j + 1].y : labels[PAIRS].y;
        const uint2 row0 = seeded_row(here.x, here.y, last ? 0 : beside0, here.w);
        const uint2 row1 = seeded_row(here.z, here.w, last ? 0 : beside1, after);
        pairs[j * STRIP_WORDS] = make_uint4(row0.x, row0.y, row1.x, row1.y);
    }
}

__device__ inline void load_later_level(const detour_task &t, const detour_sweep &s, int loader,
                                        int lane, detour_shared *shared)
{
    assert(lane >= 0 && lane < 32);
    const detour_part &p = s.p;
    const board *before = &s.x.boards[block_of(s, s.level - 1, p.number)];
    uint64_t known = 0;
#pragma unroll 1
    for (int batch = loader; batch < p.batches; batch += LOADERS) {
        const bool more = batch + 1 < p.batches;
        const uint32_t need = batch + 2 < p.batches ? (uint32_t)batch + 2 : ALL_STORED;
        label_pair labels[(BATCH + 1) * PAIRS];
        if (!wait_board(s, before, progress_mark(s.level - 1, need), &known))
            return;
        const label_pair *from = t.labels + labels_at(p, batch * BATCH, lane);
#pragma unroll
        for (int k = 0; k < (BATCH + 1) * PAIRS; k++) {
            labels[k] = make_uint4(0, 0, 0, 0);
            if (lane < p.words && (k < BATCH * PAIRS || more))
                labels[k] = __ldcg(from + k * p.words);
        }
        if (batch >= RING_BATCHES && !wait_batch(s, shared->stored, batch - RING_BATCHES))
            return;
        ring_pair *pairs = &shared->slot[batch % RING_BATCHES * BATCH][0][lane];
#pragma unroll
        for (int i = 0; i < BATCH; i++)
            seed_step(&labels[i * PAIRS], lane == p.words - 1, pairs + i * PAIRS * STRIP_WORDS);
        mbarrier_arrive(&shared->loaded[batch % RING_BATCHES]);
    }
}

__device__ inline void load_sweep(const detour_task &t, const detour_sweep &s, int loader, int lane,
                                  detour_shared *shared)
{
    if (s.level == 0)
        load_first_level(t, s, loader, lane, shared);
    else
        load_later_level(t, s, loader, lane, shared);
}

} // namespace detour
