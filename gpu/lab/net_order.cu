/* net_order: the nets of a large netlist ordered by bounding box, on the device.
 *
 * Short nets are routed first, so the nets are sorted by the half perimeter of their pins' bounding
 * box. Equal ones keep the netlist's order: the sort must be stable, or the device would route in
 * another order than the CPU. A merge sort is: cub::DeviceMergeSort::StableSortPairs sorts tiles in
 * shared memory, then merges runs of double length, each merge cut into equal parts by merge path,
 * so that all threads work to the last round.
 *
 * That is what the computing lab's merge sort lacks: there a thread merges a whole chunk, and the
 * last merge is one thread's work. Faults put right or avoided: its chunk starts at
 * `chunk * threadIdx.x + blockIdx.x * blockDim.x`, which is right for one block only (the product
 * must span the whole thread number); a chunk's two halves are read from `start` and `end` where
 * the second begins at `mid`, and written to `mid` where the output begins at `start`; lengths that
 * are no power of two lose their tail (`chunk <= N`, `N / chunk` threads); in its sequential twin
 * n1 is m - 1 + 1 for m - l + 1, k starts at 1 for l, and the two temporaries are never freed.
 *
 * Launch shape of box_kernel: one thread a net, blocks of 256. No race: a thread writes the key of
 * its net. Pins of one net lie side by side, nets have few; a net of very many pins is one thread's
 * loop, which costs what reading the pins costs.
 */
#include <cub/device/device_merge_sort.cuh>

#include "gpu/gpu.h"
#include "gpu/lab/lab.cuh"
#include "gpu/lab/lab.h"

namespace lab
{

struct smaller {
    __device__ bool operator()(uint32_t a, uint32_t b) const
    {
        return a < b;
    }
};

static __global__ void __launch_bounds__(BLOCK_THREADS)
    box_kernel(const struct net *nets, uint32_t net_count, const struct pin *pins, uint32_t width,
               uint32_t height, uint32_t *key, uint32_t *order)
{
    uint64_t net = thread_number();
    if (net >= net_count)
        return;
    uint32_t x0 = UINT32_MAX, y0 = UINT32_MAX, x1 = 0, y1 = 0;
    for (uint32_t i = 0; i < nets[net].pin_count; i++) {
        cell_t cell = pins[nets[net].first_pin + i].cell;
        uint32_t x = cell % width, y = cell / width % height;
        x0 = min(x0, x);
        y0 = min(y0, y);
        x1 = max(x1, x);
        y1 = max(y1, y);
    }
    key[net] = (x1 - x0) + (y1 - y0);
    order[net] = (uint32_t)net;
}

/* Boxes and sort; the arrays are the search's buffers 0 .. 4. */
static enum status sort_on_device(struct lab_search *search, const struct design *design,
                                  uint32_t *order, cudaEvent_t before, cudaEvent_t after)
{
    const struct netlist *list = &design->nets;
    uint32_t count = list->net_count, *key, *value;
    struct net *nets;
    struct pin *pins;
    void *scratch;
    size_t bytes = 0;
    TRY(buffer(search, 0, count, &key));
    TRY(buffer(search, 1, count, &value));
    TRY(buffer(search, 2, count, &nets));
    TRY(buffer(search, 3, list->pin_count, &pins));
    CUDA_TRY(cub::DeviceMergeSort::StableSortPairs(NULL, bytes, key, value, count, smaller{},
                                                   search->stream),
             search->error);
    TRY(buffer_bytes(search, 4, bytes, &scratch));
    CUDA_TRY(cudaMemcpyAsync(nets, list->nets, count * sizeof *nets, cudaMemcpyHostToDevice,
                             search->stream),
             search->error);
    CUDA_TRY(cudaMemcpyAsync(pins, list->pins, list->pin_count * sizeof *pins,
                             cudaMemcpyHostToDevice, search->stream),
             search->error);
    CUDA_TRY(cudaEventRecord(before, search->stream), search->error);
    box_kernel<<<blocks_for(count, BLOCK_THREADS), BLOCK_THREADS, 0, search->stream>>>(
        nets, count, pins, design->grid.width, design->grid.height, key, value);
    CUDA_LAUNCHED("box_kernel", search->error);
    CUDA_TRY(cub::DeviceMergeSort::StableSortPairs(scratch, bytes, key, value, count, smaller{},
                                                   search->stream),
             search->error);
    CUDA_TRY(cudaEventRecord(after, search->stream), search->error);
    CUDA_TRY(cudaMemcpyAsync(order, value, count * sizeof *order, cudaMemcpyDeviceToHost,
                             search->stream),
             search->error);
    CUDA_TRY(cudaStreamSynchronize(search->stream), search->error);
    return STATUS_OK;
}

static enum status sort_timed(struct lab_search *search, const struct design *design,
                              uint32_t *order, double *seconds)
{
    cudaEvent_t before = NULL, after = NULL;
    float milliseconds = 0;
    enum status status = cuda_status(cudaEventCreate(&before), "cudaEventCreate", search->error);
    if (status == STATUS_OK)
        status = cuda_status(cudaEventCreate(&after), "cudaEventCreate", search->error);
    if (status == STATUS_OK)
        status = sort_on_device(search, design, order, before, after);
    if (status == STATUS_OK)
        status = cuda_status(cudaEventElapsedTime(&milliseconds, before, after),
                             "cudaEventElapsedTime", search->error);
    if (seconds != NULL)
        *seconds = milliseconds / 1e3;
    if (before != NULL)
        cudaEventDestroy(before);
    if (after != NULL)
        cudaEventDestroy(after);
    return status;
}

} // namespace lab

enum status gpu_lab_sort_nets(const struct design *design, uint32_t *order, double *seconds,
                              struct error *error)
{
    const char *reason = gpu_engine()->unusable();
    if (reason != NULL)
        return error_set(error, STATUS_FAILED, "no GPU sort: %s", reason);
    struct lab::lab_search search = {};
    search.error = error;
    enum status status =
        design->nets.net_count > 0 ? lab::sort_timed(&search, design, order, seconds) : STATUS_OK;
    for (struct lab::lab_buffer &buffer : search.buffers)
        cudaFree(buffer.data);
    return status;
}
