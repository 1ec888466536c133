/* random: reproducible random numbers in integer arithmetic, the same on every machine; not for
 * secrets. xoshiro256** (D. Blackman and S. Vigna, "Scrambled linear pseudorandom number
 * generators", 2018), seeded by splitmix64 (Steele, Lea and Flood 2014). */
#pragma once

#include "grid/base.h"

struct random {
    uint64_t state[4];
};

#define RANDOM_STEP UINT64_C(0x9e3779b97f4a7c15)

/* A hash of a number: the output of splitmix64 in this state. */
static inline uint64_t random_hash(uint64_t number)
{
    uint64_t z = number + RANDOM_STEP;
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Any seed will do; close seeds give unrelated sequences. */
static inline struct random random_seeded(uint64_t seed)
{
    struct random random;
    for (uint64_t i = 0; i < 4; i++)
        random.state[i] = random_hash(seed + i * RANDOM_STEP);
    return random;
}

static inline uint64_t random_rotate(uint64_t x, int bits)
{
    return x << bits | x >> (64 - bits);
}

/* 64 random bits. */
static inline uint64_t random_next(struct random *random)
{
    uint64_t *s = random->state;
    uint64_t result = random_rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = random_rotate(s[3], 45);
    return result;
}

/* Uniform in 0 .. below - 1 without bias, by multiplication and rejection (Lemire 2019); below is
 * at least 1. */
static inline uint32_t random_below(struct random *random, uint32_t below)
{
    assert(below > 0);
    uint32_t threshold = (uint32_t)-below % below;
    for (;;) {
        uint64_t product = (random_next(random) >> 32) * below;
        if ((uint32_t)product >= threshold)
            return (uint32_t)(product >> 32);
    }
}

/* Uniform in low .. high, both included. */
static inline uint32_t random_between(struct random *random, uint32_t low, uint32_t high)
{
    assert(low <= high && high - low < UINT32_MAX);
    return low + random_below(random, high - low + 1);
}

/* True with a probability of `percent` percent. */
static inline bool random_chance(struct random *random, uint32_t percent)
{
    return random_below(random, 100) < percent;
}
