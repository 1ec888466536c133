/* run: the loop between nets and engine. */
#include "router/plan/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FIRST_BATCH_CELLS (UINT64_C(1) << 28) /* of the grid, times nets */

enum {
    GOAL_SHARE = 16, /* a goal-directed search sets about one label in so many */
    BOX_SLACK = 64,  /* columns that one box for two may hold without need */
};

static double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static enum status open_engine(struct lane *lane, const struct route_options *options,
                               struct error *error)
{
    struct engine_options engine = options->engine_options;
    enum status status = options->engine->open(&lane->engine, &lane->store.field, &engine, error);
    if (status != STATUS_BAD_INPUT || lane->store.field.toll == NULL)
        return status;
    engine.wave = "auto"; /* the wave asked for knows no tolls */
    if (error != NULL)
        error_clear(error);
    return options->engine->open(&lane->engine, &lane->store.field, &engine, error);
}

static enum status lane_open(struct lane *lane, const struct run *run, bool toll,
                             struct error *error)
{
    lane->seen = *run->design;
    enum status status = field_create(&lane->store, &lane->seen, run->options->alone, error);
    if (status == STATUS_OK && toll)
        status = field_add_toll(&lane->store, error);
    if (status == STATUS_OK && toll) /* what is kept is closed in both lanes, and stays closed */
        field_fix(&lane->store, &run->hard.store);
    return status == STATUS_OK ? open_engine(lane, run->options, error) : status;
}

static void lane_close(struct lane *lane)
{
    if (lane->engine != NULL)
        lane->engine->ops->close(lane->engine);
    field_destroy(&lane->store);
    free(lane->dirty);
}

enum status run_open(struct run *run, const struct design *design,
                     const struct route_options *options, struct error *error)
{
    *run = (struct run){.design = design, .options = options, .start = clock_seconds()};
    return lane_open(&run->hard, run, false, error);
}

enum status run_open_soft(struct run *run, struct error *error)
{
    return lane_open(&run->soft, run, true, error);
}

enum status run_set_soft_rules(struct run *run, const struct step_rules *rules, struct error *error)
{
    struct lane *lane = &run->soft;
    run_note_device(run, lane);
    lane->engine->ops->close(lane->engine);
    lane->engine = NULL;
    lane->dirty_count = 0;
    lane->seen.grid.rules = *rules;
    return open_engine(lane, run->options, error);
}

void run_note_device(struct run *run, const struct lane *lane)
{
    if (lane->engine == NULL)
        return;
    const char *device = lane->engine->ops->device(lane->engine);
    if (strlen(device) > strlen(run->device))
        snprintf(run->device, sizeof run->device, "%s", device);
}

void run_close(struct run *run)
{
    lane_close(&run->hard);
    lane_close(&run->soft);
    free(run->jobs);
    free(run->which);
    *run = (struct run){0};
}

double run_seconds(const struct run *run)
{
    return clock_seconds() - run->start;
}

enum run_state run_state(const struct run *run)
{
    const volatile sig_atomic_t *stop = run->options->engine_options.stop;
    if (stop != NULL && *stop != 0)
        return RUN_STOPPED;
    if (run->options->time_limit > 0 && run_seconds(run) >= run->options->time_limit)
        return RUN_TIME_IS_UP;
    return RUN_GOES_ON;
}

uint32_t run_first_batch(const struct run *run)
{
    uint64_t batch = FIRST_BATCH_CELLS / grid_cells(&run->design->grid);
    return batch < 1 ? 1 : batch < UINT32_MAX ? (uint32_t)batch : UINT32_MAX;
}

uint32_t run_next_batch(const struct run *run, uint32_t batch, uint32_t most, double begun)
{
    double seconds = run_seconds(run) - begun;
    if (seconds > RUN_BATCH_SECONDS)
        return batch > 1 ? batch / 2 : 1;
    if (seconds > RUN_BATCH_SECONDS / 3)
        return batch;
    return batch < most / 2 ? 2 * batch : most;
}

enum status lane_touch(struct lane *lane, struct box box, struct error *error)
{
    if (box_is_empty(box))
        return STATUS_OK;
    enum status status =
        mem_grow((void **)&lane->dirty, &lane->dirty_capacity, lane->dirty_count + 1,
                 sizeof *lane->dirty, "changed boxes", error);
    if (status == STATUS_OK)
        lane->dirty[lane->dirty_count++] = box;
    return status;
}

static uint64_t box_columns(struct box box)
{
    return (uint64_t)(box.x1 - box.x0 + 1) * (box.y1 - box.y0 + 1);
}

enum status lane_touch_wires(struct lane *lane, const struct wire *wires, size_t count,
                             struct error *error)
{
    enum status status = STATUS_OK;
    struct box box = box_empty();
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        struct box next = box_of_wire(lane->store.field.grid, wires[i]), both = box_join(box, next);
        if (i > 0 && box_columns(both) > box_columns(box) + box_columns(next) + BOX_SLACK) {
            status = lane_touch(lane, box, error);
            both = next;
        }
        box = both;
    }
    return status == STATUS_OK ? lane_touch(lane, box, error) : status;
}

enum status run_expand(struct run *run, struct lane *lane, struct job *jobs, size_t count,
                       struct error *error)
{
    enum status status = STATUS_OK;
    if (lane->dirty_count > 0)
        status = lane->engine->ops->update(lane->engine, lane->dirty, lane->dirty_count, error);
    lane->dirty_count = 0;
    if (status == STATUS_OK)
        status = lane->engine->ops->expand(lane->engine, jobs, count, error);
    run->searches += count;
    return status;
}

/* Makes a job for every growth that is neither complete nor given up; which[job] = growth. */
static size_t gather_jobs(const struct run *run, const struct growth *growths,
                          const struct box *windows, size_t count, struct job *jobs, size_t *which)
{
    size_t open = 0;
    for (size_t i = 0; i < count; i++) {
        if (connect_is_done(&growths[i]) || growths[i].outcome != OUTCOME_FOUND)
            continue;
        struct box window = windows != NULL ? windows[i] : box_whole(&run->design->grid);
        which[open] = i;
        jobs[open++] = connect_job(&growths[i], window);
    }
    return open;
}

static enum status take_paths(struct run *run, struct growth *growths, size_t count,
                              struct error *error)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        const struct job *job = &run->jobs[i];
        struct growth *growth = &growths[run->which[i]];
        run_count_work(run, growth, box_cells(&run->design->grid, job->window) / GOAL_SHARE);
        growth->outcome = job->outcome;
        if (job->outcome == OUTCOME_FOUND)
            status = connect_take(growth, job, error);
    }
    return status;
}

enum status run_grow(struct run *run, struct lane *lane, struct growth *growths,
                     const struct box *windows, size_t count, struct error *error)
{
    enum status status =
        mem_grow((void **)&run->jobs, &run->jobs_capacity, count, sizeof *run->jobs, "jobs", error);
    if (status == STATUS_OK)
        status = mem_grow((void **)&run->which, &run->which_capacity, count, sizeof *run->which,
                          "jobs", error);
    size_t open;
    while (status == STATUS_OK &&
           (open = gather_jobs(run, growths, windows, count, run->jobs, run->which)) > 0) {
        if (run_state(run) != RUN_GOES_ON) {
            for (size_t i = 0; i < open; i++)
                growths[run->which[i]].outcome = OUTCOME_STOPPED;
            break;
        }
        status = run_expand(run, lane, run->jobs, open, error);
        if (status == STATUS_OK)
            status = take_paths(run, growths, open, error);
    }
    return status;
}
