/* detour: the host's side of the detour wave: one net on one layer at unit costs, by the whole
 * device.
 *
 * A job of one source cell and one target cell is searched by detour_search and traced by
 * detour_trace, with two label bits per cell beside the closed plane. Everything else is left:
 * several sources or targets, windows of more strips than the device has multiprocessors, paths
 * with more than LEVELS_MAX detours (in mazes the number of levels is about the number of steps,
 * and a wave by distance is faster), and all jobs on devices below compute capability 8.0. With
 * "auto", windows that look like a maze (router/search/mazelike.h) are left too, and paths with so
 * many detours that `relax` may find them sooner.
 *
 * Memory: 1/4 byte per cell of the window, 384 bytes per block, and the mailboxes: 1 byte per row
 * and block. */
#include "gpu/wave/detour/detour_search.cuh"
#include "gpu/wave/detour/detour_trace.cuh"
#include "gpu/wave/each.cuh"
#include "gpu/wave/reach.cuh"
#include "router/search/mazelike.h"

#define KNOTS_FIRST  65536 /* room for knots in the first trace; a longer path needs a second */
#define LABELS_SPARE ((size_t)1 << 26) /* bytes of labels that any window may have */

/* Times in nanoseconds, measured on an H200. */
enum {
    NS_LEVEL = 6000,      /* per level of this wave */
    NS_RELAX = 70000,     /* per search by `relax` */
    NS_RELAX_STEP = 6000, /* per step of the path in a search by `relax` */
};

using namespace detour;

/* The workspace. */
struct detour_wave {
    struct each each;
    struct buffer planes; /* control, labels and other arrays: see detour_layout */
    struct buffer mail;   /* mailboxes between neighbouring parts */
    struct buffer report; /* page-locked, mapped: control and knots */
    uint32_t searches;    /* searches since the mailboxes were cleared */
    int blocks; /* blocks of the search that are resident at once; 0: the device cannot run it */
};

/* Offsets in one allocation: arrays that are cleared before a search (control, exchange.any,
 * exchange.boards), then labels. */
struct detour_layout {
    size_t any, boards, labels, bytes;
};

static struct detour_layout layout_of(const struct detour_task &t, int blocks)
{
    struct detour_layout l;
    l.any = sizeof(board);
    l.boards = l.any + LEVELS_MAX * sizeof(int);
    l.labels = l.boards + (size_t)blocks * sizeof(board);
    l.bytes = l.labels + t.label_count * sizeof(label_pair);
    static_assert(LEVELS_MAX * sizeof(int) % sizeof(board) == 0, "boards stand apart");
    return l;
}

static struct detour_task task_of(const struct gpu_engine *engine, const struct job *job)
{
    const struct grid *grid = engine->field->grid;
    struct detour_task t = {};
    t.closed = engine->copy.view.closed;
    t.row_words = (int)engine->copy.view.row_words;
    t.x0 = (int)job->window.x0, t.y0 = (int)job->window.y0;
    t.x1 = (int)job->window.x1, t.y1 = (int)job->window.y1;
    t.sx = (int)grid_x(grid, job->sources[0].from), t.sy = (int)grid_y(grid, job->sources[0].from);
    t.tx = (int)grid_x(grid, job->targets[0].from), t.ty = (int)grid_y(grid, job->targets[0].from);
    return t;
}

/* Finds how many blocks of the search are resident at once, and prepares the kernels. */
static enum status prepare(struct gpu_wave *base, struct error *error)
{
    struct detour_wave *wave = (struct detour_wave *)base;
    const struct gpu_engine *engine = base->engine;
    int resident = 0;
    if (engine->major < 8 || engine->shared_limit < sizeof(detour_shared))
        return STATUS_OK;
    TRY(engine_share(engine, search_kernel, sizeof(detour_shared), error));
    TRY(engine_share(engine, trace_kernel, sizeof(walk::label_tile), error));
    CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, search_kernel, SEARCH_THREADS,
                                                           sizeof(detour_shared)),
             error);
    wave->blocks = resident * engine->multiprocessors;
    return STATUS_OK;
}

/* True if the labels take little more than a quarter of a byte per cell. In a window of few columns
 * and very many rows most words have no cells. */
