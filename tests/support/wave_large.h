/* wave_large: searches too large for the independent answer, one wave against another; for the
 * tests of the vector waves, in every version that the processor has.
 */
#pragma once

#include "router/wave/isa.h"
#include "tests/support/wave_cases.h"

/* Blocks, weights and tolls: few classes of costs, or many, or dear ones. */
static inline void large_fill(struct grid *grid, struct field *field, uint64_t *random)
{
    uint32_t percent = case_below(random, 40), kind = case_below(random, 5);
    uint32_t range = kind < 2 ? 3 : kind == 2 ? 12 : kind == 3 ? 60 : 300;
    for (cell_t cell = 0; cell < grid_cells(grid); cell++)
        if (case_chance(random, percent))
            grid_set_blocked(grid, cell, true);
    if (kind > 0) {
        struct box corner = {0, 0, 0, 0};
        assert_int_equal(grid_fill_weight(grid, corner, 0, 2, NULL), STATUS_OK);
        for (cell_t cell = 0; cell < grid_cells(grid); cell++)
            grid->weight[cell] = case_chance(random, 60) ? 1 : 1 + case_below(random, range);
    }
    field->toll = case_chance(random, 50) ? malloc(grid_cells(grid) * sizeof *field->toll) : NULL;
    for (cell_t cell = 0; field->toll != NULL && cell < grid_cells(grid); cell++)
        field->toll[cell] = case_chance(random, 20) ? case_below(random, 2 * range) : 0;
}

/* Walls beside a third of all cells, in all directions. */
static inline void large_add_walls(struct grid *grid, uint64_t *random)
{
    cell_t cells = (cell_t)grid_cells(grid);
    for (cell_t i = 0; i < cells / 3; i++) {
        cell_t cell = case_below(random, cells);
        int direction = (int)case_below(random, DIRECTIONS);
        if (grid_neighbour(grid, cell, direction) != CELL_NONE)
            assert_int_equal(grid_add_wall(grid, cell, direction, NULL), STATUS_OK);
    }
}

/* A wave under test and the bucket queue, on one field. */
struct large_pair {
    struct wave *wave, *bucket;
};

static inline struct large_pair large_open(const struct wave_ops *ops, const struct field *field)
{
    struct large_pair pair;
    assert_int_equal(wave_create(&pair.wave, ops, field, NULL), STATUS_OK);
    assert_int_equal(wave_create(&pair.bucket, &wave_bucket, field, NULL), STATUS_OK);
    return pair;
}

static inline void large_close(struct large_pair *pair)
{
    wave_destroy(pair->wave);
    wave_destroy(pair->bucket);
}

/* Without a guess, and with one. */
static inline void large_compare(const struct large_pair *pair, const struct job *job)
{
    struct trace traces[2] = {0};
    struct job b = *job;
    assert_int_equal(wave_search(pair->bucket, &b, &traces[1], NULL, NULL), STATUS_OK);
    for (uint32_t told = 0; told < 2; told++) {
        struct job a = *job;
        traces[0].count = 0;
        a.guess = told ? case_guess(&b, (uint32_t)b.cost / 3) : 0;
        assert_int_equal(wave_search(pair->wave, &a, &traces[0], NULL, NULL), STATUS_OK);
        assert_same_answer(&a, traces[0].knots, &b, traces[1].knots);
    }
    free(traces[0].knots);
    free(traces[1].knots);
}

static inline struct box large_window(const struct grid *grid, int k, uint64_t *random)
{
    struct box box = case_box(grid, random);
    if (k % 3 == 0)
        return (struct box){0, 0, grid->width - 1, grid->height - 1};
    if (k % 3 == 1 && box.x1 - box.x0 > 63)
        box.x1 = box.x0 + 63; /* one word a row */
    return box;
}

/* Many jobs in one workspace, so that it learns what paths cost and guesses budgets from it. */
static inline void large_run(const struct wave_ops *ops, uint32_t width, uint32_t height,
                             uint32_t layers, uint64_t *random)
{
    struct grid grid;
    assert_int_equal(grid_create(&grid, width, height, layers, NULL), STATUS_OK);
    struct field field = {&grid, grid.blocked, NULL};
    grid.rules.via = case_below(random, 9);
    grid.rules.wrong_way = case_below(random, 5);
    grid.rules.horizontal = 0x25;
    grid.rules.vertical = case_chance(random, 70) ? 0x4a : 0;
    grid.rules.strict = case_chance(random, 20) ? 3 : 0;
    if ((ops->features & FEATURE_BEND) != 0 && case_chance(random, 40))
        grid.rules.bend = case_below(random, 12);
    large_fill(&grid, &field, random);
    if ((ops->features & FEATURE_WALLS) != 0 && case_chance(random, 50))
        large_add_walls(&grid, random);
    struct large_pair pair = large_open(ops, &field);
    for (int k = 0; k < 12; k++) {
        struct wire wires[5];
        struct job job = {.sources = wires, .targets = wires + 2, .window = {0}};
        job.window = large_window(&grid, k, random);
        job.source_count = case_chance(random, 70) ? 1 : 2;
        job.target_count = case_chance(random, 70) ? 1 : 3;
        for (int i = 0; i < 5; i++)
            wires[i] = case_wire(&grid, &job.window, random);
        wires[2].to = wires[2].from;
        if (k % 2 == 0)
            wires[0].to = wires[0].from;
        large_compare(&pair, &job);
    }
    large_close(&pair);
    free(field.toll);
    grid_destroy(&grid);
}

