/* relax_kernel: label correcting for all costs, with many cells at a time.
 *
 * Result   for each state (a cell, or with bend costs a cell and an axis) the least cost, for all
 *          states that cost less than the nearest target, and for the targets of that cost.
 * Method   label correcting with two piles: delta-stepping [1], near and far piles on a GPU [2]. A
 *          state whose label falls goes to the near pile if the label is below the threshold, else
 *          it is marked as far. Rounds empty the near pile, which fills again; then the threshold
 *          moves up by delta and the far states below it become near:
 *
 *              0 ......... settled ......... | near, threshold - delta .. | far ...
 *
 *          A label may fall several times; atomicMin makes its final value unique. When the
 *          threshold moves, no state below it is left on a pile, so labels below it are final.
 * Piles    near is a queue (block_queue.cuh), with a bit per state, so that no state is in it
 *          twice. Two queues and two bit planes alternate: a round reads and clears one, and writes
 *          the other, so a state whose label falls while it is read comes again in the next round.
 *          far is a bit plane, with a summary that has a bit for each of its words; a sift reads
 *          the summary from end to end. A bit left by an earlier job belongs to a label at or above
 *          top and is dropped.
 * Bounds   Labels above best, the least label of a target so far, are dropped; labels equal to it
 *          are written, because another target may win a tie, but not expanded.
 * Bends    A state (cell, X) is not expanded if the label of another axis of the cell is lower by
 *          at least the bend cost: every step is as cheap from there.
 * Labels   32 bits, and 64 if a cost does not fit: then the host starts again (see search).
 * Time     rounds * (barrier + round trips), about the number of steps of the longest cheapest
 *          path, plus a sift per delta. Memory: 12 bytes per state (16 with wide labels),
 *          3 bits.
 * Ends     when the near pile is empty and no far state is below best. All blocks make the same
 *          iterations, because these depend on numbers that do not change between two barriers.
 *
 * [1] U. Meyer, P. Sanders, Delta-stepping: a parallelizable shortest path algorithm, 2003.
 * [2] A. Davidson, S. Baxter, M. Garland, J. Owens, Work-efficient parallel GPU methods for
 *     single-source shortest paths, 2014.
 */
#pragma once

#include <cooperative_groups.h>

#include "gpu/wave/block_queue.cuh"
#include "gpu/wave/labels/labels.cuh"

enum {
    RELAX_THREADS_MAX = 512, /* threads per block */
    STOP_EVERY = 64,         /* rounds between two reads of the stop flag */
};

#define NOTHING_FAR 0xFFFFFFFFFFFFFFFFULL

/* A barrier of all threads of a cooperative launch: 20 to 40 ns with one block, 1 us with more
 * (H200). Threads see afterwards what any thread wrote before, if they read past the first-level
 * cache (__ldcg). */
static __device__ __forceinline__ void relax_barrier(void)
{
    if (gridDim.x == 1)
        __syncthreads();
    else
        cooperative_groups::this_grid().sync();
}

/* Arguments of all device functions of the wave. */
template <typename L> struct relax_view {
    struct field_view field;
    struct job_view job;
    L *labels;
    uint32_t *queue[2];      /* near piles, used in turn */
    uint32_t *near_plane[2]; /* a bit per state that is on the pile */
    uint32_t *far_plane;
    uint32_t *far_summary;  /* a bit per word of far_plane that may not be 0 */
    uint32_t summary_words; /* words per row of far_summary */
    size_t plane_words;     /* words of the plane of one axis */
    uint64_t delta;
    uint32_t capacity; /* capacity of the block queues */
    const volatile uint32_t *stop_flag;
};

/* True if another axis of the cell makes every step from this state needless. */
template <typename L, int axes>
static __device__ __forceinline__ bool is_beaten(const relax_view<L> &wave, uint32_t state,
                                                 uint32_t axis, uint64_t label)
{
    uint64_t bend = wave.field.rules.bend;
    for (uint32_t other = 0; axes > 1 && other < axes; other++)
        if (other != axis && label >= bend &&
            __ldcg(&wave.labels[state - axis + other]) <= label - bend)
            return true;
    return false;
}

/* The labels that a sift moves to the near pile: in [low, high) and below best. */
struct sieve {
    uint64_t low, high, best;
};

/* A step out of a state, and the label that it offers. */
struct offer {
    uint64_t label;
    uint32_t state, word, bit; /* the state entered; word and bit of its cell in a bit plane */
    uint32_t far_word, summary_bit;
    uint32_t target; /* the word of the target plane */
    bool made;
};

