/* choose: see the header. */
#include "gpu/choose.cuh"

#include <stdio.h>
#include <string.h>

#include <algorithm>

#include "gpu/check.cuh"
#include "gpu/reach.cuh"
#include "gpu/split.h"
#include "gpu/wave/batch/batch.cuh"
#include "gpu/wave/sweep/sweep.cuh"
#include "grid/maze.h"

enum {
    JOBS_MIN = BATCH_JOBS_MIN, /* for a batch */
    JOBS_MIN_TOLLED = 1 << 14,
    SPLIT_MOST = 1024, /* of more, all that a frame of the batch holds are short enough */
};

/* The first that does it is what "auto" takes. */
static const struct gpu_wave *const waves[] = {
    &gpu_wave_detour, &gpu_wave_tiles, &gpu_wave_persistent, &gpu_wave_bqueue,
    &gpu_wave_relax,  &gpu_wave_batch, &gpu_wave_dial,       &gpu_wave_sweep};

/* "a, b": the waves that support the features. */
static const char *wave_list(char *text, size_t size, unsigned features)
{
    size_t used = 0;
    text[0] = '\0';
    for (const struct gpu_wave *wave : waves)
        if ((features & ~wave->features) == 0 && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "",
                                     wave->name);
    return text;
}

bool choose_any(const char *name)
{
    return name == NULL || strcmp(name, "auto") == 0;
}

enum status choose_wave(const char *name, unsigned features, const struct gpu_wave **chosen,
                        struct error *error)
{
    char names[128];
    bool any = choose_any(name);
    for (const struct gpu_wave *wave : waves) {
        if (!any && strcmp(name, wave->name) != 0)
            continue;
        unsigned missing = features & ~wave->features;
        *chosen = wave;
        if (missing == 0)
            return STATUS_OK;
        if (!any)
            return error_set(error, STATUS_BAD_INPUT,
                             "the GPU's wave %s does not support %s, which this design has; "
                             "waves that do: %s",
                             name, feature_name((enum feature)(missing & (~missing + 1))),
                             wave_list(names, sizeof names, features));
    }
    return error_set(error, STATUS_BAD_INPUT, "the GPU has no wave %s; its waves: auto, %s", name,
                     wave_list(names, sizeof names, 0));
}

const char *choose_at(size_t index)
{
    return index < sizeof waves / sizeof *waves ? waves[index]->name : NULL;
}

/* ---- many jobs ------------------------------------------------------------------------------ */

void choose_together(struct gpu_engine *engine)
{
    unsigned features = engine->features;
    bool any = engine->chooses;
    features |= engine->field->toll != NULL ? FEATURE_TOLLS : 0; /* they may have come meanwhile */
    engine->dial = features != 0 || engine->wave == &gpu_wave_dial;
    engine->batches = any || engine->wave == &gpu_wave_batch || engine->wave == &gpu_wave_dial;
    engine->batches = engine->batches && (!engine->dial || dial_serves(engine->field, features));
    engine->sweeps =
        (any || engine->wave == &gpu_wave_sweep) && sweep_serves(engine->field, features);
    engine->sweeps_some = engine->sweeps && any && features == 0;
}

/* True where the sources or the targets are several cells. */
static bool is_tree(const struct job *job)
{
    return job->source_count != 1 || job->target_count != 1 ||
           job->sources[0].from != job->sources[0].to || job->targets[0].from != job->targets[0].to;
}

/* With tolls, most windows hold costs that `dial` cannot take, so that a batch pays for many jobs
 * only. */
bool choose_batch(const struct gpu_engine *engine, const struct job *jobs, size_t count,
                  uint32_t *reach)
{
    const bool any = engine->chooses;
    uint32_t reaches[SPLIT_MOST];
    size_t pairs = 0;
    *reach = REACH_MAX;
    if (!engine->batches ||
        count < (size_t)(any && engine->field->toll != NULL ? JOBS_MIN_TOLLED : JOBS_MIN))
        return false;
    if (!any || engine->dial || count > SPLIT_MOST)
        return true;
    for (size_t i = 0; i < count; i++)
        if (!is_tree(&jobs[i]))
            reaches[pairs++] = reach_of(engine->field->grid, &jobs[i]);
    size_t together = split_jobs(reaches, pairs, REACH_ONE, SPLIT_SQUARE);
    if (together < JOBS_MIN)
        return false;
    *reach = reaches[together - 1];
    return true;
}

