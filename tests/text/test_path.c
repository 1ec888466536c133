/* Tests of path: the path of a file named in another file. */
#include "grid/text/file/path.h"
#include "tests/support/texts.h"

static void test_beside(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"chip.net", "chip.grid", "chip.grid"},   {"a/b/chip.net", "chip.grid", "a/b/chip.grid"},
        {"a/chip.net", "../x/y", "a/../x/y"},     {"a/chip.net", "/x/y", "/x/y"},
        {"/chip.net", "chip.grid", "/chip.grid"}, {"<stdin>", "sub/chip.grid", "sub/chip.grid"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *path;
        const size_t length = strlen(cases[i][1]);
        assert_int_equal(path_beside(&path, cases[i][0], cases[i][1], length, NULL), STATUS_OK);
        assert_string_equal(path, cases[i][2]);
        free(path);
    }
    char *part;
    assert_int_equal(path_beside(&part, "a/b", "name # comment", 4, NULL), STATUS_OK);
    assert_string_equal(part, "a/name");
    free(part);
}

static void test_is_readable(void **state)
{
    (void)state;
    text_write("here", "x");
    assert_true(path_is_readable("here"));
    assert_false(path_is_readable("not here"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_beside),
        cmocka_unit_test(test_is_readable),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
