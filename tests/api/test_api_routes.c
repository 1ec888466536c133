/* Tests of leeway.h: results: their files, the check. */
#include "tests/api/calls.h"

static void count_fault(void *context, const char *fault)
{
    assert_true(fault[0] != '\0');
    ++*(int *)context;
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void test_files(void **state)
{
    (void)state;
    char folder[PATH_SIZE - 20], path[PATH_SIZE];
    make_folder(folder);
    struct leeway_design *design = make_first(), *read;
    struct leeway_routes *routes, *again;
    size_t count, count_again;
    int faults = 0;
    assert_int_equal(leeway_route(&routes, design, NULL, &error), LEEWAY_OK);
    snprintf(path, sizeof path, "%s/a.routes", folder);
    assert_int_equal(leeway_routes_write(routes, design, path, &error), LEEWAY_OK);
    assert_int_equal(leeway_routes_read(&again, design, path, &error), LEEWAY_OK);
    const uint32_t *wires = leeway_routes_wires(routes, &count);
    assert_memory_equal(wires, leeway_routes_wires(again, &count_again), 24 * count);
    assert_int_equal(count, count_again);
    leeway_routes_destroy(again);
    write_text(path, "routes made\nnet clk routed cost 4 length 4 vias 0 bends 0\n"
                     "wire 0,0,1 4,0,1\nnet d0 unrouted no-path\n");
    assert_int_equal(leeway_routes_read(&again, design, path, &error), LEEWAY_OK);
    assert_int_equal(leeway_check(design, again, count_fault, &faults, &error), LEEWAY_BAD_INPUT);
    assert_true(faults > 0 && strstr(error.text, "fault") != NULL);
    leeway_routes_destroy(again);
    write_text(path, "routes made\nnet clk rooted\n");
    assert_int_equal(leeway_routes_read(&again, design, path, &error), LEEWAY_BAD_INPUT);
    assert_null(again);
    assert_true(error.line == 2 && error.column == 9 && error.excerpt_column > 0);
    assert_string_equal(error.file, path);
    unlink(path);
    rmdir(folder);
    assert_int_equal(leeway_design_read(&read, path, &error), LEEWAY_BAD_INPUT);
    assert_null(read);
    assert_string_equal(error.file, path);
    leeway_routes_destroy(routes);
    leeway_design_destroy(design);
}

static void no_override(void *context, const char *fault)
{
    assert_null(strstr(fault, "\xe2\x80\xae"));
    ++*(int *)context;
}

/* Characters in a name that change the direction of text are replaced. */
static void test_faults_harmless(void **state)
{
    (void)state;
    struct leeway_design *design = make(12, 8, 1);
    struct leeway_routes *routes;
    const uint8_t blocked[12 * 8] = {[5] = 1};
    int faults = 0;
    add(design, "\xe2\x80\xaen", CLK, 2);
    assert_int_equal(leeway_route(&routes, design, NULL, &error), LEEWAY_OK);
    assert_int_equal(leeway_design_set_blocked(design, blocked, sizeof blocked, &error), LEEWAY_OK);
    refused(leeway_check(design, routes, no_override, &faults, &error), "1 fault: net ");
    assert_int_equal(faults, 1);
    leeway_routes_destroy(routes);
    leeway_design_destroy(design);
}

/* A wrong result cannot be kept; a result of another design is refused everywhere. */
static void test_results_refused(void **state)
{
    (void)state;
    char folder[PATH_SIZE - 20], path[PATH_SIZE];
    make_folder(folder);
    snprintf(path, sizeof path, "%s/a.routes", folder);
    struct leeway_design *design = make_first(), *other = make(12, 8, 1);
    struct leeway_routes *wrong, *routes = (struct leeway_routes *)&wrong;
    struct leeway_options options;
    write_text(path, "routes made\nnet clk routed cost 4 length 4 vias 0 bends 0\n"
                     "wire 0,0,1 4,0,1\nnet d0 unrouted no-path\n");
    assert_int_equal(leeway_routes_read(&wrong, design, path, &error), LEEWAY_OK);
    leeway_options_init(&options, sizeof options);
    options.keep = wrong;
    refused(leeway_route(&routes, design, &options, &error), "keep: expected a valid result");
    assert_null(routes);
    add(other, "clk", CLK, 2);
    refused(leeway_route(&routes, other, &options, &error), "of another design");
    refused(leeway_check(other, wrong, NULL, NULL, &error), "of another design");
    refused(leeway_draw(other, wrong, NULL, "x.png", &error), "of another design");
    refused(leeway_routes_write(wrong, other, "x.routes", &error), "of another design");
    refused(leeway_check(design, NULL, NULL, NULL, &error), "routes is NULL");
    refused(leeway_check(NULL, wrong, NULL, NULL, &error), "design is NULL");
    refused(leeway_routes_read(&routes, NULL, path, &error), "design is NULL");
    refused(leeway_routes_read(NULL, design, path, &error), "routes is NULL");
    refused(leeway_routes_read(&routes, design, NULL, &error), "path is NULL");
    refused(leeway_routes_write(NULL, design, path, &error), "routes is NULL");
    refused(leeway_routes_write(wrong, NULL, path, &error), "design is NULL");
    refused(leeway_routes_write(wrong, design, NULL, &error), "path is NULL");
    assert_int_equal(leeway_routes_read(&routes, design, folder, &error), LEEWAY_BAD_INPUT);
    assert_null(routes);
    snprintf(path, sizeof path, "%s/none/a.routes", folder);
    assert_int_equal(leeway_routes_write(wrong, design, path, &error), LEEWAY_FAILED);
    assert_true(error.text[0] != '\0' && access(path, F_OK) != 0);
    size_t count = 7;
    assert_true(leeway_routes_nets(NULL, &count) == NULL && count == 0);
    assert_true(leeway_routes_wires(NULL, &count) == NULL && count == 0);
    assert_true(leeway_routes_blockers(NULL, &count) == NULL && count == 0);
    assert_null(leeway_routes_report(NULL));
    assert_string_equal(leeway_state_name((enum leeway_state)9), "unknown");
    assert_string_equal(leeway_state_name((enum leeway_state) - 1), "unknown");
    leeway_routes_destroy(NULL);
    leeway_routes_destroy(wrong);
    leeway_design_destroy(design);
    leeway_design_destroy(other);
    snprintf(path, sizeof path, "%s/a.routes", folder);
    unlink(path);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_faults_harmless),
        cmocka_unit_test(test_results_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
