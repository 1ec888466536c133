/* workload: a case made real: its grid, its tolls, and its searches as an engine takes them. */
#pragma once

#include "router/bench/suite/case.h"
#include "router/search/engine.h"

struct bench_workload {
    const struct bench_case *item;
    struct design
        design; /* for the suites route and design with all its nets, else of its grid alone use */
    struct field field; /* closed is the grid's own blocked plane */
    struct wire *ends;  /* source and targets of each job in turn, single cells */
    struct job *jobs;   /* [nets]; none in these two */
    uint32_t job_count;
};

/* Makes the workload of a case, which must outlive it. Pins are free cells; from corner to corner
 * 32 x 32 cells at both ends are freed, so that chance does not shut them in. Not every pair has a
 * path. Time O(cells / 16 + nets), for mazes and tolls O(cells). Fails with STATUS_FAILED without
 * memory, STATUS_BAD_INPUT where generate_design does. */
enum status bench_workload_create(struct bench_workload *workload, const struct bench_case *item,
                                  struct error *error);

void bench_workload_destroy(
    struct bench_workload *workload); /* accepts a zeroed or half-built one */

/* Cells of a job's window, on all layers. */
static inline uint64_t bench_window_cells(const struct grid *grid, const struct job *job)
{
    return (uint64_t)(job->window.x1 - job->window.x0 + 1) * (job->window.y1 - job->window.y0 + 1) *
           grid->layers;
}
