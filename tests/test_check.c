/* Tests of grid/check: hand-made results, right and wrong, with the words of each fault; then
 * thousands of random corruptions of right results, each judged by the oracle as well. */
#include "tests/oracle.h"

/* ---- a small bench for hand-made results ---------------------------------------------------- */

struct bench {
    struct design design;
    struct routes routes;
    char text[8192]; /* all faults, one a line */
    struct check_summary summary;
};

static void note_fault(void *context, const char *text)
{
    struct bench *bench = context;
    size_t used = strlen(bench->text);
    assert_null(strchr(text, '\n'));
    snprintf(bench->text + used, sizeof bench->text - used, "%s\n", text);
}

static void bench_open(struct bench *bench, uint32_t width, uint32_t height, uint32_t layers)
{
    memset(bench, 0, sizeof *bench);
    assert_int_equal(grid_create(&bench->design.grid, width, height, layers, NULL), STATUS_OK);
}

static void bench_close(struct bench *bench)
{
    random_result_free(&bench->design, &bench->routes);
}

static cell_t at(const struct bench *bench, uint32_t x, uint32_t y, uint32_t n)
{
    return grid_cell(&bench->design.grid, x, y, n - 1);
}

static void bench_net(struct bench *bench, const char *name)
{
    assert_int_equal(netlist_add_net(&bench->design.nets, name, strlen(name), NULL), STATUS_OK);
}

/* A pin; n = 0 is all layers. */
static void bench_pin(struct bench *bench, uint32_t x, uint32_t y, uint32_t n)
{
    struct pin pin = {at(bench, x, y, n == 0 ? 1 : n), n == 0};
    assert_int_equal(netlist_add_pin(&bench->design.nets, pin, NULL), STATUS_OK);
}

static void bench_result(struct bench *bench)
{
    assert_int_equal(routes_create(&bench->routes, bench->design.nets.net_count, NULL), STATUS_OK);
}

/* A path of straight runs through corners x,y,n; measured like a router's. */
static void bench_path(struct bench *bench, uint32_t net, const uint32_t (*corner)[3], size_t count)
{
    struct wire wires[16] = {{0, 0}};
    for (size_t i = 0; i + 1 < count; i++)
        wires[i] = (struct wire){at(bench, corner[i][0], corner[i][1], corner[i][2]),
                                 at(bench, corner[i + 1][0], corner[i + 1][1], corner[i + 1][2])};
    assert_int_equal(routes_set_wires(&bench->routes, &bench->design, net, wires,
                                      count > 0 ? count - 1 : 0, NULL),
                     STATUS_OK);
}

static enum status judge(struct bench *bench)
{
    struct error error = {0};
    bench->text[0] = '\0';
    return check_routes(&bench->design, &bench->routes, bench->routes.alone, note_fault, bench,
                        &bench->summary, &error);
}

static void assert_right(struct bench *bench)
{
    enum status status = judge(bench);
    assert_string_equal(bench->text, "");
    assert_int_equal(status, STATUS_OK);
    assert_int_equal(bench->summary.faults, 0);
}

static void assert_fault(struct bench *bench, const char *text)
{
    assert_int_equal(judge(bench), STATUS_BAD_INPUT);
    if (strstr(bench->text, text) == NULL)
        fail_msg("no fault \"%s\" in:\n%s", text, bench->text);
    assert_true(bench->summary.faults > 0);
}

/* Two nets on 8 x 8 x 2: a from 0,0,1 over 5,0,1 to 5,6,1 and b from 1,3,* to 3,3,2. */
static void bench_two_nets(struct bench *bench)
{
    bench_open(bench, 8, 8, 2);
    bench->design.grid.rules = (struct step_rules){.via = 3, .bend = 2};
    bench_net(bench, "a");
    bench_pin(bench, 0, 0, 1);
    bench_pin(bench, 5, 6, 1);
    bench_net(bench, "b");
    bench_pin(bench, 1, 3, 0);
    bench_pin(bench, 3, 3, 2);
    bench_result(bench);
    bench_path(bench, 0, (const uint32_t[][3]){{0, 0, 1}, {5, 0, 1}, {5, 6, 1}}, 3);
    bench_path(bench, 1, (const uint32_t[][3]){{1, 3, 2}, {3, 3, 2}}, 2);
}

