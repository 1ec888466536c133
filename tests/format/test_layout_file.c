/* test_layout_file: layouts and their results are recognised by their first word. */
#include "tests/support/layout_rules.h"

#include <sys/stat.h>

#include "grid/format/layout/layout_text.h"
#include "grid/format/layout_file.h"
#include "grid/format/lefdef/lefdef.h"

static const char *const lefs[] = {"a.lef"};
static struct lefdef_lefs given = {.path = lefs, .count = 1}; /* read once for all DEFs */

/* The files of a design of three nets; one net is routed in a.def only. */
static void write_files(void)
{
    static const struct rule_case placed = {.n1 = ""},
                                  routed = {.n1 = "m1 ( 1000 1000 ) ( 3000 * )"};
    struct layout layout;
    struct error error = {0};
    char *lef, *def;
    rule_texts(&placed, "", &lef, &def);
    text_write("a.lef", lef);
    char *bare = text_edit(def, "( PIN p1 ) + ROUTED", "( PIN p1 )");
    text_write("a.placed.def", bare);
    free(bare);
    free(def);
    free(lef);
    rule_texts(&routed, "", &lef, &def);
    text_write("a.def", def);
    layout_read(&layout, lef, def);
    FILE *file = fopen("a.net", "w");
    assert_non_null(file);
    assert_int_equal(layout_text_write(file, &layout, &error), STATUS_OK);
    fclose(file);
    assert_non_null(file = fopen("a.routes", "w"));
    assert_int_equal(layout_routes_write(file, &layout, NULL, NULL, &error), STATUS_OK);
    fclose(file);
    layout_destroy(&layout);
    free(def);
    free(lef);
}

static void test_native(void **state)
{
    (void)state;
    write_files();
    assert_true(layout_file_begins("a.net", "chip"));
    static const char *const others[] = {"a.def", "a.lef", "a.routes", "none", ".", "/dev/null"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(layout_file_begins(others[i], "chip"));
}

static void test_designs(void **state)
{
    (void)state;
    struct layout layout;
    struct error error = {0};
    write_files();
    assert_int_equal(layout_file_read(&layout, "a.def", &given, &error), STATUS_OK);
    assert_false(layout_is_native(&layout));
    assert_int_equal(layout.placed.nets[find_net(&layout, "n1")].wires.count, 1);
    layout_destroy(&layout);
    assert_int_equal(layout_file_read(&layout, "a.net", NULL, &error), STATUS_OK);
    assert_true(layout_is_native(&layout));
    assert_int_equal(layout.placed.net_names.count, 3);
    layout_destroy(&layout);
    assert_int_equal(layout_file_read(&layout, "a.def", NULL, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "a.def: a DEF needs the LEF files"));
    error_clear(&error);
    assert_int_equal(layout_file_read(&layout, "none.def", &given, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "cannot open"));
}

static void test_results(void **state)
{
    (void)state;
    struct layout placed, native, routed;
    struct error error = {0};
    write_files();
    assert_int_equal(layout_file_read(&placed, "a.placed.def", &given, &error), STATUS_OK);
    assert_int_equal(layout_file_read(&native, "a.net", NULL, &error), STATUS_OK);
    assert_int_equal(placed.placed.nets[find_net(&placed, "n1")].wires.count, 0);
    static const char *const results[] = {"a.def", "a.routes"};
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(layout_file_read_result(&routed, &placed, results[i], &given, &error),
                         STATUS_OK);
        const struct slice wires = routed.placed.nets[find_net(&routed, "n1")].wires;
        assert_int_equal(wires.count, 1);
        assert_int_equal(routed.placed.wires[wires.first].kind, WIRE_SEGMENT);
        layout_destroy(&routed);
    }
    assert_int_equal(layout_file_read_result(&routed, &native, "a.routes", NULL, &error),
                     STATUS_OK);
    layout_destroy(&routed);
    assert_int_equal(layout_file_read_result(&routed, &native, "a.def", &given, &error),
                     STATUS_BAD_INPUT);
    assert_string_equal(error.text, "expected a .routes file, because the design is not a DEF");
    assert_true(error.line == 0 && error.column == 0 && strcmp(error.file, "a.def") == 0);
    error_clear(&error);
    text_write("b.routes", "routes others\n");
    assert_int_equal(layout_file_read_result(&routed, &native, "b.routes", NULL, &error),
                     STATUS_BAD_INPUT);
    assert_int_equal(error.line, 1);
    layout_destroy(&placed);
    layout_destroy(&native);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_native),
        cmocka_unit_test(test_designs),
        cmocka_unit_test(test_results),
    };
    const int failed = cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
    lefdef_lefs_destroy(&given);
    return failed;
}
