/* estimate: see the header. */
#include "gpu/estimate.cuh"

#include <algorithm>

#include "gpu/choose.cuh"
#include "gpu/reach.cuh"
#include "gpu/wave/batch/batch.cuh"
#include "gpu/wave/sweep/sweep.cuh"

#define OPEN_SECONDS 0.12 /* a context, the kernels' code, the field */

enum {
    TEAM_JOBS = 64,   /* up to so many go to teams of blocks */
    DIAL_WINDOW = 64, /* side of the largest that `dial` takes */
};

/* Microseconds a call and a job, and a cell of a window's width and height; nanoseconds a cell. */
struct times {
    double call, job, side;
    double every, largest;
};

static const struct times times_team = {50, 0, 0, 0.022, 0.75};
static const struct times times_sweep = {50, 0, 0, 0.022, 1.5};
static const struct times times_batch = {100, 0.005, 0, 0.0015, 1.5};
static const struct times times_dial = {100, 0.005, 0, 0.02, 3};
static const struct times times_detour = {10, 80, 0, 0.015, 0};
static const struct times times_tiles = {10, 100, 0, 0.055, 0};
static const struct times times_persistent = {10, 150, 3.8, 0, 0};
static const struct times times_bqueue = {10, 200, 20, 0, 0};
static const struct times times_relax = {10, 60, 6, 0, 0};

/* What a named wave takes, or one for any job. */
static const struct times *times_of(const struct gpu_wave *wave, size_t count)
{
    const struct {
        const struct gpu_wave *wave;
        const struct times *times;
    } table[] = {
        {&gpu_wave_detour, &times_detour},
        {&gpu_wave_tiles, &times_tiles},
        {&gpu_wave_persistent, &times_persistent},
        {&gpu_wave_bqueue, &times_bqueue},
        {&gpu_wave_batch, &times_batch},
        {&gpu_wave_dial, &times_dial},
        {&gpu_wave_sweep, count <= TEAM_JOBS ? &times_team : &times_sweep},
    };
    for (const auto &row : table)
        if (row.wave == wave)
            return row.times;
    return &times_relax;
}

/* True where the job joins two cells: what `batch` and `detour` are for. */
static bool is_pair(const struct job *job)
{
    return job->source_count == 1 && job->target_count == 1 &&
           job->sources[0].from == job->sources[0].to && job->targets[0].from == job->targets[0].to;
}

/* True where the window is one for `dial`. */
static bool is_narrow(const struct job *job)
{
    return job->window.x1 - job->window.x0 < DIAL_WINDOW &&
           job->window.y1 - job->window.y0 < DIAL_WINDOW;
}

/* Which way most of a call's jobs go when no wave is named; the first job stands for all. */
static const struct times *times_any(const struct field *field, unsigned features,
                                     const struct gpu_wave *wave, const struct job *jobs,
                                     size_t count)
{
    const bool many = count >= BATCH_JOBS_MIN, more = count >= SWEEPS_MIN;
    const bool pairs = is_pair(jobs);
    if (features == 0 && pairs && many && reach_of(field->grid, jobs) <= reach_among(count))
        return &times_batch;
    if (features == 0 && more)
        return times_of(&gpu_wave_sweep, count);
    if (features == 0)
        return pairs ? &times_detour : &times_tiles;
    if (many && field->toll == NULL && dial_serves(field, features) && is_narrow(jobs))
        return &times_dial;
    return times_of(sweep_serves(field, features) ? &gpu_wave_sweep : wave, count);
}

double gpu_foresee(const struct field *field, unsigned features,
                   const struct engine_options *options, const struct job *jobs, size_t count)
{
    const struct gpu_wave *wave = &gpu_wave_relax;
    if (count == 0)
        return OPEN_SECONDS;
    (void)choose_wave(options->wave, features, &wave, NULL); /* open says what is wrong */
    const struct times *times = choose_any(options->wave)
                                    ? times_any(field, features, wave, jobs, count)
                                    : times_of(wave, count);
    double sides = 0, cells = 0, largest = 0;
    for (size_t i = 0; i < count; i++) {
        const struct box *window = &jobs[i].window;
        double width = window->x1 - window->x0 + 1, height = window->y1 - window->y0 + 1;
        double volume = width * height * field->grid->layers;
        sides += width + height;
        cells += volume;
        largest = std::max(largest, volume);
    }
    return 1e-6 * (times->call + (double)count * times->job + sides * times->side) +
           1e-9 * (cells * times->every + largest * times->largest);
}
