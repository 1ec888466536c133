/* patterns: runs a job of patterns (router/global/patterns_job.h) in cooperative launches.
 *
 * A block wires a net of the slice (wire_net.cuh). It then puts the net in, by additions to the
 * uses of edges, while other blocks still read the prices of the slice, and takes nets of the next
 * slice out. Between two barriers of the grid, warps recompute the prices of the changed tracks
 * (prices.cuh). All blocks of a launch are resident. */
#include <cooperative_groups.h>

#include "gpu/buffers.h"
#include "gpu/check.cuh"
#include "gpu/devices.cuh"
#include "gpu/global/prices.cuh"
#include "gpu/global/wire_net.cuh"
#include "gpu/gpu.h"

using namespace patterns;

/* The work of a launch: slices first .. end - 1; nets of least .. most nodes. */
struct span {
    uint32_t first, end, least, most;
    bool prices; /* takes the nets out and recomputes the prices before they are wired */
};

/* Takes the nets of a slice out. */
__device__ static void take_out(const device_job &it, uint32_t slice)
{
    for (uint32_t at = it.job.from[slice] + blockIdx.x; at < it.job.from[slice + 1];
         at += gridDim.x)
        if (it.job.wired[at])
            add_net(it, at, -1);
}

/* Wires the nets of a span, slice by slice. */
template <int Threads>
static __global__ void __launch_bounds__(Threads)
    run_span(const __grid_constant__ device_job it, const __grid_constant__ span span)
{
    __shared__ block_memory memory;
    __shared__ warp_memory warps[Threads / WARP];
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    if (span.prices)
        take_out(it, span.first);
    for (uint32_t slice = span.first; slice < span.end; slice++) {
        if (span.prices) {
            grid.sync();
            update_tracks(it);
            grid.sync();
        }
        uint32_t base = it.job.first[it.job.from[slice]];
        for (uint32_t at = it.job.from[slice] + blockIdx.x; at < it.job.from[slice + 1];
             at += gridDim.x) {
            uint32_t nodes = it.job.first[at + 1] - it.job.first[at] - 1;
            size_t keys = (size_t)(it.job.first[at] - base) * it.job.view.layers;
            if (nodes >= span.least && nodes <= span.most)
                wire_net(it, at, it.node_keys + keys, it.edge_keys + keys, memory, warps);
        }
        if (slice + 1 < span.end)
            take_out(it, slice + 1);
    }
}

/* Memory of a run. */
struct workspace {
    buffer buffers[16];
    uint32_t count;
    memory_account account;
    cudaStream_t stream;
    uint32_t multiprocessors;
};

/* Reserves an array; *array becomes its address on the device. */
template <class Type>
static enum status reserve(workspace *space, Type **array, size_t count, struct error *error)
{
    assert(space->count < sizeof space->buffers / sizeof *space->buffers);
    buffer *it = &space->buffers[space->count++];
    TRY(buffer_reserve(it, count * sizeof **array, "patterns", &space->account, error));
    *array = (Type *)it->data;
    return STATUS_OK;
}

/* The same with the contents of an array of the host, which *array was; NULL stays. */
template <class Type>
static enum status copy_in(workspace *space, const Type **array, size_t count, struct error *error)
{
    const Type *host = *array;
    Type *device = NULL;
    if (host == NULL)
        return STATUS_OK;
    TRY(reserve(space, &device, count, error));
    CUDA_TRY(
        cudaMemcpyAsync(device, host, count * sizeof *host, cudaMemcpyHostToDevice, space->stream),
        error);
    *array = device;
    return STATUS_OK;
}

template <class Type>
static enum status clear(workspace *space, Type **array, size_t count, struct error *error)
{
    TRY(reserve(space, array, count, error));
    CUDA_TRY(cudaMemsetAsync(*array, 0, count * sizeof **array, space->stream), error);
    return STATUS_OK;
}

/* Copies the job to the device. */
static enum status prepare(workspace *space, device_job *it, struct error *error)
{
    patterns_job *job = &it->job;
    const patterns_job host = *job;
    const int32_t *use = host.use;
    uint32_t most = 0; /* nodes of a slice */
    for (uint32_t i = 0; i < host.slices; i++)
        most = max(most, host.first[host.from[i + 1]] - host.first[host.from[i]]);
    TRY(copy_in(space, &job->capacity, host.tiles, error));
    TRY(copy_in(space, &use, host.tiles, error));
    it->use = (int32_t *)use;
    TRY(copy_in(space, &job->step[0], host.view.width, error));
    TRY(copy_in(space, &job->step[1], host.view.height, error));
    TRY(copy_in(space, &job->tables, host.view.layers, error));
    TRY(copy_in(space, &job->from, host.slices + 1, error));
    TRY(copy_in(space, &job->first, host.nets + 1, error));
    TRY(copy_in(space, &job->nodes, host.first[host.nets], error));
    TRY(clear(space, &job->wiring, host.first[host.nets], error));
    TRY(clear(space, &job->wired, host.nets, error));
    TRY(clear(space, &it->price, host.tiles, error));
    TRY(clear(space, &it->sum, host.tiles, error));
    TRY(clear(space, &it->part_sum, (size_t)host.tracks * PATTERN_PARTS, error));
    if (host.tables != NULL)
        TRY(clear(space, &it->load, host.tiles, error));
    TRY(reserve(space, &it->dirty, host.tracks, error));
    for (uint32_t z = 0; z < host.view.layers; z++) {
        uint8_t *bits = &job->view.part_bits[z];
        *bits = max(*bits, PART_BITS);
    }
    TRY(reserve(space, &it->node_keys, 2 * (size_t)most * host.view.layers, error));
    it->edge_keys = it->node_keys + (size_t)most * host.view.layers;
    job->view.sum = it->sum;
    job->view.part_sum = it->part_sum;
    job->view.load = it->load;
    return STATUS_OK;
}

