/* test_steiner: the tree of least cost, against a search over all sets of cells. */
#include "tests/support/random_designs.h"

#include "router/search/field.h"
#include "router/maze/net/steiner.h"

/* Least cost of a connected set of cells that holds all pins, by trying all sets: its cells' costs
 * but the root's. For unit weights, no extras: cells - 1. */
static uint32_t exhaustive(const struct design *design, const struct field *field)
{
    const struct grid *grid = &design->grid;
    uint32_t cells = (uint32_t)grid_cells(grid), pins = 0, open = 0, best = UINT32_MAX;
    for (uint32_t i = 0; i < design->nets.pin_count; i++)
        pins |= 1u << design->nets.pins[i].cell;
    for (cell_t cell = 0; cell < cells; cell++)
        open |= grid_plane_get(grid, field->closed, cell) ? 0 : 1u << cell;
    open |= pins;
    for (uint32_t set = 0; set < 1u << cells; set++) {
        if ((set & pins) != pins || (set & ~open) != 0)
            continue;
        uint32_t cost = 0;
        for (cell_t cell = 0; cell < cells; cell++)
            if ((set >> cell & 1) != 0 && cell != design->nets.pins[0].cell)
                cost += grid_weight(grid, cell) + field->toll[cell];
        if (cost >= best)
            continue;
        uint32_t reached = 1u << design->nets.pins[0].cell, before = 0;
        while (reached != before) {
            before = reached;
            for (cell_t cell = 0; cell < cells; cell++)
                for (int d = 0; (reached >> cell & 1) != 0 && d < DIRECTIONS; d++)
                    if (grid_step_exists(grid, cell, d) &&
                        (set >> grid_neighbour(grid, cell, d) & 1) != 0)
                        reached |= 1u << grid_neighbour(grid, cell, d);
        }
        if (reached == set)
            best = cost;
    }
    return best;
}

static void trees_are_cheapest(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    uint32_t found = 0, none = 0;
    struct steiner *steiner = NULL;
    struct growth growth = {0};
    assert_int_equal(steiner_create(&steiner, NULL), STATUS_OK);
    for (int round = 0; round < 60; round++) {
        struct design design;
        struct field_store store;
        random_grid(&design, 4, 2 + random_below(&seed, 3), 1, random_below(&seed, 30), true,
                    &seed);
        design.grid.rules.bend = design.grid.rules.wrong_way = design.grid.rules.via = 0;
        do {
            netlist_destroy(&design.nets);
            random_nets(&design, 1, STEINER_PINS_MAX, false, &seed);
        } while (design.nets.nets[0].pin_count < 3);
        make_field(&store, &design);
        assert_int_equal(field_add_toll(&store, NULL), STATUS_OK);
        for (cell_t cell = 0; cell < grid_cells(&design.grid); cell++)
            store.field.toll[cell] = random_below(&seed, 4);
        struct box whole = box_whole(&design.grid);
        assert_true(steiner_suits(&design, 0, whole));
        assert_int_equal(connect_begin(&growth, &design, 0, NULL), STATUS_OK);
        assert_int_equal(steiner_grow(steiner, &store.field, whole, &growth, NULL), STATUS_OK);
        uint32_t least = exhaustive(&design, &store.field);
        if (growth.target_count > 0) {
            assert_int_equal(growth.wire_count, 0);
            assert_int_equal(least, UINT32_MAX);
            none++;
        } else {
            struct routes routes;
            assert_int_equal(growth.cost, least);
            assert_int_equal(routes_create(&routes, 1, NULL), STATUS_OK);
            assert_int_equal(
                routes_set_wires(&routes, &design, 0, growth.wires, growth.wire_count, NULL),
                STATUS_OK);
            assert_int_equal(assert_right(&design, &routes), STATUS_OK);
            routes_destroy(&routes);
            found++;
        }
        field_destroy(&store);
        netlist_destroy(&design.nets);
        grid_destroy(&design.grid);
    }
    assert_true(found > 20 && none > 2);
    connect_destroy(&growth);
    steiner_destroy(steiner);
}

/* Spreads the labels of one set by corrections until nothing changes; cost[] is what it costs to
 * enter a cell, UINT64_MAX where that is closed. */
static void relax(const struct grid *grid, const uint64_t *cost, uint64_t *labels)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (cell_t cell = 0; cell < grid_cells(grid); cell++)
            for (int d = 0; labels[cell] != UINT64_MAX && d < DIRECTIONS; d++) {
                if (!grid_step_exists(grid, cell, d))
                    continue;
                cell_t next = grid_neighbour(grid, cell, d);
                uint64_t extra = step_extra(&grid->rules, grid_z(grid, cell), AXIS_NONE, d);
                if (cost[next] == UINT64_MAX || labels[cell] + extra + cost[next] >= labels[next])
                    continue;
                labels[next] = labels[cell] + extra + cost[next];
                changed = true;
            }
    }
}