static bool is_compact(const struct detour_task &t)
{
    const size_t cells = (size_t)(t.x1 - t.x0 + 1) * (size_t)(t.y1 - t.y0 + 1);
    return t.label_count * sizeof(label_pair) <= cells / 2 + LABELS_SPARE;
}

/* Reserves the mailboxes, and picks the search's tag. Each search has its own tag, so that messages
 * left by an earlier search are not taken for messages of this one. When all tags have been used
 * the mailboxes are cleared. */
static enum status prepare_mail(struct detour_wave *wave, struct detour_task *t, struct exchange *x,
                                struct error *error)
{
    struct gpu_engine *engine = wave->each.head.engine;
    const int bottom = t->ty - t->y0 + 1, top = t->y1 - t->ty;
    x->box_length = ((bottom > top ? bottom : top) + ROW_BLOCK - 1) / ROW_BLOCK;
    const size_t held = wave->mail.bytes;
    const size_t ends = (size_t)wave->blocks * sizeof *x->ends; /* always at the same address */
    const size_t boxes =
        (size_t)(t->parts * x->stride) * 2 * (size_t)x->box_length * sizeof(uint32_t);
    TRY(buffer_reserve(&wave->mail, ends + boxes, "mail", &engine->account, error));
    wave->searches++;
    if (wave->mail.bytes != held || wave->searches == SEARCHES_MAX) {
        CUDA_TRY(cudaMemsetAsync(wave->mail.data, 0, wave->mail.bytes, engine->stream), error);
        wave->searches = 1;
    }
    assert(wave->searches >= 1 && wave->searches < SEARCHES_MAX);
    t->tag = wave->searches * LEVELS_MAX;
    x->ends = (uint64_t(*)[STRIP_WORDS])wave->mail.data;
    x->mail = (uint32_t *)((char *)wave->mail.data + ends);
    return STATUS_OK;
}

static int distance_of(const struct detour_task &t)
{
    return abs(t.sx - t.tx) + abs(t.sy - t.ty);
}

/* The number of levels that take half as long as `relax` takes for a path without detours. It
 * limits the time that is lost if the search then leaves the job to `relax`. */
static int levels_worth(const struct detour_task &t)
{
    int64_t levels = (NS_RELAX + (int64_t)NS_RELAX_STEP * distance_of(t)) / (2 * NS_LEVEL);
    return levels < LEVELS_MAX ? (int)levels : LEVELS_MAX;
}

/* Clears the control and launches the search of at most `levels` levels, on the blocks that are
 * resident at once. */
static enum status launch_search(struct detour_wave *wave, struct detour_task *t, struct exchange x,
                                 int levels, struct error *error)
{
    struct gpu_engine *engine = wave->each.head.engine;
    const int blocks = t->parts * x.stride;
    assert(blocks > 0 && blocks <= wave->blocks && levels > 0 && levels <= LEVELS_MAX);
    const struct detour_layout l = layout_of(*t, blocks);
    TRY(buffer_reserve(&wave->planes, l.bytes, "labels", &engine->account, error));
    TRY(prepare_mail(wave, t, &x, error));
    char *base = (char *)wave->planes.data;
    x.c = (struct detour_control *)base;
    x.any = (int *)(base + l.any);
    x.boards = (board *)(base + l.boards);
    t->labels = (label_pair *)(base + l.labels);
    CUDA_TRY(cudaMemsetAsync(base, 0, l.labels, engine->stream), error);
    void *arguments[] = {t, &x, &levels};
    CUDA_TRY(cudaLaunchCooperativeKernel((const void *)search_kernel, blocks, SEARCH_THREADS,
                                         arguments, sizeof(detour_shared), engine->stream),
             error);
    return STATUS_OK;
}

/* Launches the trace after the search and waits for the results of both. */
static enum status launch_trace(struct detour_wave *wave, struct detour_task t, size_t capacity,
                                struct error *error)
{
    struct gpu_engine *engine = wave->each.head.engine;
    assert(capacity > 0 && capacity <= INT32_MAX);
    TRY(buffer_reserve_host(&wave->report,
                            sizeof(struct detour_control) + capacity * sizeof(uint32_t), "a path",
                            &engine->account, error));
    struct detour_control *answer = (struct detour_control *)wave->report.data_device;
    trace_kernel<<<1, walk::THREADS, sizeof(walk::label_tile), engine->stream>>>(
        t, (const struct detour_control *)wave->planes.data, answer, (uint32_t *)(answer + 1),
        (int)capacity, (int)engine->field->grid->width);
    CUDA_LAUNCHED("detour trace", error);
    CUDA_TRY(cudaStreamSynchronize(engine->stream), error);
    return STATUS_OK;
}

