/* test_steiner: the tree of least cost, against a search over all sets of cells. */
#include "tests/support/random_designs.h"

#include "router/field.h"
#include "router/net/steiner_labels.h"

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
        assert_int_equal(field_create(&store, &design, false, NULL), STATUS_OK);
        assert_int_equal(field_add_toll(&store, NULL), STATUS_OK);
        for (cell_t cell = 0; cell < grid_cells(&design.grid); cell++)
            store.field.toll[cell] = random_below(&seed, 4);
        struct box whole = box_whole(&design.grid);
        assert_true(steiner_suits(&design, 0, whole));
        assert_int_equal(connect_begin(&growth, &design, 0, NULL), STATUS_OK);
        assert_int_equal(steiner_grow(steiner, &store.field, whole, &growth, NULL), STATUS_OK);
        uint32_t least = exhaustive(&design, &store.field);
        if (growth.outcome == OUTCOME_NONE) {
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

/* Searches the one net of a design by fields or label by label. */
static void grow_by(struct steiner *steiner, bool by_labels, const struct design *design,
                    const struct field *field, struct box window, struct growth *growth)
{
    steiner->by_labels = by_labels;
    assert_int_equal(connect_begin(growth, design, 0, NULL), STATUS_OK);
    assert_int_equal(steiner_grow(steiner, field, window, growth, NULL), STATUS_OK);
}

/* The tree does not depend on how the labels were made; windows of one chunk and of several. */
static void both_searches_agree(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    uint32_t found = 0, walled = 0, none = 0;
    struct steiner *steiner = NULL;
    struct growth one = {0}, other = {0};
    assert_int_equal(steiner_create(&steiner, NULL), STATUS_OK);
    for (int round = 0; round < 200; round++) {
        struct design design;
        struct field_store store;
        uint32_t width = round % 8 == 0 ? 600 : 8 + random_below(&seed, 70);
        random_grid(&design, width, 4 + random_below(&seed, 30), 1 + random_below(&seed, 3),
                    random_below(&seed, 45), true, &seed);
        if (round % 2 == 0) {
            free(design.grid.walls);
            design.grid.walls = NULL;
        }
        design.grid.rules.bend = 0;
        do {
            netlist_destroy(&design.nets);
            random_nets(&design, 1, round % 8 == 0 ? 4 : STEINER_PINS_MAX, false, &seed);
        } while (design.nets.nets[0].pin_count < 3);
        assert_int_equal(field_create(&store, &design, false, NULL), STATUS_OK);
        assert_int_equal(field_add_toll(&store, NULL), STATUS_OK);
        for (cell_t cell = 0; cell < grid_cells(&design.grid); cell++)
            store.field.toll[cell] = random_below(&seed, 3) > 0 ? random_below(&seed, 40) : 0;
        struct box window = box_whole(&design.grid);
        assert_true(steiner_suits(&design, 0, window));
        grow_by(steiner, false, &design, &store.field, window, &one);
        bool swept = steiner->swept;
        grow_by(steiner, true, &design, &store.field, window, &other);
        assert_int_equal(one.outcome, other.outcome);
        assert_int_equal(one.target_count, other.target_count);
        assert_int_equal(one.wire_count, other.wire_count);
        assert_true(one.cost == other.cost);
        if (one.wire_count > 0)
            assert_memory_equal(one.wires, other.wires, one.wire_count * sizeof *one.wires);
        found += swept;
        walled += swept && design.grid.walls != NULL;
        none += one.outcome == OUTCOME_NONE;
        field_destroy(&store);
        netlist_destroy(&design.nets);
        grid_destroy(&design.grid);
    }
    assert_true(found > 100 && walled > 40 && none > 5);
    connect_destroy(&one);
    connect_destroy(&other);
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
            assert_int_equal(field_create(&store, &design, false, NULL), STATUS_OK);
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

/* Three pins in a corridor of cells of the largest weight; blocked is a cell, or none if 0. */
static enum outcome grow_in_corridor(uint32_t width, cell_t blocked, struct growth *growth)
{
    struct design design = {0};
    struct field_store store;
    struct steiner *steiner = NULL;
    struct box whole = {0, 0, width - 1, 0};
    assert_int_equal(steiner_create(&steiner, NULL), STATUS_OK);
    assert_int_equal(grid_create(&design.grid, width, 1, 1, NULL), STATUS_OK);
    assert_int_equal(grid_fill_weight(&design.grid, whole, 0, COST_WEIGHT_MAX, NULL), STATUS_OK);
    if (blocked > 0)
        grid_set_blocked(&design.grid, blocked, true);
    assert_int_equal(netlist_add_net(&design.nets, "n", 1, NULL), STATUS_OK);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(
            netlist_add_pin(&design.nets, (struct pin){i * (width - 1) / 2, false}, NULL),
            STATUS_OK);
    assert_int_equal(field_create(&store, &design, false, NULL), STATUS_OK);
    assert_int_equal(connect_begin(growth, &design, 0, NULL), STATUS_OK);
    assert_true(steiner_suits(&design, 0, whole));
    assert_int_equal(steiner_grow(steiner, &store.field, whole, growth, NULL), STATUS_OK);
    field_destroy(&store);
    netlist_destroy(&design.nets);
    grid_destroy(&design.grid);
    steiner_destroy(steiner);
    return growth->outcome;
}

/* A tree that costs more than a label holds is left to connect, not said to be none. */
static void dear_trees_are_left(void **state)
{
    (void)state;
    struct growth growth = {0};
    uint32_t holds = UINT32_MAX / COST_WEIGHT_MAX;
    assert_int_equal(grow_in_corridor(holds - 1, 0, &growth), OUTCOME_FOUND);
    assert_int_equal(growth.cost, (cost_t)(holds - 2) * COST_WEIGHT_MAX);
    assert_int_equal(growth.target_count, 0);
    for (uint32_t width = holds; width < 2 * holds; width += 100) {
        assert_int_equal(grow_in_corridor(width + 1, 0, &growth), OUTCOME_FOUND);
        assert_int_equal(growth.target_count, 2);
        assert_int_equal(growth.wire_count, 0);
    }
    assert_int_equal(grow_in_corridor(holds / 2, holds / 3, &growth), OUTCOME_NONE);
    connect_destroy(&growth);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_cheapest),
        cmocka_unit_test(both_searches_agree),
        cmocka_unit_test(trees_beat_growing),
        cmocka_unit_test(dear_trees_are_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