/* Least cost of a tree of the one net by labels of sets of pins, without bounds or vectors;
 * UINT64_MAX where there is none. */
/* NOLINTBEGIN(clang-analyzer-unix.Malloc): every grid has a cell */
static uint64_t cheapest(const struct design *design, const struct field *field)
{
    const struct grid *grid = &design->grid;
    const struct pin *pins = design->nets.pins;
    size_t cells = grid_cells(grid), sets = (size_t)1 << design->nets.pin_count;
    uint64_t *labels = malloc(sets * cells * sizeof *labels);
    uint64_t *cost = malloc(cells * sizeof *cost);
    assert_non_null(labels);
    assert_non_null(cost);
    memset(labels, 0xff, sets * cells * sizeof *labels);
    for (cell_t cell = 0; cell < cells; cell++)
        cost[cell] = grid_plane_get(grid, field->closed, cell)
                         ? UINT64_MAX
                         : grid_weight(grid, cell) + field->toll[cell];
    for (uint32_t i = 0; i < design->nets.pin_count; i++) {
        cell_t cell = pins[i].cell;
        cost[cell] = grid_weight(grid, cell) + field->toll[cell];
        labels[((size_t)1 << i) * cells + cell] = cost[cell];
    }
    for (size_t set = 1; set < sets; set++) {
        uint64_t *own = labels + set * cells;
        for (size_t part = (set - 1) & set; part > 0; part = (part - 1) & set)
            for (cell_t cell = 0; cell < cells; cell++) {
                uint64_t a = labels[part * cells + cell], b = labels[(set ^ part) * cells + cell];
                if (a != UINT64_MAX && b != UINT64_MAX && a + b - cost[cell] < own[cell])
                    own[cell] = a + b - cost[cell];
            }
        relax(grid, cost, own);
    }
    uint64_t whole = labels[(sets - 1) * cells + pins[0].cell];
    whole -= whole != UINT64_MAX ? cost[pins[0].cell] : 0;
    free(labels);
    free(cost);
    return whole;
}
/* NOLINTEND(clang-analyzer-unix.Malloc) */

/* Larger windows, of one chunk and of several, with vias, wrong ways, walls and tolls. */
static void large_trees_are_cheapest(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    uint32_t found = 0, walled = 0, none = 0;
    struct steiner *steiner = NULL;
    struct growth growth = {0};
    assert_int_equal(steiner_create(&steiner, NULL), STATUS_OK);
    for (int round = 0; round < 80; round++) {
        struct design design;
        struct field_store store;
        struct routes routes;
        bool wide = round % 16 == 0;
        random_grid(&design, wide ? 600 : 8 + random_below(&seed, 70),
                    4 + random_below(&seed, wide ? 10 : 30), 1 + random_below(&seed, 3),
                    random_below(&seed, 45), true, &seed);
        if (round % 2 == 0) {
            free(design.grid.walls);
            design.grid.walls = NULL;
        }
        design.grid.rules.bend = 0;
        do {
            netlist_destroy(&design.nets);
            random_nets(&design, 1, wide ? 4 : STEINER_PINS_MAX, false, &seed);
        } while (design.nets.nets[0].pin_count < 3);
        make_field(&store, &design);
        assert_int_equal(field_add_toll(&store, NULL), STATUS_OK);
        for (cell_t cell = 0; cell < grid_cells(&design.grid); cell++)
            store.field.toll[cell] = random_below(&seed, 3) > 0 ? random_below(&seed, 40) : 0;
        struct box window = box_whole(&design.grid);
        assert_true(steiner_suits(&design, 0, window));
        assert_int_equal(connect_begin(&growth, &design, 0, NULL), STATUS_OK);
        assert_int_equal(steiner_grow(steiner, &store.field, window, &growth, NULL), STATUS_OK);
        uint64_t least = cheapest(&design, &store.field);
        if (growth.target_count == 0) {
            assert_true(growth.cost == least);
            assert_int_equal(routes_create(&routes, 1, NULL), STATUS_OK);
            assert_int_equal(
                routes_set_wires(&routes, &design, 0, growth.wires, growth.wire_count, NULL),
                STATUS_OK);
            assert_int_equal(assert_right(&design, &routes), STATUS_OK);
            routes_destroy(&routes);
        } else {
            assert_int_equal(growth.wire_count, 0);
            assert_true(least > 28000); /* too dear, or none */
        }
        found += growth.target_count == 0;
        walled += growth.target_count == 0 && design.grid.walls != NULL;
        none += least == UINT64_MAX;
        field_destroy(&store);
        netlist_destroy(&design.nets);
        grid_destroy(&design.grid);
    }
    assert_true(found > 40 && walled > 15 && none > 3);
    connect_destroy(&growth);
    steiner_destroy(steiner);
}

