/* sweep_pick: chooses the jobs of a call for the sweeps; the wave's entry in the table.
 *
 * If steps differ in cost, or the wave is named, all jobs are searched. With "auto", if every step
 * costs 1 on one layer, these jobs of a call of SWEEPS_MIN jobs or more:
 *
 *     trees (several cells)     not too far apart for their number, SWEEPS_MIN or more
 *     pairs of cells            in windows of up to 1024^2 that do not look like a maze, not too
 *                               long for their number, SWEEPS_MIN or more
 *
 * split.h, with REACH_ONE of reach.cuh, decides which length is too long for a number of jobs. A
 * block visits the tiles between the pins about once, so the number of steps counts. */
#include <algorithm>

#include "gpu/wave/reach.cuh"
#include "gpu/wave/split.h"
#include "gpu/wave/sweep/sweep_call.cuh"
#include "router/search/mazelike.h"

enum {
    SWEEPS_MIN = 8, /* least number of jobs, if steps cost 1 on one layer */
    LISTS = 4,      /* lists of jobs in the workspace */
};

/* The last window that was examined: windows of jobs of a call are often the same. */
struct pick_look {
    struct box window;
    bool taken, maze;
};

static bool is_maze(const struct field *field, const struct box *window, struct pick_look *last)
{
    if (!last->taken || memcmp(&last->window, window, sizeof *window) != 0)
        *last = {*window, true, mazelike_window(field->grid, field->closed, window)};
    return last->maze;
}

/* True for windows of up to 1024^2; tables and records of larger ones take too long to fill. */
static bool is_small(const struct box *window)
{
    return sweep_tiles_across(window->x0, window->x1) *
               sweep_tiles_across(window->y0, window->y1) <=
           SWEEP_TILES_NEAR;
}

/* The number of pairs[0 .. count) that should be searched together. Fills lengths with the numbers
 * of their steps, sorted. */
static size_t count_together(const struct gpu_sweep *wave, const struct job *jobs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        wave->lengths[i] = reach_steps(wave->head.engine->field->grid, &jobs[wave->pairs[i]]);
    size_t together = split_jobs(wave->lengths, count, REACH_ONE, SPLIT_LINEAR);
    return together < SWEEPS_MIN ? 0 : together;
}

/* Sorts pairs[0 .. count) into the lists. Examines their windows only if it matters; that takes
 * about 10 us each. */
static void sort_pairs(struct gpu_sweep *wave, const struct job *jobs, size_t count)
{
    const struct field *field = wave->head.engine->field;
    uint32_t *pairs = wave->pairs;
    struct pick_look last = {};
    size_t fit = count, together = count_together(wave, jobs, count);
    if (together > 0) {
        fit = 0;
        for (size_t i = 0; i < count; i++)
            if (is_maze(field, &jobs[pairs[i]].window, &last))
                wave->rest[wave->rest_count++] = pairs[i];
            else
                pairs[fit++] = pairs[i];
        together = count_together(wave, jobs, fit);
    }
    for (size_t i = 0; i < fit; i++)
        if (together > 0 &&
            reach_steps(field->grid, &jobs[pairs[i]]) <= wave->lengths[together - 1])
            wave->together[wave->together_count++] = pairs[i];
        else
            wave->rest[wave->rest_count++] = pairs[i];
}

static enum status reserve_lists(struct gpu_sweep *wave, size_t count, struct error *error)
{
    uint32_t **lists[LISTS] = {&wave->together, &wave->rest, &wave->pairs, &wave->lengths};
    TRY(MEM_GROW(wave->words, wave->words_capacity, LISTS * count, "jobs", error));
    for (size_t i = 0; i < LISTS; i++)
        *lists[i] = wave->words + i * count;
    wave->together_count = wave->rest_count = 0;
    return STATUS_OK;
}

static void append(struct gpu_sweep *wave, const uint32_t *list, size_t count)
{
    assert((wave->rest_count + count) * LISTS <= wave->words_capacity);
    std::copy_n(list, count, wave->rest + wave->rest_count);
    wave->rest_count += count;
}