static void test_right(void **state)
{
    (void)state;
    struct bench b;
    bench_two_nets(&b);
    assert_right(&b);
    assert_int_equal(b.summary.routed, 2);
    assert_int_equal(b.routes.nets[0].cost, 13);
    /* a run in two pieces, and a pin inside a block */
    grid_set_blocked(&b.design.grid, at(&b, 5, 6, 1), true);
    bench_path(&b, 0, (const uint32_t[][3]){{0, 0, 1}, {2, 0, 1}, {5, 0, 1}, {5, 6, 1}}, 4);
    assert_right(&b);
    assert_int_equal(b.routes.nets[0].cost, 13);
    bench_close(&b);
}

static void test_one_pin(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b, 4, 4, 2);
    bench_net(&b, "lone");
    bench_pin(&b, 1, 1, 0);
    bench_result(&b);
    bench_path(&b, 0, NULL, 0);
    assert_right(&b);
    bench_path(&b, 0, (const uint32_t[][3]){{1, 1, 1}, {2, 1, 1}}, 2);
    assert_fault(&b, "net lone: the wire 1,1,1 2,1,1 ends at no pin");
    bench_path(&b, 0, (const uint32_t[][3]){{1, 1, 1}, {1, 1, 2}}, 2);
    assert_fault(&b, "net lone: 1,1,2 belongs to a pin whose cells are joined");
    bench_close(&b);
}

static void test_numbers(void **state)
{
    (void)state;
    struct bench b;
    bench_two_nets(&b);
    b.routes.nets[0].cost++;
    assert_fault(&b, "net a: its cost is written as 14, but the wires give 13");
    b.routes.nets[0].cost--;
    b.routes.nets[0].length--;
    assert_fault(&b, "net a: its length is written as 10, but the wires give 11");
    b.routes.nets[0].length++;
    b.routes.nets[1].vias = 1;
    assert_fault(&b, "net b: its number of vias is written as 1, but the wires give 0");
    b.routes.nets[1].vias = 0;
    b.routes.nets[0].bends = 0;
    assert_fault(&b, "net a: its number of bends is written as 0, but the wires give 1");
    assert_int_equal(b.summary.faults, 1);
    bench_close(&b);
}

static void test_cells(void **state)
{
    (void)state;
    struct bench b;
    bench_two_nets(&b);
    grid_set_blocked(&b.design.grid, at(&b, 5, 4, 1), true);
    assert_fault(&b, "net a: 5,4,1 is blocked");
    assert_int_equal(b.summary.faults, 1);
    grid_set_blocked(&b.design.grid, at(&b, 5, 4, 1), false);
    assert_int_equal(grid_add_wall(&b.design.grid, at(&b, 2, 0, 1), EAST, NULL), STATUS_OK);
    assert_fault(&b, "net a: no step is allowed from 2,0,1 to 3,0,1: a wall stands between");
    b.design.grid.walls[at(&b, 2, 0, 1)] = b.design.grid.walls[at(&b, 3, 0, 1)] = 0;
    b.design.grid.rules.horizontal = b.design.grid.rules.strict = 1;
    assert_fault(&b, "from 5,5,1 to 5,6,1: it runs across a strict layer"); /* at a pin, too */
    b.design.grid.rules.horizontal = b.design.grid.rules.strict = 0;
    /* through the unused upper cell of b's pin, though b is routed elsewhere */
    bench_path(&b, 0, (const uint32_t[][3]){{0, 0, 1}, {0, 3, 1}, {5, 3, 1}, {5, 6, 1}}, 4);
    assert_fault(&b, "net a: 1,3,1 is taken by a pin of net b");
    bench_path(&b, 0, (const uint32_t[][3]){{0, 0, 1}, {5, 0, 1}, {5, 6, 1}}, 3);
    bench_path(&b, 1, (const uint32_t[][3]){{1, 3, 1}, {5, 3, 1}, {5, 3, 2}, {3, 3, 2}}, 4);
    assert_fault(&b, "net b: 5,3,1 is taken by a wire of net a");
    b.routes.nets[0].state = ROUTE_INTERRUPTED; /* its pins stay reserved */
    b.routes.nets[0] = (struct route){.state = ROUTE_INTERRUPTED};
    bench_path(&b, 1, (const uint32_t[][3]){{1, 3, 1}, {1, 6, 1}, {6, 6, 1}}, 3);
    assert_fault(&b, "net b: 5,6,1 is taken by a pin of net a");
    bench_close(&b);
}

