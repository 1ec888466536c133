/* lab: what the kernels of the lab share: a search with its device memory, and the two host loops
 * that drive nearly all of them.
 *
 * `queue_levels` is the host code of [1], Fig. 12.7. A level is one launch over the previous
 * frontier. The length of the new frontier comes back to the host, which swaps the two queues and
 * continues until the length is 0. Errors in the listing, corrected here: labels start as
 * unreached; the length is passed as an argument, so that the device needs neither a second tail
 * nor a kernel that copies one to the other; queues have one place per vertex, so they cannot
 * overflow, because a vertex enters a frontier once; every call and launch is checked.
 *
 * `sweep_levels` drives kernels that test all edges in every level. It continues while a level
 * has labelled something. In the listing that flag is an element of the visited array (`*visited =
 * 1`), so the search of a graph whose vertex 0 was reached never ends; here every level has its own
 * counter.
 *
 * There are COUNTER_SETS sets of COUNTER_WORDS counters, one set per level, used in turn. All of
 * them are cleared when the last one has been used: one memset per thousand levels.
 *
 * A level costs a launch, a copy of a few bytes and a wait: about 20 us on an H200, whatever the
 * size of the frontier. `persistent` avoids that cost.
 *
 * [1] Hwu, Kirk, El Hajj, Programming Massively Parallel Processors.
 */
#pragma once

#include <cassert>
#include <utility>

#include "gpu/buffers.h"
#include "gpu/check.cuh"
#include "gpu/lab/graph.cuh"
#include "router/search/bfs.h"

namespace lab
{

enum {
    BLOCK_THREADS = 256, /* threads per block, unless a kernel's comment gives another number */
    COUNTER_SETS = 1024, /* sets of counters, one per level */
    COUNTER_WORDS = 4,   /* counters per set, of 32 bits */
    BUFFERS = 5,         /* device arrays per search */
};

/* One search on the device. */
struct lab_search {
    uint32_t vertex_count, source;
    uint32_t block_queue;    /* entries per block queue */
    uint32_t *label;         /* [vertex_count], device */
    uint32_t *counters;      /* [COUNTER_SETS * COUNTER_WORDS], device */
    uint32_t *counters_host; /* [COUNTER_WORDS], pinned */
    int multiprocessors;
    cudaStream_t stream;
    struct buffer buffers[BUFFERS];
    struct memory_account account;
    struct error *error;
};

/* One kernel of the lab: its search over each of the two views. */
struct kernel {
    enum status (*search_grid)(struct lab_search *search, const grid_view &graph);
    enum status (*search_csr)(struct lab_search *search, const csr_view &graph);
};

/* Defines the table's entry of a kernel whose search is the template NAME_search. */
#define LAB_KERNEL(name)                                                                           \
    namespace lab                                                                                  \
    {                                                                                              \
    extern const struct kernel kernel_##name;                                                      \
    const struct kernel kernel_##name = {name##_search<grid_view>, name##_search<csr_view>};       \
    }

/* Returns `bytes` of device memory in array `place`, below BUFFERS. The array is kept from search
 * to search and only grows; its contents are lost when it grows. */
inline enum status buffer_bytes(struct lab_search *search, int place, size_t bytes, void **data)
{
    assert(place >= 0 && place < BUFFERS && data != NULL);
    TRY(buffer_reserve(&search->buffers[place], bytes, "a kernel's array", &search->account,
                       search->error));
    *data = search->buffers[place].data;
    return STATUS_OK;
}

template <class T> enum status buffer(struct lab_search *search, int place, size_t count, T **data)
{
    return buffer_bytes(search, place, count * sizeof(T), (void **)data);
}

/* Marks every vertex unreached, labels the source 0 and makes it queue[0] (queue may be NULL). */
enum status start(struct lab_search *search, uint32_t *queue);

/* Returns a set of cleared counters for this level, from 1. */
enum status level_counters(struct lab_search *search, uint32_t level, uint32_t **counters);

/* Waits for the level and copies its first `words` counters, at most COUNTER_WORDS, to
 * search->counters_host. */
enum status read_counters(struct lab_search *search, const uint32_t *counters, int words);

inline uint32_t blocks_for(uint64_t threads, uint32_t block_threads)
{
    return (uint32_t)((threads + block_threads - 1) / block_threads);
}

/* The index of the thread in its launch. */
__device__ inline uint64_t thread_number()
{
    return (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
}

/* Searches level by level with frontier queues in buffers 0 and 1. expand(previous, count, current,
 * tail, level) launches one level: it labels what the count vertices of previous find with level,
 * writes each such vertex once to current and their number to *tail, which starts at 0. */
template <class Expand> enum status queue_levels(struct lab_search *search, Expand expand)
{
    uint32_t *previous, *current;
    TRY(buffer(search, 0, search->vertex_count, &previous));
    TRY(buffer(search, 1, search->vertex_count, &current));
    TRY(start(search, previous));
    uint32_t count = 1;
    for (uint32_t level = 1; count > 0; level++) {
        uint32_t *tail;
        TRY(level_counters(search, level, &tail));
        expand(previous, count, current, tail, level);
        CUDA_LAUNCHED("a level", search->error);
        TRY(read_counters(search, tail, 1));
        count = search->counters_host[0];
        assert(count <= search->vertex_count); /* a vertex enters a frontier once */
        std::swap(previous, current);
    }
    return STATUS_OK;
}

/* Searches level by level with sweeps. sweep(changed, level) launches one level, which sets
 * *changed, 0 before, if it labels anything. */
template <class Sweep> enum status sweep_levels(struct lab_search *search, Sweep sweep)
{
    TRY(start(search, NULL));
    bool changed = true;
    for (uint32_t level = 1; changed; level++) {
        assert(level <= search->vertex_count); /* each level but the last labels a vertex */
        uint32_t *flag;
        TRY(level_counters(search, level, &flag));
        sweep(flag, level);
        CUDA_LAUNCHED("a level", search->error);
        TRY(read_counters(search, flag, 1));
        changed = search->counters_host[0] != 0;
    }
    return STATUS_OK;
}

} // namespace lab
