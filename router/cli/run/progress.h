/* progress: one line on a terminal that shows how far a run is, rewritten in place. */
#ifndef LEEWAY_ROUTER_CLI_RUN_PROGRESS_H
#define LEEWAY_ROUTER_CLI_RUN_PROGRESS_H

#include <stdio.h>

#include "router/route.h"

struct progress {
    FILE *out; /* the terminal, or NULL: nothing is drawn */
    bool shown;
    double start, last; /* seconds of the monotonic clock */
};

/* Starts the clock. out NULL makes all calls do nothing. */
void progress_start(struct progress *progress, FILE *out);

/* Draws, at most ten times a second. */
void progress_show(struct progress *progress, const struct route_progress *now);

/* Takes the line away, so that other text can follow. */
void progress_clear(struct progress *progress);

#endif
