/* detour_ring: what the warps of one sweep share: its place among the sweeps, the ring of steps in
 * shared memory, and the ways of waiting. See detour_search.cuh.
 *
 * A slot of the ring is one step of the sweep: the slabs of all lanes. It holds, for each row of a
 * word, u (the cells that may be entered) and the seeds, which become the level's cells. One warp
 * after the other owns it:
 *
 *     loader     u and seeds           waits for stored, says loaded, by batches
 *     messenger  seeds from beside     waits for loaded, says heard, by steps
 *     sweeper    seeds become cells    waits for heard, says swept, by batches
 *     storer     into the labels       waits for swept, says stored, by batches
 */
#pragma once

#include "gpu/wave/detour/detour_plan.cuh"
#include "gpu/wave/flags.cuh"
#include "gpu/wave/mbarrier.cuh"

namespace detour
{

constexpr int LOADERS = 4, STORERS = 4, MESSENGERS = 1; /* warps */
constexpr int SCHEDULERS = 4; /* of a multiprocessor: warp w is bound to w % SCHEDULERS */
constexpr int SEARCH_THREADS =
    (LOADERS + STORERS + MESSENGERS) * SCHEDULERS / (SCHEDULERS - 1) * 32;
constexpr unsigned ALL_LANES = 0xffffffffu;

constexpr int RING_BATCHES = 16;
constexpr int RING_STEPS = RING_BATCHES * BATCH;
constexpr uint32_t ALL_STORED = 0xffffffffu; /* batches of a sweep that is done */

/* u and seeds of the first row, u and seeds of the second. */
typedef uint4 ring_pair;

struct detour_shared {
    ring_pair slot[RING_STEPS][PAIRS][STRIP_WORDS];
    uint32_t carry[RING_STEPS]; /* what enters at lane 0 in a step, its first row in bit 7 */
    mbarrier loaded[RING_BATCHES];
    mbarrier heard[RING_STEPS];
    mbarrier swept[RING_BATCHES];
    mbarrier stored[RING_BATCHES];
    mbarrier turn[STORERS]; /* to publish */
    bool go_on;             /* to the block's next sweep */
};

/* What a block has published. Stands apart, so that waiting for one does not slow the next. */
struct __align__(128) board
{
    uint64_t progress; /* (level + 1) << 32 | batches stored */
};

/* What the blocks of a search share, in device memory. */
struct exchange {
    control *c;
    int *any;                      /* [level]: 1 where the level labelled a cell */
    board *boards;                 /* [block] */
    uint32_t *mail;                /* [block][side][mail_slabs]; see detour_mail */
    uint64_t (*ends)[STRIP_WORDS]; /* [block][lane]: likewise */
    int mail_slabs;
    int stride; /* levels at a time */
};

/* One sweep: a level of a part. */
struct detour_sweep {
    detour_part p;
    int level;
    int parts; /* of a level */
    exchange x;
};

/* The block that sweeps a level of a part. */
__device__ __forceinline__ int block_of(const detour_sweep &s, int level, int number)
{
    assert(level >= 0 && number >= 0 && number < s.parts);
    return level % s.x.stride * s.parts + number;
}

__device__ __forceinline__ uint64_t progress_mark(int level, uint32_t batches)
{
    return (uint64_t)(level + 1) << 32 | batches;
}

/* ---- waiting -------------------------------------------------------------------------------- */

/* found and dead. */
__device__ __forceinline__ uint64_t load_verdict(const control *c)
{
    return load_relaxed((const uint64_t *)c);
}

/* True where a sweep is no longer needed: an earlier level has found the target, or there is no
 * path. Once true it stays true, so each warp that waits finds out for itself. */
__device__ __forceinline__ bool is_over(const detour_sweep &s, uint64_t verdict)
{
    return level_found((int)(uint32_t)verdict) < s.level || verdict >> 32 != 0;
}

/* Waits for a phase of a barrier; false: the search is over. Whole warp. The verdict is on its way
 * while the warp sleeps. */
__device__ __forceinline__ bool wait_phase(const detour_sweep &s, const mbarrier *barrier,
                                           unsigned parity)
{
    if (__all_sync(ALL_LANES, mbarrier_try_wait(barrier, parity)))
        return true;
    while (true) {
        const uint64_t verdict = load_verdict(s.x.c);
        if (__all_sync(ALL_LANES, mbarrier_try_wait(barrier, parity)))
            return true;
        if (__any_sync(ALL_LANES, is_over(s, verdict)))
            return false;
    }
}

/* Waits until a batch has come to a barrier of the ring. */
__device__ __forceinline__ bool wait_batch(const detour_sweep &s, const mbarrier *barriers,
                                           int batch)
{
    return wait_phase(s, &barriers[batch % RING_BATCHES], (unsigned)(batch / RING_BATCHES) & 1);
}

/* Waits until a board's progress has come to `need`, `known` being what was last seen of it; false:
 * the search is over. Whole warp; each lane may wait for a board of its own. */
__device__ inline bool wait_board(const detour_sweep &s, const board *board, uint64_t need,
                                  uint64_t *known)
{
    while (__any_sync(ALL_LANES, *known < need)) {
        const uint64_t verdict = load_verdict(s.x.c); /* both in flight at once */
        *known = load_acquire(&board->progress);
        if (__any_sync(ALL_LANES, *known < need && is_over(s, verdict)))
            return false;
    }
    return true;
}

} // namespace detour
