/* advance-filter: the search as two operators on whole frontiers (Gunrock: Wang et al. 2016; the
 * mini-gunrock study).
 *
 * Idea: no kernel knows about queues. `advance` turns a frontier into the list of all its
 * neighbours, `filter` keeps those that are new. What makes it fast for uneven degrees is how
 * advance shares out the work: not by vertices, but by edges.
 *
 *     frontier   0  3  6        degrees  2 50 100       scan (inclusive)  2 52 152
 *     output     152 places     place 60 belongs to the first vertex whose end lies above it: 6,
 *                               and is its edge 60 - 52 = 8
 *
 * The load-balancing search cuts the merge of the ends 2, 52, 152 with the places 0, 1, ... 151
 * into equal parts (merge path: Green, McColl and Bader 2012); a part is a thread's work, however
 * long or short the rows in it are, and however many empty ones. Scan and compaction are CUB's
 * DeviceScan and DeviceSelect (Merrill). The search of the merge path is written out below, for it
 * is what the idea turns on; CUB's own (MergePathSearch) is deprecated since its version 3, and
 * counts diagonals in the type of the lengths, which rows + places may leave.
 *
 *     advance-filter       advance claims labels by compare-and-swap and writes the vertex or NONE;
 *                          filter drops NONE. The frontier is exact.
 *     advance-idempotent   no atomics: advance labels what it sees unreached by a plain store, and
 *                          notes its place as the vertex's owner; filter keeps a place only if it
 *                          is its vertex's owner. Several places may have written; one is noted.
 *     advance-pull         the frontier is the list of unreached vertices; each asks its incoming
 *                          edges for the level before and stops at a hit; filter keeps those still
 *                          unreached. Ends when a level shortens the list no more.
 *
 * Launch shapes: advance one thread for 8 steps of the merge path, blocks of 256; pull one thread
 * an unreached vertex.
 *
 * Race argument: claims by compare-and-swap. In the idempotent form all who write a label write
 * the same one, and whoever stores last into owner[v] is some place that holds v, which is all that
 * the filter, a later launch, needs. In pull each thread writes its own vertex's label.
 *
 * Wrong in the study, mended here: its idempotent advance returns the neighbour without calling
 * apply_advance, so nothing is ever labelled and the search of any cycle runs for ever; and since
 * nothing drops the copies, frontiers grow beyond the num_edges places that they are given, and
 * beyond the num_nodes places of the scanned offsets. Here owners make the frontier exact, and
 * the output grows to what the scan says. Each advance there allocates its counter anew; frontiers
 * hold a shared_ptr to one element made by the wrong make_shared. The study speaks of a pull form
 * and has none.
 */
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "gpu/lab/kernel/claim.cuh"
#include "gpu/lab/lab.cuh"

namespace lab
{

enum { PATH_STEPS = 8 }; /* steps of the merge path that a thread takes */

enum advance_place { OUTPUT = 2, ENDS, OWNER, TOTAL, SCRATCH };

/* Out-degree of frontier[i], or slots that may be empty. */
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

struct is_unreached {
    const uint32_t *label;

    __device__ bool operator()(uint32_t vertex) const
    {
        return label[vertex] == BFS_UNREACHED;
    }
};

/* The vertex at a place if that place owns it, else VERTEX_NONE. */
struct owned_vertex {
    const uint32_t *output, *owner;

    __device__ uint32_t operator()(uint32_t place) const
    {
        uint32_t vertex = output[place];
        return vertex != VERTEX_NONE && owner[vertex] == place ? vertex : VERTEX_NONE;
    }
};

/* How many of the row ends lie on the merge path before this diagonal: the smallest s such that
 * place (diagonal - s) is below ends[s]. */
static __device__ uint32_t merge_path_rows(const uint32_t *ends, uint32_t rows, uint32_t places,
                                           uint64_t diagonal)
{
    uint64_t low = diagonal > places ? diagonal - places : 0;
    uint64_t high = diagonal < rows ? diagonal : rows;
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        if (ends[middle] <= diagonal - middle - 1)
            low = middle + 1;
        else
            high = middle;
    }
    return (uint32_t)low;
}

/* What advance makes of one edge: the vertex found, or VERTEX_NONE. */
struct claim_exact {
    uint32_t *label;

    __device__ uint32_t operator()(uint32_t next, uint32_t, uint32_t level) const
    {
        return next != VERTEX_NONE && claim(label, next, level) ? next : VERTEX_NONE;
    }
};

struct claim_idempotent {
    uint32_t *label, *owner;

    __device__ uint32_t operator()(uint32_t next, uint32_t place, uint32_t level) const
    {
        if (next == VERTEX_NONE || label[next] != BFS_UNREACHED)
            return VERTEX_NONE;
        owner[next] = place;
        label[next] = level;
        return next;
    }
};

template <class Graph, class Claim>
__global__ void __launch_bounds__(BLOCK_THREADS)
    advance(Graph graph, Claim claim_vertex, const uint32_t *frontier, const uint32_t *ends,
            uint32_t rows, uint32_t places, uint32_t *output, uint32_t level)
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
        output[place] = claim_vertex(next, place, level);
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
    TRY(read_counters(search, *ends + count - 1, 1));
    *places = search->counters_host[0];
    return STATUS_OK;
}

