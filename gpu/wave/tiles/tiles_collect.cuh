/* tiles_collect: lists the tiles that a block runs in an epoch of the tiles wave.
 *
 * The awake tiles are a set of bits in device memory, the same for all blocks. All blocks number
 * its members in the same order, and block b of n takes the numbers b, b + n, b + 2n, ... So no two
 * blocks take the same tile, their shares differ by at most one tile, and no message is needed. A
 * fixed division of the grid would not work, because the front may be in any part of it. */
#pragma once

#include "gpu/wave/tiles/tiles_shared.cuh"

namespace tiles
{

constexpr int BATCH = 4; /* words that a clerk's thread reads together */

/* Sum of the values of this lane and the lanes below. */
__device__ __forceinline__ unsigned sum_up(unsigned value, int lane)
{
    assert(lane >= 0 && lane < 32);
    unsigned sum = value;
#pragma unroll
    for (int offset = 1; offset < 32; offset *= 2) {
        const unsigned other = __shfl_up_sync(WARP, sum, offset);
        sum += lane >= offset ? other : 0;
    }
    return sum;
}

/* The n-th member of a batch of words, counted from 0. at: number of the first word. */
__device__ __forceinline__ shared_tile find_member(const tiles_task &t, const uint32_t words[BATCH],
                                                   unsigned at, unsigned n)
{
    uint32_t word = 0;
#pragma unroll
    for (int k = 0; k < BATCH; k++) {
        const unsigned count = (unsigned)__popc(words[k]);
        if (word == 0 && n < count) {
            word = words[k];
            at += CLERK_THREADS * (unsigned)k;
        }
        n -= word == 0 ? count : 0;
    }
    for (; n > 0; n--)
        word &= word - 1;
    assert(word != 0);
    const unsigned y = divide(at, t.by_row_words);
    const unsigned x = (at - y * (unsigned)t.row_words) * 32 + (unsigned)__ffs((int)word) - 1;
    return {(uint16_t)x, (uint16_t)y};
}

/* How many of the numbers below n this block takes. */
__device__ __forceinline__ unsigned count_mine(const tiles_task &t, unsigned n)
{
    return divide(n + t.blocks - 1 - blockIdx.x, t.by_blocks);
}

/* Called by all clerks: lists this block's tiles of an epoch. `clerk` is the thread's number among
 * the clerks; parity: see gather. Returns the number of tiles of all blocks. */
__device__ __forceinline__ unsigned collect(const tiles_task &t, const search_view &s,
                                            unsigned epoch, unsigned clerk, unsigned *parity)
{
    const uint32_t *awake = awake_set(t, epoch);
    const int lane = (int)clerk % 32, warp = (int)clerk / 32;
    unsigned total = 0;
    for (unsigned begin = clerk; begin < (unsigned)t.awake_words + clerk;
         begin += BATCH * CLERK_THREADS) {
        uint32_t words[BATCH];
        unsigned count = 0;
#pragma unroll
        for (int k = 0; k < BATCH; k++) {
            const unsigned at = begin + CLERK_THREADS * (unsigned)k;
            words[k] = at < (unsigned)t.awake_words ? __ldcg(awake + at) : 0;
        }
#pragma unroll
        for (int k = 0; k < BATCH; k++)
            count += (unsigned)__popc(words[k]);
        const unsigned sum = sum_up(count, lane);
        if (lane == 31)
            s.shared->sums[warp] = sum;
        gather(s.shared, parity);
        unsigned first = total + sum - count;
#pragma unroll
        for (int w = 0; w < CLERKS; w++) {
            first += w < warp ? s.shared->sums[w] : 0;
            total += s.shared->sums[w];
        }
        assert(count_mine(t, first + count) <= s.capacity);
        for (unsigned turn = count_mine(t, first); turn < count_mine(t, first + count); turn++)
            s.list(epoch)[turn] =
                find_member(t, words, begin, turn * t.blocks + blockIdx.x - first);
        gather(s.shared, parity);
    }
    return total;
}

} // namespace tiles
