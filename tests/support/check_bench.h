/* check_bench: a bench on which the tests of check put results together by hand and have them
 * judged; the faults are collected as text.
 *
 *     bench_open(&b, 8, 8, 2);                     a grid
 *     bench_net(&b, "a");  bench_pin(&b, 0, 0, 1); ... nets and their pins
 *     bench_result(&b);                            now no more nets
 *     bench_path(&b, 0, corners, 3);               wires
 *     assert_right(&b) or assert_fault(&b, "net a: ...");
 *     bench_close(&b);
 */
#pragma once

#include "tests/support/random_result.h"

struct bench {
    struct design design;
    struct routes routes;
    char text[8192]; /* all faults, one a line */
    struct check_summary summary;
};

static inline void note_fault(void *context, uint64_t line, const char *text)
{
    (void)line;
    struct bench *bench = context;
    size_t used = strlen(bench->text);
    assert_null(strchr(text, '\n'));
    snprintf(bench->text + used, sizeof bench->text - used, "%s\n", text);
}

static inline void bench_open(struct bench *bench, uint32_t width, uint32_t height, uint32_t layers)
{
    memset(bench, 0, sizeof *bench);
    assert_int_equal(grid_create(&bench->design.grid, width, height, layers, NULL), STATUS_OK);
}

static inline void bench_close(struct bench *bench)
{
    random_result_free(&bench->design, &bench->routes);
}

static inline cell_t at(const struct bench *bench, uint32_t x, uint32_t y, uint32_t n)
{
    return grid_cell(&bench->design.grid, x, y, n - 1);
}

static inline void bench_net(struct bench *bench, const char *name)
{
    assert_int_equal(netlist_add_net(&bench->design.nets, name, strlen(name), NULL), STATUS_OK);
}

/* A pin; n = 0 is all layers. */
static inline void bench_pin(struct bench *bench, uint32_t x, uint32_t y, uint32_t n)
{
    struct pin pin = {at(bench, x, y, n == 0 ? 1 : n), n == 0};
    assert_int_equal(netlist_add_pins(&bench->design.nets, &pin, 1, NULL), STATUS_OK);
}

static inline void bench_result(struct bench *bench)
{
    assert_int_equal(routes_create(&bench->routes, bench->design.nets.net_count, NULL), STATUS_OK);
}

/* A path of straight runs through corners x,y,n; measured like a router's. */
static inline void bench_path(struct bench *bench, uint32_t net, const uint32_t (*corner)[3],
                              size_t count)
{
    struct wire wires[16] = {{0, 0}};
    for (size_t i = 0; i + 1 < count; i++)
        wires[i] = (struct wire){at(bench, corner[i][0], corner[i][1], corner[i][2]),
                                 at(bench, corner[i + 1][0], corner[i + 1][1], corner[i + 1][2])};
    assert_int_equal(routes_set_wires(&bench->routes, &bench->design, net, wires,
                                      count > 0 ? count - 1 : 0, NULL),
                     STATUS_OK);
}

static inline enum status judge(struct bench *bench)
{
    struct error error = {0};
    bench->text[0] = '\0';
    return check_routes(1, &bench->design, &bench->routes, bench->routes.alone, note_fault, bench,
                        &bench->summary, &error);
}

static inline void assert_right(struct bench *bench)
{
    enum status status = judge(bench);
    assert_string_equal(bench->text, "");
    assert_int_equal(status, STATUS_OK);
    assert_int_equal(bench->summary.faults, 0);
}

static inline void assert_fault(struct bench *bench, const char *text)
{
    assert_int_equal(judge(bench), STATUS_BAD_INPUT);
    if (strstr(bench->text, text) == NULL)
        fail_msg("no fault \"%s\" in:\n%s", text, bench->text);
    assert_true(bench->summary.faults > 0);
}

/* Two nets on 8 x 8 x 2: a from 0,0,1 over 5,0,1 to 5,6,1 and b from 1,3,* to 3,3,2. */
static inline void bench_two_nets(struct bench *bench)
{
    bench_open(bench, 8, 8, 2);
    bench->design.grid.rules = (struct step_rules){.via = 3, .bend = 2};
    bench_net(bench, "a");
    bench_pin(bench, 0, 0, 1);
    bench_pin(bench, 5, 6, 1);
    bench_net(bench, "b");
    bench_pin(bench, 1, 3, 0);
    bench_pin(bench, 3, 3, 2);
    bench_result(bench);
    bench_path(bench, 0, (const uint32_t[][3]){{0, 0, 1}, {5, 0, 1}, {5, 6, 1}}, 3);
    bench_path(bench, 1, (const uint32_t[][3]){{1, 3, 2}, {3, 3, 2}}, 2);
}

/* Notes a net as unrouted; `by` names nets by their numbers. */
static inline void set_reason(struct bench *b, uint32_t net, enum route_state why,
                              const uint32_t *by, size_t count)
{
    assert_int_equal(routes_set_unrouted(&b->routes, net, why, by, count, NULL), STATUS_OK);
}
