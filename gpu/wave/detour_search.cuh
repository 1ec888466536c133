/* detour_search: one net over the whole device, by detours, as a pipeline of row sweeps.
 *
 * Method. Level k of the wave is the set of cells with k detours: the closure, under steps toward
 * the target, of level k-1's neighbours away from it (Hadlock 1977). On bit rows that closure is
 * one sweep over each quadrant around the target: rows toward the target's row, and within a row
 * a flood toward its column, which is an addition: with p the passable and g the seed bits and
 * the carry running toward the target, flood = ((p + g + carry) ^ p) & p | g.
 *
 * A sweep takes a strip of 2048 columns of a quadrant and is systolic: one warp, lane i owns one
 * word and works at step t on row t - i, so that the carry which lane i-1 sent a step ago is the
 * one it needs now. Both sums, with and without a carry, are formed before it comes (carry
 * select), so a step lasts about as long as one shuffle. Levels are pipelined as well: level k+1
 * works on a row as soon as level k has finished the next one. So all levels together take little
 * longer than one: a step a row, and a few microseconds of hand-over a level and a strip.
 *
 *     block (level k, part = strip of a quadrant)
 *        sweeper     1 warp, alone on its scheduler: V = flood(U, S + V of the row before)
 *        storers     5 warps in turn: labels |= V, look for the target, publish the progress
 *        loaders    10 warps in turn: wait for what the rows depend on, read the planes, compute
 *                   U = open and unlabelled, S = seeds, mirrored as needed
 *     joined by two rings of rows in shared memory; a block takes the levels k, k + stride, ...
 *
 * What a sweep reads of others, waiting for their progress first:
 *     level k-1, same part             seeds from the next row and the next column away
 *     level k-1, next strip            the same across the strip's border
 *     level k-1, across the target's column (right only) or row (top only): steps away over it
 *     level k,   strip before          the carry
 *     level k,   across the target's column (left only) or row (bottom only): steps toward it
 * Level k waits for level k-1; within a level a strip waits for the one before, left for right
 * and bottom for top: no cycle, so no deadlock while all blocks are resident (cooperative launch).
 *
 * No race: a word's labels are written by one sweep at a time, the levels following each other;
 * only the word that the target's column parts is shared by two quadrants and set by atomicOr (a
 * 64-bit atomic costs ten times a store, so not everywhere). A
 * reader waits (acquire) until the writer has published (fence, release) the row. Reading more
 * than was waited for is harmless: a label that is there is right, and what an older level leads
 * to without a detour is labelled already. So are labels beyond the level that finds the target.
 *
 * Launch: cooperative, blocks = parts * levels at once, SEARCH_THREADS threads,
 * sizeof(search_shared) of dynamic shared memory.
 */
#ifndef LEEWAY_GPU_WAVE_DETOUR_SEARCH_CUH
#define LEEWAY_GPU_WAVE_DETOUR_SEARCH_CUH

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

/* ---- loaders -------------------------------------------------------------------------------- */

/* All that a sweep waits for; see the top comment. */
struct sources {
    source below, below_side; /* level k-1: the same part; the one at its side toward the target */
    source same_before, same_column; /* level k: the strip before; the one across the column */
    source row_end;                  /* the part across the row, wanted whole for the last row */
};

__device__ sources sources_of(const task &t, const sweep &s)
{
    const part &p = s.p;
    const int i = p.index, own = part_number(t, i, p.strip);
    const int across_row = part_number(t, i ^ 2, p.strip);
    const int across_column = part_number(t, i ^ 1, strips_of(quadrant_of(t, i ^ 1)) - 1);
    const bool last_strip = p.strip == p.strips - 1;
    sources from = {};
    if (s.level > 0) {
        from.below.progress = progress_of(s, s.level - 1, own);
        if (!last_strip || p.q.right)
            from.below_side.progress =
                progress_of(s, s.level - 1, last_strip ? across_column : own + 1);
        if (p.q.top)
            from.row_end.progress = progress_of(s, s.level - 1, across_row);
    }
    if (p.strip > 0)
        from.same_before.progress = progress_of(s, s.level, own - 1);
    if (s.crosses_column)
        from.same_column.progress = progress_of(s, s.level, across_column);
    if (!p.q.top && quadrant_of(t, i ^ 2).rows > 0)
        from.row_end.progress = progress_of(s, s.level, across_row);
    return from;
}

