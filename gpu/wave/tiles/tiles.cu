/* tiles: the host's side of the tiles wave: one net on one layer at unit costs, by the whole
 * device, for paths with many detours.
 *
 * A job with one target cell is filled and marked (tiles_mark), searched (tiles_search) and traced
 * (tiles_trace): two label bits per cell, a copy of the free cells in the layout of the search, and
 * mailboxes between tiles. Other jobs are left: those with several target cells, with a target that
 * is a source, and all jobs on devices below compute capability 8.0, or with too few
 * multiprocessors to list the tiles of the window.
 *
 * Memory: 0.7 bytes per cell of the window. */
#include "gpu/check.cuh"
#include "gpu/wave/each.cuh"
#include "gpu/wave/tiles/tiles_mark.cuh"
#include "gpu/wave/tiles/tiles_search.cuh"
#include "gpu/wave/tiles/tiles_trace.cuh"
#include "router/wave/job.h"

enum {
    KNOTS_FIRST = 65536, /* room for knots in the first trace; a longer path needs a second */
    TILES_PER_BLOCK = 4, /* tiles of the window per block of the search */
};

/* The workspace. */
struct tiles_wave {
    struct each each;
    struct buffer planes;   /* control, labels and other arrays: see tiles_layout */
    struct buffer job;      /* device: terminals of the sources */
    struct buffer job_host; /* page-locked: the same, while it is packed */
    struct buffer report;   /* page-locked, mapped: answer and knots */
};

/* Offsets in one allocation. Control and the sets of awake tiles are cleared; mailboxes, labels and
 * open cells are filled by a kernel. */
struct tiles_layout {
    size_t awake, mail, labels, open, bytes;
};

static struct tiles_layout layout_of(const tiles::tiles_task &t)
{
    struct tiles_layout l;
    assert(t.parcels > 0 && t.awake_words > 0);
    const size_t parcels = (size_t)t.parcels;
    l.awake = sizeof(tiles::tiles_control);
    l.mail = l.awake + tiles::AWAKE_SETS * (size_t)t.awake_words * sizeof(uint32_t);
    l.mail = (l.mail + 127) / 128 * 128;
    l.labels = l.mail + 2 * parcels * sizeof(tiles::parcel);
    l.open =
        l.labels + (size_t)(2 * t.columns) * (size_t)(t.up * tiles::TILE_ROWS) * sizeof(uint64_t);
    l.bytes = l.open + tiles::PARCEL_ROWS * parcels * sizeof(uint32_t);
    return l;
}

/* Blocks that search a window: one per TILES_PER_BLOCK tiles, at most one per multiprocessor. */
static unsigned count_blocks(const tiles::tiles_task &t, unsigned multiprocessors)
{
    unsigned blocks = (unsigned)t.columns * (unsigned)t.up / TILES_PER_BLOCK + 1;
    unsigned most = multiprocessors < tiles::BLOCKS_MAX ? multiprocessors : tiles::BLOCKS_MAX;
    return blocks < most ? blocks : most;
}

static tiles::tiles_task task_of(const struct gpu_engine *engine, const struct job *job,
                                 cell_t target)
{
    const struct grid *grid = engine->field->grid;
    tiles::tiles_task t = {};
    t.closed = engine->copy.view.closed;
    t.closed_words = (int)engine->copy.view.row_words;
    t.x0 = (int)job->window.x0, t.y0 = (int)job->window.y0;
    t.x1 = (int)job->window.x1, t.y1 = (int)job->window.y1;
    t.sx = (int)grid_x(grid, job->sources[0].from), t.sy = (int)grid_y(grid, job->sources[0].from);
    t.tx = (int)grid_x(grid, target), t.ty = (int)grid_y(grid, target);
    t.columns = (t.x1 >> 6) - (t.x0 >> 6) + 1;
    t.up = (t.y1 - t.y0) / tiles::TILE_ROWS + 1;
    t.height = (t.up + 2) * tiles::TILE_PARCELS;
    t.parcels = (2 * t.columns + 2) * t.height;
    t.row_words = (t.columns + 31) / 32;
    t.awake_words = t.up * t.row_words;
    t.blocks = count_blocks(t, (unsigned)engine->multiprocessors);
    t.by_blocks = divisor_of(t.blocks);
    t.by_row_words = divisor_of((uint32_t)t.row_words);
    assert(t.blocks >= 1 && t.blocks <= tiles::BLOCKS_MAX);
    return t;
}

/* Properties of the sources. */
struct sources {
    bool mixed;  /* neighbouring cells may have the same level */
    bool target; /* a source is the target */
};

