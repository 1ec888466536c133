/* divisor: the greatest common divisor of lengths (Euclid's algorithm). */
#pragma once

#include <stdint.h>

/* At least 0; of 0 and b it is b's amount, so that a row of lengths can start from 0. Neither may
 * be INT32_MIN. O(log) divisions. */
static inline int32_t common_divisor(int32_t a, int32_t b)
{
    while (b != 0) {
        int32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}
