/* Tests which jobs of a call the GPU's `auto` searches together at unit costs on one layer, judged
 * by the time of the kernels for many jobs, and that all answers are the CPU's. Environment: SEED,
 * and DESIGNS, the number of random designs (20).
 */
#include "tests/gpu/gpu_jobs.h"

enum { JOBS = 60, SIDE = 400, ROUNDS = 20 };

struct call {
    struct grid grid;
    struct wire ends[JOBS][4]; /* sources from the first, targets from the third */
    struct job jobs[JOBS];
    size_t count;
};

static void add(struct call *call, struct wire source, struct wire target, struct box window)
{
    assert_true(call->count < JOBS);
    struct wire *ends = call->ends[call->count];
    ends[0] = source;
    ends[2] = target;
    call->jobs[call->count++] = (struct job){.sources = ends,
                                             .source_count = 1,
                                             .targets = ends + 2,
                                             .target_count = 1,
                                             .window = window};
}

/* Pairs from the west end of the window to the east end, rows at most 200 apart. */
static void add_long(struct call *call, struct box window, size_t count, uint64_t *random)
{
    struct box west = {window.x0, window.y0, window.x0 + 20, window.y0 + 200};
    struct box east = {window.x1 - 20, window.y0, window.x1, window.y0 + 200};
    for (size_t i = 0; i < count; i++)
        add(call, gpu_jobs_cell(&call->grid, west, random),
            gpu_jobs_cell(&call->grid, east, random), window);
}

/* Searches all jobs in one call, compares, and returns the milliseconds of kernels for many jobs.
 */
static size_t ask(struct call *call)
{
    struct field field = {&call->grid, call->grid.blocked, NULL};
    struct engine *gpu = gpu_jobs_open(gpu_engine(), &field, "auto", NULL);
    struct engine *cpu = gpu_jobs_open(&engine_cpu, &field, "bucket", NULL);
    struct job want[JOBS];
    struct error error = {0};
    memcpy(want, call->jobs, sizeof want);
    assert_int_equal(cpu->ops->expand(cpu, want, call->count, &error), STATUS_OK);
    if (gpu->ops->expand(gpu, call->jobs, call->count, &error) != STATUS_OK)
        fail_msg("auto: %s", error.text);
    for (size_t i = 0; i < call->count; i++) {
        const struct job *job = &call->jobs[i];
        assert_int_equal(job->outcome, want[i].outcome);
        if (job->outcome != OUTCOME_FOUND)
            continue;
        assert_int_equal(job->cost, want[i].cost);
        assert_int_equal(job->target, want[i].target);
        assert_int_equal(job->reached, want[i].reached);
        assert_int_equal(job->knot_count, want[i].knot_count);
        assert_memory_equal(job->knots, want[i].knots, job->knot_count * sizeof(cell_t));
    }
    size_t together = gpu_jobs_together(gpu);
    gpu->ops->close(gpu);
    cpu->ops->close(cpu);
    return together;
}

/* Only long pairs: `count` of them in a square grid. */
static size_t ask_long(uint32_t side, uint32_t percent, size_t count, uint64_t seed)
{
    struct call *call = calloc(1, sizeof *call);
    uint64_t random = seed;
    gpu_jobs_grid(&call->grid, side, side, percent, &random);
    add_long(call, (struct box){0, 0, side - 1, side - 1}, count, &random);
    size_t together = ask(call);
    grid_destroy(&call->grid);
    free(call);
    return together;
}

static void test_together(void **state)
{
    (void)state;
    assert_true(ask_long(SIDE, 0, 12, 1) > 0);
    assert_true(ask_long(SIDE, 10, 12, 2) > 0);
    assert_true(ask_long(SIDE, 20, 30, 3) > 0);
    assert_true(ask_long(SIDE, 31, 12, 4) > 0);
    assert_true(ask_long(SIDE, 37, 12, 5) > 0);
    assert_true(ask_long(1024, 5, 40, 4) > 0);
}

static void test_apart(void **state)
{
    (void)state;
    assert_true(ask_long(SIDE, 10, 7, 1) == 0);  /* too few */
    assert_true(ask_long(1000, 10, 12, 2) == 0); /* too long for their number */
    assert_true(ask_long(1200, 10, 24, 3) == 0); /* too large a window */
    assert_true(ask_long(SIDE, 37, 3, 6) == 0);
}

/* All kinds of jobs in one call: short and long pairs, trees, windows with few and with many
 * blocks, enclosed targets. */
static void mixed_call(struct call *call, uint64_t *random)
{
    uint32_t side = 200 + case_below(random, 300);
    gpu_jobs_grid(&call->grid, side, side, case_below(random, 25), random);
    struct box rough = {0, 0, side / 3, side - 1}, all = {0, 0, side - 1, side - 1};
    const uint32_t more = case_chance(random, 50) ? 25 : 0;
    for (uint32_t y = 0; y < side; y++)
        for (uint32_t x = 0; x < side / 3; x++)
            if (case_chance(random, more))
                grid_set_blocked(&call->grid, grid_cell(&call->grid, x, y, 0), true);
    uint32_t count = 4 + case_below(random, JOBS - 4), most = 1 + case_below(random, side);
    while (call->count < count) {
        struct box window = case_chance(random, 30) ? rough : all;
        struct wire source = gpu_jobs_cell(&call->grid, window, random);
        uint32_t x = grid_x(&call->grid, source.from), y = grid_y(&call->grid, source.from);
        struct box near = {x, y, x + most < window.x1 ? x + most : window.x1,
                           y + most < window.y1 ? y + most : window.y1};
        add(call, source,
            gpu_jobs_cell(&call->grid, case_chance(random, 40) ? window : near, random), window);
        struct job *job = &call->jobs[call->count - 1];
        if (case_chance(random, 20)) {
            call->ends[call->count - 1][1] = gpu_jobs_cell(&call->grid, window, random);
            job->source_count = 2;
        }
        if (case_chance(random, 10)) {
            call->ends[call->count - 1][3] = gpu_jobs_cell(&call->grid, window, random);
            job->target_count = 2;
        }
    }
}

static void test_mixed(void **state)
{
    (void)state;
    uint64_t random = case_seed();
    const char *text = getenv("DESIGNS");
    int rounds = text != NULL ? atoi(text) : ROUNDS;
    for (int round = 0; round < rounds; round++) {
        struct call *call = calloc(1, sizeof *call);
        mixed_call(call, &random);
        (void)ask(call);
        grid_destroy(&call->grid);
        free(call);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_together),
        cmocka_unit_test(test_apart),
        cmocka_unit_test(test_mixed),
    };
    return gpu_jobs_main(tests);
}
