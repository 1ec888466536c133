/* watch: stops a measurement at its time limit. A thread checks the clock and the flag of the
 * signal handler every 5 ms and raises the stop flag that engines poll. */
#pragma once

#include <pthread.h>
#include <signal.h>

#include "grid/base.h"

struct bench_watch {
    volatile sig_atomic_t stop;        /* for the engine: non-zero when the time is up */
    const volatile sig_atomic_t *user; /* set by a signal; may be NULL */
    pthread_mutex_t lock;              /* protects stop and the members below */
    double deadline;                   /* in seconds of the monotonic clock; 0: none */
    bool quit;
    pthread_t thread;
    bool running;
};

/* Starts the thread, or fails with STATUS_FAILED. The watch must not be moved or copied until
 * bench_watch_end, which accepts a zeroed one. */
enum status bench_watch_start(struct bench_watch *watch, const volatile sig_atomic_t *user,
                              struct error *error);
void bench_watch_end(struct bench_watch *watch);

/* Lowers the flag, and sets a limit from now on; 0: no limit. */
void bench_watch_limit(struct bench_watch *watch, double seconds);
bool bench_watch_interrupted(const struct bench_watch *watch);
double bench_thread_seconds(void);