static void test_shapes(void **state)
{
    (void)state;
    struct bench b;
    bench_two_nets(&b);
    struct wire *wires = b.routes.wires + b.routes.nets[0].first_wire;
    wires[1].to = at(&b, 6, 6, 1);
    assert_fault(&b, "net a: the wire 5,0,1 6,6,1 is not one straight run or one via stack");
    wires[1].to = wires[1].from;
    assert_fault(&b, "net a: the wire 5,0,1 5,0,1 is not a step long");
    wires[1].to = 128;
    assert_fault(&b, "net a: a wire leaves the grid at cell number 128");
    wires[1] = (struct wire){at(&b, 5, 6, 1), at(&b, 5, 0, 1)}; /* reversed */
    assert_fault(&b, "does not start in the tree");
    wires[1] = (struct wire){at(&b, 5, 0, 1), at(&b, 5, 5, 1)}; /* short */
    assert_fault(&b, "net a: the wire 5,0,1 5,5,1 ends at no pin");
    assert_fault(&b, "net a: its pin at 5,6,1 is not connected");
    wires[1] = (struct wire){at(&b, 5, 0, 1), at(&b, 5, 7, 1)}; /* long */
    assert_fault(&b, "net a: the wire 5,0,1 5,7,1 ends at no pin");
    wires[0].from = at(&b, 1, 0, 1);
    assert_fault(&b, "net a: the wire 1,0,1 5,0,1 does not start in the tree");
    bench_close(&b);
}

static void test_loops(void **state)
{
    (void)state;
    struct bench b;
    bench_two_nets(&b);
    bench_path(&b, 0, (const uint32_t[][3]){{0, 0, 1}, {5, 0, 1}, {5, 6, 1}, {0, 6, 1}, {0, 0, 1}},
               5);
    assert_fault(&b, "net a: 0,0,1 is in the net's tree already");
    bench_path(&b, 0, (const uint32_t[][3]){{0, 0, 1}, {5, 0, 1}, {5, 6, 1}, {5, 3, 1}}, 4);
    assert_fault(&b, "net a: 5,5,1 is in the net's tree already"); /* back on itself */
    bench_path(&b, 0, (const uint32_t[][3]){{0, 0, 1}, {5, 0, 1}, {5, 6, 1}}, 3);
    /* out of one cell of the "*" pin and into the other */
    bench_path(&b, 1, (const uint32_t[][3]){{1, 3, 1}, {1, 5, 1}, {1, 5, 2}, {1, 3, 2}, {3, 3, 2}},
               5);
    assert_fault(&b, "net b: 1,3,2 belongs to a pin whose cells are joined");
    bench_close(&b);
}

/* A pin in the middle with all layers: entered on one layer, left on another at no cost. */
static void test_joined_pin(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b, 7, 1, 3);
    b.design.grid.rules.via = 10;
    bench_net(&b, "n");
    bench_pin(&b, 0, 0, 1);
    bench_pin(&b, 6, 0, 3);
    bench_pin(&b, 3, 0, 0);
    bench_result(&b);
    struct wire wires[] = {{at(&b, 0, 0, 1), at(&b, 3, 0, 1)}, {at(&b, 3, 0, 3), at(&b, 6, 0, 3)}};
    assert_int_equal(routes_set_wires(&b.routes, &b.design, 0, wires, 2, NULL), STATUS_OK);
    assert_right(&b);
    assert_int_equal(b.routes.nets[0].cost, 6);
    bench_close(&b);
}

