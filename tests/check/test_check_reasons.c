/* Tests of grid/check/reasons: hand-made reasons of unrouted nets, and random results with removed
 * nets, compared with the oracle. */
#include "tests/support/check_bench.h"
#include "tests/support/oracle.h"

/* Net w is a wire from 3,0 to 3,4 of a 7 x 5 grid; net n has pins at 0,2 and 6,2. */
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
    assert_fault(&b, "net n: lists itself among the nets in the way");
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
    set_reason(&b, 1, ROUTE_BLOCKED_BY, (const uint32_t[]){0, 3}, 2); /* the first is named */
    assert_fault(&b, "net n: was routed alone, so net w cannot be in the way");
    b.routes.alone = false;
    set_reason(&b, 1, ROUTE_INTERRUPTED, NULL, 0);
    assert_int_equal(judge(&b), STATUS_UNROUTED);
    b.routes.nets[1].wire_count = 1;
    assert_fault(&b, "net n: is unrouted (interrupted), but has 1 wires");
    b.routes.nets[1].wire_count = 0;
    const struct route none = b.routes.nets[1],
                       numbers[] = {{.cost = 1}, {.length = 1}, {.vias = 1}, {.bends = 1}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        b.routes.nets[1] = none;
        b.routes.nets[1].cost = numbers[i].cost;
        b.routes.nets[1].length = numbers[i].length;
        b.routes.nets[1].vias = numbers[i].vias;
        b.routes.nets[1].bends = numbers[i].bends;
        assert_fault(&b, "net n: is unrouted (interrupted), but has a cost");
    }
    b.routes.nets[1] = none;
    b.routes.nets[1].blocker_count = 1;
    assert_fault(&b, "net n: names nets in the way, but its reason is interrupted");
    b.routes.nets[1].blocker_count = 0;
    b.routes.nets[2].blocker_count = 1;
    assert_fault(&b, "net far: is routed, but names nets in the way");
    b.routes.nets[2].blocker_count = 0;
    b.routes.net_count--;
    assert_int_equal(judge(&b), STATUS_BAD_INPUT);
    assert_string_equal(b.text, "the result has 2 nets, the netlist has 3\n");
    b.routes.net_count++;
    bench_close(&b);
}

/* Cells opened for one net are closed again for the next: the pin of a between those of c.
 *
 *     c a c
 *     # w #
 *     . a .
 */
static void test_opened_and_shut(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b, 3, 3, 1);
    grid_set_blocked(&b.design.grid, at(&b, 0, 1, 1), true);
    grid_set_blocked(&b.design.grid, at(&b, 2, 1, 1), true);
    bench_net(&b, "w");
    bench_pin(&b, 1, 1, 1);
    bench_net(&b, "a");
    bench_pin(&b, 1, 0, 1);
    bench_pin(&b, 1, 2, 1);
    bench_net(&b, "c");
    bench_pin(&b, 0, 0, 1);
    bench_pin(&b, 2, 0, 1);
    bench_result(&b);
    bench_path(&b, 0, NULL, 0);
    set_reason(&b, 1, ROUTE_BLOCKED_BY, (const uint32_t[]){0}, 1);
    set_reason(&b, 2, ROUTE_BLOCKED_BY, (const uint32_t[]){1}, 1);
    assert_int_equal(judge(&b), STATUS_UNROUTED);
    assert_string_equal(b.text, "");
    bench_close(&b);
}

/* 128 nets, so that the bits of the blockers fill exactly two words: numbers 0, 64 and 65 are
 * different nets, number 128 does not exist. */
