/* test_check_clean: the fast check, compared with the walk cell by cell: it never accepts a result
 * in which the walk finds a fault, and it accepts right ones. */
#include "grid/check/checker.h"
#include "tests/support/random_designs.h"

/* The number of faults that the walk finds. */
static uint64_t faults_of(const struct design *design, const struct routes *routes)
{
    struct checker check = {.design = design, .routes = routes};
    assert_int_equal(checker_make_marks(&check, NULL), STATUS_OK);
    for (uint32_t net = 0; net < routes->net_count; net++)
        checker_mark_pins(&check, net);
    for (check.net = 0; check.net < routes->net_count; check.net++)
        if (routes->nets[check.net].state == ROUTE_ROUTED)
            checker_tree(&check);
    free(check.mark);
    return check.summary.faults;
}

static bool is_clean(const struct design *design, const struct routes *routes)
{
    struct checker check = {.design = design, .routes = routes};
    return checker_is_clean(&check);
}

static bool is_straight(const struct grid *grid, struct wire wire)
{
    return wire.from < grid_cells(grid) && wire.to < grid_cells(grid) &&
           (grid_x(grid, wire.from) != grid_x(grid, wire.to)) +
                   (grid_y(grid, wire.from) != grid_y(grid, wire.to)) +
                   (grid_z(grid, wire.from) != grid_z(grid, wire.to)) <=
               1;
}

/* Moves one or both ends of a straight wire by a cell, exchanges them, or changes a number. Except
 * in the last case the numbers are measured again, so that the wires alone show the fault. */
static void damage(const struct design *design, struct routes *routes, uint64_t *seed)
{
    const struct grid *grid = &design->grid;
    uint32_t net = random_below(seed, routes->net_count);
    struct route *route = &routes->nets[net];
    if (route->state != ROUTE_ROUTED || route->wire_count == 0)
        return;
    struct wire *wires = routes->wires + route->first_wire;
    size_t i = random_below(seed, (uint32_t)route->wire_count);
    cell_t stride[] = {1, grid->width, grid->width * grid->height};
    cell_t by = stride[random_below(seed, 3)];
    switch (random_below(seed, 8)) {
    case 0:
        wires[i].to += by;
        break;
    case 1:
        wires[i].from -= by;
        break;
    case 2:
        wires[i] = (struct wire){wires[i].to, wires[i].from};
        break;
    case 3:
        wires[i] = wires[random_below(seed, (uint32_t)route->wire_count)];
        break;
    case 4: /* a parallel path */
        for (size_t k = 0; k < route->wire_count; k++)
            wires[k] = (struct wire){wires[k].from + (k > 0) * by,
                                     wires[k].to + (k + 1 < route->wire_count) * by};
        break;
    case 5:
        route->wire_count--;
        break;
    case 6:
        *(random_below(seed, 2) == 0 ? &route->cost : &route->bends) += 1;
        return;
    default:
        route->blocker_count = random_below(seed, 2);
        return;
    }
    for (size_t k = 0; k < route->wire_count; k++)
        if (!is_straight(grid, wires[k]))
            return;
    routes_measure(route, design, net, wires, route->wire_count);
}

/* Moves a pin to the cell, or to this cell on all layers, if there is no other pin. */
static void put_pin(struct design *design, cell_t cell, uint64_t *seed)
{
    cell_t plane = design->grid.width * design->grid.height;
    bool star = random_below(seed, 2) == 0;
    for (uint32_t i = 0; i < design->nets.pin_count; i++)
        if (design->nets.pins[i].cell % plane == cell % plane)
            return;
    design->nets.pins[random_below(seed, design->nets.pin_count)] =
        (struct pin){star ? cell % plane : cell, star};
}

/* Makes a cell of a wire blocked, walled or a pin of another net. */
static void obstruct(struct design *design, const struct routes *routes, uint64_t *seed)
{
    struct grid *grid = &design->grid;
    if (routes->wire_count == 0)
        return;
    struct wire wire = routes->wires[random_below(seed, (uint32_t)routes->wire_count)];
    int64_t stride = wire_stride(grid, wire);
    uint32_t steps = wire_steps(grid, wire);
    cell_t cell = (cell_t)(wire.from + stride * random_below(seed, steps));
    switch (random_below(seed, 4)) {
    case 0:
        grid_set_blocked(grid, (cell_t)(cell + stride), true);
        break;
    case 1:
        assert_int_equal(grid_add_wall(grid, cell, wire_shape(grid, wire).direction, NULL),
                         STATUS_OK);
        break;
    case 2:
        grid->rules.strict = ~(uint64_t)0;
        break;
    default:
        put_pin(design, (cell_t)(cell + stride), seed);
    }
}

