/* clock: the monotonic clock, the one that every measured time and every time limit is read from.
 *
 * It never goes back and does not depend on the time of day. Its zero is arbitrary: only
 * differences mean something. No result depends on it but where a run ends (time limits).
 */
#pragma once

#include <time.h>

/* Seconds of the monotonic clock, with a resolution below a microsecond. About 30 ns. */
static inline double clock_seconds(void)
{
    struct timespec now = {0};
    /* It fails only where something in between makes it fail, and then maybe once. */
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