/* On larger designs: right, and never dearer than the tree grown pin by pin. */
static void trees_beat_growing(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    uint32_t better = 0;
    struct steiner *steiner = NULL;
    struct growth growth = {0};
    assert_int_equal(steiner_create(&steiner, NULL), STATUS_OK);
    for (int round = 0; round < 100; round++) {
        struct design design;
        struct field_store store;
        struct routes routes;
        random_grid(&design, 12, 12, 1 + random_below(&seed, 3), 20, true, &seed);
        design.grid.rules.bend = 0;
        random_nets(&design, 1, STEINER_PINS_MAX, false, &seed);
        struct box whole = box_whole(&design.grid);
        struct route_options options = plain_options();
        enum status status = route_design(&design, &options, &routes, NULL, NULL);
        if (steiner_suits(&design, 0, whole) && status == STATUS_OK) {
            cost_t grown = routes.nets[0].cost;
            make_field(&store, &design);
            assert_int_equal(connect_begin(&growth, &design, 0, NULL), STATUS_OK);
            assert_int_equal(steiner_grow(steiner, &store.field, whole, &growth, NULL), STATUS_OK);
            assert_int_equal(growth.outcome, OUTCOME_FOUND);
            assert_int_equal(
                routes_set_wires(&routes, &design, 0, growth.wires, growth.wire_count, NULL),
                STATUS_OK);
            assert_int_equal(assert_right(&design, &routes), STATUS_OK);
            assert_int_equal(routes.nets[0].cost, growth.cost);
            assert_true(growth.cost <= grown);
            better += growth.cost < grown;
            field_destroy(&store);
        }
        routes_destroy(&routes);
        netlist_destroy(&design.nets);
        grid_destroy(&design.grid);
    }
    assert_true(better > 5);
    connect_destroy(&growth);
    steiner_destroy(steiner);
}

/* Three pins in a corridor of cells of one weight; blocked is a cell, or none if 0. */
static void grow_in_corridor(uint32_t width, uint32_t weight, cell_t blocked, struct growth *growth)
{
    struct design design = {0};
    struct field_store store;
    struct steiner *steiner = NULL;
    struct box whole = {0, 0, width - 1, 0};
    assert_int_equal(steiner_create(&steiner, NULL), STATUS_OK);
    assert_int_equal(grid_create(&design.grid, width, 1, 1, NULL), STATUS_OK);
    assert_int_equal(grid_fill_weight(&design.grid, whole, 0, weight, NULL), STATUS_OK);
    if (blocked > 0)
        grid_set_blocked(&design.grid, blocked, true);
    assert_int_equal(netlist_add_net(&design.nets, "n", 1, NULL), STATUS_OK);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(
            netlist_add_pins(&design.nets, &(struct pin){i * (width - 1) / 2, false}, 1, NULL),
            STATUS_OK);
    make_field(&store, &design);
    assert_int_equal(connect_begin(growth, &design, 0, NULL), STATUS_OK);
    assert_true(steiner_suits(&design, 0, whole));
    assert_int_equal(steiner_grow(steiner, &store.field, whole, growth, NULL), STATUS_OK);
    field_destroy(&store);
    netlist_destroy(&design.nets);
    grid_destroy(&design.grid);
    steiner_destroy(steiner);
}

/* A tree that costs more than a label holds is left to connect, and so is what has no tree. */
static void dear_trees_are_left(void **state)
{
    (void)state;
    struct growth growth = {0};
    grow_in_corridor(250, 100, 0, &growth);
    assert_int_equal(growth.outcome, OUTCOME_FOUND);
    assert_int_equal(growth.cost, 24900);
    assert_int_equal(growth.target_count, 0);
    for (uint32_t width = 350; width < 2000; width += 30) {
        grow_in_corridor(width, 100, 0, &growth);
        assert_int_equal(growth.outcome, OUTCOME_FOUND);
        assert_int_equal(growth.target_count, 2);
        assert_int_equal(growth.wire_count, 0);
    }
    grow_in_corridor(50, COST_WEIGHT_MAX, 0, &growth);
    assert_int_equal(growth.target_count, 2);
    grow_in_corridor(250, 100, 80, &growth);
    assert_int_equal(growth.target_count, 2);
    assert_int_equal(growth.wire_count, 0);
    connect_destroy(&growth);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_cheapest),
        cmocka_unit_test(large_trees_are_cheapest),
        cmocka_unit_test(trees_beat_growing),
        cmocka_unit_test(dear_trees_are_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