static struct sources look_at_sources(const struct grid *grid, const struct job *job, cell_t target)
{
    assert(job->source_count > 0);
    struct sources found = {false, false};
    cell_t first = job->sources[0].from;
    for (uint32_t s = 0; s < job->source_count; s++) {
        struct wire wire = job->sources[s];
        int64_t stride = wire_stride(grid, wire);
        uint32_t steps = wire_steps(grid, wire);
        uint32_t sum = grid_x(grid, wire.from) + grid_y(grid, wire.from) + grid_x(grid, first) +
                       grid_y(grid, first);
        found.mixed = found.mixed || steps > 0 || sum % 2 != 0;
        for (uint32_t i = 0; i <= steps; i++)
            found.target = found.target || (int64_t)wire.from + stride * i == (int64_t)target;
    }
    return found;
}

/* Copies the sources to the device, fills the planes and marks the sources in them. */
static enum status mark_job(struct tiles_wave *wave, const tiles::tiles_task &t,
                            const struct job *job, struct error *error)
{
    struct gpu_engine *engine = wave->each.head.engine;
    const struct grid *grid = engine->field->grid;
    size_t bytes = job->source_count * sizeof(struct terminal);
    TRY(buffer_reserve(&wave->job, bytes, "a job", &engine->account, error));
    TRY(buffer_reserve_host(&wave->job_host, bytes, "a job", &engine->account, error));
    struct terminal *terminals = (struct terminal *)wave->job_host.data;
    for (uint32_t s = 0; s < job->source_count; s++)
        terminals[s] = terminal_of(grid, job->sources[s], s);
    CUDA_TRY(
        cudaMemcpyAsync(wave->job.data, terminals, bytes, cudaMemcpyHostToDevice, engine->stream),
        error);
    dim3 threads(tiles::FILL_TRIPLES, tiles::FILL_COLUMNS);
    dim3 blocks(((unsigned)t.height + tiles::FILL_TRIPLES - 1) / tiles::FILL_TRIPLES,
                (2 * (unsigned)t.columns + 2 + tiles::FILL_COLUMNS - 1) / tiles::FILL_COLUMNS);
    tiles::fill<<<blocks, threads, 0, engine->stream>>>(t);
    CUDA_LAUNCHED("tiles fill", error);
    tiles::mark<<<1, tiles::MARK_THREADS, 0, engine->stream>>>(
        t, (const struct terminal *)wave->job.data, job->source_count, grid->width);
    CUDA_LAUNCHED("tiles mark", error);
    return STATUS_OK;
}

/* The number of tiles that a block may have to list. */
static unsigned list_room(const tiles::tiles_task &t)
{
    return ((unsigned)t.columns * (unsigned)t.up - 1) / t.blocks + 1;
}

static enum status launch_search(struct gpu_engine *engine, tiles::tiles_task t, bool mixed,
                                 struct error *error)
{
    const void *kernel = mixed ? (const void *)tiles::search_kernel<true>
                               : (const void *)tiles::search_kernel<false>;
    unsigned capacity = list_room(t);
    size_t shared = tiles::search_shared_bytes(capacity);
    TRY(engine_share(engine, kernel, shared, error));
    const void *stop_flag = engine->stop_flag.data_device;
    engine_clear_stop(engine);
    void *arguments[] = {&t, &capacity, &stop_flag};
    CUDA_TRY(cudaLaunchCooperativeKernel(kernel, t.blocks, tiles::SEARCH_THREADS, arguments, shared,
                                         engine->stream),
             error);
    return STATUS_OK;
}

/* Launches the trace after the search and waits for the results of both. */
static enum status launch_trace(struct tiles_wave *wave, const tiles::tiles_task &t,
                                size_t capacity, struct error *error)
{
    struct gpu_engine *engine = wave->each.head.engine;
    assert(capacity > 0 && capacity <= INT32_MAX);
    TRY(buffer_reserve_host(&wave->report, sizeof(tiles::answer) + capacity * sizeof(uint32_t),
                            "a path", &engine->account, error));
    tiles::answer *answer = (tiles::answer *)wave->report.data_device;
    TRY(engine_share(engine, tiles::trace_kernel, sizeof(walk::label_tile), error));
    tiles::trace_kernel<<<1, walk::THREADS, sizeof(walk::label_tile), engine->stream>>>(
        t, answer, (uint32_t *)(answer + 1), (int)capacity, (int)engine->field->grid->width);
    CUDA_LAUNCHED("tiles trace", error);
    return engine_wait(engine, error);
}

/* The number of steps of a path. */
static uint64_t count_steps(const struct grid *grid, const uint32_t *knots, int count)
{
    uint64_t steps = 0;
    for (int k = 1; k < count; k++) {
        const int64_t dx = (int64_t)grid_x(grid, knots[k]) - (int64_t)grid_x(grid, knots[k - 1]);
        const int64_t dy = (int64_t)grid_y(grid, knots[k]) - (int64_t)grid_y(grid, knots[k - 1]);
        steps += (uint64_t)(llabs(dx) + llabs(dy));
    }
    return steps;
}

