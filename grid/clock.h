/* clock: the monotonic clock and the stop flag, which end a run early. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

/* Seconds on the monotonic clock; only differences mean something. Resolution below a microsecond,
 * about 30 ns per call. All time limits and all measured times use this clock. */
static inline double clock_seconds(void)
{
    struct timespec now = {0, 0};
    /* Fails only if a tool between program and kernel injects a fault; one retry is enough. */
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* True if the stop flag is set; false for NULL. A signal handler or another thread sets the flag
 * while many threads read it: the type is volatile sig_atomic_t, the access is atomic. */
static inline bool stop_raised(const volatile sig_atomic_t *flag)
{
    return flag != NULL && __atomic_load_n(flag, __ATOMIC_RELAXED) != 0;
}

static inline void stop_set(volatile sig_atomic_t *flag, sig_atomic_t value)
{
    __atomic_store_n(flag, value, __ATOMIC_RELAXED);
}
