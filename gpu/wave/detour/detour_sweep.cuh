/* detour_sweep: the sweeper, one warp. The time of its step decides the time of the whole search.
 * See detour_search.cuh.
 *
 * Lane l owns word l of the strip and is at row block i - l in step i, so that the carries which
 * lane l - 1 sent a step ago are those that it needs. For each row of the row block, with u the
 * cells that may be entered:
 *
 *     g      seeds | (cells of this level in the row before & u)
 *     cells  ~(u + g + carry) & u | g: the addition carries g through runs of u, toward the target;
 *            its carry out is bit 31 of the result
 *
 * A row is a chain of three dependent instructions, 14 cycles. Everything else (seeds, labels,
 * waiting for other parts) is done by other warps, and what must be done here fits between. */
#pragma once

#include "gpu/wave/detour/detour_mail.cuh"

namespace detour
{

/* Loads and stores of shared memory by address. They are volatile: the compiler neither drops them
 * nor reorders them with each other or with the instructions of barriers, so a load stays well
 * before its use. */
__device__ __forceinline__ uint32_t shared_load_4(unsigned address)
{
    uint32_t value;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(address));
    return value;
}

__device__ __forceinline__ uint4 shared_load_16(unsigned address)
{
    uint4 value;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
                 : "r"(address));
    return value;
}

__device__ __forceinline__ void shared_store_16(unsigned address, const uint4 &value)
{
    asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(address), "r"(value.x),
                 "r"(value.y), "r"(value.z), "r"(value.w));
}

/* a + b + the top bit of *in. Shifts *in left, and the carry out into the low end of *out: words of
 * carries of many rows. */
__device__ __forceinline__ uint32_t add_with_carries(uint32_t a, uint32_t b, uint32_t *in,
                                                     uint32_t *out)
{
    uint32_t sum;
    asm("add.cc.u32 %0, %0, %0;\n\t"
        "addc.cc.u32 %2, %3, %4;\n\t"
        "addc.u32 %1, %1, %1;"
        : "+r"(*in), "+r"(*out), "=&r"(sum)
        : "r"(a), "r"(b));
    return sum;
}

/* The words of a lane in a slot. */
struct block_words {
    ring_pair pair[PAIRS];
};

/* The state of a lane. */
struct sweep_lane {
    int lane;
    bool sends_first;        /* it writes to box FIRST */
    unsigned slots, carries; /* shared addresses of the lane's words of slot 0, and of the carries
                                into lane 0 */
    uint32_t *box;           /* mailbox of the lane: box[i] is the message of step i */
    int box_count;           /* number of messages; 0: it writes none */
    uint32_t message;        /* the message without its cells */
    uint32_t cells;          /* the level's cells in the row before */
    uint32_t carry;          /* carries into the row block, first row in the top bit */
};

/* Keeps a value in its register; otherwise the compiler computes it again in each step. */
__device__ __forceinline__ uint32_t kept(uint32_t value)
{
    asm volatile("" : "+r"(value));
    return value;
}

__device__ inline sweep_lane lane_of(const detour_task &t, const detour_sweep &s, int lane,
                                     detour_shared *shared)
{
    assert(lane >= 0 && lane < 32);
    sweep_lane l = {};
    l.lane = lane;
    l.slots = shared_address(&shared->slot[0][0][lane]);
    l.carries = shared_address(shared->carry);
    l.message = kept((t.tag + (uint32_t)s.level) << ROW_BLOCK);
    l.sends_first = lane == 0 && is_listened_to(t, s.p, FIRST); /* then it is not the last lane */
    if (l.sends_first)
        l.box = box_of(s, s.level, s.p.number, FIRST);
    if (lane == s.p.words - 1 && is_listened_to(t, s.p, LAST))
        l.box = box_of(s, s.level, s.p.number, LAST) - lane;
    l.box_count = l.box != nullptr ? s.p.q.row_blocks : 0;
    return l;
}

constexpr unsigned PAIR_BYTES = sizeof(ring_pair) * STRIP_WORDS; /* a pair of rows, all lanes */

__device__ __forceinline__ unsigned slot_address(const sweep_lane &l, int step)
{
    return l.slots + (unsigned)step % RING_STEPS * (PAIRS * PAIR_BYTES);
}

/* Reads the lane's words of a step, and the carries into lane 0. The step must have been heard. */
__device__ __forceinline__ void fetch(const sweep_lane &l, int step, block_words *words,
                                      uint32_t *entering)
{
    const unsigned at = slot_address(l, step);
#pragma unroll
    for (unsigned j = 0; j < PAIRS; j++)
        words->pair[j] = shared_load_16(at + j * PAIR_BYTES);
    *entering = shared_load_4(l.carries + (unsigned)step % RING_STEPS * 4);
}

/* The level's cells in a row. */
__device__ __forceinline__ uint32_t flood(uint32_t u, uint32_t seeds, uint32_t before, uint32_t *in,
                                          uint32_t *out)
{
    const uint32_t g = seeds | (before & u);
    return (~add_with_carries(u, g, in, out) & u) | g;
}

