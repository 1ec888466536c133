/* sweep: repeats calls of sweep_call.cuh until all jobs are answered; see sweep.cuh.
 *
 *     sort      jobs that seem too expensive for labels are left at once
 *     search    the others with a guess of their costs, chunk by chunk
 *     again     jobs without a path, with a higher guess, at last with none
 */
#include <algorithm>

#include "gpu/wave/sweep/sweep_call.cuh"

enum { CHUNK = 1 << 14 }; /* nets per chunk */

/* Sorts the jobs into near, to be searched, and far, whose paths seem too expensive for labels. */
static enum status sort_jobs(struct gpu_sweep *sweep, const struct sweep_chunk *all,
                             struct error *error)
{
    TRY(MEM_GROW(sweep->near, sweep->near_capacity, all->count, "jobs", error));
    TRY(MEM_GROW(sweep->far, sweep->far_capacity, all->count, "jobs", error));
    sweep->near_count = sweep->far_count = 0;
    for (size_t i = 0; i < all->count; i++) {
        const struct job *job = all->job(i);
        uint32_t index = (uint32_t)(job - all->jobs);
        if (guesses_exceed_labels(&sweep->guesses, job))
            sweep->far[sweep->far_count++] = index;
        else
            sweep->near[sweep->near_count++] = index;
        all->job(i)->outcome = OUTCOME_NONE; /* until it is searched */
    }
    return STATUS_OK;
}

/* Searches near[0 .. near_count). */
static enum status search_near(struct gpu_sweep *sweep, struct job *jobs, struct error *error)
{
    const struct sweep_chunk all = {jobs, sweep->near, 0, sweep->near_count};
    for (size_t first = 0; first < all.count; first += CHUNK) {
        struct sweep_chunk chunk = all;
        chunk.first = first;
        chunk.count = std::min(all.count - first, (size_t)CHUNK);
        if (!engine_stopped(sweep->head.engine)) {
            TRY(sweep_call(sweep, &chunk, error));
            continue;
        }
        for (size_t i = 0; i < chunk.count; i++)
            job_end(chunk.job(i), OUTCOME_STOPPED);
    }
    return STATUS_OK;
}

/* Moves jobs that were left because their guess may have been too low back to near. */
static enum status take_guessed(struct gpu_sweep *sweep, const struct job *jobs, size_t far_before,
                                struct error *error)
{
    const size_t left = sweep->far_count;
    assert(far_before <= left);
    sweep->near_count = 0;
    sweep->far_count = far_before;
    for (size_t i = far_before; i < left; i++) {
        uint32_t index = sweep->far[i];
        bool enclosed = false;
        if (sweep->guesses.of[index] == FOCUS_EVERYWHERE) {
            sweep->far[sweep->far_count++] = index;
            continue;
        }
        TRY(guesses_next(&sweep->guesses, &jobs[index], index, &enclosed, error));
        if (!enclosed)
            sweep->near[sweep->near_count++] = index;
    }
    return STATUS_OK;
}

enum status sweep_expand(struct gpu_sweep *sweep, struct job *jobs, const uint32_t *order,
                         size_t count, struct gpu_answer *answer, struct error *error)
{
    const struct sweep_chunk all = {jobs, order, 0, count};
    size_t most = 0; /* largest index of a job, plus 1 */
    sweep->path.count = 0;
    for (size_t i = 0; i < count; i++)
        most = std::max(most, (size_t)(all.job(i) - jobs) + 1);
    TRY(MEM_GROW(sweep->starts, sweep->starts_capacity, most, "jobs", error));
    TRY(guesses_reserve(&sweep->guesses, most, error));
    TRY(sort_jobs(sweep, &all, error));
    for (size_t i = 0; i < sweep->near_count; i++)
        guesses_first(&sweep->guesses, &jobs[sweep->near[i]], sweep->near[i]);
    for (bool first = true; sweep->near_count > 0; first = false) {
        const size_t far_before = sweep->far_count;
        TRY(search_near(sweep, jobs, error));
        for (size_t i = 0; i < sweep->near_count; i++)
            guesses_note(&sweep->guesses, &jobs[sweep->near[i]], !first);
        TRY(take_guessed(sweep, jobs, far_before, error));
    }
    guesses_learn(&sweep->guesses);
    for (size_t i = 0; i < count; i++) {
        struct job *job = all.job(i);
        if (job->outcome == OUTCOME_FOUND)
            job->knots = sweep->path.knots + sweep->starts[job - jobs];
    }
    assert(sweep->far_count <= count);
    *answer = {sweep->far, sweep->far_count};
    return STATUS_OK;
}
