/* engine_cpu: workers take the jobs of a call by an atomic counter.
 *
 * A worker is a workspace, run by a thread of workers.h. Threads start at the first call with more
 * than one job, and a worker allocates its workspace at its first job: an engine of 64 threads that
 * never gets more than two jobs at once holds two workspaces.
 *
 * Knots are appended to the worker's trace, which may move while it grows. Pointers to them are set
 * after all jobs of the call; until then `where` holds the worker and the index of the knots. */
#include "router/engine/engine_cpu.h"
#include "grid/clock.h"

#include <stdatomic.h>

#include "grid/workers.h"
#include "router/search/field.h"
#include "router/wave/wave.h"

#define JOB_SECONDS  5e-6 /* fixed time of a search */
#define WAKE_SECONDS 7e-6 /* time to wake a thread, measured with 15 sleeping threads */

struct cpu_engine;

struct worker {
    struct cpu_engine *engine;
    struct wave *wave; /* NULL until its first job */
    struct trace trace;
    enum status status; /* of the current call */
    struct error error;
};

struct knots_place {
    uint32_t worker;
    size_t first;
};

struct cpu_engine {
    struct engine head; /* must be first */
    const struct field *field;
    const struct wave_ops *wave;
    const volatile sig_atomic_t *stop;
    unsigned threads;
    struct workers *pool;   /* NULL until two jobs come at once */
    struct worker *workers; /* [threads] */
    size_t peak_bytes;

    struct job *jobs; /* of the current call */
    size_t job_count;
    atomic_size_t next;
    atomic_bool failed;
    struct knots_place *where; /* [job_count] */
    size_t where_capacity;
};

/* Searches one job on this worker. */
static enum status run_job(struct worker *worker, size_t index)
{
    struct cpu_engine *engine = worker->engine;
    struct job *job = &engine->jobs[index];
    assert(job->source_count > 0); /* engine.h */
    assert(job->window.x0 <= job->window.x1 && job->window.x1 < engine->field->grid->width);
    assert(job->window.y0 <= job->window.y1 && job->window.y1 < engine->field->grid->height);
    if (worker->wave == NULL)
        TRY(wave_create(&worker->wave, engine->wave, engine->field, &worker->error));
    engine->where[index].worker = (uint32_t)(worker - engine->workers);
    engine->where[index].first = worker->trace.count;
    job->knot_count = 0;
    job->knots = NULL;
    if (stop_raised(engine->stop)) {
        job->outcome = OUTCOME_STOPPED;
        return STATUS_OK;
    }
    return wave_search(worker->wave, job, &worker->trace, engine->stop, &worker->error);
}

/* Takes jobs until none is left or a worker has failed. */
static void run_jobs(struct worker *worker)
{
    struct cpu_engine *engine = worker->engine;
    while (!atomic_load_explicit(&engine->failed, memory_order_relaxed)) {
        size_t index = atomic_fetch_add_explicit(&engine->next, 1, memory_order_relaxed);
        if (index >= engine->job_count)
            return;
        worker->status = run_job(worker, index);
        if (worker->status != STATUS_OK)
            atomic_store_explicit(&engine->failed, true, memory_order_relaxed);
    }
}

/* Workers first .. end - 1 take jobs. */
static void run_workers(void *context, size_t first, size_t end)
{
    struct cpu_engine *engine = context;
    for (size_t i = first; i < end; i++)
        run_jobs(&engine->workers[i]);
}

/* Runs all jobs on at most one worker per job and waits until they are done. */
static enum status run_round(struct cpu_engine *engine, struct error *error)
{
    const size_t count = engine->job_count < engine->threads ? engine->job_count : engine->threads;
    if (count < 2) {
        run_workers(engine, 0, count);
        return STATUS_OK;
    }
    if (engine->pool == NULL && workers_create(&engine->pool, engine->threads, error) != STATUS_OK)
        return STATUS_FAILED;
    workers_run(engine->pool, run_workers, engine, count, 1);
    return STATUS_OK;
}

