/* Compares many jobs in one call of the GPU engine with the reference on the CPU, all fields and
 * all knots: frames of all sizes, windows that are cut, nets without a path, mazes, jobs that are
 * not for a batch. Environment: SEED, and DESIGNS, the number of rounds (3); use 1 for
 * compute-sanitizer.
 */
#include "tests/support/wave_cases.h"

#include "gpu/gpu.h"
#include "router/engine/engine_cpu.h"

enum { ROUNDS = 3, TREE_WIRES = 3 };

struct many {
    struct grid grid;
    struct field field;
    struct job *jobs;
    struct wire *wires; /* [count][2 * TREE_WIRES] */
    size_t count;
};

static int rounds(void)
{
    const char *text = getenv("DESIGNS");
    return text != NULL ? atoi(text) : ROUNDS;
}

static void many_create(struct many *m, uint32_t width, uint32_t height, uint32_t percent,
                        size_t count, uint64_t *random)
{
    memset(m, 0, sizeof *m);
    assert_int_equal(grid_create(&m->grid, width, height, 1, NULL), STATUS_OK);
    for (cell_t cell = 0; cell < grid_cells(&m->grid); cell++)
        if (case_chance(random, percent))
            grid_set_blocked(&m->grid, cell, true);
    m->field = (struct field){&m->grid, m->grid.blocked, NULL};
    m->count = count;
    m->jobs = calloc(count, sizeof *m->jobs);
    m->wires = calloc(count * 2 * TREE_WIRES, sizeof *m->wires);
}

static void many_destroy(struct many *m)
{
    grid_destroy(&m->grid);
    free(m->field.toll);
    free(m->jobs);
    free(m->wires);
}

/* lo plus a random number below `most`, but at most hi. */
static uint32_t within(uint32_t lo, uint32_t hi, uint32_t most, uint64_t *random)
{
    uint32_t range = hi - lo + 1 < most ? hi - lo + 1 : most;
    return lo + case_below(random, range);
}

static struct box random_window(const struct grid *grid, uint32_t side, uint64_t *random)
{
    uint32_t x = case_below(random, grid->width), y = case_below(random, grid->height);
    return (struct box){x, y, within(x, grid->width - 1, side, random),
                        within(y, grid->height - 1, side, random)};
}

static cell_t random_cell(const struct grid *grid, struct box box, uint64_t *random)
{
    return grid_cell(grid, within(box.x0, box.x1, UINT32_MAX, random),
                     within(box.y0, box.y1, UINT32_MAX, random), case_below(random, grid->layers));
}

/* Job i: pins in a box of at most `side`; the window is the box, or the whole grid. */
static void many_job(struct many *m, size_t i, uint32_t side, uint64_t *random)
{
    struct box box = random_window(&m->grid, side, random);
    struct wire *wires = m->wires + i * 2 * TREE_WIRES;
    uint32_t sources = case_chance(random, 3) ? 1 + case_below(random, TREE_WIRES) : 1;
    for (uint32_t w = 0; w < sources + 1; w++) {
        cell_t cell = random_cell(&m->grid, box, random);
        wires[w] = (struct wire){cell, cell};
    }
    if (case_chance(random, 3)) { /* a target outside the window */
        cell_t cell = case_below(random, (uint32_t)grid_cells(&m->grid));
        wires[sources] = (struct wire){cell, cell};
    }
    if (case_chance(random, 3)) /* its own target */
        wires[sources] = wires[0];
    struct box whole = {0, 0, m->grid.width - 1, m->grid.height - 1};
    m->jobs[i] = (struct job){.sources = wires,
                              .source_count = sources,
                              .targets = wires + sources,
                              .target_count = 1,
                              .window = case_chance(random, 30) ? whole : box};
}

static void run(const struct engine_ops *ops, const char *wave, const struct field *field,
                struct job *jobs, size_t count, struct engine **engine)
{
    struct error error = {0};
    struct engine_options options = {.wave = wave, .threads = 8};
    if (*engine == NULL && ops->open(engine, field, &options, &error) != STATUS_OK)
        fail_msg("open: %s", error.text);
    if (ops->expand(*engine, jobs, count, &error) != STATUS_OK)
        fail_msg("expand: %s", error.text);
}

