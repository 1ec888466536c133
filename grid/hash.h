/* hash: FNV-1a of 64 bits (G. Fowler, L. C. Noll and K.-P. Vo, 1991). It detects accidental
 * changes, not forged ones. */
#pragma once

#include "grid/base.h"

#define HASH_START UINT64_C(0xcbf29ce484222325)
#define HASH_PRIME UINT64_C(0x100000001b3)

/* The hash, HASH_START or the one so far, continued with more bytes. */
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * HASH_PRIME;
    return hash;
}