/* Searches and traces a job of one source and one other target inside the window. any: "auto". */
static enum status run_job(struct detour_wave *wave, struct job *job, struct detour_task t,
                           bool any, bool *done, struct error *error)
{
    *done = false;
    struct exchange x = {};
    plan_quadrants(&t);
    assert(t.parts > 0 && t.label_count > 0);
    x.stride = wave->blocks / t.parts;
    if (x.stride < 1 || !is_compact(t))
        return STATUS_OK;
    TRY(launch_search(wave, &t, x, any ? levels_worth(t) : (int)LEVELS_MAX, error));
    TRY(launch_trace(wave, t, KNOTS_FIRST, error));
    struct detour_control answer = *(const struct detour_control *)wave->report.data;
    *done = answer.found != 0 || answer.dead != 0;
    if (answer.found == 0) {
        job->outcome = OUTCOME_NONE;
        return STATUS_OK;
    }
    if (answer.knots == walk::KNOTS_OVERFLOW) {
        size_t cells = (size_t)(t.x1 - t.x0 + 1) * (size_t)(t.y1 - t.y0 + 1);
        size_t most = (size_t)distance_of(t) + 2 * LEVELS_MAX + 2;
        TRY(launch_trace(wave, t, most < cells ? most : cells, error));
        answer = *(const struct detour_control *)wave->report.data;
    }
    const uint32_t *knots =
        (const uint32_t *)((const struct detour_control *)wave->report.data + 1);
    TRY(each_keep(&wave->each, knots, answer.knots, error));
    job_found(job, (cost_t)distance_of(t) + 2 * (cost_t)level_found(answer.found), 0,
              job->targets[0].from, (size_t)answer.knots);
    return STATUS_OK;
}

/* True if the wave should try job i of the call: a pair inside its window and, with "auto", one
 * whose window does not look like a maze. */
static bool tries(const struct gpu_engine *engine, const struct gpu_call *call, size_t i)
{
    const struct job *job = call_job(call, i);
    if (!job_is_pair(job) || job->sources[0].from == job->targets[0].from)
        return false;
    const struct grid *grid = engine->field->grid;
    for (cell_t cell : {job->sources[0].from, job->targets[0].from})
        if (!box_contains(job->window, grid_x(grid, cell), grid_y(grid, cell)))
            return false;
    return !(call->any && mazelike_window(grid, engine->field->closed, &job->window));
}

static enum status search_job(struct gpu_wave *base, const struct gpu_call *call, size_t i,
                              bool *done, struct error *error)
{
    struct detour_wave *wave = (struct detour_wave *)base;
    struct job *job = call_job(call, i);
    *done = false;
    if (!tries(wave->each.head.engine, call, i))
        return STATUS_OK;
    return run_job(wave, job, task_of(wave->each.head.engine, job), call->any, done, error);
}

static void release(struct gpu_wave *base)
{
    struct detour_wave *wave = (struct detour_wave *)base;
    for (struct buffer *buffer : {&wave->planes, &wave->mail, &wave->report})
        buffer_free(buffer, &base->engine->account);
    each_release(&wave->each);
}

static bool likely(const struct field *, unsigned, const struct job *jobs, size_t)
{
    return job_is_pair(jobs);
}

const struct gpu_wave_ops gpu_wave_detour = {
    /* name */ "detour",
    /* features */ 0,
    /* many */ false,
    /* rest */ "relax",
    /* serves */ NULL,
    /* likely */ likely,
    /* times: call, job, side, every, largest */ {10, 80, 0, 0.015, 0},
    /* size */ sizeof(struct detour_wave),
    /* prepare */ prepare,
    /* expand */ each_by<search_job>,
    /* bytes */ each_bytes,
    /* release */ release,
};