/* Waits for all that the rows up to last read. */
__device__ __forceinline__ bool wait_sources(const sweep &s, int last, sources *from)
{
    const int rows = s.p.q.rows;
    const int here = last + 1 < rows ? last + 1 : FINISHED;
    const int beyond = last + 2 < rows ? last + 2 : FINISHED;
    return wait_source(s, &from->below, beyond) && wait_source(s, &from->below_side, here) &&
           wait_source(s, &from->same_before, here) && wait_source(s, &from->same_column, here) &&
           (last < rows - 1 || wait_source(s, &from->row_end, FINISHED));
}

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

/* Labels of one row, in the sweep's orientation. */
struct label_row {
    uint64_t label0[NW], label1[NW], rim0, rim1;
};

__device__ __forceinline__ void load_labels(const task &t, const sweep &s, const lane_words &own,
                                            int r, bool with_rim, label_row *row)
{
    const int y = s.p.q.first_y + r * s.p.q.dy;
    const bool inside = r <= s.p.q.rows && y >= t.y0 && y <= t.y1;
    const size_t base = (size_t)(inside ? y : 0) * (size_t)t.row_words;
#pragma unroll
    for (int w = 0; w < NW; w++) {
        const bool valid = inside && own.word[w] >= 0;
        row->label0[w] = valid ? __ldcg(t.label0 + base + own.word[w]) : 0;
        row->label1[w] = valid ? __ldcg(t.label1 + base + own.word[w]) : 0;
    }
    const bool valid = with_rim && inside && own.rim >= 0;
    row->rim0 = valid ? __ldcg(t.label0 + base + own.rim) : 0;
    row->rim1 = valid ? __ldcg(t.label1 + base + own.rim) : 0;
}

__device__ __forceinline__ void orient_labels(const quadrant &q, label_row *row)
{
    if (!q.right)
        return;
#pragma unroll
    for (int w = 0; w < NW; w++) {
        row->label0[w] = __brevll(row->label0[w]);
        row->label1[w] = __brevll(row->label1[w]);
    }
    row->rim0 = __brevll(row->rim0);
    row->rim1 = __brevll(row->rim1);
}

/* Bit p of the result is bit p + 1 of a level's row, across words and lanes. */
__device__ __forceinline__ void shift_down(const uint64_t (&cells)[NW], uint64_t rim, int lane,
                                           int words, uint64_t (&shifted)[NW])
{
    const uint64_t first_of_next = __shfl_down_sync(ALL_LANES, cells[0], 1);
#pragma unroll
    for (int w = 0; w < NW; w++) {
        uint64_t after = w + 1 < NW ? cells[w + 1 < NW ? w + 1 : w] : first_of_next;
        if (lane * NW + w == words - 1)
            after = rim;
        shifted[w] = cells[w] >> 1 | after << 63;
    }
}

/* Seeds that come from level k itself: over the target's row, from the strip before, and over the
 * target's column. */
__device__ __forceinline__ void add_same_level(const task &t, const sweep &s, const lane_words &own,
                                               int lane, bool to_row, const label_row &here,
                                               const label_row &next, uint64_t (&seeds)[NW])
{
    const int code = code_of(s.level);
    if (to_row)
        for (int w = 0; w < NW; w++)
            seeds[w] |= match(next.label0[w], next.label1[w], code);
    if (s.p.strip > 0 && lane == 0)
        seeds[0] |= match(here.rim0, here.rim1, code) >> 63;
    if (!s.crosses_column)
        return;
    uint64_t cells[NW], across[NW];
    for (int w = 0; w < NW; w++)
        cells[w] = match(here.label0[w], here.label1[w], code);
    shift_down(cells, match(here.rim0, here.rim1, code), lane, s.p.words, across);
    for (int w = 0; w < NW; w++)
        if (own.word[w] == t.tx >> 6)
            seeds[w] |= across[w] & (uint64_t)1 << (t.tx & 63);
}

