/* test_native_net: the .net reader. Wrong files are in tests/bad. */
#include "grid/format/design_file.h"
#include "tests/support/texts.h"

#include <sys/stat.h>

#include "grid/format/native/native.h"

static void test_nets(void **state)
{
    (void)state;
    struct design design;
    struct error error = {0};
    text_write("chip.grid", "size 8 6 3\n");
    text_write("chip.net", "# c\n grid chip.grid\r\n\nnet a 0,0 7,5,3 2,2,* # pins\n"
                           "net \xC3\xA9[1] 1,1\nnet x-0.5\t3,3,2\t4,4,1");
    assert_int_equal(design_read(&design, "chip.net", &error), STATUS_OK);
    assert_string_equal(design.name, "chip.net");
    assert_string_equal(design.grid_path, "chip.grid");
    assert_int_equal(design.format, FORMAT_NATIVE);
    assert_false(design.alone);
    assert_int_equal(design.grid.layers, 3);
    assert_int_equal(design.nets.net_count, 3);
    assert_int_equal(design.nets.pin_count, 6);
    static const char *const names[] = {"a", "\xC3\xA9[1]", "x-0.5"};
    static const uint32_t first[] = {0, 3, 4}, count[] = {3, 1, 2};
    for (uint32_t net = 0; net < 3; net++) {
        assert_string_equal(netlist_name(&design.nets, net), names[net]);
        assert_int_equal(design.nets.nets[net].first_pin, first[net]);
        assert_int_equal(design.nets.nets[net].pin_count, count[net]);
    }
    const struct pin *pins = design.nets.pins;
    assert_int_equal(pins[0].cell, 0);
    assert_int_equal(pins[1].cell, grid_cell(&design.grid, 7, 5, 2));
    assert_int_equal(pins[2].cell, grid_cell(&design.grid, 2, 2, 0));
    assert_true(pins[2].all_layers && !pins[1].all_layers);
    design_destroy(&design);
    design_destroy(&design);
}

/* The grid is searched for beside the netlist; its name may contain blanks and ` #`. */
static void test_grid_names(void **state)
{
    (void)state;
    struct design design;
    char text[512];
    mkdir("sub", 0700);
    text_write("sub/my chip.grid", "size 5 5\n");
    text_write("sub/odd #1.grid", "size 6 6\n");
    text_write("sub/odd", "size 7 7\n");
    static const struct {
        const char *name;
        uint32_t width;
    } cases[] = {{"my chip.grid", 5}, {"my chip.grid   # remark", 5}, {"odd #1.grid", 6},
                 {"odd #2.grid", 7},  {"../sub/odd\t# x # y", 7},     {"  odd  ", 7}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        snprintf(text, sizeof text, "grid %s\nnet a 0,0\n", cases[i].name);
        text_write("sub/chip.net", text);
        assert_int_equal(design_read(&design, "sub/chip.net", NULL), STATUS_OK);
        assert_int_equal(design.grid.width, cases[i].width);
        assert_string_equal(design.name, "chip.net");
        design_destroy(&design);
    }
    char absolute[256];
    assert_non_null(getcwd(absolute, sizeof absolute - 40));
    snprintf(text, sizeof text, "grid %s/sub/odd\nnet a 0,0\n", absolute);
    text_write("sub/chip.net", text);
    assert_int_equal(design_read(&design, "sub/chip.net", NULL), STATUS_OK);
    design_destroy(&design);
}

/* Many nets, so that arrays and tables grow; names that differ only in the last digit. */
static void test_many_nets(void **state)
{
    (void)state;
    enum { NETS = 20000 };
    FILE *file = fopen("many.net", "wb");
    assert_non_null(file);
    text_write("many.grid", "size 200 200\n");
    fputs("grid many.grid\n", file);
    for (unsigned n = 0; n < NETS; n++)
        fprintf(file, "net n%u %u,%u %u,%u\n", n, 2 * n % 200, n / 100, 2 * n % 200 + 1, n / 100);
    fclose(file);
    struct design design;
    assert_int_equal(design_read(&design, "many.net", NULL), STATUS_OK);
    assert_int_equal(design.nets.net_count, NETS);
    assert_string_equal(netlist_name(&design.nets, NETS - 1), "n19999");
    assert_int_equal(design.nets.pins[2 * NETS - 1].cell, 199 * 200 + 199);
    design_destroy(&design);
    file = fopen("many.net", "ab");
    assert_non_null(file);
    fputs("net m 199,199\n", file);
    fclose(file);
    struct error error = {0};
    assert_int_equal(design_read(&design, "many.net", &error), STATUS_BAD_INPUT);
    assert_int_equal(error.line, NETS + 2);
    assert_non_null(strstr(error.text, "net n19999 in line 20001"));
}

/* The reader of this format names the first statement. */
static void test_first_statement(void **state)
{
    (void)state;
    struct design design = {0};
    struct scan scan;
    struct error error = {0};
    text_write("first.net", "# no grid\nnet a 0,0 1,0\n");
    assert_int_equal(scan_open(&scan, "first.net", &error), STATUS_OK);
    assert_int_equal(native_read_net(&design, &scan, &error), STATUS_BAD_INPUT);
    scan_close(&scan);
    design_destroy(&design);
    assert_string_equal(error.text, "expected grid FILE as the first statement, found \"net\"");
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nets),
        cmocka_unit_test(test_grid_names),
        cmocka_unit_test(test_many_nets),
        cmocka_unit_test(test_first_statement),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
