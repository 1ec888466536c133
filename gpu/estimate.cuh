/* estimate: how long the GPU will take for a call, guessed before; see router/search/engine.h.
 *
 * Each wave guesses its own time (wave/wave.cuh). Where no wave is named, the time is that of the
 * first wave in the table's order that a call like this one goes to, told by the call's first job.
 * Most waves add up the same times: to call, to begin a job, for each cell of half a window's
 * circumference (waves by levels), for each cell of all windows (work that the whole device
 * shares), and for each cell of the largest (which one net's blocks do alone). Those of NOTES.md's
 * tables are reproduced within a factor of two, but for the first call of many jobs, which
 * fetches memory; who chooses by them corrects them by what calls took (engine_pair.h). What a wave
 * leaves to the next one is not in it.
 */
#pragma once

#include "router/search/engine.h"

/* Microseconds a call, a job, and a cell of a window's width and height; nanoseconds a cell of all
 * windows, and of the largest. */
struct gpu_times {
    double call, job, side;
    double every, largest;
};

/* Seconds of a call by these times. O(jobs). */
double gpu_times_sum(const struct gpu_times *times, const struct field *field,
                     const struct job *jobs, size_t count);

/* The engine's estimate(). */
double gpu_estimate(const struct field *field, unsigned features,
                    const struct engine_options *options, const struct job *jobs, size_t count);
