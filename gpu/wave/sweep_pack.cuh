/* sweep_pack: jobs as nets of the sweep wave, and which of them are not worth a try.
 *
 * A path that costs more than a label holds is found by nobody here, after all tiles within that
 * cost were swept. So jobs for which that is likely are not sent at all. What a step usually costs
 * is the lower quartile of a sample of the field's weights: paths look for cheap cells, but a
 * quarter of the cells seldom hang together. Tolls come and go; they are not looked at.
 */
#ifndef LEEWAY_GPU_WAVE_SWEEP_PACK_CUH
#define LEEWAY_GPU_WAVE_SWEEP_PACK_CUH

#include "gpu/reach.cuh"
#include "gpu/wave/sweep.cuh"
#include "grid/random.h"

enum { WEIGHT_SAMPLE = 1024 };

static struct sweep_run run_of(const struct grid *grid, struct wire wire)
{
    cell_t first = std::min(wire.from, wire.to), last = std::max(wire.from, wire.to);
    bool in_row = first / grid->width == last / grid->width;
    bool in_layer = grid_z(grid, first) == grid_z(grid, last);
    return {(uint16_t)grid_x(grid, first), (uint16_t)grid_y(grid, first),
            (uint16_t)wire_steps(grid, wire), (uint8_t)grid_z(grid, first),
            (uint8_t)(in_row     ? 0
                      : in_layer ? 1
                                 : 2)};
}

/* Widens the goal by a target's cells inside the window. True where there are some. */
static bool widen_goal(struct sweep_box *goal, const struct sweep_box *window,
                       const struct sweep_run *run)
{
    uint16_t x1 = (uint16_t)(run->x + (run->axis == 0 ? run->steps : 0));
    uint16_t y1 = (uint16_t)(run->y + (run->axis == 1 ? run->steps : 0));
    struct sweep_box part = {std::max(run->x, window->x0), std::max(run->y, window->y0),
                             std::min(x1, window->x1), std::min(y1, window->y1)};
    if (part.x0 > part.x1 || part.y0 > part.y1)
        return false;
    *goal = {std::min(goal->x0, part.x0), std::min(goal->y0, part.y0), std::max(goal->x1, part.x1),
             std::max(goal->y1, part.y1)};
    return true;
}

/* The part of the job's window that a path can see that costs no more than the guess: one that
 * leaves the box around sources and targets by m cells goes 2 m cells farther than it must. */
static struct box useful_window(const struct grid *grid, const struct job *job, uint32_t guess)
{
    const struct box w = job->window;
    if (guess == 0)
        return w;
    struct box s = reach_box(grid, job->sources, job->source_count);
    struct box t = reach_box(grid, job->targets, job->target_count);
    struct span apart = reach_span(grid, job);
    uint32_t steps = apart.x + apart.y, m = guess > steps ? (guess - steps) / 2 : 0;
    s = {std::min(s.x0, t.x0), std::min(s.y0, t.y0), std::max(s.x1, t.x1), std::max(s.y1, t.y1)};
    return {std::max(w.x0, s.x0 - std::min(s.x0, m)), std::max(w.y0, s.y0 - std::min(s.y0, m)),
            std::min(w.x1, s.x1 + m), std::min(w.y1, s.y1 + m)};
}

/* The job's guess where labels can hold it, else 0: none. */
static uint32_t useful_guess(const struct job *job)
{
    return job->guess < SWEEP_FAR - 1 ? (uint32_t)job->guess : 0;
}

/* Packs a job; its runs go to runs[first ..]. A net without a target in its window gets none.
 * guessed: the job's guess counts. */
static struct sweep_net pack_job(const struct grid *grid, const struct job *job, bool guessed,
                                 struct sweep_run *runs, uint32_t first)
{
    struct sweep_net net = {};
    const uint32_t guess = guessed ? useful_guess(job) : 0;
    const struct box window = useful_window(grid, job, guess);
    net.window = {(uint16_t)window.x0, (uint16_t)window.y0, (uint16_t)window.x1,
                  (uint16_t)window.y1};
    net.below = guess != 0 ? guess + 1 : SWEEP_NO_BOUND;
    net.goal = {UINT16_MAX, UINT16_MAX, 0, 0};
    net.runs = first;
    net.source_count = job->source_count;
    runs += first;
    for (uint32_t s = 0; s < job->source_count; s++)
        *runs++ = run_of(grid, job->sources[s]);
    bool any = false;
    for (uint32_t t = 0; t < job->target_count; t++, runs++) {
        *runs = run_of(grid, job->targets[t]);
        any = widen_goal(&net.goal, &net.window, runs) || any;
    }
    net.target_count = any ? job->target_count : 0;
    return net;
}

static uint32_t tiles_of(struct box window)
{
    return sweep_tiles_across(window.x0, window.x1) * sweep_tiles_across(window.y0, window.y1);
}

/* What a step usually costs. */
static uint32_t usual_weight(const struct grid *grid)
{
    uint32_t sample[WEIGHT_SAMPLE];
    struct random random = random_seeded(1);
    if (grid->weight == NULL)
        return 1;
    for (uint32_t &weight : sample)
        weight = grid->weight[random_below(&random, (uint32_t)grid_cells(grid))];
    std::nth_element(sample, sample + WEIGHT_SAMPLE / 4, sample + WEIGHT_SAMPLE);
    return sample[WEIGHT_SAMPLE / 4];
}

/* Steps that lie between the sources and the targets at least. */
static uint32_t steps_between(const struct grid *grid, const struct job *job)
{
    struct span span = reach_span(grid, job);
    return span.x + span.y;
}

#endif
