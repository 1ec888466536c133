/* lab: a session copies a problem to the device once, then runs any kernel of the table on it.
 *
 * Times are taken by events on the stream around a whole search, from the clearing of the labels to
 * the last level, including the host loop. Device memory is allocated by a first search, which is
 * not timed, and kept. */
#include "gpu/lab/lab.h"

#include <algorithm>

#include "gpu/gpu.h"
#include "gpu/lab/kernels.h"
#include "gpu/lab/lab.cuh"
#include "gpu/wave/block_queue.cuh"

static_assert((int)BFS_BLOCK_QUEUE_MAX == (int)BLOCK_QUEUE_MAX,
              "the options' limit is the queue's");

namespace lab
{

#define DECLARE(identifier, name) extern const struct kernel kernel_##identifier;
LAB_KERNELS(DECLARE)
#undef DECLARE

/* Launch shape: one thread. */
static __global__ void start_kernel(uint32_t *label, uint32_t *queue, uint32_t source)
{
    assert(blockDim.x == 1 && gridDim.x == 1);
    label[source] = 0;
    queue[0] = source;
}

enum status start(struct lab_search *search, uint32_t *queue)
{
    CUDA_TRY(cudaMemsetAsync(search->label, 0xff, search->vertex_count * sizeof *search->label,
                             search->stream),
             search->error);
    start_kernel<<<1, 1, 0, search->stream>>>(search->label, queue, search->source);
    CUDA_LAUNCHED("start_kernel", search->error);
    return STATUS_OK;
}

enum status read_number(struct lab_search *search, const uint32_t *from, uint32_t *number)
{
    CUDA_TRY(
        cudaMemcpyAsync(search->number, from, sizeof *from, cudaMemcpyDeviceToHost, search->stream),
        search->error);
    CUDA_TRY(cudaStreamSynchronize(search->stream), search->error);
    *number = *search->number;
    return STATUS_OK;
}

} // namespace lab

enum { UPLOADS_MAX = 2 };  /* arrays of a problem */
enum { REPEATS_MAX = 99 }; /* maximum number of searches of a median */

struct bfs_session {
    struct lab::lab_search search;
    bool is_grid;
    lab::grid_view grid;
    lab::csr_view csr;
    void *uploads[UPLOADS_MAX];
    int upload_count;
    cudaEvent_t before, after;
    char device[GPU_NAME_MAX];
};

static const struct lab::kernel *const lab_searches[] = {
#define ROW(identifier, name) &lab::kernel_##identifier,
    LAB_KERNELS(ROW)
#undef ROW
};

static const char *const lab_kernels[] = {
#define ROW(identifier, name) name,
    LAB_KERNELS(ROW)
#undef ROW
};

static const char *lab_device(const struct bfs_session *session)
{
    return session->device;
}

static void lab_close(struct bfs_session *session)
{
    if (session == NULL)
        return;
    for (struct buffer &buffer : session->search.buffers)
        buffer_free(&buffer, &session->search.account);
    assert(session->search.account.device == 0);
    for (int i = 0; i < session->upload_count; i++)
        cudaFree(session->uploads[i]);
    cudaFree(session->search.label);
    cudaFreeHost(session->search.number);
    if (session->before != NULL)
        cudaEventDestroy(session->before);
    if (session->after != NULL)
        cudaEventDestroy(session->after);
    if (session->search.stream != NULL)
        cudaStreamDestroy(session->search.stream);
    free(session);
}

/* Copies `count` elements to new device memory, which the session owns. */
template <class T>
static enum status upload(struct bfs_session *session, const T *data, size_t count, const T **copy)
{
    void *device = NULL;
    assert(session->upload_count < UPLOADS_MAX && (data != NULL || count == 0));
    CUDA_TRY(cudaMalloc(&device, std::max(count, (size_t)1) * sizeof(T)), session->search.error);
    session->uploads[session->upload_count++] = device;
    CUDA_TRY(cudaMemcpy(device, data, count * sizeof(T), cudaMemcpyHostToDevice),
             session->search.error);
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
    csr->vertices = graph->vertex_count;
    csr->edges = graph->edge_count;
    TRY(upload(session, graph->row_start, (size_t)graph->vertex_count + 1, &csr->row_start));
    return upload(session, graph->target, graph->edge_count, &csr->target);
}

