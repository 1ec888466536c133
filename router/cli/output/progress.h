/* progress: what a run says about itself while it runs, on standard error.
 *
 *     on a terminal   one line, rewritten in place, as soon as the run takes some tenths of a
 * second: rip-up and reroute, round 12: 312 nets in conflict (410 a round before), 14 s elsewhere
 * one line a stage, once the run has taken nearly a second: 0.9 s: reading layout.net
 *
 * A thread of its own prints, so that something is said within the second whatever the run is busy
 * with, and a signal is acknowledged within a tenth of a second. The run only notes where it is: a
 * lock, some tens of nanoseconds. All calls accept NULL and do nothing then. Times are seconds
 * since the start; how long a run will still take is told only where a limit says it.
 */
#pragma once

#include <signal.h>
#include <stdio.h>

#include "router/maze/plan/route_options.h"

struct progress;

/* Where a stage stands; what is 0 is not told. */
struct progress_counts {
    uint64_t done, total;
    const char *what; /* is counted: "nets"; static */
    uint32_t round;
    uint64_t conflicts; /* nets in conflict; told in place of done and total */
};

/* Starts the thread. verbose: a line a stage at once, on a terminal, too. stop is the flag that a
 * signal raises. NULL without memory or threads: then nothing is told. */
struct progress *progress_start(FILE *out, bool terminal, bool verbose,
                                const volatile sig_atomic_t *stop);

/* Ends the thread and takes the line away. */
void progress_end(struct progress *progress);

/* A stage begins: a printf-like text in the user's words, made harmless. */
void progress_stage(struct progress *progress, const char *format, ...) PRINTF_LIKE(2, 3);

/* Where the stage stands. In a new round the number of conflicts of the last one is remembered. */
void progress_count(struct progress *progress, const struct progress_counts *counts);

/* The stage and the counts of a router's report. */
void progress_route(struct progress *progress, const struct route_progress *now);

/* The run ends when it has taken this long; 0: it has no limit. */
void progress_limit(struct progress *progress, double seconds);

/* Takes the line away so that other text can follow; the next stage or count brings it back. */
void progress_pause(struct progress *progress);
