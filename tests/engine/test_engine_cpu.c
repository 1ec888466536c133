/* The CPU engine: the same bytes for every number of threads, workspaces that follow the field,
 * the stop flag, and messages that name what is missing. */
#include "tests/support/wave_cases.h"

#include "router/engine/engine_cpu.h"
#include "router/search/field.h"

enum { JOBS = 64 };

static struct engine *open_engine(const struct wave_case *c, const char *wave, unsigned threads,
                                  const volatile sig_atomic_t *stop)
{
    struct engine *engine = NULL;
    struct engine_options options = {.wave = wave, .threads = threads, .stop = stop};
    assert_int_equal(engine_cpu.open(&engine, &c->field, &options, NULL), STATUS_OK);
    assert_ptr_equal(engine->ops, &engine_cpu);
    return engine;
}

/* Compares two answers to the same job byte for byte. */
static void assert_same_job(const struct job *a, const struct job *b)
{
    assert_int_equal(a->outcome, b->outcome);
    assert_int_equal(a->knot_count, b->knot_count);
    if (a->outcome != OUTCOME_FOUND)
        return;
    assert_int_equal(a->cost, b->cost);
    assert_int_equal(a->target, b->target);
    assert_int_equal(a->reached, b->reached);
    assert_memory_equal(a->knots, b->knots, a->knot_count * sizeof *a->knots);
}

/* Copies of the case's jobs, like a batch of many nets. */
static void fill_jobs(const struct wave_case *c, struct job *jobs)
{
    for (int i = 0; i < JOBS; i++)
        jobs[i] = c->jobs[i % CASE_JOBS];
}

static void test_threads_do_not_show(void **state)
{
    (void)state;
    uint64_t random = case_seed();
    for (int i = 0; i < 60; i++) {
        const unsigned threads[] = {1, 2, 8};
        struct wave_case c;
        struct engine *engines[3];
        struct job jobs[3][JOBS];
        case_create(&c, FEATURE_ALL, &random);
        for (int k = 0; k < 3; k++)
            engines[k] = open_engine(&c, "auto", threads[k], NULL);
        for (int round = 0; round < 3; round++) {
            for (int k = 0; k < 3; k++) {
                fill_jobs(&c, jobs[k]);
                size_t count = round == 1 ? 1 : JOBS;
                assert_int_equal(engines[k]->ops->expand(engines[k], jobs[k], count, NULL),
                                 STATUS_OK);
                for (size_t j = 0; j < count; j++)
                    assert_same_job(&jobs[0][j], &jobs[k][j]);
            }
            assert_answer(&c, &jobs[0][0], jobs[0][0].knots);
            struct box box = case_change(&c, &random);
            for (int k = 0; k < 3; k++)
                assert_int_equal(engines[k]->ops->update(engines[k], &box, 1, NULL), STATUS_OK);
        }
        for (int k = 0; k < 3; k++)
            engines[k]->ops->close(engines[k]);
        case_destroy(&c);
    }
}

static void test_every_wave_by_name(void **state)
{
    (void)state;
    for (const struct wave_ops *const *wave = wave_table; *wave != NULL; wave++) {
        uint64_t random = 7;
        struct wave_case c;
        case_create(&c, (*wave)->features, &random);
        struct engine *engine = open_engine(&c, (*wave)->name, 2, NULL);
        assert_string_equal(engine->wave, (*wave)->name);
        assert_int_equal(engine->ops->expand(engine, c.jobs, CASE_JOBS, NULL), STATUS_OK);
        for (int i = 0; i < CASE_JOBS; i++)
            assert_answer(&c, &c.jobs[i], c.jobs[i].knots);
        assert_int_equal(engine->ops->expand(engine, c.jobs, 0, NULL), STATUS_OK);
        size_t host = 0, device = 1;
        engine->ops->peak_bytes(engine, &host, &device);
        assert_true(host > 0);
        assert_int_equal(device, 0);
        assert_non_null(engine->device);
        engine->ops->close(engine);
        case_destroy(&c);
    }
}

