/* progress: see the header for the contract. */
#include "router/cli/run/progress.h"

#include <inttypes.h>
#include <string.h>

double progress_seconds_since(struct timespec start)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - start.tv_sec) + (double)(now.tv_nsec - start.tv_nsec) * 1e-9;
}

void progress_start(struct progress *progress, FILE *out)
{
    memset(progress, 0, sizeof *progress);
    progress->out = out;
    clock_gettime(CLOCK_MONOTONIC, &progress->start);
    progress->last = progress->start;
}

void progress_show(struct progress *progress, const struct route_progress *now)
{
    if (progress->out == NULL || progress_seconds_since(progress->last) < 0.1)
        return;
    fprintf(progress->out, "\r\033[K%s", now->phase);
    if (now->iteration > 0)
        fprintf(progress->out, " %" PRIu32, now->iteration);
    fprintf(progress->out, ": net %" PRIu32 " of %" PRIu32, now->done, now->total);
    if (now->conflicts > 0)
        fprintf(progress->out, ", %" PRIu32 " in conflict", now->conflicts);
    fprintf(progress->out, ", %" PRIu32 " routed, %.0f s", now->routed,
            progress_seconds_since(progress->start));
    fflush(progress->out);
    progress->shown = true;
    clock_gettime(CLOCK_MONOTONIC, &progress->last);
}

void progress_clear(struct progress *progress)
{
    if (!progress->shown)
        return;
    fputs("\r\033[K", progress->out);
    fflush(progress->out);
    progress->shown = false;
}
