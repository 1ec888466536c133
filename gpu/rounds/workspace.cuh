/* workspace: the memory of a warp for its searches, in shared memory and in the arena.
 *
 * Shared memory holds the heads of the queue, its first entries, and the window if it is small
 * enough, as most are: a load from there takes a tenth of the time of one from the arena.
 *
 * The arena is allocated from its start, in units of 16 bytes; a launch begins with all of it.
 * Regions, of any size, belong to a warp until the launch ends, and move when they have to grow.
 * Pieces, of a fixed size, are linked to chains. A warp keeps some of them; a long chain is
 * returned to a stack after its net, for any warp. All warps compete for that stack: if every piece
 * were returned, a million short nets would wait five times as long as they search. A warp reads
 * only parts of a piece that it has written before, except the link in its head, which may come
 * from another multiprocessor. When the arena is used up the warp is `full`: its search finds
 * nothing, and the caller has to test for that.
 */
#pragma once

#include "gpu/rounds/view.cuh"
#include "router/maze/tree/search_parts.h"

enum {
    BUCKET_WORDS = BUCKETS / 32,
    PIECE_ENTRIES = 256, /* units per piece of the queue, including its head */
    UNIT_WORDS = 4,
    REGION_LEAST = 64,   /* least size of a region, in units */
    CLOSE_ENTRIES = 512, /* entries of the queue in shared memory */
    CLOSE_WORDS = 6656,  /* words of a window in shared memory */
    PIECES_KEPT = 16,    /* pieces that a warp keeps from net to net */
    SQUARES_KEPT = 8,
};

/* The shared memory of a warp: 43 KB, five warps per multiprocessor. */
struct close_memory {
    uint4 entries[CLOSE_ENTRIES];
    uint32_t head[BUCKETS];        /* last entry of each bucket */
    uint32_t filled[BUCKET_WORDS]; /* a bit per bucket that is not empty */
    uint32_t steps[MAZE_LAYERS_MAX * STEP_STRIDE];
    uint32_t words[CLOSE_WORDS];
};

#define NOTHING 0xFFFFFFFFU

/* Words [first .. first + capacity) of the arena. */
struct search_region {
    uint32_t first, capacity;
};

/* A chain of pieces; the head of each is a unit whose x is the next piece, 0: none. */
struct chain {
    uint32_t first, now, last, count;
};

/* The state of a warp. Each lane has the same values, unless noted. */
struct gpu_searcher {
    struct close_memory *close;
    uint32_t *words; /* the arena in words */
    uint32_t *cells; /* the window's words: close->words or the arena */
    uint32_t lane;   /* per lane */
    bool full;
    struct maze_toll toll;

    struct box window;
    bool squares;
    uint32_t shift, mask, side_x, side_y, across;
    uint32_t row;   /* words per row of a square or of the window */
    uint32_t whole; /* first word in cells of a window without squares */
    int32_t offset; /* per lane: offset to the word of the neighbour in its direction */
    struct search_region window_words, table; /* table of squares: first word of each, 0: none */
    struct chain copied;                      /* squares that were copied */
    uint32_t square_count;                    /* number of squares */
    struct box near;

    struct chain pieces;       /* pieces of the queue; now 0: entries go to shared memory */
    uint32_t base, used, room; /* of the current piece: first entry, units in use, all units */
    uint32_t close_used;       /* entries in shared memory, when that is full */
    uint32_t far;

    struct search_region tree, path, joined, paths;
    uint32_t tree_count, path_count, piece_count; /* piece_count: paths of the tree */

    uint32_t searches, expanded;
};

/* Allocates units of the arena; 0: there are none left. */
static __device__ uint32_t take_units(const struct maze_view &view, struct gpu_searcher &it,
                                      uint32_t units)
{
    uint32_t first = 0;
    if (it.lane == 0) {
        first = atomicAdd(&view.counters->arena, units) + 1; /* unit 0 means none */
        if (units > view.arena_units || first > view.arena_units - units) {
            first = 0;
        }
    }
    first = from_lane(first, 0);
    it.full = it.full || first == 0;
    return first;
}

