/* detour_mail: messages of a few bits between neighbouring parts, faster than the labels.
 *
 * From the parts beside it a sweep needs a column or a row of cells along the border. A lane at the
 * border writes them, as soon as it has them, into a box of its block in device memory, together
 * with the tag of its search and level. A message is one word and complete in itself, so it needs
 * no fence. A messenger warp of the neighbour's block polls the boxes and puts the bits into its
 * ring, step by step.
 *
 *     box FIRST   the level's cells in bit 0 of the part's first word, slab by slab:
 *                 tag << 8 | the slab's rows, the first in bit 0
 *     box LAST    those in bit 31 of its last word: the same, the first row in bit 7
 *     ends        its last row, lane by lane: tag << 32 | a word's cells
 *
 * Three streams of messages come to a sweep of level k:
 *     carry   into the first word: box LAST of the strip before, level k
 *     beside  at bit 31 of the last word: box FIRST of the next strip, level k - 1 (a step away
 *             from the target); from across the target's column box LAST, for the left quadrants
 *             of level k (a step toward it), for the right ones of level k - 1
 *     over    in the last row: ends of the part across the target's row, for the bottom quadrants
 *             of level k, for the top ones of level k - 1
 *
 * A message holds the cells of one level alone. The cells that older levels lead to have been
 * reached already.
 *
 * Tags: search * 1024 + level, in 24 bits. A later level writes a box again only after its reader
 * has read it: the later level waits for steps that the reader, or a level after it, has made. The
 * host clears the boxes before the number of a search is used again.
 */
#pragma once

#include "gpu/wave/detour/detour_ring.cuh"

