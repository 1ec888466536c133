/* watch: ends a measurement that takes too long, by the stop flag that engines poll.
 *
 * A thread looks at the clock and at the user's own stop flag every few milliseconds and raises
 * the flag of the watch. It sleeps otherwise, so it does not disturb what is measured.
 */
#pragma once

#include <pthread.h>
#include <signal.h>

#include "grid/base.h"

struct bench_watch {
    volatile sig_atomic_t stop;        /* for the engine: not 0 once the time is up */
    const volatile sig_atomic_t *user; /* a signal came; may be NULL */
    pthread_mutex_t lock;              /* of what follows, and of raising and lowering stop */
    double deadline;                   /* seconds of the monotonic clock; 0: none */
    bool quit;
    pthread_t thread;
    bool running;
};

/* Starts the thread. Fails with STATUS_FAILED where there is none to be had. The watch must not
 * move until bench_watch_end, which accepts a zeroed one. */
enum status bench_watch_start(struct bench_watch *watch, const volatile sig_atomic_t *user,
                              struct error *error);
void bench_watch_end(struct bench_watch *watch);

/* From now on so many seconds; 0 for no limit. Lowers the flag. */
void bench_watch_limit(struct bench_watch *watch, double seconds);

/* True where the user asked to stop. */
bool bench_watch_interrupted(const struct bench_watch *watch);

/* Seconds that this thread has had of a processor. */
double bench_thread_seconds(void);
