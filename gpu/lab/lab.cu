/* lab: a session brings a problem to the device once, then runs any kernel of the table on it.
 *
 * Timing: events on the stream around a whole search, from the clearing of the labels to the last
 * level, host loop included where a kernel has one; memory is allocated by the warm-up run and
 * kept. So a time is what a user waits for, not what the kernels alone take.
 */
#include "gpu/lab/lab.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "gpu/gpu.h"
#include "gpu/lab/kernels.h"
#include "gpu/lab/lab.cuh"
#include "gpu/wave/block_queue.cuh"

static_assert((int)BFS_BLOCK_QUEUE_MAX == (int)BLOCK_QUEUE_MAX,
              "the options' limit is the queue's");

namespace lab
{

#define DECLARE(identifier, name, idea) extern const struct kernel kernel_##identifier;
LAB_KERNELS(DECLARE)
#undef DECLARE

enum status buffer_bytes(struct run *run, int place, size_t bytes, void **data)
{
    struct buffer *buffer = &run->buffers[place];
    if (buffer->bytes < bytes) {
        CUDA_TRY(cudaFree(buffer->data), run->error);
        *buffer = {};
        CUDA_TRY(cudaMalloc(&buffer->data, bytes), run->error);
        buffer->bytes = bytes;
    }
    *data = buffer->data;
    return STATUS_OK;
}

/* Launch shape: one thread. */
static __global__ void start_kernel(uint32_t *label, uint32_t *queue, uint32_t source)
{
    label[source] = 0;
    if (queue != NULL)
        queue[0] = source;
}

enum status start(struct run *run, uint32_t *queue)
{
    CUDA_TRY(cudaMemsetAsync(run->label, 0xff, run->vertex_count * sizeof *run->label, run->stream),
             run->error);
    start_kernel<<<1, 1, 0, run->stream>>>(run->label, queue, run->source);
    CUDA_LAUNCHED("start_kernel", run->error);
    return STATUS_OK;
}

enum status level_counters(struct run *run, uint32_t level, uint32_t **counters)
{
    uint32_t set = (level - 1) % COUNTER_SETS;
    if (set == 0)
        CUDA_TRY(cudaMemsetAsync(run->counters, 0,
                                 COUNTER_SETS * COUNTER_WORDS * sizeof *run->counters, run->stream),
                 run->error);
    *counters = run->counters + set * COUNTER_WORDS;
    return STATUS_OK;
}

enum status read_counters(struct run *run, const uint32_t *counters, int words)
{
    CUDA_TRY(cudaMemcpyAsync(run->counters_host, counters, words * sizeof *counters,
                             cudaMemcpyDeviceToHost, run->stream),
             run->error);
    CUDA_TRY(cudaStreamSynchronize(run->stream), run->error);
    return STATUS_OK;
}

} // namespace lab

enum { REPEATS_MAX = 99 }; /* times that a median is taken of */

struct bfs_session {
    struct lab::run run;
    bool is_grid;
    lab::grid_view grid;
    lab::csr_view csr;
    void *uploads[5];
    int upload_count;
    cudaEvent_t before, after;
    char device[GPU_NAME_MAX];
};

static const struct lab::kernel *const lab_searches[] = {
#define ROW(identifier, name, idea) &lab::kernel_##identifier,
    LAB_KERNELS(ROW)
#undef ROW
};

static const struct bfs_kernel lab_kernels[] = {
#define ROW(identifier, name, idea) {name, idea},
    LAB_KERNELS(ROW)
#undef ROW
};

static const char *lab_unusable(void)
{
    return gpu_engine()->unusable();
}

static const char *lab_device(const struct bfs_session *session)
{
    return session->device;
}

static void lab_close(struct bfs_session *session)
{
    if (session == NULL)
        return;
    for (struct lab::buffer &buffer : session->run.buffers)
        cudaFree(buffer.data);
    for (int i = 0; i < session->upload_count; i++)
        cudaFree(session->uploads[i]);
    cudaFree(session->run.label);
    cudaFree(session->run.counters);
    cudaFreeHost(session->run.counters_host);
    if (session->before != NULL)
        cudaEventDestroy(session->before);
    if (session->after != NULL)
        cudaEventDestroy(session->after);
    if (session->run.stream != NULL)
        cudaStreamDestroy(session->run.stream);
    free(session);
}

/* Copies count elements to new device memory, which the session owns. */
template <class T>
static enum status upload(struct bfs_session *session, const T *data, size_t count, const T **copy)
{
    void *device = NULL;
    CUDA_TRY(cudaMalloc(&device, std::max(count, (size_t)1) * sizeof(T)), session->run.error);
    session->uploads[session->upload_count++] = device;
    CUDA_TRY(cudaMemcpy(device, data, count * sizeof(T), cudaMemcpyHostToDevice),
             session->run.error);
    *copy = (const T *)device;
    return STATUS_OK;
}

static enum status upload_grid(struct bfs_session *session, const struct grid *grid)
{
    session->is_grid = true;
    session->grid.graph = grid_graph_view(grid);
    TRY(upload(session, grid->blocked, grid_plane_words(grid), &session->grid.graph.blocked));
    if (grid->walls != NULL)
        TRY(upload(session, grid->walls, grid_cells(grid), &session->grid.graph.walls));
    return STATUS_OK;
}