static void test_alone(void **state)
{
    (void)state;
    struct bench b;
    bench_two_nets(&b);
    bench_path(&b, 1, (const uint32_t[][3]){{1, 3, 1}, {5, 3, 1}, {5, 3, 2}, {3, 3, 2}}, 4);
    assert_fault(&b, "net b: 5,3,1 is taken by a wire of net a");
    b.routes.alone = true;
    assert_right(&b); /* asked for and said */
    assert_int_equal(check_routes(&b.design, &b.routes, false, note_fault, &b, NULL, NULL),
                     STATUS_BAD_INPUT);
    assert_non_null(strstr(b.text, "routed alone, each as if it were the only one, which was not"));
    b.routes.alone = false;
    b.text[0] = '\0';
    assert_int_equal(check_routes(&b.design, &b.routes, true, note_fault, &b, NULL, NULL),
                     STATUS_BAD_INPUT);
    assert_non_null(strstr(b.text, "does not say that its nets were routed alone"));
    b.routes.alone = true;
    assert_int_equal(check_routes(&b.design, &b.routes, true, NULL, NULL, NULL, NULL), STATUS_OK);
    bench_path(&b, 1, (const uint32_t[][3]){{1, 3, 1}, {3, 3, 1}}, 2);
    b.routes.alone = true;
    assert_fault(&b, "net b: its pin at 3,3,2 is not connected");
    bench_close(&b);
}

/* ---- reasons -------------------------------------------------------------------------------- */

static void set_reason(struct bench *b, uint32_t net, enum route_state why, const uint32_t *by,
                       size_t count)
{
    assert_int_equal(routes_set_unrouted(&b->routes, net, why, by, count, NULL), STATUS_OK);
}

/* Net w is a wire from 3,0 to 3,4 of a 7 x 5 grid; net n wants from 0,2 to 6,2. */
static void bench_crossing(struct bench *b)
{
    bench_open(b, 7, 5, 1);
    bench_net(b, "w");
    bench_pin(b, 3, 0, 1);
    bench_pin(b, 3, 4, 1);
    bench_net(b, "n");
    bench_pin(b, 0, 2, 1);
    bench_pin(b, 6, 2, 1);
    bench_net(b, "far");
    bench_pin(b, 0, 0, 1);
    bench_result(b);
    bench_path(b, 0, (const uint32_t[][3]){{3, 0, 1}, {3, 4, 1}}, 2);
    bench_path(b, 2, NULL, 0);
}

static void test_blockers(void **state)
{
    (void)state;
    struct bench b;
    bench_crossing(&b);
    set_reason(&b, 1, ROUTE_BLOCKED_BY, (const uint32_t[]){0}, 1);
    assert_int_equal(judge(&b), STATUS_UNROUTED);
    assert_int_equal(b.summary.unrouted, 1);
    set_reason(&b, 1, ROUTE_BLOCKED_BY, NULL, 0);
    assert_fault(&b, "net n: is blocked, but no net is named");
    set_reason(&b, 1, ROUTE_BLOCKED_BY, (const uint32_t[]){1}, 1);
    assert_fault(&b, "net n: is said to be blocked by itself");
    set_reason(&b, 1, ROUTE_BLOCKED_BY, (const uint32_t[]){3}, 1);
    assert_fault(&b, "net n: is blocked by net number 3, which does not exist");
    set_reason(&b, 1, ROUTE_BLOCKED_BY, (const uint32_t[]){0, 2, 0}, 3);
    assert_fault(&b, "net n: names net w twice");
    set_reason(&b, 1, ROUTE_BLOCKED_BY, (const uint32_t[]){2}, 1);
    assert_fault(&b, "net n: its pins could not be joined without the nets");
    set_reason(&b, 1, ROUTE_NO_PATH, NULL, 0);
    assert_fault(&b, "net n: its reason is no-path, but in the empty design");
    set_reason(&b, 0, ROUTE_TIME_LIMIT, NULL, 0);
    set_reason(&b, 1, ROUTE_BLOCKED_BY, (const uint32_t[]){0}, 1);
    assert_fault(&b, "net n: its reason is blocked-by, but nothing is in the way");
    b.routes.alone = true;
    assert_fault(&b, "net n: was routed alone, so net w cannot be in the way");
    b.routes.alone = false;
    set_reason(&b, 1, ROUTE_INTERRUPTED, NULL, 0);
    assert_int_equal(judge(&b), STATUS_UNROUTED);
    b.routes.nets[1].wire_count = 1;
    assert_fault(&b, "net n: is unrouted (interrupted), but has 1 wires");
    b.routes.nets[1].wire_count = 0;
    b.routes.nets[1].cost = 1;
    assert_fault(&b, "net n: is unrouted (interrupted), but has a cost");
    bench_close(&b);
}