/* U and S of row r into the ring. here and next: rows r and r + 1. Whole warp. */
__device__ __forceinline__ void make_row(const task &t, const sweep &s, const lane_words &own,
                                         int lane, int r, const label_row &here,
                                         const label_row &next, const uint64_t (&closed)[NW],
                                         search_shared *shared)
{
    const quadrant &q = s.p.q;
    const int y = q.first_y + r * q.dy, below = code_of(s.level + 2);
    const bool inside = r < q.rows;
    const int slot = r % RING_ROWS;
    uint64_t open[NW], cells[NW], seeds[NW];
#pragma unroll
    for (int w = 0; w < NW; w++) {
        open[w] = ~closed[w];
        cells[w] = match(here.label0[w], here.label1[w], below);
    }
    shift_down(cells, match(here.rim0, here.rim1, below), lane, s.p.words, seeds);
#pragma unroll
    for (int w = 0; w < NW; w++)
        seeds[w] = s.level > 0 ? seeds[w] | match(next.label0[w], next.label1[w], below) : 0;
    for (int w = 0; w < NW && y == t.sy; w++)
        if (own.word[w] == t.sx >> 6) {
            open[w] |= (uint64_t)1 << (t.sx & 63);
            seeds[w] |= s.level == 0 ? oriented(q, (uint64_t)1 << (t.sx & 63)) : 0;
        }
    for (int w = 0; w < NW && y == t.ty; w++)
        if (own.word[w] == t.tx >> 6)
            open[w] |= (uint64_t)1 << (t.tx & 63);
    add_same_level(t, s, own, lane, !q.top && r == q.rows - 1, here, next, seeds);
#pragma unroll
    for (int w = 0; w < NW; w++) {
        open[w] = inside ? oriented(q, open[w] & own.mask[w]) : 0;
        open[w] &= ~here.label0[w] & ~here.label1[w];
    }
#pragma unroll
    for (int w = 0; w < NW; w++) {
        shared->in[slot][0][lane * NW + w] = open[w];
        shared->in[slot][1][lane * NW + w] = seeds[w];
    }
}

__device__ __forceinline__ void load_half(const task &t, const sweep &s, const lane_words &own,
                                          int lane, int first, search_shared *shared)
{
    label_row row[HALF + 1];
    uint64_t closed[HALF][NW];
#pragma unroll
    for (int j = 0; j <= HALF; j++)
        load_labels(t, s, own, first + j, j < HALF, &row[j]);
#pragma unroll
    for (int j = 0; j < HALF; j++)
#pragma unroll
        for (int w = 0; w < NW; w++) {
            const int y = s.p.q.first_y + (first + j) * s.p.q.dy;
            const bool valid = first + j < s.p.q.rows && own.word[w] >= 0;
            const size_t at = (size_t)y * (size_t)t.row_words + (size_t)own.word[w];
            closed[j][w] = valid ? __ldg(t.closed + at) : 0;
        }
#pragma unroll
    for (int j = 0; j <= HALF; j++)
        orient_labels(s.p.q, &row[j]);
#pragma unroll
    for (int j = 0; j < HALF; j++)
        make_row(t, s, own, lane, first + j, row[j], row[j + 1], closed[j], shared);
}

__device__ void load_sweep(const task &t, const sweep &s, int loader, int lane,
                           search_shared *shared)
{
    const lane_words own = lane_words_of(t, s.p, lane);
    sources from = sources_of(t, s);
    for (int batch = loader; batch < s.batches; batch += LOADERS) {
        const int slot = batch % SLOTS, use = batch / SLOTS;
        if (!wait_slot(shared, &shared->swept[slot], (unsigned)(use & 1) ^ 1))
            return;
        for (int half = 0; half < BATCH; half += HALF) {
            const int first = batch * BATCH + half;
            if (!wait_sources(s, first + HALF - 1, &from)) {
                atomicExch(&shared->stop, 1);
                return;
            }
            load_half(t, s, own, lane, first, shared);
        }
        mbarrier_arrive(&shared->loaded[slot]);
    }
}

