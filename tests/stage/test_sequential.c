/* test_pass: nets searched in batches come out as one after the other, and count as much work. */
#include "router/maze/stage/sequential.h"
#include "tests/support/random_designs.h"

/* Routes all nets, so many at a time at most. */
static void route_all(const struct design *design, uint32_t batch, struct routes *routes,
                      uint64_t *work, uint64_t *searches)
{
    struct session session;
    struct sequential pass;
    uint32_t nets[60];
    struct route_options options = plain_options();
    assert_true(design->nets.net_count <= 60);
    assert_int_equal(session_open(&session, design, &options, NULL), STATUS_OK);
    assert_int_equal(order_nets(design, ORDER_SHORT, NULL, nets, NULL), STATUS_OK);
    assert_int_equal(routes_create(routes, design->nets.net_count, NULL), STATUS_OK);
    assert_int_equal(sequential_open(&pass, &session, nets, design->nets.net_count, 0, NULL),
                     STATUS_OK);
    assert_true(batch <= pass.most);
    while (!sequential_is_over(&pass)) {
        pass.batch = batch;
        assert_int_equal(sequential_once(&pass, &session, routes, NULL), STATUS_OK);
    }
    *work = session.work;
    *searches = session.searches;
    sequential_close(&pass);
    session_close(&session);
}

static void any_batch_gives_the_same(void **state)
{
    (void)state;
    uint64_t seed = random_seed(), in_vain = 0;
    for (int round = 0; round < 20; round++) {
        struct design design;
        struct routes one, many;
        uint64_t work[2], searches[2];
        random_grid(&design, 30, 30, 2, 10, true, &seed);
        random_nets(&design, 60, 2 + random_below(&seed, 3), false, &seed);
        route_all(&design, 1, &one, &work[0], &searches[0]);
        route_all(&design, 2 + random_below(&seed, 60), &many, &work[1], &searches[1]);
        assert_same_routes(&one, &many);
        assert_true(work[0] == work[1]);
        in_vain += searches[1] - searches[0];
        routes_destroy(&one);
        routes_destroy(&many);
        netlist_destroy(&design.nets);
        grid_destroy(&design.grid);
    }
    assert_true(in_vain > 0); /* some nets lost a cell to one of their batch */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_batch_gives_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
