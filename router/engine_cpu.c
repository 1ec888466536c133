/* engine_cpu: a pool of workers over an array of jobs.
 *
 * The calling thread is worker 0; the others are started at the first call with more than one job
 * and then sleep between calls. A call raises `round` and wakes them; each worker takes the next
 * job by an atomic counter until none is left; the caller waits until all have finished. A worker
 * makes its workspace when it takes its first job, so an engine of 64 threads that is only ever
 * given two jobs holds two.
 *
 * Knots are appended to the worker's own trace, which may move while it grows, so a job's pointer
 * is set when all are done: `where` remembers worker and place of each job's knots.
 */
#include "router/engine_cpu.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "router/foresee.h"

enum { THREADS_MAX = 1024 };

struct cpu_engine;

struct worker {
    struct cpu_engine *engine;
    struct wave *wave; /* NULL until its first job */
    struct trace trace;
    enum status status; /* of this round */
    struct error error;
    pthread_t thread; /* not of worker 0 */
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
    unsigned started; /* workers with a thread, worker 0 included */
    struct worker *workers;
    size_t peak_bytes;

    struct job *jobs; /* of this round */
    size_t job_count;
    atomic_size_t next;
    atomic_bool failed;
    struct knots_place *where; /* [job_count] */
    size_t where_capacity;

    pthread_mutex_t lock;
    pthread_cond_t wake, finished;
    uint64_t round;   /* raised to start the workers */
    unsigned working; /* threads that have not finished the round */
    bool quit;
};

/* Searches one job on this worker. */
static enum status run_job(struct worker *worker, size_t index)
{
    struct cpu_engine *engine = worker->engine;
    struct job *job = &engine->jobs[index];
    if (worker->wave == NULL &&
        engine->wave->create(&worker->wave, engine->field, &worker->error) != STATUS_OK)
        return STATUS_FAILED;
    engine->where[index].worker = (uint32_t)(worker - engine->workers);
    engine->where[index].first = worker->trace.count;
    job->knot_count = 0;
    job->knots = NULL;
    if (engine->stop != NULL && *engine->stop != 0) {
        job->outcome = OUTCOME_STOPPED;
        return STATUS_OK;
    }
    return engine->wave->search(worker->wave, job, &worker->trace, engine->stop, &worker->error);
}

/* Takes jobs until none is left or somebody failed. */
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

static void *worker_main(void *argument)
{
    struct worker *worker = argument;
    struct cpu_engine *engine = worker->engine;
    uint64_t seen = 0;
    pthread_mutex_lock(&engine->lock);
    for (;;) {
        while (engine->round == seen && !engine->quit)
            pthread_cond_wait(&engine->wake, &engine->lock);
        if (engine->quit)
            break;
        seen = engine->round;
        pthread_mutex_unlock(&engine->lock);
        run_jobs(worker);
        pthread_mutex_lock(&engine->lock);
        if (--engine->working == 0)
            pthread_cond_signal(&engine->finished);
    }
    pthread_mutex_unlock(&engine->lock);
    return NULL;
}

/* Starts the threads that are missing. Where the system refuses one, fewer do the work. */
static void start_workers(struct cpu_engine *engine)
{
    while (engine->started < engine->threads) {
        struct worker *worker = &engine->workers[engine->started];
        if (pthread_create(&worker->thread, NULL, worker_main, worker) != 0) {
            engine->threads = engine->started;
            return;
        }
        engine->started++;
    }
}

/* Runs a round on all workers and waits for its end. */
static void run_round(struct cpu_engine *engine)
{
    if (engine->job_count < 2 || engine->threads < 2) {
        run_jobs(&engine->workers[0]);
        return;
    }
    pthread_mutex_lock(&engine->lock);
    start_workers(engine); /* they block on the lock, so none misses the round */
    engine->round++;
    engine->working = engine->started - 1;
    pthread_cond_broadcast(&engine->wake);
    pthread_mutex_unlock(&engine->lock);
    run_jobs(&engine->workers[0]);
    pthread_mutex_lock(&engine->lock);
    while (engine->working > 0)
        pthread_cond_wait(&engine->finished, &engine->lock);
    pthread_mutex_unlock(&engine->lock);
}

