/* tiles_shared: what the warps of a block share in the tiles wave, and its barriers.
 *
 * Two teams run tiles, for odd and for even epochs; the clerks list them (tiles_search). They
 * synchronise at barriers in shared memory, at which some warps arrive and others wait:
 *
 *     ready[epoch % 2]    all clerks arrive, the team waits: its list is complete
 *     done[epoch % 2]     the team arrives, all clerks wait: all tiles have run
 *     collect             all clerks arrive and wait
 *
 * A wait tests the parity of a phase, so no warp may be two phases behind. None is. The phase of
 * ready for an epoch can end only after the done of two epochs before, at which the waiting team
 * has arrived. The phase of done can end only after ready of its epoch, at which all clerks, which
 * wait for done, have arrived. At collect the waiting threads are the arriving ones.
 *
 * All lanes arrive, each for what it has written itself. One arrival for the whole warp, after
 * __syncwarp, would also be correct, but compute-sanitizer's racecheck does not see that order, nor
 * that of bar.arrive. */
#pragma once

#include "gpu/wave/tiles/tiles_sync.cuh"

namespace tiles
{

constexpr int TEAM = 7, TEAM_THREADS = 32 * TEAM;      /* warps per team, which run tiles */
constexpr int CLERKS = 4, CLERK_THREADS = 32 * CLERKS; /* warps that list tiles */
constexpr int SEARCH_THREADS = 2 * TEAM_THREADS + CLERK_THREADS;

/* The position of a tile. */
struct shared_tile {
    uint16_t x, y;
};

/* The start of a block's shared memory; the lists of tiles follow. [2]: index epoch % 2. */
struct tiles_shared {
    mbarrier ready[2], done[2], collect;
    unsigned count[2];     /* this block's tiles in an epoch */
    unsigned end[2];       /* enum tiles_end, or 0 */
    unsigned found[2];     /* 1: the target was reached in this block */
    unsigned sums[CLERKS]; /* awake tiles that a clerk has counted */
    unsigned verdict;      /* sum of all blocks' reports of an epoch */
};

__host__ __device__ inline size_t search_shared_bytes(unsigned capacity)
{
    return sizeof(tiles_shared) + 2 * (size_t)capacity * sizeof(shared_tile);
}

/* A block's view of the search. */
struct search_view {
    tiles_shared *shared;
    shared_tile *tiles; /* [2][capacity] */
    unsigned capacity;

    __device__ shared_tile *list(unsigned epoch) const
    {
        return tiles + (epoch % 2) * capacity;
    }
};

/* Called by one thread; a barrier of the block must follow. */
__device__ __forceinline__ void init_barriers(tiles_shared *shared)
{
    assert(threadIdx.x == 0 && blockDim.x == SEARCH_THREADS);
    for (int i = 0; i < 2; i++) {
        mbarrier_init(&shared->ready[i], CLERK_THREADS);
        mbarrier_init(&shared->done[i], TEAM_THREADS);
    }
    mbarrier_init(&shared->collect, CLERK_THREADS);
}

/* Parity of an epoch's phase of ready and done: epochs 1 and 2 are phase 1, 3 and 4 phase 2. */
__device__ __forceinline__ unsigned parity_of(unsigned epoch)
{
    assert(epoch > 0);
    return (epoch - 1) / 2 & 1;
}

/* All clerks wait for each other. *parity: that of this phase of collect, from 0; inverted. */
__device__ __forceinline__ void gather(tiles_shared *shared, unsigned *parity)
{
    mbarrier_arrive(&shared->collect);
    await(&shared->collect, *parity);
    *parity ^= 1;
}

} // namespace tiles
