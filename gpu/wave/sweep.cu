/* sweep: the host's side; see sweep.cuh.
 *
 *     pack      nets and their runs, one after the other behind the counters, in page-locked memory
 *     launch    one copy, one kernel; results and knots are written where the host sees them
 *     unpack    into the jobs
 *
 * The next jobs depend on these paths, so what counts is the time of a call: one copy in, none
 * back.
 */
#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <new>

#include "gpu/check.cuh"
#include "gpu/wave/sweep_pack.cuh"
#include "gpu/wave/sweep_team.cuh"

enum {
    CHUNK = 1 << 14,  /* nets on the device at a time */
    KNOTS_A_NET = 48, /* room at first */
    RECORDS_MIN = 64, /* a block, */
    HEAD_BYTES = 256, /* of the counters */
};

#define RECORD_BYTES_MAX ((size_t)6 << 30) /* of all blocks' records */

struct sweep {
    struct gpu_engine *engine;
    struct sweep_team *team; /* NULL where the device has no clusters */
    int shared_limit;        /* bytes of shared memory that a block may have */
    struct buffer packed_host, packed, results, knots; /* results and knots: page-locked */
    struct buffer records, tables, paths;
    cudaEvent_t begin, end;
    struct trace path;    /* knots of all jobs of a call */
    uint32_t usual;       /* cost of a step (sweep_pack.cuh) */
    uint32_t *near, *far; /* jobs of a call to be searched, and those left to other waves */
    size_t near_count, near_capacity, far_count, far_capacity;
    size_t *starts; /* [jobs of a call] of their knots in path */
    size_t starts_capacity;
    double kernel_ms;
};

/* ---- pack ----------------------------------------------------------------------------------- */

/* A call's share of the jobs. */
struct chunk {
    struct job *jobs;
    const uint32_t *order; /* NULL: the first ones */
    size_t first, count;
    bool guessed; /* by the jobs' guesses of their costs */

    struct job *job(size_t i) const
    {
        return &jobs[order != NULL ? order[first + i] : first + i];
    }
};

/* Packs all nets of the chunk and sends them. */
static enum status send(struct sweep *sweep, const struct chunk *chunk, uint32_t *tiles_most,
                        struct sweep_view *view, struct error *error)
{
    struct gpu_engine *engine = sweep->engine;
    size_t runs = 0;
    *tiles_most = 1;
    for (size_t i = 0; i < chunk->count; i++) {
        const struct job *job = chunk->job(i);
        runs += (size_t)job->source_count + job->target_count;
        *tiles_most = std::max(*tiles_most, tiles_of(job->window));
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
        nets[i] = pack_job(engine->field->grid, job, chunk->guessed, all, next);
        next += job->source_count + job->target_count;
    }
    CUDA_TRY(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, engine->stream), error);
    view->counters = (struct sweep_counters *)device;
    view->nets = (const struct sweep_net *)(device + HEAD_BYTES);
    view->runs = (const struct sweep_run *)(device + HEAD_BYTES + nets_bytes);
    view->net_count = (uint32_t)chunk->count;
    return STATUS_OK;
}

/* ---- launch --------------------------------------------------------------------------------- */

/* Device memory for so many blocks, and what the host reads. */
static enum status reserve(struct sweep *sweep, const struct sweep_shape *shape,
                           uint32_t tiles_most, struct sweep_view *view, struct error *error)
{
    struct memory_account *account = &sweep->engine->account;
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
    TRY(buffer_reserve_host(&sweep->knots, view->net_count * KNOTS_A_NET * sizeof(uint32_t),
                            "paths", account, error));
    view->records = (char *)sweep->records.data;
    view->room = (uint32_t)room;
    view->tables = (uint32_t *)sweep->tables.data;
    view->tiles_most = tiles_most;
    view->paths = (uint32_t *)sweep->paths.data;
    return STATUS_OK;
}

/* Launches the kernel, that of teams where there is a plan for them, and waits. *full: some knots
 * did not fit. */
static enum status launch(struct sweep *sweep, struct sweep_view *view,
                          const struct sweep_shape *shape, const struct team_plan *plan, bool *full,
                          struct error *error)
{
    struct gpu_engine *engine = sweep->engine;
    view->results = (struct sweep_result *)sweep->results.data_device;
    view->knots = (uint32_t *)sweep->knots.data_device;
    view->knot_capacity =
        (uint32_t)std::min(sweep->knots.bytes / sizeof(uint32_t), (size_t)UINT32_MAX);
    view->stop_flag = (const volatile uint32_t *)engine->stop_flag.data_device;
    *(uint32_t *)engine->stop_flag.data = 0;
    CUDA_TRY(cudaEventRecord(sweep->begin, engine->stream), error);
    TRY(plan != NULL ? team_start(sweep->team, view, plan, error)
                     : sweep_launch(engine, view, shape, error));
    CUDA_TRY(cudaEventRecord(sweep->end, engine->stream), error);
    TRY(engine_wait(engine, error));
    float ms = 0;
    CUDA_TRY(cudaEventElapsedTime(&ms, sweep->begin, sweep->end), error);
    sweep->kernel_ms += ms;
    const struct sweep_result *results = (const struct sweep_result *)sweep->results.data;
    *full = false;
    for (uint32_t i = 0; i < view->net_count; i++)
        *full = *full || results[i].outcome == SWEEP_FULL;
    return STATUS_OK;
}

