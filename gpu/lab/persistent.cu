/* persistent: the block-queue search in one cooperative launch, one grid barrier a level.
 *
 * Idea: in `bqueue` a level costs a launch, a copy of the tail to the host and a wait, many times
 * what the level's work takes. Here as many blocks as fit the device at once stay for the whole
 * search; a level ends at a barrier over the grid, and the tail never leaves the device.
 *
 * Launch shape: one cooperative launch of blocks of 256 threads, at most as many as are resident
 * at once; in each level block b takes the frontier's slices b, b + blocks, ... of 256 vertices.
 *
 * Three tails take turns, so that one barrier a level is enough:
 *
 *     level k      reads tails[k % 3], adds to tails[(k + 1) % 3], clears tails[(k + 2) % 3]
 *
 * The one that is cleared was read during level k - 1, which all blocks have left, and is added to
 * during level k + 1, which none has begun.
 *
 * Race argument: labels are claimed by compare-and-swap, queues as in block_queue.cuh. A frontier
 * and its tail were written by other blocks before the barrier, which orders memory over the grid;
 * they are read past the first-level cache (__ldcg), whose lines may be from two levels before.
 * Labels are looked at plainly: an old "unreached" leads to the atomic, which decides.
 *
 * The barrier is that of cooperative groups, about a microsecond on 132 multiprocessors. A block
 * whose slice is empty goes straight to it.
 */
#include <cooperative_groups.h>

#include "gpu/lab/block_queue.cuh"
#include "gpu/lab/lab.cuh"

namespace lab
{

enum { TAILS = 3 };

/* A level's share of one block: its slices of the frontier. */
template <class Graph>
static __device__ void expand_slices(const Graph &graph, const uint32_t *previous, uint32_t count,
                                     const block_queue &queue, const global_queue &current,
                                     uint32_t *label, uint32_t level)
{
    queue.clear();
    __syncthreads();
    for (uint64_t i = thread_number(); i < count; i += (uint64_t)gridDim.x * blockDim.x) {
        auto row = graph.out(__ldcg(&previous[i]));
        for (uint32_t slot = 0; slot < row.slots; slot++) {
            uint32_t next = row[slot];
            if (next != VERTEX_NONE && claim(label, next, level))
                queue.push(next, current);
        }
    }
    queue.flush(current);
}

template <class Graph>
__global__ void __launch_bounds__(BLOCK_THREADS)
    persistent_levels(Graph graph, uint32_t *previous, uint32_t *current, uint32_t *tails,
                      uint32_t *label, uint32_t capacity)
{
    extern __shared__ uint32_t entries[];
    __shared__ struct block_queue_head head;
    const block_queue queue = {&head, entries, capacity};
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    for (uint32_t level = 1;; level++) {
        uint32_t count = __ldcg(&tails[(level - 1) % TAILS]);
        if (count == 0)
            return;
        if (blockIdx.x == 0 && threadIdx.x == 0)
            tails[(level + 1) % TAILS] = 0;
        if ((uint64_t)blockIdx.x * blockDim.x < count)
            expand_slices(graph, previous, count, queue, {current, &tails[level % TAILS]}, label,
                          level);
        uint32_t *swap = previous;
        previous = current;
        current = swap;
        grid.sync();
    }
}

/* The most blocks of this kernel that are resident at once. */
template <class Graph>
static enum status resident_blocks(struct run *run, size_t shared, int *blocks)
{
    int device = 0, cooperative = 0, blocks_a_multiprocessor = 0;
    LAB_TRY(run, cudaGetDevice(&device));
    LAB_TRY(run, cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device));
    if (cooperative == 0)
        return error_set(run->error, STATUS_FAILED,
                         "this device has no cooperative launches, which `persistent` needs");
    LAB_TRY(run, cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                     &blocks_a_multiprocessor, persistent_levels<Graph>, BLOCK_THREADS, shared));
    *blocks = run->multiprocessors; /* more blocks make the barrier dearer, not the level faster */
    if (blocks_a_multiprocessor > 1 && run->vertex_count > 1u << 22)
        *blocks *= 2;
    return STATUS_OK;
}

template <class Graph> static enum status persistent_search(struct run *run, const Graph &graph)
{
    uint32_t *previous, *current, *tails, *label = run->label, capacity = run->block_queue;
    size_t shared = capacity * sizeof(uint32_t);
    int blocks = 0;
    LAB_PASS(resident_blocks<Graph>(run, shared, &blocks));
    LAB_PASS(buffer(run, 0, run->vertex_count, &previous));
    LAB_PASS(buffer(run, 1, run->vertex_count, &current));
    LAB_PASS(buffer(run, 2, TAILS, &tails));
    LAB_PASS(start(run, previous));
    LAB_TRY(run, cudaMemsetAsync(tails, 0, TAILS * sizeof *tails, run->stream));
    LAB_TRY(run, cudaMemsetAsync(tails, 1, 1, run->stream)); /* the low byte: tails[0] = 1 */
    Graph view = graph;
    void *arguments[] = {&view, &previous, &current, &tails, &label, &capacity};
    LAB_TRY(run, cudaLaunchCooperativeKernel((const void *)persistent_levels<Graph>, dim3(blocks),
                                             dim3(BLOCK_THREADS), arguments, shared, run->stream));
    LAB_TRY(run, cudaStreamSynchronize(run->stream));
    return STATUS_OK;
}

} // namespace lab

LAB_KERNEL(persistent)
