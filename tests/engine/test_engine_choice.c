/* The engine that `auto` chooses: its queries of devices, and its note. */
#include <stdlib.h>
#include <string.h>

#include "grid/generate/generate.h"
#include "router/api/engines.h"
#include "router/engine/engine_cpu.h"
#include "tests/support/random_designs.h"

/* An engine without a device that counts the calls of unusable(). */
static unsigned asked;

static const char *no_device(void)
{
    asked++;
    return "it has no device";
}

static const struct engine_ops away = {.name = "away", .unusable = no_device};

/* Routes a design of four layers with one net per 400 columns; returns the note. */
static struct engine_choice choose(uint32_t side, const bool *skip)
{
    const struct generate_options kind = {.kind = GENERATE_CHIP,
                                          .width = side,
                                          .height = side,
                                          .layers = 4,
                                          .nets = side * side / 400,
                                          .seed = 7};
    struct design design;
    struct routes routes;
    struct engine_choice choice;
    struct engines engines = {.count = 2};
    struct route_options options = plain_options();
    options.engine = NULL;
    options.skip = skip;
    options.max_iterations = 10;
    options.effort = ROUTE_FAST;
    engines.engine[0] = &away;
    engines.engine[1] = &engine_cpu;
    asked = 0;
    assert_int_equal(generate_design(&design, &kind, NULL), STATUS_OK);
    const enum status status = engines_route(&engines, "auto", "--engine", &design, &options,
                                             &routes, NULL, &choice, NULL);
    assert_true(status == STATUS_OK || status == STATUS_UNROUTED);
    assert_string_equal(choice.engine, "cpu");
    routes_destroy(&routes);
    design_destroy(&design);
    return choice;
}

/* A large, sparse grid is routed by the CPU, and no device is asked. */
static void no_device_is_asked_for_large_grids(void **state)
{
    (void)state;
    const struct engine_choice choice = choose(512, NULL);
    assert_int_equal(asked, 0);
    assert_string_equal(choice.note, "engine: cpu (faster than away for this design)");
}

/* Nor where one net is skipped. Small designs are others' work. */
static void devices_are_asked_for_small_designs(void **state)
{
    (void)state;
    bool skip[512 * 512 / 400] = {true};
    choose(512, skip);
    assert_int_equal(asked, 0);
    choose(100, NULL);
    assert_true(asked > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_device_is_asked_for_large_grids),
        cmocka_unit_test(devices_are_asked_for_small_designs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
