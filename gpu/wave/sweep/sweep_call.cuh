/* sweep_call: sends some jobs to the device, searches them, and returns the answers.
 *
 *     pack      nets and their runs, one after the other after the counters, in page-locked memory
 *     launch    one copy, one kernel; results and knots are written to mapped host memory
 *     unpack    into the jobs
 *
 * The next jobs depend on these paths, so the time of a call matters: one copy in, none back. */
#pragma once

#include "gpu/wave/sweep/sweep.cuh"
#include "gpu/wave/sweep/sweep_guess.cuh"
#include "router/search/backtrace.h"

/* The workspace of the sweeps. */
struct gpu_sweep {
    struct gpu_wave head;
    size_t shared_limit; /* maximum of dynamic shared memory per block, in bytes */
    struct buffer packed_host, packed, results, knots; /* results and knots are page-locked */
    struct buffer records, tables, paths;
    struct trace path; /* knots of all jobs of a call */
    struct sweep_guesses guesses;
    uint32_t *near, *far; /* jobs of a call to search, and jobs that are left */
    size_t near_count, near_capacity, far_count, far_capacity;
    size_t *starts; /* [jobs of a call, by index] first knot in path */
    size_t starts_capacity;

    /* Lists of sweep_pick.cu, each with room for the whole call. */
    uint32_t *words; /* their memory */
    size_t words_capacity;
    uint32_t *together, *rest; /* jobs: for the sweeps; left */
    size_t together_count, rest_count;
    uint32_t *pairs, *lengths;
};

/* Some jobs of a call: order[first .. first + count). */
struct sweep_chunk {
    struct job *jobs;
    const uint32_t *order; /* NULL: job i has index i */
    size_t first, count;

    struct job *job(size_t i) const
    {
        assert(i < count);
        return &jobs[order != NULL ? order[first + i] : first + i];
    }
};

/* Searches the chunk's jobs, each with its guess, and answers them, all but the pointers to their
 * knots. Jobs that are left are added to `far`. */
enum status sweep_call(struct gpu_sweep *sweep, const struct sweep_chunk *chunk,
                       struct error *error);