/* ---- unpack --------------------------------------------------------------------------------- */

/* Appends a path to the call's. */
static enum status add_path(struct sweep *sweep, const uint32_t *knots, size_t count,
                            struct error *error)
{
    struct trace *path = &sweep->path;
    TRY(mem_grow((void **)&path->knots, &path->capacity, path->count + count, sizeof *path->knots,
                 "paths", error));
    memcpy(path->knots + path->count, knots, count * sizeof *knots);
    path->count += count;
    return STATUS_OK;
}

/* Fills the chunk's jobs but for the pointers to their knots. */
static enum status unpack(struct sweep *sweep, const struct chunk *chunk, struct error *error)
{
    const struct sweep_result *results = (const struct sweep_result *)sweep->results.data;
    TRY(mem_grow((void **)&sweep->far, &sweep->far_capacity, sweep->far_count + chunk->count,
                 sizeof *sweep->far, "jobs", error));
    for (size_t i = 0; i < chunk->count; i++) {
        struct job *job = chunk->job(i);
        struct sweep_result result = results[i];
        job->outcome = result.outcome == SWEEP_STOPPED ? OUTCOME_STOPPED : OUTCOME_NONE;
        job->knots = NULL;
        job->knot_count = 0;
        if (result.outcome == SWEEP_LEFT)
            sweep->far[sweep->far_count++] = (uint32_t)(job - chunk->jobs);
        if (result.outcome != SWEEP_FOUND)
            continue;
        job->outcome = OUTCOME_FOUND;
        job->cost = result.cost;
        job->target = result.target;
        job->reached = result.reached;
        job->knot_count = result.count;
        sweep->starts[job - chunk->jobs] = sweep->path.count;
        TRY(add_path(sweep, (const uint32_t *)sweep->knots.data + result.first, result.count,
                     error));
    }
    return STATUS_OK;
}

static void stop_job(struct job *job)
{
    job->outcome = OUTCOME_STOPPED;
    job->knots = NULL;
    job->knot_count = 0;
}

static enum status expand_chunk(struct sweep *sweep, const struct chunk *chunk, struct error *error)
{
    struct gpu_engine *engine = sweep->engine;
    struct sweep_view view = {};
    uint32_t tiles_most = 0;
    bool full = false;
    TRY(send(sweep, chunk, &tiles_most, &view, error));
    const struct sweep_net *nets =
        (const struct sweep_net *)((const char *)sweep->packed_host.data + HEAD_BYTES);
    struct team_plan teams, *plan = NULL;
    struct sweep_shape shape;
    if (sweep->team != NULL && team_divide(sweep->team, nets, chunk->count, &teams, &shape))
        plan = &teams;
    else
        shape = sweep_shape_of(engine, sweep->shared_limit, chunk->count, tiles_most);
    TRY(reserve(sweep, &shape, tiles_most, &view, error));
    TRY(launch(sweep, &view, &shape, plan, &full, error));
    while (full) { /* once more with more room */
        TRY(buffer_reserve_host(&sweep->knots, 4 * sweep->knots.bytes, "paths", &engine->account,
                                error));
        CUDA_TRY(cudaMemsetAsync(sweep->packed.data, 0, HEAD_BYTES, engine->stream), error);
        TRY(launch(sweep, &view, &shape, plan, &full, error));
    }
    return unpack(sweep, chunk, error);
}

/* Sorts the jobs into near, to be searched, and far: those whose paths seem to cost more than
 * labels can hold. */
static enum status sort_jobs(struct sweep *sweep, const struct chunk *all, struct error *error)
{
    const struct grid *grid = sweep->engine->field->grid;
    TRY(mem_grow((void **)&sweep->near, &sweep->near_capacity, all->count, sizeof *sweep->near,
                 "jobs", error));
    TRY(mem_grow((void **)&sweep->far, &sweep->far_capacity, all->count, sizeof *sweep->far, "jobs",
                 error));
    sweep->near_count = sweep->far_count = 0;
    for (size_t i = 0; i < all->count; i++) {
        const struct job *job = all->job(i);
        uint32_t index = (uint32_t)(job - all->jobs);
        if (sweep->usual > 1 && (uint64_t)sweep->usual * steps_between(grid, job) >= SWEEP_FAR)
            sweep->far[sweep->far_count++] = index;
        else
            sweep->near[sweep->near_count++] = index;
        all->job(i)->outcome = OUTCOME_NONE; /* until it is searched */
    }
    return STATUS_OK;
}

