/* test_maze_route: designs of local nets: right by the checker, the same for any number of threads,
 * no path dearer than it has to be, and a legal result whenever it ends. */
#include "router/maze/rounds/maze_route.h"

#include <stdatomic.h>
#include <string.h>

#include "router/search/field.h"
#include "tests/support/random_designs.h"

static bool never(void *context)
{
    (void)context;
    return false;
}

/* Routes the design and has the checker look. The nets that are routed; *routes is the caller's. */
static uint32_t route_maze(const struct design *design, const struct maze_request *request,
                           struct routes *routes)
{
    struct maze_trees maze;
    struct maze_buffer buffer = {0};
    uint32_t routed = 0;
    assert_int_equal(routes_create(routes, design->nets.net_count, NULL), STATUS_OK);
    assert_int_equal(maze_route(&maze, &design->grid, &design->nets, request, NULL), STATUS_OK);
    for (uint32_t net = 0; net < design->nets.net_count; net++) {
        const struct wire *wires;
        size_t count;
        bool chosen = request->choice.nets == NULL;
        for (uint32_t i = 0; i < request->choice.count && !chosen; i++)
            chosen = request->choice.nets[i] == net;
        if (!chosen || !maze_has_tree(&maze, net)) {
            assert_int_equal(routes_set_unrouted(routes, net, ROUTE_INTERRUPTED, NULL, 0, NULL),
                             STATUS_OK);
            continue;
        }
        routed++;
        assert_int_equal(maze_wires(&maze, net, &buffer, &wires, &count, NULL), STATUS_OK);
        assert_int_equal(routes_set_wires(routes, design, net, wires, count, NULL), STATUS_OK);
    }
    maze_trees_destroy(&maze);
    free(buffer.wires);
    assert_right(design, routes);
    return routed;
}

/* ---- threads -------------------------------------------------------------------------------- */

static void test_threads_do_not_matter(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    for (uint32_t i = 0; i < 4; i++) {
        struct design design;
        struct routes one, more;
        uint32_t side = 200 + random_below(&seed, 300);
        maze_design(&design, side, 600 - side, 3 + i, side * (600 - side) * (3 + i) / 170,
                    splitmix(&seed));
        struct maze_request request = {.effort = (enum maze_effort)(i % MAZE_EFFORTS),
                                       .rounds_max = 200,
                                       .chain_work = (uint64_t)i * 1000000,
                                       .is_over = never};
        request.threads = 1;
        assert_int_equal(route_maze(&design, &request, &one), design.nets.net_count);
        for (request.threads = 2; request.threads < 4; request.threads++) {
            route_maze(&design, &request, &more);
            assert_same_routes(&one, &more);
            routes_destroy(&more);
        }
        routes_destroy(&one);
        design_destroy(&design);
    }
}

/* Nets across the whole grid. So many are in conflict that all threads take them out of the map. */
static void long_nets(struct design *design)
{
    uint64_t seed = random_seed();
    random_grid(design, 300, 290, 4, 5, false, &seed);
    design->grid.rules =
        (struct step_rules){.via = 2, .wrong_way = 2, .horizontal = 5, .vertical = 10};
    random_nets(design, 400, 3, false, &seed);
}

static void test_long_nets_do_not_mind_threads(void **state)
{
    (void)state;
    struct design design;
    long_nets(&design);
    struct routes one, more;
    struct maze_request request = {.threads = 1, .rounds_max = 6, .is_over = never};
    assert_true(route_maze(&design, &request, &one) > design.nets.net_count / 2);
    for (request.threads = 2; request.threads < 4; request.threads++) {
        route_maze(&design, &request, &more);
        assert_same_routes(&one, &more);
        routes_destroy(&more);
    }
    routes_destroy(&one);
    design_destroy(&design);
}

/* ---- features ------------------------------------------------------------------------------- */

/* Pins on all layers and inside blocks, strict layers, costs of all kinds, nets without a way: what
 * is routed has to be right. */
