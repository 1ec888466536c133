/* Tests of leeway.h: what it promises, and that no wrong argument gets past it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "router/api/leeway.h"
#include "tests/support/temporary.h"

static struct leeway_error error;

static struct leeway_design *make(uint32_t width, uint32_t height, uint32_t layers)
{
    struct leeway_design *design;
    assert_int_equal(leeway_design_create(&design, "made", width, height, layers, &error),
                     LEEWAY_OK);
    assert_non_null(design);
    return design;
}

static void add(struct leeway_design *design, const char *name, const uint32_t *pins, size_t count)
{
    assert_int_equal(leeway_design_add_net(design, name, pins, count, &error), LEEWAY_OK);
}

/* The call is refused, with a sentence that says this. */
static void refused(enum leeway_status status, const char *says)
{
    assert_int_equal(status, LEEWAY_BAD_INPUT);
    assert_int_equal(error.status, LEEWAY_BAD_INPUT);
    if (strstr(error.text, says) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", error.text, says);
    memset(&error, 0xFF, sizeof error); /* what the next call must overwrite */
}

static const uint32_t CLK[] = {0, 0, 0, 11, 0, 0}, D0[] = {0, 7, 0, 5, 7, 0, 11, 7, 0};

static void test_route(void **state)
{
    (void)state;
    struct leeway_design *design = make(12, 8, 1);
    struct leeway_routes *routes;
    uint32_t size[3];
    size_t count;
    add(design, "clk", CLK, 2);
    add(design, NULL, D0, 3);
    leeway_design_size(design, size);
    assert_true(size[0] == 12 && size[1] == 8 && size[2] == 1);
    assert_int_equal(leeway_design_net_count(design), 2);
    assert_string_equal(leeway_design_net_name(design, 0), "clk");
    assert_string_equal(leeway_design_net_name(design, 1), "2");
    assert_int_equal(leeway_route(&routes, design, NULL, &error), LEEWAY_OK);
    assert_true(error.status == LEEWAY_OK && error.text[0] == '\0');
    const struct leeway_net *nets = leeway_routes_nets(routes, &count);
    assert_int_equal(count, 2);
    assert_int_equal(nets[0].state, LEEWAY_ROUTED);
    assert_true(nets[0].cost == 11 && nets[0].length == 11 && nets[0].vias == 0);
    assert_true(nets[0].first_wire == 0 && nets[0].wire_count == 1);
    const uint32_t *wires = leeway_routes_wires(routes, &count);
    assert_int_equal(count, nets[0].wire_count + nets[1].wire_count);
    assert_memory_equal(wires, CLK, sizeof CLK);
    assert_string_equal(leeway_routes_report(routes)->engine, "cpu");
    assert_string_equal(leeway_routes_report(routes)->end, "done");
    assert_int_equal(leeway_check(design, routes, NULL, NULL, &error), LEEWAY_OK);
    leeway_routes_destroy(routes);
    leeway_design_destroy(design);
}

/* A wall of blocked cells parts one net; another is in the way of a third. */
static void test_unrouted(void **state)
{
    (void)state;
    enum { WIDTH = 7, HEIGHT = 3 };
    uint8_t blocked[WIDTH * HEIGHT] = {0}, bits[(WIDTH * HEIGHT + 7) / 8] = {0};
    const uint32_t across[] = {0, 1, 0, 6, 1, 0};
    struct leeway_design *design[2] = {make(WIDTH, HEIGHT, 1), make(WIDTH, HEIGHT, 1)};
    for (uint32_t y = 0; y < HEIGHT; y++) {
        uint32_t cell = y * WIDTH + 3;
        blocked[cell] = 1;
        bits[cell / 8] |= (uint8_t)(1u << cell % 8);
    }
    assert_int_equal(leeway_design_set_blocked(design[0], blocked, sizeof blocked, &error), 0);
    assert_int_equal(leeway_design_set_blocked_bits(design[1], bits, sizeof bits, &error), 0);
    for (int i = 0; i < 2; i++) {
        struct leeway_routes *routes;
        add(design[i], "cut", across, 2);
        assert_int_equal(leeway_route(&routes, design[i], NULL, &error), LEEWAY_UNROUTED);
        const struct leeway_net *net = leeway_routes_nets(routes, NULL);
        assert_int_equal(net->state, LEEWAY_NO_PATH);
        assert_string_equal(leeway_state_name(net->state), "no-path");
        assert_true(net->cost == 0 && net->wire_count == 0);
        assert_int_equal(leeway_check(design[i], routes, NULL, NULL, &error), LEEWAY_UNROUTED);
        leeway_routes_destroy(routes);
        leeway_design_destroy(design[i]);
    }
    struct leeway_design *crossed = make(3, 3, 1);
    const uint32_t a[] = {0, 1, 0, 2, 1, 0}, b[] = {1, 0, 0, 1, 2, 0};
    struct leeway_routes *routes;
    size_t count;
    add(crossed, "a", a, 2);
    add(crossed, "b", b, 2);
    assert_int_equal(leeway_route(&routes, crossed, NULL, &error), LEEWAY_UNROUTED);
    const struct leeway_net *nets = leeway_routes_nets(routes, NULL);
    uint32_t lost = nets[0].state == LEEWAY_ROUTED ? 1 : 0;
    const uint32_t *blockers = leeway_routes_blockers(routes, &count);
    assert_int_equal(nets[lost].state, LEEWAY_BLOCKED_BY);
    assert_true(nets[lost].blocker_count == 1 && count == 1);
    assert_int_equal(blockers[nets[lost].first_blocker], 1 - lost);
    leeway_routes_destroy(routes);
    leeway_design_destroy(crossed);
}

/* Costs, layers, directions and weights reach the router. */
static void test_costs(void **state)
{
    (void)state;
    struct leeway_design *design = make(5, 1, 2);
    const uint32_t pins[] = {0, 0, 0, 4, 0, 0};
    uint32_t weights[10] = {1, 9, 9, 9, 1, 1, 1, 1, 1, 1};
    struct leeway_routes *routes;
    add(design, "n", pins, 2);
    assert_int_equal(leeway_design_set_costs(design, 3, 0, 5, &error), LEEWAY_OK);
    assert_int_equal(leeway_design_set_weights(design, weights, 10, &error), LEEWAY_OK);
    assert_int_equal(leeway_route(&routes, design, NULL, &error), LEEWAY_OK);
    /* up (1 + 3), four steps on layer 1, down (1 + 3) */
    assert_int_equal(leeway_routes_nets(routes, NULL)->cost, 12);
    assert_int_equal(leeway_routes_nets(routes, NULL)->vias, 2);
    leeway_routes_destroy(routes);
    assert_int_equal(leeway_design_set_layer(design, 1, "m2", LEEWAY_VERTICAL, 1, &error), 0);
    assert_int_equal(leeway_route(&routes, design, NULL, &error), LEEWAY_OK);
    assert_int_equal(leeway_routes_nets(routes, NULL)->cost, 28);
    leeway_routes_destroy(routes);
    for (int i = 0; i < 10; i++)
        weights[i] = 1;
    assert_int_equal(leeway_design_set_weights(design, weights, 10, &error), LEEWAY_OK);
    assert_int_equal(leeway_route(&routes, design, NULL, &error), LEEWAY_OK);
    assert_int_equal(leeway_routes_nets(routes, NULL)->cost, 4);
    leeway_routes_destroy(routes);
    leeway_design_destroy(design);
}

static void test_nets_at_once(void **state)
{
    (void)state;
    struct leeway_design *design = make(8, 8, 2);
    const uint32_t pins[] = {0, 0, 0, 7, 0, LEEWAY_EVERY_LAYER, 0, 2, 0, 7, 2, 1, 3, 5, 0};
    const uint64_t first[] = {0, 2, 5}, falls[] = {0, 6, 5}, empty[] = {0, 0, 5};
    const char *const names[] = {"x", "x"};
    refused(leeway_design_add_nets(design, 2, NULL, falls, pins, 5, &error), "never to fall");
    refused(leeway_design_add_nets(design, 2, NULL, first, pins, 4, &error), "number of pins");
    refused(leeway_design_add_nets(design, 2, NULL, empty, pins, 5, &error), "at least one pin");
    refused(leeway_design_add_nets(design, 2, NULL, NULL, pins, 5, &error), "first_pin is NULL");
    refused(leeway_design_add_nets(design, 2, NULL, first, NULL, 5, &error), "pins is NULL");
    assert_int_equal(leeway_design_net_count(design), 0);
    refused(leeway_design_add_nets(design, 2, names, first, pins, 5, &error), "a net already");
    assert_int_equal(leeway_design_net_count(design), 1);
    assert_int_equal(leeway_design_add_nets(design, 1, NULL, first + 1, pins + 6, 0, &error), 2);
    const uint64_t rest[] = {0, 3};
    assert_int_equal(leeway_design_add_nets(design, 1, NULL, rest, pins + 6, 3, &error), LEEWAY_OK);
    assert_string_equal(leeway_design_net_name(design, 1), "2");
    struct leeway_routes *routes;
    assert_int_equal(leeway_route(&routes, design, NULL, &error), LEEWAY_OK);
    assert_int_equal(leeway_check(design, routes, NULL, NULL, &error), LEEWAY_OK);
    leeway_routes_destroy(routes);
    leeway_design_destroy(design);
}

/* A net that fails leaves no trace: its name and its cells are free again. */
static void test_net_taken_back(void **state)
{
    (void)state;
    struct leeway_design *design = make(12, 8, 2);
    const uint32_t twice[] = {3, 3, 0, 3, 3, LEEWAY_EVERY_LAYER};
    const uint32_t outside[] = {4, 4, LEEWAY_EVERY_LAYER, 12, 0, 0};
    const uint32_t both[] = {3, 3, LEEWAY_EVERY_LAYER, 4, 4, 1};
    add(design, "clk", CLK, 2);
    refused(leeway_design_add_net(design, "n", twice, 2, &error), "a pin already");
    refused(leeway_design_add_net(design, "n", outside, 2, &error), "inside the grid");
    refused(leeway_design_add_net(design, "n", CLK, 1, &error), "found 0,0,1, which is a pin");
    refused(leeway_design_add_net(design, "clk", both, 2, &error), "a net already");
    refused(leeway_design_add_net(design, "n", both, 0, &error), "at least one pin");
    refused(leeway_design_add_net(design, "two words", both, 2, &error), "without blanks");
    refused(leeway_design_add_net(design, "", both, 2, &error), "1..255 bytes");
    refused(leeway_design_add_net(design, "a#b", both, 2, &error), "'#'");
    refused(leeway_design_add_net(design, "\xff", both, 2, &error), "UTF-8");
    assert_int_equal(leeway_design_net_count(design), 1);
    add(design, "n", both, 2);
    assert_string_equal(leeway_design_net_name(design, 1), "n");
    leeway_design_destroy(design);
}

static void test_alone(void **state)
{
    (void)state;
    struct leeway_design *design = make(12, 8, 1);
    struct leeway_routes *routes;
    assert_int_equal(leeway_design_set_alone(design, 1, &error), LEEWAY_OK);
    add(design, "a", CLK, 2);
    add(design, "b", CLK, 2);
    refused(leeway_design_set_alone(design, 0, &error), "before the first net");
    assert_int_equal(leeway_route(&routes, design, NULL, &error), LEEWAY_OK);
    assert_int_equal(leeway_check(design, routes, NULL, NULL, &error), LEEWAY_OK);
    leeway_routes_destroy(routes);
    leeway_design_destroy(design);
}

static void test_wrong_arguments(void **state)
{
    (void)state;
    struct leeway_design *design = NULL, *none = (struct leeway_design *)&design;
    struct leeway_routes *routes = NULL;
    refused(leeway_design_create(NULL, "n", 1, 1, 1, &error), "design is NULL");
    refused(leeway_design_create(&none, NULL, 1, 1, 1, &error), "name is NULL");
    assert_null(none);
    refused(leeway_design_create(&none, "n", 0, 1, 1, &error), "1..65536");
    refused(leeway_design_create(&none, "n", 1, 1, 65, &error), "1..64");
    refused(leeway_design_create(&none, "n", 65536, 65536, 64, &error), "at most 2147483647");
    refused(leeway_design_read(&none, NULL, &error), "path is NULL");
    refused(leeway_design_read(NULL, "x", &error), "design is NULL");
    design = make(4, 4, 2);
    uint8_t cells[32] = {0};
    uint32_t weights[32] = {0};
    refused(leeway_design_set_blocked(design, cells, 31, &error), "expected 32");
    refused(leeway_design_set_blocked(design, NULL, 32, &error), "blocked is NULL");
    refused(leeway_design_set_blocked_bits(design, cells, 5, &error), "expected 4");
    refused(leeway_design_set_blocked_bits(NULL, cells, 4, &error), "design is NULL");
    refused(leeway_design_set_weights(design, weights, 32, &error), "1..1000000");
    refused(leeway_design_set_weights(design, weights, SIZE_MAX, &error), "expected 32");
    refused(leeway_design_set_costs(design, 0, 1000001, 0, &error), "bend");
    refused(leeway_design_set_costs(NULL, 0, 0, 0, &error), "design is NULL");
    refused(leeway_design_set_layer(design, 2, NULL, LEEWAY_ANY, 0, &error), "0..1");
    refused(leeway_design_set_layer(design, 0, NULL, LEEWAY_ANY, 1, &error), "strict");
    refused(leeway_design_set_layer(design, 0, "a b", LEEWAY_ANY, 0, &error), "name of a layer");
    refused(leeway_design_set_layer(design, 0, NULL, (enum leeway_direction)7, 0, &error), "7");
    refused(leeway_design_add_net(NULL, "n", CLK, 2, &error), "design is NULL");
    refused(leeway_design_add_net(design, "n", NULL, 2, &error), "pins is NULL");
    refused(leeway_design_set_alone(NULL, 1, &error), "design is NULL");
    refused(leeway_route(&routes, design, NULL, &error), "expected a design with nets");
    refused(leeway_route(NULL, design, NULL, &error), "routes is NULL");
    refused(leeway_route(&routes, NULL, NULL, &error), "design is NULL");
    refused(leeway_check(design, NULL, NULL, NULL, &error), "routes is NULL");
    refused(leeway_check(NULL, NULL, NULL, NULL, &error), "design is NULL");
    refused(leeway_routes_read(&routes, NULL, "x", &error), "design is NULL");
    refused(leeway_routes_read(NULL, design, "x", &error), "routes is NULL");
    refused(leeway_routes_read(&routes, design, NULL, &error), "path is NULL");
    refused(leeway_routes_write(NULL, design, "x", &error), "routes is NULL");
    refused(leeway_draw(NULL, NULL, NULL, "x", &error), "design is NULL");
    refused(leeway_draw(design, NULL, NULL, NULL, &error), "path is NULL");
    assert_int_equal(leeway_design_create(NULL, "n", 1, 1, 1, NULL), LEEWAY_BAD_INPUT);
    leeway_options_init(NULL, sizeof(struct leeway_options));
    leeway_picture_init(NULL, sizeof(struct leeway_picture));
    leeway_design_size(design, NULL);
    leeway_design_destroy(NULL);
    leeway_routes_destroy(NULL);
    assert_null(leeway_routes_nets(NULL, NULL));
    assert_null(leeway_routes_wires(NULL, NULL));
    assert_null(leeway_routes_blockers(NULL, NULL));
    assert_null(leeway_routes_report(NULL));
    assert_null(leeway_design_net_name(design, 0));
    assert_null(leeway_design_net_name(NULL, 0));
    assert_string_equal(leeway_state_name((enum leeway_state)9), "unknown");
    leeway_design_destroy(design);
}

static int stop_at_once(void *context, const struct leeway_progress *progress)
{
    int *calls = context;
    assert_true(progress->phase[0] != '\0' && progress->total > 0);
    ++*calls;
    return 1;
}

static void test_options(void **state)
{
    (void)state;
    struct leeway_design *design = make(12, 8, 1), *other = make(12, 8, 1);
    struct leeway_routes *routes, *kept;
    struct leeway_options options;
    const uint8_t skip[] = {1, 0, 0};
    add(design, "clk", CLK, 2);
    add(design, "d0", D0, 3);
#define WRONG(set, says)                                                                           \
    do {                                                                                           \
        leeway_options_init(&options, sizeof options);                                             \
        set;                                                                                       \
        refused(leeway_route(&routes, design, &options, &error), says);                            \
        assert_null(routes);                                                                       \
    } while (0)
    WRONG(options.size = 0, "leeway_options_init");
    WRONG(options.size = sizeof options + 8, "leeway_options_init");
    WRONG(options.engine = "tpu", "auto, cpu or gpu");
    WRONG(options.engine = NULL, "engine is NULL");
    WRONG(options.wave = "tsunami", "tsunami");
    WRONG(options.order = "random", "short, netlist");
    WRONG(options.threads = 1025, "0..1024");
    WRONG(options.max_iterations = 1000001, "0..1000000");
    WRONG(options.time_limit = -1, "time_limit");
    WRONG(options.time_limit = (double)NAN, "time_limit");
    WRONG((options.skip = skip, options.skip_count = 3), "expected 2 elements");
#undef WRONG
    leeway_options_init(&options, sizeof options);
    options.skip = skip;
    options.skip_count = 2;
    assert_int_equal(leeway_route(&kept, design, &options, &error), LEEWAY_OK);
    assert_int_equal(leeway_routes_nets(kept, NULL)[0].state, LEEWAY_NOT_TRIED);
    assert_int_equal(leeway_routes_nets(kept, NULL)[1].state, LEEWAY_ROUTED);
    leeway_options_init(&options, sizeof options);
    options.keep = kept;
    assert_int_equal(leeway_route(&routes, design, &options, &error), LEEWAY_OK);
    assert_int_equal(leeway_routes_nets(routes, NULL)[0].state, LEEWAY_ROUTED);
    leeway_routes_destroy(routes);
    add(other, "clk", CLK, 2);
    refused(leeway_route(&routes, other, &options, &error), "of another design");
    refused(leeway_check(other, kept, NULL, NULL, &error), "of another design");
    refused(leeway_draw(other, kept, NULL, "x.png", &error), "of another design");
    refused(leeway_routes_write(kept, other, "x.routes", &error), "of another design");
    leeway_routes_destroy(kept);

    /* A program that knows the first member alone gets all defaults. */
    struct leeway_options small;
    memset(&small, 0xAA, sizeof small);
    leeway_options_init(&small, sizeof small.size);
    assert_int_equal(small.size, sizeof small.size);
    assert_int_equal(leeway_route(&routes, design, &small, &error), LEEWAY_OK);
    leeway_routes_destroy(routes);
    leeway_design_destroy(design);
    leeway_design_destroy(other);
}

static void test_stop(void **state)
{
    (void)state;
    struct leeway_design *design = make(16, 16, 1);
    struct leeway_routes *routes;
    struct leeway_options options;
    int calls = 0;
    volatile sig_atomic_t stop = 0;
    for (uint32_t i = 1; i < 15; i++) { /* they cross: there is much to try */
        const uint32_t rows[] = {0, i, 0, 15, i, 0}, columns[] = {i, 0, 0, i, 15, 0};
        add(design, NULL, rows, 2);
        add(design, NULL, columns, 2);
    }
    leeway_options_init(&options, sizeof options);
    options.progress = stop_at_once;
    options.context = &calls;
    assert_int_equal(leeway_route(&routes, design, &options, &error), LEEWAY_INTERRUPTED);
    assert_int_equal(leeway_check(design, routes, NULL, NULL, &error), LEEWAY_UNROUTED);
    assert_true(calls > 0);
    leeway_routes_destroy(routes);
    options.stop = &stop;
    assert_int_equal(leeway_route(&routes, design, &options, &error), LEEWAY_INTERRUPTED);
    assert_int_equal(stop, 1);
    leeway_routes_destroy(routes);
    options.progress = NULL;
    assert_int_equal(leeway_route(&routes, design, &options, &error), LEEWAY_INTERRUPTED);
    assert_int_equal(leeway_routes_nets(routes, NULL)[0].state, LEEWAY_NOT_TRIED);
    leeway_routes_destroy(routes);
    leeway_design_destroy(design);
}

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
    char folder[TEMPORARY_SIZE], path[TEMPORARY_SIZE + 16];
    assert_true(temporary_folder(folder));
    struct leeway_design *design = make(12, 8, 1), *read;
    struct leeway_routes *routes, *again;
    struct leeway_picture picture;
    size_t count, count_again;
    int faults = 0;
    add(design, "clk", CLK, 2);
    add(design, "d0", D0, 3);
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
    snprintf(path, sizeof path, "%s/a.png", folder);
    leeway_picture_init(&picture, sizeof picture);
    picture.cropped = 1;
    picture.crop[2] = 12;
    refused(leeway_draw(design, routes, &picture, path, &error), "inside the grid");
    picture.cropped = 0;
    picture.highlight_count = 1;
    refused(leeway_draw(design, routes, &picture, path, &error), "highlight is NULL");
    picture.highlight = (const char *const[]){"clk"};
    picture.scale = 257;
    assert_int_equal(leeway_draw(design, routes, &picture, path, &error), LEEWAY_BAD_INPUT);
    picture.scale = 4;
    assert_int_equal(leeway_draw(design, routes, &picture, path, &error), LEEWAY_OK);
    assert_int_equal(access(path, F_OK), 0);
    assert_int_equal(leeway_draw(design, NULL, NULL, path, &error), LEEWAY_OK);
    unlink(path);
    rmdir(folder);
    assert_int_equal(leeway_design_read(&read, path, &error), LEEWAY_BAD_INPUT);
    assert_null(read);
    assert_string_equal(error.file, path);
    leeway_routes_destroy(routes);
    leeway_design_destroy(design);
}

