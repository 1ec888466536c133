/* sweep_call: packs the jobs of a chunk, launches the kernel with enough device memory, and unpacks
 * the results. */
#include "gpu/wave/sweep/sweep_call.cuh"

#include <algorithm>

enum {
    KNOTS_PER_NET = 48, /* initial room for knots per net */
    RECORDS_MIN = 64,   /* least number of records per block */
    HEAD_BYTES = 256,   /* bytes for the counters */
};

static_assert(sizeof(struct sweep_counters) <= HEAD_BYTES, "the counters fit their place");

#define RECORD_BYTES_MAX ((size_t)6 << 30) /* bytes of all records */

static struct sweep_run run_of(const struct grid *grid, struct wire wire)
{
    cell_t first = std::min(wire.from, wire.to), last = std::max(wire.from, wire.to);
    bool in_row = first / grid->width == last / grid->width;
    bool in_layer = grid_z(grid, first) == grid_z(grid, last);
    return {(uint16_t)grid_x(grid, first), (uint16_t)grid_y(grid, first),
            (uint16_t)wire_steps(grid, wire), (uint8_t)grid_z(grid, first),
            (uint8_t)(in_row     ? 0
                      : in_layer ? 1
                                 : 2)};
}

/* Extends the goal by a target's cells inside the window. Returns true if there are any. */
static bool widen_goal(struct sweep_box *goal, const struct sweep_box *window,
                       const struct sweep_run *run)
{
    uint16_t x1 = (uint16_t)(run->x + (run->axis == 0 ? run->steps : 0));
    uint16_t y1 = (uint16_t)(run->y + (run->axis == 1 ? run->steps : 0));
    struct sweep_box part = {std::max(run->x, window->x0), std::max(run->y, window->y0),
                             std::min(x1, window->x1), std::min(y1, window->y1)};
    if (part.x0 > part.x1 || part.y0 > part.y1)
        return false;
    *goal = {std::min(goal->x0, part.x0), std::min(goal->y0, part.y0), std::max(goal->x1, part.x1),
             std::max(goal->y1, part.y1)};
    return true;
}

/* Packs a job; its runs go to runs[first ..]. A net without a target in its window gets no targets.
 * guess: of its cost, or FOCUS_EVERYWHERE. */
static struct sweep_net pack_job(const struct grid *grid, const struct job *job, uint32_t guess,
                                 struct sweep_run *runs, uint32_t first)
{
    struct sweep_net net = {};
    const struct box window = guesses_window(grid, job, guess);
    net.window = {(uint16_t)window.x0, (uint16_t)window.y0, (uint16_t)window.x1,
                  (uint16_t)window.y1};
    net.below = guess != FOCUS_EVERYWHERE ? guess + 1 : SWEEP_NO_BOUND;
    net.goal = {UINT16_MAX, UINT16_MAX, 0, 0};
    net.runs = first;
    net.source_count = job->source_count;
    runs += first;
    for (uint32_t s = 0; s < job->source_count; s++)
        *runs++ = run_of(grid, job->sources[s]);
    bool any = false;
    for (uint32_t t = 0; t < job->target_count; t++, runs++) {
        *runs = run_of(grid, job->targets[t]);
        any = widen_goal(&net.goal, &net.window, runs) || any;
    }
    net.target_count = any ? job->target_count : 0;
    return net;
}

static uint32_t tiles_of(struct sweep_box window)
{
    return sweep_tiles_across(window.x0, window.x1) * sweep_tiles_across(window.y0, window.y1);
}

/* Packs all nets of the chunk and copies them to the device. */
static enum status send(struct gpu_sweep *sweep, const struct sweep_chunk *chunk,
                        uint32_t *tiles_most, struct sweep_view *view, struct error *error)
{
    struct gpu_engine *engine = sweep->head.engine;
    size_t runs = 0;
    *tiles_most = 1;
    for (size_t i = 0; i < chunk->count; i++) {
        const struct job *job = chunk->job(i);
        runs += (size_t)job->source_count + job->target_count;
    }
    size_t nets_bytes = chunk->count * sizeof(struct sweep_net);
    size_t bytes = HEAD_BYTES + nets_bytes + runs * sizeof(struct sweep_run);
    if (bytes > sweep->packed.bytes) {
        TRY(buffer_reserve_host(&sweep->packed_host, 2 * bytes, "nets", &engine->account, error));
        TRY(buffer_reserve(&sweep->packed, 2 * bytes, "nets", &engine->account, error));
    }
    char *host = (char *)sweep->packed_host.data, *device = (char *)sweep->packed.data;
    struct sweep_net *nets = (struct sweep_net *)(host + HEAD_BYTES);
    struct sweep_run *all = (struct sweep_run *)(host + HEAD_BYTES + nets_bytes);
    uint32_t next = 0;
    memset(host, 0, HEAD_BYTES);
    for (size_t i = 0; i < chunk->count; i++) {
        const struct job *job = chunk->job(i);
        nets[i] =
            pack_job(engine->field->grid, job, sweep->guesses.of[job - chunk->jobs], all, next);
        *tiles_most = std::max(*tiles_most, tiles_of(nets[i].window));
        next += job->source_count + job->target_count;
    }
    CUDA_TRY(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, engine->stream), error);
    view->counters = (struct sweep_counters *)device;
    view->nets = (const struct sweep_net *)(device + HEAD_BYTES);
    view->runs = (const struct sweep_run *)(device + HEAD_BYTES + nets_bytes);
    view->net_count = (uint32_t)chunk->count;
    return STATUS_OK;
}