static void test_random_designs(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    uint32_t routed = 0, nets = 0;
    for (uint32_t i = 0; i < 36; i++) {
        struct design design;
        struct routes routes;
        random_grid(&design, 12 + random_below(&seed, 160), 12 + random_below(&seed, 160),
                    1 + random_below(&seed, 5), random_below(&seed, 30), i % 2 == 1, &seed);
        struct step_rules *rules = &design.grid.rules;
        rules->via = random_below(&seed, i % 8 == 1 ? 90000 : 9); /* with wide words or without */
        rules->wrong_way = random_below(&seed, 9);
        for (uint32_t z = 0; z < design.grid.layers; z++) {
            uint64_t bit = (uint64_t)1 << z;
            *(random_below(&seed, 2) == 0 ? &rules->horizontal : &rules->vertical) |= bit;
            rules->strict |= design.grid.layers > 1 && random_below(&seed, 3) == 0 ? bit : 0;
        }
        random_nets(&design, 1 + random_below(&seed, 40), 9, true, &seed);
        assert_true(maze_map_suits(&design.grid));
        const struct maze_request request = {.effort = (enum maze_effort)(i % MAZE_EFFORTS),
                                             .threads = 1 + i % 3,
                                             .rounds_max = 40,
                                             .chain_work = (uint64_t)i % 3 * 100000,
                                             .is_over = never};
        routed += route_maze(&design, &request, &routes);
        nets += design.nets.net_count;
        routes_destroy(&routes);
        design_destroy(&design);
    }
    assert_true(routed > nets / 2);
}

/* ---- cost ----------------------------------------------------------------------------------- */

/* Exchanging paths makes the tree of net 0, of this cost, cheaper or keeps it: that of two pins is
 * the cheapest. */
static void assert_exchange(struct maze_plan *plan, uint64_t cost)
{
    struct maze_net *net = &plan->nets[0];
    const struct maze_toll around = {.hard = true};
    bool found;
    assert_int_equal(maze_regrow(&plan->growers[0], net, &around, &found, NULL), STATUS_OK);
    if (!found)
        return;
    assert_int_equal(maze_take(&plan->growers[0], net, NULL), STATUS_OK);
    assert_true(maze_plan_cost_of(plan, net) < cost && net->pin_count > 2);
}

/* A net that is alone has a tree as cheap as the router's reference finds it: of two pins the
 * cheapest, of more at most a tenth dearer. */
static void test_alone_is_cheapest(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    const struct maze_choice all = {0};
    for (uint32_t i = 0; i < 120; i++) {
        struct design design;
        struct routes alone;
        random_grid(&design, 40, 40, 3, 25, i >= 60, &seed); /* then with weights and walls */
        design.grid.rules = (struct step_rules){.via = random_below(&seed, i % 4 == 2 ? 999 : 4),
                                                .wrong_way = 2,
                                                .horizontal = 5,
                                                .vertical = 2};
        random_nets(&design, 1, i % 2 == 0 ? 2 : 6, false, &seed);
        struct maze_trees maze;
        bool found;
        assert_int_equal(
            maze_plan_create(&maze.plan, &design.grid, &design.nets, &all, 1, NULL, NULL),
            STATUS_OK);
        maze.plan.nets[0].margin = 40;
        const struct maze_growth growth = {.lag = MAZE_LAG_NONE};
        struct maze_net *net = &maze.plan.nets[0];
        assert_int_equal(maze_grow(&maze.plan.growers[0], net, &growth, &found, NULL), STATUS_OK);
        struct route_options options = plain_options();
        options.alone = true;
        enum status status = route_design(&design, &options, &alone, NULL, NULL);
        assert_int_equal(found, status == STATUS_OK);
        if (found) {
            assert_int_equal(maze_take(&maze.plan.growers[0], net, NULL), STATUS_OK);
            uint64_t cost = maze_plan_cost_of(&maze.plan, net), least = alone.nets[0].cost;
            assert_true(cost >= least || net->pin_count > 2);
            assert_true(net->pin_count > 2 ? cost <= least + least / 5 + 8 : cost == least);
            assert_exchange(&maze.plan, cost);
        }
        routes_destroy(&alone);
        maze_plan_destroy(&maze.plan);
        design_destroy(&design);
    }
}

/* ---- some of the nets ------------------------------------------------------------------------ */

/* Nets that are not chosen get no tree, their pins and closed cells stay free, and an order changes
 * the result. */
