/* batch_results: how a warp returns paths.
 *
 * The knots of all nets are stored one after the other in one array. A warp adds up the lengths of
 * its groups' paths and reserves room for all by one atomic addition. The order of nets in the
 * array depends on the run, but each net's result has the place of its knots. */
#pragma once

#include "gpu/wave/batch/batch_search.cuh"

/* Whole warp: reserves room for the paths and copies them, source first. path: knots of the group,
 * `stride` apart; count: 0 if there is no path. */
template <int L>
static __device__ void batch_hand_back(const struct batch_view &batch, const batch_lane<L> &lane,
                                       uint32_t index, uint32_t cost, uint32_t count,
                                       const uint32_t *path, uint32_t stride)
{
    assert(count == 0 || index < batch.net_count);
    uint32_t self = threadIdx.x % BATCH_WARP, mine = lane.member == 0 ? count : 0, sum = mine;
    for (uint32_t distance = 1; distance < BATCH_WARP; distance *= 2) {
        uint32_t before = __shfl_up_sync(~0U, sum, distance);
        sum += self >= distance ? before : 0;
    }
    uint32_t base = 0;
    if (self == BATCH_WARP - 1 && sum > 0)
        base = atomicAdd(&batch.counters->knots, sum);
    base = __shfl_sync(~0U, base, BATCH_WARP - 1);
    uint32_t first = base + __shfl_sync(~0U, sum - mine, lane.first);
    if (count == 0)
        return;
    bool fits = (uint64_t)first + count <= batch.knot_capacity;
    for (uint32_t i = lane.member; fits && i < count; i += L)
        batch.knots[first + i] = path[(size_t)(count - 1 - i) * stride];
    if (lane.member == 0)
        batch.results[index] = {cost, first, count,
                                fits ? (uint32_t)BATCH_FOUND : (uint32_t)BATCH_FULL};
}
