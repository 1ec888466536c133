/* Tests of leeway.h: options of a run, and stopping it. */
#include "tests/api/calls.h"

#include <math.h>

static int stop_at_once(void *context, const struct leeway_progress *progress)
{
    int *calls = context;
    assert_true(progress->phase[0] != '\0' && progress->total > 0);
    ++*calls;
    return 1;
}

static void test_options(void **state)
{
    (void)state;
    struct leeway_design *design = make_first(), *other = make(12, 8, 1);
    struct leeway_routes *routes, *kept;
    struct leeway_options options;
    const uint8_t skip[] = {1, 0, 0};
    refused(leeway_route(&routes, other, NULL, &error), "expected a design with nets");
    refused(leeway_route(NULL, design, NULL, &error), "routes is NULL");
    refused(leeway_route(&routes, NULL, NULL, &error), "design is NULL");
#define WRONG(set, says)                                                                           \
    do {                                                                                           \
        leeway_options_init(&options, sizeof options);                                             \
        set;                                                                                       \
        refused(leeway_route(&routes, design, &options, &error), says);                            \
        assert_null(routes);                                                                       \
    } while (0)
    WRONG(options.size = 0, "leeway_options_init");
    WRONG(options.size = sizeof options + 8, "leeway_options_init");
    for (size_t size = 0; size < sizeof options; size++) /* half a pointer would be read */
        if (size % sizeof(void *) != 0)
            WRONG((options.engine = "cpu", options.effort = "fast", options.size = size),
                  "leeway_options_init");
    WRONG(options.engine = "tpu", "auto, cpu, gpu");
    WRONG(options.engine = NULL, "engine is NULL");
    WRONG(options.engine = "", "auto, cpu, gpu");
    WRONG(options.wave = NULL, "wave is NULL");
    WRONG(options.order = NULL, "order is NULL");
    WRONG(options.effort = NULL, "effort is NULL");
    WRONG(options.effort = "most", "normal, fast, best");
    WRONG(options.global = "on", "only a layout");
    WRONG(options.wave = "tsunami", "tsunami");
    WRONG(options.order = "random", "short, netlist");
    WRONG(options.threads = 1025, "0..1024");
    WRONG(options.max_iterations = 1000001, "0..1000000");
    WRONG(options.time_limit = -1, "time_limit");
    WRONG(options.threads = UINT32_MAX, "0..1024");
    WRONG(options.time_limit = 31536001, "time_limit");
    WRONG(options.time_limit = (double)INFINITY, "time_limit");
    WRONG(options.time_limit = (double)NAN, "time_limit");
    WRONG((options.skip = skip, options.skip_count = SIZE_MAX), "expected 2 elements");
    WRONG((options.skip = skip, options.skip_count = 0), "expected 2 elements");
    WRONG((options.skip = skip, options.skip_count = 3), "expected 2 elements");
#undef WRONG
    leeway_options_init(&options, sizeof options);
    options.skip = skip;
    options.skip_count = 2;
    assert_int_equal(leeway_route(&kept, design, &options, &error), LEEWAY_OK);
    assert_int_equal(leeway_check(design, kept, NULL, NULL, &error), LEEWAY_UNROUTED);
    assert_int_equal(leeway_routes_nets(kept, NULL)[0].state, LEEWAY_NOT_TRIED);
    assert_int_equal(leeway_routes_nets(kept, NULL)[1].state, LEEWAY_ROUTED);
    leeway_options_init(&options, sizeof options);
    options.keep = kept;
    assert_int_equal(leeway_route(&routes, design, &options, &error), LEEWAY_OK);
    assert_int_equal(leeway_routes_nets(routes, NULL)[0].state, LEEWAY_ROUTED);
    leeway_routes_destroy(routes);
    add(other, "clk", CLK, 2);
    refused(leeway_route(&routes, other, &options, &error), "of another design");
    refused(leeway_check(other, kept, NULL, NULL, &error), "of another design");
    refused(leeway_draw(other, kept, NULL, "x.png", &error), "of another design");
    refused(leeway_routes_write(kept, other, "x.routes", &error), "of another design");
    leeway_routes_destroy(kept);

    /* A program that knows only the first member gets all defaults. */
    struct leeway_options small;
    leeway_options_init(NULL, sizeof small);
    memset(&small, 0xAA, sizeof small);
    leeway_options_init(&small, sizeof small.size - 1); /* no room even for its size */
    assert_int_equal(small.size, (size_t)0xAAAAAAAAAAAAAAAA);
    leeway_options_init(&small, sizeof small.size);
    assert_int_equal(small.size, sizeof small.size);
    assert_int_equal(leeway_route(&routes, design, &small, &error), LEEWAY_OK);
    leeway_routes_destroy(routes);
    leeway_design_destroy(design);
    leeway_design_destroy(other);
}

static void test_stop(void **state)
{
    (void)state;
    struct leeway_design *design = make(16, 16, 1);
    struct leeway_routes *routes;
    struct leeway_options options;
    int calls = 0;
    volatile sig_atomic_t stop = 0;
    for (uint32_t i = 1; i < 15; i++) { /* crossing nets, so the run takes long */
        const uint32_t rows[] = {0, i, 0, 15, i, 0}, columns[] = {i, 0, 0, i, 15, 0};
        add(design, NULL, rows, 2);
        add(design, NULL, columns, 2);
    }
    leeway_options_init(&options, sizeof options);
    options.progress = stop_at_once;
    options.context = &calls;
    assert_int_equal(leeway_route(&routes, design, &options, &error), LEEWAY_INTERRUPTED);
    assert_int_equal(leeway_check(design, routes, NULL, NULL, &error), LEEWAY_UNROUTED);
    assert_true(calls > 0);
    assert_string_equal(leeway_routes_report(routes)->end, "stopped");
    leeway_routes_destroy(routes);
    options.stop = &stop;
    assert_int_equal(leeway_route(&routes, design, &options, &error), LEEWAY_INTERRUPTED);
    assert_int_equal(stop, 1);
    leeway_routes_destroy(routes);
    options.progress = NULL;
    assert_int_equal(leeway_route(&routes, design, &options, &error), LEEWAY_INTERRUPTED);
    assert_int_equal(leeway_routes_nets(routes, NULL)[0].state, LEEWAY_NOT_TRIED);
    leeway_routes_destroy(routes);
    leeway_design_destroy(design);
}

/* A net that was routed alone may cover the pin of another; it cannot be kept among all nets. */
static void test_keep_of_nets_alone(void **state)
{
    (void)state;
    struct leeway_design *design = make(4, 1, 1);
    struct leeway_routes *alone, *routes;
    struct leeway_options options;
    const uint32_t across[] = {0, 0, 0, 3, 0, 0}, middle[] = {1, 0, 0, 2, 0, 0};
    add(design, "across", across, 2);
    add(design, "middle", middle, 2);
    leeway_options_init(&options, sizeof options);
    options.alone = 1;
    assert_int_equal(leeway_route(&alone, design, &options, &error), LEEWAY_OK);
    options.keep = alone;
    assert_int_equal(leeway_route(&routes, design, &options, &error), LEEWAY_OK);
    leeway_routes_destroy(routes);
    options.alone = 0;
    refused(leeway_route(&routes, design, &options, &error), "net across: 1,0,1");
    leeway_routes_destroy(alone);
    leeway_design_destroy(design);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_keep_of_nets_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