static void measure_bytes(struct cpu_engine *engine)
{
    size_t bytes = sizeof *engine + engine->threads * sizeof *engine->workers +
                   engine->where_capacity * sizeof *engine->where;
    for (unsigned i = 0; i < engine->threads; i++) {
        const struct worker *worker = &engine->workers[i];
        bytes += worker->wave != NULL ? engine->wave->bytes(worker->wave) : 0;
        bytes += worker->trace.capacity * sizeof *worker->trace.knots;
    }
    if (bytes > engine->peak_bytes)
        engine->peak_bytes = bytes;
}

static enum status cpu_expand(struct engine *base, struct job *jobs, size_t count,
                              struct error *error)
{
    struct cpu_engine *engine = (struct cpu_engine *)base;
    if (mem_grow((void **)&engine->where, &engine->where_capacity, count, sizeof *engine->where,
                 "jobs", error) != STATUS_OK)
        return STATUS_FAILED;
    engine->jobs = jobs;
    engine->job_count = count;
    atomic_store(&engine->next, 0);
    atomic_store(&engine->failed, false);
    for (unsigned i = 0; i < engine->threads; i++) {
        engine->workers[i].trace.count = 0;
        engine->workers[i].status = STATUS_OK;
        error_clear(&engine->workers[i].error);
    }
    run_round(engine);
    measure_bytes(engine);
    for (unsigned i = 0; i < engine->threads; i++)
        if (engine->workers[i].status != STATUS_OK)
            return error_set(error, engine->workers[i].status, "%s", engine->workers[i].error.text);
    for (size_t i = 0; i < count; i++)
        if (jobs[i].outcome == OUTCOME_FOUND)
            jobs[i].knots =
                engine->workers[engine->where[i].worker].trace.knots + engine->where[i].first;
    return STATUS_OK;
}

static enum status cpu_update(struct engine *base, const struct box *dirty, size_t count,
                              struct error *error)
{
    struct cpu_engine *engine = (struct cpu_engine *)base;
    (void)error;
    for (unsigned i = 0; i < engine->threads && engine->wave->update != NULL; i++)
        if (engine->workers[i].wave != NULL)
            engine->wave->update(engine->workers[i].wave, dirty, count);
    return STATUS_OK;
}

/* Says what a wave cannot do: the features that it misses, or else its limit. */
static enum status refuse(const struct wave_ops *wave, const struct field *field, unsigned features,
                          struct error *error)
{
    char words[256] = "", names[256];
    unsigned missing = features & ~wave->features;
    size_t used = 0;
    for (unsigned bit = 1; bit < FEATURE_ALL && used < sizeof words; bit <<= 1)
        if ((missing & bit) != 0)
            used += (size_t)snprintf(words + used, sizeof words - used, "%s%s",
                                     used > 0 ? ", " : "", feature_name((enum feature)bit));
    return error_set(error, STATUS_BAD_INPUT,
                     "wave '%s' does not support this design's %s; waves that do: %s, or auto",
                     wave->name, missing != 0 ? words : wave->limit(field),
                     wave_names(names, sizeof names, features, field));
}

/* Finds the wave that the options name and checks that it can route the field. */
static enum status choose_wave(const struct wave_ops **wave, const struct field *field,
                               const char *name, struct error *error)
{
    char names[256];
    unsigned features = field_features(field);
    if (name == NULL || strcmp(name, "auto") == 0) {
        *wave = wave_auto(features, field);
        return STATUS_OK;
    }
    *wave = wave_find(name);
    const char *near = wave_nearest(name);
    if (*wave == NULL)
        return error_set(error, STATUS_BAD_INPUT,
                         "the CPU engine has no wave '%s'%s%s%s; its waves are: %s, or auto", name,
                         near != NULL ? "; did you mean " : "", near != NULL ? near : "",
                         near != NULL ? "?" : "", wave_names(names, sizeof names, 0, NULL));
    return wave_supports(*wave, features, field) ? STATUS_OK
                                                 : refuse(*wave, field, features, error);
}