static void compare(const struct job *job, const struct job *want, size_t index)
{
    if (job->outcome != want->outcome || job->knot_count != want->knot_count)
        fail_msg(
            "job %zu: outcome %d, %zu knots, cost %llu; want %d, %zu, %llu; window %u,%u %u,%u",
            index, (int)job->outcome, job->knot_count, (unsigned long long)job->cost,
            (int)want->outcome, want->knot_count, (unsigned long long)want->cost, job->window.x0,
            job->window.y0, job->window.x1, job->window.y1);
    if (want->outcome != OUTCOME_FOUND)
        return;
    assert_int_equal(job->cost, want->cost);
    assert_int_equal(job->target, want->target);
    assert_int_equal(job->reached, want->reached);
    assert_memory_equal(job->knots, want->knots, want->knot_count * sizeof *want->knots);
}

/* Runs both engines; then again with other cells closed. */
static void compare_all(struct many *m, const char *reference, const char *wave, uint64_t *random)
{
    struct job *want = malloc(m->count * sizeof *want);
    struct engine *gpu = NULL, *cpu = NULL;
    struct error error = {0};
    for (int turn = 0; turn < 2; turn++) {
        memcpy(want, m->jobs, m->count * sizeof *want);
        run(&engine_cpu, reference, &m->field, want, m->count, &cpu);
        run(gpu_engine(), wave, &m->field, m->jobs, m->count, &gpu);
        size_t found = 0;
        for (size_t i = 0; i < m->count; i++) {
            compare(&m->jobs[i], &want[i], i);
            found += want[i].outcome == OUTCOME_FOUND;
        }
        assert_true(found > m->count / 50);
        struct box box = random_window(&m->grid, 40, random);
        for (int i = 0; i < 200; i++) {
            cell_t cell = random_cell(&m->grid, box, random);
            grid_set_blocked(&m->grid, cell, case_chance(random, 50));
        }
        assert_int_equal(gpu->ops->update(gpu, &box, 1, &error), STATUS_OK);
        assert_int_equal(cpu->ops->update(cpu, &box, 1, &error), STATUS_OK);
    }
    gpu->ops->close(gpu);
    cpu->ops->close(cpu);
    free(want);
}

static void random_designs(uint32_t width, uint32_t height, uint32_t side, size_t count,
                           const char *reference, uint64_t salt)
{
    uint64_t random = case_seed() + salt;
    for (int round = 0; round < rounds(); round++) {
        struct many m;
        uint32_t w = width - case_below(&random, width / 8), percent = case_below(&random, 42);
        if (rounds() == 1)
            count = count < 60 ? count : 60;
        many_create(&m, w, height - case_below(&random, height / 8), percent, count, &random);
        for (size_t i = 0; i < count; i++)
            many_job(&m, i, side, &random);
        compare_all(&m, reference, round % 2 == 0 ? "auto" : "batch", &random);
        many_destroy(&m);
    }
}

static void test_small(void **state)
{
    (void)state;
    random_designs(72, 70, 64, 1500, "dijkstra", 1);
}

static void test_narrow(void **state)
{
    (void)state;
    random_designs(40, 9, 64, 600, "dijkstra", 2);
    random_designs(9, 200, 64, 600, "dijkstra", 3);
}

static void test_128(void **state)
{
    (void)state;
    random_designs(150, 130, 128, 800, "dijkstra", 4);
}

static void test_256(void **state)
{
    (void)state;
    random_designs(300, 280, 256, 600, "dijkstra", 5);
}

static void test_512(void **state)
{
    (void)state;
    random_designs(600, 560, 512, 300, "bucket", 6);
}

static void test_large(void **state)
{
    (void)state;
    if (rounds() == 1)
        return;
    random_designs(1200, 1100, 1024, 200, "bucket", 7);
    random_designs(2600, 300, 2048, 100, "bucket", 8);
}

/* Zigzag corridors: as many detours as possible. */
static void test_serpentine(void **state)
{
    (void)state;
    uint64_t random = case_seed() + 9;
    static const uint32_t sides[] = {61, 64, 121, 200};
    for (int s = 0; s < (rounds() == 1 ? 1 : 4); s++) {
        struct many m;
        uint32_t side = sides[s];
        many_create(&m, side, side, 0, 64, &random);
        for (uint32_t y = 1; y < side; y += 2)
            for (uint32_t x = 0; x < side; x++)
                if (x != (y / 2 % 2 == 0 ? side - 1 : 0))
                    grid_set_blocked(&m.grid, grid_cell(&m.grid, x, y, 0), true);
        for (size_t i = 0; i < m.count; i++) {
            many_job(&m, i, side, &random);
            m.jobs[i].window = (struct box){0, 0, side - 1, side - 1};
        }
        compare_all(&m, "dijkstra", "auto", &random);
        many_destroy(&m);
    }
}

