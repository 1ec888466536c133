/* watch: a thread reads the clock at intervals and raises the stop flag at the limit. */
#include "router/bench/measure/watch.h"

#include "grid/clock.h"

enum { NAP_NS = 5000000 }; /* nanoseconds between two reads of the clock */

double bench_thread_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

bool bench_watch_interrupted(const struct bench_watch *watch)
{
    return watch->user != NULL && *watch->user != 0;
}

/* Raises the flag if it is time; false if the watch has ended. */
static bool look(struct bench_watch *watch)
{
    pthread_mutex_lock(&watch->lock);
    bool late = watch->deadline > 0 && clock_seconds() >= watch->deadline, quit = watch->quit;
    if (late || bench_watch_interrupted(watch))
        stop_set(&watch->stop, 1);
    pthread_mutex_unlock(&watch->lock);
    return !quit;
}

static void *watch_main(void *argument)
{
    struct bench_watch *watch = argument;
    const struct timespec nap = {0, NAP_NS};
    while (look(watch))
        nanosleep(&nap, NULL);
    return NULL;
}

enum status bench_watch_start(struct bench_watch *watch, const volatile sig_atomic_t *user,
                              struct error *error)
{
    assert(!watch->running);
    memset(watch, 0, sizeof *watch);
    watch->user = user;
    pthread_mutex_init(&watch->lock, NULL);
    int failed = pthread_create(&watch->thread, NULL, watch_main, watch);
    watch->running = failed == 0;
    if (watch->running)
        return STATUS_OK;
    pthread_mutex_destroy(&watch->lock);
    return error_fail(error, "no thread for the time limit: %s", strerror(failed));
}

void bench_watch_end(struct bench_watch *watch)
{
    if (!watch->running)
        return;
    pthread_mutex_lock(&watch->lock);
    watch->quit = true;
    pthread_mutex_unlock(&watch->lock);
    pthread_join(watch->thread, NULL);
    pthread_mutex_destroy(&watch->lock);
    watch->running = false;
}

void bench_watch_limit(struct bench_watch *watch, double seconds)
{
    assert(watch->running && seconds >= 0);
    pthread_mutex_lock(&watch->lock);
    watch->deadline = seconds > 0 ? clock_seconds() + seconds : 0;
    stop_set(&watch->stop, 0);
    pthread_mutex_unlock(&watch->lock);
}