/* The offer of a step; not made if there is no step or no gain. */
template <typename L, int axes>
static __device__ __forceinline__ struct offer
make_offer(const relax_view<L> &wave, const struct field_place &at, uint32_t axis, uint64_t label,
           uint64_t best, int direction)
{
    const struct field_view &field = wave.field;
    struct field_place next;
    struct offer offer = {};
    offer.made = place_step(field, wave.job.window, at, direction, &next);
    if (!offer.made)
        return offer;
    uint32_t next_axis = axes > 1 ? (uint32_t)direction_axis(direction) : 0;
    offer.word = place_word(field, next);
    offer.bit = place_bit(next);
    offer.state = next.cell * axes + next_axis;
    offer.far_word = (next.z * field.height + next.y) * wave.summary_words + next.x / 1024;
    offer.summary_bit = 1U << (next.x / 32 % 32);
    uint32_t closed = field.closed[offer.word] & ~field.own[offer.word];
    offer.target = field.target[offer.word];
    uint64_t old = __ldcg(&wave.labels[offer.state]);
    offer.label = label + place_weight(field, next.cell) +
                  step_extra(&field.rules, at.z, (int)axis, direction);
    bool open = (closed & offer.bit) == 0;
    if (open && offer.label >= wave.job.top)
        wave.job.control->overflow = 1;
    offer.made = open && offer.label <= best && offer.label < wave.job.top && offer.label < old;
    return offer;
}

/* Marks the state of an offer that won as near or far. Returns the previous word of the near plane;
 * all ones if there is nothing to push. */
template <typename L, int axes>
static __device__ __forceinline__ uint32_t mark_offer(const relax_view<L> &wave,
                                                      const struct offer &offer, int direction,
                                                      uint64_t threshold, uint32_t *near_next)
{
    assert(direction >= 0 && direction < DIRECTIONS);
    uint32_t axis = axes > 1 ? (uint32_t)direction_axis(direction) : 0;
    size_t word = offer.word + axis * wave.plane_words;
    if (offer.label < threshold)
        return atomicOr(&near_next[word], offer.bit);
    size_t rows = (size_t)wave.field.layers * wave.field.height;
    atomicOr(&wave.far_plane[word], offer.bit);
    atomicOr(&wave.far_summary[offer.far_word + axis * rows * wave.summary_words],
             offer.summary_bit);
    return ~0U;
}

/* Takes one state off the near pile and offers its neighbours their cost from here. All loads are
 * issued before the first result is needed, and so are the atomics. */
template <typename L, int axes>
static __device__ __forceinline__ void expand(const relax_view<L> &wave, uint32_t state,
                                              uint64_t best, uint64_t threshold, uint32_t *near_now,
                                              uint32_t *near_next, struct block_queue *queue,
                                              const struct block_frontier &out)
{
    uint32_t cell = state / axes, axis = state - cell * axes;
    struct field_place at = place_of(wave.field, cell);
    atomicAnd(&near_now[place_word(wave.field, at) + axis * wave.plane_words], ~place_bit(at));
    uint64_t label = __ldcg(&wave.labels[state]);
    assert(label >= wave.job.base);
    if (label >= best || is_beaten<L, axes>(wave, state, axis, label))
        return;
    struct offer offers[DIRECTIONS];
    L old[DIRECTIONS];
    uint32_t marks[DIRECTIONS];
#pragma unroll
    for (int d = 0; d < DIRECTIONS; d++)
        offers[d] = make_offer<L, axes>(wave, at, axis, label, best, d);
#pragma unroll
    for (int d = 0; d < DIRECTIONS; d++) {
        old[d] = 0;
        if (offers[d].made)
            old[d] = atomicMin(&wave.labels[offers[d].state], (L)offers[d].label);
    }
#pragma unroll
    for (int d = 0; d < DIRECTIONS; d++) {
        marks[d] = ~0U;
        if (old[d] > offers[d].label)
            marks[d] = mark_offer<L, axes>(wave, offers[d], d, threshold, near_next);
    }
#pragma unroll
    for (int d = 0; d < DIRECTIONS; d++) {
        if (old[d] > offers[d].label && (offers[d].target & offers[d].bit) != 0)
            atomicMin(&wave.job.control->best, (unsigned long long)offers[d].label);
        if ((marks[d] & offers[d].bit) == 0 && offers[d].bit != 0)
            block_queue_push(queue, out, offers[d].state);
    }
}

/* Processes one word of the far plane: drops stale states and those not below best, and moves those
 * in [low, high) to the near pile. Returns the least label that stays; *empty: none does. */
template <typename L, int axes>
static __device__ uint64_t sift_word(const relax_view<L> &wave, uint32_t axis, uint32_t row,
                                     uint32_t column, const struct sieve &sieve, bool *empty,
                                     uint32_t *near_next, struct block_queue *queue,
                                     const struct block_frontier &out)
{
    uint64_t least = NOTHING_FAR;
    assert(sieve.low <= sieve.high);
    size_t at = (size_t)row * wave.field.row_words + column + axis * wave.plane_words;
    uint32_t waiting = __ldcg(&wave.far_plane[at]), gone = 0;
    for (uint32_t rest = waiting; rest != 0; rest &= rest - 1) {
        uint32_t bit = rest & (~rest + 1);
        uint32_t cell = row * wave.field.width + column * 32 + (uint32_t)__ffs((int)rest) - 1;
        uint32_t state = cell * axes + axis;
        uint64_t label = __ldcg(&wave.labels[state]);
        if (label >= sieve.high && label < sieve.best) {
            least = min(least, label);
            continue;
        }
        gone |= bit;
        if (label >= sieve.low && label < sieve.best && (atomicOr(&near_next[at], bit) & bit) == 0)
            block_queue_push(queue, out, state);
    }
    if (gone != 0)
        wave.far_plane[at] = waiting & ~gone;
    *empty = gone == waiting;
    return least;
}

