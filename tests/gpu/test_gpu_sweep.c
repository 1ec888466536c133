/* Compares the GPU's sweeps with the CPU, all fields and all knots: random designs of all supported
 * features, windows of many tiles, trees of many wires, tolls up to thousands, labels that do not
 * fit, more tiles than a table in shared memory holds, calls of one job and of many, a changed
 * field; and what `auto` does with many trees and pairs if every step costs 1. Environment: SEED,
 * and DESIGNS, the number of small designs (500); use few for compute-sanitizer.
 */
#include "tests/support/wave_cases.h"

#include "gpu/gpu.h"
#include "router/engine/engine_cpu.h"

enum { DESIGNS = 500, LARGE_DESIGNS = 40, JOBS = 150, RUNS = 12 };

static const unsigned sweep_features = FEATURE_LAYERS | FEATURE_VIA | FEATURE_WRONG_WAY |
                                       FEATURE_STRICT | FEATURE_WEIGHTS | FEATURE_TOLLS |
                                       FEATURE_WALLS;

static int designs(void)
{
    const char *text = getenv("DESIGNS");
    return text != NULL ? atoi(text) : DESIGNS;
}

static struct engine *open_engine(const struct engine_ops *ops, const char *wave,
                                  const struct field *field, const volatile sig_atomic_t *stop)
{
    struct engine *engine = NULL;
    struct error error = {0};
    struct engine_options options = {.wave = wave, .threads = 8, .stop = stop};
    if (ops->open(&engine, field, &options, &error) != STATUS_OK)
        fail_msg("open: %s", error.text);
    return engine;
}

static void expand(struct engine *engine, struct job *jobs, size_t count)
{
    struct error error = {0};
    if (engine->ops->expand(engine, jobs, count, &error) != STATUS_OK)
        fail_msg("expand: %s", error.text);
}

static void compare_cases(struct wave_case *c, struct engine *engine, bool brute)
{
    expand(engine, c->jobs, CASE_JOBS);
    for (int i = 0; i < CASE_JOBS; i++) {
        assert_like_reference(c, &c->jobs[i], c->jobs[i].knots);
        if (brute)
            assert_answer(c, &c->jobs[i], c->jobs[i].knots);
    }
}

static void test_random_designs(void **state)
{
    (void)state;
    uint64_t seed = case_seed();
    for (int i = 0; i < designs(); i++) {
        uint64_t random = seed + (uint64_t)i * 1000003;
        struct wave_case c;
        struct error error = {0};
        case_create(&c, sweep_features, &random);
        struct engine *engine = open_engine(gpu_engine(), "sweep", &c.field, NULL);
        compare_cases(&c, engine, i % 10 == 0);
        struct box boxes[2];
        boxes[0] = case_change(&c, &random);
        boxes[1] = case_change(&c, &random);
        assert_int_equal(engine->ops->update(engine, boxes, 2, &error), STATUS_OK);
        compare_cases(&c, engine, false);
        engine->ops->close(engine);
        case_destroy(&c);
    }
}

/* ---- larger ones ---------------------------------------------------------------------------- */

struct searches {
    struct grid grid;
    struct field field;
    struct job jobs[JOBS];
    struct wire wires[JOBS][2 * RUNS];
};

static void searches_create(struct searches *s, uint32_t width, uint32_t height, uint64_t *random)
{
    memset(s, 0, sizeof *s);
    struct grid *grid = &s->grid;
    uint32_t layers = 1 + case_below(random, 4), percent = case_below(random, 36);
    assert_int_equal(grid_create(grid, width, height, layers, NULL), STATUS_OK);
    grid->rules.via = case_below(random, 6);
    grid->rules.wrong_way = case_below(random, 5);
    for (uint32_t z = 0; z < layers; z++) {
        *(z % 2 == 0 ? &grid->rules.horizontal : &grid->rules.vertical) |= (uint64_t)1 << z;
        grid->rules.strict |= case_chance(random, 15) ? (uint64_t)1 << z : 0;
    }
    for (cell_t cell = 0; cell < grid_cells(grid); cell++)
        if (case_chance(random, percent))
            grid_set_blocked(grid, cell, true);
    if (case_chance(random, 40)) /* walls, also between tiles */
        for (cell_t i = 0; i < grid_cells(grid) / 6; i++) {
            cell_t cell = case_below(random, (uint32_t)grid_cells(grid));
            int direction = (int)case_below(random, DIRECTIONS);
            if (grid_neighbour(grid, cell, direction) != CELL_NONE)
                assert_int_equal(grid_add_wall(grid, cell, direction, NULL), STATUS_OK);
        }
    s->field = (struct field){grid, grid->blocked, calloc(grid_cells(grid), sizeof(uint32_t))};
    uint32_t dearest = case_chance(random, 30) ? 20000 : case_chance(random, 50) ? 3000 : 8;
    for (int wire = 0; wire < 200; wire++) { /* wires of other nets */
        struct box all = {0, 0, width - 1, height - 1};
        struct wire run = case_wire(grid, &all, random);
        uint32_t toll = 1 + case_below(random, dearest), steps = wire_steps(grid, run);
        for (uint32_t i = 0; i <= steps; i++)
            s->field.toll[run.from + (cell_t)((int64_t)i * wire_stride(grid, run))] += toll;
    }
}