static void test_no_path(void **state)
{
    (void)state;
    struct bench b;
    bench_crossing(&b);
    set_reason(&b, 0, ROUTE_TIME_LIMIT, NULL, 0);
    for (uint32_t y = 0; y < 5; y++)
        grid_set_blocked(&b.design.grid, at(&b, 4, y, 1), true);
    set_reason(&b, 1, ROUTE_NO_PATH, NULL, 0);
    assert_int_equal(judge(&b), STATUS_UNROUTED);
    set_reason(&b, 1, ROUTE_BLOCKED_BY, (const uint32_t[]){0}, 1);
    assert_fault(&b, "net n: its pins could not be joined without");
    grid_set_blocked(&b.design.grid, at(&b, 4, 2, 1), false);
    set_reason(&b, 1, ROUTE_NO_PATH, NULL, 0);
    assert_fault(&b, "net n: its reason is no-path");
    assert_int_equal(grid_add_wall(&b.design.grid, at(&b, 5, 2, 1), WEST, NULL), STATUS_OK);
    assert_int_equal(judge(&b), STATUS_UNROUTED);
    b.design.grid.walls[at(&b, 5, 2, 1)] = b.design.grid.walls[at(&b, 4, 2, 1)] = 0;
    b.design.grid.rules.vertical = b.design.grid.rules.strict = 1;
    assert_int_equal(judge(&b), STATUS_UNROUTED);
    bench_close(&b);
}

/* Closes the cells of a net's pins and, if it has any, wires. */
static void close_net(const struct bench *b, uint32_t net, uint8_t *open)
{
    const struct grid *grid = &b->design.grid;
    struct net n = b->design.nets.nets[net];
    struct route r = b->routes.nets[net];
    for (size_t i = 0; i < n.pin_count + r.wire_count; i++) {
        struct wire wire = i < n.pin_count ? pin_wire(grid, b->design.nets.pins[n.first_pin + i])
                                           : b->routes.wires[r.first_wire + i - n.pin_count];
        for (int64_t cell = wire.from;; cell += wire_stride(grid, wire)) {
            open[cell] = 0;
            if (cell == wire.to)
                break;
        }
    }
}

/* Is it true that the net is blocked by these (count 0: that it has no path)? */
static bool reason_is_true(const struct bench *b, uint32_t net, const uint32_t *blockers,
                           size_t count)
{
    uint8_t empty[ORACLE_CELLS], now[ORACLE_CELLS], without[ORACLE_CELLS];
    for (cell_t cell = 0; cell < grid_cells(&b->design.grid); cell++)
        empty[cell] = now[cell] = without[cell] = !grid_is_blocked(&b->design.grid, cell);
    if (count == 0)
        return !oracle_hangs_together(&b->design, net, empty);
    for (uint32_t other = 0; other < b->routes.net_count; other++) {
        bool named = other == net;
        for (size_t i = 0; i < count; i++)
            named |= blockers[i] == other;
        if (other != net)
            close_net(b, other, now);
        if (!named)
            close_net(b, other, without);
    }
    return !oracle_hangs_together(&b->design, net, now) &&
           oracle_hangs_together(&b->design, net, without);
}

