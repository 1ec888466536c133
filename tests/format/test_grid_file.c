/* Tests of grid_file: where a named file is looked for. What the reading does is tested with the
 * formats and with design. */
#include "grid/text/named_file.h"
#include "tests/support/texts.h"

#include "grid/format/grid_file.h"

static void test_beside(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"chip.net", "chip.grid", "chip.grid"},   {"a/b/chip.net", "chip.grid", "a/b/chip.grid"},
        {"a/chip.net", "../x/y", "a/../x/y"},     {"a/chip.net", "/x/y", "/x/y"},
        {"/chip.net", "chip.grid", "/chip.grid"}, {"<stdin>", "sub/chip.grid", "sub/chip.grid"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *path = named_file_beside(cases[i][0], cases[i][1], strlen(cases[i][1]), NULL);
        assert_non_null(path);
        assert_string_equal(path, cases[i][2]);
        free(path);
    }
    char *part = named_file_beside("a/b", "name # comment", 4, NULL);
    assert_string_equal(part, "a/name");
    free(part);
}

static void test_formats(void **state)
{
    (void)state;
    static const char *const texts[] = {"size 3 2\n", "3 2 0 0 1 1 1 1 1 1 1 1 1 1 1 1",
                                        "type octile\nheight 2\nwidth 3\nmap\n...\n...\n"};
    for (size_t i = 0; i < 3; i++) {
        struct grid grid;
        text_write("grid", texts[i]);
        assert_true(named_file_exists("grid"));
        assert_int_equal(grid_file_read(&grid, "grid", NULL), STATUS_OK);
        assert_int_equal(grid.width, 3);
        assert_int_equal(grid.height, 2);
        grid_destroy(&grid);
    }
    assert_false(named_file_exists("no grid"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_beside),
        cmocka_unit_test(test_formats),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
