/* detour_store: the storers of a sweep. They add its cells to the labels and publish, batch by
 * batch and in order, how far the sweep has come. See detour_search.cuh. */
#pragma once

#include "gpu/wave/detour/detour_ring.cuh"

namespace detour
{

/* Reads the labels of a batch from before the sweep; in level 0 these are the open cells. */
__device__ __forceinline__ void read_batch(const detour_sweep &s, const label_pair *from,
                                           label_pair (&old)[BATCH * PAIRS])
{
#pragma unroll
    for (int k = 0; k < BATCH * PAIRS; k++) {
        old[k] = make_uint4(0, 0, 0, 0);
        if (from != nullptr && s.level > 0)
            old[k] = __ldcg(from + k * s.p.words);
    }
}

/* Writes the labels of a batch after the sweep: cells that were entered become reached, with the
 * low bit cleared in even levels. Returns the cells that were entered. */
__device__ __forceinline__ uint32_t write_batch(const detour_sweep &s, int batch, int lane,
                                                const label_pair (&old)[BATCH * PAIRS],
                                                label_pair *to, const detour_shared *shared)
{
    assert(lane >= 0 && lane < 32);
    const uint32_t even = s.level % 2 == 0 ? ~0u : 0, opens = s.level == 0 ? ~0u : 0;
    const ring_pair *pairs = &shared->slot[batch % RING_BATCHES * BATCH][0][lane];
    uint32_t any = 0;
#pragma unroll
    for (int k = 0; k < BATCH * PAIRS; k++) {
        const ring_pair pair = pairs[k * STRIP_WORDS];
        const label_pair labels = {
            (old[k].x | (pair.x & opens)) & ~(pair.y & even), old[k].y | pair.y,
            (old[k].z | (pair.z & opens)) & ~(pair.w & even), old[k].w | pair.w};
        any |= pair.y | pair.w;
        if (to != nullptr)
            __stcg(to + k * s.p.words, labels);
    }
    return any;
}

__device__ inline void store_sweep(const detour_task &t, const detour_sweep &s, int storer,
                                   int lane, detour_shared *shared)
{
    assert(lane >= 0 && lane < 32);
    uint64_t *progress = &s.x.boards[blockIdx.x].progress;
#pragma unroll 1
    for (int batch = storer; batch < s.p.batches; batch += STORERS) {
        const unsigned turn = (unsigned)(batch / STORERS) & 1;
        label_pair *labels =
            lane < s.p.words ? t.labels + labels_at(s.p, batch * BATCH, lane) : nullptr;
        label_pair old[BATCH * PAIRS];
        if (!wait_batch(s, shared->loaded, batch)) /* then the old labels are final */
            return;
        read_batch(s, labels, old);
        if (!wait_batch(s, shared->swept, batch))
            return;
        const uint32_t any = write_batch(s, batch, lane, old, labels, shared);
        mbarrier_arrive(&shared->stored[batch % RING_BATCHES]);
        if (__any_sync(ALL_LANES, any != 0) && lane == 0)
            s.x.any[s.level] = 1;
        if (!wait_phase(s, &shared->turn[storer], storer == 0 ? turn ^ 1 : turn))
            return;
        const uint32_t done = batch + 1 < s.p.batches ? (uint32_t)batch + 1 : ALL_STORED;
        __syncwarp(); /* lane 0's release publishes the stores of all lanes */
        if (lane == 0)
            store_release(progress, progress_mark(s.level, done));
        mbarrier_arrive(&shared->turn[(storer + 1) % STORERS]);
    }
}

} // namespace detour
