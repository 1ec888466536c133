/* Tests of grid/routes: the numbers of trees, the pool of wires. */
#include "tests/support/random_result.h"

static struct design make_design(uint32_t width, uint32_t height, uint32_t layers)
{
    struct design design = {0};
    assert_int_equal(grid_create(&design.grid, width, height, layers, NULL), STATUS_OK);
    assert_int_equal(netlist_add_net(&design.nets, "n", 1, NULL), STATUS_OK);
    return design;
}

static void add_pin(struct design *design, uint32_t x, uint32_t y, uint32_t z, bool all)
{
    struct pin pin = {grid_cell(&design->grid, x, y, z), all};
    assert_int_equal(netlist_add_pins(&design->nets, &pin, 1, NULL), STATUS_OK);
}

static struct wire run(const struct design *design, uint32_t x0, uint32_t y0, uint32_t z0,
                       uint32_t x1, uint32_t y1, uint32_t z1)
{
    return (struct wire){grid_cell(&design->grid, x0, y0, z0),
                         grid_cell(&design->grid, x1, y1, z1)};
}

static void destroy(struct design *design)
{
    grid_destroy(&design->grid);
    netlist_destroy(&design->nets);
}

static void assert_numbers(const struct design *design, const struct wire *wires, size_t count,
                           cost_t cost, uint64_t length, uint64_t vias, uint64_t bends)
{
    struct route route = {.state = ROUTE_TIME_LIMIT, .first_wire = 7, .wire_count = 9};
    routes_measure(&route, design, 0, wires, count);
    assert_int_equal(route.cost, cost);
    assert_int_equal(route.length, length);
    assert_int_equal(route.vias, vias);
    assert_int_equal(route.bends, bends);
    assert_int_equal(route.state, ROUTE_TIME_LIMIT); /* the rest stays */
    assert_int_equal(route.first_wire, 7);
    assert_int_equal(route.wire_count, 9);
}

/* The example in the top comment of routes.c. */
static void test_order_of_branches(void **state)
{
    (void)state;
    struct design d = make_design(7, 4, 1);
    d.grid.rules.bend = 5;
    add_pin(&d, 0, 3, 0, false);
    add_pin(&d, 6, 3, 0, false);
    add_pin(&d, 3, 1, 0, false);
    struct wire ax = run(&d, 0, 3, 0, 3, 3, 0), xb = run(&d, 3, 3, 0, 6, 3, 0),
                xc = run(&d, 3, 3, 0, 3, 1, 0);
    assert_numbers(&d, (struct wire[]){ax, xb, xc}, 3, 8, 8, 0, 0);
    assert_numbers(&d, (struct wire[]){ax, xc, xb}, 3, 13, 8, 0, 1);
    destroy(&d);
}

static void test_pin_ends_a_branch(void **state)
{
    (void)state;
    struct design d = make_design(4, 4, 2);
    d.grid.rules.bend = 5;
    add_pin(&d, 0, 0, 0, false);
    add_pin(&d, 3, 0, 0, true); /* the corner is a pin */
    add_pin(&d, 3, 3, 0, false);
    struct wire wires[] = {run(&d, 0, 0, 0, 3, 0, 0), run(&d, 3, 0, 0, 3, 3, 0)};
    assert_numbers(&d, wires, 2, 6, 6, 0, 0);
    struct wire above[] = {run(&d, 0, 0, 1, 3, 0, 1), run(&d, 3, 0, 1, 3, 3, 1)};
    assert_numbers(&d, above, 2, 6, 6, 0, 0); /* so are its cells above */
    destroy(&d);
}

static void test_vias_make_no_turn(void **state)
{
    (void)state;
    struct design d = make_design(4, 4, 3);
    d.grid.rules = (struct step_rules){.via = 10, .bend = 100, .wrong_way = 1000};
    d.grid.rules.horizontal = 1;
    d.grid.rules.vertical = 4;
    add_pin(&d, 0, 0, 0, false);
    add_pin(&d, 3, 3, 2, false);
    struct wire wires[] = {run(&d, 0, 0, 0, 3, 0, 0), run(&d, 3, 0, 0, 3, 0, 2),
                           run(&d, 3, 0, 2, 3, 3, 2)};
    assert_numbers(&d, wires, 3, 3 + 2 + 20 + 3, 6, 2, 0);
    struct wire flat[] = {run(&d, 0, 0, 0, 3, 0, 0), run(&d, 3, 0, 0, 3, 3, 0),
                          run(&d, 3, 3, 0, 3, 3, 2)};
    assert_numbers(&d, flat, 3, 3 + 100 + 3 * 1001 + 2 * 11, 6, 2, 1);
    destroy(&d);
}

static void test_weights_of_cells_entered(void **state)
{
    (void)state;
    struct design d = make_design(4, 1, 1);
    assert_int_equal(grid_fill_weight(&d.grid, (struct box){0, 0, 0, 0}, 0, 50, NULL), STATUS_OK);
    assert_int_equal(grid_fill_weight(&d.grid, (struct box){2, 0, 2, 0}, 0, 7, NULL), STATUS_OK);
    add_pin(&d, 0, 0, 0, false);
    add_pin(&d, 3, 0, 0, false);
    struct wire there = run(&d, 0, 0, 0, 3, 0, 0), back = run(&d, 3, 0, 0, 0, 0, 0);
    assert_numbers(&d, &there, 1, 9, 3, 0, 0); /* the weight 50 of the root does not count */
    assert_numbers(&d, &back, 1, 58, 3, 0, 0);
    assert_numbers(&d, NULL, 0, 0, 0, 0, 0);
    destroy(&d);
}

