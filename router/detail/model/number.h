/* number: minimum, maximum and grid of coordinates, and bits of a byte. */
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

static inline int32_t int_min(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t int_max(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static inline uint32_t uint_min(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline uint32_t uint_max(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static inline void set_flag(uint8_t *flags, uint8_t bit, bool set)
{
    *flags = (uint8_t)(set ? *flags | bit : *flags & ~bit);
}

/* The greatest multiple of step that is not above `at`; step must be positive. */
static inline int32_t snap_down(int32_t at, int32_t step)
{
    assert(step > 0);
    int32_t rest = at % step;
    return at - (rest < 0 ? rest + step : rest);
}