/* Launches a span. nets: of its largest slice; a barrier of fewer blocks is faster. */
template <int Threads>
static enum status launch(const workspace *space, device_job *it, span span, uint32_t nets,
                          struct error *error)
{
    int resident = 0;
    void *arguments[] = {it, &span};
    CUDA_TRY(
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, run_span<Threads>, Threads, 0),
        error);
    assert(resident > 0);
    uint32_t units = space->multiprocessors;
    CUDA_TRY(cudaLaunchCooperativeKernel((const void *)run_span<Threads>,
                                         dim3(min(max(nets, units), resident * units)),
                                         dim3(Threads), arguments, 0, space->stream),
             error);
    return STATUS_OK;
}

/* Threads of a block for a slice: its nets are wired sooner by more of them, if all have room. */
static uint32_t threads_for(const workspace *space, uint32_t nets)
{
    return nets > 4 * space->multiprocessors ? SMALL_THREADS
           : nets > space->multiprocessors   ? 2 * SMALL_THREADS
                                             : 4 * SMALL_THREADS;
}

/* Launches a span without large nets, unless it is empty. */
static enum status launch_small(const workspace *space, device_job *it, span span, uint32_t nets,
                                struct error *error)
{
    const uint32_t threads = threads_for(space, nets);
    if (span.first == span.end)
        return STATUS_OK;
    return threads == SMALL_THREADS       ? launch<SMALL_THREADS>(space, it, span, nets, error)
           : threads == 2 * SMALL_THREADS ? launch<2 * SMALL_THREADS>(space, it, span, nets, error)
                                          : launch<4 * SMALL_THREADS>(space, it, span, nets, error);
}

/* One pass: a launch for each run of slices of blocks of one size, two for a slice with large
 * nets. */
static enum status run_pass(const workspace *space, const patterns_job *host, device_job *it,
                            struct error *error)
{
    span span = {0, 0, 1, UINT32_MAX, true};
    uint32_t most = 0; /* nets of a slice of the span */
    for (uint32_t slice = 0; slice < host->slices; slice++) {
        uint32_t large = 0, nets = host->from[slice + 1] - host->from[slice];
        for (uint32_t at = host->from[slice]; at < host->from[slice + 1]; at++)
            large += host->first[at + 1] - host->first[at] - 1 > SMALL_NODES;
        if (large > 0 || threads_for(space, nets) != threads_for(space, most)) {
            TRY(launch_small(space, it, span, most, error));
            span.first = slice;
            most = 0;
        }
        span.end = slice + 1;
        most = max(most, nets);
        if (large == 0)
            continue;
        TRY(launch<LARGE_THREADS>(space, it, {slice, slice + 1, SMALL_NODES + 1, UINT32_MAX, true},
                                  large, error));
        TRY(launch_small(space, it, {slice, slice + 1, 1, SMALL_NODES, false}, nets, error));
        span.first = slice + 1;
        most = 0;
    }
    TRY(launch_small(space, it, span, most, error));
    CUDA_TRY(cudaStreamSynchronize(space->stream), error);
    return STATUS_OK;
}

static enum status run(patterns_job *host, workspace *space, struct error *error)
{
    device_job it = {};
    it.job = *host;
    TRY(prepare(space, &it, error));
    mark_all<<<space->multiprocessors, SMALL_THREADS, 0, space->stream>>>(it);
    CUDA_LAUNCHED("mark_all", error);
    host->finished = true;
    for (uint32_t pass = 0; pass < host->passes && host->finished; pass++) {
        TRY(run_pass(space, host, &it, error));
        host->finished = pass + 1 == host->passes || !host->is_over(host->context);
    }
    CUDA_TRY(cudaMemcpyAsync(host->wiring, it.job.wiring,
                             host->first[host->nets] * sizeof *host->wiring, cudaMemcpyDeviceToHost,
                             space->stream),
             error);
    CUDA_TRY(cudaMemcpyAsync(host->wired, it.job.wired, host->nets * sizeof *host->wired,
                             cudaMemcpyDeviceToHost, space->stream),
             error);
    CUDA_TRY(cudaStreamSynchronize(space->stream), error);
    return STATUS_OK;
}

enum status gpu_patterns(struct patterns_job *job, struct error *error)
{
    struct gpu_device device;
    const char *reason = NULL;
    int index = gpu_device_pick(0, &device, &reason), cooperative = 0;
    workspace space = {};
    assert(job == NULL || job->view.layers <= LAYERS);
    if (index < 0)
        return error_set(error, STATUS_FAILED, "no GPU can be used: %s", reason);
    CUDA_TRY(cudaSetDevice(index), error);
    if (job == NULL) { /* the context, and the kernels */
        cudaFuncAttributes attributes;
        CUDA_TRY(cudaFuncGetAttributes(&attributes, run_span<SMALL_THREADS>), error);
        return STATUS_OK;
    }
    CUDA_TRY(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, index), error);
    if (cooperative == 0)
        return error_set(error, STATUS_FAILED, "%s has no cooperative launches", device.name);
    CUDA_TRY(cudaStreamCreateWithFlags(&space.stream, cudaStreamNonBlocking), error);
    space.multiprocessors = (uint32_t)device.multiprocessors;
    enum status status = run(job, &space, error);
    (void)cudaStreamSynchronize(space.stream);
    for (uint32_t i = 0; i < space.count; i++)
        buffer_free(&space.buffers[i], &space.account);
    (void)cudaStreamDestroy(space.stream);
    return status;
}
