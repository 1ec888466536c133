/* test_movingai_scen: movingai_scen. Wrong files are in tests/bad. */
#include "grid/format/design_file.h"
#include "tests/support/read_files.h"
#include "tests/support/texts.h"

#include <sys/stat.h>

static void test_queries(void **state)
{
    (void)state;
    struct design design;
    mkdir("sub", 0700);
    text_write("sub/a.map", "type octile\nheight 3\nwidth 5\nmap\n.....\n.....\n.....\n");
    static const char *const maps[] = {"a.map", "maps/old/a.map"};
    for (size_t i = 0; i < 2; i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "version %s\n0\t%s\t5\t3\t0\t0\t4\t2\t5.65685425\n3 %s 5 3 2 1 2 1 0\n"
                 "3\t%s\t5\t3\t0\t0\t1\t0\t9\n",
                 i == 0 ? "1" : "1.0", maps[i], maps[i], maps[i]);
        text_write("sub/a.scen", text);
        assert_int_equal(design_read(&design, "sub/a.scen", NULL), STATUS_OK);
        assert_int_equal(design.format, FORMAT_MOVINGAI);
        assert_true(design.alone);
        assert_string_equal(design.grid_path, "sub/a.map");
        assert_int_equal(design.nets.net_count, 3);
        assert_int_equal(design.nets.pin_count, 5);
        assert_string_equal(netlist_name(&design.nets, 0), "q1");
        assert_string_equal(netlist_name(&design.nets, 2), "q3");
        static const cell_t cells[] = {10, 4, 7, 10, 11}; /* y is mirrored */
        for (size_t pin = 0; pin < 5; pin++)
            assert_int_equal(design.nets.pins[pin].cell, cells[pin]);
        assert_int_equal(design.nets.nets[1].pin_count, 1); /* start is goal */
        assert_int_equal(design_shown_cost(&design, 0, 6), 6);
        design_destroy(&design);
    }
}

static void test_real_files(void **state)
{
    (void)state;
    const char *data = getenv("DATA");
    if (data == NULL || data[0] == '\0')
        skip();
    char path[512];
    struct design design;
    snprintf(path, sizeof path, "%s/movingai/maze-128-128-1.map.scen", data);
    assert_int_equal(design_read(&design, path, NULL), STATUS_OK);
    assert_int_equal(design.nets.net_count, 1000);
    for (uint32_t pin = 0; pin < design.nets.pin_count; pin++)
        assert_false(grid_is_blocked(&design.grid, design.nets.pins[pin].cell));
    design_destroy(&design);
    snprintf(path, sizeof path, "%s/movingai/random512-25-0.map", data);
    assert_int_equal(grid_file_read(&design.grid, path, NULL), STATUS_OK);
    assert_int_equal(design.grid.width, 512);
    grid_destroy(&design.grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_queries),
        cmocka_unit_test(test_real_files),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
