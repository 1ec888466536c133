/* workload: makes the grid, the tolls and the searches of a case. */
#pragma once

#include "router/bench/suite/case.h"
#include "router/search/engine.h"

struct bench_workload {
    const struct bench_case *item;
    struct design design; /* only whole designs use its nets */
    struct field field;   /* closed is the grid's blocked plane */
    struct wire *ends;    /* source and targets of each job in turn, single cells */
    struct job *jobs;     /* [job_count]; none for whole designs */
    uint32_t job_count;
};

/* Makes the workload of a case, which must outlive it. Pins are free cells; from corner to corner,
 * 32 x 32 cells at both ends are freed so that they are not enclosed. Some pairs have no path.
 * Fails with STATUS_FAILED without memory and as generate_design does. O(cells + nets). */
enum status bench_workload_create(struct bench_workload *workload, const struct bench_case *item,
                                  struct error *error);

/* Accepts a zeroed or half-built workload. */
void bench_workload_destroy(struct bench_workload *workload);
