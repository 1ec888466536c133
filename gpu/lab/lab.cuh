/* lab: what the kernels of the lab share: a search with its device memory, its start, and claims.
 *
 * A kernel that returns to the host after each level pays for a launch, a copy of a few bytes and a
 * wait: about 20 us per level on an H200, whatever the size of the frontier. `persistent` avoids
 * that cost. */
#pragma once

#include "gpu/buffers.h"
#include "gpu/check.cuh"
#include "gpu/lab/graph.cuh"
#include "router/search/bfs.h"

namespace lab
{

enum {
    BLOCK_THREADS = 256, /* threads per block, unless a kernel's comment gives another number */
    BUFFERS = 5,         /* device arrays per search */
};

/* One search on the device. */
struct lab_search {
    uint32_t vertex_count, source;
    uint32_t block_queue; /* entries per block queue */
    uint32_t *label;      /* [vertex_count], device */
    uint32_t *number;     /* copied from the device; pinned */
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

/* Marks every vertex unreached, labels the source 0 and makes it queue[0]. */
enum status start(struct lab_search *search, uint32_t *queue);

/* Waits for the launches before and copies a number of device memory. */
enum status read_number(struct lab_search *search, const uint32_t *from, uint32_t *number);

/* The index of the thread in its launch. */
__device__ inline uint64_t thread_number()
{
    return (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
}

/* Makes one thread the owner of a vertex, by an atomic operation on the vertex's label.
 *
 * Several threads may process edges to the same unreached vertex at once. The thread whose
 * compare-and-swap changes the label from "unreached" to the level owns the vertex and is the only
 * one that puts it into a queue. A plain read comes first: most edges lead to vertices that already
 * have a label, and these need no atomic operation. If the read returns an outdated "unreached",
 * the atomic operation decides. (Hwu, Kirk, El Hajj, Programming Massively Parallel Processors,
 * section 15.5.) */
__device__ inline bool claim(uint32_t *label, uint32_t vertex, uint32_t level)
{
    assert(level > 0 && level != BFS_UNREACHED); /* only the source has level 0 */
    return label[vertex] == BFS_UNREACHED &&
           atomicCAS(&label[vertex], BFS_UNREACHED, level) == BFS_UNREACHED;
}

} // namespace lab
