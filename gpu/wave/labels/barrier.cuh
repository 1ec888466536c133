/* barrier: a barrier of all threads of a launch, and launches in which it works.
 *
 *     blocks     a barrier costs
 *     1          20 to 40 ns    __syncthreads
 *     more       about 1 us     cooperative launch, a counter in memory
 *
 * All threads see after the barrier what any thread wrote before it, if they read past the
 * first-level cache (__ldcg). The barrier of a cluster of 16 blocks costs a third of the grid's.
 * For the relax wave it won nothing: 16 multiprocessors are too few for its fronts.
 */
#pragma once

#include <cooperative_groups.h>

#include "gpu/check.cuh"
#include "grid/grid.h"

enum { BARRIER_THREADS_MAX = 512, BARRIER_GRID_THREADS = 128, BARRIER_ONE_BLOCK_FRONT = 1024 };

static __device__ __forceinline__ void barrier_all(void)
{
    if (gridDim.x == 1)
        __syncthreads();
    else
        cooperative_groups::this_grid().sync();
}

struct launch_shape {
    unsigned blocks, threads;
};

/* Cells of a front across the window: about its half perimeter a layer. */
static inline uint64_t barrier_front(const struct box &window, uint32_t layers)
{
    return ((uint64_t)(window.x1 - window.x0) + (window.y1 - window.y0) + 2) * layers;
}

/* A shape for fronts of this many cells: one block where they are short, else small blocks, at
 * most one a multiprocessor, so that all of them fit on the device at once. */
static inline struct launch_shape barrier_shape(uint64_t front, int multiprocessors)
{
    if (front <= BARRIER_ONE_BLOCK_FRONT)
        return {1, BARRIER_THREADS_MAX};
    uint64_t blocks = (front + BARRIER_GRID_THREADS - 1) / BARRIER_GRID_THREADS;
    uint64_t most = (uint64_t)multiprocessors;
    assert(multiprocessors > 0);
    return {(unsigned)(blocks < most ? blocks : most), BARRIER_GRID_THREADS};
}

static inline enum status barrier_launch(const void *kernel, void **arguments,
                                         const struct launch_shape &shape, size_t shared_bytes,
                                         cudaStream_t stream, struct error *error)
{
    CUDA_TRY(cudaLaunchCooperativeKernel(kernel, dim3(shape.blocks), dim3(shape.threads), arguments,
                                         shared_bytes, stream),
             error);
    return STATUS_OK;
}
