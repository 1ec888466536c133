/* choose: see the header. */
#include "gpu/choose.cuh"

#include <stdio.h>
#include <string.h>

#include "gpu/check.cuh"
#include "gpu/reach.cuh"
#include "gpu/wave/batch.cuh"
#include "gpu/wave/sweep.cuh"

enum { JOBS_MIN = BATCH_JOBS_MIN, JOBS_MIN_TOLLED = 1 << 14 }; /* for a batch */

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
    engine->sweeps_trees = engine->sweeps && any && features == 0;
}

/* With tolls, most windows hold costs that `dial` cannot take, so that a batch pays for many jobs
 * only. */
bool choose_batch(const struct gpu_engine *engine, size_t count)
{
    bool tolls = engine->field->toll != NULL && engine->chooses;
    return engine->batches && count >= (tolls ? JOBS_MIN_TOLLED : JOBS_MIN);
}

/* True where the sources or the targets are several cells. */
static bool is_tree(const struct job *job)
{
    return job->source_count != 1 || job->target_count != 1 ||
           job->sources[0].from != job->sources[0].to || job->targets[0].from != job->targets[0].to;
}

enum status choose_trees(struct gpu_engine *engine, const struct job *jobs, const uint32_t *order,
                         size_t count, struct sorted_jobs *sorted, struct error *error)
{
    const struct grid *grid = engine->field->grid;
    const uint32_t reach = reach_among(count);
    sorted->tree_count = sorted->rest_count = 0;
    TRY(mem_grow((void **)&sorted->trees, &sorted->trees_capacity, count, sizeof *sorted->trees,
                 "jobs", error));
    TRY(mem_grow((void **)&sorted->rest, &sorted->rest_capacity, count, sizeof *sorted->rest,
                 "jobs", error));
    for (size_t i = 0; i < count; i++) {
        uint32_t index = order != NULL ? order[i] : (uint32_t)i;
        if (is_tree(&jobs[index]) && reach_of(grid, &jobs[index]) <= reach)
            sorted->trees[sorted->tree_count++] = index;
        else
            sorted->rest[sorted->rest_count++] = index;
    }
    return STATUS_OK;
}
