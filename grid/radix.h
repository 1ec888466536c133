/* radix: sorts 64-bit keys by their bytes, the lowest first (LSD radix sort). */
#pragma once

#include "grid/base.h"

/* Sorts the keys in ascending order. spare: memory for `count` keys, not `keys`. Time: two passes
 * over the keys for each byte in which they differ, so it pays from some thousand keys on. */
void radix_sort(uint64_t *keys, uint64_t *spare, size_t count);