static void test_choice(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    struct design design;
    struct routes all, some;
    maze_design(&design, 150, 150, 4, 400, splitmix(&seed));
    struct field_store store;
    make_field(&store, &design);
    struct maze_request request = {.threads = 2, .rounds_max = 99, .is_over = never};
    assert_int_equal(route_maze(&design, &request, &all), 400);
    uint32_t nets[300];
    for (uint32_t i = 0; i < 300; i++)
        nets[i] = 300 - i;
    for (uint32_t net = 301; net < 400; net++) /* stay as they are */
        field_close(&store, all.wires + all.nets[net].first_wire, all.nets[net].wire_count, NULL);
    request.choice = (struct maze_choice){nets, 300, store.field.closed, true};
    assert_true(route_maze(&design, &request, &some) <= 300);
    assert_true(some.nets[0].state == ROUTE_INTERRUPTED &&
                some.nets[350].state == ROUTE_INTERRUPTED);
    for (uint32_t net = 301; net < 400; net++)
        assert_int_equal(routes_set_wires(&some, &design, net, all.wires + all.nets[net].first_wire,
                                          all.nets[net].wire_count, NULL),
                         STATUS_OK);
    assert_right(&design, &some);
    routes_destroy(&all);
    routes_destroy(&some);
    field_destroy(&store);
    design_destroy(&design);
}

/* ---- branches ------------------------------------------------------------------------------- */

/* A branch three cells from a pin pays where vias are cheap, and is made at the pin where they are
 * dear. */
static void test_penalty_vias(void **state)
{
    (void)state;
    const struct maze_spot pins[] = {{0, 10, 0, 0}, {30, 10, 0, 0}, {27, 20, 0, 0}};
    struct grid grid;
    struct maze_map map;
    struct maze_topology tree = {0};
    assert_int_equal(grid_create(&grid, 31, 21, 2, NULL), STATUS_OK);
    for (uint32_t via = 0; via < 20; via++) {
        grid.rules.via = via;
        maze_map_price(&map, &grid);
        assert_int_equal(maze_topology_make(&tree, pins, 3, map.branch_near, NULL), STATUS_OK);
        assert_int_equal(tree.node_count, via < 3 ? 4 : 3);
    }
    maze_topology_destroy(&tree);
    grid_destroy(&grid);
}

/* ---- the end -------------------------------------------------------------------------------- */

static atomic_int questions;

static bool after_some(void *context)
{
    return atomic_fetch_add(&questions, 1) >= *(const int *)context;
}

/* No net is searched without a look whether the run has to end. */
static void ends_when_told(const struct design *design, int first, int last)
{
    for (int most = first; most < last; most += (last - first) / 8) {
        struct routes routes;
        const struct maze_request request = {
            .threads = 2, .rounds_max = 200, .is_over = after_some, .context = &most};
        atomic_store(&questions, 0);
        uint32_t routed = route_maze(design, &request, &routes);
        assert_true(routed <= (uint32_t)most);
        routes_destroy(&routes);
    }
}

static void test_ends_when_told(void **state)
{
    (void)state;
    struct design design;
    maze_design(&design, 256, 256, 4, 1400, random_seed());
    ends_when_told(&design, 0, 5000);
    ends_when_told(&design, 1400, 1560); /* in the second round */
    design_destroy(&design);
    long_nets(&design);
    ends_when_told(&design, 0, 16);
    design_destroy(&design);
}

struct first_round {
    bool over;
    uint32_t conflicts;
};

static bool is_first_over(void *context)
{
    return ((const struct first_round *)context)->over;
}

static void end_first(void *context, uint32_t round, uint32_t conflicts)
{
    (void)round;
    *(struct first_round *)context = (struct first_round){.over = true, .conflicts = conflicts};
}

/* If the run ends after the first round, a net that shares cells is dropped only if it has to be:
 * more than a third of the nets that share cells keep their trees. */
static void test_keeps_what_fits(void **state)
{
    (void)state;
    struct design design;
    maze_design(&design, 256, 256, 4, 1400, random_seed());
    struct routes routes;
    struct first_round first = {0};
    const struct maze_request request = {.threads = 1,
                                         .rounds_max = 200,
                                         .is_over = is_first_over,
                                         .progress = end_first,
                                         .context = &first};
    uint32_t dropped = design.nets.net_count - route_maze(&design, &request, &routes);
    assert_true(first.over && dropped > 0 && dropped * 3 < first.conflicts * 2);
    routes_destroy(&routes);
    design_destroy(&design);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads_do_not_matter),
        cmocka_unit_test(test_long_nets_do_not_mind_threads),
        cmocka_unit_test(test_penalty_vias),
        cmocka_unit_test(test_random_designs),
        cmocka_unit_test(test_alone_is_cheapest),
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_ends_when_told),
        cmocka_unit_test(test_keeps_what_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
