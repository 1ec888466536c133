/* run: the loop between nets and engine. */
#include "router/run.h"

#include <stdlib.h>
#include <time.h>

static double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

enum status run_open(struct run *run, const struct design *design,
                     const struct route_options *options, struct error *error)
{
    *run = (struct run){.design = design, .options = options, .start = clock_seconds()};
    enum status status = field_create(&run->store, design, options->alone, error);
    if (status == STATUS_OK && !options->alone && options->max_iterations > 0)
        status = field_add_toll(&run->store, error);
    if (status == STATUS_OK)
        status =
            options->engine->open(&run->engine, &run->store.field, &options->engine_options, error);
    return status;
}

void run_close(struct run *run)
{
    if (run->engine != NULL)
        run->engine->ops->close(run->engine);
    field_destroy(&run->store);
    free(run->dirty);
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

enum status run_touch(struct run *run, struct box box, struct error *error)
{
    if (box_is_empty(box))
        return STATUS_OK;
    enum status status = mem_grow((void **)&run->dirty, &run->dirty_capacity, run->dirty_count + 1,
                                  sizeof *run->dirty, "changed boxes", error);
    if (status == STATUS_OK)
        run->dirty[run->dirty_count++] = box;
    return status;
}

enum status run_expand(struct run *run, struct job *jobs, size_t count, struct error *error)
{
    enum status status = STATUS_OK;
    if (run->dirty_count > 0)
        status = run->engine->ops->update(run->engine, run->dirty, run->dirty_count, error);
    run->dirty_count = 0;
    if (status == STATUS_OK)
        status = run->engine->ops->expand(run->engine, jobs, count, error);
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
        struct box window = windows != NULL ? windows[i] : box_whole(run->store.field.grid);
        which[open] = i;
        jobs[open++] = connect_job(&growths[i], window);
    }
    return open;
}

static enum status take_paths(struct growth *growths, const struct job *jobs, const size_t *which,
                              size_t count, struct error *error)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        struct growth *growth = &growths[which[i]];
        growth->outcome = jobs[i].outcome;
        if (jobs[i].outcome == OUTCOME_FOUND)
            status = connect_take(growth, &jobs[i], error);
    }
    return status;
}

enum status run_grow(struct run *run, struct growth *growths, const struct box *windows,
                     size_t count, struct error *error)
{
    enum status status = STATUS_FAILED;
    struct job *jobs = mem_alloc(count, sizeof *jobs, "jobs", error);
    size_t *which = mem_alloc(count, sizeof *which, "jobs", error);
    if (jobs == NULL || which == NULL)
        goto out;
    status = STATUS_OK;
    size_t open;
    while (status == STATUS_OK &&
           (open = gather_jobs(run, growths, windows, count, jobs, which)) > 0) {
        if (run_state(run) != RUN_GOES_ON) {
            for (size_t i = 0; i < open; i++)
                growths[which[i]].outcome = OUTCOME_STOPPED;
            break;
        }
        status = run_expand(run, jobs, open, error);
        if (status == STATUS_OK)
            status = take_paths(growths, jobs, which, open, error);
    }
out:
    free(jobs);
    free(which);
    return status;
}