/* Keeps the items that the predicate accepts; *kept is their number. */
template <class Items, class Keep>
static enum status filter(struct lab_search *search, Items items, uint32_t count,
                          uint32_t *frontier, Keep keep, uint32_t *kept)
{
    size_t bytes = 0;
    void *scratch;
    uint32_t *total;
    TRY(buffer(search, TOTAL, 1, &total));
    CUDA_TRY(cub::DeviceSelect::If(NULL, bytes, items, frontier, total, (int)count, keep,
                                   search->stream),
             search->error);
    TRY(buffer_bytes(search, SCRATCH, bytes, &scratch));
    CUDA_TRY(cub::DeviceSelect::If(scratch, bytes, items, frontier, total, (int)count, keep,
                                   search->stream),
             search->error);
    TRY(read_counters(search, total, 1));
    *kept = search->counters_host[0];
    return STATUS_OK;
}

static enum status check_size(struct lab_search *search, uint64_t edge_slots)
{
    if (edge_slots <= INT32_MAX)
        return STATUS_OK;
    return error_set(search->error, STATUS_FAILED,
                     "%llu edge places: `advance` counts them in 31 bits",
                     (unsigned long long)edge_slots);
}

/* The search by advance and filter; Idempotent chooses between owners and atomics. */
template <bool Idempotent, class Graph>
static enum status push_search_by_advance(struct lab_search *search, const Graph &graph)
{
    uint32_t *frontier, *output, *ends, *owner = NULL, count = 1;
    TRY(check_size(search, graph.edge_slots()));
    TRY(buffer(search, 0, search->vertex_count, &frontier));
    if (Idempotent)
        TRY(buffer(search, OWNER, search->vertex_count, &owner));
    TRY(start(search, frontier));
    for (uint32_t level = 1; count > 0; level++) {
        uint32_t places = 0;
        TRY(scan_degrees(search, graph, frontier, count, &ends, &places));
        if (places == 0)
            break;
        TRY(buffer(search, OUTPUT, places, &output));
        uint32_t blocks =
            blocks_for(((uint64_t)count + places + PATH_STEPS - 1) / PATH_STEPS, BLOCK_THREADS);
        if constexpr (Idempotent) {
            advance<<<blocks, BLOCK_THREADS, 0, search->stream>>>(
                graph, claim_idempotent{search->label, owner}, frontier, ends, count, places,
                output, level);
            CUDA_LAUNCHED("advance", search->error);
            auto owned = thrust::make_transform_iterator(
                thrust::make_counting_iterator((uint32_t)0), owned_vertex{output, owner});
            TRY(filter(search, owned, places, frontier, is_vertex{}, &count));
        } else {
            advance<<<blocks, BLOCK_THREADS, 0, search->stream>>>(
                graph, claim_exact{search->label}, frontier, ends, count, places, output, level);
            CUDA_LAUNCHED("advance", search->error);
            TRY(filter(search, output, places, frontier, is_vertex{}, &count));
        }
    }
    return STATUS_OK;
}

template <class Graph>
static enum status advance_exact_search(struct lab_search *search, const Graph &graph)
{
    return push_search_by_advance<false>(search, graph);
}

template <class Graph>
static enum status advance_idempotent_search(struct lab_search *search, const Graph &graph)
{
    return push_search_by_advance<true>(search, graph);
}

template <class Graph>
__global__ void __launch_bounds__(BLOCK_THREADS)
    advance_pull_level(Graph graph, const uint32_t *unreached, uint32_t count, uint32_t *label,
                       uint32_t level)
{
    uint64_t i = thread_number();
    if (i >= count)
        return;
    auto row = graph.in(unreached[i]);
    for (uint32_t slot = 0; slot < row.slots; slot++) {
        uint32_t before = row[slot];
        if (before != VERTEX_NONE && label[before] == level - 1) {
            label[unreached[i]] = level;
            return;
        }
    }
}

template <class Graph>
static enum status advance_pull_search(struct lab_search *search, const Graph &graph)
{
    uint32_t *unreached, *rest, count = 0, before = 0;
    TRY(buffer(search, 0, search->vertex_count, &unreached));
    TRY(buffer(search, 1, search->vertex_count, &rest));
    TRY(start(search, NULL));
    TRY(filter(search, thrust::make_counting_iterator((uint32_t)0), search->vertex_count, unreached,
               is_unreached{search->label}, &count));
    for (uint32_t level = 1; count > 0 && count != before; level++) {
        advance_pull_level<<<blocks_for(count, BLOCK_THREADS), BLOCK_THREADS, 0, search->stream>>>(
            graph, unreached, count, search->label, level);
        CUDA_LAUNCHED("advance_pull_level", search->error);
        before = count;
        TRY(filter(search, unreached, before, rest, is_unreached{search->label}, &count));
        std::swap(unreached, rest);
    }
    return STATUS_OK;
}

} // namespace lab

LAB_KERNEL(advance_exact)
LAB_KERNEL(advance_idempotent)
LAB_KERNEL(advance_pull)