/* Keeps the path of the report and answers the job. The cost is the number of steps, which is in
 * the range of the epoch that reached the target. */
static enum status keep_path(struct tiles_wave *wave, struct job *job, cell_t target,
                             uint32_t index, struct error *error)
{
    const tiles::answer *answer = (const tiles::answer *)wave->report.data;
    const uint32_t *knots = (const uint32_t *)(answer + 1);
    TRY(each_keep(&wave->each, knots, answer->knots, error));
    const uint64_t steps = count_steps(wave->each.head.engine->field->grid, knots, answer->knots);
    const uint64_t most = (uint64_t)answer->epoch * tiles::LEVELS;
    if (steps > most || steps + tiles::LEVELS <= most)
        return error_set(error, STATUS_FAILED,
                         "GPU wave tiles: the path from cell %u has a wrong length (a fault of "
                         "this program)",
                         target);
    job_found(job, steps, index, target, (size_t)answer->knots);
    return STATUS_OK;
}

/* Searches and traces a job. *done becomes false if the device cannot run the search. */
static enum status run_job(struct tiles_wave *wave, struct job *job, cell_t target, uint32_t index,
                           bool mixed, bool *done, struct error *error)
{
    struct gpu_engine *engine = wave->each.head.engine;
    tiles::tiles_task t = task_of(engine, job, target);
    *done = engine->major >= TILES_MAJOR_MIN &&
            tiles::search_shared_bytes(list_room(t)) <= engine->shared_limit;
    if (!*done)
        return STATUS_OK;
    struct tiles_layout l = layout_of(t);
    TRY(buffer_reserve(&wave->planes, l.bytes, "labels", &engine->account, error));
    char *base = (char *)wave->planes.data;
    t.control = (tiles::tiles_control *)base;
    t.awake = (uint32_t *)(base + l.awake);
    t.mail = (tiles::parcel *)(base + l.mail);
    t.labels = (uint64_t *)(base + l.labels);
    t.open = (uint32_t *)(base + l.open);
    CUDA_TRY(cudaMemsetAsync(base, 0, l.mail, engine->stream), error);
    TRY(mark_job(wave, t, job, error));
    TRY(launch_search(engine, t, mixed, error));
    TRY(launch_trace(wave, t, KNOTS_FIRST, error));
    tiles::answer answer = *(const tiles::answer *)wave->report.data;
    job->outcome = answer.end == tiles::END_STOPPED ? OUTCOME_STOPPED : OUTCOME_NONE;
    if (answer.end != tiles::END_FOUND)
        return STATUS_OK;
    if (answer.knots == walk::KNOTS_OVERFLOW) {
        size_t cells = grid_cells(engine->field->grid);
        size_t most = (size_t)answer.epoch * tiles::LEVELS + 1;
        TRY(launch_trace(wave, t, most < cells ? most : cells, error));
    }
    return keep_path(wave, job, target, index, error);
}

static enum status search_job(struct gpu_wave *base, const struct gpu_call *call, size_t i,
                              bool *done, struct error *error)
{
    struct tiles_wave *wave = (struct tiles_wave *)base;
    const struct grid *grid = wave->each.head.engine->field->grid;
    struct job *job = call_job(call, i);
    cell_t target;
    uint32_t index = 0;
    *done = false;
    if (!job_sole_target(grid, job, &target, &index))
        return STATUS_OK;
    if (target == CELL_NONE) {
        job->outcome = OUTCOME_NONE;
        *done = true;
        return STATUS_OK;
    }
    struct sources sources = look_at_sources(grid, job, target);
    if (sources.target)
        return STATUS_OK;
    return run_job(wave, job, target, index, sources.mixed, done, error);
}

static void release(struct gpu_wave *base)
{
    struct tiles_wave *wave = (struct tiles_wave *)base;
    for (struct buffer *buffer : {&wave->planes, &wave->job, &wave->job_host, &wave->report})
        buffer_free(buffer, &base->engine->account);
    each_release(&wave->each);
}

const struct gpu_wave_ops gpu_wave_tiles = {
    /* name */ "tiles",
    /* features */ 0,
    /* many */ false,
    /* rest */ "relax",
    /* serves */ NULL,
    /* likely */ NULL,
    /* times: call, job, side, every, largest */ {10, 100, 0, 0.055, 0},
    /* size */ sizeof(struct tiles_wave),
    /* prepare */ NULL,
    /* expand */ each_by<search_job>,
    /* bytes */ each_bytes,
    /* release */ release,
};