/* A tree of some wires, or a pin, to some pins; windows from a few cells to the whole grid. */
static void searches_job(struct searches *s, int i, uint64_t *random)
{
    const struct grid *grid = &s->grid;
    struct box all = {0, 0, grid->width - 1, grid->height - 1};
    struct job *job = &s->jobs[i];
    *job = (struct job){.sources = s->wires[i],
                        .source_count = case_chance(random, 60) ? 1 : 1 + case_below(random, RUNS),
                        .targets = s->wires[i] + RUNS,
                        .target_count = case_chance(random, 70) ? 1 : 1 + case_below(random, RUNS),
                        .window = case_chance(random, 30) ? all : case_box(grid, random)};
    for (uint32_t w = 0; w < job->source_count; w++) {
        struct wire *wire = &s->wires[i][w];
        *wire = case_wire(grid, &job->window, random);
        wire->to = job->source_count == 1 ? wire->from : wire->to;
    }
    for (uint32_t w = 0; w < job->target_count; w++) {
        struct wire *wire = &s->wires[i][RUNS + w];
        *wire = case_wire(grid, case_chance(random, 90) ? &job->window : &all, random);
        wire->to = case_chance(random, 80) ? wire->from : wire->to;
    }
}

/* Compares the answers of the GPU and the CPU to some jobs. */
static void compare_call(struct job *jobs, const struct job *want, size_t count, struct engine *gpu)
{
    expand(gpu, jobs, count);
    for (size_t i = 0; i < count; i++) {
        const struct job *job = &jobs[i];
        if (job->outcome != want[i].outcome || job->knot_count != want[i].knot_count ||
            (job->outcome == OUTCOME_FOUND && job->cost != want[i].cost))
            fail_msg("job %zu: outcome %d, cost %llu, %zu knots; want %d, %llu, %zu", i,
                     (int)job->outcome, (unsigned long long)job->cost, job->knot_count,
                     (int)want[i].outcome, (unsigned long long)want[i].cost, want[i].knot_count);
        if (job->outcome != OUTCOME_FOUND)
            continue;
        if (job->target != want[i].target || job->reached != want[i].reached)
            fail_msg("job %zu of %zu: target %u, cell %u; want %u, %u", i, count, job->target,
                     (unsigned)job->reached, want[i].target, (unsigned)want[i].reached);
        assert_memory_equal(job->knots, want[i].knots, job->knot_count * sizeof *job->knots);
    }
}

/* All jobs, `call` per call of the engine. */
static void compare_jobs(struct searches *s, struct engine *gpu, struct engine *cpu, size_t count,
                         size_t call)
{
    struct job *want = malloc(count * sizeof *want);
    memcpy(want, s->jobs, count * sizeof *want);
    expand(cpu, want, count);
    for (size_t i = 0; i < count; i++) /* none, one too low, the cost, one too high, far too high */
        s->jobs[i].guess = i % 5 == 0 ? 0 : case_guess(&want[i], (uint32_t)(i % 5 - 1));
    for (size_t first = 0; first < count; first += call)
        compare_call(s->jobs + first, want + first, count - first < call ? count - first : call,
                     gpu);
    free(want);
}

