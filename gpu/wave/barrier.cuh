/* barrier: all threads of a cooperative launch meet; one block alone meets in its own barrier,
 * which costs 20 ns instead of 1 us. What was written before is seen by all behind it, if read
 * past the first-level cache (__ldcg). */
#ifndef LEEWAY_GPU_WAVE_BARRIER_CUH
#define LEEWAY_GPU_WAVE_BARRIER_CUH

#include <cooperative_groups.h>

#include "grid/grid.h"

static __device__ __forceinline__ void barrier_all(void)
{
    if (gridDim.x == 1)
        __syncthreads();
    else
        cooperative_groups::this_grid().sync();
}

/* Shape of a launch for a window: one large block where a wave front is short, else as many small
 * blocks as there is work for, at most one a multiprocessor. front: cells of the longest front to
 * be expected. */
struct launch_shape {
    unsigned blocks, threads;
};

static inline struct launch_shape barrier_shape(uint64_t front, int multiprocessors)
{
    if (front <= 1024)
        return {1, front <= 256 ? 256U : 512U};
    uint64_t blocks = (front + 127) / 128;
    uint64_t most = (uint64_t)multiprocessors;
    return {(unsigned)(blocks < most ? blocks : most), 128};
}

/* Cells of a front across the window: about its half perimeter a layer. */
static inline uint64_t barrier_front(const struct box &window, uint32_t layers)
{
    return ((uint64_t)(window.x1 - window.x0) + (window.y1 - window.y0) + 2) * layers;
}

#endif
