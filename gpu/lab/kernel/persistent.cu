/* persistent: a search with block queues in one cooperative launch, one grid barrier per level.
 *
 * Idea: with one launch per level, a level costs the launch, the copy of the queue's length to the
 * host and a wait, which is many times the work of the level. Here all blocks stay for the whole
 * search. A level ends at a barrier over the grid, and the length never leaves the device.
 *
 * Launch shape: one cooperative launch of blocks of 256 threads, one or two per multiprocessor, all
 * resident at once. In each level block b takes the slices b, b + blocks, ... of 256 vertices of
 * the frontier.
 *
 * Three tails are used in turn, so that one barrier per level is enough:
 *
 *     level k      reads tails[k % 3], adds to tails[(k + 1) % 3], clears tails[(k + 2) % 3]
 *
 * The tail that is cleared was read during level k - 1, which all blocks have finished, and
 * receives additions during level k + 1, which no block has started.
 *
 * Race argument: labels are claimed by compare-and-swap; queues as in block_queue.cuh. Other blocks
 * wrote the frontier and its tail before the barrier, which orders memory over the grid. They are
 * read past the first-level cache (__ldcg), which may hold lines from two levels before. Labels are
 * read plainly: an outdated "unreached" leads to the atomic operation, which decides.
 *
 * The barrier of cooperative groups takes about a microsecond on 132 multiprocessors. */
#include <cooperative_groups.h>

#include "gpu/lab/lab.cuh"
#include "gpu/wave/block_queue.cuh"

namespace lab
{

enum { TAILS = 3 }; /* queue lengths: of the level before, of this one, of the next */

/* One block's share of a level: its slices of the frontier. */
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
    block_queue_open(queue, capacity); /* each flush leaves it empty */
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

/* The number of blocks to launch, all of which are resident at once. */
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
    assert(blocks_a_multiprocessor > 0);
    *blocks =
        search->multiprocessors; /* more blocks slow the barrier, and do not speed up the level */
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
    /* Sets the low byte, so that tails[0] = 1. */
    CUDA_TRY(cudaMemsetAsync(tails, 1, 1, search->stream), search->error);
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