/* Adds and removes some wires of other nets. */
static struct box searches_change(struct searches *s, uint64_t *random)
{
    struct box box = case_box(&s->grid, random);
    for (int i = 0; i < 100; i++) {
        cell_t cell = grid_cell(&s->grid, box.x0 + case_below(random, box.x1 - box.x0 + 1),
                                box.y0 + case_below(random, box.y1 - box.y0 + 1),
                                case_below(random, s->grid.layers));
        s->field.toll[cell] = case_below(random, 40);
        grid_set_blocked(&s->grid, cell, case_chance(random, 50));
    }
    return box;
}

static void compare_searches(uint32_t width, uint32_t height, size_t count, uint64_t *random)
{
    struct searches *s = malloc(sizeof *s);
    struct error error = {0};
    searches_create(s, width, height, random);
    for (size_t i = 0; i < count; i++)
        searches_job(s, (int)i, random);
    struct engine *gpu = open_engine(gpu_engine(), "auto", &s->field, NULL);
    struct engine *cpu = open_engine(&engine_cpu, "dijkstra", &s->field, NULL);
    compare_jobs(s, gpu, cpu, count, count);
    compare_jobs(s, gpu, cpu, count, 1 + case_below(random, 64));
    struct box box = searches_change(s, random);
    assert_int_equal(gpu->ops->update(gpu, &box, 1, &error), STATUS_OK);
    assert_int_equal(cpu->ops->update(cpu, &box, 1, &error), STATUS_OK);
    compare_jobs(s, gpu, cpu, count, 1 + case_below(random, 64));
    compare_jobs(s, gpu, cpu, count, count);
    gpu->ops->close(gpu);
    cpu->ops->close(cpu);
    grid_destroy(&s->grid);
    free(s->field.toll);
    free(s);
}

static void test_many_tiles(void **state)
{
    (void)state;
    uint64_t random = case_seed() + 1;
    int rounds = designs() < DESIGNS ? 2 : LARGE_DESIGNS;
    size_t jobs = designs() < DESIGNS ? 6 : JOBS;
    for (int i = 0; i < rounds; i++)
        compare_searches(20 + case_below(&random, 280), 20 + case_below(&random, 200), jobs,
                         &random);
}

static void test_large_table(void **state)
{
    (void)state;
    uint64_t random = case_seed() + 2;
    compare_searches(1100, designs() < DESIGNS ? 970 : 1300, designs() < DESIGNS ? 2 : 20, &random);
}

/* A zigzag corridor that enters tiles many times; and one whose end costs more than a label holds.
 */
static void test_serpentine(void **state)
{
    (void)state;
    uint64_t random = case_seed() + 3;
    uint32_t side = designs() < DESIGNS ? 41 : 131;
    for (uint32_t toll = 0; toll < 3; toll++) {
        struct searches *s = malloc(sizeof *s);
        searches_create(s, side, side, &random);
        for (cell_t cell = 0; cell < grid_cells(&s->grid); cell++) {
            uint32_t x = grid_x(&s->grid, cell), y = grid_y(&s->grid, cell);
            bool gap = x == (y / 2 % 2 == 0 ? side - 1 : 0);
            grid_set_blocked(&s->grid, cell, y % 2 == 1 && !gap);
            s->field.toll[cell] = toll * toll * 3;
        }
        s->grid.rules.strict = 0;
        for (int i = 0; i < 4; i++) {
            searches_job(s, i, &random);
            s->jobs[i].window = (struct box){0, 0, side - 1, side - 1};
        }
        s->wires[0][0] = (struct wire){0, 0};
        s->wires[0][RUNS] = (struct wire){side * side - 1, side * side - 1};
        s->jobs[0].source_count = s->jobs[0].target_count = 1;
        struct engine *gpu = open_engine(gpu_engine(), "sweep", &s->field, NULL);
        struct engine *cpu = open_engine(&engine_cpu, "dijkstra", &s->field, NULL);
        compare_jobs(s, gpu, cpu, 4, 4);
        gpu->ops->close(gpu);
        cpu->ops->close(cpu);
        grid_destroy(&s->grid);
        free(s->field.toll);
        free(s);
    }
}