/* Gives a torn net a reason, mostly a true one where there is one. Returns whether it is. */
static bool draw_reason(struct bench *b, uint32_t net, struct rng *rng)
{
    uint32_t blockers[16];
    size_t count = 0;
    for (uint32_t other = 0; other < b->routes.net_count; other++)
        if (other != net && rng_below(rng, 4) > 0)
            blockers[count++] = other;
    bool no_path = reason_is_true(b, net, NULL, 0);
    bool blocked = count > 0 && reason_is_true(b, net, blockers, count);
    if (rng_below(rng, 8) == 0 && count > 0) {
        bool claim_no_path = rng_below(rng, 2);
        set_reason(b, net, claim_no_path ? ROUTE_NO_PATH : ROUTE_BLOCKED_BY, blockers,
                   claim_no_path ? 0 : count);
        return claim_no_path ? no_path : blocked;
    }
    set_reason(b, net,
               no_path   ? ROUTE_NO_PATH
               : blocked ? ROUTE_BLOCKED_BY
                         : ROUTE_TIME_LIMIT,
               blockers, !no_path && blocked ? count : 0);
    return true;
}

/* Random results with some nets torn out and blocks put where they were: each reason is true when
 * the oracle says so. */
static void test_random_reasons(void **state)
{
    (void)state;
    struct rng rng = rng_seeded(2);
    unsigned right = 0, wrong = 0, claims[ROUTE_STATES] = {0};
    for (int round = 0; round < 3000; round++) {
        struct bench b = {0};
        random_result(&b.design, &b.routes, &rng);
        uint32_t torn = 0; /* a bit a net; nets are few */
        for (uint32_t net = 0; net < b.routes.net_count; net++) {
            struct route route = b.routes.nets[net];
            if (rng_below(&rng, 2) || route.wire_count == 0)
                continue;
            torn |= UINT32_C(1) << net;
            for (size_t i = 0; i < route.wire_count; i++)
                if (rng_below(&rng, 2))
                    grid_set_blocked(&b.design.grid, b.routes.wires[route.first_wire + i].to, true);
            set_reason(&b, net, ROUTE_INTERRUPTED, NULL, 0);
        }
        bool truth = true;
        for (uint32_t net = 0; net < b.routes.net_count; net++)
            if (torn >> net & 1) {
                truth &= draw_reason(&b, net, &rng);
                claims[b.routes.nets[net].state] += truth;
            }
        enum status status = judge(&b);
        if (status != (!truth ? STATUS_BAD_INPUT : torn ? STATUS_UNROUTED : STATUS_OK))
            fail_msg("round %d: true is %d, but check says %d: %s", round, truth, status, b.text);
        right += truth && torn;
        wrong += !truth;
        bench_close(&b);
    }
    print_message("%u right, %u wrong; true: %u no-path, %u blocked-by\n", right, wrong,
                  claims[ROUTE_NO_PATH], claims[ROUTE_BLOCKED_BY]);
    assert_true(right >= 200 && wrong >= 100);
    assert_true(claims[ROUTE_NO_PATH] >= 100 && claims[ROUTE_BLOCKED_BY] >= 100);
}

/* ---- random corruptions --------------------------------------------------------------------- */

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

/* Changes a result in one place. The numbers stay as they were, so that most changes are wrong,
 * or are measured again, so that only the wires' own faults show. */
