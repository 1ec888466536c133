/* detour_ring: data that the warps of one sweep (detour_search.cuh) share: the ring buffer of steps
 * in shared memory; and the functions that wait for it.
 *
 * A slot of the ring buffer is one step of the sweep: the row blocks of all lanes. For each row of
 * a word it holds u, the cells that may be entered, and the seeds, which become the level's cells.
 * The warps own a slot one after the other:
 *
 *     loader     fills u and seeds              waits for `stored`, arrives at `loaded`, per batch
 *     messenger  adds seeds from other parts    waits for `loaded`, arrives at `heard`, per step
 *     sweeper    turns seeds into cells         waits for `heard`, arrives at `swept`, per batch
 *     storer     copies cells into the labels   waits for `swept`, arrives at `stored`, per batch
 */
#pragma once

#include "gpu/wave/detour/detour_plan.cuh"
#include "gpu/wave/flags.cuh"
#include "gpu/wave/mbarrier.cuh"

namespace detour
{

constexpr int LOADERS = 4, STORERS = 4, MESSENGERS = 1; /* warps per block */
constexpr int SCHEDULERS = 4; /* schedulers per multiprocessor; warp w runs on w % SCHEDULERS */
constexpr int SEARCH_THREADS =
    (LOADERS + STORERS + MESSENGERS) * SCHEDULERS / (SCHEDULERS - 1) * 32;
constexpr unsigned ALL_LANES = 0xffffffffu;

constexpr int RING_BATCHES = 16; /* batches in the ring buffer */
constexpr int RING_STEPS = RING_BATCHES * BATCH;
constexpr uint32_t ALL_STORED = 0xffffffffu; /* count of batches when a sweep is done */

/* u and seeds of one row, then of the next. */
typedef uint4 ring_pair;

struct detour_shared {
    ring_pair slot[RING_STEPS][PAIRS][STRIP_WORDS];
    uint32_t carry[RING_STEPS]; /* carries into lane 0 in a step, first row in bit 7 */
    mbarrier loaded[RING_BATCHES];
    mbarrier heard[RING_STEPS];
    mbarrier swept[RING_BATCHES];
    mbarrier stored[RING_BATCHES];
    mbarrier turn[STORERS]; /* passes the turn to publish from storer to storer */
    bool go_on;             /* false: the search has ended */
};

/* The progress that a block has published. Boards have their own cache lines, so that waiting for
 * one does not slow another. */
struct __align__(128) board
{
    uint64_t progress; /* (level + 1) << 32 | batches stored */
};

/* Data shared by the blocks of a search; pointers are to device memory. */
struct exchange {
    detour_control *c;
    int *any;                      /* [level]: 1 if the level labelled a cell */
    board *boards;                 /* [block] */
    uint32_t *mail;                /* [block][side][box_length]: mailboxes; see detour_mail */
    uint64_t (*ends)[STRIP_WORDS]; /* [block][lane]: mailboxes of last rows */
    int box_length;                /* messages per mailbox: the most row blocks of a part */
    int stride;                    /* levels that are swept at the same time */
};

/* One sweep: one level of one part. */
struct detour_sweep {
    detour_part p;
    int level;
    int parts; /* parts per level */
    exchange x;
};

/* The block that sweeps a level of part `number`. */
__device__ __forceinline__ int block_of(const detour_sweep &s, int level, int number)
{
    assert(level >= 0 && number >= 0 && number < s.parts);
    return level % s.x.stride * s.parts + number;
}

__device__ __forceinline__ uint64_t progress_mark(int level, uint32_t batches)
{
    return (uint64_t)(level + 1) << 32 | batches;
}

/* control.found and control.dead in one word. */
__device__ __forceinline__ uint64_t load_verdict(const detour_control *c)
{
    return load_relaxed((const uint64_t *)c);
}

/* True if a sweep is no longer needed, because an earlier level has found the target or there is no
 * path. Once true it stays true, so each waiting warp can test it for itself. */
__device__ __forceinline__ bool is_over(const detour_sweep &s, uint64_t verdict)
{
    return level_found((int)(uint32_t)verdict) < s.level || verdict >> 32 != 0;
}

/* Waits for a phase of a barrier; returns false if the search has ended. Whole warp. The verdict is
 * loaded while the warp sleeps. */
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

/* Waits for a batch at a barrier of the ring buffer. */
__device__ __forceinline__ bool wait_batch(const detour_sweep &s, const mbarrier *barriers,
                                           int batch)
{
    assert(batch >= 0 && batch < s.p.batches);
    return wait_phase(s, &barriers[batch % RING_BATCHES], (unsigned)(batch / RING_BATCHES) & 1);
}

/* Waits until a board's progress is at least `need`; *known is the last value seen. Returns false
 * if the search has ended. Whole warp; each lane may wait for its own board. */
__device__ inline bool wait_board(const detour_sweep &s, const board *board, uint64_t need,
                                  uint64_t *known)
{
    while (__any_sync(ALL_LANES, *known < need)) {
        const uint64_t verdict = load_verdict(s.x.c); /* both loads are in flight together */
        *known = load_acquire(&board->progress);
        if (__any_sync(ALL_LANES, *known < need && is_over(s, verdict)))
            return false;
    }
    return true;
}

} // namespace detour
