/* each: loops over the jobs of a call, stores their paths, and lists the jobs that are left. */
#include "gpu/wave/each.cuh"

enum status each_expand(struct gpu_wave *wave, each_search *search, const struct gpu_call *call,
                        struct gpu_answer *answer, struct error *error)
{
    struct each *each = (struct each *)wave;
    *answer = {};
    each->path.count = 0;
    TRY(MEM_GROW(each->left, each->left_capacity, call->count, "jobs", error));
    for (size_t i = 0; i < call->count; i++) {
        bool done = true;
        assert(i == 0 || call_index(call, i) != call_index(call, i - 1));
        job_end(call_job(call, i), OUTCOME_STOPPED);
        if (!engine_stopped(wave->engine))
            TRY(search(wave, call, i, &done, error));
        if (!done)
            each->left[answer->left_count++] = call_index(call, i);
    }
    answer->left = each->left;
    const cell_t *knots = each->path.knots;
    for (size_t i = 0; i < call->count; i++) {
        struct job *job = call_job(call, i);
        if (job->outcome != OUTCOME_FOUND)
            continue;
        job->knots = knots;
        knots += job->knot_count;
    }
    assert(knots == each->path.knots + each->path.count);
    return STATUS_OK;
}

enum status each_keep(struct each *each, const uint32_t *knots, int count, struct error *error)
{
    if (count < 0)
        return error_set(error, STATUS_FAILED,
                         "GPU: a cell of a path has no predecessor (a fault of this program)");
    assert(count > 0);
    for (int k = count - 1; k >= 0; k--)
        TRY(trace_add(&each->path, knots[k], error));
    return STATUS_OK;
}

size_t each_bytes(const struct gpu_wave *wave)
{
    const struct each *each = (const struct each *)wave;
    return each->path.capacity * sizeof *each->path.knots +
           each->left_capacity * sizeof *each->left;
}

void each_release(struct each *each)
{
    free(each->path.knots);
    free(each->left);
}
