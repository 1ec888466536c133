/* test_course_net: course_net. Wrong netlists are here and not in tests/bad, because each needs a
 * grid of its own name. */
#include "grid/format/design_file.h"
#include "grid/format/routes_file.h"
#include "tests/support/texts.h"

#include <sys/stat.h>

static const char grid_text[] = "3 2 5 10\n1 1 7\n-1 1 1\n2 2 2\n1 1 -1 ";

static void test_netlist(void **state)
{
    (void)state;
    struct design design;
    mkdir("sub", 0700);
    static const char *const pairs[][2] = {{"sub/b.nl", "sub/b.grid"},
                                           {"sub/c.nl", "sub/c.grid.gz"},
                                           {"d.x.nl", "d.x.grid"},
                                           {"e", "e.grid"}};
    for (size_t i = 0; i < 4; i++) {
        if (i == 1)
            text_write_gzip(pairs[i][1], grid_text, sizeof grid_text - 1);
        else
            text_write(pairs[i][1], grid_text);
        text_write(pairs[i][0], "2\n 1   1 0 0  2 2 1\n\n7 1 0 1   1 2 0 \n");
        assert_int_equal(design_read(&design, pairs[i][0], NULL), STATUS_OK);
        assert_int_equal(design.format, FORMAT_COURSE);
        assert_string_equal(design.grid_path, pairs[i][1]);
        assert_int_equal(design.nets.net_count, 2);
        assert_string_equal(netlist_name(&design.nets, 1), "7");
        static const cell_t cells[] = {0, 11, 3, 2};
        for (size_t pin = 0; pin < 4; pin++)
            assert_int_equal(design.nets.pins[pin].cell, cells[pin]);
        assert_int_equal(design_shown_cost(&design, 0, 40), 41);
        design.nets.pins[0].cell = 2;
        assert_int_equal(design_shown_cost(&design, 0, 40), 47);
        design_destroy(&design);
    }
}

/* Both ends of net 1 are one cell; those of net 2 are on two layers. */
static void test_points(void **state)
{
    (void)state;
    struct design design;
    text_write("p.grid", grid_text);
    text_write("p.nl", "2\n1 1 0 0 1 0 0\n2 1 2 1 2 2 1\n");
    assert_int_equal(design_read(&design, "p.nl", NULL), STATUS_OK);
    assert_int_equal(design.nets.nets[0].pin_count, 1);
    assert_int_equal(design.nets.nets[1].pin_count, 2);
    assert_int_equal(design_shown_cost(&design, 0, 0), 1);
    design_destroy(&design);
}

static void test_bad_netlists(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t line, column;
        const char *reason;
    } cases[] = {
        {"0\n", 1, 1, "the number of nets (1..16777216), found \"0\""},
        {"1\n", 2, 1, "the id of a net"},
        {"2\n1 1 0 0 2 2 1\n", 3, 1, "the id of a net"},
        {"1\n1 1 0 0 2 2\n", 3, 1, "a pin's y (0..1), found the end of the file"},
        {"1\n1 1 0 0 2 2 1 9\n", 2, 15, "the end of the file after 1 nets, found \"9\""},
        {"1\n1 0 0 0 2 2 1\n", 2, 3, "a pin's layer (1..2)"},
        {"1\n1 1 0 0 3 2 1\n", 2, 9, "a pin's layer (1..2)"},
        {"1\n1 1 3 0 2 2 1\n", 2, 5, "a pin's x (0..2)"},
        {"1\n1 1 0 0 2 2 2\n", 2, 13, "a pin's y (0..1)"},
        {"1\n1 1 0 0 2 2 -1\n", 2, 13, "a pin's y (0..1)"},
        {"1\nclk 1 0 0 2 2 1\n", 2, 1, "the id of a net"},
        {"1\n-1 1 0 0 2 2 1\n", 2, 1, "the id of a net"},
        {"2\n1 1 0 0 2 2 1\n1 1 0 1 1 2 0\n", 3, 1, "used in line 2"},
        {"2\n1 1 0 0 2 2 1\n2 1 0 0 1 2 0\n", 3, 7, "0,0,1, which is a pin of net 1 in line 2"},
        {"2\n1 1 0 0 1 0 0\n2 1 0 0 2 0 0\n", 3, 7, "0,0,1, which is a pin of net 1 in line 2"},
        {"3 2 5 10\n", 1, 3, "the number of nets alone on its line"},
    };
    text_write("f.grid", grid_text);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct design design;
        struct error error = {0};
        text_write("f.nl", cases[i].text);
        assert_int_equal(design_read(&design, "f.nl", &error), STATUS_BAD_INPUT);
        assert_string_equal(error.file, "f.nl");
        if (strstr(error.text, cases[i].reason) == NULL)
            fail_msg("case %zu: %s", i, error.text);
        assert_int_equal(error.line, cases[i].line);
        assert_int_equal(error.column, cases[i].column);
    }
}

