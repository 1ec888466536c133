/* estimate: how long the CPU will take for a call, guessed before.
 *
 * A search takes some time to begin, and then a time for each cell of its window, which the wave
 * states itself (pin_ns and wide_ns in wave.h).
 * Workers take jobs one by one, so a call ends, at the latest, when all have shared the work and
 * one of them then does the longest job alone (R. L. Graham, 1966); and as many as there are jobs
 * for must be woken:
 *
 *     seconds = waking + sum / threads + longest * (1 - 1 / threads)     threads: at most the jobs
 *
 * It is a guess for a crowded field. Where the target is found early it is several times too high,
 * in a maze too low; who chooses by it corrects it by what calls really took (engine_pair.h).
 */
#ifndef LEEWAY_ROUTER_ENGINE_ESTIMATE_H
#define LEEWAY_ROUTER_ENGINE_ESTIMATE_H

#include "router/wave/wave.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Seconds that so many threads take for the jobs by this wave. O(jobs). */
double estimate_cpu(const struct wave_ops *wave, const struct grid *grid, unsigned threads,
                    const struct job *jobs, size_t count);

#ifdef __cplusplus
}
#endif

#endif