/* Reserves device memory for the launch, and host memory for its results. */
static enum status reserve(struct gpu_sweep *sweep, const struct sweep_shape *shape,
                           uint32_t tiles_most, struct sweep_view *view, struct error *error)
{
    struct memory_account *account = &sweep->head.engine->account;
    assert(shape->blocks > 0 && shape->record_bytes > 0);
    size_t most = RECORD_BYTES_MAX / shape->blocks / shape->record_bytes;
    size_t room = std::max(std::min((size_t)tiles_most, most), (size_t)RECORDS_MIN);
    TRY(buffer_reserve(&sweep->records, shape->blocks * room * shape->record_bytes, "tiles",
                       account, error));
    size_t table = tiles_most > SWEEP_TILES_NEAR ? (size_t)4 * tiles_most * sizeof(uint32_t) : 0;
    TRY(buffer_reserve(&sweep->tables, shape->blocks * table, "tables of tiles", account, error));
    TRY(buffer_reserve(&sweep->paths, (size_t)shape->blocks * SWEEP_KNOTS * sizeof(uint32_t),
                       "paths", account, error));
    TRY(buffer_reserve_host(&sweep->results, view->net_count * sizeof(struct sweep_result),
                            "results", account, error));
    TRY(buffer_reserve_host(&sweep->knots, view->net_count * KNOTS_PER_NET * sizeof(uint32_t),
                            "paths", account, error));
    view->records = (char *)sweep->records.data;
    view->room = (uint32_t)room;
    view->tables = (uint32_t *)sweep->tables.data;
    view->tiles_most = tiles_most;
    view->paths = (uint32_t *)sweep->paths.data;
    return STATUS_OK;
}

/* Launches the kernel and waits. *full: some knots did not fit. */
static enum status launch(struct gpu_sweep *sweep, struct sweep_view *view,
                          const struct sweep_shape *shape, bool *full, struct error *error)
{
    struct gpu_engine *engine = sweep->head.engine;
    view->results = (struct sweep_result *)sweep->results.data_device;
    view->knots = (uint32_t *)sweep->knots.data_device;
    view->knot_capacity =
        (uint32_t)std::min(sweep->knots.bytes / sizeof(uint32_t), (size_t)UINT32_MAX);
    view->stop_flag = (const volatile uint32_t *)engine->stop_flag.data_device;
    engine_clear_stop(engine);
    TRY(sweep_launch(engine, view, shape, error));
    TRY(engine_wait(engine, error));
    const struct sweep_result *results = (const struct sweep_result *)sweep->results.data;
    *full = false;
    for (uint32_t i = 0; i < view->net_count; i++)
        *full = *full || results[i].outcome == SWEEP_FULL;
    return STATUS_OK;
}

/* Appends a path to the paths of the call. */
static enum status add_path(struct gpu_sweep *sweep, const uint32_t *knots, size_t count,
                            struct error *error)
{
    struct trace *path = &sweep->path;
    TRY(MEM_GROW(path->knots, path->capacity, path->count + count, "paths", error));
    memcpy(path->knots + path->count, knots, count * sizeof *knots);
    path->count += count;
    return STATUS_OK;
}

/* Answers the chunk's jobs, all but the pointers to their knots. */
static enum status unpack(struct gpu_sweep *sweep, const struct sweep_chunk *chunk,
                          struct error *error)
{
    const struct sweep_result *results = (const struct sweep_result *)sweep->results.data;
    TRY(MEM_GROW(sweep->far, sweep->far_capacity, sweep->far_count + chunk->count, "jobs", error));
    for (size_t i = 0; i < chunk->count; i++) {
        struct job *job = chunk->job(i);
        struct sweep_result result = results[i];
        assert(result.outcome <= SWEEP_STOPPED && result.outcome != SWEEP_FULL);
        job_end(job, result.outcome == SWEEP_STOPPED ? OUTCOME_STOPPED : OUTCOME_NONE);
        if (result.outcome == SWEEP_LEFT)
            sweep->far[sweep->far_count++] = (uint32_t)(job - chunk->jobs);
        if (result.outcome != SWEEP_FOUND)
            continue;
        job_found(job, result.cost, result.target, result.reached, result.count);
        sweep->starts[job - chunk->jobs] = sweep->path.count;
        TRY(add_path(sweep, (const uint32_t *)sweep->knots.data + result.first, result.count,
                     error));
    }
    return STATUS_OK;
}

enum status sweep_call(struct gpu_sweep *sweep, const struct sweep_chunk *chunk,
                       struct error *error)
{
    struct gpu_engine *engine = sweep->head.engine;
    struct sweep_view view = {};
    uint32_t tiles_most = 0;
    bool full = false;
    assert(chunk->count > 0);
    TRY(send(sweep, chunk, &tiles_most, &view, error));
    const struct sweep_shape shape =
        sweep_shape_of(engine, sweep->shared_limit, chunk->count, tiles_most);
    TRY(reserve(sweep, &shape, tiles_most, &view, error));
    TRY(launch(sweep, &view, &shape, &full, error));
    while (full) { /* launch again with more room */
        TRY(buffer_reserve_host(&sweep->knots, 4 * sweep->knots.bytes, "paths", &engine->account,
                                error));
        CUDA_TRY(cudaMemsetAsync(sweep->packed.data, 0, HEAD_BYTES, engine->stream), error);
        TRY(launch(sweep, &view, &shape, &full, error));
    }
    return unpack(sweep, chunk, error);
}
