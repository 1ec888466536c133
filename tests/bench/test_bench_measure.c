/* The bench: its cases, their workloads, the reference, the time limit, and waves with wrong
 * answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "grid/clock.h"
#include "router/bench/measure/bench.h"
#include "router/bench/measure/show.h"
#include "router/bench/suite/case.h"
#include "router/engine/engine_cpu.h"

static struct error error;

/* ---- an engine that lies: the CPU's, its answers changed ---------------------------------------
 */

enum lie { TRUTH, COST, COST_OF_ONE, PATH, NOTHING_FOUND, SLOW };

static enum lie lie;
static bool automatic;    /* the engine was opened with --wave auto */
static unsigned expanded; /* calls */
static unsigned threads_opened;
static cell_t other_path[64];

static enum status lying_expand(struct engine *engine, struct job *jobs, size_t count,
                                struct error *problem)
{
    double start = bench_thread_seconds(); /* processor time, so sleeping would not count */
    enum status status = engine_cpu.expand(engine, jobs, count, problem);
    struct job *last = &jobs[count - 1];
    expanded++;
    double end = start + 0.02 + 20 * (bench_thread_seconds() - start);
    while (lie == SLOW && automatic && bench_thread_seconds() < end)
        ;
    if (lie == COST || (lie == COST_OF_ONE && count == 1))
        last->cost++;
    if (lie == NOTHING_FOUND)
        last->outcome = OUTCOME_NONE;
    if (lie == PATH && last->knot_count > 2 && last->knot_count < 64) {
        memcpy(other_path, last->knots, last->knot_count * sizeof *other_path);
        other_path[1]++;
        last->knots = other_path;
    }
    return status;
}

static struct engine_ops lying_ops;

/* Callers use the engine's own table, so it is replaced. */
static enum status lying_open(struct engine **engine, const struct field *field,
                              const struct engine_options *options, struct error *problem)
{
    enum status status = engine_cpu.open(engine, field, options, problem);
    automatic = strcmp(options->wave, "auto") == 0;
    threads_opened = options->threads;
    if (status == STATUS_OK)
        (*engine)->ops = &lying_ops;
    return status;
}

static const struct engine_ops *liar(enum lie what)
{
    lying_ops = engine_cpu;
    lying_ops.open = lying_open;
    lying_ops.expand = lying_expand;
    lie = what;
    expanded = 0;
    return &lying_ops;
}

/* ---- runs ---------------------------------------------------------------------------------------
 */

static struct bench_row rows[512];
static size_t row_count;

static enum status keep_row(void *context, const struct bench_row *row, struct error *problem)
{
    (void)context;
    (void)problem;
    assert_true(row_count < sizeof rows / sizeof *rows);
    rows[row_count++] = *row;
    return STATUS_OK;
}

static enum status run(const struct engine_ops *engine, enum bench_suite suite, const char *wave)
{
    struct bench_plan plan = {
        .scale = BENCH_QUICK,
        .engines = {engine},
        .engine_count = 1,
        .waves = &wave,
        .wave_count = wave != NULL ? 1 : 0,
        .effort = {.threads = 1, .cores = 2, .repeats = 3, .budget = 0.001, .limit = 10},
        .row = keep_row};
    plan.suites[suite] = true;
    row_count = 0;
    error_clear(&error);
    return bench_run(&plan, &error);
}

static void test_rows(void **state)
{
    (void)state;
    for (unsigned suite = 0; suite < BENCH_SUITES; suite++) {
        assert_int_equal(run(&engine_cpu, (enum bench_suite)suite, NULL), STATUS_OK);
        assert_true(row_count >= 2);
        for (size_t i = 0; i < row_count; i++) {
            const struct bench_row *row = &rows[i];
            assert_int_equal(row->state, BENCH_TIMED);
            assert_true(row->nets > 0 && row->routed <= row->nets && row->repeats >= 1);
            assert_true(row->least > 0 && row->least <= row->seconds && row->seconds <= row->most);
            assert_true(row->host_bytes > 0 && row->speed_up > 0);
            assert_true(!row->item.corners || row->routed == 1);
            assert_string_not_equal(row->wave, "dijkstra");
            if (strcmp(row->wave, row->yardstick) == 0)
                assert_true(row->speed_up > 0.999 && row->speed_up < 1.001);
        }
    }
}

