/* The wave over rings of bit planes, in every version that the processor has: small random designs
 * against an answer written from the contract alone, larger ones against the bucket queue. */
#include "router/wave/isa.h"
#include "tests/wave_cases.h"

static void test_random_designs(void **state)
{
    (void)state;
    wave_cases_run(&wave_dial, 400, case_seed());
}

/* Blocks, weights and tolls of a larger design: few classes of costs, or many, or dear ones. */
static void fill_large(struct grid *grid, struct field *field, uint64_t *random)
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

static void compare(struct wave *dial, struct wave *bucket, const struct job *job)
{
    struct trace traces[2] = {0};
    struct job a = *job, b = *job;
    assert_int_equal(wave_dial.search(dial, &a, &traces[0], NULL, NULL), STATUS_OK);
    assert_int_equal(wave_bucket.search(bucket, &b, &traces[1], NULL, NULL), STATUS_OK);
    assert_same_answer(&a, traces[0].knots, &b, traces[1].knots);
    free(traces[0].knots);
    free(traces[1].knots);
}

static struct box large_window(const struct grid *grid, int k, uint64_t *random)
{
    struct box box = case_box(grid, random);
    if (k % 3 == 0)
        return (struct box){0, 0, grid->width - 1, grid->height - 1};
    if (k % 3 == 1 && box.x1 - box.x0 > 63)
        box.x1 = box.x0 + 63; /* one word a row */
    return box;
}

/* Many jobs in one workspace, so that it learns what paths cost and guesses budgets from it. */
static void run_large(uint32_t width, uint32_t height, uint64_t *random)
{
    struct grid grid;
    struct wave *dial = NULL, *bucket = NULL;
    assert_int_equal(grid_create(&grid, width, height, 1 + case_below(random, 4), NULL), STATUS_OK);
    struct field field = {&grid, grid.blocked, NULL};
    grid.rules.via = case_below(random, 9);
    grid.rules.wrong_way = case_below(random, 5);
    grid.rules.horizontal = 5;
    grid.rules.vertical = case_chance(random, 70) ? 10 : 0;
    fill_large(&grid, &field, random);
    assert_int_equal(wave_dial.create(&dial, &field, NULL), STATUS_OK);
    assert_int_equal(wave_bucket.create(&bucket, &field, NULL), STATUS_OK);
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
        compare(dial, bucket, &job);
    }
    wave_dial.destroy(dial);
    wave_bucket.destroy(bucket);
    free(field.toll);
    grid_destroy(&grid);
}

static void test_large_designs(void **state)
{
    (void)state;
    uint64_t random = case_seed();
    for (int i = 0; i < 60; i++)
        run_large(1 + case_below(&random, 260), 1 + case_below(&random, 120), &random);
    run_large(20, 1100, &random); /* blocks of more than 8 rows */
    run_large(130, 700, &random);
}

/* A wall in the way, or dear cells, of many lengths: the path leaves the box around its ends by as
 * much as the wall asks for, when shorter ones before have taught the wave to expect less. */
static void test_walls_of_all_lengths(void **state)
{
    (void)state;
    struct grid grid;
    struct wave *dial = NULL, *bucket = NULL;
    assert_int_equal(grid_create(&grid, 300, 200, 2, NULL), STATUS_OK);
    struct field field = {&grid, grid.blocked, NULL};
    grid.rules.via = 2;
    assert_int_equal(wave_dial.create(&dial, &field, NULL), STATUS_OK);
    assert_int_equal(wave_bucket.create(&bucket, &field, NULL), STATUS_OK);
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
        compare(dial, bucket, &job);
    }
    wave_dial.destroy(dial);
    wave_bucket.destroy(bucket);
    grid_destroy(&grid);
}

/* A maze is handed over, and comes out right. */
static void test_maze(void **state)
{
    (void)state;
    struct grid grid;
    struct wave *dial = NULL, *bucket = NULL;
    assert_int_equal(grid_create(&grid, 150, 150, 2, NULL), STATUS_OK);
    for (uint32_t y = 1; y < 150; y += 2)
        for (uint32_t z = 0; z < 2; z++) {
            struct box wall = {0, y, 149, y};
            grid_fill_blocked(&grid, wall, z, true);
            grid_set_blocked(&grid, grid_cell(&grid, y / 2 % 2 != 0 ? 149 : 0, y, z), false);
        }
    struct field field = {&grid, grid.blocked, NULL};
    assert_int_equal(wave_dial.create(&dial, &field, NULL), STATUS_OK);
    assert_int_equal(wave_bucket.create(&bucket, &field, NULL), STATUS_OK);
    size_t before = wave_dial.bytes(dial);
    const struct wire wires[] = {{0, 0}, {149 * 150, 149 * 150}};
    struct job job = {.sources = wires,
                      .targets = wires + 1,
                      .source_count = 1,
                      .target_count = 1,
                      .window = {0, 0, 149, 149}};
    compare(dial, bucket, &job);
    assert_true(wave_dial.bytes(dial) > before + wave_bucket.bytes(bucket) / 2);
    wave_dial.destroy(dial);
    wave_bucket.destroy(bucket);
    grid_destroy(&grid);
}

/* The stop flag ends a search. */
static void test_stop(void **state)
{
    (void)state;
    struct grid grid;
    struct wave *dial = NULL;
    struct trace trace = {0};
    const volatile sig_atomic_t stop = 1;
    assert_int_equal(grid_create(&grid, 300, 300, 2, NULL), STATUS_OK);
    struct field field = {&grid, grid.blocked, NULL};
    assert_int_equal(wave_dial.create(&dial, &field, NULL), STATUS_OK);
    const struct wire wires[] = {{0, 0}, {299 * 300, 299 * 300}};
    struct job job = {.sources = wires,
                      .targets = wires + 1,
                      .source_count = 1,
                      .target_count = 1,
                      .window = {0, 0, 299, 299}};
    assert_int_equal(wave_dial.search(dial, &job, &trace, &stop, NULL), STATUS_OK);
    assert_int_equal(job.outcome, OUTCOME_STOPPED);
    assert_int_equal(trace.count, 0);
    assert_int_equal(wave_dial.search(dial, &job, &trace, NULL, NULL), STATUS_OK);
    assert_int_equal(job.outcome, OUTCOME_FOUND);
    assert_int_equal(job.cost, 299);
    wave_dial.destroy(dial);
    free(trace.knots);
    grid_destroy(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_designs),
        cmocka_unit_test(test_large_designs),
        cmocka_unit_test(test_walls_of_all_lengths),
        cmocka_unit_test(test_maze),
        cmocka_unit_test(test_stop),
    };
    int failed = 0;
    for (int isa = ISA_PLAIN; isa < ISA_COUNT; isa++) {
        setenv("LEEWAY_ISA", isa_name((enum isa)isa), 1);
        if ((int)isa_best() == isa)
            failed += cmocka_run_group_tests_name(isa_name((enum isa)isa), tests, NULL, NULL);
    }
    return failed;
}
