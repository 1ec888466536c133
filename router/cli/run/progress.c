/* progress: see the header for the contract. */
#include "router/cli/run/progress.h"

#include <inttypes.h>
#include <string.h>

#include "grid/clock.h"

void progress_start(struct progress *progress, FILE *out)
{
    memset(progress, 0, sizeof *progress);
    progress->out = out;
    progress->start = progress->last = clock_seconds();
}

void progress_show(struct progress *progress, const struct route_progress *now)
{
    if (progress->out == NULL || clock_seconds() - progress->last < 0.1)
        return;
    fprintf(progress->out, "\r\033[K%s", now->phase);
    if (now->iteration > 0)
        fprintf(progress->out, " %" PRIu32, now->iteration);
    fprintf(progress->out, ": net %" PRIu32 " of %" PRIu32, now->done, now->total);
    if (now->conflicts > 0)
        fprintf(progress->out, ", %" PRIu32 " in conflict", now->conflicts);
    fprintf(progress->out, ", %" PRIu32 " routed, %.0f s", now->routed,
            clock_seconds() - progress->start);
    fflush(progress->out);
    progress->shown = true;
    progress->last = clock_seconds();
}

void progress_clear(struct progress *progress)
{
    if (!progress->shown)
        return;
    fputs("\r\033[K", progress->out);
    fflush(progress->out);
    progress->shown = false;
}
