/* prices: recomputes the prices of changed tracks and the sums of prices behind them, a warp for
 * each track (planes_update in router/global/planes.h). */
#pragma once

#include "gpu/global/device_job.cuh"

namespace patterns
{

/* The value of a lane and of those before it, of a warp. */
__device__ inline uint64_t sum_lanes(uint64_t value, uint32_t lane)
{
    for (uint32_t reach = 1; reach < WARP; reach *= 2) {
        uint64_t before = __shfl_up_sync(0xffffffff, value, reach);
        value += lane >= reach ? before : 0;
    }
    return value;
}

/* Recomputes the half tracks of the changed parts of a track, by a warp. */
__device__ inline void update_loads(const device_job &it, const patterns_layer &layer,
                                    const uint32_t *step, uint32_t start, uint64_t parts,
                                    uint32_t bits, uint32_t lane)
{
    const uint32_t *price = it.price + start;
    for (; parts != 0; parts &= parts - 1) {
        uint32_t from = (uint32_t)(__ffsll((long long)parts) - 1) << bits, to = from + (1u << bits);
        for (uint32_t p = from + lane; p <= to && p < layer.length; p += WARP) {
            bool before = p > 0, after = p + 1 < layer.length;
            it.load[start + p] = price_halves(before ? price[p - 1] - step[p - 1] : 0,
                                              after ? price[p] - step[p] : 0, !before || !after);
        }
    }
}

/* Recomputes the prices of a part of a track and their sums, by a warp. Returns the price of the
 * part. */
__device__ inline uint64_t update_part(const device_job &it, uint32_t z, uint32_t start,
                                       uint32_t part, uint32_t lane)
{
    const patterns_layer &layer = it.job.layer[z];
    const price_table *table = it.job.tables != NULL ? &it.job.tables[z] : NULL;
    const uint32_t *step = it.job.step[it.job.view.axis[z]];
    const uint32_t bits = it.job.view.part_bits[z], end = min((part + 1) << bits, layer.length);
    uint64_t before = 0;
    for (uint32_t from = part << bits; from < end; from += WARP) {
        uint32_t p = from + lane, edge = start + p;
        uint64_t price = 0;
        if (p + 1 < layer.length && p < end)
            it.price[edge] =
                (uint32_t)(price = price_edge(table, step[p], it.use[edge], it.job.capacity[edge],
                                              layer.demand, it.job.penalty));
        uint64_t sum = sum_lanes(price, lane);
        if (p < end)
            it.sum[edge] = before + sum - price;
        before += __shfl_sync(0xffffffff, sum, WARP - 1);
    }
    return before;
}

/* Recomputes the prices of the changed parts of a track, by a warp; the part sums behind them grow
 * as they do. */
__device__ inline void update_track(const device_job &it, uint32_t z, uint32_t track,
                                    uint64_t parts, uint32_t lane)
{
    const patterns_layer &layer = it.job.layer[z];
    const uint32_t start = layer.first + (track - layer.first_track) * layer.length;
    uint64_t *sums = it.part_sum + (size_t)track * PATTERN_PARTS;
    const uint64_t low = sums[2 * lane], high = sums[2 * lane + 1];
    const uint64_t next = __shfl_down_sync(0xffffffff, low, 1);
    uint64_t low_growth = 0, high_growth = 0; /* of parts 2 * lane and 2 * lane + 1 */
    for (uint64_t left = parts; left != 0; left &= left - 1) {
        uint32_t part = (uint32_t)(__ffsll((long long)left) - 1);
        uint64_t price = update_part(it, z, start, part, lane);
        if (part == 2 * lane)
            low_growth = price - (high - low);
        if (part == 2 * lane + 1)
            high_growth = price - (next - high);
    }
    const uint64_t both = low_growth + high_growth, before = sum_lanes(both, lane) - both;
    sums[2 * lane] = low + before;
    sums[2 * lane + 1] = high + before + low_growth;
    __syncwarp();
    if (it.load != NULL)
        update_loads(it, layer, it.job.step[it.job.view.axis[z]], start, parts,
                     it.job.view.part_bits[z], lane);
}

/* Recomputes the prices of all changed tracks, by the grid. */
__device__ inline void update_tracks(const device_job &it)
{
    uint32_t lane = threadIdx.x % WARP, z = 0;
    uint32_t warps = blockDim.x / WARP;
    for (uint32_t track = blockIdx.x * warps + threadIdx.x / WARP; track < it.job.tracks;
         track += gridDim.x * warps) {
        uint64_t parts = it.dirty[track];
        if (parts == 0)
            continue;
        while (z + 1 < it.job.view.layers && it.job.layer[z + 1].first_track <= track)
            z++;
        if (it.job.view.axis[z] != PATTERN_CLOSED)
            update_track(it, z, track, parts, lane);
        __syncwarp();
        if (lane == 0)
            it.dirty[track] = 0;
    }
}

/* Marks all edges as changed. */
static __global__ void mark_all(const __grid_constant__ device_job it)
{
    for (uint32_t track = blockIdx.x * blockDim.x + threadIdx.x; track < it.job.tracks;
         track += gridDim.x * blockDim.x) {
        uint32_t z = 0;
        while (z + 1 < it.job.view.layers && it.job.layer[z + 1].first_track <= track)
            z++;
        it.dirty[track] = 0;
        mark(it, z, track - it.job.layer[z].first_track, 0, it.job.layer[z].length - 1);
    }
}

} // namespace patterns
