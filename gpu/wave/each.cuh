/* each: the jobs of a call one after the other, for waves that search one net at a time.
 *
 * The paths of all jobs lie one after the other in one trace. It may move while it grows, so the
 * jobs' pointers to their knots are set when the last job is done.
 */
#pragma once

#include "gpu/wave/wave.cuh"
#include "router/search/backtrace.h"

/* The first member of such a wave's workspace. */
struct each {
    struct gpu_wave head;
    struct trace path; /* knots of all jobs of the call */
    uint32_t *left;    /* [left_capacity] indices of jobs */
    size_t left_capacity;
};

/* Answers job i of the call in full but for its knots, which it appends to each->path in the order
 * from source to target; or sets *done to false, where it was true, and leaves the job. */
typedef enum status each_search(struct gpu_wave *wave, const struct gpu_call *call, size_t i,
                                bool *done, struct error *error);

/* Searches the jobs of the call in their order. After the engine was stopped the rest is answered
 * by OUTCOME_STOPPED. */
enum status each_expand(struct gpu_wave *wave, each_search *search, const struct gpu_call *call,
                        struct gpu_answer *answer, struct error *error);

/* The table's bytes() of such a wave. */
size_t each_bytes(const struct gpu_wave *wave);

/* Frees what each_expand allocated. */
void each_release(struct each *each);
