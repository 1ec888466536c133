/* test_movingai_map: movingai_map. Wrong maps are in tests/bad. */
#include "tests/support/read_files.h"
#include "tests/support/texts.h"

static void test_map(void **state)
{
    (void)state;
    static const char *const heads[] = {"type octile\nheight 3\nwidth 5\nmap\n",
                                        "type octile\r\nwidth 5\r\nheight 3\r\nmap\r\n"};
    for (size_t i = 0; i < 2; i++) {
        struct grid grid;
        char text[128];
        snprintf(text, sizeof text, "%s.@OTG\nSW...\n....@\n\n", heads[i]);
        text_write("a.map", text);
        assert_int_equal(grid_file_read(&grid, "a.map", NULL), STATUS_OK);
        static const char *const rows[] = {".###.", "##...", "....#"};
        for (uint32_t y = 0; y < 3; y++)
            for (uint32_t x = 0; x < 5; x++)
                assert_int_equal(grid_is_blocked(&grid, grid_cell(&grid, x, y, 0)),
                                 rows[2 - y][x] == '#');
        assert_int_equal(grid.layers, 1);
        assert_null(grid.weight);
        grid_destroy(&grid);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_map)};
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
