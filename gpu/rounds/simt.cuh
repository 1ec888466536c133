/* simt: operations of the lanes of a warp, and launches.
 *
 * Every kernel here that needs the lanes of a warp runs in blocks of one warp. All lanes take part
 * in each of these calls. With the cuda_runtime.h of tests/gpu/model the same source runs on the
 * host.
 */
#pragma once

#include "gpu/check.cuh"

enum { LANES = 32 };

#define ALL_LANES 0xFFFFFFFFU

/* Launches: one warp per block; one block; one thread for each of `count`. They return from the
 * calling function on failure. */
#ifndef LAUNCH_WARPS
#define LAUNCH_WARPS(kernel, blocks, stream, error, ...)                                           \
    do {                                                                                           \
        kernel<<<(blocks), LANES, 0, (stream)>>>(__VA_ARGS__);                                     \
        CUDA_LAUNCHED(#kernel, error);                                                             \
    } while (0)
#define LAUNCH_BLOCK(kernel, threads, stream, error, ...)                                          \
    do {                                                                                           \
        kernel<<<1, (threads), 0, (stream)>>>(__VA_ARGS__);                                        \
        CUDA_LAUNCHED(#kernel, error);                                                             \
    } while (0)
#define LAUNCH_THREADS(kernel, count, stream, error, ...)                                          \
    do {                                                                                           \
        if ((count) > 0)                                                                           \
            kernel<<<(unsigned)(((count) + 255) / 256), 256, 0, (stream)>>>(__VA_ARGS__);          \
        CUDA_LAUNCHED(#kernel, error);                                                             \
    } while (0)
#endif

static __device__ __forceinline__ uint32_t lane_id()
{
    return threadIdx.x % LANES;
}

/* The index of a thread in a launch with blocks of LAUNCH_THREADS. */
static __device__ __forceinline__ size_t thread_id()
{
    return (size_t)blockIdx.x * blockDim.x + threadIdx.x;
}

static __device__ __forceinline__ uint32_t lanes_where(bool it)
{
    return __ballot_sync(ALL_LANES, it);
}

static __device__ __forceinline__ uint32_t from_lane(uint32_t value, uint32_t lane)
{
    return __shfl_sync(ALL_LANES, value, (int)lane);
}

static __device__ __forceinline__ uint32_t least_of_lanes(uint32_t value)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    return __reduce_min_sync(ALL_LANES, value);
#else
    for (int step = LANES / 2; step > 0; step /= 2) {
        uint32_t other = __shfl_xor_sync(ALL_LANES, value, step);
        value = other < value ? other : value;
    }
    return value;
#endif
}

static __device__ __forceinline__ uint32_t sum_of_lanes(uint32_t value)
{
    for (int step = LANES / 2; step > 0; step /= 2)
        value += __shfl_xor_sync(ALL_LANES, value, step);
    return value;
}

/* The lanes with the same value. */
static __device__ __forceinline__ uint32_t lanes_alike(uint32_t value)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
    return __match_any_sync(ALL_LANES, value);
#else
    uint32_t lanes = 0;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        const uint32_t alike = lanes_where(from_lane(value, lane) == value);
        lanes = lane == lane_id() ? alike : lanes;
    }
    return lanes;
#endif
}

static __device__ __forceinline__ void lanes_meet()
{
    __syncwarp();
}

static __device__ __forceinline__ uint32_t lanes_before(uint32_t lane)
{
    return (1U << lane) - 1;
}

static __device__ __forceinline__ uint32_t first_lane(uint32_t lanes)
{
    return (uint32_t)__ffs((int)lanes) - 1;
}

static __device__ __forceinline__ uint32_t last_lane(uint32_t lanes)
{
    return 31 - (uint32_t)__clz((int)lanes);
}
