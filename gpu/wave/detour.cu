/* detour: the host's side of the detour wave: one net on one layer, unit costs, the whole device.
 *
 * A job of one source cell and one target cell is searched by detour_search and traced by
 * detour_trace, without labels of 32 bits, frontier or marks: two label bits a cell beside the
 * closed plane. Everything else goes on to the wave that it hands over to, `persistent`: several
 * sources or targets, and paths with more than LEVELS_MAX detours (mazes, where levels are as
 * many as steps and a wave by distance is the better one).
 *
 * Memory: 1/4 byte a cell of the window, and 128 bytes a level and strip.
 */
#include <stdlib.h>

#include "gpu/check.cuh"
#include "gpu/engine.cuh"
#include "gpu/wave/detour_search.cuh"
#include "gpu/wave/detour_trace.cuh"
#include "gpu/wave/level.cuh"

#define LEVELS_MAX  1024  /* detours before the wave hands over */
#define KNOTS_FIRST 65536 /* room for the first trace; a longer path traces again */

using namespace detour;

/* One allocation, one clearing: control, "any" flags, progress of the sweeps, label planes. */
struct layout {
    size_t tables, label0, label1, bytes;
};

static struct layout layout_of(const struct task &t, int parts)
{
    struct layout l;
    size_t words = (size_t)(t.y1 - t.y0 + 1) * (size_t)t.row_words;
    size_t counters = (size_t)LEVELS_MAX * (1 + (size_t)parts * PROGRESS_STRIDE);
    l.tables = 128;
    l.label0 = l.tables + counters * sizeof(int);
    l.label0 = (l.label0 + 127) / 128 * 128;
    l.label1 = l.label0 + words * sizeof(uint64_t);
    l.bytes = l.label1 + words * sizeof(uint64_t);
    return l;
}

static bool is_one_cell(const struct wire *runs, uint32_t count)
{
    return count == 1 && runs[0].from == runs[0].to;
}

static struct task task_of(const struct gpu_engine *engine, const struct job *job)
{
    const struct grid *grid = engine->field->grid;
    struct task t = {};
    t.closed = (const uint64_t *)engine->copy.view.closed;
    t.row_words = (int)grid->row_words;
    t.x0 = (int)job->window.x0, t.y0 = (int)job->window.y0;
    t.x1 = (int)job->window.x1, t.y1 = (int)job->window.y1;
    t.sx = (int)grid_x(grid, job->sources[0].from), t.sy = (int)grid_y(grid, job->sources[0].from);
    t.tx = (int)grid_x(grid, job->targets[0].from), t.ty = (int)grid_y(grid, job->targets[0].from);
    return t;
}

static bool window_holds(const struct task &t, int x, int y)
{
    return x >= t.x0 && x <= t.x1 && y >= t.y0 && y <= t.y1;
}

/* Launches the search on as many blocks as the device holds at once. */
static enum status launch_search(struct gpu_engine *engine, struct task t, struct control *control,
                                 int *tables, int parts, struct error *error)
{
    int resident = 0, levels = LEVELS_MAX;
    size_t shared = sizeof(struct search_shared);
    CUDA_TRY(cudaFuncSetAttribute(search_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  (int)shared),
             error);
    CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, search_kernel, SEARCH_THREADS,
                                                           shared),
             error);
    int stride = resident * engine->multiprocessors / parts;
    if (stride < 1)
        return error_set(error, STATUS_FAILED, "the device is too small for a wave of %d strips",
                         parts);
    void *arguments[] = {&t, &control, &tables, &parts, &stride, &levels};
    CUDA_TRY(cudaLaunchCooperativeKernel((const void *)search_kernel, stride * parts,
                                         SEARCH_THREADS, arguments, shared, engine->stream),
             error);
    return STATUS_OK;
}

