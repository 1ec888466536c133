/* Compares the GPU's engine, its table of waves, and its waves by labels with the reference wave on
 * the CPU, byte for byte.
 *
 * Without a usable device the program prints that and succeeds. Environment: SEED, and DESIGNS, the
 * number of random designs per wave (500); use few for compute-sanitizer.
 */
#include "tests/support/wave_cases.h"

#include "gpu/gpu.h"

enum { DESIGNS = 500, LARGE_FRONT = 520 };

static const unsigned queue_sizes[] = {0, 1, 2, 32};

static int designs(void)
{
    const char *text = getenv("DESIGNS");
    return text != NULL ? atoi(text) : DESIGNS;
}

static struct engine *open_engine(const struct field *field, const char *wave, unsigned block_queue,
                                  const volatile sig_atomic_t *stop)
{
    struct engine *engine = NULL;
    struct error error = {0};
    struct engine_options options = {
        .wave = wave, .threads = 1, .stop = stop, .block_queue = block_queue};
    enum status status = gpu_engine()->open(&engine, field, &options, &error);
    if (status != STATUS_OK)
        fail_msg("open: %s", error.text);
    return engine;
}

static void expand(struct engine *engine, struct job *jobs, size_t count)
{
    struct error error = {0};
    if (engine->ops->expand(engine, jobs, count, &error) != STATUS_OK)
        fail_msg("expand: %s", error.text);
}

/* Runs all jobs in one call, and compares each with the reference and, if small, with brute force.
 */
static void compare_jobs(struct wave_case *c, struct engine *engine, bool brute)
{
    expand(engine, c->jobs, CASE_JOBS);
    for (int i = 0; i < CASE_JOBS; i++) {
        assert_like_reference(c, &c->jobs[i], c->jobs[i].knots);
        if (brute)
            assert_answer(c, &c->jobs[i], c->jobs[i].knots);
    }
}

static void test_relax(void **state)
{
    (void)state;
    uint64_t seed = case_seed();
    for (int i = 0; i < designs(); i++) {
        uint64_t random = seed + (uint64_t)i * 1000003;
        struct wave_case c;
        struct error error = {0};
        case_create(&c, FEATURE_ALL, &random);
        struct engine *engine = open_engine(&c.field, "relax", queue_sizes[i % 4], NULL);
        compare_jobs(&c, engine, i % 10 == 0);
        struct box boxes[2];
        boxes[0] = case_change(&c, &random);
        boxes[1] = case_change(&c, &random);
        assert_int_equal(engine->ops->update(engine, boxes, 2, &error), STATUS_OK);
        compare_jobs(&c, engine, false);
        engine->ops->close(engine);
        case_destroy(&c);
    }
}

/* A grid whose fronts need many blocks, with costs or without. */
static void large_case(struct wave_case *c, bool costs, uint64_t *random)
{
    memset(c, 0, sizeof *c);
    uint32_t width = 2 * LARGE_FRONT + case_below(random, 64), height = designs() < 12 ? 40 : 600;
    assert_int_equal(grid_create(&c->grid, width, height, costs ? 2 : 1, NULL), STATUS_OK);
    for (cell_t cell = 0; cell < grid_cells(&c->grid); cell++)
        if (case_chance(random, 20))
            grid_set_blocked(&c->grid, cell, true);
    if (costs) {
        c->grid.rules = (struct step_rules){.via = 3,
                                            .bend = case_below(random, 3),
                                            .wrong_way = 2,
                                            .horizontal = 1,
                                            .vertical = 2};
        struct box half = {0, 0, width / 2, height / 2};
        assert_int_equal(grid_fill_weight(&c->grid, half, 0, 4, NULL), STATUS_OK);
    }
    size_t bytes = grid_plane_words(&c->grid) * sizeof(uint64_t);
    c->field.grid = &c->grid;
    c->field.closed = malloc(bytes);
    memcpy(c->field.closed, c->grid.blocked, bytes);
    for (int i = 0; i < CASE_JOBS; i++) {
        case_job(c, i, random);
        c->jobs[i].window = (struct box){0, 0, width - 1, height - 1};
        c->jobs[i].source_count = c->jobs[i].target_count = 1;
        c->jobs[i].targets = c->jobs[i].sources + 1;
    }
    c->wires[0][0] = (struct wire){0, 0};
    c->wires[0][1] = (struct wire){width * height - 1, width * height - 1};
}

static void test_many_blocks(void **state)
{
    (void)state;
    uint64_t random = case_seed();
    int rounds = designs() < 12 ? 1 : 4;
    for (int i = 0; i < 2 * rounds; i++) {
        struct wave_case c;
        large_case(&c, i % 2 == 0, &random);
        struct engine *engine = open_engine(&c.field, "relax", queue_sizes[i % 4], NULL);
        compare_jobs(&c, engine, false);
        engine->ops->close(engine);
        case_destroy(&c);
    }
}

/* More jobs than ranges of labels fit into 32 bits: the labels are filled again in between. */
static void test_many_jobs(void **state)
{
    (void)state;
    int count = designs() < 12 ? 40 : 2500;
    uint64_t random = case_seed() + 7;
    struct wave_case c;
    case_create(&c, FEATURE_ALL, &random);
    struct engine *engine = open_engine(&c.field, "relax", 0, NULL);
    struct job *jobs = calloc((size_t)count, sizeof *jobs);
    for (int i = 0; i < count; i++)
        jobs[i] = c.jobs[i % CASE_JOBS];
    expand(engine, jobs, (size_t)count);
    for (int i = 0; i < CASE_JOBS; i++)
        assert_like_reference(&c, &jobs[i], jobs[i].knots);
    for (int i = CASE_JOBS; i < count; i++) {
        const struct job *first = &jobs[i % CASE_JOBS];
        assert_int_equal(jobs[i].outcome, first->outcome);
        assert_int_equal(jobs[i].knot_count, first->knot_count);
        if (first->outcome == OUTCOME_FOUND)
            assert_memory_equal(jobs[i].knots, first->knots, first->knot_count * sizeof(cell_t));
    }
    free(jobs);
    engine->ops->close(engine);
    case_destroy(&c);
}

