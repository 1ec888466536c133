/* Tests of grid/check: hand-made results, right and wrong, with the message of each fault. */
#include "tests/support/check_bench.h"

static void test_right(void **state)
{
    (void)state;
    struct bench b;
    bench_two_nets(&b);
    assert_right(&b);
    assert_int_equal(b.summary.routed, 2);
    assert_int_equal(b.routes.nets[0].cost, 13);
    /* a run in two pieces, and a pin inside a block */
    grid_set_blocked(&b.design.grid, at(&b, 5, 6, 1), true);
    bench_path(&b, 0, (const uint32_t[][3]){{0, 0, 1}, {2, 0, 1}, {5, 0, 1}, {5, 6, 1}}, 4);
    assert_right(&b);
    assert_int_equal(b.routes.nets[0].cost, 13);
    bench_close(&b);
}

static void test_one_pin(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b, 4, 4, 2);
    bench_net(&b, "lone");
    bench_pin(&b, 1, 1, 0);
    bench_result(&b);
    bench_path(&b, 0, NULL, 0);
    assert_right(&b);
    bench_path(&b, 0, (const uint32_t[][3]){{1, 1, 1}, {2, 1, 1}}, 2);
    assert_fault(&b, "net lone: the wire 1,1,1 2,1,1 ends at no pin");
    bench_path(&b, 0, (const uint32_t[][3]){{1, 1, 1}, {1, 1, 2}}, 2);
    assert_fault(&b, "net lone: 1,1,2 belongs to a pin whose cells are joined");
    bench_close(&b);
}

static void test_numbers(void **state)
{
    (void)state;
    struct bench b;
    bench_two_nets(&b);
    b.routes.nets[0].cost++;
    assert_fault(&b, "net a: its cost is written as 14, but the wires give 13");
    b.routes.nets[0].cost--;
    b.routes.nets[0].length--;
    assert_fault(&b, "net a: its length is written as 10, but the wires give 11");
    b.routes.nets[0].length++;
    b.routes.nets[1].vias = 1;
    assert_fault(&b, "net b: its number of vias is written as 1, but the wires give 0");
    b.routes.nets[1].vias = 0;
    b.routes.nets[0].bends = 0;
    assert_fault(&b, "net a: its number of bends is written as 0, but the wires give 1");
    assert_int_equal(b.summary.faults, 1);
    bench_close(&b);
}

static void test_cells(void **state)
{
    (void)state;
    struct bench b;
    bench_two_nets(&b);
    grid_set_blocked(&b.design.grid, at(&b, 5, 4, 1), true);
    assert_fault(&b, "net a: 5,4,1 is blocked");
    assert_int_equal(b.summary.faults, 1);
    grid_set_blocked(&b.design.grid, at(&b, 5, 4, 1), false);
    assert_int_equal(grid_add_wall(&b.design.grid, at(&b, 2, 0, 1), EAST, NULL), STATUS_OK);
    assert_fault(&b, "net a: no step is allowed from 2,0,1 to 3,0,1: a wall is between them");
    b.design.grid.walls[at(&b, 2, 0, 1)] = b.design.grid.walls[at(&b, 3, 0, 1)] = 0;
    b.design.grid.rules.horizontal = b.design.grid.rules.strict = 1;
    assert_fault(&b, "from 5,5,1 to 5,6,1: it runs across a strict layer"); /* at a pin, too */
    b.design.grid.rules.horizontal = b.design.grid.rules.strict = 0;
    /* through the unused upper cell of b's pin, though b is routed elsewhere */
    bench_path(&b, 0, (const uint32_t[][3]){{0, 0, 1}, {0, 3, 1}, {5, 3, 1}, {5, 6, 1}}, 4);
    assert_fault(&b, "net a: 1,3,1 is taken by a pin of net b");
    bench_path(&b, 0, (const uint32_t[][3]){{0, 0, 1}, {5, 0, 1}, {5, 6, 1}}, 3);
    bench_path(&b, 1, (const uint32_t[][3]){{1, 3, 1}, {5, 3, 1}, {5, 3, 2}, {3, 3, 2}}, 4);
    assert_fault(&b, "net b: 5,3,1 is taken by a wire of net a");
    b.routes.nets[0].state = ROUTE_INTERRUPTED; /* its pins stay reserved */
    b.routes.nets[0] = (struct route){.state = ROUTE_INTERRUPTED};
    bench_path(&b, 1, (const uint32_t[][3]){{1, 3, 1}, {1, 6, 1}, {6, 6, 1}}, 3);
    assert_fault(&b, "net b: 5,6,1 is taken by a pin of net a");
    bench_close(&b);
}

