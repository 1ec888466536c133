/* detour_load: the loaders of a sweep. They wait until the rows that a sweep reads are final, read
 * closed cells and labels, and leave two words for each word of a row in the ring: U, the cells
 * that the level may take, and S, those where it enters. See detour_search.cuh.
 */
#ifndef LEEWAY_GPU_WAVE_DETOUR_LOAD_CUH
#define LEEWAY_GPU_WAVE_DETOUR_LOAD_CUH

#include "gpu/wave/detour_ring.cuh"

namespace detour
{

/* All that a sweep waits for; see the top comment. */
struct sources {
    source below, below_side; /* level k-1: the same part; the one at its side toward the target */
    source same_before, same_column; /* level k: the strip before; the one across the column */
    source row_end;                  /* the part across the row, wanted whole for the last row */
};

__device__ sources sources_of(const task &t, const sweep &s)
{
    const part &p = s.p;
    const int i = p.index, own = part_number(t, i, p.strip);
    const int across_row = part_number(t, i ^ 2, p.strip);
    const int across_column = part_number(t, i ^ 1, strips_of(quadrant_of(t, i ^ 1)) - 1);
    const bool last_strip = p.strip == p.strips - 1;
    sources from = {};
    if (s.level > 0) {
        from.below.progress = progress_of(s, s.level - 1, own);
        if (!last_strip || p.q.right)
            from.below_side.progress =
                progress_of(s, s.level - 1, last_strip ? across_column : own + 1);
        if (p.q.top)
            from.row_end.progress = progress_of(s, s.level - 1, across_row);
    }
    if (p.strip > 0)
        from.same_before.progress = progress_of(s, s.level, own - 1);
    if (s.crosses_column)
        from.same_column.progress = progress_of(s, s.level, across_column);
    if (!p.q.top && quadrant_of(t, i ^ 2).rows > 0)
        from.row_end.progress = progress_of(s, s.level, across_row);
    return from;
}

/* Waits for all that the rows up to last read. */
__device__ __forceinline__ bool wait_sources(const sweep &s, int last, sources *from)
{
    const int rows = s.p.q.rows;
    const int here = last + 1 < rows ? last + 1 : FINISHED;
    const int beyond = last + 2 < rows ? last + 2 : FINISHED;
    return wait_source(s, &from->below, beyond) && wait_source(s, &from->below_side, here) &&
           wait_source(s, &from->same_before, here) && wait_source(s, &from->same_column, here) &&
           (last < rows - 1 || wait_source(s, &from->row_end, FINISHED));
}

/* Labels of one row, in the sweep's orientation. */
struct label_row {
    uint64_t label0[NW], label1[NW], rim0, rim1;
};

__device__ __forceinline__ void load_labels(const task &t, const sweep &s, const lane_words &own,
                                            int r, bool with_rim, label_row *row)
{
    const int y = s.p.q.first_y + r * s.p.q.dy;
    const bool inside = r <= s.p.q.rows && y >= t.y0 && y <= t.y1;
    const size_t base = (size_t)(inside ? y : 0) * (size_t)t.row_words;
#pragma unroll
    for (int w = 0; w < NW; w++) {
        const bool valid = inside && own.word[w] >= 0;
        row->label0[w] = valid ? __ldcg(t.label0 + base + own.word[w]) : 0;
        row->label1[w] = valid ? __ldcg(t.label1 + base + own.word[w]) : 0;
    }
    const bool valid = with_rim && inside && own.rim >= 0;
    row->rim0 = valid ? __ldcg(t.label0 + base + own.rim) : 0;
    row->rim1 = valid ? __ldcg(t.label1 + base + own.rim) : 0;
}

__device__ __forceinline__ void orient_labels(const quadrant &q, label_row *row)
{
    if (!q.right)
        return;
#pragma unroll
    for (int w = 0; w < NW; w++) {
        row->label0[w] = __brevll(row->label0[w]);
        row->label1[w] = __brevll(row->label1[w]);
    }
    row->rim0 = __brevll(row->rim0);
    row->rim1 = __brevll(row->rim1);
}

/* Bit p of the result is bit p + 1 of a level's row, across words and lanes. */
__device__ __forceinline__ void shift_down(const uint64_t (&cells)[NW], uint64_t rim, int lane,
                                           int words, uint64_t (&shifted)[NW])
{
    const uint64_t first_of_next = __shfl_down_sync(ALL_LANES, cells[0], 1);
#pragma unroll
    for (int w = 0; w < NW; w++) {
        uint64_t after = w + 1 < NW ? cells[w + 1 < NW ? w + 1 : w] : first_of_next;
        if (lane * NW + w == words - 1)
            after = rim;
        shifted[w] = cells[w] >> 1 | after << 63;
    }
}

/* Seeds that come from level k itself: over the target's row, from the strip before, and over the
 * target's column. */
__device__ __forceinline__ void add_same_level(const task &t, const sweep &s, const lane_words &own,
                                               int lane, bool to_row, const label_row &here,
                                               const label_row &next, uint64_t (&seeds)[NW])
{
    const int code = code_of(s.level);
    if (to_row)
        for (int w = 0; w < NW; w++)
            seeds[w] |= match(next.label0[w], next.label1[w], code);
    if (s.p.strip > 0 && lane == 0)
        seeds[0] |= match(here.rim0, here.rim1, code) >> 63;
    if (!s.crosses_column)
        return;
    uint64_t cells[NW], across[NW];
    for (int w = 0; w < NW; w++)
        cells[w] = match(here.label0[w], here.label1[w], code);
    shift_down(cells, match(here.rim0, here.rim1, code), lane, s.p.words, across);
    for (int w = 0; w < NW; w++)
        if (own.word[w] == t.tx >> 6)
            seeds[w] |= across[w] & (uint64_t)1 << (t.tx & 63);
}

/* U and S of row r into the ring. here and next: rows r and r + 1. Whole warp. */
__device__ __forceinline__ void make_row(const task &t, const sweep &s, const lane_words &own,
                                         int lane, int r, const label_row &here,
                                         const label_row &next, const uint64_t (&closed)[NW],
                                         search_shared *shared)
{
    const quadrant &q = s.p.q;
    const int y = q.first_y + r * q.dy, below = code_of(s.level + 2);
    const bool inside = r < q.rows;
    const int slot = r % RING_ROWS;
    uint64_t open[NW], cells[NW], seeds[NW];
#pragma unroll
    for (int w = 0; w < NW; w++) {
        open[w] = ~closed[w];
        cells[w] = match(here.label0[w], here.label1[w], below);
    }
    shift_down(cells, match(here.rim0, here.rim1, below), lane, s.p.words, seeds);
#pragma unroll
    for (int w = 0; w < NW; w++)
        seeds[w] = s.level > 0 ? seeds[w] | match(next.label0[w], next.label1[w], below) : 0;
    for (int w = 0; w < NW && y == t.sy; w++)
        if (own.word[w] == t.sx >> 6) {
            open[w] |= (uint64_t)1 << (t.sx & 63);
            seeds[w] |= s.level == 0 ? oriented(q, (uint64_t)1 << (t.sx & 63)) : 0;
        }
    for (int w = 0; w < NW && y == t.ty; w++)
        if (own.word[w] == t.tx >> 6)
            open[w] |= (uint64_t)1 << (t.tx & 63);
    add_same_level(t, s, own, lane, !q.top && r == q.rows - 1, here, next, seeds);
#pragma unroll
    for (int w = 0; w < NW; w++) {
        open[w] = inside ? oriented(q, open[w] & own.mask[w]) : 0;
        open[w] &= ~here.label0[w] & ~here.label1[w];
    }
#pragma unroll
    for (int w = 0; w < NW; w++) {
        shared->in[slot][0][lane * NW + w] = open[w];
        shared->in[slot][1][lane * NW + w] = seeds[w];
    }
}

__device__ __forceinline__ void load_half(const task &t, const sweep &s, const lane_words &own,
                                          int lane, int first, search_shared *shared)
{
    label_row row[HALF + 1];
    uint64_t closed[HALF][NW];
#pragma unroll
    for (int j = 0; j <= HALF; j++)
        load_labels(t, s, own, first + j, j < HALF, &row[j]);
#pragma unroll
    for (int j = 0; j < HALF; j++)
#pragma unroll
        for (int w = 0; w < NW; w++) {
            const int y = s.p.q.first_y + (first + j) * s.p.q.dy;
            const bool valid = first + j < s.p.q.rows && own.word[w] >= 0;
            const size_t at = (size_t)y * (size_t)t.row_words + (size_t)own.word[w];
            closed[j][w] = valid ? __ldg(t.closed + at) : 0;
        }
#pragma unroll
    for (int j = 0; j <= HALF; j++)
        orient_labels(s.p.q, &row[j]);
#pragma unroll
    for (int j = 0; j < HALF; j++)
        make_row(t, s, own, lane, first + j, row[j], row[j + 1], closed[j], shared);
}

__device__ void load_sweep(const task &t, const sweep &s, int loader, int lane,
                           search_shared *shared)
{
    const lane_words own = lane_words_of(t, s.p, lane);
    sources from = sources_of(t, s);
    for (int batch = loader; batch < s.batches; batch += LOADERS) {
        const int slot = batch % SLOTS, use = batch / SLOTS;
        if (!wait_slot(shared, &shared->swept[slot], (unsigned)(use & 1) ^ 1))
            return;
        for (int half = 0; half < BATCH; half += HALF) {
            const int first = batch * BATCH + half;
            if (!wait_sources(s, first + HALF - 1, &from)) {
                atomicExch(&shared->stop, 1);
                return;
            }
            load_half(t, s, own, lane, first, shared);
        }
        mbarrier_arrive(&shared->loaded[slot]);
    }
}

} // namespace detour

#endif
