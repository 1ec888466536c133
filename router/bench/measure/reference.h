/* reference: the answers that every wave must give, and the comparison with them.
 *
 * They come from the CPU's `dijkstra`, which is never optimised, or, where there is much to search,
 * from `bucket`. They are found on demand: a wave that measures the first 1000 nets asks for
 * those.
 */
#pragma once

#include "router/bench/suite/workload.h"
#include "router/bench/measure/watch.h"

struct bench_answer {
    enum outcome outcome;
    cost_t cost;
    cell_t reached;
    size_t first_knot, knot_count; /* in knots */
};

struct bench_reference {
    const struct bench_workload *workload;
    struct bench_watch *watch;
    struct engine *engine;        /* NULL once all is known */
    const char *wave;             /* who answers; static */
    struct bench_answer *answers; /* [done] */
    uint32_t done;
    double seconds, patience; /* spent so far; when that is used up, no more answers are found */
    size_t answers_capacity;
    cell_t *knots;
    size_t knot_count, knots_capacity;
};

/* Opens the reference for a workload, which must outlive it; threads CPU workers. It works for
 * patience seconds, and then ends with what it has begun, some 10^8 cells or one net. */
enum status bench_reference_open(struct bench_reference *reference,
                                 const struct bench_workload *workload, unsigned threads,
                                 double patience, struct bench_watch *watch, struct error *error);
void bench_reference_close(struct bench_reference *reference); /* accepts a zeroed one */

/* Finds the answers of the first count jobs, or of fewer where the patience is used up: see done.
 * STATUS_INTERRUPTED where the user stopped it. */
enum status bench_reference_extend(struct bench_reference *reference, uint32_t count,
                                   struct error *error);

/* Compares count jobs from number first on, as engine/wave answered them, with the answers, which
 * must be there: outcome, cost, cell reached and the path's knots, byte for byte. STATUS_FAILED
 * where one differs; the message names case, wave and net. */
enum status bench_reference_compare(const struct bench_reference *reference, const char *engine,
                                    const char *wave, const struct job *jobs, uint32_t first,
                                    uint32_t count, struct error *error);