/* Launches the trace behind the search and fetches what both found. */
static enum status launch_trace(struct gpu_engine *engine, struct task t, struct control *control,
                                size_t capacity, struct error *error)
{
    TRY(buffer_reserve_host(&engine->report, sizeof(struct control) + capacity * sizeof(uint32_t),
                            "a path", &engine->account, error));
    struct control *answer = (struct control *)engine->report.data;
    uint32_t *knots = (uint32_t *)((struct control *)engine->report.data_device + 1);
    CUDA_TRY(cudaFuncSetAttribute(trace_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  (int)sizeof(struct tile)),
             error);
    trace_kernel<<<1, TRACE_THREADS, sizeof(struct tile), engine->stream>>>(
        t, control, knots, (int)capacity, (int)engine->field->grid->width);
    CUDA_LAUNCHED("detour trace", error);
    CUDA_TRY(
        cudaMemcpyAsync(answer, control, sizeof *answer, cudaMemcpyDeviceToHost, engine->stream),
        error);
    CUDA_TRY(cudaStreamSynchronize(engine->stream), error);
    return STATUS_OK;
}

/* Knots come from target to source; the job wants them the other way round. */
static enum status keep_path(struct gpu_engine *engine, struct job *job, const struct task &t,
                             struct error *error)
{
    const struct control *answer = (const struct control *)engine->report.data;
    const uint32_t *knots = (const uint32_t *)(answer + 1);
    if (answer->knots < 0)
        return error_set(error, STATUS_FAILED,
                         "GPU wave detour: the trace from cell %u broke off (a fault of this "
                         "program)",
                         job->targets[0].from);
    for (int k = answer->knots - 1; k >= 0; k--)
        TRY(trace_add(&engine->path, knots[k], error));
    cost_t straight = (cost_t)(abs(t.sx - t.tx) + abs(t.sy - t.ty));
    job->outcome = OUTCOME_FOUND;
    job->cost = straight + 2 * (cost_t)level_found(answer->found);
    job->target = 0;
    job->reached = job->targets[0].from;
    job->knot_count = (size_t)answer->knots;
    return STATUS_OK;
}

/* Searches and traces a job of one source and one other target inside the window. */
static enum status run_job(struct gpu_engine *engine, struct job *job, struct task t, bool *done,
                           struct error *error)
{
    int parts = 0;
    for (int i = 0; i < 4; i++)
        parts += strips_of(quadrant_of(t, i));
    struct layout l = layout_of(t, parts);
    TRY(buffer_reserve(&engine->planes, l.bytes, "labels", &engine->account, error));
    char *base = (char *)engine->planes.data;
    struct control *control = (struct control *)base;
    size_t skipped = (size_t)t.y0 * (size_t)t.row_words; /* rows below the window have no labels */
    t.label0 = (uint64_t *)(base + l.label0) - skipped;
    t.label1 = (uint64_t *)(base + l.label1) - skipped;
    CUDA_TRY(cudaMemsetAsync(base, 0, l.bytes, engine->stream), error);
    TRY(launch_search(engine, t, control, (int *)(base + l.tables), parts, error));
    TRY(launch_trace(engine, t, control, KNOTS_FIRST, error));
    struct control answer = *(const struct control *)engine->report.data;
    *done = answer.found != 0 || answer.dead != 0;
    if (answer.found == 0) {
        job->outcome = OUTCOME_NONE;
        return STATUS_OK;
    }
    if (answer.knots == KNOTS_OVERFLOW) {
        size_t steps = (size_t)(t.x1 - t.x0 + 1) * (size_t)(t.y1 - t.y0 + 1);
        size_t most = (size_t)(abs(t.sx - t.tx) + abs(t.sy - t.ty)) + 2 * LEVELS_MAX + 2;
        TRY(launch_trace(engine, t, control, most < steps ? most : steps, error));
    }
    return keep_path(engine, job, t, error);
}

static enum status detour_route(struct gpu_engine *engine, struct job *job, bool *done,
                                struct error *error)
{
    *done = false;
    if (!is_one_cell(job->sources, job->source_count) ||
        !is_one_cell(job->targets, job->target_count) ||
        job->sources[0].from == job->targets[0].from)
        return STATUS_OK;
    struct task t = task_of(engine, job);
    if (window_holds(t, t.sx, t.sy) && window_holds(t, t.tx, t.ty))
        return run_job(engine, job, t, done, error);
    return STATUS_OK;
}

static enum status hand_over(struct gpu_engine *engine, const struct job_view *job,
                             enum outcome *outcome, struct error *error)
{
    return gpu_wave_persistent.search(engine, job, outcome, error);
}

const struct gpu_wave gpu_wave_detour = {"detour", 0, level_prepare, hand_over, detour_route};