/* ---- sweeper -------------------------------------------------------------------------------- */

/* sum = p + g + one, one being 0 or 1; *out is the carry out. */
template <int one>
__device__ __forceinline__ uint64_t add_word(uint64_t p, uint64_t g, uint32_t *out)
{
    uint64_t sum;
    if (one == 0)
        asm("{\n\t.reg .u32 pl, ph, gl, gh, sl, sh;\n\t"
            "mov.b64 {pl, ph}, %2;\n\tmov.b64 {gl, gh}, %3;\n\t"
            "add.cc.u32 sl, pl, gl;\n\taddc.cc.u32 sh, ph, gh;\n\taddc.u32 %1, 0, 0;\n\t"
            "mov.b64 %0, {sl, sh};\n\t}"
            : "=l"(sum), "=r"(*out)
            : "l"(p), "l"(g));
    else
        asm("{\n\t.reg .u32 pl, ph, gl, gh, sl, sh, t;\n\t"
            "mov.b64 {pl, ph}, %2;\n\tmov.b64 {gl, gh}, %3;\n\t"
            "add.cc.u32 t, 1, 0xffffffff;\n\t"
            "addc.cc.u32 sl, pl, gl;\n\taddc.cc.u32 sh, ph, gh;\n\taddc.u32 %1, 0, 0;\n\t"
            "mov.b64 %0, {sl, sh};\n\t}"
            : "=l"(sum), "=r"(*out)
            : "l"(p), "l"(g));
    return sum;
}

/* One step of a lane: v becomes the flood of its row; the carry comes from and goes to the lanes
 * beside. Both sums are formed before the carry is known. */
__device__ __forceinline__ void sweep_step(uint64_t *v, uint32_t *carry, int lane, uint64_t u,
                                           uint64_t seeds)
{
    uint32_t out0, out1;
    const uint64_t g = (*v | seeds) & u;
    const uint64_t sum0 = add_word<0>(u, g, &out0), sum1 = add_word<1>(u, g, &out1);
    const bool in = *carry != 0;
    const uint32_t left = __shfl_up_sync(ALL_LANES, in ? out1 : out0, 1);
    *v = (((in ? sum1 : sum0) ^ u) & u) | g;
    *carry = lane == 0 ? 0 : left;
}

/* U and S of one row for one lane. */
struct fetched {
    uint64_t u, seeds;
};

/* Row r of the ring; the empty row where there is no such row. The loads are volatile so that
 * they stay where they are written: two steps before their use. */
__device__ __forceinline__ void fetch_row(unsigned ring, int r, int rows, int lane, fetched *row)
{
    const unsigned slot = (unsigned)r < (unsigned)rows ? (unsigned)r % RING_ROWS : RING_ROWS;
    const unsigned at = ring + (slot * 2 * STRIP_WORDS + (unsigned)lane) * 8;
    asm volatile("ld.shared.u64 %0, [%1];" : "=l"(row->u) : "r"(at));
    asm volatile("ld.shared.u64 %0, [%1];" : "=l"(row->seeds) : "r"(at + STRIP_WORDS * 8));
}

/* The rows of CHUNK batches are there, and so is room for what comes of them. */
__device__ __forceinline__ bool wait_chunk(const sweep &s, int first, search_shared *shared)
{
    for (int batch = first; batch < first + CHUNK; batch++) {
        const unsigned in = (unsigned)(batch / SLOTS) & 1;
        const unsigned out = (unsigned)(batch / SLOTS) & 1;
        if ((batch < s.batches && !wait_slot(shared, &shared->loaded[batch % SLOTS], in)) ||
            !wait_slot(shared, &shared->stored[batch % SLOTS], out ^ 1))
            return false;
    }
    return true;
}

/* The sweep runs SKEW batches beyond the last, for the last lane; rows that do not exist are
 * written to slots of the ring that nobody reads. */
