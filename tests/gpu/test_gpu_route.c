/* Routes whole designs with negotiation and improvement on the GPU, on the CPU, and on both, with
 * each call on one of them at random, and compares wires, numbers and reasons: small designs of all
 * features, and larger ones of several layers with many nets in conflict. Environment: SEED, and
 * DESIGNS, the number of small designs (24).
 */
#include "tests/support/random_designs.h"

#include "grid/generate/generate.h"
#include "gpu/gpu.h"
#include "router/engine/engine_pair.h"

enum { DESIGNS = 24 };

static int designs(void)
{
    const char *text = getenv("DESIGNS");
    return text != NULL ? atoi(text) : DESIGNS;
}

/* The two engines of a pair, with random estimates. */
static struct engine_ops home, away;
static uint64_t drawn = 1;

static double draw(const struct field *field, unsigned features,
                   const struct engine_options *options, const struct job *jobs, size_t count)
{
    (void)field, (void)features, (void)options, (void)jobs;
    return count > 0 ? 1e-6 * (1 + random_below(&drawn, 1000)) : 0;
}

static void route(const struct design *design, const struct engine_ops *engine, unsigned threads,
                  uint32_t iterations, struct routes *routes, struct route_report *report)
{
    struct error error = {0};
    struct route_options options = plain_options();
    options.engine = engine;
    options.engine_options.threads = threads;
    options.engine_options.host = &home;
    options.engine_options.accelerator = &away;
    options.max_iterations = iterations;
    enum status status = route_design(design, &options, routes, report, &error);
    if (status != STATUS_OK && status != STATUS_UNROUTED)
        fail_msg("%s: %s", engine->name, error.text);
}

/* Routes the design on all three; returns true if it needed more than one iteration. */
static bool compare(const struct design *design, uint32_t iterations)
{
    struct routes cpu, gpu, both;
    struct route_report cpu_report, gpu_report, both_report;
    route(design, &engine_cpu, 4, iterations, &cpu, &cpu_report);
    route(design, gpu_engine(), 2, iterations, &gpu, &gpu_report);
    route(design, &engine_pair, 4, iterations, &both, &both_report);
    assert_right(design, &gpu);
    assert_same_routes(&cpu, &gpu);
    assert_same_routes(&cpu, &both);
    assert_int_equal(cpu_report.iterations, gpu_report.iterations);
    assert_int_equal(cpu_report.iterations, both_report.iterations);
    assert_null(strstr(both_report.device, "without"));
    routes_destroy(&cpu);
    routes_destroy(&gpu);
    routes_destroy(&both);
    return gpu_report.iterations > 1;
}

static void destroy(struct design *design)
{
    netlist_destroy(&design->nets);
    grid_destroy(&design->grid);
}

static void test_small(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    int haggled = 0;
    for (int i = 0; i < designs(); i++) {
        struct design design;
        random_grid(&design, 6 + random_below(&seed, 30), 6 + random_below(&seed, 30),
                    1 + random_below(&seed, 4), random_below(&seed, 20),
                    random_below(&seed, 2) == 0, &seed);
        random_nets(&design, 3 + random_below(&seed, 25), 2 + random_below(&seed, 3),
                    random_below(&seed, 3) == 0, &seed);
        haggled += compare(&design, 6);
        destroy(&design);
    }
    assert_true(designs() < 10 || haggled > designs() / 10);
}

/* Nets across several tiles of the sweeps, more of them than fit at once. */
static void test_several_tiles(void **state)
{
    (void)state;
    uint64_t seed = random_seed() + 1;
    int rounds = designs() < 10 ? 1 : 4, haggled = 0;
    for (int i = 0; i < rounds; i++) {
        struct design design;
        uint32_t side = 50 + random_below(&seed, 60), layers = 2 + random_below(&seed, 3);
        random_grid(&design, side, side + 20, layers, 8, false, &seed);
        design.grid.rules = (struct step_rules){.via = random_below(&seed, 4),
                                                .wrong_way = random_below(&seed, 4),
                                                .horizontal = 5,
                                                .vertical = 10};
        design.grid.rules.horizontal &= ((uint64_t)1 << layers) - 1;
        design.grid.rules.vertical &= ((uint64_t)1 << layers) - 1;
        random_nets(&design, side, 2 + random_below(&seed, 2), false, &seed);
        haggled += compare(&design, designs() < 10 ? 2 : 4);
        destroy(&design);
    }
    assert_true(haggled > 0);
}

static void test_macro(void **state)
{
    (void)state;
    struct error error = {0};
    for (uint64_t seed = 1; seed <= 1; seed++) {
        struct design design = {0};
        struct generate_options options = {
            .kind = GENERATE_MACRO, .width = 128, .height = 128, .nets = 20, .seed = seed};
        if (generate_design(&design, &options, &error) != STATUS_OK)
            fail_msg("%s", error.text);
        compare(&design, 6);
        destroy(&design);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small),
        cmocka_unit_test(test_several_tiles),
        cmocka_unit_test(test_macro),
    };
    const char *why = gpu_engine()->unusable();
    if (why != NULL) {
        printf("[  SKIPPED ] no GPU to test: %s\n", why);
        return 0;
    }
    home = engine_cpu;
    away = *gpu_engine();
    home.estimate = away.estimate = draw;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
