/* batch: runs the jobs of a list on several threads. */
#include "router/cli/batch/batch.h"

#include <pthread.h>
#include <stdlib.h>

#include "grid/clock.h"
#include "grid/fork.h"
#include "router/cli/batch/batch_events.h"
#include "router/cli/batch/batch_job.h"
#include "router/cli/run/task_run.h"

/* State that the workers share. The lock guards it and all printing. */
struct pool {
    const struct cli *cli;
    struct cli quiet; /* without progress: several jobs share the terminal */
    const struct batch_config *batch;
    const struct batch_state *state;
    struct batch_result *results;
    const struct batch_way *way;
    unsigned parallel;
    pthread_mutex_t lock;
    size_t *order; /* [total] chosen jobs; those in which an earlier batch crashed are last */
    size_t next;   /* index in order of the next job */
    size_t left;   /* chosen jobs that no worker has taken */
    size_t done, total;
    unsigned running; /* workers that have not ended */
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
    const unsigned share = pool->way->cores / (unsigned)beside;
    return share > 0 ? share : 1;
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

/* Runs jobs until there are none. The workers of all processes of a host take turns at its GPUs. */
static void work(void *context, size_t first, size_t end)
{
    struct pool *pool = context;
    assert(end == first + 1);
    const unsigned processes = pool->way->processes;
    struct batch_share share = {.turn = (unsigned)first * processes + pool->way->process,
                                .of = pool->parallel * processes};
    pthread_mutex_lock(&pool->lock);
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
    pthread_mutex_unlock(&pool->lock);
}

enum status batch_run(const struct cli *cli, const struct batch_config *batch,
                      const struct batch_state *state, const struct batch_way *way,
                      struct batch_result *results, struct error *error)
{
    assert(results != NULL && batch->count > 0);
    assert(way->cores >= 1 && way->process < way->processes);
    struct pool pool = {
        .cli = cli, .quiet = *cli, .batch = batch, .state = state, .results = results, .way = way};
    pool.quiet.progress = NULL;
    TRY(make_order(&pool, error));
    pool.left = pool.total;
    pool.parallel = way->parallel > 0 ? way->parallel : way->cores;
    if (pool.parallel > pool.total)
        pool.parallel = pool.total > 0 ? (unsigned)pool.total : 1;
    pool.running = pool.parallel;
    pthread_mutex_init(&pool.lock, NULL);
    stop_set(cli->stoppable, 1);
    show(&pool);
    fork_loop(pool.parallel, work, &pool, pool.parallel, 1);
    progress_pause(cli->progress);
    pthread_mutex_destroy(&pool.lock);
    free(pool.order);
    return STATUS_OK;
}
