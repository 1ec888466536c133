/* Tests of grid/check: thousands of right results with one change, compared with the oracle.
 * tests/grid/test_corruption.c does the same to files. */
#include "tests/support/check_bench.h"
#include "tests/support/oracle.h"

enum { CORRUPTIONS = 18 };

static void move_end(const struct grid *grid, cell_t *end, struct rng *rng)
{
    cell_t next = grid_neighbour(grid, *end, (int)rng_below(rng, 6));
    *end = next != CELL_NONE ? next : *end;
}

static void drop_wire(struct routes *routes, struct route *route, size_t wire)
{
    memmove(routes->wires + wire, routes->wires + wire + 1,
            (route->first_wire + route->wire_count - wire - 1) * sizeof *routes->wires);
    route->wire_count--;
}

/* Copies the net's wires to the end of the pool with room for one more. */
static struct wire *make_room(struct routes *routes, struct route *route)
{
    size_t need = routes->wire_count + route->wire_count + 1;
    assert_int_equal(mem_grow((void **)&routes->wires, &routes->wires_capacity, need,
                              sizeof *routes->wires, "wires", NULL),
                     STATUS_OK);
    memcpy(routes->wires + routes->wire_count, routes->wires + route->first_wire,
           route->wire_count * sizeof *routes->wires);
    route->first_wire = routes->wire_count;
    routes->wire_count = need;
    route->wire_count++;
    return routes->wires + route->first_wire;
}

/* Wires i and j of a net that has some. */
static void corrupt_ends(const struct grid *grid, struct wire *wires, size_t i, size_t j,
                         struct rng *rng, uint32_t kind)
{
    struct wire wire = wires[i];
    switch (kind) {
    case 5:
        move_end(grid, &wires[i].from, rng);
        break;
    case 6:
        move_end(grid, &wires[i].to, rng);
        break;
    case 7: { /* the whole wire by one */
        int direction = (int)rng_below(rng, 6);
        cell_t from = grid_neighbour(grid, wire.from, direction);
        cell_t to = grid_neighbour(grid, wire.to, direction);
        if (from != CELL_NONE && to != CELL_NONE)
            wires[i] = (struct wire){from, to};
        break;
    }
    case 8: /* two wires change places */
        wires[i] = wires[j];
        wires[j] = wire;
        break;
    case 9: /* reversed */
        wires[i] = (struct wire){wire.to, wire.from};
        break;
    case 10: /* any cell */
        wires[i].to = rng_below(rng, (uint32_t)grid_cells(grid) + 3);
        break;
    default: /* a branch starts elsewhere */
        wires[i].from = wires[j].to;
        break;
    }
}

/* The net's list of wires; i is one of them. */
static void corrupt_list(const struct grid *grid, struct routes *routes, struct route *route,
                         size_t i, struct rng *rng, uint32_t kind)
{
    struct wire *wires = routes->wires, wire = wires[i];
    switch (kind) {
    case 12:
        drop_wire(routes, route, i);
        break;
    case 13: { /* once more, somewhere */
        struct wire *copy = make_room(routes, route);
        size_t place = rng_below(rng, (uint32_t)route->wire_count);
        memmove(copy + place + 1, copy + place, (route->wire_count - 1 - place) * sizeof *copy);
        copy[place] = wire;
        break;
    }
    case 14: { /* a further wire: a dangling end, a loop or a short */
        struct wire *copy = make_room(routes, route);
        size_t last = route->wire_count - 1;
        copy[last] = (struct wire){wire.to, wire.to};
        for (uint32_t steps = 1 + rng_below(rng, 3), d = rng_below(rng, 6); steps > 0; steps--) {
            cell_t next = grid_neighbour(grid, copy[last].to, (int)d);
            copy[last].to = next != CELL_NONE ? next : copy[last].to;
        }
        break;
    }
    case 15: /* cut short at both ends of a corner: the shortcut */
        if (i + 1 < route->first_wire + route->wire_count) {
            wires[i].to = wires[i + 1].to;
            drop_wire(routes, route, i + 1);
        }
        break;
    default: /* another order of all wires */
        for (size_t k = 0; k + 1 < route->wire_count; k++) {
            size_t other = k + rng_below(rng, (uint32_t)(route->wire_count - k));
            wire = wires[route->first_wire + k];
            wires[route->first_wire + k] = wires[route->first_wire + other];
            wires[route->first_wire + other] = wire;
        }
        break;
    }
}