static void test_many_blockers(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b, 128, 3, 1);
    for (uint32_t net = 0; net < 128; net++) {
        char name[8];
        snprintf(name, sizeof name, "n%u", (unsigned)net);
        bench_net(&b, name);
        bench_pin(&b, net, 0, 1);
        if (net == 127)
            bench_pin(&b, net, 2, 1);
    }
    bench_result(&b);
    for (uint32_t net = 0; net < 127; net++)
        bench_path(&b, net, NULL, 0);
    set_reason(&b, 127, ROUTE_BLOCKED_BY, (const uint32_t[]){0, 64, 65, 128, 65}, 5);
    assert_fault(&b, "net n127: is blocked by net number 128, which does not exist");
    assert_non_null(strstr(b.text, "net n127: names net n65 twice"));
    assert_null(strstr(b.text, "names net n0 twice"));
    assert_null(strstr(b.text, "names net n64 twice"));
    set_reason(&b, 127, ROUTE_BLOCKED_BY, (const uint32_t[]){64, 64}, 2);
    assert_fault(&b, "net n127: names net n64 twice");
    /* the blockers of one net do not count for the next */
    set_reason(&b, 126, ROUTE_BLOCKED_BY, (const uint32_t[]){65, 127}, 2);
    set_reason(&b, 127, ROUTE_BLOCKED_BY, (const uint32_t[]){65, 126}, 2);
    assert_int_equal(judge(&b), STATUS_BAD_INPUT);
    assert_null(strstr(b.text, "twice"));
    bench_close(&b);
}

/* Three columns of wires between the pins of n; w and v alone block it. */
static void test_spared(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b, 9, 5, 1);
    bench_net(&b, "w");
    bench_pin(&b, 2, 0, 1);
    bench_pin(&b, 2, 4, 1);
    bench_net(&b, "half");
    bench_pin(&b, 4, 0, 1);
    bench_pin(&b, 4, 3, 1);
    bench_net(&b, "v");
    bench_pin(&b, 6, 0, 1);
    bench_pin(&b, 6, 4, 1);
    bench_net(&b, "n");
    bench_pin(&b, 0, 2, 1);
    bench_pin(&b, 8, 2, 1);
    bench_result(&b);
    bench_path(&b, 0, (const uint32_t[][3]){{2, 0, 1}, {2, 4, 1}}, 2);
    bench_path(&b, 1, (const uint32_t[][3]){{4, 0, 1}, {4, 3, 1}}, 2);
    bench_path(&b, 2, (const uint32_t[][3]){{6, 0, 1}, {6, 4, 1}}, 2);
    set_reason(&b, 3, ROUTE_BLOCKED_BY, (const uint32_t[]){0, 2}, 2);
    assert_int_equal(judge(&b), STATUS_UNROUTED);
    set_reason(&b, 3, ROUTE_BLOCKED_BY, (const uint32_t[]){0, 1, 2}, 3);
    assert_fault(&b, "net n: names net half, which is not in the way");
    set_reason(&b, 3, ROUTE_BLOCKED_BY, (const uint32_t[]){0, 1}, 2);
    assert_fault(&b, "net n: its pins could not be joined without the nets");
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

/* True if the pins are connected without the blockers except blockers[back] (count: no exception).
 */
static bool hangs_without(const struct bench *b, uint32_t net, const uint32_t *blockers,
                          size_t count, size_t back)
{
    uint8_t open[ORACLE_CELLS];
    for (cell_t cell = 0; cell < grid_cells(&b->design.grid); cell++)
        open[cell] = !grid_is_blocked(&b->design.grid, cell);
    for (uint32_t other = 0; other < b->routes.net_count; other++) {
        bool away = other == net;
        for (size_t i = 0; i < count; i++)
            away |= i != back && blockers[i] == other;
        if (!away)
            close_net(b, other, open);
    }
    return oracle_hangs_together(&b->design, net, open);
}

/* True if the net has no path. */
static bool has_no_path(const struct bench *b, uint32_t net)
{
    uint8_t empty[ORACLE_CELLS];
    for (cell_t cell = 0; cell < grid_cells(&b->design.grid); cell++)
        empty[cell] = !grid_is_blocked(&b->design.grid, cell);
    return !oracle_hangs_together(&b->design, net, empty);
}

/* True if the net is blocked by these, each of which is needed. */
static bool is_blocked_by(const struct bench *b, uint32_t net, const uint32_t *blockers,
                          size_t count)
{
    bool right = count > 0 && !hangs_without(b, net, NULL, 0, 0) &&
                 hangs_without(b, net, blockers, count, count);
    for (size_t back = 0; back < count && right; back++)
        right = !hangs_without(b, net, blockers, count, back);
    return right;
}