static void test_pool(void **state)
{
    (void)state;
    struct design d = make_design(9, 9, 1);
    assert_int_equal(netlist_add_net(&d.nets, "m", 1, NULL), STATUS_OK);
    struct wire wires[] = {run(&d, 0, 0, 0, 8, 0, 0), run(&d, 8, 0, 0, 8, 8, 0)};
    struct routes routes;
    assert_int_equal(routes_create(&routes, 2, NULL), STATUS_OK);
    assert_int_equal(routes.nets[1].state, ROUTE_NO_PATH);
    assert_int_equal(routes_set_wires(&routes, &d, 0, wires, 1, NULL), STATUS_OK);
    assert_int_equal(routes_set_wires(&routes, &d, 1, wires, 2, NULL), STATUS_OK);
    assert_int_equal(routes.wire_count, 3);
    assert_int_equal(routes.nets[1].first_wire, 1);
    assert_int_equal(routes.nets[1].length, 16);
    assert_int_equal(routes_set_wires(&routes, &d, 1, wires + 1, 1, NULL), STATUS_OK);
    assert_int_equal(routes.wire_count, 3); /* fits over the old wires */
    assert_memory_equal(&routes.wires[routes.nets[1].first_wire], &wires[1], sizeof wires[1]);
    assert_int_equal(routes.nets[1].wire_count, 1);
    assert_int_equal(routes.nets[0].length, 8); /* the other net is untouched */
    uint32_t blocker = 1;
    assert_int_equal(routes_set_unrouted(&routes, 0, ROUTE_BLOCKED_BY, &blocker, 1, NULL),
                     STATUS_OK);
    assert_int_equal(routes.nets[0].wire_count, 0);
    assert_int_equal(routes.nets[0].cost, 0);
    assert_int_equal(routes.blockers[routes.nets[0].first_blocker], 1);
    assert_int_equal(routes_set_wires(&routes, &d, 0, wires, 2, NULL), STATUS_OK);
    assert_int_equal(routes.nets[0].blocker_count, 0);
    assert_int_equal(routes.nets[0].bends, 1);
    assert_string_equal(route_state_name(ROUTE_BLOCKED_BY), "blocked-by");
    routes_destroy(&routes);
    routes_destroy(&routes);
    routes_destroy(NULL);
    destroy(&d);
}

/* Random trees: the numbers are equal to those summed up during the walks. */
static void test_random_trees(void **state)
{
    (void)state;
    struct rng rng = rng_seeded(1);
    for (int round = 0; round < 1000; round++) {
        struct design design;
        struct routes routes;
        random_result(&design, &routes, &rng);
        for (uint32_t net = 0; net < routes.net_count; net++) {
            struct route route = routes.nets[net];
            routes_measure(&route, &design, net,
                           routes.wires != NULL ? routes.wires + route.first_wire : NULL,
                           route.wire_count);
            assert_memory_equal(&route, &routes.nets[net], sizeof route);
        }
        random_result_free(&design, &routes);
    }
}

/* A result of two nets is sound; with each fault in turn it is not. */
static void test_soundness(void **state)
{
    (void)state;
    struct design d = make_design(7, 4, 2);
    add_pin(&d, 0, 0, 0, false);
    assert_int_equal(netlist_add_net(&d.nets, "m", 1, NULL), STATUS_OK);
    add_pin(&d, 0, 1, 0, false);
    for (int fault = 0; fault <= 10; fault++) {
        struct routes routes;
        struct wire wires[] = {run(&d, 0, 0, 0, 3, 0, 0), run(&d, 3, 0, 0, 3, 3, 0)};
        assert_int_equal(routes_create(&routes, 2, NULL), STATUS_OK);
        assert_int_equal(routes_set_wires(&routes, &d, 0, wires, 2, NULL), STATUS_OK);
        assert_int_equal(routes_set_unrouted(&routes, 1, ROUTE_BLOCKED_BY, &(uint32_t){0}, 1, NULL),
                         STATUS_OK);
        struct route *routed = &routes.nets[0], *blocked = &routes.nets[1];
        switch (fault) {
        case 1:
            routed->first_wire = 1;
            break; /* one wire beyond the end of the pool */
        case 2:
            routed->wire_count = SIZE_MAX;
            break;
        case 3:
            routes.wires[0].to++;
            routes.wires[0].from += 7;
            break; /* not straight */
        case 4:
            routes.wires[1].to = 7 * 4 * 2;
            break; /* outside the grid */
        case 5:
            *blocked = *routed;
            break; /* the wires of two nets */
        case 6:
            blocked->length = 1;
            break;
        case 7:
            blocked->state = ROUTE_NO_PATH;
            break; /* names a blocker */
        case 8:
            routes.blockers[0] = 2;
            break;
        case 9:
            blocked->state = ROUTE_STATES;
            break;
        case 10:
            routes.net_count = 1;
            break;
        default:
            break;
        }
        if (routes_is_sound(&routes, &d) != (fault == 0))
            fail_msg("fault %d is judged wrong", fault);
        routes_destroy(&routes);
    }
    destroy(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order_of_branches),
        cmocka_unit_test(test_pin_ends_a_branch),
        cmocka_unit_test(test_vias_make_no_turn),
        cmocka_unit_test(test_weights_of_cells_entered),
        cmocka_unit_test(test_pool),
        cmocka_unit_test(test_random_trees),
        cmocka_unit_test(test_soundness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
