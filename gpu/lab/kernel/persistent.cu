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

#include "gpu/lab/kernel/claim.cuh"
#include "gpu/lab/lab.cuh"

namespace lab
{

enum { TAILS = 3 };

/* A level's share of one block: its slices of the frontier. */
template <class Graph>
static __device__ void expand_slices(const Graph &graph, const uint32_t *previous, uint32_t count,
                                     block_queue *queue, const block_frontier &current,
                                     uint32_t *label, uint32_t level)
{
    for (uint64_t i = thread_number(); i < count; i += (uint64_t)gridDim.x * blockDim.x) {
        auto row = graph.out(__ldcg(&previous[i]));
        for (uint32_t slot = 0; slot < row.slots; slot++) {
            uint32_t next = row[slot];
            if (next != VERTEX_NONE && claim(label, next, level))
                block_queue_push(queue, current, next);
        }
    }
    block_queue_flush(queue, current);
}

template <class Graph>
__global__ void __launch_bounds__(BLOCK_THREADS)
    persistent_levels(Graph graph, uint32_t *previous, uint32_t *current, uint32_t *tails,
                      uint32_t *label, uint32_t capacity)
{
    extern __shared__ struct block_queue queue[];
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    block_queue_open(queue, capacity); /* each flush leaves it empty for the next level */
    for (uint32_t level = 1;; level++) {
        uint32_t count = __ldcg(&tails[(level - 1) % TAILS]);
        if (count == 0)
            return;
        assert(count <= graph.vertex_count());
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
static enum status resident_blocks(struct lab_search *search, size_t shared, int *blocks)
{
    int device = 0, cooperative = 0, blocks_a_multiprocessor = 0;
    CUDA_TRY(cudaGetDevice(&device), search->error);
    CUDA_TRY(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device),
             search->error);
    if (cooperative == 0)
        return error_set(search->error, STATUS_FAILED,
                         "this device has no cooperative launches, which `persistent` needs");
    CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                 &blocks_a_multiprocessor, persistent_levels<Graph>, BLOCK_THREADS, shared),
             search->error);
    *blocks =
        search->multiprocessors; /* more blocks make the barrier dearer, not the level faster */
    if (blocks_a_multiprocessor > 1 && search->vertex_count > 1u << 22)
        *blocks *= 2;
    return STATUS_OK;
}

template <class Graph>
static enum status persistent_search(struct lab_search *search, const Graph &graph)
{
    uint32_t *previous, *current, *tails, *label = search->label, capacity = search->block_queue;
    size_t shared = block_queue_bytes(capacity);
    int blocks = 0;
    TRY(resident_blocks<Graph>(search, shared, &blocks));
    TRY(buffer(search, 0, search->vertex_count, &previous));
    TRY(buffer(search, 1, search->vertex_count, &current));
    TRY(buffer(search, 2, TAILS, &tails));
    TRY(start(search, previous));
    CUDA_TRY(cudaMemsetAsync(tails, 0, TAILS * sizeof *tails, search->stream), search->error);
    CUDA_TRY(cudaMemsetAsync(tails, 1, 1, search->stream),
             search->error); /* the low byte: tails[0] = 1 */
    Graph view = graph;
    void *arguments[] = {&view, &previous, &current, &tails, &label, &capacity};
    CUDA_TRY(cudaLaunchCooperativeKernel((const void *)persistent_levels<Graph>, dim3(blocks),
                                         dim3(BLOCK_THREADS), arguments, shared, search->stream),
             search->error);
    CUDA_TRY(cudaStreamSynchronize(search->stream), search->error);
    return STATUS_OK;
}

} // namespace lab

LAB_KERNEL(persistent)
