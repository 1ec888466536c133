/* test_patterns: the wiring of small trees against all wirings, priced edge by edge, with random
 * prices of both kinds of rules; passes over many nets, which leave the uses as they were and end
 * with the same wirings for any number of threads; prices after runs and stacks are those that all
 * edges give. */
#include "router/global/patterns.h"
#include "tests/support/random_planes.h"
#include "tests/support/random_tiles.h"

enum { SIDE = 9, LAYERS = 4, CELLS = SIDE * SIDE * LAYERS, NODES = 3, TRIALS = 400 };

/* A chain or a star of nodes with pins. */
static void make_tree(uint64_t *seed, struct pattern_node *nodes, uint32_t count)
{
    const bool chain = splitmix_below(seed, 2) == 0;
    for (uint32_t i = 0; i <= count; i++) {
        const uint32_t low = splitmix_below(seed, LAYERS);
        const bool star = !chain && i > 0;
        nodes[i] = (struct pattern_node){
            .x = (uint16_t)splitmix_below(seed, SIDE),
            .y = (uint16_t)splitmix_below(seed, SIDE),
            .parent = star || i == 0 ? 0 : i - 1,
            .first = i == count ? count
                     : star     ? count
                                : i + 1,
            .pin_low = (uint8_t)low,
            .pin_high = (uint8_t)(low + splitmix_below(seed, LAYERS - low)),
        };
    }
}

static uint64_t stack_price(const struct planes *planes, uint32_t x, uint32_t y, uint32_t low,
                            uint32_t high, uint64_t wires)
{
    uint64_t price = 0;
    for (uint32_t z = low; z < high; z++) {
        price += planes->via[z];
        if ((wires >> z & 1) == 0 && planes->load != NULL)
            price += planes->load[planes_index(planes, x, y, z)];
    }
    return price;
}

/* The price of an edge without its node; UINT64_MAX if a run is across its layer. */
static uint64_t edge_price(const struct planes *planes, const struct pattern_course *course,
                           const uint8_t layers[3])
{
    uint64_t price = 0;
    for (uint32_t run = 0; run < course->runs; run++) {
        uint32_t x = course->x[run], y = course->y[run], z = layers[run];
        const uint32_t x1 = course->x[run + 1], y1 = course->y[run + 1];
        const bool along_y = (run + course->axis) % 2 == 1;
        if ((planes->layer[z].axis == AXIS_Y) != along_y || planes->layer[z].closed)
            return UINT64_MAX;
        while (x != x1 || y != y1) {
            const uint32_t before = planes_index(planes, x, y, z);
            x += x < x1 ? 1 : x > x1 ? UINT32_MAX : 0;
            y += y < y1 ? 1 : y > y1 ? UINT32_MAX : 0;
            const uint32_t after = planes_index(planes, x, y, z);
            price += planes->price[before < after ? before : after];
        }
        if (run > 0) {
            const uint32_t a = layers[run - 1], low = a < z ? a : z, high = a < z ? z : a;
            price += stack_price(planes, course->x[run], course->y[run], low, high, 1u << low);
        }
    }
    return price;
}

/* The price of a wired tree; each stack reaches from its lowest to its highest pin or wire. */
static uint64_t tree_price(const struct planes *planes, const struct pattern_node *nodes,
                           uint32_t count, const struct pattern_wiring *wiring)
{
    uint64_t price = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t low = nodes[i].pin_low, high = nodes[i].pin_high;
        const uint64_t wires = pattern_wires(nodes, wiring, i);
        for (uint32_t z = 0; z < LAYERS; z++)
            if ((wires >> z & 1) != 0) {
                low = z < low ? z : low;
                high = z > high ? z : high;
            }
        price += stack_price(planes, nodes[i].x, nodes[i].y, low, high, wires);
        if (i == 0)
            continue;
        const struct pattern_course course =
            pattern_course_of(&nodes[nodes[i].parent], &nodes[i], wiring[i].candidate);
        price += edge_price(planes, &course,
                            (uint8_t[]){wiring[i].at_parent, wiring[i].middle, wiring[i].layer});
    }
    return price;
}

