/* lab: what the kernels of the lab share: a search with its device memory, the checks, and the two
 * host loops that nearly all of them are driven by.
 *
 * `queue_levels` is the book's host code (Fig. 12.7): a level is one launch over the previous
 * frontier; the new frontier's length comes back to the host, which swaps the two queues and goes
 * on until it is 0. Wrong in the listing, mended here: labels start as unreached; the frontier's
 * length is passed as an argument, so the device needs no second tail and no kernel that copies
 * one into the other; queues hold one place a vertex, so they cannot overflow, because a vertex
 * enters a frontier once; every call and launch is checked.
 *
 * `sweep_levels` is the loop of the kernels that look at all vertices or edges in every level: it
 * goes on while a level has labelled anything. The listings let that flag alias the visited array
 * (`*visited = 1`), so the search of a graph whose vertex 0 was reached never ends; here every
 * level has a counter of its own.
 *
 * Counters: COUNTER_SETS sets of COUNTER_WORDS words, one set a level in turn, all cleared when
 * they have been used up: one memset a thousand levels instead of one a level.
 *
 * A level costs a launch, a copy of a few bytes and a wait: some 10 us on any device, whatever the
 * frontier holds. `persistent` avoids that cost.
 */
#pragma once

#include <cassert>
#include <utility>

#include "gpu/check.cuh"
#include "gpu/lab/graph.cuh"
#include "router/search/bfs.h"

namespace lab
{

enum {
    BLOCK_THREADS = 256, /* threads a block, where an essay does not say otherwise */
    COUNTER_SETS = 1024, /* levels between two clearings */
    COUNTER_WORDS = 4,   /* words of a set */
    BUFFERS = 12,        /* device arrays that a kernel may ask for */
};

struct lab_buffer {
    void *data;
    size_t bytes;
};

/* One search on the device. */
struct lab_search {
    uint32_t vertex_count, source;
    uint32_t block_queue;    /* entries of a block queue */
    uint32_t *label;         /* [vertex_count], device */
    uint32_t *counters;      /* [COUNTER_SETS * COUNTER_WORDS], device */
    uint32_t *counters_host; /* [COUNTER_WORDS], pinned */
    int multiprocessors;
    cudaStream_t stream;
    struct lab_buffer buffers[BUFFERS];
    struct error *error;
};

/* One kernel of the lab: its search over either view. */
struct kernel {
    enum status (*search_grid)(struct lab_search *search, const grid_view &graph);
    enum status (*search_csr)(struct lab_search *search, const csr_view &graph);
};

/* Defines the table's entry for the kernel whose search is the template NAME_search. */
#define LAB_KERNEL(name)                                                                           \
    namespace lab                                                                                  \
    {                                                                                              \
    extern const struct kernel kernel_##name;                                                      \
    const struct kernel kernel_##name = {name##_search<grid_view>, name##_search<csr_view>};       \
    }

/* Bytes of device memory in place number `place`, kept from search to search and only ever grown;
 * growing loses the contents. */
enum status buffer_bytes(struct lab_search *search, int place, size_t bytes, void **data);

template <class T> enum status buffer(struct lab_search *search, int place, size_t count, T **data)
{
    return buffer_bytes(search, place, count * sizeof(T), (void **)data);
}

/* Marks every vertex unreached and the source reached at 0; queue[0] is the source (queue may be
 * NULL). */
enum status start(struct lab_search *search, uint32_t *queue);

/* A set of cleared counters for this level. */
enum status level_counters(struct lab_search *search, uint32_t level, uint32_t **counters);

/* Waits for the level and copies its first `words` counters to search->counters_host. */
enum status read_counters(struct lab_search *search, const uint32_t *counters, int words);

inline uint32_t blocks_for(uint64_t threads, uint32_t block_threads)
{
    return (uint32_t)((threads + block_threads - 1) / block_threads);
}

/* The thread's number in its launch. */
__device__ inline uint64_t thread_number()
{
    return (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
}

/* Levels by frontier queues in buffers 0 and 1. expand(previous, count, current, tail, level)
 * launches one level: it labels what the count vertices of previous find with level, writes each
 * such vertex once to current and its number to *tail, which starts at 0. */
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

/* Levels by sweeps. sweep(changed, level) launches one level, which sets *changed, 0 before, if it
 * labels anything. */
template <class Sweep> enum status sweep_levels(struct lab_search *search, Sweep sweep)
{
    TRY(start(search, NULL));
    bool changed = true;
    for (uint32_t level = 1; changed; level++) {
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
