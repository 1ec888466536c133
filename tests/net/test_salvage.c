/* test_salvage: what stays of a tree when cells are lost, and that joining it again gives a tree of
 * all pins: by hand, and on random trees that lose random cells, judged by the checker. */
#include "tests/support/random_designs.h"

#include "grid/check/check.h"
#include "router/search/field.h"
#include "router/maze/net/connect.h"
#include "router/maze/net/salvage.h"

/* Grows what is left to grow in the whole grid; false where a pin cannot be reached. */
static bool finish(struct growth *growth, struct engine *engine)
{
    while (!connect_is_done(growth)) {
        struct job job = connect_job(growth, box_whole(&growth->design->grid));
        assert_int_equal(engine->ops->expand(engine, &job, 1, NULL), STATUS_OK);
        if (job.outcome != OUTCOME_FOUND)
            return false;
        assert_int_equal(connect_take(growth, &job, NULL), STATUS_OK);
    }
    return true;
}

static struct engine *open_engine(const struct design *design, struct field_store *store)
{
    struct engine *engine = NULL;
    const struct engine_options options = {.wave = "dijkstra", .threads = 1};
    make_field(store, design);
    assert_int_equal(engine_cpu.open(&engine, &store->field, &options, NULL), STATUS_OK);
    return engine;
}

static void destroy(struct design *design)
{
    netlist_destroy(&design->nets);
    grid_destroy(&design->grid);
}

/* A trunk from 0,1 to 8,1 with a branch at x = 4 to 4,8. */
static void make_t(struct design *design)
{
    const struct pin pins[] = {{9, false}, {17, false}, {76, false}};
    *design = (struct design){0};
    assert_int_equal(grid_create(&design->grid, 9, 9, 1, NULL), STATUS_OK);
    assert_int_equal(netlist_add_net(&design->nets, "n", 1, NULL), STATUS_OK);
    for (int i = 0; i < 3; i++)
        assert_int_equal(netlist_add_pins(&design->nets, &pins[i], 1, NULL), STATUS_OK);
}

static const struct wire t_wires[] = {{9, 17}, {13, 76}};

/* Loses one cell of the T; returns the parts. */
static uint32_t parts_without(struct salvage *salvage, cell_t cell)
{
    bool whole = false;
    assert_int_equal(salvage_take(salvage, 0, t_wires, 2, &whole, NULL), STATUS_OK);
    assert_true(whole);
    assert_true(salvage_can_lose(salvage, salvage->place[cell] - 1));
    salvage_lose(salvage, salvage->place[cell] - 1);
    salvage_part(salvage);
    return salvage->parts;
}

/* Cells of the T that are left. */
static uint32_t cells_left(const struct salvage *salvage)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < salvage->count; i++)
        left += salvage->cells[i].part != SALVAGE_NONE;
    return left;
}

static void a_branch_goes_to_the_next_pin_or_fork(void **state)
{
    (void)state;
    struct design design;
    struct salvage salvage;
    bool whole = true;
    make_t(&design);
    uint32_t toll[81] = {0};
    toll[49] = 5; /* 4,5 */
    assert_int_equal(salvage_create(&salvage, &design, NULL), STATUS_OK);
    assert_int_equal(parts_without(&salvage, 49), 2);
    assert_int_equal(cells_left(&salvage), 9 + 1); /* the trunk, and the pin 4,8 */
    assert_int_equal(salvage_lost_cost(&salvage, toll), 7 + 5);
    assert_int_equal(parts_without(&salvage, 10), 2); /* 1,1: as far as the fork */
    assert_int_equal(cells_left(&salvage), 1 + 5 + 7);
    assert_int_equal(parts_without(&salvage, 13), 3); /* the fork itself */
    assert_int_equal(cells_left(&salvage), 3);
    /* wires that are no tree, and a tree that misses a pin */
    const struct wire loop[] = {{9, 17}, {13, 76}, {17, 44}, {44, 40}};
    assert_int_equal(salvage_take(&salvage, 0, loop, 4, &whole, NULL), STATUS_OK);
    assert_false(whole);
    assert_int_equal(salvage_take(&salvage, 0, t_wires, 1, &whole, NULL), STATUS_OK);
    assert_false(whole);
    salvage_destroy(&salvage);
    destroy(&design);
}