static void test_stop(void **state)
{
    (void)state;
    uint64_t random = case_seed() + 11;
    volatile sig_atomic_t stop = 1;
    struct wave_case c;
    case_create(&c, FEATURE_ALL, &random);
    struct engine *engine = open_engine(&c.field, "relax", 0, &stop);
    expand(engine, c.jobs, CASE_JOBS);
    for (int i = 0; i < CASE_JOBS; i++)
        assert_int_equal(c.jobs[i].outcome, OUTCOME_STOPPED);
    stop = 0;
    compare_jobs(&c, engine, false);
    engine->ops->close(engine);
    case_destroy(&c);
}

static void refuse(const struct field *field, const char *wave, unsigned block_queue,
                   const char *words)
{
    struct engine *engine = NULL;
    struct error error = {0};
    struct engine_options options = {.wave = wave, .threads = 1, .block_queue = block_queue};
    assert_int_equal(gpu_engine()->open(&engine, field, &options, &error), STATUS_BAD_INPUT);
    assert_null(engine);
    if (strstr(error.text, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", error.text, words);
}

static void test_refusals(void **state)
{
    (void)state;
    struct grid grid;
    assert_int_equal(grid_create(&grid, 4, 4, 1, NULL), STATUS_OK);
    grid.rules.bend = 1;
    struct field field = {&grid, grid.blocked, NULL};
    refuse(&field, "batch", 0, "bend costs");
    refuse(&field, "detour", 0, "relax");
    refuse(&field, "teleport", 0, "relax");
    refuse(&field, "relax", 1000000, "block queue");
    struct engine *engine = open_engine(&field, "auto", 0, NULL);
    assert_string_equal(engine->wave, "relax");
    size_t host = 0, device = 0;
    engine->ops->peak_bytes(engine, &host, &device);
    assert_true(host > 0 && device > 0);
    assert_true(strlen(engine->device) > 0);
    engine->ops->close(engine);
    gpu_engine()->close(NULL);
    grid_destroy(&grid);
}

/* Each wave of the table by its name: it reports its name, answers like the reference, whichever
 * wave takes what it leaves, and its estimate grows with the work. */
static void test_table(void **state)
{
    (void)state;
    uint64_t random = case_seed() + 13;
    const char *wave = NULL;
    size_t index = 0;
    for (; (wave = gpu_engine()->wave_at(index)) != NULL; index++) {
        struct wave_case c;
        case_create(&c, 0, &random);
        struct engine *engine = open_engine(&c.field, wave, 0, NULL);
        assert_string_equal(engine->wave, wave);
        compare_jobs(&c, engine, true);
        engine->ops->close(engine);
        struct engine_options options = {.wave = wave, .threads = 1};
        double one = gpu_engine()->estimate(&c.field, 0, &options, c.jobs, 1);
        double all = gpu_engine()->estimate(&c.field, 0, &options, c.jobs, CASE_JOBS);
        assert_true(one > 0 && all > one);
        options.wave = "auto";
        assert_true(gpu_engine()->estimate(&c.field, 0, &options, c.jobs, 1) > 0);
        case_destroy(&c);
    }
    assert_true(index >= 4);
}

/* Tolls that were added after the engine was opened: "auto" calls waves that support them; a named
 * wave that does not support them fails. */
static void test_late_tolls(void **state)
{
    (void)state;
    uint64_t random = case_seed() + 17;
    for (int i = 0; i < 20; i++) {
        struct wave_case c;
        struct error error = {0};
        case_create(&c, 0, &random);
        struct engine *any = open_engine(&c.field, "auto", 0, NULL);
        struct engine *named = open_engine(&c.field, "detour", 0, NULL);
        compare_jobs(&c, any, false);
        c.field.toll = calloc(grid_cells(&c.grid), sizeof *c.field.toll);
        for (cell_t cell = 0; cell < grid_cells(&c.grid); cell++)
            c.field.toll[cell] = case_below(&random, 9);
        struct box all = {0, 0, c.grid.width - 1, c.grid.height - 1};
        assert_int_equal(any->ops->update(any, &all, 1, &error), STATUS_OK);
        compare_jobs(&c, any, true);
        assert_int_equal(named->ops->update(named, &all, 1, &error), STATUS_FAILED);
        assert_non_null(strstr(error.text, "tolls"));
        any->ops->close(any);
        named->ops->close(named);
        case_destroy(&c);
    }
}

static void test_devices(void **state)
{
    (void)state;
    struct gpu_device devices[GPU_DEVICES_MAX];
    const char *reason = "unset";
    size_t count = gpu_devices(devices, GPU_DEVICES_MAX, &reason);
    assert_true(count > 0);
    assert_null(reason);
    assert_true(strlen(devices[0].name) > 0);
    assert_true(devices[0].memory_bytes > 0 && devices[0].multiprocessors > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_devices),   cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_relax),     cmocka_unit_test(test_many_blocks),
        cmocka_unit_test(test_many_jobs), cmocka_unit_test(test_stop),
        cmocka_unit_test(test_table),     cmocka_unit_test(test_late_tolls),
    };
    const char *why = gpu_engine()->unusable();
    if (why != NULL) {
        printf("[  SKIPPED ] no GPU to test: %s\n", why);
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