static enum status cpu_open(struct engine **base, const struct field *field,
                            const struct engine_options *options, struct error *error)
{
    const struct wave_ops *wave = NULL;
    *base = NULL;
    enum status status = choose_wave(&wave, field, options->wave, error);
    if (status != STATUS_OK)
        return status;
    unsigned threads = options->threads < 1 ? 1 : options->threads;
    threads = threads > THREADS_MAX ? THREADS_MAX : threads;
    struct cpu_engine *engine = mem_alloc(1, sizeof *engine, "engine", error);
    struct worker *workers = mem_alloc(threads, sizeof *workers, "workers", error);
    if (engine == NULL || workers == NULL) {
        free(engine);
        free(workers);
        return STATUS_FAILED;
    }
    engine->head.ops = engine_cpu();
    engine->field = field;
    engine->wave = wave;
    engine->stop = options->stop;
    engine->threads = threads;
    engine->started = 1;
    engine->workers = workers;
    for (unsigned i = 0; i < threads; i++)
        workers[i].engine = engine;
    pthread_mutex_init(&engine->lock, NULL);
    pthread_cond_init(&engine->wake, NULL);
    pthread_cond_init(&engine->finished, NULL);
    measure_bytes(engine);
    *base = &engine->head;
    return STATUS_OK;
}

static void cpu_close(struct engine *base)
{
    struct cpu_engine *engine = (struct cpu_engine *)base;
    if (engine == NULL)
        return;
    pthread_mutex_lock(&engine->lock);
    engine->quit = true;
    pthread_cond_broadcast(&engine->wake);
    pthread_mutex_unlock(&engine->lock);
    for (unsigned i = 1; i < engine->started; i++)
        pthread_join(engine->workers[i].thread, NULL);
    for (unsigned i = 0; i < engine->threads; i++) {
        engine->wave->destroy(engine->workers[i].wave);
        free(engine->workers[i].trace.knots);
    }
    pthread_cond_destroy(&engine->finished);
    pthread_cond_destroy(&engine->wake);
    pthread_mutex_destroy(&engine->lock);
    free(engine->where);
    free(engine->workers);
    free(engine);
}

static const char *cpu_unusable(void)
{
    return NULL;
}

static size_t cpu_appetite(const struct engine *base)
{
    return ((const struct cpu_engine *)base)->threads;
}

static const char *cpu_wave(const struct engine *base)
{
    return ((const struct cpu_engine *)base)->wave->name;
}

static const char *cpu_device(const struct engine *base)
{
    (void)base;
    return "cpu";
}

static void cpu_peak_bytes(const struct engine *base, size_t *host, size_t *device)
{
    *host = ((const struct cpu_engine *)base)->peak_bytes;
    *device = 0;
}

static const char *cpu_wave_at(size_t index)
{
    const struct wave_ops *const *wave = wave_table();
    while (*wave != NULL && index > 0) {
        wave++;
        index--;
    }
    return *wave != NULL ? (*wave)->name : NULL;
}

static double cpu_foresee(const struct field *field, unsigned features,
                          const struct engine_options *options, const struct job *jobs,
                          size_t count)
{
    const struct wave_ops *wave = options->wave != NULL ? wave_find(options->wave) : NULL;
    return foresee_cpu(wave != NULL ? wave : wave_auto(features, field), field->grid,
                       options->threads, jobs, count);
}

const struct engine_ops *engine_cpu(void)
{
    static const struct engine_ops ops = {
        .name = "cpu",
        .unusable = cpu_unusable,
        .open = cpu_open,
        .update = cpu_update,
        .expand = cpu_expand,
        .appetite = cpu_appetite,
        .wave = cpu_wave,
        .device = cpu_device,
        .peak_bytes = cpu_peak_bytes,
        .close = cpu_close,
        .wave_at = cpu_wave_at,
        .foresee = cpu_foresee,
    };
    return &ops;
}
