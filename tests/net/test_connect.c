/* test_connect: how a tree grows: nearest pin first, ties by pin order, from every joined cell. */
#include "tests/support/random_designs.h"

#include "router/maze/net/connect.h"
#include "router/search/field.h"

/* Grows net 0 of a design and returns the number of searches; pins are joined as listed. */
static uint32_t grow(const struct design *design, struct growth *growth, uint32_t *reached)
{
    struct field_store store;
    struct engine *engine = NULL;
    struct engine_options options = {.wave = "dijkstra", .threads = 1};
    uint32_t searches = 0;
    make_field(&store, design);
    assert_int_equal(engine_cpu.open(&engine, &store.field, &options, NULL), STATUS_OK);
    assert_int_equal(connect_begin(growth, design, 0, NULL), STATUS_OK);
    while (!connect_is_done(growth)) {
        struct job job = connect_job(growth, box_whole(&design->grid));
        assert_int_equal(engine->ops->expand(engine, &job, 1, NULL), STATUS_OK);
        assert_int_equal(job.outcome, OUTCOME_FOUND);
        reached[searches++] = job.reached;
        assert_int_equal(connect_take(growth, &job, NULL), STATUS_OK);
    }
    engine->ops->close(engine);
    field_destroy(&store);
    return searches;
}

static void make(struct design *design, uint32_t layers, const struct pin *pins, size_t count)
{
    memset(design, 0, sizeof *design);
    assert_int_equal(grid_create(&design->grid, 9, 9, layers, NULL), STATUS_OK);
    assert_int_equal(netlist_add_net(&design->nets, "n", 1, NULL), STATUS_OK);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(netlist_add_pins(&design->nets, &pins[i], 1, NULL), STATUS_OK);
}

static void destroy(struct design *design, struct growth *growth)
{
    connect_destroy(growth);
    netlist_destroy(&design->nets);
    grid_destroy(&design->grid);
}

static void the_nearest_pin_is_next(void **state)
{
    (void)state;
    struct design design;
    struct growth growth = {0};
    uint32_t reached[4];
    /* root 0,0; pins 8,0 and 0,3 and 3,0: both 3 away, the earlier in the list goes first */
    const struct pin pins[] = {{0, false}, {8, false}, {27, false}, {3, false}};
    make(&design, 1, pins, 4);
    assert_int_equal(grow(&design, &growth, reached), 3);
    assert_int_equal(reached[0], 27);
    assert_int_equal(reached[1], 3);
    assert_int_equal(reached[2], 8);
    assert_int_equal(growth.cost, 3 + 3 + 5); /* the last starts at 3,0, not at the root */
    assert_int_equal(growth.wire_count, 3);
    destroy(&design, &growth);
}

static void a_star_pin_is_joined_on_all_layers(void **state)
{
    (void)state;
    struct design design;
    struct growth growth = {0};
    uint32_t reached[4];
    cell_t top = 2 * 81;
    const struct pin pins[] = {{0, false}, {4, true}, {top + 8, false}};
    make(&design, 3, pins, 3);
    design.grid.rules.via = 50;
    assert_int_equal(grow(&design, &growth, reached), 2);
    assert_int_equal(reached[0], 4);
    assert_int_equal(growth.cost, 8); /* from 4,0 on the top layer: no via is paid */
    assert_int_equal(growth.wires[1].from, top + 4);
    destroy(&design, &growth);
}

static void a_net_of_one_pin_is_done(void **state)
{
    (void)state;
    struct design design;
    struct growth growth = {0};
    uint32_t reached[1];
    const struct pin pins[] = {{40, false}};
    make(&design, 1, pins, 1);
    assert_int_equal(grow(&design, &growth, reached), 0);
    assert_int_equal(growth.wire_count, 0);
    destroy(&design, &growth);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_pin_is_next),
        cmocka_unit_test(a_star_pin_is_joined_on_all_layers),
        cmocka_unit_test(a_net_of_one_pin_is_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
