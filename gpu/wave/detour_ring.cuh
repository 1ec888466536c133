/* detour_ring: what the warps of one sweep share: its place among the sweeps, the rings in shared
 * memory between loaders, sweeper and storers, and the ways of waiting. See detour_search.cuh.
 */
#ifndef LEEWAY_GPU_WAVE_DETOUR_RING_CUH
#define LEEWAY_GPU_WAVE_DETOUR_RING_CUH

#include "gpu/wave/detour_plan.cuh"
#include "gpu/wave/mbarrier.cuh"

namespace detour
{

constexpr int STORERS = 5, LOADERS = 10; /* warps */
constexpr int SCHEDULERS = 4; /* of a multiprocessor: warp w is bound to w % SCHEDULERS */
constexpr int SEARCH_THREADS = (STORERS + LOADERS) * SCHEDULERS / (SCHEDULERS - 1) * 32;
constexpr unsigned ALL_LANES = 0xffffffffu;

constexpr int NW = STRIP_WORDS / 32; /* words a lane */
constexpr int BATCH = 8;             /* rows handed over at once */
constexpr int HALF = 4;              /* rows that a loader reads at once */
constexpr int CHUNK = 2;             /* batches that the sweeper takes at once */
constexpr int SKEW = 32 / BATCH;     /* batches between lane 0 and lane 31 */
constexpr int SLOTS = 32;            /* batches in a ring */
constexpr int RING_ROWS = SLOTS * BATCH;

struct search_shared {
    uint64_t in[RING_ROWS + 1][2][STRIP_WORDS]; /* U and S; the last row is empty */
    uint64_t v[RING_ROWS][STRIP_WORDS];         /* the level's cells */
    mbarrier loaded[SLOTS];                     /* U and S are there */
    mbarrier swept[SLOTS];                      /* V is there, and nobody reads U and S any more */
    mbarrier stored[SLOTS];                     /* nobody reads V any more */
    mbarrier turn[STORERS];                     /* to publish */
    int stop;                                   /* 1: give this sweep up */
};

/* Progress counters stand apart, so that waiting for one does not slow the next. */
constexpr int PROGRESS_STRIDE = 32; /* ints */

/* What every warp of a block knows of its sweep. */
struct sweep {
    part p;
    int level;
    bool crosses_column; /* seeds come over the target's column: the last strip on the left */
    int batches;         /* of rows, the last one padded */
    int parts;           /* of a level */
    int *progress; /* [(level * parts + part) * PROGRESS_STRIDE]: rows whose labels can be read */
    control *c;
};

__device__ __forceinline__ uint64_t oriented(const quadrant &q, uint64_t word)
{
    return q.right ? __brevll(word) : word;
}

/* Index in a row of word j of the part. */
__device__ __forceinline__ int natural_word(const part &p, int j)
{
    return p.q.right ? p.q.first_word - p.word0 - j : p.q.first_word + p.word0 + j;
}

/* Columns of the quadrant in a word, natural orientation. */
__device__ __forceinline__ uint64_t quadrant_mask(const quadrant &q, int word)
{
    const int x = word * 64;
    uint64_t mask = ~(uint64_t)0;
    if (q.lo > x)
        mask &= ~(uint64_t)0 << (q.lo - x);
    if (q.hi < x + 63)
        mask &= ~(uint64_t)0 >> (x + 63 - q.hi);
    return mask;
}

/* What a lane of a loader keeps over a sweep: its words NW * lane + w, natural orientation. */
struct lane_words {
    int word[NW];      /* index in a row, or -1: not a word of the part */
    uint64_t mask[NW]; /* the quadrant's columns in it */
    int rim;           /* lane 0: the word before the part's first; else the word after the lane's
                          last where that is the part's last; -1: none */
};

__device__ lane_words lane_words_of(const task &t, const part &p, int lane)
{
    lane_words own;
    own.rim = -1;
    for (int w = 0; w < NW; w++) {
        const int j = lane * NW + w;
        own.word[w] = j < p.words ? natural_word(p, j) : -1;
        own.mask[w] = j < p.words ? quadrant_mask(p.q, own.word[w]) : 0;
    }
    const int after = (p.words - 1) / NW == lane ? natural_word(p, p.words) : -1;
    const int before = lane == 0 && p.strip > 0 ? natural_word(p, -1) : -1;
    own.rim = after >= 0 && after < t.row_words ? after : -1;
    if (before >= 0)
        own.rim = before; /* such a strip has many words: lane 0 does not own the last */
    return own;
}

/* ---- waiting -------------------------------------------------------------------------------- */

__device__ __forceinline__ int load_acquire(const int *address)
{
    int value;
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
    return value;
}

__device__ __forceinline__ void store_release(int *address, int value)
{
    asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(address), "r"(value) : "memory");
}

/* Waits for a phase of a slot's barrier; false: the sweep is given up. Whole warp. */
__device__ __forceinline__ bool wait_slot(search_shared *shared, const mbarrier *barrier,
                                          unsigned parity)
{
    for (int turn = 1; !__all_sync(ALL_LANES, mbarrier_try_wait(barrier, parity)); turn++) {
        if (turn % 8 != 0)
            continue;
        const int stop = threadIdx.x % 32 == 0 ? atomicAdd(&shared->stop, 0) : 0;
        if (__any_sync(ALL_LANES, stop))
            return false;
    }
    return true;
}

__device__ __forceinline__ int *progress_of(const sweep &s, int level, int number)
{
    return s.progress + (size_t)(level * s.parts + number) * PROGRESS_STRIDE;
}

/* Progress of another sweep, and what was last seen of it: one far ahead is not asked again. */
struct source {
    const int *progress; /* NULL: there is none */
    int known;
};

/* True where a sweep of this level is not wanted any more. */
__device__ __forceinline__ bool search_is_over(const sweep &s)
{
    return level_found(load_acquire(&s.c->found)) < s.level || load_acquire(&s.c->dead) != 0;
}

/* Waits until a source has published need rows; false: the search is over. A warp whose source
 * has not begun sleeps, so that it does not stand in the way of those in front. */
__device__ inline bool wait_source(const sweep &s, source *from, int need)
{
    if (from->progress == nullptr)
        return true;
    for (unsigned turn = 1; from->known < need; turn++) {
        from->known = load_acquire(from->progress);
        if (from->known >= need)
            break;
        const bool idle = from->known == 0;
        if ((idle || turn % 16 == 0) && search_is_over(s))
            return false;
        if (idle)
            __nanosleep(300);
    }
    return true;
}

} // namespace detour

#endif
