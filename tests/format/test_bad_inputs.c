/* test_bad_inputs: each file of tests/bad has one error. Its first line states the expected
 * message:
 *
 *     # expect FILE:LINE:COLUMN: MESSAGE
 *
 * Files without that line are grids that the others use. The suffix determines how a file is read:
 * .net and .scen as a design, .grid and .map as a grid. The folder is the first argument, or
 * tests/bad.
 */
#include "grid/format/design_file.h"
#include "tests/support/read_files.h"
#include "tests/support/texts.h"

#include <dirent.h>

static bool ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

static bool all_zero(const void *memory, size_t size)
{
    const unsigned char *byte = memory;
    for (size_t i = 0; i < size; i++)
        if (byte[i] != 0)
            return false;
    return true;
}

static enum status read_it(const char *name, struct error *error)
{
    struct design design;
    memset(&design, 0x5A, sizeof design);
    if (ends_in(name, ".grid") || ends_in(name, ".map")) {
        enum status status = grid_file_read(&design.grid, name, error);
        assert_true(all_zero(&design.grid, sizeof design.grid));
        return status;
    }
    enum status status = design_read(&design, name, error);
    assert_true(all_zero(&design, sizeof design));
    return status;
}

static bool expected_line(const char *name, char line[1024])
{
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    bool found = fgets(line, 1024, file) != NULL && strncmp(line, "# expect ", 9) == 0;
    fclose(file);
    line[strcspn(line, "\n")] = '\0';
    return found;
}

static void test_bad_inputs(void **state)
{
    (void)state;
    struct dirent **names = NULL;
    int count = scandir(".", &names, NULL, alphasort), tested = 0, wrong = 0;
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        char expected[1024], found[2048];
        const char *name = names[i]->d_name;
        if (name[0] != '.' && expected_line(name, expected)) {
            struct error error = {0};
            enum status status = read_it(name, &error);
            snprintf(found, sizeof found, "# expect %s:%llu:%llu: %s", error.file,
                     (unsigned long long)error.line, (unsigned long long)error.column, error.text);
            tested++;
            if (status != STATUS_BAD_INPUT || strcmp(found, expected) != 0) {
                print_error("%s: status %d\n  wanted %s\n  found  %s\n", name, status, expected,
                            found);
                wrong++;
            }
            assert_int_equal(read_it(name, NULL), STATUS_BAD_INPUT);
        }
        free(names[i]);
    }
    free(names);
    print_message("%d inputs\n", tested);
    assert_int_equal(wrong, 0);
    assert_true(tested >= 150);
}

int main(int count, char **arguments)
{
    if (chdir(count > 1 ? arguments[1] : "tests/bad") != 0) {
        perror("tests/bad");
        return 1;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bad_inputs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
