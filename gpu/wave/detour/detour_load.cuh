/* detour_load: the loaders of a sweep (detour_search.cuh). They write u (the cells that may be
 * entered) and the seeds of batches of steps into the ring buffer: for level 0 from the plane of
 * closed cells, for later levels from the labels stored by the level before. */
#pragma once

#include "gpu/wave/detour/detour_ring.cuh"

namespace detour
{

/* A lane's word in the rows of the closed plane, at any bit offset. */
struct closed_word {
    uint32_t mask;   /* cells inside the window, in the quadrant's orientation; 0: no such word */
    int right, left; /* words of its lowest and its highest column, clamped to the grid */
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

/* Reads the open cells of ROWS rows; rows after the quadrant's last are closed. */
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

/* Opens a cell in the ring buffer if it is in the lane's word and in one of the two row blocks from
 * an even one on; with `seeds` it also becomes a seed. */
__device__ __forceinline__ void open_cell(const detour_part &p, const detour_place &cell, int lane,
                                          int first, bool seeds, detour_shared *shared)
{
    assert(lane >= 0 && lane < 32);
    const int block = cell.row / ROW_BLOCK;
    assert(first % 2 == 0);
    if (block / 2 != first / 2 || cell.index != p.index || lane >= p.words ||
        cell.word != word_of(p, lane))
        return;
    ring_pair *pair = &shared->slot[(block + lane) % RING_STEPS][cell.row % ROW_BLOCK / 2][lane];
    uint2 *row = (uint2 *)pair + cell.row % 2; /* u and seeds */
    row->x |= 1u << cell.bit;
    if (seeds)
        row->y = 1u << cell.bit;
}

/* Waits until the slots for a batch of row blocks are free. Row block b of lane l goes to slot b +
 * l, up to STRIP_WORDS - 1 steps ahead of the batch, so all batches up to the last of those must be
 * stored. Each storer finishes its own batches in order, but the storers finish in any order, so
 * the last batch of each storer is waited for. */
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

/* Level 0: rows are read in the order of the closed plane, and each lane writes its row block into
 * the step that processes it. The ring buffer is cleared before, which represents the row blocks
 * before the first. */
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
        for (int block = batch * BATCH; block < (batch + 1) * BATCH; block += 2) {
            uint32_t open[2 * ROW_BLOCK];
            read_closed(t, p, w, block * ROW_BLOCK, open);
#pragma unroll
            for (int i = 0; i < 2; i++) {
                ring_pair *pairs = &shared->slot[(block + i + lane) % RING_STEPS][0][lane];
#pragma unroll
                for (int j = 0; j < PAIRS; j++)
                    pairs[j * STRIP_WORDS] = make_uint4(open[i * ROW_BLOCK + 2 * j], 0,
                                                        open[i * ROW_BLOCK + 2 * j + 1], 0);
            }
            open_cell(p, target, lane, block, false, shared);
            open_cell(p, source, lane, block, true, shared);
        }
        mbarrier_arrive(&shared->loaded[batch % RING_BATCHES]);
    }
}

/* u and seeds of a row. Seeds are open cells next to a reached cell of the next column, whose word
 * lane + 1 holds in the step after, or of the next row. All reached cells count (detour_mail). */
__device__ __forceinline__ uint2 seeded_row(uint32_t low, uint32_t high, uint32_t beside,
                                            uint32_t after)
{
    const uint32_t u = low & ~high;
    return make_uint2(u, (__funnelshift_r(high, beside, 1) | after) & u);
}

/* Writes the first of the two steps whose labels are given. Whole warp. `last`: the cells beside
 * the lane's word come by message. */
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

} // namespace detour
