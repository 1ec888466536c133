/* fork: each thread takes the next range from an atomic counter until none is left. */
#include "grid/fork.h"

#include <pthread.h>
#include <stdatomic.h>

enum { THREADS_MAX = 256 }; /* threads of a loop */

struct loop {
    fork_body *body;
    void *context;
    size_t count, range;
    atomic_size_t next;
};

static void *run(void *argument)
{
    struct loop *loop = argument;
    for (size_t first; (first = atomic_fetch_add(&loop->next, loop->range)) < loop->count;) {
        const size_t left = loop->count - first;
        loop->body(loop->context, first, first + (left < loop->range ? left : loop->range));
    }
    return NULL;
}

void fork_loop(unsigned threads, fork_body *body, void *context, size_t count, size_t range)
{
    assert(body != NULL && range > 0);
    pthread_t made[THREADS_MAX];
    struct loop loop = {.body = body, .context = context, .count = count, .range = range};
    const size_t ranges = (count + range - 1) / range;
    const size_t most = threads < THREADS_MAX ? threads : THREADS_MAX;
    const size_t wanted = most < ranges ? most : ranges;
    size_t started = 0;
    while (started + 1 < wanted && pthread_create(&made[started], NULL, run, &loop) == 0)
        started++;
    (void)run(&loop);
    for (size_t i = 0; i < started; i++)
        pthread_join(made[i], NULL);
}
