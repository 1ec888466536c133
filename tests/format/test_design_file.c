/* test_design_file: formats are detected by content in files, gzip, pipes and standard input. */
#include "grid/format/design_file.h"
#include "tests/support/read_files.h"
#include "grid/format/routes_file.h"
#include "tests/support/texts.h"

#include <dirent.h>
#include <fcntl.h>

static void test_detection(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text;
        enum design_format format;
    } cases[] = {
        {"x.txt", "# c\n\n grid g\nnet a 0,0 1,0\n", FORMAT_NATIVE},
        {"y.txt", "# c\n1\n1 1 0 0 1 1 0\n", FORMAT_COURSE},
        {"z.txt", "version 1\n0\tm\t2\t1\t0\t0\t1\t0\t1\n", FORMAT_MOVINGAI},
    };
    text_write("g", "size 2 1\n");
    text_write("m", "type octile\nheight 1\nwidth 2\nmap\n..\n");
    text_write("y.grid", "2 1 0 0 1 1 1 1");
    for (size_t i = 0; i < 3; i++) {
        for (int packed = 0; packed < 2; packed++) {
            struct design design;
            if (packed != 0)
                text_write_gzip(cases[i].name, cases[i].text, strlen(cases[i].text));
            else
                text_write(cases[i].name, cases[i].text);
            assert_int_equal(design_read(&design, cases[i].name, NULL), STATUS_OK);
            assert_int_equal(design.format, cases[i].format);
            assert_string_equal(design.name, cases[i].name);
            assert_int_equal(design.nets.net_count, 1);
            assert_int_equal(design.grid.width, 2);
            design_destroy(&design);
        }
    }
}

/* Replaces standard input by a file for one reading. */
static enum status read_standard(struct design *design, const char *path, struct error *error)
{
    int kept = dup(STDIN_FILENO), file = open(path, O_RDONLY);
    assert_true(kept >= 0 && file >= 0);
    assert_int_equal(dup2(file, STDIN_FILENO), STDIN_FILENO);
    close(file);
    enum status status = design_read(design, "-", error);
    assert_int_equal(dup2(kept, STDIN_FILENO), STDIN_FILENO);
    close(kept);
    return status;
}

static void test_standard_input(void **state)
{
    (void)state;
    struct design design;
    struct error error = {0};
    text_write("g", "size 2 1\n");
    text_write("in", "grid g\nnet a 0,0 1,0\n");
    assert_int_equal(read_standard(&design, "in", NULL), STATUS_OK);
    assert_string_equal(design.name, "-");
    assert_string_equal(design.grid_path, "g");
    design_destroy(&design);
    text_write("in", "grid g\nnet a 0,0 2,0\n");
    assert_int_equal(read_standard(&design, "in", &error), STATUS_BAD_INPUT);
    assert_string_equal(error.file, "<stdin>");
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 11);
    text_write("in", "1\n1 1 0 0 1 1 0\n");
    error_clear(&error);
    assert_int_equal(read_standard(&design, "in", &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "beside"));
}

/* The message for a file that another file names and that cannot be read points to the naming line.
 */
static void test_named_files(void **state)
{
    (void)state;
    struct design design;
    struct error error = {0};
    text_write("n.net", "# c\ngrid gone.grid\nnet a 0,0\n");
    assert_int_equal(design_read(&design, "n.net", &error), STATUS_BAD_INPUT);
    assert_string_equal(error.file, "n.net");
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 6);
    assert_string_equal(error.excerpt, "grid gone.grid");
    assert_non_null(strstr(error.text, "No such file"));
    text_write("gone.grid", "size 2 1\nblock 0 0 2 0\n");
    error_clear(&error);
    assert_int_equal(design_read(&design, "n.net", &error), STATUS_BAD_INPUT);
    assert_string_equal(error.file, "gone.grid");
    assert_int_equal(error.line, 2);
    assert_null(design.name);
    assert_null(design.grid.blocked);
}

static void test_missing(void **state)
{
    (void)state;
    struct design design, none;
    struct error error = {0};
    memset(&none, 0, sizeof none);
    memset(&design, 7, sizeof design);
    assert_int_equal(design_read(&design, "missing.net", &error), STATUS_BAD_INPUT);
    assert_string_equal(error.file, "missing.net");
    assert_memory_equal(&design, &none, sizeof design);
    error_clear(&error);
    assert_int_equal(grid_file_read(&design.grid, ".", &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "folder"));
    design_destroy(NULL);
}

/* All native files in the folder DATA can be read. */
static void test_real_files(void **state)
{
    (void)state;
    const char *data = getenv("DATA");
    if (data == NULL || data[0] == '\0')
        skip();
    char path[768];
    snprintf(path, sizeof path, "%s/qoblib", data);
    DIR *folder = opendir(path);
    assert_non_null(folder);
    unsigned count = 0;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        struct design design;
        struct error error = {0};
        size_t length = strlen(entry->d_name);
        if (length < 4 || strcmp(entry->d_name + length - 4, ".net") != 0)
            continue;
        snprintf(path, sizeof path, "%s/qoblib/%.255s", data, entry->d_name);
        if (design_read(&design, path, &error) != STATUS_OK)
            fail_msg("%s:%llu: %s", error.file, (unsigned long long)error.line, error.text);
        design_destroy(&design);
        count++;
    }
    closedir(folder);
    assert_true(count > 0);
}

/* A result states its netlist's name on one line, so the name must have no line end. */
static void test_name_of_two_lines(void **state)
{
    (void)state;
    static const char *const names[] = {"two\nlines", "two\rlines", "one line"};
    text_write("g", "size 2 1\n");
    text_write("a.net", "grid g\nnet a 0,0 1,0\n");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct design design;
        struct routes routes;
        struct error error = {0};
        assert_int_equal(design_read(&design, "a.net", NULL), STATUS_OK);
        free(design.name);
        design.name = strdup(names[i]);
        assert_int_equal(routes_create(&routes, 1, NULL), STATUS_OK);
        assert_int_equal(routes_set_unrouted(&routes, 0, ROUTE_NO_PATH, NULL, 0, NULL), STATUS_OK);
        assert_int_equal(routes_write(&routes, &design, 1, "of_two.routes", &error),
                         i < 2 ? STATUS_BAD_INPUT : STATUS_OK);
        assert_true((strstr(error.text, "without a line end") != NULL) == (i < 2));
        assert_int_equal(access("of_two.routes", F_OK), i < 2 ? -1 : 0);
        routes_destroy(&routes);
        error_clear(&error);
        text_write("word.routes", "x\n"); /* no number: not of the course format */
        assert_int_equal(routes_read(&routes, &design, "word.routes", &error), STATUS_BAD_INPUT);
        assert_non_null(strstr(error.text, "expected \"routes NETLIST\" or the number"));
        design_destroy(&design);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_detection),   cmocka_unit_test(test_standard_input),
        cmocka_unit_test(test_named_files), cmocka_unit_test(test_missing),
        cmocka_unit_test(test_real_files),  cmocka_unit_test(test_name_of_two_lines),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
