/* sweep_call: some jobs to the device and back.
 *
 *     pack      nets and their runs, one after the other behind the counters, in page-locked memory
 *     launch    one copy, one kernel; results and knots are written where the host sees them
 *     unpack    into the jobs
 *
 * The next jobs depend on these paths, so what counts is the time of a call: one copy in, none
 * back.
 */
#pragma once

#include "gpu/wave/sweep/sweep.cuh"
#include "gpu/wave/sweep/sweep_guess.cuh"
#include "gpu/wave/team/team.cuh"
#include "router/search/backtrace.h"

/* The workspace of the wave. */
struct gpu_sweep {
    struct gpu_engine *engine;
    struct sweep_team *team; /* NULL where the device has no clusters */
    int shared_limit;        /* bytes of shared memory that a block may have */
    struct buffer packed_host, packed, results, knots; /* results and knots: page-locked */
    struct buffer records, tables, paths;
    cudaEvent_t begin, end;
    struct trace path; /* knots of all jobs of a call */
    struct sweep_guesses guesses;
    uint32_t *near, *far; /* jobs of a call to be searched, and those left to other waves */
    size_t near_count, near_capacity, far_count, far_capacity;
    size_t *starts; /* [jobs of a call] of their knots in path */
    size_t starts_capacity;
    double kernel_ms;
};

/* A call's share of the jobs. */
struct sweep_chunk {
    struct job *jobs;
    const uint32_t *order; /* NULL: the first ones */
    size_t first, count;

    struct job *job(size_t i) const
    {
        return &jobs[order != NULL ? order[first + i] : first + i];
    }
};

/* Searches the chunk's jobs, each by its guess, and fills them but for the pointers to their knots.
 * Those that are left come to far. */
enum status sweep_call(struct gpu_sweep *sweep, const struct sweep_chunk *chunk,
                       struct error *error);
