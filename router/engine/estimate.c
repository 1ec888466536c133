/* estimate: see the header. */
#include "router/engine/estimate.h"

#include "router/field.h"

#define JOB_SECONDS  5e-6 /* to begin and end a search */
#define WAKE_SECONDS 7e-6 /* a worker beside the caller, asleep; seen when 15 had to wake */

enum { WAVES = 8 };

/* Nanoseconds a cell of the window, from the tables in router/wave/NOTES.md: crowded fields of
 * 10^4 to 10^6 cells. `detour`: between pins, in windows that are no maze. */
static double cell_ns(const struct wave_ops *wave)
{
    static const struct {
        const struct wave_ops *wave;
        double ns;
    } table[WAVES] = {
        {&wave_dijkstra, 100}, {&wave_queue, 9},     {&wave_blind, 40},  {&wave_bucket, 10},
        {&wave_sweep, 2.5},    {&wave_detour, 0.15}, {&wave_tiles, 1.7}, {&wave_corridor, 1},
    };
    for (int i = 0; i < WAVES; i++)
        if (table[i].wave == wave)
            return table[i].ns;
    return cell_ns(&wave_bucket);
}

/* True where `detour` hands a job to `tiles`. */
static bool has_targets(const struct job *job)
{
    return job->target_count != 1 || job->targets[0].from != job->targets[0].to;
}

double estimate_cpu(const struct wave_ops *wave, const struct grid *grid, unsigned threads,
                    const struct job *jobs, size_t count)
{
    const double usual = 1e-9 * cell_ns(wave), tiles = 1e-9 * cell_ns(&wave_tiles);
    double sum = 0, longest = 0;
    for (size_t i = 0; i < count; i++) {
        bool handed = wave == &wave_detour && has_targets(&jobs[i]);
        double cells = (double)box_cells(grid, jobs[i].window);
        double seconds = JOB_SECONDS + cells * (handed ? tiles : usual);
        sum += seconds;
        longest = seconds > longest ? seconds : longest;
    }
    if (threads < 2 || count < 2)
        return sum;
    const size_t used = count < threads ? count : threads;
    return WAKE_SECONDS * (double)(used - 1) + sum / (double)used +
           longest * (1 - 1 / (double)used);
}
