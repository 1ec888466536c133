/* test_grid_file: each format is recognised by its first word. Other tests cover the formats. */
#include "tests/support/read_files.h"
#include "tests/support/texts.h"

static void test_formats(void **state)
{
    (void)state;
    static const char *const texts[] = {"size 3 2\n", "3 2 0 0 1 1 1 1 1 1 1 1 1 1 1 1",
                                        "type octile\nheight 2\nwidth 3\nmap\n...\n...\n"};
    for (size_t i = 0; i < 3; i++) {
        struct grid grid;
        text_write("grid", texts[i]);
        assert_int_equal(grid_file_read(&grid, "grid", NULL), STATUS_OK);
        assert_int_equal(grid.width, 3);
        assert_int_equal(grid.height, 2);
        grid_destroy(&grid);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