static void test_shapes(void **state)
{
    (void)state;
    struct bench b;
    bench_two_nets(&b);
    struct wire *wires = b.routes.wires + b.routes.nets[0].first_wire;
    wires[1].to = at(&b, 6, 6, 1);
    assert_fault(&b, "net a: the wire 5,0,1 6,6,1 is not one straight run or one via stack");
    wires[1].to = wires[1].from;
    assert_fault(&b, "net a: the wire 5,0,1 5,0,1 is not a step long");
    wires[1].to = 128;
    assert_fault(&b, "net a: a wire leaves the grid at cell number 128");
    wires[1] = (struct wire){at(&b, 5, 6, 1), at(&b, 5, 0, 1)}; /* reversed */
    assert_fault(&b, "does not start in the tree");
    wires[1] = (struct wire){at(&b, 5, 0, 1), at(&b, 5, 5, 1)}; /* short */
    assert_fault(&b, "net a: the wire 5,0,1 5,5,1 ends at no pin");
    assert_fault(&b, "net a: its pin at 5,6,1 is not connected");
    wires[1] = (struct wire){at(&b, 5, 0, 1), at(&b, 5, 7, 1)}; /* long */
    assert_fault(&b, "net a: the wire 5,0,1 5,7,1 ends at no pin");
    wires[0].from = at(&b, 1, 0, 1);
    assert_fault(&b, "net a: the wire 1,0,1 5,0,1 does not start in the tree");
    bench_close(&b);
}

static void test_loops(void **state)
{
    (void)state;
    struct bench b;
    bench_two_nets(&b);
    bench_path(&b, 0, (const uint32_t[][3]){{0, 0, 1}, {5, 0, 1}, {5, 6, 1}, {0, 6, 1}, {0, 0, 1}},
               5);
    assert_fault(&b, "net a: 0,0,1 is in the net's tree already");
    bench_path(&b, 0, (const uint32_t[][3]){{0, 0, 1}, {5, 0, 1}, {5, 6, 1}, {5, 3, 1}}, 4);
    assert_fault(&b, "net a: 5,5,1 is in the net's tree already"); /* back on itself */
    bench_path(&b, 0, (const uint32_t[][3]){{0, 0, 1}, {5, 0, 1}, {5, 6, 1}}, 3);
    /* out of one cell of the "*" pin and into the other */
    bench_path(&b, 1, (const uint32_t[][3]){{1, 3, 1}, {1, 5, 1}, {1, 5, 2}, {1, 3, 2}, {3, 3, 2}},
               5);
    assert_fault(&b, "net b: 1,3,2 belongs to a pin whose cells are joined");
    bench_close(&b);
}

/* A pin in the middle with all layers: entered on one layer, left on another at no cost. */
static void test_joined_pin(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b, 7, 1, 3);
    b.design.grid.rules.via = 10;
    bench_net(&b, "n");
    bench_pin(&b, 0, 0, 1);
    bench_pin(&b, 6, 0, 3);
    bench_pin(&b, 3, 0, 0);
    bench_result(&b);
    struct wire wires[] = {{at(&b, 0, 0, 1), at(&b, 3, 0, 1)}, {at(&b, 3, 0, 3), at(&b, 6, 0, 3)}};
    assert_int_equal(routes_set_wires(&b.routes, &b.design, 0, wires, 2, NULL), STATUS_OK);
    assert_right(&b);
    assert_int_equal(b.routes.nets[0].cost, 6);
    bench_close(&b);
}

static void test_alone(void **state)
{
    (void)state;
    struct bench b;
    bench_two_nets(&b);
    bench_path(&b, 1, (const uint32_t[][3]){{1, 3, 1}, {5, 3, 1}, {5, 3, 2}, {3, 3, 2}}, 4);
    assert_fault(&b, "net b: 5,3,1 is taken by a wire of net a");
    b.routes.alone = true;
    assert_right(&b); /* alone in both the option and the header */
    assert_int_equal(check_routes(1, &b.design, &b.routes, false, note_fault, &b, NULL, NULL),
                     STATUS_BAD_INPUT);
    assert_non_null(strstr(b.text, "routed alone, each as if it were the only one, which was not"));
    b.routes.alone = false;
    b.text[0] = '\0';
    assert_int_equal(check_routes(1, &b.design, &b.routes, true, note_fault, &b, NULL, NULL),
                     STATUS_BAD_INPUT);
    assert_non_null(strstr(b.text, "does not say that its nets were routed alone"));
    b.routes.alone = true;
    assert_int_equal(check_routes(1, &b.design, &b.routes, true, NULL, NULL, NULL, NULL),
                     STATUS_OK);
    bench_path(&b, 1, (const uint32_t[][3]){{1, 3, 1}, {3, 3, 1}}, 2);
    b.routes.alone = true;
    assert_fault(&b, "net b: its pin at 3,3,2 is not connected");
    bench_close(&b);
}