/* ---- side by side -----------------------------------------------------------------------------
 */

struct worker {
    const struct leeway_design *design;
    struct leeway_routes *routes;
    enum leeway_status status;
};

static void *work(void *argument)
{
    struct worker *worker = argument;
    worker->status = leeway_route(&worker->routes, worker->design, NULL, NULL);
    return NULL;
}

/* Two threads route one design at once and find the same wires. */
static void test_threads(void **state)
{
    (void)state;
    struct leeway_design *design = make(64, 64, 2);
    pthread_t thread[2];
    struct worker worker[2];
    size_t count[2];
    for (uint32_t i = 0; i < 40; i++) {
        const uint32_t pins[] = {i % 8 * 8, i / 8 * 8, 0, 63 - i, 60, LEEWAY_EVERY_LAYER};
        add(design, NULL, pins, 2);
    }
    for (int i = 0; i < 2; i++) {
        worker[i] = (struct worker){.design = design};
        assert_int_equal(pthread_create(&thread[i], NULL, work, &worker[i]), 0);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    assert_int_equal(worker[0].status, worker[1].status);
    const uint32_t *wires = leeway_routes_wires(worker[0].routes, &count[0]);
    const uint32_t *others = leeway_routes_wires(worker[1].routes, &count[1]);
    assert_true(count[0] == count[1] && count[0] >= 40);
    assert_memory_equal(wires, others, 24 * count[0]);
    leeway_routes_destroy(worker[0].routes);
    leeway_routes_destroy(worker[1].routes);
    leeway_design_destroy(design);
}

static void test_version(void **state)
{
    (void)state;
    int major, minor, patch;
    assert_string_equal(leeway_version(), LEEWAY_VERSION);
    assert_int_equal(sscanf(LEEWAY_VERSION, "%d.%d.%d", &major, &minor, &patch), 3);
    assert_int_equal(10000 * major + 100 * minor + patch, LEEWAY_VERSION_NUMBER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_route),
        cmocka_unit_test(test_unrouted),
        cmocka_unit_test(test_costs),
        cmocka_unit_test(test_nets_at_once),
        cmocka_unit_test(test_net_taken_back),
        cmocka_unit_test(test_alone),
        cmocka_unit_test(test_wrong_arguments),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
