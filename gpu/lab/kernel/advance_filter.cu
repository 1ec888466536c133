/* advance-filter: the search as two operators on whole frontiers [1].
 *
 * Idea: `advance` turns a frontier into the list of all its neighbours, and `filter` keeps those
 * that are new. Advance distributes the work by edges, not by vertices, which makes it fast for
 * vertices of very different degrees.
 *
 *     frontier   0  3  6        degrees  2 50 100       scan (inclusive)  2 52 152
 *     output     152 places     place 60 belongs to the first vertex whose end exceeds 60: vertex
 *                               6, and is its edge 60 - 52 = 8
 *
 * The load-balancing search cuts the merge of the ends 2, 52, 152 with the places 0, 1, ... 151
 * into equal parts (merge path, [2]). Each part is the work of one thread, whatever the lengths of
 * the rows in it. Scan and compaction are DeviceScan and DeviceSelect of CUB. The search of the
 * merge path is written out below, because it is the core of the method; CUB's own version is
 * deprecated and counts diagonals in the type of the lengths, which rows + places may exceed.
 *
 * Advance claims labels by compare-and-swap and writes the vertex found or VERTEX_NONE; filter
 * drops VERTEX_NONE. So a frontier holds each vertex once.
 *
 * Launch shape: one thread per 8 steps of the merge path, blocks of 256.
 *
 * Race argument: claims are made by compare-and-swap, and each place of the output is written by
 * the thread that owns it. Filter is a later launch on the same stream.
 *
 * Errors in the mini-gunrock study of [1], corrected here: its idempotent advance labels nothing,
 * so the search of a cycle never ends. Frontiers grow beyond the arrays allocated for them; here
 * the output grows to the size that the scan returns. Each advance allocates its counter again.
 *
 * [1] Y. Wang et al., Gunrock: A High-Performance Graph Processing Library on the GPU, 2016.
 * [2] O. Green, R. McColl, D. Bader, GPU Merge Path, 2012. */
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "gpu/lab/lab.cuh"

namespace lab
{

enum { PATH_STEPS = 8 }; /* steps of the merge path per thread */

enum advance_place { FRONTIER, OUTPUT, ENDS, TOTAL, SCRATCH };

/* Number of edges of frontier[i], including empty places of a grid's row. */
template <class Graph> struct degree_of {
    Graph graph;
    const uint32_t *frontier;

    __device__ uint32_t operator()(uint32_t i) const
    {
        return graph.out(frontier[i]).slots;
    }
};

struct is_vertex {
    __device__ bool operator()(uint32_t vertex) const
    {
        return vertex != VERTEX_NONE;
    }
};

/* How many of the row ends are on the merge path before this diagonal: the smallest s such that
 * place (diagonal - s) is below ends[s]. */
static __device__ uint32_t merge_path_rows(const uint32_t *ends, uint32_t rows, uint32_t places,
                                           uint64_t diagonal)
{
    uint64_t low = diagonal > places ? diagonal - places : 0;
    uint64_t high = diagonal < rows ? diagonal : rows;
    assert(diagonal < (uint64_t)rows + places && low <= high);
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        if (ends[middle] <= diagonal - middle - 1)
            low = middle + 1;
        else
            high = middle;
    }
    return (uint32_t)low;
}

template <class Graph>
__global__ void __launch_bounds__(BLOCK_THREADS)
    advance_level(Graph graph, const uint32_t *frontier, const uint32_t *ends, uint32_t rows,
                  uint32_t places, uint32_t *output, uint32_t *label, uint32_t level)
{
    uint64_t diagonal = thread_number() * PATH_STEPS, length = (uint64_t)rows + places;
    if (diagonal >= length)
        return;
    uint32_t row = merge_path_rows(ends, rows, places, diagonal);
    uint32_t place = (uint32_t)(diagonal - row);
    for (int step = 0; step < PATH_STEPS && place < places; step++) {
        if (place >= ends[row]) {
            row++;
            continue;
        }
        uint32_t begin = row > 0 ? ends[row - 1] : 0;
        uint32_t next = graph.out(frontier[row])[place - begin];
        output[place] = next != VERTEX_NONE && claim(label, next, level) ? next : VERTEX_NONE;
        place++;
    }
}

/* Scans the degrees of the frontier; *places is their sum. */
template <class Graph>
static enum status scan_degrees(struct lab_search *search, const Graph &graph,
                                const uint32_t *frontier, uint32_t count, uint32_t **ends,
                                uint32_t *places)
{
    size_t bytes = 0;
    void *scratch;
    auto degrees = thrust::make_transform_iterator(thrust::make_counting_iterator((uint32_t)0),
                                                   degree_of<Graph>{graph, frontier});
    TRY(buffer(search, ENDS, search->vertex_count, ends));
    CUDA_TRY(cub::DeviceScan::InclusiveSum(NULL, bytes, degrees, *ends, (int)count, search->stream),
             search->error);
    TRY(buffer_bytes(search, SCRATCH, bytes, &scratch));
    CUDA_TRY(
        cub::DeviceScan::InclusiveSum(scratch, bytes, degrees, *ends, (int)count, search->stream),
        search->error);
    return read_number(search, *ends + count - 1, places);
}

/* Copies the vertices of output[count] to the frontier; *kept is their number. */
static enum status filter(struct lab_search *search, const uint32_t *output, uint32_t count,
                          uint32_t *frontier, uint32_t *kept)
{
    size_t bytes = 0;
    void *scratch;
    uint32_t *total;
    TRY(buffer(search, TOTAL, 1, &total));
    CUDA_TRY(cub::DeviceSelect::If(NULL, bytes, output, frontier, total, (int)count, is_vertex{},
                                   search->stream),
             search->error);
    TRY(buffer_bytes(search, SCRATCH, bytes, &scratch));
    CUDA_TRY(cub::DeviceSelect::If(scratch, bytes, output, frontier, total, (int)count, is_vertex{},
                                   search->stream),
             search->error);
    TRY(read_number(search, total, kept));
    assert(*kept <= count && *kept <= search->vertex_count);
    return STATUS_OK;
}

template <class Graph>
static enum status advance_search(struct lab_search *search, const Graph &graph)
{
    uint32_t *frontier, *output, *ends, count = 1;
    if (graph.edge_slots() > INT32_MAX)
        return error_set(search->error, STATUS_FAILED,
                         "%llu edge places: `advance` counts them in 31 bits",
                         (unsigned long long)graph.edge_slots());
    TRY(buffer(search, FRONTIER, search->vertex_count, &frontier));
    TRY(start(search, frontier));
    for (uint32_t level = 1; count > 0; level++) {
        uint32_t places = 0;
        TRY(scan_degrees(search, graph, frontier, count, &ends, &places));
        if (places == 0)
            break;
        assert(places <= graph.edge_slots());
        TRY(buffer(search, OUTPUT, places, &output));
        const uint64_t steps = (uint64_t)count + places, per_block = PATH_STEPS * BLOCK_THREADS;
        const uint32_t blocks = (uint32_t)((steps + per_block - 1) / per_block);
        advance_level<<<blocks, BLOCK_THREADS, 0, search->stream>>>(
            graph, frontier, ends, count, places, output, search->label, level);
        CUDA_LAUNCHED("advance_level", search->error);
        TRY(filter(search, output, places, frontier, &count));
    }
    return STATUS_OK;
}

} // namespace lab

LAB_KERNEL(advance)