/* Tries all wirings of the edges to nodes i and on. */
static void try_all(const struct planes *planes, const struct pattern_view *view,
                    const struct pattern_node *nodes, uint32_t count, uint32_t i,
                    struct pattern_wiring *wiring, uint64_t *least)
{
    if (i == count) {
        const uint64_t price = tree_price(planes, nodes, count, wiring);
        *least = price < *least ? price : *least;
        return;
    }
    uint64_t alone = UINT64_MAX; /* the cheapest edge without a third run */
    for (uint32_t candidate = 0; candidate < PATTERN_CANDIDATES; candidate++) {
        const struct pattern_course course =
            pattern_course_of(&nodes[nodes[i].parent], &nodes[i], candidate);
        if (candidate == 2 && !pattern_pays(view, &nodes[nodes[i].parent], &nodes[i], alone))
            break;
        for (uint32_t choice = 0; course.runs > 0 && choice < LAYERS * LAYERS * LAYERS; choice++) {
            uint8_t z[3] = {(uint8_t)(choice % LAYERS), (uint8_t)(choice / LAYERS % LAYERS),
                            (uint8_t)(choice / LAYERS / LAYERS)};
            z[1] = course.runs < 2 ? z[0] : z[1];
            z[2] = course.runs < 3 ? z[1] : z[2];
            const uint64_t price = edge_price(planes, &course, z);
            if (price == UINT64_MAX)
                continue;
            alone = price < alone ? price : alone;
            wiring[i] = (struct pattern_wiring){
                .candidate = (uint8_t)candidate, .at_parent = z[0], .middle = z[1], .layer = z[2]};
            try_all(planes, view, nodes, count, i + 1, wiring, least);
        }
    }
}

static void test_least_price(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(7);
    struct pattern pattern = {0};
    for (int trial = 0; trial < TRIALS; trial++) {
        struct tile_graph graph;
        struct planes planes;
        struct pattern_node nodes[NODES + 1];
        struct pattern_wiring found[NODES] = {0}, tried[NODES] = {0};
        const uint32_t count = 1 + splitmix_below(&seed, trial % 20 == 0 ? NODES : 2);
        uint64_t least = UINT64_MAX;
        make_planes(&seed, SIDE, LAYERS, trial % 2 == 0, &graph, &planes);
        make_tree(&seed, nodes, count);
        const struct pattern_view view = pattern_view_of(&planes);
        assert_true(pattern_wire(&pattern, &view, nodes, count, found));
        try_all(&planes, &view, nodes, count, 1, tried, &least);
        const uint32_t z = pattern_least(pattern.node_keys, LAYERS);
        const uint64_t key = pattern.node_keys[z] >> PATTERN_NODE_BITS;
        assert_int_equal(tree_price(&planes, nodes, count, found), key);
        assert_true(key >= least);
        if (count < NODES || planes.load == NULL) /* else see pattern.h */
            assert_int_equal(key, least);
        global_planes_destroy(&planes);
        tile_graph_destroy(&graph);
    }
    pattern_destroy(&pattern);
}

enum { NETS = 150, SLICE = 7, LEFT_OUT = 5 };

static bool never(void *context)
{
    (void)context;
    return false;
}

/* Runs passes over all nets but those to leave; *all is the caller's. */
static void run_passes(struct planes *planes, unsigned threads, uint32_t passes,
                       const struct net_slices *order, const bool *leave, struct workers **workers,
                       struct patterns *all)
{
    bool finished = false;
    assert_int_equal(workers_create(workers, threads, NULL), STATUS_OK);
    assert_int_equal(patterns_create(all, planes, order, leave, *workers, NULL), STATUS_OK);
    assert_int_equal(patterns_run(all, passes, NULL, never, NULL, &finished, NULL), STATUS_OK);
    assert_true(finished);
}

static void test_passes(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(11);
    uint32_t nets[NETS], from[NETS / SLICE + 2], slices = 0;
    bool leave[NETS];
    for (uint32_t i = 0; i < NETS; i++) {
        nets[i] = NETS - 1 - i;
        leave[i] = i % LEFT_OUT == 0;
        if (i % SLICE == 0)
            from[slices++] = i;
    }
    from[slices] = NETS;
    const struct net_slices order = {nets, from, NETS, slices, NETS};
    for (int trial = 0; trial < 6; trial++) {
        struct tile_graph graph;
        struct planes planes;
        struct patterns once, one, three;
        struct workers *first, *alone, *some;
        bool moved = false; /* a net after the first pass */
        make_graph(&seed, &graph, trial % 2 == 0 ? TILES_2024 : TILES_2008, 30, 20, 5, NETS, 9);
        assert_int_equal(global_planes_create(&planes, &graph, NULL), STATUS_OK);
        planes.penalty = 48;
        planes_update(&planes, NULL);
        run_passes(&planes, 1, 1, &order, leave, &first, &once);
        run_passes(&planes, 1, 3, &order, leave, &alone, &one);
        run_passes(&planes, 3, 3, &order, leave, &some, &three);
        for (uint32_t i = 0; i < planes.cells; i++)
            assert_int_equal(planes.use[i], 0);
        for (uint32_t at = 0; at < NETS; at++) {
            const uint32_t node = one.first[at], count = one.first[at + 1] - node - 1;
            assert_int_equal(one.wired[at], !leave[at]);
            assert_int_equal(count == 0, leave[at]);
            assert_memory_equal(one.wiring + node, three.wiring + node, count * sizeof *one.wiring);
            moved |= memcmp(once.wiring + node, one.wiring + node, count * sizeof *one.wiring) != 0;
        }
        assert_true(moved);
        patterns_destroy(&once);
        patterns_destroy(&one);
        patterns_destroy(&three);
        workers_destroy(first);
        workers_destroy(alone);
        workers_destroy(some);
        global_planes_destroy(&planes);
        tile_graph_destroy(&graph);
    }
}

