/* detour_mail: messages of a few bits between neighbouring parts, which are faster than the labels.
 *
 * A sweep needs a column or row of cells along the border of each neighbouring part. A lane at the
 * border writes them, as soon as it has them, into a mailbox of its block in device memory,
 * together with the tag of its search and level. A message is one word and complete by itself, so
 * it needs no fence. A messenger warp of the neighbour's block polls the mailboxes and adds the
 * bits to its ring buffer, step by step.
 *
 *     box FIRST   the level's cells in bit 0 of the part's first word, one message per row block:
 *                 tag << 8 | the rows of the row block, the first in bit 0
 *     box LAST    the cells in bit 31 of its last word: the same, the first row in bit 7
 *     ends        its last row, one message per lane: tag << 32 | the cells of the word
 *
 * A sweep of level k receives three streams of messages:
 *     carry   into the first word: box LAST of the strip before, level k
 *     beside  at bit 31 of the last word: box FIRST of the next strip, level k - 1 (a step away
 *             from the target); from across the target's column box LAST, for the left quadrants of
 *             level k (a step toward it), for the right ones of level k - 1
 *     over    in the last row: `ends` of the part across the target's row, for the bottom quadrants
 *             of level k, for the top ones of level k - 1
 *
 * A message holds the cells of one level only. Cells next to those of older levels have been
 * reached already.
 *
 * Tags: search * 1024 + level, in 24 bits. A later level writes a mailbox again only after its
 * reader has read it, because the later level waits for steps that the reader, or a level after it,
 * has made. The host clears the mailboxes before it uses the number of a search again. */
#pragma once

#include "gpu/wave/detour/detour_ring.cuh"

namespace detour
{

constexpr int LEVELS_MAX = 1024;           /* maximum number of levels of a search */
constexpr uint32_t SEARCHES_MAX = 1 << 14; /* searches with different tags */
constexpr int OUTLOOK = 8;                 /* steps that a messenger polls for together */

enum side { FIRST, LAST };
enum stream_kind { CARRY, BESIDE, OVER, NOTHING };

__device__ __forceinline__ uint32_t *box_of(const detour_sweep &s, int level, int number,
                                            enum side side)
{
    const size_t box = (size_t)block_of(s, level, number) * 2 + (side == LAST ? 1 : 0);
    return s.x.mail + box * (size_t)s.x.box_length;
}

/* True if the part beside reads this part's column. */
__device__ inline bool is_listened_to(const detour_task &t, const detour_part &p, enum side side)
{
    if (side == FIRST)
        return p.strip > 0;
    return p.strip < p.q.strips - 1 || t.quadrants[p.index ^ 1].strips > 0;
}

/* A stream of messages that come to a sweep. */
struct stream {
    enum stream_kind kind; /* NOTHING: there are none */
    uint32_t tag;
    int lag;             /* step i needs row block i - lag (CARRY, BESIDE) or lane i - lag (OVER) */
    int count;           /* number of messages */
    const uint32_t *box; /* the mailbox, for CARRY and BESIDE */
    bool from_first;     /* the mailbox is a box FIRST */
    const uint64_t *ends; /* the mailbox, for OVER */
};

__device__ inline stream stream_of(const detour_task &t, const detour_sweep &s,
                                   enum stream_kind kind)
{
    const detour_part &p = s.p;
    const quadrant &beside = t.quadrants[p.index ^ 1], &over = t.quadrants[p.index ^ 2];
    const bool last = p.strip == p.q.strips - 1;
    const bool earlier = kind == BESIDE ? !last || p.q.right : kind == OVER && p.q.top;
    const int level = s.level - (earlier ? 1 : 0);
    stream from = {NOTHING, t.tag + (uint32_t)level, 0, p.q.row_blocks, nullptr, false, nullptr};
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
    from.lag = kind == BESIDE ? p.words - 1 : kind == OVER ? p.q.row_blocks - 1 : 0;
    from.count = kind == OVER ? p.words : p.q.row_blocks;
    return from;
}

/* Polls for the message that a step needs; returns false if it has not come. */
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

/* Adds seeds to a row of a slot; only cells of u count. */
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

/* Adds the message of a step to the ring buffer. Whole warp; `ready` is true in the lanes that have
 * one. Two lanes may change the word in the corner, one after the other. */
__device__ __forceinline__ void deliver(const detour_part &p, const stream &from, int step,
                                        bool ready, uint32_t bits, detour_shared *shared)
{
    if (ready && from.kind == BESIDE && bits != 0)
#pragma unroll 1
        for (int j = 0; j < ROW_BLOCK; j++)
            add_seeds(shared, step, j, p.words - 1,
                      bits >> (from.from_first ? j : ROW_BLOCK - 1 - j) << 31);
    __syncwarp();
    if (ready && from.kind == OVER && bits != 0)
        add_seeds(shared, step, (p.q.rows - 1) % ROW_BLOCK, step - from.lag, bits);
}

/* The number of steps from `step` on with loaded slots, at most OUTLOOK; 0: the sweep has ended. */
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

/* The messenger warp: lane OUTLOOK * stream + i polls for the i-th step ahead. A step is passed on
 * when its slot is loaded and all streams have what it needs. */
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
