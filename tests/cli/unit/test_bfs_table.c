/* Tests of bfs_table with a lab of our own making: one kernel that is right and one that is wrong
 * in one label. The right one is printed, the wrong one is named before it is ever timed. */
#include "router/cli/command/bfs_table.h"

#include "tests/support/random_graphs.h"

static const struct bfs_problem *current;
static bool wrong_was_timed;

static const char *usable(void)
{
    return NULL;
}

static enum status open_session(struct bfs_session **session, const struct bfs_problem *problem,
                                struct error *error)
{
    (void)error;
    *session = NULL;
    current = problem;
    return STATUS_OK;
}

/* Kernel 1 is wrong at the last vertex. */
static enum status run_session(struct bfs_session *session, size_t kernel, uint32_t *labels,
                               unsigned repeats, double *seconds, struct error *error)
{
    (void)session;
    (void)repeats;
    enum status status = labels != NULL ? bfs_sequential(current, labels, error) : STATUS_OK;
    if (labels != NULL && kernel == 1)
        labels[bfs_vertex_count(current) - 1]++;
    wrong_was_timed |= seconds != NULL && kernel == 1;
    if (seconds != NULL)
        *seconds = 0.5e-3;
    return status;
}

static const char *device_name(const struct bfs_session *session)
{
    (void)session;
    return "pretended";
}

static void close_session(struct bfs_session *session)
{
    (void)session;
}

static const char *const kernels[] = {"right", "wrong"};

static struct bfs_lab make_lab(size_t count)
{
    return (struct bfs_lab){usable,      kernels,     count,        open_session,
                            run_session, device_name, close_session};
}

/* Runs the table over an open grid of 10 x 10 cells; fills text with what it prints. */
static enum status run_table(size_t kernel_count, char *text, size_t size, struct error *error)
{
    struct grid grid;
    struct bfs_lab lab = make_lab(kernel_count);
    uint32_t labels[100];
    FILE *out = tmpfile();
    assert_non_null(out);
    assert_int_equal(grid_create(&grid, 10, 10, 1, NULL), STATUS_OK);
    struct bfs_problem problem = {.grid = &grid};
    struct bfs_row row = {.graph = "open"};
    enum status status = bfs_run(out, &problem, &lab, 0, kernel_count, 3, labels, &row, error);
    rewind(out);
    text[fread(text, 1, size - 1, out)] = '\0';
    fclose(out);
    grid_destroy(&grid);
    return status;
}

static void test_right(void **state)
{
    (void)state;
    char text[2048];
    assert_int_equal(run_table(1, text, sizeof text, NULL), STATUS_OK);
    assert_non_null(strstr(text, "sequential"));
    assert_non_null(strstr(text, "pretended"));
    const char *row = strstr(text, "\nright ");
    assert_non_null(row);
    unsigned vertices, edges, levels;
    double ms, us_a_level, mteps;
    assert_int_equal(sscanf(row, " right open %u %u %u %lf %lf %lf", &vertices, &edges, &levels,
                            &ms, &us_a_level, &mteps),
                     6);
    assert_int_equal(vertices, 100);
    assert_int_equal(edges, 360);
    assert_int_equal(levels, 19);
    assert_true(ms > 0.499 && ms < 0.501);
    assert_true(us_a_level > 26.3 && us_a_level < 26.4);
    assert_true(mteps > 0.69 && mteps < 0.73);
}

static void test_wrong(void **state)
{
    (void)state;
    char text[2048];
    struct error error = {0};
    wrong_was_timed = false;
    assert_int_equal(run_table(2, text, sizeof text, &error), STATUS_FAILED);
    assert_non_null(strstr(error.text, "kernel wrong gives vertex 99"));
    assert_non_null(strstr(error.text, "label 19, sequential 18"));
    assert_null(strstr(text, "wrong"));
    assert_false(wrong_was_timed);
}

static void test_compare(void **state)
{
    (void)state;
    const uint32_t expected[] = {0, 1, BFS_UNREACHED}, labels[] = {0, 1, 2};
    struct error error = {0};
    assert_int_equal(bfs_compare("k", expected, expected, 3, &error), STATUS_OK);
    assert_int_equal(bfs_compare("k", labels, expected, 3, &error), STATUS_FAILED);
    assert_non_null(strstr(error.text, "label 2, sequential -1"));
}

int main(void)
{
    random_start(1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right),
        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_compare),
    };
    return cmocka_run_group_tests_name("bfs_table", tests, NULL, NULL);
}