/* Searches near[0 .. near_count). */
static enum status search_near(struct sweep *sweep, struct job *jobs, bool guessed,
                               struct error *error)
{
    const struct chunk all = {jobs, sweep->near, 0, sweep->near_count, guessed};
    for (size_t first = 0; first < all.count; first += CHUNK) {
        struct chunk chunk = all;
        chunk.first = first;
        chunk.count = std::min(all.count - first, (size_t)CHUNK);
        if (!engine_stopped(sweep->engine)) {
            TRY(expand_chunk(sweep, &chunk, error));
            continue;
        }
        for (size_t i = 0; i < chunk.count; i++)
            stop_job(chunk.job(i));
    }
    return STATUS_OK;
}

/* Of the jobs that were left, those whose guess may have been too low become near again. */
static void take_guessed(struct sweep *sweep, const struct job *jobs, size_t far_before)
{
    const size_t left = sweep->far_count;
    sweep->near_count = 0;
    sweep->far_count = far_before;
    for (size_t i = far_before; i < left; i++) {
        uint32_t index = sweep->far[i];
        if (useful_guess(&jobs[index]) != 0)
            sweep->near[sweep->near_count++] = index;
        else
            sweep->far[sweep->far_count++] = index;
    }
}

enum status sweep_expand(struct sweep *sweep, struct job *jobs, const uint32_t *order, size_t count,
                         const uint32_t **left, size_t *left_count, struct error *error)
{
    const struct chunk all = {jobs, order, 0, count, true};
    size_t most = 0; /* of the jobs' indices */
    sweep->kernel_ms = 0;
    sweep->path.count = 0;
    for (size_t i = 0; i < count; i++)
        most = std::max(most, (size_t)(all.job(i) - jobs) + 1);
    TRY(mem_grow((void **)&sweep->starts, &sweep->starts_capacity, most, sizeof *sweep->starts,
                 "jobs", error));
    TRY(sort_jobs(sweep, &all, error));
    const size_t far_before = sweep->far_count;
    TRY(search_near(sweep, jobs, true, error));
    take_guessed(sweep, jobs, far_before);
    TRY(search_near(sweep, jobs, false, error));
    for (size_t i = 0; i < count; i++) {
        struct job *job = all.job(i);
        if (job->outcome == OUTCOME_FOUND)
            job->knots = sweep->path.knots + sweep->starts[job - jobs];
    }
    *left = sweep->far;
    *left_count = sweep->far_count;
    return STATUS_OK;
}

double sweep_kernel_ms(const struct sweep *sweep)
{
    return sweep->kernel_ms;
}

/* ---- the workspace -------------------------------------------------------------------------- */

enum status sweep_open(struct sweep **result, struct gpu_engine *engine, struct error *error)
{
    *result = NULL;
    struct sweep *sweep = new (std::nothrow) struct sweep();
    if (sweep == NULL)
        return error_set(error, STATUS_FAILED, "no memory for a batch");
    sweep->engine = engine;
    sweep->usual = usual_weight(engine->field->grid);
    enum status status = sweep_prepare(engine, &sweep->shared_limit, error);
    if (status == STATUS_OK)
        status = team_open(&sweep->team, engine, error);
    if (status == STATUS_OK)
        status = cuda_status(cudaEventCreate(&sweep->begin), "cudaEventCreate", error);
    if (status == STATUS_OK)
        status = cuda_status(cudaEventCreate(&sweep->end), "cudaEventCreate", error);
    if (status != STATUS_OK) {
        sweep_close(sweep);
        return status;
    }
    *result = sweep;
    return STATUS_OK;
}

void sweep_close(struct sweep *sweep)
{
    if (sweep == NULL)
        return;
    struct memory_account *account = &sweep->engine->account;
    team_close(sweep->team);
    buffer_free_host(&sweep->packed_host, account);
    buffer_free(&sweep->packed, account);
    buffer_free_host(&sweep->results, account);
    buffer_free_host(&sweep->knots, account);
    buffer_free(&sweep->records, account);
    buffer_free(&sweep->tables, account);
    buffer_free(&sweep->paths, account);
    for (cudaEvent_t event : {sweep->begin, sweep->end})
        if (event != NULL)
            (void)cudaEventDestroy(event);
    free(sweep->path.knots);
    free(sweep->near);
    free(sweep->far);
    free(sweep->starts);
    delete sweep;
}

/* ---- the wave by name: what the sweeps leave goes the way of `relax` ------------------------- */

static enum status prepare_single(struct gpu_engine *engine, struct error *error)
{
    return gpu_wave_relax.prepare(engine, error);
}

static enum status search_single(struct gpu_engine *engine, const struct job_view *job,
                                 enum outcome *outcome, struct error *error)
{
    return gpu_wave_relax.search(engine, job, outcome, error);
}

const struct gpu_wave gpu_wave_sweep = {"sweep",
                                        FEATURE_ALL & ~((unsigned)FEATURE_BEND | FEATURE_WALLS),
                                        prepare_single, search_single, NULL};
