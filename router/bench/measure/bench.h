/* bench: runs the cases of the chosen suites by the chosen engines and waves. */
#pragma once

#include "router/bench/measure/measure.h"

enum { BENCH_ENGINES_MAX = 4 };

struct bench_plan {
    bool suites[BENCH_SUITES]; /* which to run */
    enum bench_scale scale;
    uint32_t nets;                                       /* of batch and weighted; 0: by the case */
    const struct engine_ops *engines[BENCH_ENGINES_MAX]; /* usable ones */
    size_t engine_count;
    const char *const *waves; /* [wave_count] only these; 0: `auto` and all but `dijkstra` */
    size_t wave_count;
    struct bench_effort effort;
    const volatile sig_atomic_t *stop; /* the user's signal; may be NULL */

    /* Called for every row as it is measured (not for unsupported ones). */
    enum status (*row)(void *context, const struct bench_row *row, struct error *error);
    /* Called before a case's design is made; may be NULL. */
    void (*begin)(void *context, const struct bench_case *item, size_t index, size_t count);
    void *context;
};

/* Runs it. Of each engine the yardstick wave is measured first, be it among the chosen waves or
 * not: speed-ups are ratios inside one run. It is `relax` (GPU) or `bucket` (CPU).
 * `auto` comes last, except for whole designs, and
 * is compared with the waves that were timed, on the same nets (auto_choice.h). Returns STATUS_OK,
 * STATUS_INTERRUPTED after the user's signal, or STATUS_FAILED: a wave's answer is wrong, or memory
 * or device. */
enum status bench_run(const struct bench_plan *plan, struct error *error);