static void measure_bytes(struct cpu_engine *engine)
{
    size_t bytes = sizeof *engine + engine->threads * sizeof *engine->workers +
                   engine->where_capacity * sizeof *engine->where;
    for (unsigned i = 0; i < engine->threads; i++) {
        const struct worker *worker = &engine->workers[i];
        bytes += worker->wave != NULL ? wave_bytes(worker->wave) : 0;
        bytes += worker->trace.capacity * sizeof *worker->trace.knots;
    }
    if (bytes > engine->peak_bytes)
        engine->peak_bytes = bytes;
}

static enum status cpu_expand(struct engine *base, struct job *jobs, size_t count,
                              struct error *error)
{
    struct cpu_engine *engine = (struct cpu_engine *)base;
    assert(count == 0 || jobs != NULL);
    TRY(MEM_GROW(engine->where, engine->where_capacity, count, "jobs", error));
    engine->jobs = jobs;
    engine->job_count = count;
    atomic_store(&engine->next, 0);
    atomic_store(&engine->failed, false);
    for (unsigned i = 0; i < engine->threads; i++) {
        engine->workers[i].trace.count = 0;
        engine->workers[i].status = STATUS_OK;
        error_clear(&engine->workers[i].error);
    }
    TRY(run_round(engine, error));
    measure_bytes(engine);
    for (unsigned i = 0; i < engine->threads; i++)
        if (engine->workers[i].status != STATUS_OK)
            return error_set(error, engine->workers[i].status, "%s", engine->workers[i].error.text);
    for (size_t i = 0; i < count; i++) {
        if (jobs[i].outcome != OUTCOME_FOUND)
            continue;
        const struct knots_place *at = &engine->where[i];
        const struct trace *trace = &engine->workers[at->worker].trace;
        assert(jobs[i].knot_count > 0 && at->first + jobs[i].knot_count <= trace->count);
        assert(trace->knots[at->first + jobs[i].knot_count - 1] == jobs[i].reached);
        assert(jobs[i].target < jobs[i].target_count);
        jobs[i].knots = trace->knots + at->first;
    }
    return STATUS_OK;
}

static enum status cpu_update(struct engine *base, const struct box *dirty, size_t count,
                              struct error *error)
{
    assert(count == 0 || dirty != NULL);
    struct cpu_engine *engine = (struct cpu_engine *)base;
    (void)error;
    for (unsigned i = 0; i < engine->threads && engine->wave->update != NULL; i++)
        if (engine->workers[i].wave != NULL)
            engine->wave->update(engine->workers[i].wave, dirty, count);
    return STATUS_OK;
}

/* The error for a wave that lacks features of the field or whose limit the field exceeds. */
static enum status refuse(const struct wave_ops *wave, const struct field *field, unsigned features,
                          struct error *error)
{
    assert(wave != NULL);
    char words[256] = "", names[256];
    unsigned missing = features & ~wave->features;
    for (unsigned bit = 1; bit < FEATURE_ALL; bit <<= 1)
        if ((missing & bit) != 0)
            text_append(words, sizeof words, "%s%s", words[0] != '\0' ? ", " : "",
                        feature_name((enum feature)bit));
    return error_refuse(error,
                        "wave '%s' does not support this design's %s; waves that do: %s, or auto",
                        wave->name, missing != 0 ? words : wave->limit(field),
                        wave_names(names, sizeof names, features, field));
}

/* Finds the wave of this name, or the automatic one, and checks that it supports the field. */
static enum status choose_wave(const struct wave_ops **wave, const struct field *field,
                               const char *name, struct error *error)
{
    assert(name != NULL);
    char names[256];
    unsigned features = field_features(field);
    if (strcmp(name, "auto") == 0) {
        *wave = wave_auto(features, field);
        return STATUS_OK;
    }
    *wave = wave_find(name);
    const char *near = wave_nearest(name);
    if (*wave == NULL)
        return error_refuse(error,
                            "the CPU engine has no wave '%s'%s%s%s; its waves are: %s, or auto",
                            name, near != NULL ? "; did you mean " : "", near != NULL ? near : "",
                            near != NULL ? "?" : "", wave_names(names, sizeof names, 0, NULL));
    return wave_supports(*wave, features, field) ? STATUS_OK
                                                 : refuse(*wave, field, features, error);
}

