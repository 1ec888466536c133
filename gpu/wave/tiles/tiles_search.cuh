/* tiles_search: one net by the whole device, breadth-first on bit planes, with temporal blocking.
 *
 * Result   for every cell up to the target's level (and some beyond it) the label modulo 3, in two
 *          bits.
 * Method   A level [1] costs a few operations for 32 cells, 50 ns for a tile. A message to another
 *          multiprocessor costs ten times that. So tiles send messages once per LEVELS levels, an
 *          epoch [2]: a warp loads a tile with its surroundings into registers, runs the levels (in
 *          the rim it repeats work of the neighbours) and sends the cells that the core has reached
 *          (tiles_region.cuh). Only tiles near the front are run.
 *
 *     epoch   a tile   waits for the parcels of the neighbours' previous epoch
 *                      runs, sends the core's parcels; then wakes tiles, and writes labels
 *             clerks   wait until this block's team is done, report to the other blocks, wait for
 *                      them, list this block's tiles of the epoch after the next
 *
 * Waking ahead. A tile waits only for neighbours that were awake in the epoch before [3]; a barrier
 * of all blocks in each epoch would cost as much as the levels. But all blocks must know which
 * tiles are awake, so that is decided two epochs ahead: a cell of the last level of epoch k reaches
 * at most 60 cells by the end of epoch k + 2, so all tiles within 60 cells of such a cell are awake
 * in epoch k + 2, whether the front reaches them or not. Then the meeting of the blocks after epoch
 * k may take as long as epoch k + 1. A tile that the front does not reach is done after three
 * levels.
 *
 * Two mailboxes are enough. A tile in epoch k reads the mailboxes of epoch k - 1. If the neighbour
 * was awake in epoch k - 1, the tile waits until the mailbox has the number k - 1. If not, the
 * mailbox holds the neighbour's last state: a tile that finds a cell in an epoch is near the front,
 * so it is awake in the next epoch, too. It then sends the same cells, or more, to the other
 * mailbox. No mailbox is written while another tile reads it: the next write is in
 * epoch k + 1, and a tile begins that epoch by waiting for its neighbours' parcels of epoch k.
 *
 * Roles. A block has two teams of TEAM warps, for odd and for even epochs, so that one team can
 * begin while the other still labels and wakes; and CLERKS warps that list the tiles. All blocks
 * see the same set of awake tiles and number it in the same order, so each knows its share without
 * messages (tiles_collect.cuh).
 *
 * Memory order. Parcels are read and written as a whole and hold their epoch. Everything else (the
 * sets of tiles, parcels of tiles that sleep) is read at least two epochs after it was written,
 * with a meeting in between: team -> done -> first clerk's release -> counter -> other blocks'
 * first clerks' acquire -> ready -> team. Labels are or'ed into device memory and read by the next
 * kernel. There are eight sets of tiles, set k % 8 for epoch k. After epoch k the clerks read the
 * set of k + 2 and clear that of k + 5. In epoch k a team reads that of k - 1 and writes to that of
 * k + 2. In shared memory, the variables of an epoch belong to the clerks from the `done` two
 * epochs before to its `ready`, and to the team from there to its `done`; sums and verdict belong
 * to the clerks, with `collect` between writing and reading them.
 *
 * Ends     two epochs after the target was reached, or when no tile is awake, or when the host asks
 *          to stop.
 * Launch   cooperative, task.blocks blocks of SEARCH_THREADS threads, at most one per
 *          multiprocessor; search_shared_bytes(capacity) bytes of dynamic shared memory.
 *
 * [1] C. Y. Lee, An algorithm for path connections and its applications, 1961; few label bits:
 *     S. B. Akers, A modification of Lee's path connection algorithm, 1967.
 * [2] Blocking in time: M. Wolf, M. Lam, A data locality optimizing algorithm, 1991.
 * [3] Waiting only for neighbours that can matter: K. M. Chandy, J. Misra, Distributed simulation,
 *     1979.
 */
#pragma once

#include "gpu/wave/tiles/tiles_collect.cuh"
#include "gpu/wave/tiles/tiles_region.cuh"

