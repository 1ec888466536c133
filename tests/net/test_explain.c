/* test_explain: reasons of unrouted nets, against plain sweeps over all cells. */
#include "tests/support/random_designs.h"

#include "router/maze/net/explain.h"

/* Net + 1 of every cell's wire or pin. */
static void fill_owners(const struct design *design, const struct routes *routes, uint32_t *owner)
{
    memset(owner, 0, grid_cells(&design->grid) * sizeof *owner);
    for (uint32_t net = 0; net < routes->net_count; net++) {
        const struct net *n = &design->nets.nets[net];
        for (size_t i = 0; i < routes->nets[net].wire_count + n->pin_count; i++) {
            struct wire wire = i < n->pin_count
                                   ? pin_wire(&design->grid, design->nets.pins[n->first_pin + i])
                                   : routes->wires[routes->nets[net].first_wire + i - n->pin_count];
            for (int64_t cell = wire.from;; cell += wire_stride(&design->grid, wire)) {
                owner[cell] = net + 1;
                if (cell == wire.to)
                    break;
            }
        }
    }
}

/* Fewest crossings between the pins of a net of two, by sweeps until nothing changes; UINT32_MAX
 * where there is no way. */
static uint32_t fewest_crossings(const struct design *design, const uint32_t *owner, uint32_t net)
{
    const struct grid *grid = &design->grid;
    const struct pin *pins = design->nets.pins + design->nets.nets[net].first_pin;
    cell_t cells = (cell_t)grid_cells(grid);
    uint32_t *least = malloc(cells * sizeof *least);
    assert_non_null(least);
    memset(least, 0xff, cells * sizeof *least);
    least[pins[0].cell] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (cell_t cell = 0; cell < cells; cell++)
            for (int d = 0; least[cell] != UINT32_MAX && d < DIRECTIONS; d++) {
                cell_t next =
                    grid_step_exists(grid, cell, d) ? grid_neighbour(grid, cell, d) : CELL_NONE;
                if (next == CELL_NONE || (grid_is_blocked(grid, next) && owner[next] != net + 1))
                    continue;
                bool crosses =
                    owner[next] != 0 && owner[next] != net + 1 && owner[next] != owner[cell];
                if (least[cell] + crosses < least[next]) {
                    least[next] = least[cell] + crosses;
                    changed = true;
                }
            }
    }
    uint32_t result = least[pins[1].cell];
    free(least);
    return result;
}

/* True where a way crosses nobody once the named nets are away, all but names[back] (back ==
 * count: all of them). */
static bool is_joined_without(const struct design *design, const uint32_t *owner, uint32_t net,
                              const uint32_t *names, size_t count, size_t back)
{
    size_t cells = grid_cells(&design->grid);
    uint32_t *left = calloc(cells, sizeof *left);
    for (size_t cell = 0; cell < cells; cell++) {
        left[cell] = owner[cell];
        for (size_t i = 0; i < count; i++)
            if (i != back && owner[cell] == names[i] + 1)
                left[cell] = 0;
    }
    bool joined = fewest_crossings(design, left, net) == 0;
    free(left);
    return joined;
}

/* The certificate: holds the first pin, not the second, and no step leaves it. */
static void assert_closed(const struct design *design, uint32_t net)
{
    const struct grid *grid = &design->grid;
    const struct pin *pins = design->nets.pins + design->nets.nets[net].first_pin;
    uint64_t *plane = malloc(grid_plane_words(grid) * sizeof *plane);
    uint32_t lost = 0;
    assert_int_equal(explain_closed_set(design, net, plane, &lost, NULL), STATUS_OK);
    assert_int_equal(lost, 1);
    assert_true(grid_plane_get(grid, plane, pins[0].cell));
    assert_false(grid_plane_get(grid, plane, pins[1].cell));
    for (cell_t cell = 0; cell < grid_cells(grid); cell++)
        for (int d = 0; grid_plane_get(grid, plane, cell) && d < DIRECTIONS; d++) {
            if (!grid_step_exists(grid, cell, d))
                continue;
            cell_t next = grid_neighbour(grid, cell, d);
            assert_true(grid_plane_get(grid, plane, next) || grid_is_blocked(grid, next));
        }
    free(plane);
}