static void never_passes_a_fault(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    uint32_t right = 0, wrong = 0, unseen = 0;
    for (int round = 0; round < 4000; round++) {
        struct design design;
        struct routes routes;
        bool stars = random_below(&seed, 4) == 0;
        random_grid(&design, 3 + random_below(&seed, 80), 2 + random_below(&seed, 8),
                    1 + random_below(&seed, 3), random_below(&seed, 20), true, &seed);
        if (random_below(&seed, 4) > 0) {
            free(design.grid.walls);
            design.grid.walls = NULL;
        }
        random_nets(&design, 1 + random_below(&seed, 6), 2 + random_below(&seed, 3), stars, &seed);
        struct route_options options = plain_options();
        route_design(&design, &options, &routes, NULL, NULL);
        uint64_t faults = faults_of(&design, &routes);
        assert_int_equal(faults, 0);
        if (design.grid.walls == NULL && !stars)
            assert_true(is_clean(&design, &routes));
        right += is_clean(&design, &routes);
        if (random_below(&seed, 3) > 0)
            damage(&design, &routes, &seed);
        else
            obstruct(&design, &routes, &seed);
        faults = faults_of(&design, &routes);
        if (faults > 0)
            assert_false(is_clean(&design, &routes));
        wrong += faults > 0;
        unseen += faults == 0 && !is_clean(&design, &routes);
        routes_destroy(&routes);
        netlist_destroy(&design.nets);
        grid_destroy(&design.grid);
    }
    print_message("%u right, %u wrong; %u right that wanted a closer look\n", right, wrong, unseen);
    assert_true(right > 100 && wrong > 1000);
}

/* Two nets from one cell, one along x, one along y: each alone is right. */
static void pins_that_share_a_cell_are_seen(void **state)
{
    (void)state;
    struct design design = {0};
    struct routes routes;
    assert_int_equal(grid_create(&design.grid, 70, 4, 1, NULL), STATUS_OK);
    cell_t root = 3, along_x = 69, along_y = root + 2 * 70;
    const struct pin pins[] = {{root, false}, {along_x, false}, {root, false}, {along_y, false}};
    for (int i = 0; i < 4; i++) {
        if (i % 2 == 0)
            assert_int_equal(netlist_add_net(&design.nets, i == 0 ? "a" : "b", 1, NULL), STATUS_OK);
        assert_int_equal(netlist_add_pins(&design.nets, &pins[i], 1, NULL), STATUS_OK);
    }
    assert_int_equal(routes_create(&routes, 2, NULL), STATUS_OK);
    struct wire a = {root, along_x}, b = {root, along_y};
    assert_int_equal(routes_set_wires(&routes, &design, 0, &a, 1, NULL), STATUS_OK);
    assert_int_equal(routes_set_wires(&routes, &design, 1, &b, 1, NULL), STATUS_OK);
    assert_true(faults_of(&design, &routes) > 0);
    assert_false(is_clean(&design, &routes));
    assert_int_equal(check_routes(1, &design, &routes, false, NULL, NULL, NULL, NULL),
                     STATUS_BAD_INPUT);
    design.nets.pins[2].cell = b.from = root + 70;
    assert_int_equal(routes_set_wires(&routes, &design, 1, &b, 1, NULL), STATUS_OK);
    assert_true(is_clean(&design, &routes));
    routes_destroy(&routes);
    netlist_destroy(&design.nets);
    grid_destroy(&design.grid);
}

/* A tree whose first wire does not end at a pin: right if the third wire continues there, else
 * wrong. */
static void open_ends_are_taken_up_later(void **state)
{
    (void)state;
    struct design design = {0};
    struct routes routes;
    assert_int_equal(grid_create(&design.grid, 8, 3, 1, NULL), STATUS_OK);
    assert_int_equal(netlist_add_net(&design.nets, "a", 1, NULL), STATUS_OK);
    const cell_t root = 0, open = 3, above = 16, far = 6;
    const cell_t pins[] = {root, above, far};
    for (int i = 0; i < 3; i++)
        assert_int_equal(netlist_add_pins(&design.nets, &(struct pin){pins[i], false}, 1, NULL),
                         STATUS_OK);
    assert_int_equal(routes_create(&routes, 1, NULL), STATUS_OK);
    const struct wire right[] = {{root, open}, {root, above}, {open, far}};
    assert_int_equal(routes_set_wires(&routes, &design, 0, right, 3, NULL), STATUS_OK);
    assert_int_equal(faults_of(&design, &routes), 0);
    assert_true(is_clean(&design, &routes));
    const struct wire wrong[] = {{root, open}, {root, above}, {above, above + 6}, {above + 6, far}};
    assert_int_equal(routes_set_wires(&routes, &design, 0, wrong, 4, NULL), STATUS_OK);
    assert_int_equal(faults_of(&design, &routes), 1);
    assert_false(is_clean(&design, &routes));
    routes_destroy(&routes);
    netlist_destroy(&design.nets);
    grid_destroy(&design.grid);
}