static void test_faults_are_limited(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b, 100, 1, 1);
    grid_fill_blocked(&b.design.grid, (struct box){1, 0, 98, 0}, 0, true);
    bench_net(&b, "n");
    bench_pin(&b, 0, 0, 1);
    bench_pin(&b, 99, 0, 1);
    bench_result(&b);
    bench_path(&b, 0, (const uint32_t[][3]){{0, 0, 1}, {99, 0, 1}}, 2);
    assert_int_equal(judge(&b), STATUS_BAD_INPUT);
    assert_int_equal(b.summary.faults, 98);
    size_t lines = 0;
    for (const char *c = b.text; *c != '\0'; c++)
        lines += *c == '\n';
    assert_int_equal(lines, CHECK_FAULTS_PER_NET);
    bench_close(&b);
}

/* A wire one cell beyond the grid, at either end. */
static void test_outside(void **state)
{
    (void)state;
    struct bench b;
    bench_two_nets(&b);
    struct wire *wire = &b.routes.wires[b.routes.nets[0].first_wire];
    const struct wire good = *wire;
    const cell_t cells = (cell_t)grid_cells(&b.design.grid);
    *wire = (struct wire){cells, good.to};
    assert_fault(&b, "net a: a wire leaves the grid at");
    *wire = (struct wire){good.from, cells};
    assert_fault(&b, "net a: a wire leaves the grid at");
    *wire = good;
    assert_right(&b);
    bench_close(&b);
}

/* A wire that ends on a pin of a later net is a fault only of its own net. */
static void test_end_on_a_pin(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b, 5, 5, 1);
    bench_net(&b, "a");
    bench_pin(&b, 0, 0, 1);
    bench_net(&b, "b");
    bench_pin(&b, 0, 4, 1);
    bench_pin(&b, 4, 4, 1);
    bench_result(&b);
    bench_path(&b, 0, (const uint32_t[][3]){{0, 0, 1}, {4, 0, 1}, {4, 4, 1}}, 3);
    bench_path(&b, 1, (const uint32_t[][3]){{0, 4, 1}, {4, 4, 1}}, 2);
    assert_fault(&b, "net a: 4,4,1 is taken by a pin of net b");
    assert_int_equal(b.summary.faults, 1);
    bench_close(&b);
}

struct lines {
    uint64_t at[8];
    int count;
};

static void note_line(void *context, uint64_t line, const char *text)
{
    struct lines *lines = context;
    (void)text;
    assert_in_range(lines->count, 0, 7);
    lines->at[lines->count++] = line;
}

/* A fault of a wire has the line of the wire, one of a net that of the net, also after others. */
static void test_lines_of_faults(void **state)
{
    (void)state;
    struct bench b;
    struct error error = {0};
    uint32_t net_lines[] = {10, 20}, wire_lines[] = {11, 12, 21};
    bench_two_nets(&b);
    for (int wrong = 0; wrong < 3; wrong++) {
        struct lines lines = {.count = 0};
        struct wire kept = b.routes.wires[1];
        b.routes.net_lines = net_lines;
        b.routes.wire_lines = wire_lines;
        b.routes.nets[1].blocker_count = wrong > 0; /* net b is routed, and names another */
        if (wrong == 2)
            b.routes.wires[1].to++; /* the second wire of net a is no straight one */
        check_routes(1, &b.design, &b.routes, false, note_line, &lines, &b.summary, &error);
        b.routes.net_lines = b.routes.wire_lines = NULL;
        b.routes.nets[1].blocker_count = 0;
        b.routes.wires[1] = kept;
        assert_int_equal(lines.count, wrong);
        if (wrong > 0)
            assert_int_equal(lines.at[wrong - 1], 20);
        if (wrong > 1)
            assert_int_equal(lines.at[0], 12);
    }
    bench_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right),
        cmocka_unit_test(test_one_pin),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_end_on_a_pin),
        cmocka_unit_test(test_outside),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_loops),
        cmocka_unit_test(test_joined_pin),
        cmocka_unit_test(test_alone),
        cmocka_unit_test(test_faults_are_limited),
        cmocka_unit_test(test_lines_of_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
