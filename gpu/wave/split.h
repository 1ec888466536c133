/* split: how many jobs of a call should be searched together.
 *
 * A wave that gives each job a few lanes of a warp, or a block, takes as long as its longest job,
 * however many there are. A wave that takes jobs one by one needs time for each of them. So the
 * shortest k jobs of a call are searched together and the others one by one, with the k that ends
 * the call first:
 *
 *     time, in jobs one by one     k shortest together            the others
 *                                   1 + length(k) / one         +  count - k
 *                                   1 + ( length(k) / one )^2   +  count - k
 *
 * The second formula is for waves whose detours grow with the length.
 *
 * `one` is the length of a job that takes a few lanes as long as it takes the whole device. The
 * first term is the launch, about as long as one job. Example: 32 jobs of lengths 32, 64, ... 1024
 * and one = 64. By the first formula all together take 17, so k is 32. By the second the longest of
 * k takes k^2 / 4, and searching one by one is best. */
#pragma once

#include "grid/base.h"

enum split_law { SPLIT_LINEAR, SPLIT_SQUARE };

/* Sorts the lengths and returns k, from 0 to count; the least k if several are equally good.
 * Lengths and `one` must be below 2^24, count below 2^32. */
static inline size_t split_jobs(uint32_t *lengths, size_t count, uint32_t one, enum split_law law)
{
    const uint64_t unit = (uint64_t)one * one;
    uint64_t least = count * unit;
    size_t best = 0;
    assert(one > 0 && one < 1 << 24 && count < (uint64_t)1 << 32 &&
           (lengths != NULL || count == 0));
    if (count > 0)
        qsort(lengths, count, sizeof *lengths, by_uint32);
    for (size_t k = 1; k <= count; k++) {
        uint64_t length = lengths[k - 1];
        assert(length < 1 << 24);
        uint64_t time = length * (law == SPLIT_SQUARE ? length : one) + (1 + count - k) * unit;
        if (time < least) {
            least = time;
            best = k;
        }
    }
    return best;
}