/* `corridor` keeps a map of a window. Each workspace must be updated when a gap is closed:
 *
 *     S # . # . # T     the way along the upper row; when a gap there is closed, down, through a
 *     . # . # . # .     lower one, and up again
 *     . . . . . . .
 */
static void test_all_workspaces_follow(void **state)
{
    (void)state;
    enum { SIDE = 301, SEARCHES = 48 };
    struct grid grid;
    struct job jobs[SEARCHES];
    struct engine *engine = NULL;
    struct engine_options options = {.wave = "corridor", .threads = 4};
    assert_int_equal(grid_create(&grid, SIDE, SIDE, 1, NULL), STATUS_OK);
    for (uint32_t x = 1; x < SIDE; x += 2)
        for (uint32_t y = 1; y + 1 < SIDE; y++)
            grid_set_blocked(&grid, grid_cell(&grid, x, y, 0), true);
    struct field field = {&grid, grid.blocked, NULL};
    const struct wire source = {0, 0}, target = {SIDE - 1, SIDE - 1};
    assert_int_equal(engine_cpu.open(&engine, &field, &options, NULL), STATUS_OK);
    for (uint32_t gap = 151; gap < 160; gap += 4) {
        for (int i = 0; i < SEARCHES; i++)
            jobs[i] = (struct job){&source, 1, &target, 1, .window = box_whole(&grid)};
        assert_int_equal(engine->ops->expand(engine, jobs, SEARCHES, NULL), STATUS_OK);
        for (int i = 0; i < SEARCHES; i++) {
            assert_int_equal(jobs[i].outcome, OUTCOME_FOUND);
            assert_int_equal(jobs[i].cost, gap == 151 ? SIDE - 1 : 3 * (SIDE - 1));
        }
        grid_set_blocked(&grid, gap, true);
        struct box box = {gap, 0, gap, 0};
        assert_int_equal(engine->ops->update(engine, &box, 1, NULL), STATUS_OK);
    }
    engine->ops->close(engine);
    grid_destroy(&grid);
}

static void test_stop(void **state)
{
    (void)state;
    uint64_t random = 7;
    volatile sig_atomic_t stop = 1;
    struct wave_case c;
    case_create(&c, FEATURE_ALL, &random);
    struct engine *engine = open_engine(&c, "auto", 2, &stop);
    assert_int_equal(engine->ops->expand(engine, c.jobs, CASE_JOBS, NULL), STATUS_OK);
    for (int i = 0; i < CASE_JOBS; i++)
        assert_int_equal(c.jobs[i].outcome, OUTCOME_STOPPED);
    stop = 0;
    assert_int_equal(engine->ops->expand(engine, c.jobs, CASE_JOBS, NULL), STATUS_OK);
    for (int i = 0; i < CASE_JOBS; i++)
        assert_answer(&c, &c.jobs[i], c.jobs[i].knots);
    engine->ops->close(engine);
    case_destroy(&c);
}

static void test_refusals(void **state)
{
    (void)state;
    struct grid grid;
    struct error error = {0};
    struct engine *engine = NULL;
    assert_int_equal(grid_create(&grid, 4, 4, 2, NULL), STATUS_OK);
    grid.rules.bend = 3;
    struct field field = {&grid, grid.blocked, NULL};
    struct engine_options options = {.wave = "corridor", .threads = 1};
    assert_int_equal(engine_cpu.open(&engine, &field, &options, &error), STATUS_BAD_INPUT);
    assert_null(engine);
    assert_non_null(strstr(error.text, "'corridor'"));
    assert_non_null(strstr(error.text, "bend costs"));
    assert_non_null(strstr(error.text, "dijkstra"));
    assert_null(strstr(error.text, "several layers"));

    error_clear(&error);
    options.wave = "bukket";
    assert_int_equal(engine_cpu.open(&engine, &field, &options, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "'bukket'"));
    assert_non_null(strstr(error.text, "bucket"));
    engine_cpu.close(NULL);
    assert_null(engine_cpu.unusable());
    grid_destroy(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads_do_not_show),
        cmocka_unit_test(test_every_wave_by_name),
        cmocka_unit_test(test_all_workspaces_follow),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