/* One path joins the parts, and the part beyond it is written away from where the path comes in. */
static void parts_are_joined_by_one_path(void **state)
{
    (void)state;
    struct design design;
    struct salvage salvage;
    struct growth growth = {0};
    struct field_store store;
    make_t(&design);
    struct engine *engine = open_engine(&design, &store);
    assert_int_equal(salvage_create(&salvage, &design, NULL), STATUS_OK);
    assert_int_equal(parts_without(&salvage, 10), 2);
    assert_int_equal(connect_begin(&growth, &design, 0, NULL), STATUS_OK);
    assert_int_equal(salvage_begin(&salvage, &growth, NULL), STATUS_OK);
    assert_int_equal(growth.target_count, 4); /* its wires and pins: 13-17, 13-76, 17, 76 */
    assert_true(finish(&growth, engine));
    assert_int_equal(growth.cost, 4);
    struct route route = {0};
    routes_measure(&route, &design, 0, growth.wires, growth.wire_count);
    assert_int_equal(route.length, 8 + 7);
    assert_int_equal(growth.wires[0].from, 9);
    engine->ops->close(engine);
    connect_destroy(&growth);
    salvage_destroy(&salvage);
    field_destroy(&store);
    destroy(&design);
}

/* Loses some cells of a tree and joins what stays of it. */
static void lose_and_join(struct salvage *salvage, struct growth *growth, struct engine *engine,
                          const struct routes *routes, uint64_t *seed)
{
    bool whole = false;
    assert_int_equal(salvage_take(salvage, 0, routes->wires + routes->nets[0].first_wire,
                                  routes->nets[0].wire_count, &whole, NULL),
                     STATUS_OK);
    assert_true(whole);
    for (uint32_t i = 0; i < salvage->count; i++)
        if (salvage_can_lose(salvage, i) && random_below(seed, 9) == 0)
            salvage_lose(salvage, i);
    salvage_part(salvage);
    assert_int_equal(connect_begin(growth, salvage->design, 0, NULL), STATUS_OK);
    assert_int_equal(salvage_begin(salvage, growth, NULL), STATUS_OK);
    assert_true(finish(growth, engine));
}

/* Trees of many pins lose cells and are joined again, several times; returns how many were. */
static uint32_t try_net(const struct design *design, uint64_t *seed)
{
    struct salvage salvage;
    struct growth growth = {0};
    struct field_store store;
    struct routes routes;
    uint32_t turns = 0;
    struct engine *engine = open_engine(design, &store);
    assert_int_equal(salvage_create(&salvage, design, NULL), STATUS_OK);
    assert_int_equal(routes_create(&routes, 1, NULL), STATUS_OK);
    assert_int_equal(connect_begin(&growth, design, 0, NULL), STATUS_OK);
    for (bool found = finish(&growth, engine); found && turns < 5; turns++) {
        struct check_summary summary;
        assert_int_equal(
            routes_set_wires(&routes, design, 0, growth.wires, growth.wire_count, NULL), STATUS_OK);
        assert_int_equal(check_routes(1, design, &routes, false, NULL, NULL, &summary, NULL),
                         STATUS_OK);
        lose_and_join(&salvage, &growth, engine, &routes, seed);
    }
    engine->ops->close(engine);
    routes_destroy(&routes);
    connect_destroy(&growth);
    salvage_destroy(&salvage);
    field_destroy(&store);
    return turns;
}

static void what_is_joined_is_a_tree_of_the_net(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    uint32_t turns = 0;
    for (int round = 0; round < 100; round++) {
        struct design design;
        random_grid(&design, 14, 11, 3, 0, true, &seed);
        random_nets(&design, 1, 9, round % 2 == 0, &seed);
        turns += try_net(&design, &seed);
        destroy(&design);
    }
    assert_true(turns > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_branch_goes_to_the_next_pin_or_fork),
        cmocka_unit_test(parts_are_joined_by_one_path),
        cmocka_unit_test(what_is_joined_is_a_tree_of_the_net),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
