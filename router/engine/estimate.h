/* estimate: a guess at the time that the CPU will take for a call.
 *
 * A search takes a fixed time, and a time for each cell of its window, which the wave states
 * (pin_ns and wide_ns in wave.h). Workers take jobs one by one. So a call ends, at the latest, when
 * the threads have shared all the work and one of them then does the longest job alone (R. L.
 * Graham, 1966). The threads that get a job must be woken first:
 *
 *     seconds = waking + sum / threads + longest * (1 - 1 / threads)     threads: at most the jobs
 *
 * The guess is for a crowded field. It is several times too high where the target is found early,
 * and too low in a maze. engine_pair.h corrects it by the times that calls really took.
 */
#pragma once

#include "router/wave/wave.h"

/* Seconds that so many threads take for the jobs by this wave. O(jobs). */
double estimate_cpu(const struct wave_ops *wave, const struct grid *grid, unsigned threads,
                    const struct job *jobs, size_t count);