/* Moves a region to `units` units, with its first `kept` words. If it is full nothing changes. */
static __device__ void move_region(const struct maze_view &view, struct gpu_searcher &it,
                                   struct search_region &region, uint32_t units, uint32_t kept)
{
    const uint32_t first = take_units(view, it, units) * UNIT_WORDS;
    if (it.full)
        return;
    for (uint32_t i = it.lane; i < kept; i += LANES)
        it.words[first + i] = it.words[region.first + i];
    region.first = first;
    region.capacity = units * UNIT_WORDS;
    lanes_meet();
}

/* Makes room for `need` words of which the first `kept` stay. If it is full nothing changes. */
static __device__ void reserve(const struct maze_view &view, struct gpu_searcher &it,
                               struct search_region &region, uint32_t need, uint32_t kept)
{
    uint32_t units = REGION_LEAST;
    if (need <= region.capacity)
        return;
    while (units * UNIT_WORDS < need)
        units *= 2;
    move_region(view, it, region, units, kept);
}

/* Takes the top of a stack; 0: it is empty. Called by one lane. */
static __device__ uint32_t pop_piece(const struct maze_view &view, uint64_t *stack)
{
    unsigned long long *const at = (unsigned long long *)stack;
    unsigned long long old = *(volatile unsigned long long *)at;
    while ((uint32_t)old != 0) {
        const uint32_t below =
            __ldcg(&view.arena[(uint32_t)old].x); /* may be outdated: then so is old */
        const unsigned long long seen = atomicCAS(at, old, ((old >> 32) + 1) << 32 | below);
        if (seen == old) {
            __threadfence();
            return (uint32_t)old;
        }
        old = seen;
    }
    return 0;
}

/* Moves to the next piece of the chain, of `units` units; its head: .x next, the rest free. */
static __device__ void next_piece(const struct maze_view &view, struct gpu_searcher &it,
                                  struct chain &chain, uint64_t *stack, uint32_t units)
{
    uint32_t next = chain.now == 0 ? chain.first : __ldcg(&view.arena[chain.now].x);
    if (next == 0) {
        next = from_lane(it.lane == 0 ? pop_piece(view, stack) : 0, 0);
        if (next == 0)
            next = take_units(view, it, units);
        if (it.full)
            return;
        if (it.lane == 0) {
            view.arena[next] = make_uint4(0, 0, 0, 0);
            if (chain.now != 0)
                view.arena[chain.now].x = next;
        }
        if (chain.now == 0)
            chain.first = next;
        chain.last = next;
        chain.count++;
    }
    chain.now = next;
    lanes_meet();
}

/* Returns a chain to the stack. */
static __device__ void give_back(const struct maze_view &view, struct gpu_searcher &it,
                                 struct chain &chain, uint64_t *stack)
{
    lanes_meet();
    if (it.lane == 0 && chain.first != 0) {
        unsigned long long *const at = (unsigned long long *)stack;
        unsigned long long old = *(volatile unsigned long long *)at, seen;
        for (;; old = seen) {
            *(volatile uint32_t *)&view.arena[chain.last].x = (uint32_t)old;
            __threadfence();
            seen = atomicCAS(at, old, ((old >> 32) + 1) << 32 | chain.first);
            if (seen == old)
                break;
        }
    }
    chain = {};
    lanes_meet();
}

/* Initialises a warp without memory. */
static __device__ void start_searcher(const struct maze_view &view, struct gpu_searcher &it,
                                      struct close_memory *close)
{
    it = {};
    it.close = close;
    it.words = it.cells = (uint32_t *)view.arena;
    it.lane = lane_id();
    it.far = NOTHING;
    it.room = CLOSE_ENTRIES;
    for (uint32_t i = it.lane; i < BUCKETS; i += LANES)
        close->head[i] = NOTHING;
    for (uint32_t i = it.lane; i < BUCKET_WORDS; i += LANES)
        close->filled[i] = 0;
    for (uint32_t i = it.lane; i < view.layers * STEP_STRIDE; i += LANES)
        close->steps[i] = view.step[i];
    lanes_meet();
}