static void reasons_are_true_and_least(void **state)
{
    (void)state;
    uint64_t seed = random_seed();
    uint32_t blocked = 0, none = 0, several = 0, fewer = 0;
    for (int round = 0; round < 200; round++) {
        struct design design;
        struct routes routes;
        random_grid(&design, 5 + random_below(&seed, 8), 5 + random_below(&seed, 8),
                    1 + random_below(&seed, 2), random_below(&seed, 35), true, &seed);
        random_nets(&design, 12, 2, false, &seed);
        uint32_t *owner = malloc(grid_cells(&design.grid) * sizeof *owner);
        struct route_options options = plain_options();
        options.order = (enum order)random_below(&seed, ORDERS);
        enum status status = route_design(&design, &options, &routes, NULL, NULL);
        assert_int_equal(assert_right(&design, &routes), status);
        fill_owners(&design, &routes, owner);
        for (uint32_t net = 0; net < routes.net_count; net++) {
            const struct route *route = &routes.nets[net];
            if (route->state == ROUTE_ROUTED)
                continue;
            uint32_t least = fewest_crossings(&design, owner, net);
            if (least == UINT32_MAX) {
                assert_int_equal(route->state, ROUTE_NO_PATH);
                assert_closed(&design, net);
                none++;
                continue;
            }
            assert_int_equal(route->state, ROUTE_BLOCKED_BY);
            assert_true(route->blocker_count >= 1 && route->blocker_count <= least);
            const uint32_t *names = routes.blockers + route->first_blocker;
            for (size_t back = 0; back <= route->blocker_count; back++)
                assert_int_equal(
                    is_joined_without(&design, owner, net, names, route->blocker_count, back),
                    back == route->blocker_count);
            several += route->blocker_count > 1;
            fewer += route->blocker_count < least;
            blocked++;
        }
        free(owner);
        routes_destroy(&routes);
        netlist_destroy(&design.nets);
        grid_destroy(&design.grid);
    }
    assert_true(blocked > 50 && none > 50 && several > 50 && fewer > 10);
}

/*   a # . #        net a cannot reach its other pin without crossing c
 *   c c c #   ->   named is c
 *   a . . #                                                                          */
static void the_fewest_are_named(void **state)
{
    (void)state;
    struct design design = {0};
    struct routes routes;
    struct explain *explain = NULL;
    assert_int_equal(grid_create(&design.grid, 4, 3, 1, NULL), STATUS_OK);
    static const struct {
        const char *name;
        cell_t pins[2];
    } nets[] = {{"a", {8, 0}}, {"c", {4, 6}}};
    grid_set_blocked(&design.grid, 9, true);
    for (cell_t cell = 3; cell < 12; cell += 4)
        grid_set_blocked(&design.grid, cell, true);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(netlist_add_net(&design.nets, nets[i].name, 1, NULL), STATUS_OK);
        for (size_t k = 0; k < 2; k++)
            assert_int_equal(
                netlist_add_pins(&design.nets, &(struct pin){nets[i].pins[k], false}, 1, NULL),
                STATUS_OK);
    }
    assert_int_equal(routes_create(&routes, 2, NULL), STATUS_OK);
    struct wire wire = {4, 6};
    assert_int_equal(routes_set_wires(&routes, &design, 1, &wire, 1, NULL), STATUS_OK);
    assert_int_equal(explain_create(&explain, &design, &routes, NULL), STATUS_OK);
    const uint32_t *blockers = NULL;
    size_t count = 0;
    assert_int_equal(explain_net(explain, 0, &blockers, &count), ROUTE_BLOCKED_BY);
    assert_int_equal(count, 1);
    assert_int_equal(blockers[0], 1);
    explain_destroy(explain);
    routes_destroy(&routes);
    netlist_destroy(&design.nets);
    grid_destroy(&design.grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_are_true_and_least),
        cmocka_unit_test(the_fewest_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