static enum status cpu_open(struct engine **base, const struct field *field,
                            const struct engine_options *options, struct error *error)
{
    assert(field != NULL && options != NULL);
    const struct wave_ops *wave = NULL;
    *base = NULL;
    TRY(choose_wave(&wave, field, options->wave, error));
    unsigned threads = options->threads < 1 ? 1 : options->threads;
    threads = threads > WORKERS_MAX ? WORKERS_MAX : threads;
    struct cpu_engine *engine = mem_alloc(1, sizeof *engine, "engine", error);
    struct worker *workers = mem_alloc(threads, sizeof *workers, "workers", error);
    if (engine == NULL || workers == NULL) {
        MEM_FREE(engine, workers);
        return STATUS_FAILED;
    }
    engine->head = (struct engine){&engine_cpu, wave->name, "cpu", ""};
    engine->field = field;
    engine->wave = wave;
    engine->stop = options->stop;
    engine->threads = threads;
    engine->workers = workers;
    for (unsigned i = 0; i < threads; i++)
        workers[i].engine = engine;
    measure_bytes(engine);
    *base = &engine->head;
    return STATUS_OK;
}

static void cpu_close(struct engine *base)
{
    struct cpu_engine *engine = (struct cpu_engine *)base;
    if (engine == NULL)
        return;
    workers_destroy(engine->pool);
    for (unsigned i = 0; i < engine->threads; i++) {
        wave_destroy(engine->workers[i].wave);
        free(engine->workers[i].trace.knots);
    }
    MEM_FREE(engine->where, engine->workers, engine);
}

static const char *cpu_unusable(void)
{
    return NULL;
}

static void cpu_peak_bytes(const struct engine *base, size_t *host, size_t *device)
{
    *host = ((const struct cpu_engine *)base)->peak_bytes;
    *device = 0;
}

static const char *cpu_wave_at(size_t index)
{
    const struct wave_ops *const *wave = wave_table;
    while (*wave != NULL && index > 0) {
        wave++;
        index--;
    }
    return *wave != NULL ? (*wave)->name : NULL;
}

/* A search takes a fixed time plus a time per cell of its window (pin_ns and wide_ns in wave.h).
 * Workers take jobs one by one, so the call takes at most the time in which all threads share the
 * work plus the rest of the longest job (list scheduling, R. L. Graham 1966), after waking threads:
 *
 *     seconds = waking + sum / threads + longest * (1 - 1 / threads)     threads <= jobs
 *
 * The prediction is for a crowded field: several times too high if the target is found early, too
 * low in a maze. engine_pair.h corrects it with measured times. */
static double cpu_estimate(const struct field *field, unsigned features,
                           const struct engine_options *options, const struct job *jobs,
                           size_t count)
{
    assert(count == 0 || jobs != NULL);
    const struct wave_ops *wave = options->wave != NULL ? wave_find(options->wave) : NULL;
    wave = wave != NULL ? wave : wave_auto(features, field);
    assert(wave->pin_ns > 0 && wave->wide_ns > 0);
    double sum = 0, longest = 0;
    for (size_t i = 0; i < count; i++) {
        const bool pin =
            jobs[i].target_count == 1 && jobs[i].targets[0].from == jobs[i].targets[0].to;
        const double ns = pin ? wave->pin_ns : wave->wide_ns;
        const double seconds =
            JOB_SECONDS + 1e-9 * ns * (double)box_cells(field->grid, jobs[i].window);
        sum += seconds;
        longest = seconds > longest ? seconds : longest;
    }
    if (options->threads < 2 || count < 2)
        return sum;
    const size_t used = count < options->threads ? count : options->threads;
    return WAKE_SECONDS * (double)(used - 1) + sum / (double)used +
           longest * (1 - 1 / (double)used);
}

const struct engine_ops engine_cpu = {
    .name = "cpu",
    .unusable = cpu_unusable,
    .open = cpu_open,
    .update = cpu_update,
    .expand = cpu_expand,
    .peak_bytes = cpu_peak_bytes,
    .close = cpu_close,
    .wave_at = cpu_wave_at,
    .estimate = cpu_estimate,
};
