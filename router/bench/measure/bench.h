/* bench: runs the cases of the chosen suites with the chosen engines and waves. */
#pragma once

#include "router/bench/measure/measure.h"

enum { BENCH_ENGINES_MAX = 4 };

struct bench_plan {
    bool suites[BENCH_SUITES]; /* which to run */
    enum bench_scale scale;
    uint32_t nets; /* nets of each case of batch and weighted; 0: the default of the case */
    const struct engine_ops *engines[BENCH_ENGINES_MAX]; /* all usable */
    size_t engine_count;
    const char *const *waves; /* [wave_count] waves to run; 0: `auto` and all but `dijkstra` */
    size_t wave_count;
    struct bench_effort effort;
    const volatile sig_atomic_t *stop; /* set by a signal; may be NULL */

    /* Called for each row as it is measured, except unsupported ones. */
    enum status (*row)(void *context, const struct bench_row *row, struct error *error);
    /* Called before a case's design is made; may be NULL. */
    void (*begin)(void *context, const struct bench_case *item, size_t index, size_t count);
    void *context;
};

/* Runs the plan. The yardstick of each engine, `bucket` (CPU) or `relax` (GPU), is measured first
 * even if it is not chosen, because speed-ups are ratios within one run; `auto` is measured last.
 * Returns STATUS_OK, STATUS_INTERRUPTED after a signal, or STATUS_FAILED if the answer of a wave is
 * wrong, without memory, or if a device fails. */
enum status bench_run(const struct bench_plan *plan, struct error *error);
