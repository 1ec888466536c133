/* shared_access: loads and stores of shared memory by address.
 *
 * They are volatile: the compiler neither drops them nor reorders them with each other or with the
 * instructions of barriers. So a load stays where it is written, well before its use.
 */
#pragma once

#include <cassert>
#include <cstdint>

__device__ __forceinline__ unsigned shared_address(const void *pointer)
{
    assert(__isShared(pointer));
    return (unsigned)__cvta_generic_to_shared(pointer);
}

__device__ __forceinline__ uint32_t shared_load_4(unsigned address)
{
    uint32_t value;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(address));
    return value;
}

__device__ __forceinline__ uint4 shared_load_16(unsigned address)
{
    uint4 value;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
                 : "r"(address));
    return value;
}

__device__ __forceinline__ void shared_store_16(unsigned address, const uint4 &value)
{
    asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(address), "r"(value.x),
                 "r"(value.y), "r"(value.z), "r"(value.w));
}
