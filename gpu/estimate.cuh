/* estimate: predicts how long the GPU needs for a call; see estimate() in router/search/engine.h.
 *
 * Each wave predicts its own time (wave/wave.cuh). With "auto" the estimate is that of the first
 * wave in the table's order that is likely to get the call, decided by the call's first job. What
 * that wave leaves to the next one is not included.
 *
 * Most waves add up five terms: per call, per job, per cell of half a window's circumference (waves
 * by levels), per cell of all windows (work that the whole device shares), and per cell of the
 * largest window (work of one net's blocks). The tables of NOTES.md are reproduced within a factor
 * of two, except the first call of many jobs, which allocates memory. engine_pair.h corrects the
 * estimates by measured times.
 */
#pragma once

#include "router/search/engine.h"

/* Microseconds per call, per job, and per cell of a window's width and height; nanoseconds per cell
 * of all windows, and per cell of the largest window. */
struct gpu_times {
    double call, job, side;
    double every, largest;
};

/* Predicted seconds of a call. O(jobs). */
double gpu_times_sum(const struct gpu_times *times, const struct field *field,
                     const struct job *jobs, size_t count);

/* The estimate() of the engine. */
double gpu_estimate(const struct field *field, unsigned features,
                    const struct engine_options *options, const struct job *jobs, size_t count);
