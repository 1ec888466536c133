/* queue: entries in buckets by their sums; each bucket is a stack (as router/maze/tree/search.c).
 *
 *     entry  =  next entry | word's index | place | sum of the cost paid and the bound
 */
#pragma once

#include "gpu/rounds/window.cuh"

/* An entry. Entries in shared memory have the first numbers, those in the arena the others. */
static __device__ __forceinline__ uint4 *entry_at(const struct maze_view &view,
                                                  const struct gpu_searcher &it, uint32_t entry)
{
    return entry < CLOSE_ENTRIES ? &it.close->entries[entry] : &view.arena[entry];
}

/* An entry that has been taken. */
struct taken {
    uint32_t at, place, sum;
};

/* Adds the entry to the stack of its sum, or to the far entries. All lanes have the same entry. */
static __device__ void link_entry(const struct maze_view &view, struct gpu_searcher &it,
                                  uint32_t entry, uint32_t sum, uint32_t current)
{
    const uint32_t bucket = sum % BUCKETS;
    const bool is_far = sum - current >= BUCKETS;
    const uint32_t below = is_far ? it.far : it.close->head[bucket];
    lanes_meet();
    if (it.lane == 0) {
        entry_at(view, it, entry)->x = below;
        if (!is_far) {
            it.close->head[bucket] = entry;
            it.close->filled[bucket / 32] |= 1U << bucket % 32;
        }
    }
    if (is_far)
        it.far = entry;
    lanes_meet();
}

/* Moves the far entries that are near now to their buckets; the least of them is the new current
 * sum. */
static __device__ bool fetch_far(const struct maze_view &view, struct gpu_searcher &it,
                                 uint32_t *current)
{
    uint32_t list = it.far, least = NOTHING;
    if (list == NOTHING)
        return false;
    for (uint32_t entry = list; entry != NOTHING;) {
        const uint4 now = *entry_at(view, it, entry);
        least = now.w < least ? now.w : least;
        entry = now.x;
    }
    it.far = NOTHING;
    *current = least;
    while (list != NOTHING) {
        const uint4 now = *entry_at(view, it, list);
        lanes_meet();
        link_entry(view, it, list, now.w, least);
        list = now.x;
    }
    return true;
}

/* The first bucket from `start` on, cyclically, that is not empty; NOTHING if all are empty. */
static __device__ __forceinline__ uint32_t next_bucket(const struct gpu_searcher &it,
                                                       uint32_t start)
{
    const uint32_t from = start / 32, before = (1U << start % 32) - 1;
    for (uint32_t turn = 0; turn <= BUCKET_WORDS; turn += LANES) {
        const uint32_t word = (from + turn + it.lane) % BUCKET_WORDS;
        uint32_t bits = it.close->filled[word];
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

/* Takes the entry of least sum, the last one of several; false: there is none. */
static __device__ __forceinline__ bool take_entry(const struct maze_view &view,
                                                  struct gpu_searcher &it, uint32_t *current,
                                                  struct taken *taken)
{
    for (;;) {
        const uint32_t bucket = next_bucket(it, *current % BUCKETS);
        if (bucket == NOTHING) {
            if (!fetch_far(view, it, current))
                return false;
            continue;
        }
        const uint32_t entry = it.close->head[bucket];
        const uint4 now = *entry_at(view, it, entry);
        lanes_meet(); /* all lanes have read head */
        *current += (bucket - *current) % BUCKETS;
        const bool fits = now.w == *current;
        if (it.lane == 0) {
            it.close->head[bucket] = now.x;
            if (now.x == NOTHING)
                it.close->filled[bucket / 32] &= ~(1U << bucket % 32);
            if (!fits) /* current has fallen since it was added: it waits */
                entry_at(view, it, entry)->x = it.far;
        }
        lanes_meet();
        if (fits) {
            *taken = {now.y, now.z, now.w};
            return true;
        }
        it.far = entry;
    }
}

/* Makes room for `entries` entries, at most a piece. */
static __device__ __forceinline__ bool has_piece(const struct maze_view &view,
                                                 struct gpu_searcher &it, uint32_t entries)
{
    if (it.used + entries <= it.room)
        return true;
    if (it.pieces.now == 0)
        it.close_used = it.used;
    else if (it.lane == 0)
        view.arena[it.pieces.now].y = it.used;
    lanes_meet();
    next_piece(view, it, it.pieces, &view.counters->free_pieces, PIECE_ENTRIES);
    it.base = it.pieces.now;
    it.used = 1;
    it.room = PIECE_ENTRIES;
    return !it.full;
}

static __device__ void empty_queue(struct gpu_searcher &it)
{
    for (uint32_t word = it.lane; word < BUCKET_WORDS; word += LANES) {
        for (uint32_t bits = it.close->filled[word]; bits != 0; bits &= bits - 1)
            it.close->head[word * 32 + first_lane(bits)] = NOTHING;
        it.close->filled[word] = 0;
    }
    it.far = NOTHING;
    lanes_meet();
}

/* Empties the queue; the next entry goes to shared memory. */
static __device__ void begin_entries(struct gpu_searcher &it)
{
    it.pieces.now = it.base = it.used = 0;
    it.room = CLOSE_ENTRIES;
    lanes_meet();
}

static __device__ __forceinline__ void put_back(const struct gpu_searcher &it, uint32_t at)
{
    uint32_t *word = &it.cells[at];
    *word = (*word & REACHED_MASK) == SOURCE ? (uint32_t)SOURCE : UNREACHED | (*word & TOLL_MASK);
}

/* Resets the labels of the search before, and drops its entries. */
static __device__ void forget_entries(const struct maze_view &view, struct gpu_searcher &it)
{
    const uint32_t close = it.pieces.now == 0 ? it.used : it.close_used;
    for (uint32_t i = it.lane; i < close; i += LANES)
        put_back(it, it.close->entries[i].y);
    for (uint32_t piece = it.pieces.first; it.pieces.now != 0;) {
        const uint4 head = view.arena[piece];
        const bool last = piece == it.pieces.now;
        const uint32_t used = last ? it.used : head.y;
        for (uint32_t i = 1 + it.lane; i < used; i += LANES)
            put_back(it, view.arena[piece + i].y);
        if (last)
            break;
        piece = head.x;
    }
    begin_entries(it);
}

/* Returns the pieces that only this net needed. */
static __device__ void end_net(const struct maze_view &view, struct gpu_searcher &it)
{
    if (it.pieces.count > PIECES_KEPT)
        give_back(view, it, it.pieces, &view.counters->free_pieces);
    if (it.copied.count > SQUARES_KEPT)
        give_back(view, it, it.copied, &view.counters->free_squares);
    it.copied.now = 0;
    begin_entries(it);
}