static bool are_apart(struct box a, struct box b)
{
    return a.x1 + 1 < b.x0 || b.x1 + 1 < a.x0 || a.y1 + 1 < b.y0 || b.y1 + 1 < a.y0;
}

/* Nets that do not meet keep their wiring in each pass: none is in the way of itself. */
static void test_apart(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(21);
    uint32_t pairs = 0;
    for (int trial = 0; trial < 60; trial++) {
        struct tile_graph graph;
        struct planes planes;
        struct patterns once, twice;
        struct workers *first, *second;
        uint32_t nets[2] = {0, 1}, from[3] = {0, 1, 2};
        const bool leave[2] = {false, false};
        const struct net_slices order = {nets, from, 2, 2, 1};
        make_graph(&seed, &graph, TILES_2008, 16, 12, 4, 2, 4);
        assert_int_equal(global_planes_create(&planes, &graph, NULL), STATUS_OK);
        planes.penalty = 4096;
        planes_update(&planes, NULL);
        if (are_apart(planes_net_box(&graph, 0), planes_net_box(&graph, 1))) {
            run_passes(&planes, 1, 1, &order, leave, &first, &once);
            planes_update(&planes, NULL);
            run_passes(&planes, 1, 2, &order, leave, &second, &twice);
            const uint32_t nodes = once.first[2];
            assert_memory_equal(once.wiring, twice.wiring, nodes * sizeof *once.wiring);
            patterns_destroy(&once);
            patterns_destroy(&twice);
            workers_destroy(first);
            workers_destroy(second);
            pairs++;
        }
        global_planes_destroy(&planes);
        tile_graph_destroy(&graph);
    }
    assert_true(pairs > 5);
}

/* Prices, sums and loads after changes of a few edges are those after a change of all. */
static void test_changed_prices(void **state)
{
    (void)state;
    enum { LONG = 300 }; /* tiles of a side: parts of a track have several edges */
    uint64_t seed = splitmix_seed(5);
    struct tile_graph graph;
    struct planes some, all;
    make_planes(&seed, LONG, 3, true, &graph, &some);
    assert_int_equal(global_planes_create(&all, &graph, NULL), STATUS_OK);
    all.penalty = some.penalty;
    for (int turn = 0; turn < 200; turn++) {
        const uint32_t a = splitmix_below(&seed, LONG), b = splitmix_below(&seed, LONG);
        const uint32_t at = splitmix_below(&seed, LONG), z = splitmix_below(&seed, 3);
        if (z % 2 == 0)
            planes_add_run(&some, z, a, at, b, at, 100);
        else
            planes_add_run(&some, z, at, a, at, b, 100);
        planes_add_stack(&some, a, b, 0, 2, 0, 1);
        if (turn % 3 == 0)
            planes_update(&some, NULL);
    }
    planes_update(&some, NULL);
    memcpy(all.use, some.use, some.cells * sizeof *some.use);
    planes_touch_all(&all);
    planes_update(&all, NULL);
    assert_memory_equal(some.price, all.price, all.cells * sizeof *all.price);
    assert_memory_equal(some.sum, all.sum, all.cells * sizeof *all.sum);
    assert_memory_equal(some.part_sum, all.part_sum,
                        (size_t)some.tracks * PLANES_PARTS * sizeof *all.part_sum);
    assert_memory_equal(some.load, all.load, all.cells * sizeof *all.load);
    global_planes_destroy(&some);
    global_planes_destroy(&all);
    tile_graph_destroy(&graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_least_price),
        cmocka_unit_test(test_passes),
        cmocka_unit_test(test_apart),
        cmocka_unit_test(test_changed_prices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
