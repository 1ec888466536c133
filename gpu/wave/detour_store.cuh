/* detour_store: the storers of a sweep. They add its cells to the labels, notice the target, and
 * publish, batch by batch and in order, how far the sweep has come. See detour_search.cuh.
 */
#ifndef LEEWAY_GPU_WAVE_DETOUR_STORE_CUH
#define LEEWAY_GPU_WAVE_DETOUR_STORE_CUH

#include "gpu/wave/detour_ring.cuh"

namespace detour
{

/* Sets the bits of a batch's rows in one label plane. at: the plane's word in the first row;
 * stride: from row to row; last: the last row that exists. The old words are read before any is
 * needed, whether they will change or not, so that all reads are in flight together. common: the
 * word is shared with another quadrant. */
__device__ __forceinline__ void store_plane(uint64_t *at, ptrdiff_t stride, int last,
                                            const uint64_t (&cells)[BATCH], bool common)
{
    uint64_t old[BATCH];
#pragma unroll
    for (int j = 0; j < BATCH; j++)
        old[j] = __ldcg(at + stride * min(j, last));
#pragma unroll
    for (int j = 0; j < BATCH; j++) {
        if (cells[j] == 0)
            continue;
        if (common)
            atomicOr((unsigned long long *)at + stride * j, cells[j]);
        else
            __stcg(at + stride * j, old[j] | cells[j]);
    }
}

/* Labels the cells of the rows from first on; true where this lane had any. */
__device__ __forceinline__ bool store_batch(const task &t, const sweep &s, const lane_words &own,
                                            int lane, int first, const search_shared *shared)
{
    static_assert(NW == 1, "a lane of a storer owns one word");
    const int code = code_of(s.level), word = max(own.word[0], 0);
    const int last = min(s.p.q.rows - 1 - first, BATCH - 1);
    const int y = s.p.q.first_y + first * s.p.q.dy;
    const ptrdiff_t stride = (ptrdiff_t)t.row_words * s.p.q.dy;
    const size_t at = (size_t)y * (size_t)t.row_words + (size_t)word;
    const bool common = word == t.tx >> 6;
    uint64_t cells[BATCH], any = 0;
#pragma unroll
    for (int j = 0; j < BATCH; j++) {
        const uint64_t v = shared->v[(first + j) % RING_ROWS][lane];
        cells[j] = own.word[0] >= 0 && j <= last ? oriented(s.p.q, v) : 0;
        any |= cells[j];
    }
    if (code & 1)
        store_plane(t.label0 + at, stride, last, cells, common);
    if (code & 2)
        store_plane(t.label1 + at, stride, last, cells, common);
    const int to_target = (t.ty - y) * s.p.q.dy;
#pragma unroll
    for (int j = 0; j < BATCH; j++)
        if (j == to_target && common && (cells[j] >> (t.tx & 63) & 1) != 0)
            atomicMax(&s.c->found, NOT_FOUND - s.level);
    return any != 0;
}

/* any: [level] becomes 1 where the level labelled a cell. */
__device__ void store_sweep(const task &t, const sweep &s, int storer, int lane, int *any,
                            search_shared *shared)
{
    const lane_words own = lane_words_of(t, s.p, lane);
    int *progress = progress_of(s, s.level, part_number(t, s.p.index, s.p.strip));
    for (int batch = storer; batch < s.batches; batch += STORERS) {
        const unsigned use = (unsigned)(batch / SLOTS) & 1;
        const unsigned turn = (unsigned)(batch / STORERS) & 1;
        if (!wait_slot(shared, &shared->swept[batch % SLOTS], use))
            return;
        const bool some = store_batch(t, s, own, lane, batch * BATCH, shared);
        mbarrier_arrive(&shared->stored[batch % SLOTS]);
        if (__any_sync(ALL_LANES, some) && lane == 0)
            any[s.level] = 1;
        __threadfence();
        if (!wait_slot(shared, &shared->turn[storer], storer == 0 ? turn ^ 1 : turn))
            return;
        if (lane == 0)
            store_release(progress, batch + 1 < s.batches ? (batch + 1) * BATCH : FINISHED);
        mbarrier_arrive(&shared->turn[(storer + 1) % STORERS]);
    }
}

} // namespace detour

#endif
