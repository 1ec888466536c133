/* carry: an addition that takes its carry in from one word of bits and shifts its carry out into
 * another.
 *
 * One word of bits holds the carries of many additions, one per row. Each addition takes the top
 * bit of *in as its carry in and shifts *in left, and shifts its carry out into the low end of
 * *out. That takes three instructions.
 */
#pragma once

#include <cstdint>

/* a + b + the top bit of *in. */
__device__ __forceinline__ uint32_t add_with_carries(uint32_t a, uint32_t b, uint32_t *in,
                                                     uint32_t *out)
{
    uint32_t sum;
    asm("add.cc.u32 %0, %0, %0;\n\t"
        "addc.cc.u32 %2, %3, %4;\n\t"
        "addc.u32 %1, %1, %1;"
        : "+r"(*in), "+r"(*out), "=&r"(sum)
        : "r"(a), "r"(b));
    return sum;
}
