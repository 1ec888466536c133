/* each: the jobs of a call one after the other, for waves that search one net at a time.
 *
 * The paths of all jobs lie one after the other in one trace. It may move while it grows, so jobs
 * are told where their knots are when the last one is done.
 */
#ifndef LEEWAY_GPU_WAVE_EACH_CUH
#define LEEWAY_GPU_WAVE_EACH_CUH

#include "gpu/wave/wave.cuh"
#include "router/backtrace.h"

/* A part of such a wave's workspace; zeroed at first. */
struct each {
    struct trace path; /* knots of all jobs of the call */
    uint32_t *left;    /* [left_capacity] indices of jobs */
    size_t left_capacity;
};

/* Answers job i of the call in full but for its knots, which it appends to each->path in the order
 * from source to target; or sets *done to false, where it was true, and leaves the job. */
typedef enum status each_search(struct gpu_wave *wave, const struct gpu_call *call, size_t i,
                                bool *done, struct error *error);

/* Searches the jobs of the call in their order; once the engine was stopped, no more. */
enum status each_expand(struct each *each, const struct gpu_engine *engine, each_search *search,
                        struct gpu_wave *wave, const struct gpu_call *call,
                        struct gpu_answer *answer, struct error *error);

/* Bytes held. */
size_t each_bytes(const struct each *each);

/* Accepts a zeroed one. */
void each_free(struct each *each);

#endif