/* A separate wire besides a right tree, included in the numbers or not. */
static void wires_beside_the_tree_are_seen(void **state)
{
    (void)state;
    struct design design = {0};
    struct routes routes;
    assert_int_equal(grid_create(&design.grid, 8, 3, 1, NULL), STATUS_OK);
    assert_int_equal(netlist_add_net(&design.nets, "a", 1, NULL), STATUS_OK);
    for (cell_t cell = 0; cell <= 6; cell += 6)
        assert_int_equal(netlist_add_pins(&design.nets, &(struct pin){cell, false}, 1, NULL),
                         STATUS_OK);
    assert_int_equal(routes_create(&routes, 1, NULL), STATUS_OK);
    const struct wire wires[] = {{0, 6}, {16, 19}};
    for (int counted = 0; counted < 2; counted++) {
        assert_int_equal(routes_set_wires(&routes, &design, 0, wires, 2, NULL), STATUS_OK);
        if (!counted)
            routes_measure(&routes.nets[0], &design, 0, wires, 1);
        routes.nets[0].wire_count = 2;
        assert_true(faults_of(&design, &routes) > 0);
        assert_false(is_clean(&design, &routes));
    }
    routes_destroy(&routes);
    netlist_destroy(&design.nets);
    grid_destroy(&design.grid);
}

/* Nets a with pins o, b with pins x, 2500 times, checked by several threads:
 *
 *     o o o o o o .     right          o o o x o o .     wrong: a runs through a pin of b, which
 *     . . x x . . .                    . . x . . . .     has no wire
 */
static void threads_see_what_one_sees(void **state)
{
    (void)state;
    enum { PAIRS = 2500, ACROSS = 50, WIDTH = 7 * ACROSS };
    struct design design = {0};
    struct routes routes;
    uint64_t seed = random_seed();
    assert_int_equal(grid_create(&design.grid, WIDTH, 2 * PAIRS / ACROSS, 1, NULL), STATUS_OK);
    assert_int_equal(routes_create(&routes, 2 * PAIRS, NULL), STATUS_OK);
    for (uint32_t i = 0; i < PAIRS; i++) {
        const cell_t a = i / ACROSS * 2 * WIDTH + i % ACROSS * 7, b = a + WIDTH + 2;
        const cell_t pins[] = {a, a + 5, b, b + 1};
        for (int k = 0; k < 4; k++) {
            if (k % 2 == 0)
                assert_int_equal(netlist_add_net(&design.nets, "n", 1, NULL), STATUS_OK);
            assert_int_equal(netlist_add_pins(&design.nets, &(struct pin){pins[k], false}, 1, NULL),
                             STATUS_OK);
        }
    }
    for (uint32_t net = 0; net < 2 * PAIRS; net++) {
        const struct pin *pins = &design.nets.pins[2 * (size_t)net];
        const struct wire wire = {pins[0].cell, pins[1].cell};
        assert_int_equal(routes_set_wires(&routes, &design, net, &wire, 1, NULL), STATUS_OK);
    }
    struct checker check = {.design = &design, .routes = &routes, .threads = 5};
    assert_true(checker_is_clean(&check));
    for (int round = 0; round < 200; round++) {
        const uint32_t net = 2 * random_below(&seed, PAIRS) + 1;
        struct pin *pin = &design.nets.pins[2 * net + 1];
        const struct route before = routes.nets[net];
        pin->cell -= WIDTH;
        routes.nets[net] = (struct route){.state = ROUTE_ROUTED};
        assert_false(checker_is_clean(&check));
        pin->cell += WIDTH;
        assert_false(checker_is_clean(&check)); /* it still has no wire */
        const cell_t at = design.nets.pins[(size_t)2 * net].cell;
        const struct wire around[] = {{at, at - WIDTH},
                                      {at - WIDTH, at - WIDTH + 1},
                                      {at - WIDTH + 1, at + 1}}; /* through the wire of a */
        assert_int_equal(routes_set_wires(&routes, &design, net, around, 3, NULL), STATUS_OK);
        assert_false(checker_is_clean(&check));
        routes.nets[net] = before;
    }
    assert_true(checker_is_clean(&check));
    routes_destroy(&routes);
    netlist_destroy(&design.nets);
    grid_destroy(&design.grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(never_passes_a_fault),
                                       cmocka_unit_test(pins_that_share_a_cell_are_seen),
                                       cmocka_unit_test(open_ends_are_taken_up_later),
                                       cmocka_unit_test(wires_beside_the_tree_are_seen),
                                       cmocka_unit_test(threads_see_what_one_sees)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
