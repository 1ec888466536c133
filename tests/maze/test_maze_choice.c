/* test_maze_choice: which designs the tiles of router/maze/rounds are for, and what the one call
 * makes of them. */
#include "router/maze/rounds/maze_route.h"

#include "tests/support/random_designs.h"

static void test_choice(void **state)
{
    (void)state;
    struct design design;
    maze_design(&design, 512, 512, 4, 6000, 1);
    assert_true(maze_suits(&design.grid, &design.nets, NULL, design.nets.net_count));
    design.grid.rules.bend = 1;
    assert_true(maze_suits(&design.grid, &design.nets, NULL, design.nets.net_count));
    design_destroy(&design);
    maze_design(&design, 512, 512, 2, 2500, 1);
    assert_true(maze_suits(&design.grid, &design.nets, NULL, design.nets.net_count));
    design.grid.layers = 1;
    assert_false(maze_suits(&design.grid, &design.nets, NULL, design.nets.net_count));
    design_destroy(&design);
    maze_design(&design, 128, 128, 4, 300, 1); /* small */
    assert_false(maze_suits(&design.grid, &design.nets, NULL, design.nets.net_count));
    design_destroy(&design);
    const struct generate_options wide = {
        .kind = GENERATE_OPEN, .width = 512, .height = 512, .layers = 4, .nets = 500, .seed = 1};
    assert_int_equal(generate_design(&design, &wide, NULL), STATUS_OK);
    assert_false(maze_suits(&design.grid, &design.nets, NULL,
                            design.nets.net_count)); /* its nets run across all of it */
    design_destroy(&design);
}

/* One net of thousands of pins, on a grid too small for others. */
static void test_many_pins(void **state)
{
    (void)state;
    enum { SIDE = 200, STEP = 7 };
    struct design design = {0};
    struct routes routes;
    struct route_report report;
    assert_int_equal(grid_create(&design.grid, SIDE, SIDE, 2, NULL), STATUS_OK);
    assert_int_equal(netlist_add_net(&design.nets, "clk", 3, NULL), STATUS_OK);
    for (uint32_t i = 0; i < SIDE * SIDE; i += STEP) {
        const struct pin pin = {.cell = i};
        assert_int_equal(netlist_add_pins(&design.nets, &pin, 1, NULL), STATUS_OK);
        if (design.nets.nets[0].pin_count <= 4096)
            assert_false(maze_suits(&design.grid, &design.nets, NULL, design.nets.net_count));
    }
    assert_true(maze_suits(&design.grid, &design.nets, NULL, design.nets.net_count));
    struct route_options options = plain_options();
    options.max_iterations = ROUTE_ITERATIONS_DEFAULT;
    assert_int_equal(route_design(&design, &options, &routes, &report, NULL), STATUS_OK);
    assert_int_equal(assert_right(&design, &routes), STATUS_OK);
    routes_destroy(&routes);
    design_destroy(&design);
}

/* Fewer pins on a large grid: where others would search 10^9 cells, from 257 pins on. */
static void pins_times_cells(uint32_t side, uint32_t layers, uint32_t most)
{
    struct grid grid;
    struct netlist nets = {0};
    assert_int_equal(grid_create(&grid, side, side, layers, NULL), STATUS_OK);
    assert_int_equal(netlist_add_net(&nets, "clk", 3, NULL), STATUS_OK);
    const struct pin corner = {.cell = side * side - 1};
    assert_int_equal(netlist_add_pins(&nets, &corner, 1, NULL), STATUS_OK);
    for (uint32_t i = 0; i < most + 9; i++) {
        assert_int_equal(netlist_add_pins(&nets, &(struct pin){.cell = i * 64}, 1, NULL),
                         STATUS_OK);
        if (maze_suits(&grid, &nets, NULL, nets.net_count) != (nets.nets[0].pin_count > most))
            fail_msg("%u %u %u", side, layers, nets.nets[0].pin_count);
    }
    netlist_destroy(&nets);
    grid_destroy(&grid);
}

static void test_pins_times_cells(void **state)
{
    (void)state;
    pins_times_cells(724, 2, 4096); /* 2^20 - 24 cells */
    pins_times_cells(1024, 2, 476);
    pins_times_cells(1024, 8, 256);
}

/* Routes the other nets again around every eighth net, which keeps its wires. */
static void route_the_rest(const struct design *design, struct route_options options,
                           const struct routes *all)
{
    struct routes keep, routes;
    assert_int_equal(routes_create(&keep, all->net_count, NULL), STATUS_OK);
    for (uint32_t net = 0; net < all->net_count; net += 8)
        assert_int_equal(routes_set_wires(&keep, design, net,
                                          all->wires + all->nets[net].first_wire,
                                          all->nets[net].wire_count, NULL),
                         STATUS_OK);
    options.keep = &keep;
    const enum status status = route_design(design, &options, &routes, NULL, NULL);
    assert_true(status == STATUS_OK || status == STATUS_UNROUTED);
    assert_int_equal(assert_right(design, &routes), status);
    routes_destroy(&routes);
    routes_destroy(&keep);
}

/* The one call takes the design, and the rest of the run routes the nets that are open. */
static void test_route_design(void **state)
{
    (void)state;
    struct design design;
    struct routes routes;
    struct route_report report;
    maze_design(&design, 400, 400, 4, 3600, random_seed());
    assert_true(maze_suits(&design.grid, &design.nets, NULL, design.nets.net_count));
    struct route_options options = plain_options();
    uint32_t *searches = calloc(design.nets.net_count, sizeof *searches);
    uint64_t all = 0;
    options.max_iterations = ROUTE_ITERATIONS_DEFAULT;
    options.net_searches = searches;
    assert_int_equal(route_design(&design, &options, &routes, &report, NULL), STATUS_OK);
    assert_int_equal(assert_right(&design, &routes), STATUS_OK);
    for (uint32_t net = 0; net < design.nets.net_count; net++)
        all += searches[net];
    assert_true(all > 0 && all == report.searches); /* each is some net's */
    options.net_searches = NULL;
    free(searches);
    route_the_rest(&design, options, &routes);
    routes_destroy(&routes);
    options.max_iterations = 1; /* far too few: legal, and what is left has a reason */
    enum status status = route_design(&design, &options, &routes, &report, NULL);
    assert_true(status == STATUS_OK || status == STATUS_UNROUTED);
    assert_right(&design, &routes);
    assert_true(report.routed * 20 > report.chosen * 19);
    routes_destroy(&routes);
    design_destroy(&design);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_many_pins),
        cmocka_unit_test(test_pins_times_cells),
        cmocka_unit_test(test_route_design),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
