/* each: searches the jobs of a call one after the other, for waves that search one net at a time.
 *
 * The paths of all jobs are stored in one trace. It may move while it grows, so the jobs' pointers
 * to their knots are set after the last job. */
#pragma once

#include "gpu/wave/wave.cuh"
#include "router/search/backtrace.h"

/* The first member of the workspace of such a wave. */
struct each {
    struct gpu_wave head;
    struct trace path; /* knots of all jobs of the call */
    uint32_t *left;    /* [left_capacity] indices of jobs that are left */
    size_t left_capacity;
};

/* Answers job i of the call, all but the pointer to its knots, which it appends to each->path from
 * source to target; or sets *done, true before, to false, and leaves the job. */
typedef enum status each_search(struct gpu_wave *wave, const struct gpu_call *call, size_t i,
                                bool *done, struct error *error);

/* Searches the jobs of the call in their order. When the engine was stopped, the remaining jobs get
 * OUTCOME_STOPPED. */
enum status each_expand(struct gpu_wave *wave, each_search *search, const struct gpu_call *call,
                        struct gpu_answer *answer, struct error *error);

/* The table's expand() of a wave that searches its jobs by SEARCH. */
template <each_search SEARCH>
enum status each_by(struct gpu_wave *wave, const struct gpu_call *call, struct gpu_answer *answer,
                    struct error *error)
{
    return each_expand(wave, SEARCH, call, answer, error);
}

/* Appends knots that lie from target to source to the path, in the opposite order. A negative count
 * means that a label had no predecessor: fails with STATUS_FAILED. */
enum status each_keep(struct each *each, const uint32_t *knots, int count, struct error *error);

/* The table's bytes() of such a wave. */
size_t each_bytes(const struct gpu_wave *wave);

/* Frees what each_expand and each_keep allocated. */
void each_release(struct each *each);
