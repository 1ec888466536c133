/* The table of waves and the automatic choice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "router/wave/wave.h"

static void test_table(void **state)
{
    (void)state;
    assert_ptr_equal(wave_table[0], &wave_dijkstra);
    for (const struct wave_ops *const *wave = wave_table; *wave != NULL; wave++) {
        assert_ptr_equal(wave_find((*wave)->name), *wave);
        assert_true(strlen((*wave)->summary) > 10);
        assert_true((*wave)->size >= sizeof(struct wave));
        assert_non_null((*wave)->search);
        assert_non_null((*wave)->bytes);
        assert_non_null((*wave)->close);
    }
    wave_destroy(NULL);
    assert_null(wave_find("no such wave"));
    assert_null(wave_find(""));
}

static void test_names(void **state)
{
    (void)state;
    char text[256], little[12];
    assert_string_equal(wave_names(text, sizeof text, FEATURE_BEND, NULL),
                        "dijkstra, bucket, sweep");
    assert_string_equal(wave_names(text, sizeof text, 0, NULL),
                        "dijkstra, bucket, sweep, detour, corridor");
    assert_true(strlen(wave_names(little, sizeof little, 0, NULL)) < sizeof little);
}

static void test_auto_supports_what_is_asked(void **state)
{
    (void)state;
    for (unsigned features = 0; features <= FEATURE_ALL; features++)
        assert_int_equal(features & ~wave_auto(features, NULL)->features, 0);
    assert_ptr_equal(wave_auto(0, NULL), &wave_detour);
    assert_ptr_equal(wave_auto(FEATURE_WEIGHTS, NULL), &wave_sweep);
    assert_ptr_equal(wave_auto(FEATURE_WEIGHTS | FEATURE_BEND, NULL), &wave_sweep);
    assert_ptr_equal(wave_auto(FEATURE_WEIGHTS | FEATURE_WALLS, NULL), &wave_sweep);
    assert_ptr_equal(wave_auto(FEATURE_BEND | FEATURE_WALLS, NULL), &wave_sweep);
}

static void test_limits(void **state)
{
    (void)state;
    struct grid grid;
    char text[256];
    assert_int_equal(grid_create(&grid, 8, 8, 2, NULL), STATUS_OK);
    struct field field = {&grid, grid.blocked, NULL};
    const unsigned features = FEATURE_LAYERS | FEATURE_VIA;
    grid.rules.via = 4095;
    assert_null(wave_sweep.limit(&field));
    assert_ptr_equal(wave_auto(features, &field), &wave_sweep);
    assert_ptr_equal(wave_auto(features | FEATURE_WALLS, &field), &wave_sweep);
    assert_string_equal(wave_names(text, sizeof text, features, &field), "dijkstra, bucket, sweep");
    grid.rules.via = 4096;
    assert_string_equal(wave_names(text, sizeof text, features, &field), "dijkstra, bucket");
    assert_ptr_equal(wave_auto(features, &field), &wave_bucket);
    grid.rules.via = 0;
    grid.rules.horizontal = 1;
    grid.rules.wrong_way = 4096;
    assert_string_equal(wave_sweep.limit(&field), "via, bend or wrong-way costs above 4095");
    grid.rules.strict = 1; /* no such step then */
    assert_null(wave_sweep.limit(&field));
    grid_destroy(&grid);
}

static void test_sole_target(void **state)
{
    (void)state;
    struct grid grid;
    cell_t cell = 0;
    assert_int_equal(grid_create(&grid, 10, 10, 1, NULL), STATUS_OK);
    const struct wire targets[] = {{95, 98}, {33, 33}, {33, 53}};
    struct job job = {.targets = targets, .target_count = 2, .window = {0, 0, 9, 4}};
    assert_true(job_sole_target(&grid, &job, &cell));
    assert_int_equal(cell, 33);
    job.target_count = 3; /* the wire's second cell, (3, 4), is inside, too */
    assert_false(job_sole_target(&grid, &job, &cell));
    job.target_count = 1;
    assert_true(job_sole_target(&grid, &job, &cell));
    assert_int_equal(cell, CELL_NONE);
    grid_destroy(&grid);
}

static void test_mark(void **state)
{
    (void)state;
    struct grid grid;
    assert_int_equal(grid_create(&grid, 70, 3, 2, NULL), STATUS_OK);
    uint64_t plane[12] = {0};
    const struct wire wires[] = {{66, 60}, {100, 310}};
    wires_mark(&grid, plane, wires, 2, true);
    assert_true(plane[0] == (uint64_t)0xf << 60 && plane[1] == 7);
    assert_true(grid_plane_get(&grid, plane, 100) && grid_plane_get(&grid, plane, 310));
    wires_mark(&grid, plane, wires, 1, false);
    assert_true(plane[0] == 0 && plane[1] == 0);
    assert_true(grid_plane_get(&grid, plane, 310));
    grid_destroy(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),       cmocka_unit_test(test_names),
        cmocka_unit_test(test_mark),        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_sole_target), cmocka_unit_test(test_auto_supports_what_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
