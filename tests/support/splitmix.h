/* splitmix: random numbers for the tests, from 64 bits of state (Steele, Lea, Flood 2014). A test
 * prints its seed, and SEED in the environment replaces it. */
#pragma once

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* 64 random bits. */
static inline uint64_t splitmix(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* A number in 0 .. n - 1; n is at least 1. */
static inline uint32_t splitmix_below(uint64_t *state, uint32_t n)
{
    assert(n > 0);
    return (uint32_t)(splitmix(state) % n);
}

/* SEED in the environment, or the given value; printed. */
static inline uint64_t splitmix_seed(uint64_t otherwise)
{
    const char *text = getenv("SEED");
    uint64_t seed = text != NULL ? strtoull(text, NULL, 10) : otherwise;
    printf("SEED=%llu\n", (unsigned long long)seed);
    return seed;
}