static enum status open_device(struct bfs_session *session, const struct bfs_problem *problem)
{
    struct lab::lab_search *search = &session->search;
    assert((problem->grid == NULL) != (problem->graph == NULL));
    int device = 0;
    cudaDeviceProp properties;
    CUDA_TRY(cudaGetDevice(&device), search->error);
    CUDA_TRY(cudaGetDeviceProperties(&properties, device), search->error);
    snprintf(session->device, sizeof session->device, "%s", properties.name);
    search->multiprocessors = properties.multiProcessorCount;
    search->vertex_count = bfs_vertex_count(problem);
    search->source = problem->source;
    assert(search->source < search->vertex_count && problem->block_queue <= BLOCK_QUEUE_MAX);
    search->block_queue =
        problem->block_queue != 0 ? problem->block_queue : (uint32_t)BLOCK_QUEUE_DEFAULT;
    CUDA_TRY(cudaStreamCreate(&search->stream), search->error);
    CUDA_TRY(cudaEventCreate(&session->before), search->error);
    CUDA_TRY(cudaEventCreate(&session->after), search->error);
    CUDA_TRY(cudaMalloc(&search->label, search->vertex_count * sizeof(uint32_t)), search->error);
    CUDA_TRY(cudaMallocHost(&search->number, sizeof *search->number), search->error);
    return problem->graph != NULL ? upload_graph(session, problem->graph)
                                  : upload_grid(session, problem->grid);
}

static enum status lab_open(struct bfs_session **session, const struct bfs_problem *problem,
                            struct error *error)
{
    *session = NULL;
    const char *reason = gpu_engine()->unusable();
    if (reason != NULL)
        return error_set(error, STATUS_FAILED, "no GPU kernels: %s", reason);
    struct bfs_session *opened =
        (struct bfs_session *)mem_alloc(1, sizeof *opened, "a kernel session", error);
    if (opened == NULL)
        return STATUS_FAILED;
    opened->search.error = error;
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
    assert(kernel < sizeof lab_searches / sizeof *lab_searches);
    const struct lab::kernel *searches = lab_searches[kernel];
    return session->is_grid ? searches->search_grid(&session->search, session->grid)
                            : searches->search_csr(&session->search, session->csr);
}

/* Runs one search and measures it by device events. */
static enum status timed_search(struct bfs_session *session, size_t kernel, double *seconds)
{
    float milliseconds = 0;
    CUDA_TRY(cudaEventRecord(session->before, session->search.stream), session->search.error);
    TRY(search(session, kernel));
    CUDA_TRY(cudaEventRecord(session->after, session->search.stream), session->search.error);
    CUDA_TRY(cudaEventSynchronize(session->after), session->search.error);
    CUDA_TRY(cudaEventElapsedTime(&milliseconds, session->before, session->after),
             session->search.error);
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
    assert(labels != NULL || seconds != NULL);
    session->search.error = error;
    TRY(search(session, kernel));
    CUDA_TRY(cudaStreamSynchronize(session->search.stream), session->search.error);
    if (labels != NULL)
        CUDA_TRY(cudaMemcpy(labels, session->search.label,
                            session->search.vertex_count * sizeof *labels, cudaMemcpyDeviceToHost),
                 session->search.error);
    return seconds != NULL ? median_search(session, kernel, repeats, seconds) : STATUS_OK;
}

const struct bfs_lab *gpu_lab(void)
{
    static const struct bfs_lab lab = {
        gpu_engine()->unusable,
        lab_kernels,
        sizeof lab_kernels / sizeof *lab_kernels,
        lab_open,
        lab_run,
        lab_device,
        lab_close,
    };
    return &lab;
}
