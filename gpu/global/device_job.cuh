/* device_job: the arrays of a job of patterns on the device, and what a net takes of the edges. */
#pragma once

#include "router/global/patterns_job.h"

namespace patterns
{

enum {
    WARP = 32,
    PART_BITS = 5, /* least log2 of the edges of a part of a track: those of a warp */
    LAYERS = PATTERNS_JOB_LAYERS, /* half a warp: a lane for each */
};

typedef unsigned long long ullong;

/* The job with addresses of the device. */
struct device_job {
    patterns_job job;
    uint32_t *price, *load;
    uint64_t *sum, *part_sum;
    int32_t *use;
    ullong *dirty;                   /* [tracks] changed parts of a track */
    uint64_t *node_keys, *edge_keys; /* of the nets of a slice */
};

/* Marks edges from .. to - 1 of a track as changed, by position. */
__device__ inline void mark(const device_job &it, uint32_t z, uint32_t track, uint32_t from,
                            uint32_t to)
{
    uint32_t bits = it.job.view.part_bits[z];
    if (from < to)
        atomicOr(&it.dirty[it.job.layer[z].first_track + track],
                 UINT64_MAX >> (63 - ((to - 1) >> bits)) & UINT64_MAX << (from >> bits));
}

/* Adds `sign` times a run on layer z, by a warp. */
__device__ inline void add_run(const device_job &it, const pattern_course &course, uint32_t run,
                               uint32_t z, int sign, uint32_t lane)
{
    const patterns_layer &layer = it.job.layer[z];
    uint32_t a = pattern_tile(&it.job.view, z, course.x[run], course.y[run]);
    uint32_t b = pattern_tile(&it.job.view, z, course.x[run + 1], course.y[run + 1]);
    uint32_t low = min(a, b), high = max(a, b), track = (low - layer.first) / layer.length;
    uint32_t start = layer.first + track * layer.length;
    for (uint32_t edge = low + lane; edge < high; edge += WARP)
        atomicAdd(&it.use[edge], sign * (int32_t)layer.demand);
    if (lane == 0 && low < high)
        mark(it, z, track, low - start, high - start);
}

/* Adds `sign` times the half tracks of a stack, by a warp (planes_add_stack). */
__device__ inline void add_stack(const device_job &it, uint32_t x, uint32_t y, uint32_t low,
                                 uint32_t high, uint64_t wires, int sign, uint32_t lane)
{
    for (uint32_t z = low + lane; it.load != NULL && z < high; z += WARP) {
        const patterns_layer &layer = it.job.layer[z];
        if ((wires >> z & 1) != 0 || it.job.view.axis[z] == PATTERN_CLOSED)
            continue;
        uint32_t tile = pattern_tile(&it.job.view, z, x, y);
        uint32_t track = (tile - layer.first) / layer.length;
        uint32_t position = tile - layer.first - track * layer.length;
        bool before = position > 0, after = position + 1 < layer.length;
        int amount = sign * (int)(before && after ? it.job.whole / 2 : it.job.whole);
        if (before)
            atomicAdd(&it.use[tile - 1], amount);
        if (after)
            atomicAdd(&it.use[tile], amount);
        mark(it, z, track, position - before, position + after);
    }
}

/* Adds `sign` times what a net takes, by a block. */
__device__ inline void add_net(const device_job &it, uint32_t at, int sign)
{
    const pattern_node *nodes = it.job.nodes + it.job.first[at];
    const pattern_wiring *wirings = it.job.wiring + it.job.first[at];
    uint32_t count = it.job.first[at + 1] - it.job.first[at] - 1, lane = threadIdx.x % WARP;
    for (uint32_t i = threadIdx.x / WARP; i < count; i += blockDim.x / WARP) {
        pattern_wiring wiring = wirings[i];
        pattern_node node = nodes[i];
        add_stack(it, node.x, node.y, wiring.low, wiring.high, pattern_wires(nodes, wirings, i),
                  sign, lane);
        if (i == 0)
            continue;
        pattern_course course = pattern_course_of(&nodes[node.parent], &node, wiring.candidate);
        uint32_t layer[3] = {wiring.at_parent, wiring.middle, wiring.layer};
        for (uint32_t run = 0; run < course.runs; run++) {
            add_run(it, course, run, layer[run], sign, lane);
            if (run == 0)
                continue;
            uint32_t low = min(layer[run - 1], layer[run]), high = max(layer[run - 1], layer[run]);
            add_stack(it, course.x[run], course.y[run], low, high, (uint64_t)1 << low, sign, lane);
        }
    }
}

} // namespace patterns