__device__ void run_sweep(const sweep &s, int lane, search_shared *shared)
{
    static_assert(NW == 1, "a lane of the sweeper owns one word");
    const int rows = s.batches * BATCH;
    const unsigned ring = (unsigned)__cvta_generic_to_shared(&shared->in[0][0][0]);
    uint64_t v = 0;
    uint32_t carry = 0;
    for (int batch = 0; batch < s.batches + SKEW; batch += CHUNK) {
        if (!wait_chunk(s, batch, shared))
            return;
        const int first = batch * BATCH - lane;
        fetched row[3];
        fetch_row(ring, first, rows, lane, &row[0]);
        fetch_row(ring, first + 1, rows, lane, &row[1]);
#pragma unroll
        for (int j = 0; j < CHUNK * BATCH; j++) {
            if (j + 2 < CHUNK * BATCH)
                fetch_row(ring, first + j + 2, rows, lane, &row[(j + 2) % 3]);
            sweep_step(&v, &carry, lane, row[j % 3].u, row[j % 3].seeds);
            shared->v[(unsigned)(first + j) % RING_ROWS][lane] = v;
        }
        for (int done = batch - SKEW; done < batch - SKEW + CHUNK; done++)
            if (done >= 0)
                mbarrier_arrive(&shared->swept[done % SLOTS]);
    }
}

/* ---- storers -------------------------------------------------------------------------------- */

/* Sets the bits of a batch's rows in one label plane. at: the plane's word in the first row;
 * stride: from row to row; last: the last row that exists. The old words are read before any is
 * needed, whether they will change or not, so that all reads are in flight together. common: the
 * word is shared with another quadrant. */
__device__ __forceinline__ void store_plane(uint64_t *at, ptrdiff_t stride, int last,
                                            const uint64_t (&cells)[BATCH], bool common)
{
    uint64_t old[BATCH];
#pragma unroll
    for (int j = 0; j < BATCH; j++)
        old[j] = __ldcg(at + stride * min(j, last));
#pragma unroll
    for (int j = 0; j < BATCH; j++) {
        if (cells[j] == 0)
            continue;
        if (common)
            atomicOr((unsigned long long *)at + stride * j, cells[j]);
        else
            __stcg(at + stride * j, old[j] | cells[j]);
    }
}

/* Labels the cells of the rows from first on; true where this lane had any. */
__device__ __forceinline__ bool store_batch(const task &t, const sweep &s, const lane_words &own,
                                            int lane, int first, const search_shared *shared)
{
    static_assert(NW == 1, "a lane of a storer owns one word");
    const int code = code_of(s.level), word = max(own.word[0], 0);
    const int last = min(s.p.q.rows - 1 - first, BATCH - 1);
    const int y = s.p.q.first_y + first * s.p.q.dy;
    const ptrdiff_t stride = (ptrdiff_t)t.row_words * s.p.q.dy;
    const size_t at = (size_t)y * (size_t)t.row_words + (size_t)word;
    const bool common = word == t.tx >> 6;
    uint64_t cells[BATCH], any = 0;
#pragma unroll
    for (int j = 0; j < BATCH; j++) {
        const uint64_t v = shared->v[(first + j) % RING_ROWS][lane];
        cells[j] = own.word[0] >= 0 && j <= last ? oriented(s.p.q, v) : 0;
        any |= cells[j];
    }
    if (code & 1)
        store_plane(t.label0 + at, stride, last, cells, common);
    if (code & 2)
        store_plane(t.label1 + at, stride, last, cells, common);
    const int to_target = (t.ty - y) * s.p.q.dy;
#pragma unroll
    for (int j = 0; j < BATCH; j++)
        if (j == to_target && common && (cells[j] >> (t.tx & 63) & 1) != 0)
            atomicMax(&s.c->found, NOT_FOUND - s.level);
    return any != 0;
}

