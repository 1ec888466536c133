/* tiles_sync: communication between warps of the tiles wave, in single instructions.
 *
 * Threads add to a counter in device memory with release and read it with acquire: a thread that
 * has read the full sum sees everything that the adding threads wrote before. Acquire and release
 * are enough; the sequentially consistent fence __threadfence takes twice as long.
 *
 * A parcel needs no fence: it is read and written as a whole, 16 bytes at a time, and holds the
 * number of its epoch. */
#pragma once

#include "gpu/wave/mbarrier.cuh"
#include "gpu/wave/tiles/tiles_plan.cuh"

namespace tiles
{

constexpr unsigned WARP = 0xffffffffu; /* mask of all lanes of a warp */

/* Least compute capability for the wave. mbarriers need 8.0; PTX has indivisible accesses of 16
 * bytes since CUDA 12.3, without which the wave is not used. */
#if __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1203
#define TILES_MAJOR_MIN 8
#else
#define TILES_MAJOR_MIN 1000
#endif

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

/* Waits for a phase of a barrier. Whole warp. */
__device__ __forceinline__ void await(const mbarrier *barrier, unsigned parity)
{
    while (!__all_sync(WARP, mbarrier_try_wait(barrier, parity)))
        ;
}

__device__ __forceinline__ parcel load_parcel(const parcel *box)
{
    uint64_t low = 0, high = 0;
#if __CUDA_ARCH__ >= 100 * TILES_MAJOR_MIN
    asm volatile("{\n\t.reg .b128 all;\n\t"
                 "ld.relaxed.gpu.global.b128 all, [%2];\n\t"
                 "mov.b128 {%0, %1}, all;\n\t}"
                 : "=l"(low), "=l"(high)
                 : "l"(box)
                 : "memory");
#endif
    return {{(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high}, (uint32_t)(high >> 32)};
}

__device__ __forceinline__ void store_parcel(parcel *box, const parcel &p)
{
#if __CUDA_ARCH__ >= 100 * TILES_MAJOR_MIN
    const uint64_t low = (uint64_t)p.rows[1] << 32 | p.rows[0];
    const uint64_t high = (uint64_t)p.epoch << 32 | p.rows[2];
    asm volatile("{\n\t.reg .b128 all;\n\t"
                 "mov.b128 all, {%1, %2};\n\t"
                 "st.relaxed.gpu.global.b128 [%0], all;\n\t}" ::"l"(box),
                 "l"(low), "l"(high)
                 : "memory");
#endif
}

__device__ __forceinline__ void add_labels(uint64_t *word, uint64_t labels)
{
    asm volatile("red.relaxed.gpu.global.or.b64 [%0], %1;" ::"l"(word), "l"(labels) : "memory");
}

/* The bits of all lanes, or'ed, in all lanes. */
__device__ __forceinline__ unsigned or_lanes(unsigned bits)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_or_sync(WARP, bits);
#else
    for (int offset = 16; offset > 0; offset /= 2)
        bits |= __shfl_xor_sync(WARP, bits, offset);
    return bits;
#endif
}

} // namespace tiles
