/* radix: sorts 64-bit keys by their bytes, the lowest first (LSD radix sort). */
#pragma once

#include "grid/base.h"

/* Sorts the keys in ascending order. spare: other memory, for `count` keys. Time: one pass over
 * the keys, and another one for each byte in which they differ; it pays from some thousand keys on.
 */
void radix_sort(uint64_t *keys, uint64_t *spare, size_t count);
