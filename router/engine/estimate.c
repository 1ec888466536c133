/* estimate: sums up predicted times over the jobs by the formula of the header. */
#include "router/engine/estimate.h"

#include "router/search/field.h"

#define JOB_SECONDS  5e-6 /* fixed time of a search */
#define WAKE_SECONDS 7e-6 /* time to wake a thread, measured with 15 sleeping threads */

static bool has_one_target_cell(const struct job *job)
{
    return job->target_count == 1 && job->targets[0].from == job->targets[0].to;
}

double estimate_cpu(const struct wave_ops *wave, const struct grid *grid, unsigned threads,
                    const struct job *jobs, size_t count)
{
    double sum = 0, longest = 0;
    assert(wave->pin_ns > 0 && wave->wide_ns > 0);
    for (size_t i = 0; i < count; i++) {
        double ns = has_one_target_cell(&jobs[i]) ? wave->pin_ns : wave->wide_ns;
        double seconds = JOB_SECONDS + 1e-9 * ns * (double)box_cells(grid, jobs[i].window);
        sum += seconds;
        longest = seconds > longest ? seconds : longest;
    }
    if (threads < 2 || count < 2)
        return sum;
    const size_t used = count < threads ? count : threads;
    return WAKE_SECONDS * (double)(used - 1) + sum / (double)used +
           longest * (1 - 1 / (double)used);
}
