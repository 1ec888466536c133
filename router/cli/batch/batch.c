/* batch: runs the jobs of a list with a pool of threads. */
#include "router/cli/batch/batch.h"
#include "grid/clock.h"

#include <pthread.h>
#include <stdlib.h>

#include "router/cli/batch/batch_events.h"
#include "router/cli/batch/batch_job.h"
#include "router/cli/run/task_run.h"

/* State that the workers share. The lock guards next, running, done and all printing. */
struct pool {
    const struct cli *cli;
    struct cli quiet; /* without progress: several jobs share the terminal */
    const struct batch_config *batch;
    const struct batch_state *state;
    struct batch_result *results;
    const struct batch_way *way;
    unsigned parallel, cores;
    pthread_mutex_t lock;
    pthread_cond_t change;
    size_t *order; /* [total] chosen jobs; those in which an earlier batch crashed are last */
    size_t next;   /* index in order of the next job */
    size_t left;   /* chosen jobs that no worker has taken */
    size_t done, total;
    unsigned running; /* workers that have not ended */
    unsigned turns;   /* workers that have begun */
};

/* Shows how many jobs are done. */
static void show(const struct pool *pool)
{
    const struct progress_counts counts = {
        .done = pool->done, .total = pool->total, .what = "jobs"};
    progress_stage(pool->cli->progress, "routing, %u job%s at a time", pool->parallel,
                   pool->parallel == 1 ? "" : "s");
    progress_count(pool->cli->progress, &counts);
}

/* ---- workers ------------------------------------------------------------------------------- */

/* Orders the chosen jobs as in the file, but those in which a batch crashed come last. */
static enum status make_order(struct pool *pool, struct error *error)
{
    assert(pool->order == NULL && pool->total == 0);
    const struct batch_config *batch = pool->batch;
    TRY(MEM_NEW(pool->order, batch->count, "order of jobs", error));
    for (int died = 0; died < 2; died++)
        for (size_t i = 0; i < batch->count; i++)
            if (batch->jobs[i].chosen && batch_state_died(pool->state, &batch->jobs[i]) == died)
                pool->order[pool->total++] = i;
    return STATUS_OK;
}

/* Returns the next chosen job, `count` if there is none. The lock is held. */
static size_t take(struct pool *pool)
{
    const size_t count = pool->batch->count;
    assert(pool->next <= pool->total);
    if (stop_raised(pool->cli->stop))
        return count;
    if (pool->way->take != NULL) {
        size_t job = pool->way->take(pool->way->context);
        return job < count ? job : count;
    }
    if (pool->next == pool->total)
        return count;
    assert(pool->left > 0);
    pool->left--;
    return pool->order[pool->next++];
}

/* Cores for a job that starts now. Jobs that run beside it share them, so the last jobs of a batch
 * get the cores of the finished ones. */
static unsigned share_of_cores(const struct pool *pool)
{
    assert(pool->running >= 1 && pool->parallel >= 1);
    size_t beside = pool->running + pool->left;
    if (beside > pool->parallel)
        beside = pool->parallel;
    return beside > 1 && pool->cores > beside ? pool->cores / (unsigned)beside
           : beside > 1                       ? 1
                                              : pool->cores;
}

static void print_job(struct pool *pool, size_t index, const char *lines)
{
    assert(index < pool->batch->count);
    const struct batch_result *result = &pool->results[index];
    progress_pause(pool->cli->progress);
    if (lines != NULL)
        fputs(lines, pool->cli->talk);
    if (result->state == JOB_FAILED)
        fprintf(pool->cli->talk, "%s: failed, status %d\n", pool->batch->jobs[index].name,
                (int)result->status);
    fflush(pool->cli->talk);
    if (result->error.text[0] != '\0')
        pool->cli->print_error(&result->error, pool->cli->colour);
    show(pool);
}

