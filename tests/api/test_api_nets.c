/* Tests of leeway.h: adding nets one by one and all at once, and wrong nets. */
#include "tests/api/calls.h"

static void test_nets_at_once(void **state)
{
    (void)state;
    struct leeway_design *design = make(8, 8, 2);
    const uint32_t pins[] = {0, 0, 0, 7, 0, LEEWAY_EVERY_LAYER, 0, 2, 0, 7, 2, 1, 3, 5, 0};
    const uint64_t first[] = {0, 2, 5}, falls[] = {0, 6, 5}, empty[] = {0, 0, 5};
    const char *const names[] = {"x", "x"};
    refused(leeway_design_add_nets(design, 2, NULL, falls, pins, 5, &error), "never to fall");
    refused(leeway_design_add_nets(design, 2, NULL, first, pins, 4, &error), "number of pins");
    refused(leeway_design_add_nets(design, 2, NULL, empty, pins, 5, &error), "at least one pin");
    refused(leeway_design_add_nets(design, 2, NULL, NULL, pins, 5, &error), "first_pin is NULL");
    refused(leeway_design_add_nets(design, 2, NULL, first, NULL, 5, &error), "pins is NULL");
    assert_int_equal(leeway_design_net_count(design), 0);
    refused(leeway_design_add_nets(design, 2, names, first, pins, 5, &error), "a net already");
    assert_int_equal(leeway_design_net_count(design), 1);
    assert_int_equal(leeway_design_add_nets(design, 1, NULL, first + 1, pins + 6, 0, &error), 2);
    const uint64_t rest[] = {0, 3};
    assert_int_equal(leeway_design_add_nets(design, 1, NULL, rest, pins + 6, 3, &error), LEEWAY_OK);
    assert_string_equal(leeway_design_net_name(design, 1), "1");
    struct leeway_routes *routes;
    assert_int_equal(leeway_route(&routes, design, NULL, &error), LEEWAY_OK);
    assert_int_equal(leeway_check(design, routes, NULL, NULL, &error), LEEWAY_OK);
    leeway_routes_destroy(routes);
    leeway_design_destroy(design);
}

/* After a net is refused, its name and its cells are free again. */
static void test_net_taken_back(void **state)
{
    (void)state;
    struct leeway_design *design = make(12, 8, 2);
    const uint32_t twice[] = {3, 3, 0, 3, 3, LEEWAY_EVERY_LAYER};
    const uint32_t outside[] = {4, 4, LEEWAY_EVERY_LAYER, 12, 0, 0};
    const uint32_t both[] = {3, 3, LEEWAY_EVERY_LAYER, 4, 4, 1};
    add(design, "clk", CLK, 2);
    refused(leeway_design_add_net(design, "n", twice, 2, &error), "a pin already");
    refused(leeway_design_add_net(design, "n", outside, 2, &error), "inside the grid");
    refused(leeway_design_add_net(design, "n", CLK, 1, &error), "found 0,0,1, which is a pin");
    refused(leeway_design_add_net(design, "clk", both, 2, &error), "a net already");
    refused(leeway_design_add_net(design, "n", both, 0, &error), "at least one pin");
    refused(leeway_design_add_net(design, "two words", both, 2, &error), "without blanks");
    refused(leeway_design_add_net(design, "", both, 2, &error), "1..255 bytes");
    refused(leeway_design_add_net(design, "a#b", both, 2, &error), "'#'");
    refused(leeway_design_add_net(design, "\xff", both, 2, &error), "UTF-8");
    assert_int_equal(leeway_design_net_count(design), 1);
    add(design, "n", both, 2);
    assert_string_equal(leeway_design_net_name(design, 1), "n");
    leeway_design_destroy(design);
}

static void test_nets_refused(void **state)
{
    (void)state;
    struct leeway_design *design = make(4, 4, 2);
    const uint32_t pins[] = {0, 0, 0, 3, 3, LEEWAY_EVERY_LAYER}, far[] = {0, 0, UINT32_MAX - 1};
    const uint64_t first[] = {0, 2}, huge[] = {0, SIZE_MAX}, late[] = {1, 2};
    const uint64_t many[] = {0, LEEWAY_PINS_MAX};
    const char *const none[] = {NULL};
    char name[257];
    memset(name, 'n', sizeof name);
    name[256] = '\0';
    refused(leeway_design_add_net(NULL, "n", pins, 2, &error), "design is NULL");
    refused(leeway_design_add_net(design, "n", NULL, 2, &error), "pins is NULL");
    refused(leeway_design_add_net(design, name, pins, 2, &error), "1..255 bytes");
    refused(leeway_design_add_net(design, "n", pins, SIZE_MAX, &error), "at most 32 pins");
    refused(leeway_design_add_net(design, "n", pins, 33, &error), "at most 32 pins");
    refused(leeway_design_add_net(design, "n", far, 1, &error), "inside the grid");
    refused(leeway_design_add_nets(NULL, 1, NULL, first, pins, 2, &error), "design is NULL");
    refused(leeway_design_add_nets(design, SIZE_MAX, NULL, first, pins, 2, &error), "16777216");
    refused(leeway_design_add_nets(design, 1, NULL, huge, pins, SIZE_MAX, &error), "67108864");
    refused(leeway_design_add_nets(design, 1, NULL, many, pins, LEEWAY_PINS_MAX, &error),
            "32 pins");
    refused(leeway_design_add_nets(design, 1, NULL, late, pins, 2, &error), "from 0 to 2");
    refused(leeway_design_add_nets(design, 1, none, first, pins, 2, &error),
            "name of a net is NULL");
    refused(leeway_design_set_alone(NULL, 1, &error), "design is NULL");
    assert_int_equal(leeway_design_net_count(design), 0);
    const uint64_t zero = 0;
    assert_int_equal(leeway_design_add_nets(design, 0, NULL, &zero, NULL, 0, &error), LEEWAY_OK);
    assert_int_equal(leeway_design_add_nets(design, 1, NULL, first, pins, 2, &error), LEEWAY_OK);
    leeway_design_destroy(design);
}

/* A query may name a cell twice. */
static void test_alone(void **state)
{
    (void)state;
    struct leeway_design *design = make(12, 8, 1);
    struct leeway_routes *routes;
    assert_int_equal(leeway_design_set_alone(design, 1, &error), LEEWAY_OK);
    add(design, "a", CLK, 2);
    add(design, "b", CLK, 2);
    const uint32_t twice[] = {3, 3, 0, 3, 3, 0};
    add(design, "c", twice, 2);
    refused(leeway_design_set_alone(design, 0, &error), "before the first net");
    assert_int_equal(leeway_route(&routes, design, NULL, &error), LEEWAY_OK);
    assert_int_equal(leeway_check(design, routes, NULL, NULL, &error), LEEWAY_OK);
    leeway_routes_destroy(routes);
    leeway_design_destroy(design);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nets_at_once),
        cmocka_unit_test(test_net_taken_back),
        cmocka_unit_test(test_nets_refused),
        cmocka_unit_test(test_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