/* Drops most blockers that are not needed; returns the number left. */
static size_t spare(const struct bench *b, uint32_t net, uint32_t *blockers, size_t count,
                    struct rng *rng)
{
    for (size_t i = 0; i < count;) {
        if (rng_below(rng, 6) > 0 && hangs_without(b, net, blockers, count, i)) {
            memmove(blockers + i, blockers + i + 1, (--count - i) * sizeof *blockers);
        } else {
            i++;
        }
    }
    return count;
}

/* Sets a reason of a removed net, mostly a true one; returns whether it is true. */
static bool draw_reason(struct bench *b, uint32_t net, struct rng *rng)
{
    uint32_t blockers[16];
    size_t count = 0;
    for (uint32_t other = 0; other < b->routes.net_count; other++)
        if (other != net && rng_below(rng, 4) > 0)
            blockers[count++] = other;
    count = spare(b, net, blockers, count, rng);
    bool no_path = has_no_path(b, net), blocked = is_blocked_by(b, net, blockers, count);
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

/* Every net with a wrong reason is reported. */
static void test_many_wrong_reasons(void **state)
{
    (void)state;
    enum { NETS = 2 * CHECK_FAULTS_PER_NET };
    struct bench b;
    char name[16], expected[8192] = "";
    bench_open(&b, 8, NETS, 1);
    for (uint32_t net = 0; net < NETS; net++) {
        snprintf(name, sizeof name, "n%u", net);
        bench_net(&b, name);
        bench_pin(&b, 0, net, 1);
        bench_pin(&b, 3, net, 1);
        snprintf(expected + strlen(expected), sizeof expected - strlen(expected),
                 "net n%u: its reason is no-path, but in the empty design its pins can be joined\n",
                 net);
    }
    bench_result(&b);
    for (uint32_t net = 0; net < NETS; net++)
        set_reason(&b, net, ROUTE_NO_PATH, NULL, 0);
    assert_int_equal(judge(&b), STATUS_BAD_INPUT);
    assert_int_equal(b.summary.faults, NETS);
    assert_string_equal(b.text, expected);
    bench_close(&b);
}

/* Random results with some nets removed and their cells blocked: each reason is true if the oracle
 * agrees. */
static void test_random_reasons(void **state)
{
    (void)state;
    struct rng rng = rng_seeded(2);
    unsigned right = 0, wrong = 0, claims[ROUTE_STATES] = {0};
    for (int round = 0; round < 3000; round++) {
        struct bench b = {0};
        random_result(&b.design, &b.routes, &rng);
        uint32_t torn = 0; /* a bit per net; there are few */
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

/* Two columns: layer 1 lets nothing pass along x, so that the way is over layer 2. */
static void test_two_columns(void **state)
{
    (void)state;
    struct bench b;
    bench_open(&b, 2, 2, 2);
    b.design.grid.rules.vertical = b.design.grid.rules.strict = 1;
    bench_net(&b, "n");
    bench_pin(&b, 0, 0, 1);
    bench_pin(&b, 1, 0, 1);
    grid_set_blocked(&b.design.grid, at(&b, 0, 1, 2), true);
    bench_result(&b);
    set_reason(&b, 0, ROUTE_NO_PATH, NULL, 0);
    assert_fault(&b, "net n: its reason is no-path, but in the empty design");
    grid_set_blocked(&b.design.grid, at(&b, 0, 1, 2), false);
    grid_set_blocked(&b.design.grid, at(&b, 1, 0, 2), true);
    assert_fault(&b, "net n: its reason is no-path, but in the empty design");
    grid_set_blocked(&b.design.grid, at(&b, 1, 1, 2), true);
    assert_int_equal(judge(&b), STATUS_UNROUTED);
    bench_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blockers),
        cmocka_unit_test(test_many_blockers),
        cmocka_unit_test(test_spared),
        cmocka_unit_test(test_no_path),
        cmocka_unit_test(test_two_columns),
        cmocka_unit_test(test_opened_and_shut),
        cmocka_unit_test(test_many_wrong_reasons),
        cmocka_unit_test(test_random_reasons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
