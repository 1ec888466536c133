/* test_tile_bad: each file of tests/bad/tiles has one error. EXPECT there lists what is read and
 * the message:
 *
 *     DESIGN [NETS.net | RESULT.out]|FILE:LINE:COLUMN: MESSAGE
 *
 * A .cap is read with good.net unless its nets are named. The folder is the first argument, or
 * tests/bad. */
#include "grid/capacity/tile_routes.h"
#include "grid/format/tile_file.h"
#include "tests/support/texts.h"

static enum status read_it(const char *design, const char *other, unsigned threads,
                           struct error *error)
{
    struct tile_graph graph;
    struct tile_routes routes = {0};
    const bool nets = strstr(other, ".net") != NULL, cap = strstr(design, ".cap") != NULL;
    const bool beside = strcmp(design, "cap-without-net.cap") == 0;
    enum status status = tile_file_read(&graph, design,
                                        nets             ? other
                                        : cap && !beside ? "good.net"
                                                         : NULL,
                                        TILES_2008, threads, error);
    if (!nets && other[0] != '\0')
        THEN(status, tile_result_read(&routes, &graph, threads, other, error));
    tile_routes_destroy(&routes);
    tile_graph_destroy(&graph);
    return status;
}

static void test_bad_files(void **state)
{
    (void)state;
    char line[2048], found[2048];
    int tested = 0, wrong = 0;
    FILE *list = fopen("EXPECT", "rb");
    assert_non_null(list);
    while (fgets(line, sizeof line, list) != NULL) {
        char *wanted = strchr(line, '|'), *other = strchr(line, ' ');
        struct error error = {0};
        assert_non_null(wanted);
        *wanted++ = '\0';
        wanted[strcspn(wanted, "\n")] = '\0';
        other = other != NULL && other < wanted ? (*other = '\0', other + 1) : wanted - 1;
        const enum status status = read_it(line, other, 1 + (unsigned)tested % 3, &error);
        snprintf(found, sizeof found, "%s:%llu:%llu: %s", error.file,
                 (unsigned long long)error.line, (unsigned long long)error.column, error.text);
        tested++;
        if (status != STATUS_BAD_INPUT || strcmp(found, wanted) != 0) {
            print_error("%s %s: status %d\n  wanted %s\n  found  %s\n", line, other, status, wanted,
                        found);
            wrong++;
        }
        assert_int_equal(read_it(line, other, 3, NULL), STATUS_BAD_INPUT);
    }
    fclose(list);
    assert_int_equal(wrong, 0);
    assert_true(tested >= 95);
}

static void test_good_files(void **state)
{
    (void)state;
    static const char *const good[][2] = {{"good.gr", ""},
                                          {"good.txt", ""},
                                          {"good.cap", ""},
                                          {"good.gr", "good-gr.out"},
                                          {"good.txt", "good-txt.out"},
                                          {"good.cap", "good-cap.out"}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_int_equal(read_it(good[i][0], good[i][1], 2, NULL), STATUS_OK);
}

int main(int count, char **arguments)
{
    if (chdir(count > 1 ? arguments[1] : "tests/bad") != 0 || chdir("tiles") != 0) {
        perror("tests/bad/tiles");
        return 1;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bad_files),
                                       cmocka_unit_test(test_good_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