/* A wall in the way, or dear cells, of many lengths: the path leaves the box around its ends by as
 * much as the wall asks for, when shorter ones before have taught the wave to expect less. */
static inline void large_walls(const struct wave_ops *ops)
{
    struct grid grid;
    assert_int_equal(grid_create(&grid, 300, 200, 2, NULL), STATUS_OK);
    struct field field = {&grid, grid.blocked, NULL};
    grid.rules.via = 2;
    struct large_pair pair = large_open(ops, &field);
    for (uint32_t length = 0; length < 90; length++) {
        struct box all = {0, 0, 299, 199}, wall = {150, 100 - length, 150, 100 + length};
        for (uint32_t z = 0; z < 2; z++) {
            grid_fill_blocked(&grid, all, z, false);
            assert_int_equal(grid_fill_weight(&grid, all, z, 1, NULL), STATUS_OK);
            if (length % 3 == 0) /* to walk through it costs just more than to go around */
                grid_fill_weight(&grid, wall, z, 2 * length + 3, NULL);
            else
                grid_fill_blocked(&grid, wall, z, true);
        }
        const cell_t ends[] = {grid_cell(&grid, 140, 100, 0), grid_cell(&grid, 160, 101, 1)};
        const struct wire wires[] = {{ends[0], ends[0]}, {ends[1], ends[1]}};
        struct job job = {.sources = wires,
                          .targets = wires + 1,
                          .source_count = 1,
                          .target_count = 1,
                          .window = all};
        large_compare(&pair, &job);
    }
    large_close(&pair);
    grid_destroy(&grid);
}

/* Blocks rows so that the one way through runs to and fro `pitch` rows apart, on all layers. */
static inline void large_serpentine(struct grid *grid, uint32_t pitch)
{
    for (uint32_t y = pitch - 1; y < grid->height; y += pitch)
        for (uint32_t z = 0; z < grid->layers; z++) {
            struct box wall = {0, y, grid->width - 1, y};
            uint32_t gap = y / pitch % 2 != 0 ? grid->width - 1 : 0;
            grid_fill_blocked(grid, wall, z, true);
            grid_set_blocked(grid, grid_cell(grid, gap, y, z), false);
        }
}

/* The stop flag ends a search of a wave, and the next one is right. */
static inline void large_stop(const struct wave_ops *ops)
{
    struct grid grid;
    struct wave *wave = NULL;
    struct trace trace = {0};
    const volatile sig_atomic_t stop = 1;
    assert_int_equal(grid_create(&grid, 300, 300, 2, NULL), STATUS_OK);
    struct field field = {&grid, grid.blocked, NULL};
    assert_int_equal(wave_create(&wave, ops, &field, NULL), STATUS_OK);
    const struct wire wires[] = {{0, 0}, {299 * 300, 299 * 300}};
    struct job job = {.sources = wires,
                      .targets = wires + 1,
                      .source_count = 1,
                      .target_count = 1,
                      .window = {0, 0, 299, 299}};
    assert_int_equal(wave_search(wave, &job, &trace, &stop, NULL), STATUS_OK);
    assert_int_equal(job.outcome, OUTCOME_STOPPED);
    assert_int_equal(trace.count, 0);
    assert_int_equal(wave_search(wave, &job, &trace, NULL, NULL), STATUS_OK);
    assert_int_equal(job.outcome, OUTCOME_FOUND);
    assert_int_equal(job.cost, 299);
    wave_destroy(wave);
    free(trace.knots);
    grid_destroy(&grid);
}

/* Runs a group of tests once for every version of vector instructions; returns failures. */
static inline int run_in_all_versions(const struct CMUnitTest *tests, size_t count)
{
    int failed = 0;
    for (int isa = ISA_PLAIN; isa < ISA_COUNT; isa++) {
        setenv("LEEWAY_ISA", isa_names[isa], 1);
        if ((int)isa_best() == isa)
            failed += _cmocka_run_group_tests(isa_names[isa], tests, count, NULL, NULL);
    }
    return failed;
}