/* Sorts the jobs of a call into the lists together and rest. */
static enum status sort_jobs(struct gpu_sweep *wave, const struct gpu_call *call,
                             struct error *error)
{
    const struct grid *grid = wave->head.engine->field->grid;
    const uint32_t reach = reach_among(call->count);
    size_t pair_count = 0;
    TRY(reserve_lists(wave, call->count, error));
    for (size_t i = 0; i < call->count; i++) {
        const struct job *job = call_job(call, i);
        const uint32_t index = call_index(call, i);
        if (!job_is_pair(job) && reach_most(grid, job) <= reach)
            wave->together[wave->together_count++] = index;
        else if (!job_is_pair(job) || !is_small(&job->window))
            wave->rest[wave->rest_count++] = index;
        else
            wave->pairs[pair_count++] = index;
    }
    if (wave->together_count < SWEEPS_MIN) { /* too few trees */
        append(wave, wave->together, wave->together_count);
        wave->together_count = 0;
    }
    sort_pairs(wave, call->jobs, pair_count);
    assert(wave->together_count + wave->rest_count == call->count);
    return STATUS_OK;
}

static enum status expand(struct gpu_wave *base, const struct gpu_call *call,
                          struct gpu_answer *answer, struct error *error)
{
    struct gpu_sweep *wave = (struct gpu_sweep *)base;
    answer_nothing(call, answer);
    if (!call->any || call->features != 0)
        return sweep_expand(wave, call->jobs, call->order, call->count, answer, error);
    if (call->count < SWEEPS_MIN)
        return STATUS_OK;
    TRY(sort_jobs(wave, call, error));
    if (wave->together_count > 0) {
        TRY(sweep_expand(wave, call->jobs, wave->together, wave->together_count, answer, error));
        append(wave, answer->left, answer->left_count);
    }
    answer->left = wave->rest;
    answer->left_count = wave->rest_count;
    return STATUS_OK;
}

static void release(struct gpu_wave *base)
{
    struct gpu_sweep *wave = (struct gpu_sweep *)base;
    for (struct buffer *buffer : {&wave->packed_host, &wave->results, &wave->knots, &wave->packed,
                                  &wave->records, &wave->tables, &wave->paths})
        buffer_free(buffer, &base->engine->account);
    guesses_close(&wave->guesses);
    for (void *memory : {(void *)wave->path.knots, (void *)wave->near, (void *)wave->far,
                         (void *)wave->starts, (void *)wave->words})
        free(memory);
}

static size_t bytes(const struct gpu_wave *base)
{
    const struct gpu_sweep *wave = (const struct gpu_sweep *)base;
    return wave->path.capacity * sizeof *wave->path.knots +
           (wave->near_capacity + wave->far_capacity + wave->words_capacity) * sizeof *wave->words +
           wave->starts_capacity * sizeof *wave->starts +
           wave->guesses.capacity * sizeof *wave->guesses.of;
}

static bool serves(const struct field *field)
{
    const struct grid *grid = field->grid;
    return grid->layers <= SWEEP_LAYERS && grid->rules.via < SWEEP_FAR &&
           grid->rules.wrong_way < SWEEP_FAR;
}

static enum status prepare(struct gpu_wave *base, struct error *error)
{
    struct gpu_sweep *wave = (struct gpu_sweep *)base;
    if (!serves(base->engine->field))
        return STATUS_OK;
    guesses_open(&wave->guesses, base->engine->field);
    return sweep_prepare(base->engine, &wave->shared_limit, error);
}

static bool likely(const struct field *, unsigned features, const struct job *, size_t count)
{
    return features != 0 || count >= SWEEPS_MIN;
}

const struct gpu_wave_ops gpu_wave_sweep = {
    /* name */ "sweep",
    /* features */ FEATURE_ALL & ~(unsigned)FEATURE_BEND,
    /* many */ true,
    /* rest */ "relax",
    /* serves */ serves,
    /* likely */ likely,
    /* times: call, job, side, every, largest */ {50, 0, 0, 0.022, 1.5},
    /* size */ sizeof(struct gpu_sweep),
    /* prepare */ prepare,
    /* expand */ expand,
    /* bytes */ bytes,
    /* release */ release,
};