/* All threads: processes the far plane inside the window, each thread every n-th summary word. */
template <typename L, int axes>
static __device__ void sift(const relax_view<L> &wave, const struct sieve &sieve,
                            unsigned long long *least, uint32_t *near_next,
                            struct block_queue *queue, const struct block_frontier &out)
{
    const struct box &window = wave.job.window;
    uint32_t first = window.x0 / 1024, columns = window.x1 / 1024 - first + 1;
    uint32_t rows = window.y1 - window.y0 + 1;
    uint32_t words = columns * rows * wave.field.layers * axes;
    uint64_t mine = NOTHING_FAR;
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < words;
         i += gridDim.x * blockDim.x) {
        uint32_t line = i / columns, plane = line / rows, column = first + i % columns;
        uint32_t axis = plane / wave.field.layers, z = plane % wave.field.layers;
        uint32_t row = z * wave.field.height + window.y0 + line % rows;
        size_t at =
            ((size_t)axis * wave.field.layers * wave.field.height + row) * wave.summary_words +
            column;
        uint32_t some = __ldcg(&wave.far_summary[at]), none = 0;
        for (uint32_t rest = some; rest != 0; rest &= rest - 1) {
            bool empty = true;
            uint32_t word = (uint32_t)__ffs((int)rest) - 1;
            uint64_t stays = sift_word<L, axes>(wave, axis, row, column * 32 + word, sieve, &empty,
                                                near_next, queue, out);
            none |= empty ? 1U << word : 0;
            mine = min(mine, stays);
        }
        if (none != 0)
            wave.far_summary[at] = some & ~none;
    }
    if (mine != NOTHING_FAR)
        atomicMin(least, (unsigned long long)mine);
}

/* Launch: cooperative, any number of blocks of up to RELAX_THREADS_MAX threads. A thread owns the
 * states that it takes from the queue, or the summary words of a sift; labels, planes and queues
 * change by atomics. tail and far are used in turn by threes: in each round one is read, one
 * written and one cleared, so one barrier per round is enough. */
template <typename L, int axes>
static __global__ void __launch_bounds__(RELAX_THREADS_MAX, 1) relax(relax_view<L> wave)
{
    extern __shared__ struct block_queue queue[];
    assert(wave.job.base < wave.job.top && wave.delta > 0 && blockDim.x <= RELAX_THREADS_MAX);
    struct wave_control *control = wave.job.control;
    block_queue_open(queue, wave.capacity);
    uint64_t threshold = min(wave.job.base + wave.delta, wave.job.top), low = wave.job.base;
    uint32_t sifts = 0;
    for (uint32_t round = 0;; round++) {
        uint32_t count = __ldcg(&control->tail[round % 3]), now = round % 2, next = now ^ 1;
        uint32_t stopped = __ldcg(&control->stopped);
        if (stopped != 0 && stopped <= round)
            break;
        struct block_frontier out = {wave.queue[next], &control->tail[(round + 1) % 3]};
        if (blockIdx.x == 0 && threadIdx.x == 0) {
            control->tail[(round + 2) % 3] = 0;
            if (round % STOP_EVERY == STOP_EVERY - 1 && *wave.stop_flag != 0)
                control->stopped = round + 1;
        }
        uint64_t best = __ldcg(&control->best);
        if (count > 0) {
            uint32_t stride = gridDim.x * blockDim.x;
            for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
                expand<L, axes>(wave, __ldcg(&wave.queue[now][i]), best, threshold,
                                wave.near_plane[now], wave.near_plane[next], queue, out);
            block_queue_flush(queue, out);
            relax_barrier();
            continue;
        }
        low = threshold;
        threshold = min(threshold + wave.delta, wave.job.top);
        unsigned long long *least = &control->far[sifts % 3];
        if (blockIdx.x == 0 && threadIdx.x == 0)
            control->far[(sifts + 1) % 3] = NOTHING_FAR;
        sift<L, axes>(wave, {low, threshold, best}, least, wave.near_plane[next], queue, out);
        block_queue_flush(queue, out);
        relax_barrier();
        sifts++;
        if (__ldcg(&control->tail[(round + 1) % 3]) > 0)
            continue;
        uint64_t waiting = __ldcg(least);
        if (waiting == NOTHING_FAR)
            break;
        /* No state was below: skip the empty buckets. `low` of the next sift is this threshold. */
        threshold = waiting;
    }
}