/* The CPU's waves use the requested threads, other engines all cores. */
static void test_threads(void **state)
{
    (void)state;
    static const enum bench_suite SUITES[] = {BENCH_BATCH, BENCH_ROUTE};
    for (size_t s = 0; s < sizeof SUITES / sizeof *SUITES; s++) {
        const struct engine_ops *engine = liar(TRUTH);
        assert_int_equal(run(engine, SUITES[s], "bucket"), STATUS_OK);
        assert_true(row_count > 0);
        assert_int_equal(rows[row_count - 1].threads, 1);
        lying_ops.name = "other";
        assert_int_equal(run(engine, SUITES[s], "bucket"), STATUS_OK);
        assert_true(row_count > 0);
        assert_int_equal(rows[row_count - 1].threads, 2);
        assert_int_equal(threads_opened, 2);
    }
}

/* `auto` is the last wave of its case, unless it is not chosen. */
static void test_auto(void **state)
{
    (void)state;
    static const char *const WAVES[] = {"dijkstra", "bucket", "sweep", "detour", "auto"};
    struct bench_plan plan = {
        .suites = {[BENCH_BATCH] = true},
        .scale = BENCH_QUICK,
        .engines = {liar(SLOW)},
        .engine_count = 1,
        .waves = WAVES,
        .wave_count = 5,
        .effort = {.threads = 1, .cores = 2, .repeats = 1, .budget = 0.001, .limit = 10},
        .row = keep_row};
    row_count = 0;
    assert_int_equal(bench_run(&plan, &error), STATUS_OK);
    assert_true(row_count >= 5 && row_count % 5 == 0);
    for (size_t i = 0; i < row_count; i++) {
        assert_int_equal(strcmp(rows[i].wave, "auto") == 0, i % 5 == 4);
    }
    plan.wave_count = 4;
    row_count = 0;
    assert_int_equal(bench_run(&plan, &error), STATUS_OK);
    assert_true(row_count > 0 && row_count % 4 == 0);
}

static void test_chosen_wave(void **state)
{
    (void)state;
    assert_int_equal(run(&engine_cpu, BENCH_BATCH, "detour"), STATUS_OK);
    for (size_t i = 0; i < row_count; i++) /* the yardstick, then the wave, in every case */
        assert_string_equal(rows[i].wave, i % 2 == 0 ? "bucket" : "detour");
}

static void test_lies(void **state)
{
    (void)state;
    assert_int_equal(run(liar(TRUTH), BENCH_SINGLE, "bucket"), STATUS_OK);
    assert_true(expanded > 0);
    static const struct {
        enum lie lie;
        const char *text;
    } LIES[] = {{COST, "has another cost"},
                {PATH, "has another path"},
                {NOTHING_FOUND, "finds no path where there is one"}};
    for (size_t i = 0; i < sizeof LIES / sizeof *LIES; i++) {
        assert_int_equal(run(liar(LIES[i].lie), BENCH_SINGLE, "bucket"), STATUS_FAILED);
        if (strstr(error.text, LIES[i].text) == NULL || strstr(error.text, "cpu/bucket") == NULL ||
            strstr(error.text, "96^2") == NULL)
            fail_msg("\"%s\" does not say \"%s\"", error.text, LIES[i].text);
        for (size_t row = 0; row < row_count; row++) /* no time for a wrong answer */
            assert_true(LIES[i].lie == PATH && rows[row].state == BENCH_TIMED);
    }
}

/* In a case of several calls, the answers of each call are compared. */
static void test_lies_in_calls(void **state)
{
    (void)state;
    assert_int_equal(run(liar(COST_OF_ONE), BENCH_WEIGHTED, "sweep"), STATUS_FAILED);
    assert_non_null(strstr(error.text, "crowd by 1: "));
    assert_non_null(strstr(error.text, "has another cost: net 1 "));
}

static void test_interrupt(void **state)
{
    (void)state;
    static volatile sig_atomic_t stop = 1;
    const char *wave = "bucket";
    struct bench_plan plan = {.suites = {true},
                              .scale = BENCH_QUICK,
                              .engines = {&engine_cpu},
                              .engine_count = 1,
                              .waves = &wave,
                              .wave_count = 1,
                              .effort = {1, 1, 1, 1, 10, 0},
                              .stop = &stop,
                              .row = keep_row};
    row_count = 0;
    assert_int_equal(bench_run(&plan, &error), STATUS_INTERRUPTED);
    assert_int_equal(row_count, 0);
}

