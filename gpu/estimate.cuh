/* estimate: how long the GPU will take for a call, guessed before; see router/engine.h.
 *
 * Each way of choose.cuh has its times: to call, to begin a job, for each cell of half a window's
 * circumference (waves by levels), for each cell of all windows (work that the whole device
 * shares), and for each cell of the largest (which one net's blocks do alone). Those of README.md's
 * tables are reproduced within a factor of two, but for the first call of many jobs, which
 * fetches memory; who chooses by them corrects them by what calls took (router/engine_pair.h). What
 * is left over to other waves is not foreseen.
 */
#ifndef LEEWAY_GPU_ESTIMATE_CUH
#define LEEWAY_GPU_ESTIMATE_CUH

#include "gpu/engine.cuh"

double gpu_foresee(const struct field *field, unsigned features,
                   const struct engine_options *options, const struct job *jobs, size_t count);

#endif
