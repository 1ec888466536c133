/* keyed_hash: a hash of names whose key nobody can guess, so that no file can be made to hit one
 * slot of a table again and again. SipHash with one round a word and three at the end
 * (J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF", 2012).
 *
 * Tables find the same names whatever the key is; nothing else may depend on the hash.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>

struct hash_key {
    uint64_t word[2];
};

/* A key from the system's random numbers. Where there are none (a very old kernel) it is 0, and
 * the hash is still right. */
static inline struct hash_key hash_key_make(void)
{
    struct hash_key key = {{0, 0}};
    if (getrandom(&key, sizeof key, 0) != (ssize_t)sizeof key)
        memset(&key, 0, sizeof key);
    return key;
}

static inline uint64_t hash_rotate(uint64_t x, int bits)
{
    return x << bits | x >> (64 - bits);
}

static inline void hash_round(uint64_t v[4])
{
    v[0] += v[1];
    v[1] = hash_rotate(v[1], 13) ^ v[0];
    v[0] = hash_rotate(v[0], 32);
    v[2] += v[3];
    v[3] = hash_rotate(v[3], 16) ^ v[2];
    v[0] += v[3];
    v[3] = hash_rotate(v[3], 21) ^ v[0];
    v[2] += v[1];
    v[1] = hash_rotate(v[1], 17) ^ v[2];
    v[2] = hash_rotate(v[2], 32);
}

/* The hash of length bytes. O(length). */
static inline uint64_t keyed_hash(const struct hash_key *key, const char *text, size_t length)
{
    uint64_t v[4] = {
        key->word[0] ^ UINT64_C(0x736f6d6570736575), key->word[1] ^ UINT64_C(0x646f72616e646f6d),
        key->word[0] ^ UINT64_C(0x6c7967656e657261), key->word[1] ^ UINT64_C(0x7465646279746573)};
    uint64_t last = (uint64_t)length << 56;
    for (; length >= 8; text += 8, length -= 8) {
        uint64_t word = 0;
        memcpy(&word, text, 8);
        v[3] ^= word;
        hash_round(v);
        v[0] ^= word;
    }
    for (size_t i = 0; i < length; i++)
        last |= (uint64_t)(unsigned char)text[i] << (8 * i);
    v[3] ^= last;
    hash_round(v);
    v[0] ^= last;
    v[2] ^= 0xFF;
    for (int i = 0; i < 3; i++)
        hash_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}