/* Called after the lane's last row block: reports the target, and sends the last row to the part
 * across the target's row. */
__device__ __forceinline__ void end_lane(const detour_task &t, const detour_sweep &s, int lane,
                                         unsigned at)
{
    const int last = (s.p.q.rows - 1) % ROW_BLOCK;
    const bool has_target = s.p.index == 0 && s.p.last_word == 0 && lane == s.p.words - 1;
    const ring_pair pair = shared_load_16(at + (unsigned)last / 2 * PAIR_BYTES);
    const uint32_t cells = last % 2 == 0 ? pair.y : pair.w;
    if (has_target && cells >> 31 != 0)
        atomicMax(&s.x.c->found, NOT_FOUND - s.level);
    store_relaxed(&s.x.ends[blockIdx.x][lane], (uint64_t)(t.tag + (uint32_t)s.level) << 32 | cells);
}

/* One step over the row block in `words`; `ends`: some lane may be at its last row block. */
template <bool ends>
__device__ __forceinline__ void sweep_step(const detour_task &t, const detour_sweep &s,
                                           sweep_lane *l, int step, block_words *words)
{
    const unsigned at = slot_address(*l, step);
    uint32_t in = l->carry, out = 0, first = 0;
#pragma unroll
    for (unsigned j = 0; j < PAIRS; j++) {
        ring_pair *pair = &words->pair[j];
        pair->y = flood(pair->x, pair->y, l->cells, &in, &out);
        pair->w = flood(pair->z, pair->w, pair->y, &in, &out);
        l->cells = pair->w;
        first = __funnelshift_r(first, pair->y, 1);
        first = __funnelshift_r(first, pair->w, 1);
    }
    l->carry = __shfl_up_sync(ALL_LANES, out, 1);
#pragma unroll
    for (unsigned j = 0; j < PAIRS; j++)
        shared_store_16(at + j * PAIR_BYTES, words->pair[j]);
    const int block = step - l->lane;
    if ((unsigned)block < (unsigned)l->box_count)
        store_relaxed(l->box + step,
                      l->message | (l->sends_first ? first >> (32 - ROW_BLOCK) : out));
    if (ends && block == s.p.q.row_blocks - 1)
        end_lane(t, s, l->lane, at);
}

__device__ __forceinline__ const mbarrier *heard_of(const detour_shared *shared, int step)
{
    return &shared->heard[(unsigned)step % RING_STEPS];
}

__device__ __forceinline__ unsigned heard_parity(int step)
{
    return (unsigned)step / RING_STEPS & 1;
}

/* Sweeps a batch of steps. While one step is swept, the words of the next are loaded, and the
 * barrier of the one after it is tested: *ready. Returns false if the search has ended. */
template <bool ends>
__device__ __forceinline__ bool sweep_batch(const detour_task &t, const detour_sweep &s,
                                            sweep_lane *l, int batch, block_words (&words)[2],
                                            bool *ready, detour_shared *shared)
{
    static_assert(BATCH % 2 == 0, "two row blocks of words change places");
#pragma unroll 1
    for (int i = 0; i < BATCH; i += 2)
#pragma unroll
        for (int k = 0; k < 2; k++) {
            const int step = batch * BATCH + i + k, next = step + 1;
            uint32_t entering = 0;
            if (!ends || next < s.p.batches * BATCH) {
                if (__builtin_expect(!*ready, 0) &&
                    !wait_phase(s, heard_of(shared, next), heard_parity(next)))
                    return false;
                fetch(*l, next, &words[1 - k], &entering);
            }
            const bool heard = mbarrier_test(heard_of(shared, next + 1), heard_parity(next + 1));
            sweep_step<ends>(t, s, l, step, &words[k]);
            *ready = __all_sync(ALL_LANES, heard);
            l->carry = (l->lane == 0 ? entering : l->carry) << (32 - ROW_BLOCK);
        }
    return true;
}

__device__ inline void run_sweep(const detour_task &t, const detour_sweep &s, int lane,
                                 detour_shared *shared)
{
    assert(lane >= 0 && lane < 32);
    const int plain = (s.p.q.row_blocks - 1) / BATCH; /* batches before any lane's last row block */
    sweep_lane l = lane_of(t, s, lane, shared);
    block_words words[2];
    uint32_t entering;
    bool ready = false;
    if (!wait_phase(s, &shared->heard[0], 0))
        return;
    fetch(l, 0, &words[0], &entering);
    l.carry = lane == 0 ? entering << (32 - ROW_BLOCK) : 0;
    for (int batch = 0; batch < plain; batch++) {
        if (!sweep_batch<false>(t, s, &l, batch, words, &ready, shared))
            return;
        mbarrier_arrive(&shared->swept[batch % RING_BATCHES]);
    }
    for (int batch = plain; batch < s.p.batches; batch++) {
        if (!sweep_batch<true>(t, s, &l, batch, words, &ready, shared))
            return;
        mbarrier_arrive(&shared->swept[batch % RING_BATCHES]);
    }
}

} // namespace detour
