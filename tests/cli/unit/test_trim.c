/* test_trim: which wires of a net are loose, by hand. Net n3 joins p3 at (6000, 5000) to p4 at
 * (9000, 5000). */
#include "tests/support/layout_rules.h"

#include "router/cli/subject/layout/layout_keep.h"

#define ACROSS "m1 ( 6000 5000 ) ( 9000 * ) "
#define UPWARD "NEW m1 ( 7000 5000 ) v12 NEW m2 ( 7000 5000 ) ( 7000 7000 ) v23"

/* A 1 for each loose wire, in the order of the text. */
static const struct trim_case {
    const char *name, *wires;
    const char *once; /* without tails, once */
    const char *tail, *all;
} cases[] = {
    {"from pin to pin", ACROSS, "0", "0", "0"},
    {"stub", ACROSS "NEW m1 ( 7000 5000 ) ( 7000 7000 )", "01", "00", "01"},
    {"a stub that ends on purpose", ACROSS "NEW m1 ( 7000 5000 ) ( 7000 7000 )", "01", "01", "00"},
    {"two wires meet at their ends", "m1 ( 6000 5000 ) ( 7000 * ) NEW m1 ( 7000 5000 ) ( 9000 * )",
     "00", "00", "00"},
    {"a way to nowhere", ACROSS UPWARD, "0001", "0000", "0111"},
    {"its end holds nothing", ACROSS UPWARD, "0001", "0001", "0111"},
    {"wires that end on purpose hold none", ACROSS UPWARD, "0001", "0111", "0011"},
    {"a way that ends open", "m1 ( 6000 5000 ) ( 7000 * ) v12 ( * 6000 )", "001", "000", "111"},
    {"a way over another layer", "m1 ( 6000 5000 ) v12 ( 6000 6000 ) ( 9000 * ) ( * 5000 ) v12",
     "00000", "00000", "00000"},
    {"a rectangle", ACROSS "RECT ( -100 -100 100 300 )", "00", "00", "00"},
    {"a rectangle beside", ACROSS "NEW m1 ( 6000 7000 ) RECT ( -100 -100 100 300 )", "01", "00",
     "01"},
    {"a wire that crosses", ACROSS "NEW m1 ( 7000 4000 ) ( 7000 6000 )", "01", "00", "01"},
    {"a wire that crosses on purpose", ACROSS "NEW m1 ( 7000 4000 ) ( 7000 6000 )", "01", "01",
     "00"},
    {"a loop",
     ACROSS "NEW m1 ( 7000 5000 ) ( 7000 7000 ) ( 9000 * ) "
            "( * 5000 )",
     "0000", "0000", "0000"},
};

static void expect_loose(const char *name, const bool *loose, const char *expected)
{
    for (size_t i = 0; expected[i] != '\0'; i++)
        if (loose[i] != (expected[i] == '1'))
            fail_msg("%s: wire %zu: expected %c", name, i, expected[i]);
}

static void test_cases(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct trim_case *c = &cases[i];
        const struct rule_case rule = {.n3 = c->wires};
        struct layout layout;
        struct shapes shapes;
        struct error error = {0};
        bool loose[8] = {false}, tail[8] = {false}, left[8] = {false};
        char *lef, *def;
        rule_texts(&rule, "", &lef, &def);
        layout_read(&layout, lef, def);
        const uint32_t net = find_net(&layout, "n3");
        assert_int_equal(layout.placed.nets[net].wires.count, strlen(c->once));
        assert_int_equal(shapes_make(&shapes, &layout, &error), STATUS_OK);
        assert_int_equal(layout_trim(&layout, &shapes, net, NULL, loose, &error), STATUS_OK);
        expect_loose(c->name, loose, c->once);
        for (size_t w = 0; c->tail[w] != '\0'; w++)
            tail[w] = c->tail[w] == '1';
        assert_int_equal(layout_trim(&layout, &shapes, net, tail, left, &error), STATUS_OK);
        expect_loose(c->name, left, c->all);
        shapes_destroy(&shapes);
        layout_destroy(&layout);
        free(lef);
        free(def);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases)};
    return cmocka_run_group_tests(tests, layout_set_up, layout_tear_down);
}