/* A scene of one layer where every step costs 1, or a weight up to `weights`. */
static struct searches *plain_scene(uint32_t width, uint32_t height, uint32_t weights,
                                    uint64_t *random)
{
    struct searches *s = calloc(1, sizeof *s);
    uint32_t percent = case_below(random, 43);
    assert_int_equal(grid_create(&s->grid, width, height, 1, NULL), STATUS_OK);
    for (cell_t cell = 0; cell < grid_cells(&s->grid); cell++) {
        if (case_chance(random, percent))
            grid_set_blocked(&s->grid, cell, true);
        uint32_t x = grid_x(&s->grid, cell), y = grid_y(&s->grid, cell);
        if (weights > 0)
            assert_int_equal(grid_fill_weight(&s->grid, (struct box){x, y, x, y}, 0,
                                              1 + case_below(random, weights), NULL),
                             STATUS_OK);
    }
    s->field = (struct field){&s->grid, s->grid.blocked, NULL};
    return s;
}

static void compare_plain(struct searches *s, const char *wave, size_t count, size_t *together)
{
    struct engine *gpu = open_engine(gpu_engine(), wave, &s->field, NULL);
    struct engine *cpu =
        open_engine(&engine_cpu, s->grid.weight == NULL ? "bucket" : "dijkstra", &s->field, NULL);
    compare_jobs(s, gpu, cpu, count, count);
    *together = gpu_jobs_together(gpu);
    gpu->ops->close(gpu);
    cpu->ops->close(cpu);
    grid_destroy(&s->grid);
    free(s);
}

/* Every step costs 1: nets of two cells go to the batch, many trees to the sweeps, and long or
 * remaining jobs to the waves for one net. */
static void test_trees_and_pairs(void **state)
{
    (void)state;
    uint64_t random = case_seed() + 5;
    static const size_t counts[] = {1, 3, 7, 20, JOBS};
    int rounds = designs() < DESIGNS ? 2 : 60;
    for (int i = 0; i < rounds; i++) {
        size_t count = designs() < DESIGNS ? 10 : counts[i % 5];
        size_t together = 0;
        uint32_t most = i % 10 == 9 ? 900 : 250;
        struct searches *s = plain_scene(20 + case_below(&random, most),
                                         20 + case_below(&random, most / 2), 0, &random);
        for (size_t j = 0; j < count; j++)
            searches_job(s, (int)j, &random);
        compare_plain(s, "auto", count, &together);
    }
}

/* Paths that evidently cost more than a label holds: none is tried. */
static void test_penalty_weights(void **state)
{
    (void)state;
    uint64_t random = case_seed() + 6;
    size_t together = 0;
    struct searches *s = plain_scene(90, 70, 1000000, &random);
    for (int i = 0; i < 6; i++) {
        searches_job(s, i, &random);
        s->jobs[i].source_count = s->jobs[i].target_count = 1;
        s->jobs[i].window = (struct box){0, 0, 89, 69};
        s->wires[i][0].from = s->wires[i][0].to = (cell_t)i;
        s->wires[i][RUNS].from = s->wires[i][RUNS].to = (cell_t)(90 * 60 + i * 7);
    }
    compare_plain(s, "sweep", 6, &together);
    assert_int_equal(together, 0);
    s = plain_scene(90, 70, 9, &random);
    for (int i = 0; i < 6; i++)
        searches_job(s, i, &random);
    compare_plain(s, "sweep", 6, &together);
    assert_true(together > 0);
}

static void test_stop(void **state)
{
    (void)state;
    uint64_t random = case_seed() + 4;
    volatile sig_atomic_t stop = 1;
    struct wave_case c;
    case_create(&c, sweep_features, &random);
    struct engine *engine = open_engine(gpu_engine(), "sweep", &c.field, &stop);
    assert_string_equal(engine->wave, "sweep");
    expand(engine, c.jobs, CASE_JOBS);
    for (int i = 0; i < CASE_JOBS; i++)
        assert_int_equal(c.jobs[i].outcome, OUTCOME_STOPPED);
    stop = 0;
    compare_cases(&c, engine, false);
    assert_true(gpu_jobs_together(engine) > 0);
    engine->ops->close(engine);
    case_destroy(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_designs),
        cmocka_unit_test(test_many_tiles),
        cmocka_unit_test(test_large_table),
        cmocka_unit_test(test_serpentine),
        cmocka_unit_test(test_trees_and_pairs),
        cmocka_unit_test(test_penalty_weights),
        cmocka_unit_test(test_stop),
    };
    const char *why = gpu_engine()->unusable();
    if (why != NULL) {
        printf("[  SKIPPED ] no GPU to test: %s\n", why);
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