static void corrupt(struct bench *b, struct rng *rng, uint32_t kind)
{
    const struct grid *grid = &b->design.grid;
    struct routes *routes = &b->routes;
    uint32_t net = rng_below(rng, routes->net_count);
    struct route *route = &routes->nets[net];
    uint64_t *numbers[] = {&route->cost, &route->length, &route->vias, &route->bends};
    if (kind < 4) { /* a number is off */
        *numbers[kind] += rng_below(rng, 2) ? 1 : (uint64_t)-1;
        return;
    }
    if (kind == 4) { /* two nets change places */
        uint32_t other = rng_below(rng, routes->net_count);
        struct route swap = routes->nets[other];
        routes->nets[other] = *route;
        *route = swap;
        return;
    }
    if (route->wire_count == 0)
        return;
    size_t i = route->first_wire + rng_below(rng, (uint32_t)route->wire_count);
    size_t j = route->first_wire + rng_below(rng, (uint32_t)route->wire_count);
    struct wire *wires = routes->wires, swap = wires[i];
    switch (kind) {
    case 5:
        move_end(grid, &wires[i].from, rng);
        break;
    case 6:
        move_end(grid, &wires[i].to, rng);
        break;
    case 7: { /* the whole wire by one */
        int direction = (int)rng_below(rng, 6);
        cell_t from = grid_neighbour(grid, wires[i].from, direction);
        cell_t to = grid_neighbour(grid, wires[i].to, direction);
        if (from != CELL_NONE && to != CELL_NONE)
            wires[i] = (struct wire){from, to};
        break;
    }
    case 8:
        drop_wire(routes, route, i);
        break;
    case 9: { /* once more, somewhere */
        struct wire *copy = make_room(routes, route);
        size_t place = rng_below(rng, (uint32_t)route->wire_count);
        memmove(copy + place + 1, copy + place, (route->wire_count - 1 - place) * sizeof *copy);
        copy[place] = swap;
        break;
    }
    case 10: /* two wires change places */
        wires[i] = wires[j];
        wires[j] = swap;
        break;
    case 11: /* reversed */
        wires[i] = (struct wire){swap.to, swap.from};
        break;
    case 12: /* any cell */
        wires[i].to = rng_below(rng, (uint32_t)grid_cells(grid) + 3);
        break;
    case 13: { /* a further wire: a dangling end, a loop or a short */
        struct wire *copy = make_room(routes, route);
        size_t last = route->wire_count - 1;
        copy[last] = (struct wire){swap.to, swap.to};
        for (uint32_t steps = 1 + rng_below(rng, 3), d = rng_below(rng, 6); steps > 0; steps--) {
            cell_t next = grid_neighbour(grid, copy[last].to, (int)d);
            copy[last].to = next != CELL_NONE ? next : copy[last].to;
        }
        break;
    }
    case 14: { /* cut short at both ends of a corner: the shortcut */
        if (i + 1 < route->first_wire + route->wire_count) {
            wires[i].to = wires[i + 1].to;
            drop_wire(routes, route, i + 1);
        }
        break;
    }
    case 15: /* the file claims that nothing was there */
        set_reason(b, net, ROUTE_NO_PATH, NULL, 0);
        break;
    case 16: /* another order of all wires */
        for (size_t k = 0; k + 1 < route->wire_count; k++) {
            size_t other = k + rng_below(rng, (uint32_t)(route->wire_count - k));
            swap = wires[route->first_wire + k];
            wires[route->first_wire + k] = wires[route->first_wire + other];
            wires[route->first_wire + other] = swap;
        }
        break;
    default: /* a branch is hung elsewhere */
        wires[i].from = wires[j].to;
        break;
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
        if (kind >= 5 && rng_below(&rng, 2)) /* a forger who gets the numbers right */
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

static void test_faults_are_limited(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b, 100, 1, 1);
    grid_fill_blocked(&b.design.grid, (struct box){1, 0, 98, 0}, 0, true);
    bench_net(&b, "n");
    bench_pin(&b, 0, 0, 1);
    bench_pin(&b, 99, 0, 1);
    bench_result(&b);
    bench_path(&b, 0, (const uint32_t[][3]){{0, 0, 1}, {99, 0, 1}}, 2);
    assert_int_equal(judge(&b), STATUS_BAD_INPUT);
    assert_int_equal(b.summary.faults, 98);
    size_t lines = 0;
    for (const char *c = b.text; *c != '\0'; c++)
        lines += *c == '\n';
    assert_int_equal(lines, CHECK_FAULTS_A_NET);
    bench_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_right),
        cmocka_unit_test(test_one_pin),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_loops),
        cmocka_unit_test(test_joined_pin),
        cmocka_unit_test(test_alone),
        cmocka_unit_test(test_blockers),
        cmocka_unit_test(test_no_path),
        cmocka_unit_test(test_faults_are_limited),
        cmocka_unit_test(test_random_reasons),
        cmocka_unit_test(test_random_corruptions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
