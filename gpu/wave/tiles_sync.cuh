/* tiles_sync: how the blocks of the tiles wave meet, in single instructions.
 *
 * Counters in device memory are added to with release and read with acquire: who has read the sum
 * sees what all who added to it had written. Fences of the weaker kind (acquire and release) do;
 * the sequentially consistent one that __threadfence stands for takes twice as long.
 *
 * Inside a block two of the named barriers are used, with some warps that only arrive and others
 * that wait:
 *
 *     LOADED       workers arrive, the clerk waits: all of the block have read
 *     ALL_LOADED   the clerk arrives, workers wait: all blocks have read
 */
#ifndef LEEWAY_GPU_WAVE_TILES_SYNC_CUH
#define LEEWAY_GPU_WAVE_TILES_SYNC_CUH

namespace tiles
{

constexpr int LOADED = 1, ALL_LOADED = 2;

__device__ __forceinline__ void add_release(unsigned *counter, unsigned value)
{
    asm volatile("red.release.gpu.global.add.u32 [%0], %1;" ::"l"(counter), "r"(value) : "memory");
}

__device__ __forceinline__ unsigned read_acquire(const unsigned *counter)
{
    unsigned value;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(counter) : "memory");
    return value;
}

/* Whole warps. threads: of all warps that arrive or wait. What a thread has read before it arrives,
 * it has read. */
__device__ __forceinline__ void barrier_arrive(int barrier, int threads)
{
    asm volatile("fence.acq_rel.cta;\n\tbar.arrive %0, %1;" ::"r"(barrier), "r"(threads)
                 : "memory");
}

__device__ __forceinline__ void barrier_wait(int barrier, int threads)
{
    asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

/* The sum of all lanes' values, and all lanes' bits or'ed, in all lanes. */
__device__ __forceinline__ unsigned add_lanes(unsigned value)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(0xffffffffu, value);
#else
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffffu, value, offset);
    return value;
#endif
}

__device__ __forceinline__ unsigned or_lanes(unsigned bits)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_or_sync(0xffffffffu, bits);
#else
    for (int offset = 16; offset > 0; offset /= 2)
        bits |= __shfl_xor_sync(0xffffffffu, bits, offset);
    return bits;
#endif
}

} // namespace tiles

#endif