static enum status upload_graph(struct bfs_session *session, const struct csr_graph *graph)
{
    lab::csr_view *csr = &session->csr;
    size_t starts = (size_t)graph->vertex_count + 1, edges = graph->edge_count;
    csr->vertices = graph->vertex_count;
    csr->edges = graph->edge_count;
    TRY(upload(session, graph->row_start, starts, &csr->row_start));
    TRY(upload(session, graph->target, edges, &csr->target));
    TRY(upload(session, graph->column_start, starts, &csr->column_start));
    TRY(upload(session, graph->origin, edges, &csr->origin));
    TRY(upload(session, graph->source, edges, &csr->source));
    return STATUS_OK;
}

static enum status open_device(struct bfs_session *session, const struct bfs_problem *problem)
{
    struct lab::run *run = &session->run;
    int device = 0;
    cudaDeviceProp properties;
    CUDA_TRY(cudaGetDevice(&device), run->error);
    CUDA_TRY(cudaGetDeviceProperties(&properties, device), run->error);
    snprintf(session->device, sizeof session->device, "%s", properties.name);
    run->multiprocessors = properties.multiProcessorCount;
    run->vertex_count = bfs_vertex_count(problem);
    run->source = problem->source;
    run->block_queue =
        problem->block_queue != 0 ? problem->block_queue : (uint32_t)BLOCK_QUEUE_DEFAULT;
    size_t counters = lab::COUNTER_SETS * lab::COUNTER_WORDS * sizeof(uint32_t);
    CUDA_TRY(cudaStreamCreate(&run->stream), run->error);
    CUDA_TRY(cudaEventCreate(&session->before), run->error);
    CUDA_TRY(cudaEventCreate(&session->after), run->error);
    CUDA_TRY(cudaMalloc(&run->label, run->vertex_count * sizeof(uint32_t)), run->error);
    CUDA_TRY(cudaMalloc(&run->counters, counters), run->error);
    CUDA_TRY(cudaMallocHost(&run->counters_host, lab::COUNTER_WORDS * sizeof(uint32_t)),
             run->error);
    return problem->graph != NULL ? upload_graph(session, problem->graph)
                                  : upload_grid(session, problem->grid);
}

static enum status lab_open(struct bfs_session **session, const struct bfs_problem *problem,
                            struct error *error)
{
    *session = NULL;
    const char *reason = lab_unusable();
    if (reason != NULL)
        return error_set(error, STATUS_FAILED, "no GPU kernels: %s", reason);
    struct bfs_session *opened =
        (struct bfs_session *)mem_alloc(1, sizeof *opened, "a kernel session", error);
    if (opened == NULL)
        return STATUS_FAILED;
    opened->run.error = error;
    enum status status = open_device(opened, problem);
    if (status != STATUS_OK) {
        lab_close(opened);
        return status;
    }
    *session = opened;
    return STATUS_OK;
}

static enum status search(struct bfs_session *session, size_t kernel)
{
    const struct lab::kernel *searches = lab_searches[kernel];
    return session->is_grid ? searches->search_grid(&session->run, session->grid)
                            : searches->search_csr(&session->run, session->csr);
}

/* The time of one search, by device events. */
static enum status timed_search(struct bfs_session *session, size_t kernel, double *seconds)
{
    float milliseconds = 0;
    CUDA_TRY(cudaEventRecord(session->before, session->run.stream), session->run.error);
    TRY(search(session, kernel));
    CUDA_TRY(cudaEventRecord(session->after, session->run.stream), session->run.error);
    CUDA_TRY(cudaEventSynchronize(session->after), session->run.error);
    CUDA_TRY(cudaEventElapsedTime(&milliseconds, session->before, session->after),
             session->run.error);
    *seconds = milliseconds / 1e3;
    return STATUS_OK;
}

static enum status median_search(struct bfs_session *session, size_t kernel, unsigned repeats,
                                 double *seconds)
{
    double times[REPEATS_MAX], sum = 0;
    unsigned wanted = std::min(std::max(repeats, 1u), (unsigned)REPEATS_MAX), count = 0;
    for (; count < wanted && sum < 1; count++) {
        TRY(timed_search(session, kernel, &times[count]));
        sum += times[count];
    }
    std::sort(times, times + count);
    *seconds = times[count / 2];
    return STATUS_OK;
}

static enum status lab_run(struct bfs_session *session, size_t kernel, uint32_t *labels,
                           unsigned repeats, double *seconds, struct error *error)
{
    session->run.error = error;
    TRY(search(session, kernel));
    CUDA_TRY(cudaStreamSynchronize(session->run.stream), session->run.error);
    if (labels != NULL)
        CUDA_TRY(cudaMemcpy(labels, session->run.label, session->run.vertex_count * sizeof *labels,
                            cudaMemcpyDeviceToHost),
                 session->run.error);
    return seconds != NULL ? median_search(session, kernel, repeats, seconds) : STATUS_OK;
}

const struct bfs_lab *gpu_lab(void)
{
    static const struct bfs_lab lab = {
        lab_unusable, lab_kernels, sizeof lab_kernels / sizeof *lab_kernels, lab_open, lab_run,
        lab_device,   lab_close,
    };
    return &lab;
}
