/* Tests of trees of many pins: the same edges as by asking all pins before each step. */
#include "tests/support/texts.h"

#include "grid/random.h"
#include "router/maze/tree/many_pins.h"

enum { MOST = 512 };

static void random_places(struct maze_spot *spots, uint32_t count, uint32_t side, uint32_t groups,
                          struct random *random)
{
    struct maze_spot centre[8];
    for (uint32_t g = 0; g < groups; g++)
        centre[g] = (struct maze_spot){.x = (uint16_t)random_below(random, 60000),
                                       .y = (uint16_t)random_below(random, 60000)};
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t g = random_below(random, groups);
        spots[i] =
            (struct maze_spot){.x = (uint16_t)(centre[g].x + random_below(random, side)),
                               .y = (uint16_t)(centre[g].y + random_below(random, side)),
                               .z = (uint16_t)(random_chance(random, 50) ? SPOT_ANY_LAYER : g)};
    }
}

static uint32_t distance(struct maze_spot a, struct maze_spot b)
{
    return maze_distance(a.x, b.x) + maze_distance(a.y, b.y);
}

/* Prim's order by asking all places before each step (spanning.h). */
static void join_plainly(const struct maze_spot *spots, uint32_t count, struct maze_edge *edges)
{
    static uint32_t near[MOST], from[MOST];
    for (uint32_t i = 1; i < count; i++) {
        near[i] = distance(spots[0], spots[i]);
        from[i] = 0;
    }
    for (uint32_t edge = 1; edge < count; edge++) {
        uint32_t next = 0;
        for (uint32_t i = 1; i < count; i++)
            if (from[i] != UINT32_MAX && (next == 0 || near[i] < near[next]))
                next = i;
        edges[edge] = (struct maze_edge){from[next], next};
        from[next] = UINT32_MAX;
        for (uint32_t i = 1; i < count; i++)
            if (from[i] != UINT32_MAX && distance(spots[next], spots[i]) < near[i]) {
                near[i] = distance(spots[next], spots[i]);
                from[i] = next;
            }
    }
}

/* Places in a few groups, many at equal distances and some at the same place. */
static void test_same_edges(void **state)
{
    (void)state;
    struct random random = random_seeded(20);
    struct spanning spanning = {0};
    static struct maze_spot spots[MOST];
    static struct maze_edge edges[MOST], want[MOST];
    for (uint32_t round = 0; round < 300; round++) {
        const uint32_t count = random_between(&random, 1, round < 100 ? 30 : MOST);
        const uint32_t side = 1 + random_below(&random, round % 3 == 0 ? 8 : 5000);
        random_places(spots, count, side, 1 + round % 8, &random);
        join_plainly(spots, count, want);
        assert_int_equal(spanning_make(&spanning, spots, count, edges, NULL), STATUS_OK);
        for (uint32_t i = 1; i < count; i++) {
            assert_int_equal(edges[i].a, want[i].a);
            assert_int_equal(edges[i].b, want[i].b);
        }
    }
    spanning_destroy(&spanning);
}

/* The shortest edge that leads out, as by asking all, while nodes are joined in any order. */
static void test_next_edge(void **state)
{
    (void)state;
    enum { PINS = TOPOLOGY_BRANCH_PINS + 1 };
    struct random random = random_seeded(21);
    struct maze_topology tree = {0};
    struct many_pins many = {0};
    const struct maze_map map = {.width = 65535, .height = 65535, .layers = 1};
    static struct maze_spot spots[PINS];
    for (int round = 0; round < 50; round++) {
        uint8_t joined[PINS] = {0};
        random_places(spots, PINS, 40, 2, &random);
        assert_int_equal(maze_topology_make(&tree, spots, PINS, 0, NULL), STATUS_OK);
        assert_int_equal(many_pins_begin(&many, &tree, &map, spots, PINS, NULL), STATUS_OK);
        uint32_t node = 0, found = 0;
        for (;;) {
            if (!joined[node])
                many_pins_joined(&many, node);
            joined[node] = 1;
            uint32_t want = UINT32_MAX, least = UINT32_MAX, edge = UINT32_MAX;
            for (uint32_t i = 0; i < tree.edge_count; i++)
                if (joined[tree.edges[i].a] != joined[tree.edges[i].b] &&
                    maze_edge_length(&tree, i) < least) {
                    least = maze_edge_length(&tree, i);
                    want = i;
                }
            assert_int_equal(many_pins_edge(&many, joined, &edge), want != UINT32_MAX);
            if (want == UINT32_MAX)
                break;
            assert_int_equal(edge, want);
            node = joined[tree.edges[edge].a] ? tree.edges[edge].b : tree.edges[edge].a;
            found++;
            if (round % 2 && random_chance(&random, 20)) { /* another is met on the way */
                uint32_t met = random_below(&random, PINS);
                if (!joined[met])
                    many_pins_joined(&many, met);
                joined[met] = 1;
            }
        }
        assert_in_range(found, round % 2 ? 1 : PINS - 1, PINS - 1);
    }
    maze_topology_destroy(&tree);
    many_pins_destroy(&many);
}

static void test_pins_of_a_cell(void **state)
{
    (void)state;
    const struct maze_map map = {.width = 10, .height = 10, .layers = 2};
    const struct maze_spot spots[] = {
        {1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, SPOT_ANY_LAYER, 0}, {3, 1, 0, 0}, {1, 1, 0, 0}};
    struct maze_topology tree = {0};
    struct many_pins many = {0};
    const uint64_t *pins;
    assert_int_equal(maze_topology_make(&tree, spots, 5, 0, NULL), STATUS_OK);
    assert_int_equal(many_pins_begin(&many, &tree, &map, spots, 5, NULL), STATUS_OK);
    assert_int_equal(many_pins_at(&many, maze_map_cell(&map, 1, 1, 0), &pins), 2);
    assert_int_equal((uint32_t)pins[0], 0);
    assert_int_equal((uint32_t)pins[1], 4);
    assert_int_equal(many_pins_at(&many, maze_map_cell(&map, 1, 1, 1), &pins), 1);
    assert_int_equal((uint32_t)pins[0], 1);
    assert_int_equal(many_pins_at(&many, maze_map_cell(&map, 2, 1, 0), &pins), 0);
    assert_int_equal(many_pins_at(&many, maze_map_cell(&map, 9, 9, 1), &pins), 0);
    maze_topology_destroy(&tree);
    many_pins_destroy(&many);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_edges),
        cmocka_unit_test(test_next_edge),
        cmocka_unit_test(test_pins_of_a_cell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