/* any: [level] becomes 1 where the level labelled a cell. */
__device__ void store_sweep(const task &t, const sweep &s, int storer, int lane, int *any,
                            search_shared *shared)
{
    const lane_words own = lane_words_of(t, s.p, lane);
    int *progress = progress_of(s, s.level, part_number(t, s.p.index, s.p.strip));
    for (int batch = storer; batch < s.batches; batch += STORERS) {
        const unsigned use = (unsigned)(batch / SLOTS) & 1;
        const unsigned turn = (unsigned)(batch / STORERS) & 1;
        if (!wait_slot(shared, &shared->swept[batch % SLOTS], use))
            return;
        const bool some = store_batch(t, s, own, lane, batch * BATCH, shared);
        mbarrier_arrive(&shared->stored[batch % SLOTS]);
        if (__any_sync(ALL_LANES, some) && lane == 0)
            any[s.level] = 1;
        __threadfence();
        if (!wait_slot(shared, &shared->turn[storer], storer == 0 ? turn ^ 1 : turn))
            return;
        if (lane == 0)
            store_release(progress, batch + 1 < s.batches ? (batch + 1) * BATCH : FINISHED);
        mbarrier_arrive(&shared->turn[(storer + 1) % STORERS]);
    }
}

/* ---- the kernel ----------------------------------------------------------------------------- */

/* After a level: true where the block should go on. Nothing labelled in any part: no path. */
__device__ inline bool search_goes_on(const sweep &s, const int *any)
{
    for (int number = 0; number < s.parts && load_acquire(&any[s.level]) == 0; number++) {
        source part = {progress_of(s, s.level, number), 0};
        if (!wait_source(s, &part, FINISHED))
            return false;
    }
    if (load_acquire(&any[s.level]) == 0) {
        store_release(&s.c->dead, 1);
        return false;
    }
    return level_found(load_acquire(&s.c->found)) > s.level && load_acquire(&s.c->dead) == 0;
}

__device__ inline void reset_rings(search_shared *shared)
{
    const int i = (int)threadIdx.x;
    if (i < SLOTS) {
        mbarrier_init(&shared->loaded[i], 32);
        mbarrier_init(&shared->swept[i], 32);
        mbarrier_init(&shared->stored[i], 32);
    }
    if (i < STORERS)
        mbarrier_init(&shared->turn[i], 32);
    if (i < 2 * STRIP_WORDS)
        shared->in[RING_ROWS][i / STRIP_WORDS][i % STRIP_WORDS] = 0;
    if (i == 0)
        shared->stop = 0;
}

/* tables: int [level_limit] of "any" flags, then the progress of level_limit * parts sweeps; all
 * zero.
 * Block b takes part b % parts and the levels b / parts, + stride, ..., below level_limit. */
__global__ void __launch_bounds__(SEARCH_THREADS, 1)
    search_kernel(task t, control *c, int *tables, int parts, int stride, int level_limit)
{
    extern __shared__ __align__(16) unsigned char memory[];
    search_shared *shared = (search_shared *)memory;
    __shared__ bool go_on;
    const int warp = (int)threadIdx.x / 32, lane = (int)threadIdx.x % 32;
    /* the warps of the sweeper's scheduler stay idle */
    const int helper = warp % SCHEDULERS == 0 ? -1 : warp - warp / SCHEDULERS - 1;
    int index = 0, strip = (int)blockIdx.x % parts;
    while (strip >= strips_of(quadrant_of(t, index)))
        strip -= strips_of(quadrant_of(t, index++));
    sweep s;
    s.p = part_of(t, index, strip);
    s.crosses_column = !s.p.q.right && strip == s.p.strips - 1 && t.tx < t.x1;
    s.batches = (s.p.q.rows + BATCH - 1) / BATCH;
    s.parts = parts;
    s.progress = tables + level_limit;
    s.c = c;
    for (s.level = (int)blockIdx.x / parts; s.level < level_limit; s.level += stride) {
        reset_rings(shared);
        __syncthreads();
        if (warp == 0)
            run_sweep(s, lane, shared);
        else if (helper >= 0 && helper < STORERS)
            store_sweep(t, s, helper, lane, tables, shared);
        else if (helper >= STORERS)
            load_sweep(t, s, helper - STORERS, lane, shared);
        __syncthreads();
        if (threadIdx.x == 0)
            go_on = shared->stop == 0 && search_goes_on(s, tables);
        __syncthreads();
        if (!go_on)
            break;
    }
}

} // namespace detour

#endif
