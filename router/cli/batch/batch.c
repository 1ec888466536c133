/* batch: runs the jobs of a list on several threads. */
#include "router/cli/batch/batch.h"

#include <pthread.h>

#include "grid/clock.h"
#include "grid/workers.h"

/* State that the workers share. The lock guards it and all printing. */
struct pool {
    struct batch_run *run;
    unsigned parallel;
    pthread_mutex_t lock;
    size_t *order; /* [total] chosen jobs; those in which an earlier batch crashed are last */
    size_t next;   /* index in order of the next job */
    size_t done, total;
    unsigned running; /* workers that have not ended */
};

/* Updates the progress line: the number of finished jobs. */
static void show(const struct pool *pool)
{
    const struct progress_counts counts = {
        .done = pool->done, .total = pool->total, .what = "jobs"};
    progress_stage(pool->run->cli->progress, "routing, %u job%s at a time", pool->parallel,
                   pool->parallel == 1 ? "" : "s");
    progress_count(pool->run->cli->progress, &counts);
}

/* Orders the chosen jobs as in the file, but those in which a batch crashed come last. */
static enum status make_order(struct pool *pool, struct error *error)
{
    assert(pool->order == NULL && pool->total == 0);
    const struct batch_config *batch = &pool->run->batch;
    TRY(MEM_NEW(pool->order, batch->count, "order of jobs", error));
    for (int died = 0; died < 2; died++)
        for (size_t i = 0; i < batch->count; i++)
            if (batch->jobs[i].chosen &&
                batch_state_died(&pool->run->state, &batch->jobs[i]) == died)
                pool->order[pool->total++] = i;
    return STATUS_OK;
}

/* Returns the next chosen job, NULL if there is none. The lock is held. */
static struct batch_job *take(struct pool *pool)
{
    struct batch_run *run = pool->run;
    size_t job = run->batch.count;
    assert(pool->next <= pool->total);
    if (stop_raised(run->cli->stop))
        return NULL;
    if (run->take != NULL)
        job = run->take(run->context);
    else if (pool->next < pool->total)
        job = pool->order[pool->next++];
    return job < run->batch.count ? &run->batch.jobs[job] : NULL;
}

/* Cores for a job that starts now: the last jobs of a batch get those of the finished ones. */
static unsigned share_of_cores(const struct pool *pool)
{
    assert(pool->running >= 1 && pool->parallel >= 1);
    size_t beside = pool->running + (pool->total - pool->next);
    if (beside > pool->parallel)
        beside = pool->parallel;
    const unsigned share = pool->run->cores / (unsigned)beside;
    return share > 0 ? share : 1;
}

static void print_job(struct pool *pool, const struct batch_job *job, const char *lines)
{
    const struct cli *cli = pool->run->cli;
    const struct batch_result *result = &job->result;
    progress_pause(cli->progress);
    if (lines != NULL)
        fputs(lines, cli->talk);
    if (result->state == JOB_FAILED)
        fprintf(cli->talk, "%s: failed, status %d\n", job->name, (int)result->status);
    fflush(cli->talk);
    if (result->error.text[0] != '\0')
        cli->print_error(&result->error, cli->colour);
    show(pool);
}

static void run_one(struct pool *pool, struct batch_job *job, const struct batch_share *share)
{
    const struct batch_run *run = pool->run;
    struct batch_result *result = &job->result;
    char *text = NULL;
    size_t size = 0;
    FILE *lines = open_memstream(&text, &size);
    struct error_rest *rest = calloc(1, sizeof *rest);
    result->error.rest = rest;
    if (lines == NULL) {
        result->state = JOB_FAILED;
        result->status = error_set(&result->error, STATUS_FAILED, "out of memory for a report");
    } else {
        batch_job_run(run, job, share, lines);
        fclose(lines);
    }
    pthread_mutex_lock(&pool->lock);
    pool->done++;
    if (result->state == JOB_FAILED && run->failed != NULL)
        run->failed(run->context, (size_t)(job - run->batch.jobs), result);
    batch_event(run, job);
    print_job(pool, job, text);
    result->error.rest = NULL;
    pthread_mutex_unlock(&pool->lock);
    MEM_FREE(text, rest);
}

/* Runs jobs until there are none. The workers of all processes of a host take turns at its GPUs. */
static void work(void *context, size_t first, size_t end)
{
    struct pool *pool = context;
    const struct batch_run *run = pool->run;
    struct batch_share share = {.turn = (unsigned)first * run->processes + run->process,
                                .of = pool->parallel * run->processes};
    assert(end == first + 1);
    pthread_mutex_lock(&pool->lock);
    for (struct batch_job *job; (job = take(pool)) != NULL;) {
        job->result.state = JOB_RUNNING;
        batch_event(run, job);
        share.threads = share_of_cores(pool);
        pthread_mutex_unlock(&pool->lock);
        run_one(pool, job, &share);
        pthread_mutex_lock(&pool->lock);
    }
    assert(pool->running >= 1);
    pool->running--;
    pthread_mutex_unlock(&pool->lock);
}

enum status batch_run_jobs(struct batch_run *run, struct error *error)
{
    assert(run->batch.count > 0 && run->cores >= 1 && run->process < run->processes);
    struct pool pool = {.run = run};
    TRY(make_order(&pool, error));
    pool.parallel = run->parallel > 0 ? run->parallel : run->cores;
    if (pool.parallel > pool.total)
        pool.parallel = pool.total > 0 ? (unsigned)pool.total : 1;
    pool.running = pool.parallel;
    pthread_mutex_init(&pool.lock, NULL);
    stop_set(run->cli->stoppable, 1);
    show(&pool);
    workers_fork(pool.parallel, work, &pool, pool.parallel, 1);
    progress_pause(run->cli->progress);
    pthread_mutex_destroy(&pool.lock);
    free(pool.order);
    return STATUS_OK;
}
