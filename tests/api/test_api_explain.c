/* Tests of leeway.h: explanations of nets. */
#include "tests/api/calls.h"

static void test_grid(void **state)
{
    (void)state;
    struct leeway_design *design = make(5, 3, 1);
    struct leeway_routes *routes;
    const uint32_t wall[] = {2, 0, 0, 2, 1, 0}, far[] = {0, 0, 0, 4, 0, 0};
    const struct leeway_explanation *it;
    add(design, "wall", wall, 2);
    add(design, "far", far, 2);
    assert_int_equal(leeway_route(&routes, design, NULL, &error), LEEWAY_OK);
    assert_int_equal(leeway_explain(&it, design, routes, 1, &error), LEEWAY_OK);
    assert_string_equal(it->state, "routed");
    assert_int_equal(it->length, 8);
    assert_int_equal(it->least, 4);
    assert_int_equal(it->net_count, 1);
    assert_int_equal(it->nets[0], 0);
    assert_int_equal(it->fault_count, 0);
    leeway_explanation_destroy(it);
    assert_int_equal(leeway_explain(&it, design, routes, 0, &error), LEEWAY_OK);
    assert_int_equal(it->net_count, 0);
    leeway_explanation_destroy(it);
    leeway_routes_destroy(routes);
    leeway_design_destroy(design);
}

/* A net without wires, with a result and without one. */
static void test_open(void **state)
{
    (void)state;
    struct leeway_design *design = make(5, 1, 1);
    struct leeway_routes *routes;
    const uint32_t a[] = {0, 0, 0, 4, 0, 0}, b[] = {2, 0, 0};
    const uint8_t blocked[5] = {0, 1};
    const struct leeway_explanation *it;
    add(design, "a", a, 2);
    add(design, "b", b, 1);
    assert_int_equal(leeway_route(&routes, design, NULL, &error), LEEWAY_UNROUTED);
    assert_int_equal(leeway_explain(&it, design, routes, 0, &error), LEEWAY_OK);
    assert_string_equal(it->state, "blocked-by");
    assert_int_equal(it->net_count, 1);
    assert_int_equal(it->nets[0], 1);
    leeway_explanation_destroy(it);
    assert_int_equal(leeway_design_set_blocked(design, blocked, 5, &error), LEEWAY_OK);
    assert_int_equal(leeway_explain(&it, design, NULL, 0, &error), LEEWAY_OK);
    assert_string_equal(it->state, "no-path");
    assert_int_equal(it->net_count, 0);
    leeway_explanation_destroy(it);
    leeway_explanation_destroy(NULL);
    refused(leeway_explain(&it, design, routes, 2, &error), "expected one of 2 nets, found 2");
    assert_null(it);
    refused(leeway_explain(&it, NULL, routes, 0, &error), "design is NULL");
    refused(leeway_explain(NULL, design, routes, 0, &error), "explanation is NULL");
    leeway_design_destroy(design);
    design = make_first();
    refused(leeway_explain(&it, design, routes, 0, &error), "are of another design");
    leeway_routes_destroy(routes);
    leeway_design_destroy(design);
}

/* A skipped net is open, and the nets across it are named; a long net names its neighbours. */
static void test_layout(void **state)
{
    (void)state;
    static const char *const lefs[] = {"netlists/quad.lef"};
    enum { NETS = 65 };
    struct leeway_layout *placed, *result;
    struct leeway_options options;
    const struct leeway_explanation *it;
    uint8_t skip[NETS] = {0};
    size_t longest = 0, crowds = 0;
    assert_int_equal(leeway_layout_read(&placed, "netlists/counter.def", lefs, 1, &error),
                     LEEWAY_OK);
    assert_int_equal(leeway_layout_route(&result, placed, NULL, &error), LEEWAY_OK);
    const struct leeway_layout_net *nets = leeway_layout_nets(result, NULL);
    for (uint32_t i = 0; i < NETS; i++) {
        longest = nets[i].length > nets[longest].length ? i : longest;
        assert_int_equal(leeway_layout_explain(&it, result, i, &error), LEEWAY_OK);
        assert_string_equal(it->state, nets[i].state);
        assert_int_equal(it->length, nets[i].length);
        assert_int_equal(it->fault_count, 0);
        assert_true(it->net_count <= 6 && (it->length > it->least || it->net_count == 0));
        crowds += it->net_count;
        leeway_explanation_destroy(it);
    }
    assert_true(crowds > 0);
    leeway_layout_destroy(result);
    skip[longest] = 1;
    leeway_options_init(&options, sizeof options);
    options.skip = skip;
    options.skip_count = NETS;
    assert_int_equal(leeway_layout_route(&result, placed, &options, &error), LEEWAY_OK);
    assert_int_equal(leeway_layout_explain(&it, result, (uint32_t)longest, &error), LEEWAY_OK);
    assert_string_equal(it->state, "skipped");
    assert_true(it->net_count > 0 && it->fault_count == 1);
    assert_non_null(strstr(it->faults[0], leeway_layout_nets(placed, NULL)[longest].name));
    for (size_t i = 0; i < it->net_count; i++)
        assert_true(it->nets[i] < NETS && it->nets[i] != longest);
    leeway_explanation_destroy(it);
    refused(leeway_layout_explain(&it, result, NETS, &error), "expected one of 65 nets");
    refused(leeway_layout_explain(&it, NULL, 0, &error), "layout is NULL");
    leeway_layout_destroy(result);
    leeway_layout_destroy(placed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grid),
        cmocka_unit_test(test_open),
        cmocka_unit_test(test_layout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
