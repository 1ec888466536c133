/* The report: summary line, unrouted nets, JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "router/cli/run/report.h"

static char *written; /* by the last call of one of the printers */
static size_t written_size;

static FILE *start(void)
{
    free(written);
    written = NULL;
    FILE *memory = open_memstream(&written, &written_size);
    assert_non_null(memory);
    return memory;
}

/* Three nets on a line of ten cells: a is routed, b blocked by a, c without a path past
 * the blocked cell 7. */
struct scene {
    struct design design;
    struct routes routes;
    struct task_report report;
};

static void add_net(struct scene *scene, const char *name, cell_t from, cell_t to)
{
    struct netlist *nets = &scene->design.nets;
    assert_int_equal(netlist_add_net(nets, name, strlen(name), NULL), STATUS_OK);
    assert_int_equal(netlist_add_pin(nets, (struct pin){from, false}, NULL), STATUS_OK);
    assert_int_equal(netlist_add_pin(nets, (struct pin){to, false}, NULL), STATUS_OK);
}

static void make_scene(struct scene *scene)
{
    memset(scene, 0, sizeof *scene);
    struct wire wire = {3, 6};
    uint32_t blocker = 0;
    assert_int_equal(grid_create(&scene->design.grid, 10, 1, 1, NULL), STATUS_OK);
    grid_set_blocked(&scene->design.grid, 7, true);
    add_net(scene, "a", 3, 6);
    add_net(scene, "b\"", 0, 9);
    add_net(scene, "c", 1, 8);
    scene->design.name = strdup("line.net");
    assert_int_equal(routes_create(&scene->routes, 3, NULL), STATUS_OK);
    routes_set_wires(&scene->routes, &scene->design, 0, &wire, 1, NULL);
    routes_set_unrouted(&scene->routes, 1, ROUTE_BLOCKED_BY, &blocker, 1, NULL);
    scene->report = (struct task_report){.design = &scene->design,
                                         .routes = &scene->routes,
                                         .netlist = "x/line.net",
                                         .engine = "cpu",
                                         .status = STATUS_UNROUTED,
                                         .route = {.wave = "w", .device = "d"}};
    report_measure(&scene->report);
}

static void destroy_scene(struct scene *scene)
{
    routes_destroy(&scene->routes);
    design_destroy(&scene->design);
}

static void test_lines(void **state)
{
    (void)state;
    const struct report_rest all = {0}, one = {.most = 1, .routes = "line.routes"};
    struct scene scene;
    make_scene(&scene);
    FILE *out = start();
    report_summary(out, &scene.report);
    report_unrouted(out, &scene.report, &all);
    fclose(out);
    assert_string_equal(written,
                        "line.net: routed 1 of 3 nets, length 3, vias 0, cost 3, 0.000 s, "
                        "cpu/w\n"
                        "unrouted: b\": blocked by a\n"
                        "unrouted: c: no path even in the empty design: 8,0,1 is not among the 7 "
                        "cells in reach of 1,0,1\n");
    out = start();
    report_unrouted(out, &scene.report, &one);
    fclose(out);
    assert_string_equal(written, "unrouted: b\": blocked by a\nunrouted: 1 more in line.routes\n");
    bool skip[3] = {false, true, false};
    scene.report.skip = skip;
    scene.report.status = STATUS_INTERRUPTED;
    report_measure(&scene.report);
    out = start();
    report_summary(out, &scene.report);
    report_unrouted(out, &scene.report, &all);
    fclose(out);
    assert_non_null(strstr(written, "routed 1 of 2 nets"));
    assert_non_null(strstr(written, "cpu/w, interrupted\n"));
    assert_null(strstr(written, "b\""));
    destroy_scene(&scene);
}

static void test_json(void **state)
{
    (void)state;
    struct scene scene;
    make_scene(&scene);
    FILE *out = start();
    report_json(out, &scene.report, 0);
    fclose(out);
    static const char *const parts[] = {
        "{\"version\": 1, \"netlist\": \"x/line.net\"",
        "\"engine\": \"cpu\", \"wave\": \"w\", \"device\": \"d\"",
        "\"grid\": {\"width\": 10, \"height\": 1, \"layers\": 1}",
        "\"nets\": 3, \"routed\": 1, \"length\": 3, \"vias\": 0, ",
        "\"cost\": 3",
        "{\"net\": \"b\\\"\", \"reason\": \"blocked-by\", \"blocked_by\": [\"a\"]}",
        "{\"net\": \"c\", \"reason\": \"no-path\", \"blocked_by\": []}",
        "\"seconds\": {\"read\": 0.000000, \"route\": ",
        "\"peak_bytes\": {\"host\": ",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(written, parts[i]) == NULL)
            fail_msg("%s is not in %s", parts[i], written);
    destroy_scene(&scene);
    free(written);
    written = NULL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
