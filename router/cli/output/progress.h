/* progress: the progress of a run, on standard error.
 *
 *     terminal   one line, rewritten in place, from 0.3 s on:
 *                rip-up and reroute, round 12: 312 nets in conflict (410 a round before), 14 s
 *     elsewhere  one line per stage, from 0.8 s on:
 *                0.9 s: reading chip.net
 *     JSON       an object per line and stage, and twice per second
 *
 * A background thread prints, and confirms a signal within 0.1 s. A call of the run only takes a
 * lock and stores the stage: some tens of nanoseconds. All calls accept NULL and then do nothing.
 * Times are seconds since the start; the remaining time is printed only if there is a limit. */
#pragma once

#include "router/maze/plan/route_options.h"

struct progress;

enum progress_how { PROGRESS_PLAIN, PROGRESS_BAR, PROGRESS_JSON };

/* The state of a stage; numbers that are 0 are not printed. */
struct progress_counts {
    uint64_t done, total;
    const char *what; /* name of what is counted: "nets"; static */
    uint32_t round;
    uint64_t conflicts; /* nets in conflict; printed instead of done and total */
    bool overflow;      /* `conflicts` is the overflow of a tile graph */
};

/* Starts the thread. verbose: print a line per stage at once, also on a terminal. stop: the flag
 * that a signal raises. Returns NULL without memory or threads; nothing is printed then. */
struct progress *progress_start(FILE *out, enum progress_how how, bool verbose,
                                const volatile sig_atomic_t *stop);
void progress_end(struct progress *progress);

/* Begins a stage, with a printf-like text in the user's words. */
void progress_stage(struct progress *progress, const char *format, ...) PRINTF_LIKE(2, 3);

/* Updates the state of the stage. A new round shows the last one's conflicts, too. */
void progress_count(struct progress *progress, const struct progress_counts *counts);
void progress_route(struct progress *progress, const struct route_progress *now);

/* Sets the time limit of the run; 0: none. */
void progress_limit(struct progress *progress, double seconds);

/* Clears the line before other text is printed; the next stage or count shows it again. */
void progress_pause(struct progress *progress);