/* More nets than a chunk has: pointers of all chunks stay valid. */
static void test_chunks(void **state)
{
    (void)state;
    if (rounds() == 1)
        return;
    uint64_t random = case_seed() + 10;
    struct many m;
    many_create(&m, 500, 500, 20, 300000, &random);
    for (size_t i = 0; i < m.count; i++) {
        many_job(&m, i, 40, &random);
        m.jobs[i].source_count = 1;
    }
    compare_all(&m, "bucket", "auto", &random);
    many_destroy(&m);
}

/* Small costs of all kinds, many jobs in small windows. */
static void add_costs(struct many *m, uint64_t *random)
{
    struct grid *grid = &m->grid;
    uint32_t layers = 1 + case_below(random, 4), w = grid->width, h = grid->height;
    uint32_t percent = case_below(random, 42);
    grid_destroy(grid);
    assert_int_equal(grid_create(grid, w, h, layers, NULL), STATUS_OK);
    for (cell_t cell = 0; cell < grid_cells(grid); cell++)
        if (case_chance(random, percent))
            grid_set_blocked(grid, cell, true);
    uint32_t top = case_chance(random, 10) ? 10 : 8;
    grid->rules.via = case_below(random, top);
    grid->rules.wrong_way = case_below(random, top);
    for (uint32_t z = 0; z < layers; z++) {
        uint64_t bit = (uint64_t)1 << z;
        *(case_chance(random, 50) ? &grid->rules.horizontal : &grid->rules.vertical) |= bit;
        grid->rules.strict |= case_chance(random, 20) ? bit : 0;
    }
    bool weights = case_chance(random, 50);
    for (int i = 0; i < 4 && weights; i++)
        assert_int_equal(grid_fill_weight(grid, random_window(grid, w, random),
                                          case_below(random, layers), 1 + case_below(random, 9),
                                          NULL),
                         STATUS_OK);
    m->field = (struct field){grid, grid->blocked, NULL};
    if (case_chance(random, 50)) {
        uint32_t range = 1 + case_below(random, 6);
        m->field.toll = calloc(grid_cells(grid), sizeof *m->field.toll);
        for (cell_t cell = 0; cell < grid_cells(grid); cell++)
            m->field.toll[cell] = case_chance(random, 30) ? case_below(random, range) * 2 : 0;
    }
}

static void test_costs(void **state)
{
    (void)state;
    uint64_t random = case_seed() + 12;
    int turns = rounds() == 1 ? 4 : 24;
    for (int i = 0; i < turns; i++) {
        struct many m;
        many_create(&m, 20 + case_below(&random, 70), 5 + case_below(&random, 75), 0,
                    rounds() == 1 ? 20 : 200, &random);
        add_costs(&m, &random);
        for (size_t j = 0; j < m.count; j++)
            many_job(&m, j, 64, &random);
        compare_all(&m, "dijkstra", i % 2 == 0 ? "auto" : "sweep", &random);
        many_destroy(&m);
    }
}

static void test_stop(void **state)
{
    (void)state;
    uint64_t random = case_seed() + 11;
    volatile sig_atomic_t stop = 1;
    struct many m;
    struct error error = {0};
    struct engine *engine = NULL;
    struct engine_options options = {.wave = "batch", .threads = 2, .stop = &stop};
    many_create(&m, 64, 64, 10, 50, &random);
    for (size_t i = 0; i < m.count; i++)
        many_job(&m, i, 64, &random);
    assert_int_equal(gpu_engine()->open(&engine, &m.field, &options, &error), STATUS_OK);
    assert_string_equal(engine->wave, "batch");
    assert_int_equal(engine->ops->expand(engine, m.jobs, m.count, &error), STATUS_OK);
    for (size_t i = 0; i < m.count; i++)
        assert_int_equal(m.jobs[i].outcome, OUTCOME_STOPPED);
    stop = 0;
    assert_int_equal(engine->ops->expand(engine, m.jobs, m.count, &error), STATUS_OK);
    for (size_t i = 0; i < m.count; i++)
        assert_int_not_equal(m.jobs[i].outcome, OUTCOME_STOPPED);
    assert_true(gpu_jobs_together(engine) > 0);
    engine->ops->close(engine);
    many_destroy(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),  cmocka_unit_test(test_narrow),
        cmocka_unit_test(test_128),    cmocka_unit_test(test_256),
        cmocka_unit_test(test_512),    cmocka_unit_test(test_serpentine),
        cmocka_unit_test(test_stop),   cmocka_unit_test(test_large),
        cmocka_unit_test(test_chunks), cmocka_unit_test(test_costs),
    };
    const char *why = gpu_engine()->unusable();
    if (why != NULL) {
        printf("[  SKIPPED ] no GPU to test: %s\n", why);
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
