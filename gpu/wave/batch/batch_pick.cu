/* batch_pick: chooses the jobs of a call for the batch; the wave's entry in the table.
 *
 * With "auto", the pairs of cells that are short enough for their number are searched together: a
 * net with more detours needs more levels, and longer nets have more of them, so the square of the
 * reach counts (split.h, with REACH_ONE of reach.cuh). In calls of more than SPLIT_MOST jobs all
 * pairs that a frame holds are short enough. */
#include "gpu/wave/batch/batch.cuh"
#include "gpu/wave/reach.cuh"
#include "gpu/wave/split.h"

enum { SPLIT_MOST = 1024 }; /* jobs of a call whose lengths are compared */

/* Searches the short pairs of a call of at most SPLIT_MOST jobs. Takes up to 100 us of the host. */
static enum status expand_short(struct batch_wave *batch, const struct gpu_call *call,
                                struct gpu_answer *answer, struct error *error)
{
    const struct grid *grid = batch->head.engine->field->grid;
    uint32_t lengths[SPLIT_MOST], taken[SPLIT_MOST], others[SPLIT_MOST];
    size_t pairs = 0;
    struct gpu_call some = *call, rest = *call;
    assert(call->count <= SPLIT_MOST);
    for (size_t i = 0; i < call->count; i++)
        if (job_is_pair(call_job(call, i)))
            lengths[pairs++] = reach_most(grid, call_job(call, i));
    size_t together = split_jobs(lengths, pairs, REACH_ONE, SPLIT_SQUARE);
    answer_nothing(call, answer);
    if (together < BATCH_JOBS_MIN)
        return STATUS_OK;
    some.count = rest.count = 0;
    for (size_t i = 0; i < call->count; i++) {
        const struct job *job = call_job(call, i);
        if (job_is_pair(job) && reach_most(grid, job) <= lengths[together - 1])
            taken[some.count++] = call_index(call, i);
        else
            others[rest.count++] = call_index(call, i);
    }
    some.order = taken;
    rest.order = others;
    return batch_expand(batch, &some, &rest, answer, error);
}

static enum status expand(struct gpu_wave *wave, const struct gpu_call *call,
                          struct gpu_answer *answer, struct error *error)
{
    struct batch_wave *batch = (struct batch_wave *)wave;
    assert(call->features == 0);
    answer_nothing(call, answer);
    if (call->count < BATCH_JOBS_MIN)
        return STATUS_OK;
    if (call->any && call->count <= SPLIT_MOST)
        return expand_short(batch, call, answer, error);
    return batch_expand(batch, call, NULL, answer, error);
}

static bool likely(const struct field *field, unsigned, const struct job *jobs, size_t count)
{
    return count >= BATCH_JOBS_MIN && job_is_pair(jobs) &&
           reach_most(field->grid, jobs) <= reach_among(count);
}

const struct gpu_wave_ops gpu_wave_batch = {
    /* name */ "batch",
    /* features */ 0,
    /* many */ true,
    /* rest */ "relax",
    /* serves */ NULL,
    /* likely */ likely,
    /* times: call, job, side, every, largest */ {100, 0.005, 0, 0.0015, 1.5},
    /* size */ sizeof(struct batch_wave),
    /* prepare */ NULL,
    /* expand */ expand,
    /* bytes */ batch_bytes,
    /* release */ batch_release,
};
