/* mbarrier: the asynchronous barrier of compute capability 8.0 and later, as device functions.
 *
 * A barrier counts arrivals. When all of them have come, its phase ends and the next begins. A
 * thread waits for the end of a phase by its parity: phase n has parity n % 2. On a fresh barrier a
 * wait for parity 1 returns at once, so a producer finds every slot of a new ring buffer empty. */
#pragma once

#include <cassert>
#include <cstdint>

typedef uint64_t mbarrier;

__device__ __forceinline__ unsigned shared_address(const void *pointer)
{
    assert(__isShared(pointer));
    return (unsigned)__cvta_generic_to_shared(pointer);
}

/* Called by one thread; a block-wide barrier must follow before any other use. */
__device__ __forceinline__ void mbarrier_init(mbarrier *barrier, int arrivals)
{
    assert(arrivals > 0);
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(arrivals)
                 : "memory");
}

/* Arrives. A thread that waits for this phase sees all that the arriving thread has written. */
__device__ __forceinline__ void mbarrier_arrive(mbarrier *barrier)
{
    asm volatile("{\n\t.reg .b64 state;\n\t"
                 "mbarrier.arrive.shared.b64 state, [%0];\n\t}" ::"r"(shared_address(barrier))
                 : "memory");
}

/* True if the phase of this parity has ended. */
__device__ __forceinline__ bool mbarrier_test(const mbarrier *barrier, unsigned parity)
{
    assert(parity < 2);
    unsigned done;
    asm volatile("{\n\t.reg .pred p;\n\t"
                 "mbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n\t"
                 "selp.u32 %0, 1, 0, p;\n\t}"
                 : "=r"(done)
                 : "r"(shared_address(barrier)), "r"(parity)
                 : "memory");
    return done != 0;
}

/* The same, but the thread may sleep for up to a microsecond, until the phase ends. Below compute
 * capability 9.0, which lacks that, it returns at once. */
__device__ __forceinline__ bool mbarrier_try_wait(const mbarrier *barrier, unsigned parity)
{
    assert(parity < 2);
#if __CUDA_ARCH__ >= 900
    unsigned done;
    asm volatile("{\n\t.reg .pred p;\n\t"
                 "mbarrier.try_wait.parity.shared.b64 p, [%1], %2, %3;\n\t"
                 "selp.u32 %0, 1, 0, p;\n\t}"
                 : "=r"(done)
                 : "r"(shared_address(barrier)), "r"(parity), "r"(1000)
                 : "memory");
    return done != 0;
#else
    return mbarrier_test(barrier, parity);
#endif
}
