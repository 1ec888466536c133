/* reference: the answers that each wave must give, and the comparison with them. The CPU's wave
 * `dijkstra`, for large workloads `bucket`, computes them on demand. */
#pragma once

#include "router/bench/suite/workload.h"
#include "router/bench/measure/watch.h"

struct bench_answer {
    enum outcome outcome;
    cost_t cost;
    cell_t reached;
    size_t first_knot, knot_count; /* in `knots` of the reference */
};

struct bench_reference {
    const struct bench_workload *workload;
    struct bench_watch *watch;
    struct engine *engine;        /* NULL when all answers are known */
    const char *wave;             /* the wave that answers; static */
    struct bench_answer *answers; /* [done] */
    uint32_t done;
    double seconds, patience; /* spent so far, and the limit */
    size_t answers_capacity;
    cell_t *knots;
    size_t knot_count, knots_capacity;
};

/* Opens the reference for a workload, which must outlive it, with `threads` CPU workers. After
 * `patience` seconds it only finishes the current jobs, some 10^8 cells or one net. */
enum status bench_reference_open(struct bench_reference *reference,
                                 const struct bench_workload *workload, unsigned threads,
                                 double patience, struct bench_watch *watch, struct error *error);
void bench_reference_close(struct bench_reference *reference); /* accepts a zeroed one */

/* Computes the answers of the first `count` jobs, of fewer if `patience` is over. */
enum status bench_reference_extend(struct bench_reference *reference, uint32_t count,
                                   struct error *error);

/* Compares the jobs first .. first + count - 1, answered by engine/wave, with the answers, which
 * must exist: outcome, cost, cell reached and the path's knots. STATUS_FAILED if one differs. */
enum status bench_reference_compare(const struct bench_reference *reference, const char *engine,
                                    const char *wave, const struct job *jobs, uint32_t first,
                                    uint32_t count, struct error *error);