static void run_one(struct pool *pool, size_t index, const struct batch_share *share)
{
    char *text = NULL;
    size_t size = 0;
    struct batch_result *result = &pool->results[index];
    FILE *lines = open_memstream(&text, &size);
    if (lines == NULL) {
        result->state = JOB_FAILED;
        result->status = error_set(&result->error, STATUS_FAILED, "out of memory for a report");
    } else {
        batch_job_run(&pool->quiet, pool->batch, &pool->batch->jobs[index], pool->state,
                      pool->way->resume, share, lines, result);
        fclose(lines);
    }
    pthread_mutex_lock(&pool->lock);
    pool->done++;
    if (result->state == JOB_FAILED && pool->way->failed != NULL)
        pool->way->failed(pool->way->context, index, result);
    batch_events_end(pool->way->events, &pool->batch->jobs[index], result);
    print_job(pool, index, text);
    pthread_mutex_unlock(&pool->lock);
    free(text);
}

/* The workers of all processes of a host take turns at its GPUs. */
static void *work(void *context)
{
    struct pool *pool = context;
    pthread_mutex_lock(&pool->lock);
    const unsigned processes = pool->way->processes;
    struct batch_share share = {.turn = pool->turns++ * processes + pool->way->process,
                                .of = pool->parallel * processes};
    for (;;) {
        size_t index = take(pool);
        if (index == pool->batch->count)
            break;
        pool->results[index].state = JOB_RUNNING;
        batch_events_begin(pool->way->events, &pool->batch->jobs[index]);
        share.threads = share_of_cores(pool);
        pthread_mutex_unlock(&pool->lock);
        run_one(pool, index, &share);
        pthread_mutex_lock(&pool->lock);
    }
    assert(pool->running >= 1);
    pool->running--;
    pthread_cond_signal(&pool->change);
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static void wait_for_workers(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    show(pool);
    while (pool->running > 0)
        pthread_cond_wait(&pool->change, &pool->lock);
    progress_pause(pool->cli->progress);
    pthread_mutex_unlock(&pool->lock);
}

static enum status start_workers(struct pool *pool, pthread_t *workers, unsigned *started,
                                 struct error *error)
{
    pool->running = pool->parallel;
    for (*started = 0; *started < pool->parallel; ++*started)
        if (pthread_create(&workers[*started], NULL, work, pool) != 0)
            break;
    pthread_mutex_lock(&pool->lock);
    pool->running -= pool->parallel - *started;
    pthread_mutex_unlock(&pool->lock);
    return *started > 0 ? STATUS_OK : error_set(error, STATUS_FAILED, "cannot start a thread");
}

enum status batch_run(const struct cli *cli, const struct batch_config *batch,
                      const struct batch_state *state, const struct batch_way *way,
                      struct batch_result *results, struct error *error)
{
    assert(results != NULL && batch->count > 0);
    assert(way->cores >= 1 && way->process < way->processes);
    struct pool pool = {.cli = cli,
                        .quiet = *cli,
                        .batch = batch,
                        .state = state,
                        .results = results,
                        .way = way,
                        .cores = way->cores};
    pool.quiet.progress = NULL;
    TRY(make_order(&pool, error));
    pool.left = pool.total;
    pool.parallel = way->parallel > 0 ? way->parallel : pool.cores;
    if (pool.parallel > pool.total)
        pool.parallel = pool.total > 0 ? (unsigned)pool.total : 1;
    pthread_t *workers = mem_alloc(pool.parallel, sizeof *workers, "workers", error);
    if (workers == NULL) {
        free(pool.order);
        return STATUS_FAILED;
    }
    pthread_mutex_init(&pool.lock, NULL);
    pthread_cond_init(&pool.change, NULL);
    stop_set(cli->stoppable, 1);
    unsigned started;
    enum status status = start_workers(&pool, workers, &started, error);
    if (status == STATUS_OK)
        wait_for_workers(&pool);
    for (unsigned i = 0; i < started; i++)
        pthread_join(workers[i], NULL);
    pthread_cond_destroy(&pool.change);
    pthread_mutex_destroy(&pool.lock);
    MEM_FREE(workers, pool.order);
    return status;
}