/* ---- sweeps at unit costs -------------------------------------------------------------------- */

/* Windows of jobs of a call are often the same. */
struct look {
    struct box window;
    bool taken, uneven;
};

static bool is_uneven(const struct field *field, const struct box *window, struct look *last)
{
    if (!last->taken || memcmp(&last->window, window, sizeof *window) != 0)
        *last = {*window, true, maze_is_uneven(field->grid, field->closed, window)};
    return last->uneven;
}

/* Larger windows have tables and records that are not worth filling. */
static bool is_small(const struct box *window)
{
    return sweep_tiles_across(window->x0, window->x1) *
               sweep_tiles_across(window->y0, window->y1) <=
           SWEEP_TILES_NEAR;
}

static uint32_t steps_of(const struct grid *grid, const struct job *job)
{
    struct span span = reach_span(grid, job);
    return span.x + span.y;
}

/* How many of pairs[0 .. count) are worth it together; lengths: their steps, sorted. */
static size_t count_together(const struct grid *grid, const struct job *jobs, const uint32_t *pairs,
                             size_t count, uint32_t *lengths)
{
    for (size_t i = 0; i < count; i++)
        lengths[i] = steps_of(grid, &jobs[pairs[i]]);
    size_t together = split_jobs(lengths, count, REACH_ONE, SPLIT_LINEAR);
    return together < SWEEPS_MIN ? 0 : together;
}

/* Sorts pairs[0 .. count); a look at their windows is taken where it matters. lengths: room for
 * count numbers. */
static void sort_pairs(const struct field *field, const struct job *jobs, uint32_t *pairs,
                       size_t count, uint32_t *lengths, struct sorted_jobs *sorted)
{
    struct look last = {};
    size_t even = count, together = count_together(field->grid, jobs, pairs, count, lengths);
    if (together > 0) {
        even = 0;
        for (size_t i = 0; i < count; i++)
            if (is_uneven(field, &jobs[pairs[i]].window, &last))
                sorted->uneven[sorted->uneven_count++] = pairs[i];
            else
                pairs[even++] = pairs[i];
        together = count_together(field->grid, jobs, pairs, even, lengths);
    }
    for (size_t i = 0; i < even; i++)
        if (together > 0 && steps_of(field->grid, &jobs[pairs[i]]) <= lengths[together - 1])
            sorted->together[sorted->together_count++] = pairs[i];
        else
            sorted->rest[sorted->rest_count++] = pairs[i];
}

/* Room for the lists of count jobs, and for two more of as many numbers behind them. */
static enum status reserve_lists(struct sorted_jobs *sorted, size_t count, uint32_t **more,
                                 struct error *error)
{
    TRY(mem_grow((void **)&sorted->words, &sorted->capacity, 5 * count, sizeof *sorted->words,
                 "jobs", error));
    sorted->together = sorted->words;
    sorted->rest = sorted->words + count;
    sorted->uneven = sorted->words + 2 * count;
    *more = sorted->words + 3 * count;
    sorted->together_count = sorted->rest_count = sorted->uneven_count = 0;
    return STATUS_OK;
}

enum status choose_sweeps(const struct gpu_engine *engine, const struct job *jobs,
                          const uint32_t *order, size_t count, struct sorted_jobs *sorted,
                          struct error *error)
{
    const struct grid *grid = engine->field->grid;
    const uint32_t reach = reach_among(count);
    uint32_t *pairs = NULL;
    size_t pair_count = 0;
    TRY(reserve_lists(sorted, count, &pairs, error));
    for (size_t i = 0; i < count; i++) {
        uint32_t index = order != NULL ? order[i] : (uint32_t)i;
        const struct job *job = &jobs[index];
        if (is_tree(job) && reach_of(grid, job) <= reach)
            sorted->together[sorted->together_count++] = index;
        else if (is_tree(job) || !is_small(&job->window))
            sorted->rest[sorted->rest_count++] = index;
        else
            pairs[pair_count++] = index;
    }
    if (sorted->together_count < SWEEPS_MIN) { /* too few trees */
        std::copy_n(sorted->together, sorted->together_count, sorted->rest + sorted->rest_count);
        sorted->rest_count += sorted->together_count;
        sorted->together_count = 0;
    }
    sort_pairs(engine->field, jobs, pairs, pair_count, pairs + count, sorted);
    return STATUS_OK;
}
