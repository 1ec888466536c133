/* prices: recomputes the prices of changed tracks and the sums of prices behind them, a warp for
 * each track (planes_update in router/global/planes.h). */
#pragma once

#include "gpu/global/device_job.cuh"

namespace patterns
{

/* The growth of a lane's edge and of those before it, of a warp. */
__device__ inline uint64_t sum_lanes(uint64_t growth, uint32_t lane)
{
    for (uint32_t reach = 1; reach < WARP; reach *= 2) {
        uint64_t before = __shfl_up_sync(0xffffffff, growth, reach);
        growth += lane >= reach ? before : 0;
    }
    return growth;
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

/* Recomputes the prices of edges from .. from + 31 and the sums behind them, by a warp. grown: what
 * the edges before have grown by. Returns the same for the edges behind. */
__device__ inline uint64_t update_edges(const device_job &it, uint32_t z, uint32_t start,
                                        uint32_t from, uint64_t grown, uint32_t lane)
{
    const patterns_layer &layer = it.job.layer[z];
    const price_table *table = it.job.tables != NULL ? &it.job.tables[z] : NULL;
    uint32_t p = from + lane, edge = start + p;
    uint64_t growth = 0, sum = 0;
    bool real = p + 1 < layer.length;
    if (real) {
        sum = it.sum[edge + 1];
        uint32_t price = price_edge(table, it.job.step[it.job.view.axis[z]][p], it.use[edge],
                                    it.job.capacity[edge], layer.demand, it.job.penalty);
        growth = (uint64_t)price - it.price[edge];
        it.price[edge] = price;
    }
    if (grown == 0 && !__any_sync(0xffffffff, growth != 0))
        return 0;
    growth = sum_lanes(growth, lane);
    if (real)
        it.sum[edge + 1] = sum + grown + growth;
    return grown + __shfl_sync(0xffffffff, growth, WARP - 1);
}

/* Recomputes the prices of the changed parts of a track, by a warp; the sums behind them grow as
 * they do. */
__device__ inline void update_track(const device_job &it, uint32_t z, uint32_t start,
                                    uint64_t parts, uint32_t lane)
{
    const patterns_layer &layer = it.job.layer[z];
    const uint32_t bits = it.part_bits[z];
    uint64_t grown = 0;
    uint32_t end = 0; /* edges before have been looked at */
    for (uint64_t left = parts; left != 0; left &= left - 1) {
        uint32_t from = (uint32_t)(__ffsll((long long)left) - 1) << bits;
#pragma unroll 4
        for (uint32_t p = end + lane; p < from && grown != 0; p += WARP)
            it.sum[start + p + 1] += grown;
        end = from + (1u << bits);
        for (uint32_t p = from; p < end; p += WARP)
            grown = update_edges(it, z, start, p, grown, lane);
    }
#pragma unroll 4
    for (uint32_t p = end + lane; p + 1 < layer.length && grown != 0; p += WARP)
        it.sum[start + p + 1] += grown;
    __syncwarp();
    if (it.load != NULL)
        update_loads(it, layer, it.job.step[it.job.view.axis[z]], start, parts, bits, lane);
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
        const patterns_layer &layer = it.job.layer[z];
        if (it.job.view.axis[z] != PATTERN_CLOSED)
            update_track(it, z, layer.first + (track - layer.first_track) * layer.length, parts,
                         lane);
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
