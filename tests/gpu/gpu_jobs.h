/* gpu_jobs: jobs on grids of one layer for the tests of waves that search one net by the whole
 * device, and the comparison with the CPU's queue: cost, target and every knot.
 *
 * Environment: SEED, and DESIGNS, the number of random designs (500; use few for a sanitizer).
 */
#pragma once

#include "tests/support/wave_cases.h"

#include "gpu/gpu.h"
#include "router/engine/engine_cpu.h"

enum { GPU_DESIGNS = 500, GPU_JOBS = 12 };

static inline int gpu_designs(void)
{
    const char *text = getenv("DESIGNS");
    return text != NULL ? atoi(text) : GPU_DESIGNS;
}

static inline struct engine *gpu_jobs_open(const struct engine_ops *ops, const struct field *field,
                                           const char *wave, const volatile sig_atomic_t *stop)
{
    struct engine *engine = NULL;
    struct error error = {0};
    struct engine_options options = {.wave = wave, .threads = 1, .stop = stop};
    if (ops->open(&engine, field, &options, &error) != STATUS_OK)
        fail_msg("%s: %s", wave, error.text);
    return engine;
}

/* Compares the wave's answers with the CPU's to the same jobs, at most GPU_JOBS, field by field. */
static inline void gpu_jobs_compare(const char *wave, const struct field *field, struct job *jobs,
                                    size_t count)
{
    struct job expected[GPU_JOBS];
    struct error error = {0};
    struct engine *gpu = gpu_jobs_open(gpu_engine(), field, wave, NULL);
    struct engine *cpu = gpu_jobs_open(&engine_cpu, field, "bucket", NULL);
    assert_true(count <= GPU_JOBS);
    memcpy(expected, jobs, count * sizeof *jobs);
    assert_int_equal(cpu->ops->expand(cpu, expected, count, &error), STATUS_OK);
    if (gpu->ops->expand(gpu, jobs, count, &error) != STATUS_OK)
        fail_msg("%s: %s", wave, error.text);
    for (size_t j = 0; j < count; j++) {
        assert_int_equal(jobs[j].outcome, expected[j].outcome);
        if (jobs[j].outcome != OUTCOME_FOUND)
            continue;
        assert_int_equal(jobs[j].cost, expected[j].cost);
        assert_int_equal(jobs[j].target, expected[j].target);
        assert_int_equal(jobs[j].reached, expected[j].reached);
        assert_int_equal(jobs[j].knot_count, expected[j].knot_count);
        assert_memory_equal(jobs[j].knots, expected[j].knots, jobs[j].knot_count * sizeof(cell_t));
    }
    gpu->ops->close(gpu);
    cpu->ops->close(cpu);
}

static inline void gpu_jobs_grid(struct grid *grid, uint32_t width, uint32_t height,
                                 uint32_t percent, uint64_t *random)
{
    assert_int_equal(grid_create(grid, width, height, 1, NULL), STATUS_OK);
    for (cell_t cell = 0; cell < grid_cells(grid); cell++)
        if (case_chance(random, percent))
            grid_set_blocked(grid, cell, true);
}

/* A window of the grid, often all of it. */
static inline struct box gpu_jobs_window(const struct grid *grid, uint64_t *random)
{
    struct box box = {0, 0, grid->width - 1, grid->height - 1};
    if (case_chance(random, 50))
        return box;
    box.x0 = case_below(random, grid->width);
    box.y0 = case_below(random, grid->height);
    box.x1 = box.x0 + case_below(random, grid->width - box.x0);
    box.y1 = box.y0 + case_below(random, grid->height - box.y0);
    return box;
}

static inline struct wire gpu_jobs_cell(const struct grid *grid, struct box box, uint64_t *random)
{
    uint32_t x = box.x0 + case_below(random, box.x1 - box.x0 + 1);
    uint32_t y = box.y0 + case_below(random, box.y1 - box.y0 + 1);
    cell_t cell = grid_cell(grid, x, y, 0);
    return (struct wire){cell, cell};
}

/* One corridor up and down through the whole grid, side odd, with a job from one end to the other.
 */
static inline struct job gpu_jobs_serpentine(struct grid *grid, uint32_t side, struct wire ends[2])
{
    assert_int_equal(grid_create(grid, side, side, 1, NULL), STATUS_OK);
    for (uint32_t x = 1; x < side; x += 2) {
        bool low = x / 2 % 2 == 0;
        grid_fill_blocked(grid, (struct box){x, low ? 0 : 1, x, low ? side - 2 : side - 1}, 0,
                          true);
    }
    ends[0] = (struct wire){0, 0};
    ends[1] = (struct wire){side * side - 1, side * side - 1};
    return (struct job){.sources = ends,
                        .source_count = 1,
                        .targets = ends + 1,
                        .target_count = 1,
                        .window = {0, 0, side - 1, side - 1}};
}

/* Runs a program's tests, or prints that there is no device. */
#define gpu_jobs_main(tests)                                                                       \
    (gpu_engine()->unusable() == NULL                                                              \
         ? cmocka_run_group_tests(tests, NULL, NULL)                                               \
         : (printf("[  SKIPPED ] no GPU to test: %s\n", gpu_engine()->unusable()), 0))