namespace detour
{

constexpr int LEVELS_MAX = 1024;           /* in one search */
constexpr uint32_t SEARCHES_MAX = 1 << 14; /* that tags tell apart */
constexpr int OUTLOOK = 8;                 /* steps that a messenger polls for at once */

enum side { FIRST, LAST };
enum stream_kind { CARRY, BESIDE, OVER, NOTHING };

__device__ __forceinline__ uint32_t *box_of(const detour_sweep &s, int level, int number,
                                            enum side side)
{
    const size_t box = (size_t)block_of(s, level, number) * 2 + (side == LAST ? 1 : 0);
    return s.x.mail + box * (size_t)s.x.mail_slabs;
}

/* True where the part beside will read what this one's column says. */
__device__ inline bool is_listened_to(const detour_task &t, const detour_part &p, enum side side)
{
    if (side == FIRST)
        return p.strip > 0;
    return p.strip < p.q.strips - 1 || t.quadrants[p.index ^ 1].strips > 0;
}

/* Messages that come to a sweep. */
struct stream {
    enum stream_kind kind; /* NOTHING: all of them are here, and empty */
    uint32_t tag;
    int lag;              /* CARRY, BESIDE: in step i slab i - lag is needed; OVER: lane i - lag */
    int count;            /* of the messages */
    const uint32_t *box;  /* CARRY, BESIDE */
    bool from_first;      /* it is a box FIRST */
    const uint64_t *ends; /* OVER */
};

__device__ inline stream stream_of(const detour_task &t, const detour_sweep &s,
                                   enum stream_kind kind)
{
    const detour_part &p = s.p;
    const quadrant &beside = t.quadrants[p.index ^ 1], &over = t.quadrants[p.index ^ 2];
    const bool last = p.strip == p.q.strips - 1;
    const bool earlier = kind == BESIDE ? !last || p.q.right : kind == OVER && p.q.top;
    const int level = s.level - (earlier ? 1 : 0);
    stream from = {NOTHING, t.tag + (uint32_t)level, 0, p.q.slabs, nullptr, false, nullptr};
    if (level < 0)
        return from;
    assert(level < LEVELS_MAX && from.tag >> 24 == 0);
    if (kind == CARRY && p.strip > 0)
        from.box = box_of(s, level, p.number - 1, LAST);
    from.from_first = kind == BESIDE && !last;
    if (from.from_first)
        from.box = box_of(s, level, p.number + 1, FIRST);
    if (kind == BESIDE && last && beside.strips > 0)
        from.box = box_of(s, level, beside.first_part + beside.strips - 1, LAST);
    if (kind == OVER && over.strips > 0)
        from.ends = s.x.ends[block_of(s, level, over.first_part + p.strip)];
    if (from.box != nullptr || from.ends != nullptr)
        from.kind = kind;
    from.lag = kind == BESIDE ? p.words - 1 : kind == OVER ? p.q.slabs - 1 : 0;
    from.count = kind == OVER ? p.words : p.q.slabs;
    return from;
}

/* Polls for what a step needs; false: it has not come. */
__device__ __forceinline__ bool poll(const stream &from, int step, uint32_t *bits)
{
    const int number = step - from.lag;
    *bits = 0;
    if (from.kind == NOTHING || number < 0 || number >= from.count)
        return true;
    if (from.kind == OVER) {
        const uint64_t message = load_relaxed(&from.ends[number]);
        *bits = (uint32_t)message;
        return message >> 32 == from.tag;
    }
    const uint32_t message = load_relaxed(&from.box[number]);
    *bits = message & 0xff;
    return message >> 8 == from.tag;
}

/* Adds seeds to a row of a slot. */
__device__ __forceinline__ void add_seeds(detour_shared *shared, int step, int row, int lane,
                                          uint32_t cells)
{
    assert(lane >= 0 && lane < 32);
    ring_pair *pair = &shared->slot[step % RING_STEPS][row / 2][lane];
    if (row % 2 == 0)
        pair->y |= cells & pair->x;
    else
        pair->w |= cells & pair->z;
}

/* Puts what came for a step into the ring. Whole warp, ready being true for the lanes that have
 * something to hand over. A word in the corner is changed by two of them, one after the other. */
__device__ __forceinline__ void deliver(const detour_part &p, const stream &from, int step,
                                        bool ready, uint32_t bits, detour_shared *shared)
{
    if (ready && from.kind == BESIDE && bits != 0)
#pragma unroll 1
        for (int j = 0; j < SLAB; j++)
            add_seeds(shared, step, j, p.words - 1,
                      bits >> (from.from_first ? j : SLAB - 1 - j) << 31);
    __syncwarp();
    if (ready && from.kind == OVER && bits != 0)
        add_seeds(shared, step, (p.q.rows - 1) % SLAB, step - from.lag, bits);
}

/* Steps from this one on whose slots are loaded, at most OUTLOOK; 0: the sweep is given up. */
__device__ __forceinline__ int count_loaded(const detour_sweep &s, int step, detour_shared *shared)
{
    int batch = step / BATCH;
    if (!wait_batch(s, shared->loaded, batch))
        return 0;
    int end = (batch + 1) * BATCH;
#pragma unroll 1
    for (batch++; batch < s.p.batches && end - step < OUTLOOK; batch++, end += BATCH)
        if (!__all_sync(ALL_LANES, mbarrier_test(&shared->loaded[batch % RING_BATCHES],
                                                 (unsigned)(batch / RING_BATCHES) & 1)))
            break;
    return min(end - step, OUTLOOK);
}

/* The messenger warp: lane OUTLOOK * stream + i polls for the i-th step to come. A step is handed
 * over when its slot is loaded and all streams have what it needs. */
__device__ inline void carry_mail(const detour_task &t, const detour_sweep &s, int lane,
                                  detour_shared *shared)
{
    static_assert(OUTLOOK * 4 == 32, "a group of lanes for each stream");
    const enum stream_kind kind = (enum stream_kind)(lane / OUTLOOK);
    const stream from = stream_of(t, s, kind);
    const int ahead = lane % OUTLOOK;
    for (int step = 0, count = 0; step < s.p.batches * BATCH; step += count) {
        const int loaded = count_loaded(s, step, shared);
        if (loaded == 0)
            return;
        const uint64_t verdict = load_verdict(s.x.c);
        uint32_t bits;
        const unsigned here = __ballot_sync(ALL_LANES, poll(from, step + ahead, &bits));
        const unsigned all = here & here >> 8 & here >> 16 & here >> 24 & 0xff;
        count = min(__ffs((int)~all) - 1, loaded);
        if (count == 0 && __any_sync(ALL_LANES, is_over(s, verdict)))
            return;
        deliver(s.p, from, step + ahead, ahead < count, bits, shared);
        if (kind == CARRY && ahead < count)
            shared->carry[(step + ahead) % RING_STEPS] = bits;
#pragma unroll 1
        for (int i = 0; i < count; i++)
            mbarrier_arrive(&shared->heard[(step + i) % RING_STEPS]);
    }
}

} // namespace detour
