/* workers: see the header. A loop raises `round`, which wakes the threads; each takes the next
 * range by an atomic counter until none is left, and the last to finish wakes the caller. */
#include "router/workers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { RANGES_A_THREAD = 4 };

struct workers {
    pthread_t threads[WORKERS_MAX];
    unsigned started; /* threads beside the caller */
    pthread_mutex_t lock;
    pthread_cond_t wake, finished;
    uint64_t round;
    unsigned working;
    bool quit;

    workers_body *body; /* of this round */
    void *context;
    size_t count, range;
    atomic_size_t next;
};

static void take_ranges(struct workers *workers)
{
    for (;;) {
        size_t first =
            atomic_fetch_add_explicit(&workers->next, workers->range, memory_order_relaxed);
        if (first >= workers->count)
            return;
        size_t left = workers->count - first;
        workers->body(workers->context, first,
                      first + (left < workers->range ? left : workers->range));
    }
}

static void *worker_main(void *argument)
{
    struct workers *workers = argument;
    uint64_t seen = 0;
    pthread_mutex_lock(&workers->lock);
    for (;;) {
        while (workers->round == seen && !workers->quit)
            pthread_cond_wait(&workers->wake, &workers->lock);
        if (workers->quit)
            break;
        seen = workers->round;
        pthread_mutex_unlock(&workers->lock);
        take_ranges(workers);
        pthread_mutex_lock(&workers->lock);
        if (--workers->working == 0)
            pthread_cond_signal(&workers->finished);
    }
    pthread_mutex_unlock(&workers->lock);
    return NULL;
}

enum status workers_create(struct workers **result, unsigned count, struct error *error)
{
    struct workers *workers = mem_alloc(1, sizeof *workers, "threads", error);
    *result = workers;
    if (workers == NULL)
        return STATUS_FAILED;
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->wake, NULL);
    pthread_cond_init(&workers->finished, NULL);
    count = count < WORKERS_MAX ? count : WORKERS_MAX;
    while (workers->started + 1 < count &&
           pthread_create(&workers->threads[workers->started], NULL, worker_main, workers) == 0)
        workers->started++;
    return STATUS_OK;
}

void workers_run(struct workers *workers, workers_body *body, void *context, size_t count,
                 size_t least)
{
    size_t ranges = (size_t)(workers->started + 1) * RANGES_A_THREAD;
    size_t range = (count + ranges - 1) / ranges;
    workers->range = range > least ? range : least;
    workers->body = body;
    workers->context = context;
    workers->count = count;
    atomic_store(&workers->next, 0);
    if (workers->started == 0 || count <= least) {
        take_ranges(workers);
        return;
    }
    pthread_mutex_lock(&workers->lock);
    workers->round++;
    workers->working = workers->started;
    pthread_cond_broadcast(&workers->wake);
    pthread_mutex_unlock(&workers->lock);
    take_ranges(workers);
    pthread_mutex_lock(&workers->lock);
    while (workers->working > 0)
        pthread_cond_wait(&workers->finished, &workers->lock);
    pthread_mutex_unlock(&workers->lock);
}

void workers_destroy(struct workers *workers)
{
    if (workers == NULL)
        return;
    pthread_mutex_lock(&workers->lock);
    workers->quit = true;
    pthread_cond_broadcast(&workers->wake);
    pthread_mutex_unlock(&workers->lock);
    for (unsigned i = 0; i < workers->started; i++)
        pthread_join(workers->threads[i], NULL);
    pthread_cond_destroy(&workers->wake);
    pthread_cond_destroy(&workers->finished);
    pthread_mutex_destroy(&workers->lock);
    free(workers);
}
