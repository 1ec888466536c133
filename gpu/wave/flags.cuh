/* flags: loads and stores of words in device memory through which running blocks communicate.
 *
 * store_release after a fence publishes what its block wrote before; a thread that reads the word
 * with load_acquire sees all of that. The relaxed pair orders nothing: it is for words that are
 * complete messages by themselves, and waits for no other access. All of them act in the
 * second-level cache: half a microsecond from one multiprocessor to another (H200). */
#pragma once

#include <cstdint>

__device__ __forceinline__ int load_acquire(const int *address)
{
    int value;
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
    return value;
}

__device__ __forceinline__ uint64_t load_acquire(const uint64_t *address)
{
    uint64_t value;
    asm volatile("ld.acquire.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(address) : "memory");
    return value;
}

__device__ __forceinline__ void store_release(int *address, int value)
{
    asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(address), "r"(value) : "memory");
}

__device__ __forceinline__ void store_release(uint64_t *address, uint64_t value)
{
    asm volatile("st.release.gpu.global.u64 [%0], %1;" ::"l"(address), "l"(value) : "memory");
}

__device__ __forceinline__ uint32_t load_relaxed(const uint32_t *address)
{
    uint32_t value;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(address));
    return value;
}

__device__ __forceinline__ uint64_t load_relaxed(const uint64_t *address)
{
    uint64_t value;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(address));
    return value;
}

/* Loads a word that no thread writes while the kernel runs. Unlike __ldg it is volatile: the
 * compiler does not move the load to the place of its use, so several loads are in flight. */
__device__ __forceinline__ uint32_t load_constant(const uint32_t *address)
{
    uint32_t value;
    asm volatile("ld.global.nc.u32 %0, [%1];" : "=r"(value) : "l"(address));
    return value;
}

__device__ __forceinline__ void store_relaxed(uint32_t *address, uint32_t value)
{
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(address), "r"(value));
}

__device__ __forceinline__ void store_relaxed(uint64_t *address, uint64_t value)
{
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(address), "l"(value));
}
