/* test_congestion: counts that do not wrap, tolls that follow them, and checkers that see a fault.
 */
#include "tests/support/random_designs.h"

#include "router/maze/plan/congestion.h"
#include "router/maze/plan/plan.h"

enum { CROWD = 70000 }; /* more than 16 bits hold */

static void open_congestion(struct design *design, struct field_store *store,
                            struct congestion *cong)
{
    *design = (struct design){0};
    assert_int_equal(grid_create(&design->grid, 9, 5, 2, NULL), STATUS_OK);
    make_field(store, design);
    assert_int_equal(field_add_toll(store, NULL), STATUS_OK);
    assert_int_equal(congestion_create(cong, store, NULL), STATUS_OK);
}

static void close_congestion(struct design *design, struct field_store *store,
                             struct congestion *cong)
{
    congestion_destroy(cong);
    field_destroy(store);
    grid_destroy(&design->grid);
}

static void a_crowd_is_counted(void **state)
{
    (void)state;
    struct design design;
    struct field_store store;
    struct congestion cong;
    const struct wire wires[] = {{0, 4}, {4, 13}};
    open_congestion(&design, &store, &cong);
    cong.present = 3;
    for (uint32_t i = 0; i < CROWD; i++)
        congestion_count(&cong, wires, 2, true);
    assert_int_equal(cong.use[0], 0); /* a wire's first cell is counted by the wire before */
    assert_int_equal(cong.use[4], CROWD);
    assert_int_equal(cong.use[13], CROWD);
    assert_int_equal(store.field.toll[13], 3 * CROWD);
    assert_int_equal(congestion_shared(&cong, wires, 2), 5);
    assert_true(congestion_is_sound(&cong));
    for (uint32_t i = 1; i < CROWD; i++)
        congestion_count(&cong, wires, 2, false);
    assert_int_equal(cong.use[13], 1);
    assert_int_equal(congestion_shared(&cong, wires, 2), 0);
    assert_int_equal(store.field.toll[13], 3);
    close_congestion(&design, &store, &cong);
}

static void tolls_stop_at_the_top(void **state)
{
    (void)state;
    struct design design;
    struct field_store store;
    struct congestion cong;
    const struct wire wire = {0, 2};
    open_congestion(&design, &store, &cong);
    cong.present = TOLL_MAX;
    congestion_count(&cong, &wire, 1, true);
    congestion_count(&cong, &wire, 1, true);
    assert_int_equal(store.field.toll[2], TOLL_MAX);
    congestion_remember(&cong, &wire, 1, TOLL_MAX);
    congestion_remember(&cong, &wire, 1, 7);
    assert_int_equal(cong.history[2], TOLL_MAX);
    assert_true(cong.remembers && congestion_is_sound(&cong));
    congestion_lock(&cong, &wire, 1, 5);
    assert_int_equal(cong.history[2], TOLL_MAX + 5);
    congestion_lock(&cong, &wire, 1, -5);
    assert_int_equal(cong.history[2], TOLL_MAX);
    close_congestion(&design, &store, &cong);
}

static void checkers_see_a_fault(void **state)
{
    (void)state;
    struct design design;
    struct field_store store;
    struct congestion cong;
    const struct wire wire = {0, 2};
    open_congestion(&design, &store, &cong);
    congestion_count(&cong, &wire, 1, true);
    assert_true(congestion_is_sound(&cong) && field_is_sound(&store));
    store.field.toll[1]++;
    assert_false(congestion_is_sound(&cong));
    store.field.toll[1]--;
    cong.history[1] = store.field.toll[1] = 1;
    assert_false(congestion_is_sound(&cong)); /* nobody remembers it */
    cong.history[1] = store.field.toll[1] = 0;
    grid_set_blocked(&design.grid, 7, true);
    assert_false(field_is_sound(&store));
    close_congestion(&design, &store, &cong);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crowd_is_counted),
        cmocka_unit_test(tolls_stop_at_the_top),
        cmocka_unit_test(checkers_see_a_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