/* Changes a result in one place. The numbers are kept, so that most changes are wrong, or measured
 * again, so that only faults of the wires show. */
static void corrupt(struct bench *b, struct rng *rng, uint32_t kind)
{
    const struct grid *grid = &b->design.grid;
    struct routes *routes = &b->routes;
    uint32_t net = rng_below(rng, routes->net_count);
    struct route *route = &routes->nets[net];
    uint64_t *numbers[] = {&route->cost, &route->length, &route->vias, &route->bends};
    if (kind < 4) { /* a number is off */
        *numbers[kind] += rng_below(rng, 2) ? 1 : (uint64_t)-1;
    } else if (kind == 4) { /* two nets change places */
        uint32_t other = rng_below(rng, routes->net_count);
        struct route swap = routes->nets[other];
        routes->nets[other] = *route;
        *route = swap;
    } else if (route->wire_count > 0) {
        size_t i = route->first_wire + rng_below(rng, (uint32_t)route->wire_count);
        size_t j = route->first_wire + rng_below(rng, (uint32_t)route->wire_count);
        if (kind < 12)
            corrupt_ends(grid, routes->wires, i, j, rng, kind);
        else if (kind < 17)
            corrupt_list(grid, routes, route, i, rng, kind);
        else /* the file claims that there are no wires */
            set_reason(b, net, ROUTE_NO_PATH, NULL, 0);
    }
}

static bool wires_are_straight(const struct grid *grid, const struct wire *wires, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        int64_t a[3], b[3];
        if (wires[i].from >= grid_cells(grid) || wires[i].to >= grid_cells(grid))
            return false;
        oracle_coordinates(grid, wires[i].from, a);
        oracle_coordinates(grid, wires[i].to, b);
        if ((a[0] != b[0]) + (a[1] != b[1]) + (a[2] != b[2]) != 1)
            return false;
    }
    return true;
}

static bool has_no_path_claim_that_is_false(const struct bench *b)
{
    uint8_t empty[ORACLE_CELLS];
    for (cell_t cell = 0; cell < grid_cells(&b->design.grid); cell++)
        empty[cell] = !grid_is_blocked(&b->design.grid, cell);
    for (uint32_t net = 0; net < b->routes.net_count; net++)
        if (b->routes.nets[net].state == ROUTE_NO_PATH &&
            oracle_hangs_together(&b->design, net, empty))
            return true;
    return false;
}

static void test_random_corruptions(void **state)
{
    (void)state;
    struct rng rng = rng_seeded(3);
    unsigned rejected[CORRUPTIONS] = {0}, passed[CORRUPTIONS] = {0};
    for (int round = 0; round < 20000; round++) {
        struct bench b = {0};
        random_result(&b.design, &b.routes, &rng);
        b.routes.alone = rng_below(&rng, 4) == 0;
        assert_right(&b);
        assert_true(oracle_wires_are_right(&b.design, &b.routes));
        uint32_t kind = (uint32_t)round % CORRUPTIONS;
        corrupt(&b, &rng, kind);
        if (kind >= 5 && rng_below(&rng, 2)) /* measured again */
            for (uint32_t net = 0; net < b.routes.net_count; net++) {
                struct route *route = &b.routes.nets[net];
                struct wire *wires = b.routes.wires + route->first_wire;
                if (route->wire_count > 0 &&
                    wires_are_straight(&b.design.grid, wires, route->wire_count))
                    routes_measure(route, &b.design, net, wires, route->wire_count);
            }
        bool right =
            oracle_wires_are_right(&b.design, &b.routes) && !has_no_path_claim_that_is_false(&b);
        enum status status = judge(&b);
        if (right != (status != STATUS_BAD_INPUT))
            fail_msg("round %d, kind %u: right is %d, but check says %d: %s", round, kind, right,
                     status, b.text);
        assert_int_equal(right, b.text[0] == '\0');
        rejected[kind] += !right;
        passed[kind] += right;
        bench_close(&b);
    }
    for (uint32_t kind = 0; kind < CORRUPTIONS; kind++) {
        print_message("kind %2u: %4u rejected, %4u were no harm\n", kind, rejected[kind],
                      passed[kind]);
        assert_true(rejected[kind] >= 60);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_corruptions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