static void test_grid_not_found(void **state)
{
    (void)state;
    struct design design;
    struct error error = {0};
    text_write("g.nl", "1\n1 1 0 0 2 2 1\n");
    assert_int_equal(design_read(&design, "g.nl", &error), STATUS_BAD_INPUT);
    assert_string_equal(error.file, "g.nl");
    assert_int_equal(error.line, 1);
    assert_non_null(strstr(error.text, "neither g.grid nor g.grid.gz"));
    text_write("g.grid", "size 4 4\n");
    error_clear(&error);
    assert_int_equal(design_read(&design, "g.nl", &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "2 layers"));
}

/* DATA names a folder with real files. */
static void test_real_files(void **state)
{
    (void)state;
    const char *data = getenv("DATA");
    if (data == NULL || data[0] == '\0')
        skip();
    static const struct {
        const char *name;
        uint32_t width, height, nets;
    } files[] = {{"toy1", 6, 5, 3},         {"sample", 3, 3, 1},        {"bench1", 50, 50, 20},
                 {"bench2", 200, 40, 20},   {"bench3", 60, 60, 16},     {"bench4", 50, 50, 15},
                 {"fract2", 231, 127, 125}, {"primary1", 492, 379, 830}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[512];
        struct design design;
        snprintf(path, sizeof path, "%s/course/%s.nl", data, files[i].name);
        assert_int_equal(design_read(&design, path, NULL), STATUS_OK);
        assert_int_equal(design.grid.width, files[i].width);
        assert_int_equal(design.grid.height, files[i].height);
        assert_int_equal(design.nets.net_count, files[i].nets);
        design_destroy(&design);
    }
}

/* A path from the second pin is reversed; a path between other cells is kept as written. */
static void test_paths_turned(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        cell_t from, to;
    } cases[] = {
        {"1 0 0\n1 1 0\n1 2 0\n", 0, 2},
        {"1 2 0\n1 1 0\n1 0 0\n", 0, 2},
        {"1 1 0\n1 2 0\n", 1, 2},
        {"1 2 0\n1 1 0\n", 2, 1},
    };
    text_write("p.grid", "3 2 5 10\n1 1 1\n1 1 1\n1 1 1\n1 1 1\n");
    text_write("p.nl", "1\n1 1 0 0 1 2 0\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct design design;
        struct routes routes;
        struct error error = {0};
        char text[128];
        snprintf(text, sizeof text, "1\n1\n%s0\n", cases[i].path);
        text_write("p.out", text);
        assert_int_equal(design_read(&design, "p.nl", &error), STATUS_OK);
        if (routes_read(&routes, &design, "p.out", &error) != STATUS_OK)
            fail_msg("%llu: %s", (unsigned long long)error.line, error.text);
        assert_int_equal(routes.nets[0].wire_count, 1);
        assert_int_equal(routes.wires[0].from, cases[i].from);
        assert_int_equal(routes.wires[0].to, cases[i].to);
        routes_destroy(&routes);
        design_destroy(&design);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_netlist),      cmocka_unit_test(test_points),
        cmocka_unit_test(test_bad_netlists), cmocka_unit_test(test_grid_not_found),
        cmocka_unit_test(test_real_files),   cmocka_unit_test(test_paths_turned),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
