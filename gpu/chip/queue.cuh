/* queue: entries in buckets by their sums, each bucket a stack (as router/chip/search.c).
 *
 *     entry  =  next entry | word's index | place | sum of the cost paid and the bound
 */
#ifndef LEEWAY_GPU_CHIP_QUEUE_CUH
#define LEEWAY_GPU_CHIP_QUEUE_CUH

#include "gpu/chip/window.cuh"

/* An entry that has been taken. */
struct taken {
    uint32_t at, place, sum;
};

/* The entry goes on the stack of its sum, or to the far ones. All lanes agree on it. */
static __device__ void link_entry(const struct chip_view &view, struct searcher &it, uint32_t entry,
                                  uint32_t sum, uint32_t current)
{
    const uint32_t bucket = sum % BUCKETS;
    const bool is_far = sum - current >= BUCKETS;
    const uint32_t below = is_far ? it.far : it.head[bucket];
    lanes_meet();
    if (it.lane == 0) {
        view.arena[entry].x = below;
        if (!is_far) {
            it.head[bucket] = entry;
            it.filled[bucket / 32] |= 1U << bucket % 32;
        }
    }
    if (is_far)
        it.far = entry;
    lanes_meet();
}

/* Gives the far entries that are near now their buckets; the least of them is the new current. */
static __device__ bool fetch_far(const struct chip_view &view, struct searcher &it,
                                 uint32_t *current)
{
    uint32_t list = it.far, least = NOTHING;
    if (list == NOTHING)
        return false;
    for (uint32_t entry = list; entry != NOTHING;) {
        const uint4 now = view.arena[entry];
        least = now.w < least ? now.w : least;
        entry = now.x;
    }
    it.far = NOTHING;
    *current = least;
    while (list != NOTHING) {
        const uint4 now = view.arena[list];
        lanes_meet();
        link_entry(view, it, list, now.w, least);
        list = now.x;
    }
    return true;
}

/* The first bucket from `start` on, around, that is not empty; NOTHING: all are. */
static __device__ __forceinline__ uint32_t next_bucket(const struct searcher &it, uint32_t start)
{
    const uint32_t from = start / 32, before = (1U << start % 32) - 1;
    for (uint32_t turn = 0; turn <= BUCKET_WORDS; turn += LANES) {
        const uint32_t word = (from + turn + it.lane) % BUCKET_WORDS;
        uint32_t bits = it.filled[word];
        if (turn + it.lane == 0)
            bits &= ~before;
        else if (turn + it.lane == BUCKET_WORDS)
            bits &= before;
        else if (turn + it.lane > BUCKET_WORDS)
            bits = 0;
        const uint32_t lanes = lanes_where(bits != 0);
        if (lanes != 0) {
            const uint32_t lane = first_lane(lanes);
            return (from + turn + lane) % BUCKET_WORDS * 32 + first_lane(from_lane(bits, lane));
        }
    }
    return NOTHING;
}

/* Takes the entry of least sum, the last that came of several; false: there is none. */
static __device__ __forceinline__ bool take_entry(const struct chip_view &view, struct searcher &it,
                                                  uint32_t *current, struct taken *taken)
{
    for (;;) {
        const uint32_t bucket = next_bucket(it, *current % BUCKETS);
        if (bucket == NOTHING) {
            if (!fetch_far(view, it, current))
                return false;
            continue;
        }
        const uint32_t entry = it.head[bucket];
        const uint4 now = view.arena[entry];
        lanes_meet(); /* all have read head */
        *current += (bucket - *current) % BUCKETS;
        const bool fits = now.w == *current;
        if (it.lane == 0) {
            it.head[bucket] = now.x;
            if (now.x == NOTHING)
                it.filled[bucket / 32] &= ~(1U << bucket % 32);
            if (!fits) /* current fell since it came: not its turn yet */
                view.arena[entry].x = it.far;
        }
        lanes_meet();
        if (fits) {
            *taken = {now.y, now.z, now.w};
            return true;
        }
        it.far = entry;
    }
}

/* Makes room for so many entries, at most a piece. */
static __device__ __forceinline__ bool has_piece(const struct chip_view &view, struct searcher &it,
                                                 uint32_t entries)
{
    if (it.pieces.now != 0 && it.used + entries <= PIECE_ENTRIES)
        return true;
    if (it.pieces.now != 0 && it.lane == 0)
        view.arena[it.pieces.now].y = it.used;
    lanes_meet();
    next_piece(view, it, it.pieces, &view.counters->free_pieces, PIECE_ENTRIES);
    it.used = 1;
    return !it.full;
}

static __device__ void empty_queue(struct searcher &it)
{
    for (uint32_t word = it.lane; word < BUCKET_WORDS; word += LANES) {
        for (uint32_t bits = it.filled[word]; bits != 0; bits &= bits - 1)
            it.head[word * 32 + first_lane(bits)] = NOTHING;
        it.filled[word] = 0;
    }
    it.far = NOTHING;
    lanes_meet();
}

/* Puts back the labels that the search before has left, and forgets its entries. */
static __device__ void forget_entries(const struct chip_view &view, struct searcher &it)
{
    for (uint32_t piece = it.pieces.first; it.pieces.now != 0;) {
        const uint4 head = view.arena[piece];
        const bool last = piece == it.pieces.now;
        const uint32_t used = last ? it.used : head.y;
        for (uint32_t i = 1 + it.lane; i < used; i += LANES) {
            uint32_t *word = &it.words[view.arena[piece + i].y];
            *word = (*word & REACHED_MASK) == SOURCE ? (uint32_t)SOURCE
                                                     : UNREACHED | (*word & TOLL_MASK);
        }
        if (last)
            break;
        piece = head.x;
    }
    it.pieces.now = 0;
    it.used = 0;
    lanes_meet();
}

/* Gives back what only the net at hand needed. */
static __device__ void end_net(const struct chip_view &view, struct searcher &it)
{
    give_back(view, it, it.pieces, &view.counters->free_pieces);
    give_back(view, it, it.copied, &view.counters->free_squares);
    it.used = 0;
}

#endif