static void test_time_limit(void **state)
{
    (void)state;
    struct bench_plan plan = {.suites = {true},
                              .scale = BENCH_QUICK,
                              .engines = {&engine_cpu},
                              .engine_count = 1,
                              .effort = {1, 1, 1, 1, 1e-9, 0},
                              .row = keep_row};
    struct bench_watch watch = {0};
    const struct timespec nap = {0, 1000000};
    assert_int_equal(bench_watch_start(&watch, NULL, &error), STATUS_OK);
    bench_watch_limit(&watch, 0.002);
    double start = clock_seconds();
    while (watch.stop == 0 && clock_seconds() - start < 2)
        nanosleep(&nap, NULL);
    assert_true(watch.stop != 0 && clock_seconds() - start >= 0.002);
    bench_watch_limit(&watch, 0);
    nanosleep(&nap, NULL);
    assert_true(watch.stop == 0);
    bench_watch_end(&watch);
    /* Searches this small may end before the limit is checked; then they are timed. */
    row_count = 0;
    assert_int_equal(bench_run(&plan, &error), STATUS_OK);
    assert_true(row_count > 0);
}

/* ---- cases and scenes ---------------------------------------------------------------------------
 */

static void test_lists(void **state)
{
    (void)state;
    for (unsigned scale = 0; scale <= BENCH_FULL; scale++) {
        struct bench_list list = {.scale = (enum bench_scale)scale, .many = scale == 1};
        for (unsigned suite = 0; suite < BENCH_SUITES; suite++)
            bench_list_suite(&list, (enum bench_suite)suite);
        for (size_t i = 0; i < list.count; i++) {
            assert_true(list.cases[i].nets > 0 && list.cases[i].window <= list.cases[i].side);
            for (size_t j = 0; j < i; j++) /* names are unique */
                assert_true(list.cases[i].suite != list.cases[j].suite ||
                            strcmp(list.cases[i].name, list.cases[j].name) != 0);
            assert_null(strchr(list.cases[i].name, ','));
            assert_true(strlen(list.cases[i].name) <= BENCH_TABLE_NAME);
        }
    }
}

static void test_workloads(void **state)
{
    (void)state;
    struct bench_list list = {.scale = BENCH_QUICK};
    for (unsigned suite = 0; suite < BENCH_ROUTE; suite++)
        bench_list_suite(&list, (enum bench_suite)suite);
    for (size_t i = 0; i < list.count; i++) {
        struct bench_workload workload, again;
        assert_int_equal(bench_workload_create(&workload, &list.cases[i], &error), STATUS_OK);
        assert_int_equal(bench_workload_create(&again, &list.cases[i], &error), STATUS_OK);
        const struct grid *grid = &workload.design.grid;
        assert_int_equal(workload.job_count, list.cases[i].nets);
        assert_memory_equal(workload.ends, again.ends,
                            2 * (size_t)workload.job_count * sizeof *workload.ends);
        assert_memory_equal(grid->blocked, again.design.grid.blocked,
                            grid_plane_words(grid) * sizeof *grid->blocked);
        for (uint32_t j = 0; j < 2 * workload.job_count; j++) {
            cell_t cell = workload.ends[j].from;
            struct box box = workload.jobs[j / 2].window;
            assert_false(grid_is_blocked(grid, cell));
            assert_true(grid_x(grid, cell) >= box.x0 && grid_x(grid, cell) <= box.x1);
            assert_true(grid_y(grid, cell) >= box.y0 && grid_y(grid, cell) <= box.y1);
        }
        if (list.cases[i].toll > 0) {
            size_t dear = 0, most = list.cases[i].wires > 0 ? 8 : 3;
            for (cell_t cell = 0; cell < grid_cells(grid); cell++) {
                dear += workload.field.toll[cell] > 0;
                assert_int_equal(workload.field.toll[cell] % list.cases[i].toll, 0);
                assert_true(list.cases[i].wires > 0 ||
                            workload.field.toll[cell] <= list.cases[i].toll);
            }
            assert_true(dear > 0 && dear < grid_cells(grid) * most / 10);
            assert_true(list.cases[i].wires > 0 || dear > grid_cells(grid) / 5);
        }
        bench_workload_destroy(&workload);
        bench_workload_destroy(&again);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),      cmocka_unit_test(test_chosen_wave),
        cmocka_unit_test(test_threads),   cmocka_unit_test(test_auto),
        cmocka_unit_test(test_lies),      cmocka_unit_test(test_lies_in_calls),
        cmocka_unit_test(test_interrupt), cmocka_unit_test(test_time_limit),
        cmocka_unit_test(test_lists),     cmocka_unit_test(test_workloads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
