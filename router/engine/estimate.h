/* estimate: predicts the time of a call on the CPU.
 *
 * A search takes a fixed time plus a time per cell of its window (pin_ns and wide_ns in wave.h).
 * Workers take jobs one by one, so the call takes at most the time in which all threads share the
 * work plus the rest of the longest job (list scheduling, R. L. Graham 1966), after waking threads:
 *
 *     seconds = waking + sum / threads + longest * (1 - 1 / threads)     threads <= jobs
 *
 * The prediction is for a crowded field: several times too high if the target is found early, too
 * low in a maze. engine_pair.h corrects it with measured times. */
#pragma once

#include "router/wave/wave.h"

/* Predicted seconds of `count` jobs with this wave on `threads` threads. O(jobs). */
double estimate_cpu(const struct wave_ops *wave, const struct grid *grid, unsigned threads,
                    const struct job *jobs, size_t count);