namespace tiles
{

constexpr unsigned STOP_EVERY = 64; /* epochs between two reads of the host's stop flag */

/* The reports of blocks that are done: fields of control.arrived, which are summed up. */
constexpr unsigned SAYS_DONE = 1, SAYS_FOUND = 1 << 11, SAYS_STOPPED = 1 << 22;
constexpr unsigned BLOCKS_MAX = SAYS_FOUND - 1;

/* Wakes tiles for the epoch after the next: those within 60 cells of the last level's cells. A tile
 * is left asleep if it is visible that it has no cells to find. */
__device__ __forceinline__ void wake_around(const tiles_task &t, shared_tile at,
                                            const warp_region &r, unsigned epoch, int lane)
{
    assert(lane >= 0 && lane < 32);
    const uint32_t bits = look_around(r, lane);
    const int dx = lane % 3 - 1, dy = lane / 3 - 2;
    const bool corner = dx != 0 && (dy == 2 || dy == -2);
    const unsigned halves = !corner ? 3 : dx < 0 ? 1 : 2; /* halves of the core that are near */
    const bool seen = dx == 0 && dy >= -1 && dy <= 1;
    const bool concerned =
        lane < 15 && (bits >> FRONT & halves) != 0 && (!seen || (bits >> (OPEN + dy + 1) & 1) != 0);
    if (concerned)
        wake(t, at.x + dx, at.y + dy, epoch + 2);
}

/* Bit j: this lane's parcel j was sent in an epoch. */
__device__ __forceinline__ unsigned senders(const tiles_task &t, shared_tile at, unsigned epoch,
                                            int lane)
{
    assert(lane >= 0 && lane < 32);
    const uint32_t *awake = awake_set(t, epoch);
    const int y = (int)at.y + part_of(lane) - 1;
    unsigned sent = 0;
#pragma unroll
    for (int dx = -1; dx <= 1; dx++) {
        const int x = (int)at.x + dx;
        if (is_outermost(lane) || !is_tile(t, x, y))
            continue;
        const uint32_t word = __ldcg(awake + y * t.row_words + (x >> 5));
        sent |= (word >> (x & 31) & 1) * (dx < 0 ? 1U : dx > 0 ? 8U : 6U);
    }
    return sent;
}

/* Reads a tile's region as of the end of the previous epoch. Whole warp. */
__device__ __forceinline__ void await_region(const tiles_task &t, shared_tile at, unsigned epoch,
                                             int lane, region_parcels *p)
{
    assert(lane >= 0 && lane < 32);
    const size_t first = first_parcel(t, at.x, at.y, lane);
    const parcel *boxes = boxes_of(t, epoch - 1);
#pragma unroll
    for (int j = 0; j < WORDS; j++)
        p->reached[j] = load_parcel(boxes + first + (size_t)j * (size_t)t.height);
#pragma unroll
    for (int i = 0; i < ROWS; i++)
#pragma unroll
        for (int j = 0; j < WORDS; j++)
            p->open[i][j] =
                t.open[(size_t)i * (size_t)t.parcels + first + (size_t)j * (size_t)t.height];
    const unsigned sent = senders(t, at, epoch - 1, lane);
    for (;;) {
        bool missing = false;
#pragma unroll
        for (int j = 0; j < WORDS; j++)
            missing |= (sent >> j & 1) != 0 && p->reached[j].epoch != epoch - 1;
        if (!__any_sync(WARP, missing))
            return;
#pragma unroll
        for (int j = 0; j < WORDS; j++)
            if ((sent >> j & 1) != 0 && p->reached[j].epoch != epoch - 1)
                p->reached[j] = load_parcel(boxes + first + (size_t)j * (size_t)t.height);
    }
}

/* Sends the cells that the core has reached. Lanes of the core. */
__device__ __forceinline__ void send_core(const tiles_task &t, shared_tile at, unsigned epoch,
                                          int lane, const parcel before[2], const core_words &found)
{
    assert(lane >= 0 && lane < 32);
    parcel *boxes = boxes_of(t, epoch) + first_parcel(t, at.x, at.y, lane) + (size_t)t.height;
#pragma unroll
    for (int half = 0; half < 2; half++) {
        parcel p = before[half];
        p.epoch = epoch;
#pragma unroll
        for (int i = 0; i < ROWS; i++)
            p.rows[i] |= found.half[half][i];
        store_parcel(boxes + (size_t)half * (size_t)t.height, p);
    }
}

/* Adds the labels of the cells found. Lanes of the core. */
__device__ __forceinline__ void label_core(const tiles_task &t, shared_tile at,
                                           const warp_region &r, int lane)
{
    assert(lane >= 0 && lane < 32);
    core_words x, y;
    const int row = at.y * TILE_ROWS + (lane - 1 - TILE_PARCELS) * PARCEL_ROWS;
    found_labels(r, &x, &y);
#pragma unroll
    for (int half = 0; half < 2; half++)
#pragma unroll
        for (int i = 0; i < ROWS; i++) {
            const uint64_t labels = (uint64_t)y.half[half][i] << 32 | x.half[half][i];
            uint64_t *word = t.labels + (size_t)(2 * at.x + half) * (size_t)(t.up * TILE_ROWS) +
                             (size_t)(row + i);
            if (labels != 0)
                add_labels(word, labels);
        }
}

/* True in the lane whose parcels hold the target, if the tile holds it and it was found. */
__device__ __forceinline__ bool finds_target(const tiles_task &t, shared_tile at,
                                             const core_words &found, int lane)
{
    assert(lane >= 0 && lane < 32);
    const int half = half_of(t, t.tx) - 2 * at.x, row = t.ty - t.y0 - at.y * TILE_ROWS;
    if ((unsigned)half > 1 || row < 0 || row / PARCEL_ROWS != lane - 1 - TILE_PARCELS)
        return false;
    uint32_t word = 0;
#pragma unroll
    for (int i = 0; i < ROWS; i++)
        word |= i == row % PARCEL_ROWS ? (half == 0 ? found.half[0][i] : found.half[1][i]) : 0;
    return (word >> word_bit(t.tx) & 1) != 0;
}

/* Runs one tile for one epoch. Whole warp. */
template <bool MIXED>
__device__ __forceinline__ void run_tile(const tiles_task &t, tiles_shared *shared, shared_tile at,
                                         unsigned epoch, int lane)
{
    warp_region r;
    parcel before[2];
    assert(is_tile(t, at.x, at.y) && epoch > 0);
    {
        region_parcels p;
        await_region(t, at, epoch, lane, &p);
        before[0] = p.reached[1];
        before[1] = p.reached[2];
        join_region(p, lane, &r);
    }
    run_levels<MIXED>(&r);
    const bool core = part_of(lane) == 1;
    if (core) {
        const core_words found = found_cells(r);
        send_core(t, at, epoch, lane, before, found);
        if (finds_target(t, at, found, lane)) {
            t.control->epoch = epoch;
            shared->found[epoch % 2] = 1;
        }
    }
    __syncwarp();
    wake_around(t, at, r, epoch, lane);
    if (core)
        label_core(t, at, r, lane);
    __syncwarp();
}

/* How the search ends by the sum of the reports; 0: it continues. */
__device__ __forceinline__ unsigned verdict_end(unsigned verdict)
{
    if ((verdict & (SAYS_STOPPED - SAYS_FOUND)) != 0)
        return END_FOUND;
    return verdict >= SAYS_STOPPED ? END_STOPPED : 0;
}

/* The loop of a team: every other epoch. */
template <bool MIXED>
__device__ __forceinline__ void work(const tiles_task &t, const search_view &s, unsigned epoch,
                                     unsigned warp, int lane)
{
    tiles_shared *shared = s.shared;
    for (;; epoch += 2) {
        await(&shared->ready[epoch % 2], parity_of(epoch));
        if (shared->end[epoch % 2] != 0)
            return;
        for (unsigned i = warp; i < shared->count[epoch % 2]; i += TEAM)
            run_tile<MIXED>(t, shared, s.list(epoch)[i], epoch, lane);
        mbarrier_arrive(&shared->done[epoch % 2]);
    }
}

/* Called by all clerks: starts an epoch's team, or ends its search. */
__device__ __forceinline__ void hand_out(const search_view &s, unsigned epoch, unsigned count,
                                         unsigned end, unsigned clerk)
{
    assert(count <= s.capacity);
    if (clerk == 0) {
        s.shared->count[epoch % 2] = count;
        s.shared->end[epoch % 2] = end;
        s.shared->found[epoch % 2] = 0;
    }
    mbarrier_arrive(&s.shared->ready[epoch % 2]);
}

/* The first clerk, whole warp: reports that the team is done, and waits for the other blocks. */
__device__ __forceinline__ void meet(const tiles_task &t, tiles_shared *shared, unsigned epoch,
                                     int lane, const volatile uint32_t *stop_flag)
{
    unsigned *arrived = &t.control->arrived[epoch % 4], verdict = 0;
    if (lane == 0) {
        const bool stop = blockIdx.x == 0 && epoch % STOP_EVERY == 0 && *stop_flag != 0;
        add_release(arrived, SAYS_DONE + (shared->found[epoch % 2] != 0 ? SAYS_FOUND : 0) +
                                 (stop ? SAYS_STOPPED : 0));
        while (((verdict = read_acquire(arrived)) & BLOCKS_MAX) != t.blocks)
            ;
        if (blockIdx.x == 0)
            t.control->arrived[(epoch + 3) % 4] = 0;
        shared->verdict = verdict;
    }
    __syncwarp();
}

/* The loop of the clerks; clerk: the thread's number among them. Returns how the search ends. */
__device__ __forceinline__ unsigned keep_books(const tiles_task &t, const search_view &s,
                                               unsigned clerk, const volatile uint32_t *stop_flag)
{
    tiles_shared *shared = s.shared;
    const bool first = clerk < 32;
    unsigned end = 0, epoch = 0, parity = 0;
    const unsigned begin = collect(t, s, 1, clerk, &parity);
    hand_out(s, 1, count_mine(t, begin), 0, clerk);
    for (; end == 0; epoch++) {
        if (epoch > 0)
            await(&shared->done[epoch % 2], parity_of(epoch));
        if (epoch > 0 && first)
            meet(t, shared, epoch, (int)clerk, stop_flag);
        gather(shared, &parity);
        end = epoch > 0 ? verdict_end(shared->verdict) : 0;
        uint32_t *clear = awake_set(t, epoch + 5);
        for (unsigned i = blockIdx.x * CLERK_THREADS + clerk; i < (unsigned)t.awake_words;
             i += t.blocks * CLERK_THREADS)
            clear[i] = 0;
        const unsigned total = collect(t, s, epoch + 2, clerk, &parity);
        if (end == 0 && total == 0)
            end = END_NONE;
        hand_out(s, epoch + 2, count_mine(t, total), end, clerk);
    }
    await(&shared->done[epoch % 2], parity_of(epoch)); /* the other team is in its last epoch */
    hand_out(s, epoch + 2, 0, end, clerk);
    return end;
}

/* Launch, ownership and memory order: see the top of the file. capacity: of a list, in tiles. */
template <bool MIXED>
static __global__ void __launch_bounds__(SEARCH_THREADS, 1)
    search_kernel(tiles_task t, unsigned capacity, const volatile uint32_t *stop_flag)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 100 * TILES_MAJOR_MIN
    extern __shared__ __align__(16) unsigned char memory[];
    tiles_shared *shared = (tiles_shared *)memory;
    const search_view s = {shared, (shared_tile *)(shared + 1), capacity};
    const unsigned warp = threadIdx.x / 32;
    const int lane = (int)threadIdx.x % 32;
    assert(blockDim.x == SEARCH_THREADS && gridDim.x == t.blocks && t.blocks <= BLOCKS_MAX);
    if (threadIdx.x == 0)
        init_barriers(shared);
    __syncthreads();
    if (warp < 2 * TEAM) {
        work<MIXED>(t, s, warp < TEAM ? 1 : 2, warp % TEAM, lane);
        return;
    }
    const unsigned end = keep_books(t, s, threadIdx.x - 2 * TEAM_THREADS, stop_flag);
    if (blockIdx.x == 0 && threadIdx.x == 2 * TEAM_THREADS)
        t.control->end = end;
#endif
}

} // namespace tiles
