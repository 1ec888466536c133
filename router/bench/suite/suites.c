/* suites: the cases of all suites, one table per suite. A new case is a row. */
#include "router/bench/suite/case.h"

#include "router/maze/plan/route_options.h"

/* PAIRS_CELLS: cells of the grid times random pairs, which PAIRS_LEAST and PAIRS_MOST bound. */
enum { PAIRS_CELLS = 1 << 26, PAIRS_LEAST = 2, PAIRS_MOST = 32 };

/* The scales of a row; none: all, at BENCH_QUICK with the side and the nets of the suite. */
enum { AT_QUICK = 1 << BENCH_QUICK, AT_USUAL = 1 << BENCH_USUAL, AT_FULL = 1 << BENCH_FULL };

struct suite_row {
    const char *name;       /* NULL: named after its windows or nets */
    struct bench_case item; /* first kind, side, layers, density, window, nets */
    uint32_t many;          /* nets for a GPU; 0: as for a CPU */
    unsigned scales;
};

/* One net at a time in the whole grid, with unit costs. Each kind of grid suits another wave:
 * detours are rare in open grids, frequent with 35 % of the cells blocked, and a maze has nothing
 * else. From corner to corner, nearly all cells are visited; for random pairs, few. */
static const struct suite_row SINGLE[] = {
    {"open", {GENERATE_OPEN, 0, 1, 0, 0, 1, .seed = 1}, 0, 0},
    {"20 %", {GENERATE_RANDOM, 0, 1, 20, 0, 1, .seed = 1}, 0, 0},
    {"30 %", {GENERATE_RANDOM, 0, 1, 30, 0, 1, .seed = 1}, 0, 0},
    {"35 %", {GENERATE_RANDOM, 0, 1, 35, 0, 1, .seed = 1}, 0, 0},
    {"macros", {GENERATE_MACRO, 0, 1, 0, 0, 1, .seed = 1}, 0, 0},
    {"serpentine", {GENERATE_SERPENTINE, 0, 1, 0, 0, 1, .seed = 1}, 0, 0},
    {"perfect maze", {GENERATE_MAZE, 0, 1, 0, 0, 1, .seed = 1}, 0, 0},
};

/* Many short nets at once, with 20 % of the cells blocked and unit costs. Each net is a random pair
 * in its own window, anywhere in a large grid. A second or two of `dijkstra` on one core. */
static const struct suite_row BATCH[] = {
    {NULL, {GENERATE_RANDOM, 2048, 1, 20, 64, 100000, .seed = 2}, 1000000, 0},
    {NULL, {GENERATE_RANDOM, 2048, 1, 20, 128, 25000, .seed = 2}, 1000000, 0},
    {NULL, {GENERATE_RANDOM, 2048, 1, 20, 256, 6000, .seed = 2}, 200000, 0},
    {NULL, {GENERATE_RANDOM, 4096, 1, 20, 1024, 400, .seed = 2}, 32768, 0},
};

/* Searches of rip-up and reroute: four layers of alternating directions, via cost 4, wrong-way cost
 * 3, and a toll of 4 on a quarter of the cells, in windows.
 *
 * Then crowds: searches of negotiation among the wires of other nets, each with a toll of 9; far,
 * with ends anywhere, and near, with ends at most 40 apart. A GPU is measured with calls of 1, of
 * 32 and of all searches, because negotiation asks for few at a time. */
#define CROWD(reached, count) .toll = 9, .reach = (reached), .wires = (count), .seed = 3
static const struct suite_row WEIGHTED[] = {
    {NULL, {GENERATE_RANDOM, 1024, 4, 20, 64, 1000, .toll = 4, .seed = 3}, 65536, 0},
    {NULL, {GENERATE_RANDOM, 1024, 4, 20, 256, 32, .toll = 4, .seed = 3}, 2048, 0},
    {"far crowd", {GENERATE_RANDOM, 64, 3, 5, 0, 16, CROWD(512, 14)}, 0, AT_QUICK},
    {"near crowd", {GENERATE_RANDOM, 256, 4, 5, 0, 16, CROWD(40, 703)}, 0, AT_QUICK},
    {"far crowd", {GENERATE_RANDOM, 512, 3, 5, 0, 1024, CROWD(512, 900)}, 0, AT_USUAL | AT_FULL},
    {"near crowd", {GENERATE_RANDOM, 2048, 4, 5, 0, 1024, CROWD(40, 45000)}, 0, AT_USUAL | AT_FULL},
};

/* One feature of a grid at a time, so that each wave meets all that it supports and `auto` each of
 * its choices: layers, walls, strict layers and mazes at unit costs; small and large costs of vias,
 * weights and bends; several targets, as nets of three or more pins have. */
#define FEATURE(name, kind, side, layers, nets, ...)                                               \
    {                                                                                              \
        name, {kind, side, layers, 20, 0, nets, .seed = 5, __VA_ARGS__}, 0, 0                      \
    }
static const struct suite_row FEATURES[] = {
    FEATURE("layers", GENERATE_RANDOM, 512, 4, 16, .rules = {.via = 0}),
    FEATURE("strict layers", GENERATE_RANDOM, 512, 4, 16, .rules = {.strict = true}),
    FEATURE("maze of layers", GENERATE_MAZE, 512, 3, 16, .rules = {.via = 0}),
    FEATURE("long corridor", GENERATE_SERPENTINE, 512, 3, 16, .rules = {.via = 0}),
    FEATURE("walls", GENERATE_RANDOM, 1024, 1, 16, .rules = {.walls = BENCH_WALLS_SOME}),
    FEATURE("maze of walls", GENERATE_OPEN, 1024, 1, 16, .rules = {.walls = BENCH_WALLS_MAZE}),
    FEATURE("layers and walls", GENERATE_RANDOM, 512, 2, 16, .rules = {.walls = BENCH_WALLS_SOME}),
    FEATURE("via 4", GENERATE_RANDOM, 512, 4, 16, .rules = {.via = 4}),
    FEATURE("via 4 strict", GENERATE_RANDOM, 512, 4, 16, .rules = {.via = 4, .strict = true}),
    FEATURE("via 4 wrong-way 3", GENERATE_RANDOM, 512, 4, 16, .rules = {.via = 4, .wrong_way = 3}),
    FEATURE("via 200", GENERATE_RANDOM, 512, 4, 8, .rules = {.via = 200}),
    FEATURE("via 4 bend 2", GENERATE_RANDOM, 256, 3, 16, .rules = {.via = 4, .bend = 2}),
    FEATURE("weights 3", GENERATE_RANDOM, 1024, 1, 16, .rules = {.weights = 3}),
    FEATURE("weights 40", GENERATE_RANDOM, 512, 1, 16, .rules = {.weights = 40}),
    FEATURE("weights 10^6", GENERATE_RANDOM, 512, 1, 8, .rules = {.weights = 1000000}),
    FEATURE("6 targets", GENERATE_RANDOM, 1024, 1, 16, .targets = 6),
    {"6 targets in 64^2 windows",
     {GENERATE_RANDOM, 64, 1, 20, 64, 16, .targets = 6, .seed = 5},
     0,
     AT_QUICK},
    {"6 targets in 64^2 windows",
     {GENERATE_RANDOM, 1024, 1, 20, 64, 512, .targets = 6, .seed = 5},
     0,
     AT_USUAL | AT_FULL},
    FEATURE("via 4 6 targets", GENERATE_RANDOM, 512, 4, 16, .targets = 6, .rules = {.via = 4}),
    FEATURE("maze 6 targets", GENERATE_MAZE, 1024, 1, 16, .targets = 6),
};

/* Whole designs with rip-up: crowded ones of random pairs with 5 % of the cells blocked, and a
 * design of macros with 50 000 short nets. Limited iterations: the time is that of searching. */
#define DESIGN(most) .iterations = (most), .seed = 4
static const struct suite_row ROUTE[] = {
    {NULL, {GENERATE_RANDOM, 48, 3, 5, 0, 30, DESIGN(3)}, 0, AT_QUICK},
    {NULL, {GENERATE_RANDOM, 256, 3, 5, 0, 400, .pins = 2, DESIGN(10)}, 0, AT_USUAL | AT_FULL},
    {NULL, {GENERATE_RANDOM, 512, 3, 5, 0, 1000, .pins = 2, DESIGN(3)}, 0, AT_FULL},
    {NULL, {GENERATE_MACRO, 2048, 4, 5, 0, 50000, .pins = 4, DESIGN(3)}, 0, AT_FULL},
};

/* Generated designs with the statistics of placed ones, up to a million nets, most of them short.
 * The quick one is the smallest that the rounds take. */
#define CHIP .iterations = ROUTE_ITERATIONS_DEFAULT, .seed = 1
static const struct suite_row ROUNDS[] = {
    {NULL, {GENERATE_CHIP, 384, 4, 0, 0, 3000, CHIP}, 0, AT_QUICK},
    {NULL, {GENERATE_CHIP, 512, 4, 0, 0, 6000, CHIP}, 0, AT_USUAL | AT_FULL},
    {NULL, {GENERATE_CHIP, 1024, 4, 0, 0, 25000, CHIP}, 0, AT_USUAL | AT_FULL},
    {NULL, {GENERATE_CHIP, 2048, 4, 0, 0, 100000, CHIP}, 0, AT_USUAL | AT_FULL},
    {NULL, {GENERATE_CHIP, 4096, 4, 0, 0, 400000, CHIP}, 0, AT_FULL},
    {NULL, {GENERATE_CHIP, 6144, 6, 0, 0, 1000000, CHIP}, 0, AT_FULL},
};

#define ROWS(table) table, sizeof(table) / sizeof *(table)
static const struct {
    const char *name;
    const struct suite_row *rows;
    size_t count;
    uint32_t quick_side, quick_nets; /* of rows of all scales, whose windows are then a quarter */
    uint32_t full_times;             /* factor of the sides of whole grids at BENCH_FULL */
} SUITES[BENCH_SUITES] = {
    [BENCH_SINGLE] = {"single", ROWS(SINGLE), 0, 0, 1},
    [BENCH_BATCH] = {"batch", ROWS(BATCH), 256, 100, 1},
    [BENCH_WEIGHTED] = {"weighted", ROWS(WEIGHTED), 128, 16, 1},
    [BENCH_FEATURES] = {"features", ROWS(FEATURES), 64, 16, 4},
    [BENCH_ROUTE] = {"route", ROWS(ROUTE), 0, 0, 1},
    [BENCH_ROUNDS] = {"chip", ROWS(ROUNDS), 0, 0, 1},
};

const char *bench_suite_name(enum bench_suite suite)
{
    assert(suite < BENCH_SUITES);
    return SUITES[suite].name;
}

/* Appends a case, whose name is made of its numbers, the row's name and `end`. */
static void add_case(struct bench_list *list, struct bench_case item, const char *name,
                     const char *end)
{
    const size_t size = sizeof item.name;
    assert(list->count < BENCH_CASES_MAX && item.side > 0);
    if (bench_is_design(&item)) {
        text_append(item.name, size, "%u nets on %u^2 x %u", item.nets, item.side, item.layers);
    } else if (name == NULL) {
        if (item.layers > 1)
            text_append(item.name, size, "%u x ", item.layers);
        text_append(item.name, size, "%u^2 windows", item.window);
    } else {
        text_append(item.name, size, "%u^2", item.side);
        if (item.layers > 1)
            text_append(item.name, size, " x %u", item.layers);
        text_append(item.name, size, " %s%s", name, end);
        if (item.call > 0)
            text_append(item.name, size, " by %u", item.call);
    }
    list->cases[list->count++] = item;
}

static uint32_t pairs_of(uint32_t side)
{
    const uint32_t pairs = (uint32_t)((uint64_t)PAIRS_CELLS / ((uint64_t)side * side));
    return pairs < PAIRS_LEAST ? PAIRS_LEAST : pairs > PAIRS_MOST ? PAIRS_MOST : pairs;
}

/* A grid of the suite `single`: once from corner to corner, once with random pairs. */
static void add_grid(struct bench_list *list, const struct suite_row *row, uint32_t side)
{
    struct bench_case item = row->item;
    item.side = side;
    item.corners = true;
    add_case(list, item, row->name, " corners");
    item.corners = false;
    item.nets = pairs_of(side);
    add_case(list, item, row->name, " pairs");
}

static void add_row(struct bench_list *list, enum bench_suite suite, const struct suite_row *row)
{
    static const uint32_t CALLS[] = {1, 32, 0};
    const bool quick = list->scale == BENCH_QUICK;
    struct bench_case item = row->item;
    item.suite = suite;
    if (row->scales != 0 && (row->scales >> list->scale & 1) == 0)
        return;
    if (list->many && row->many > 0)
        item.nets = row->many;
    if (quick && row->scales == 0) {
        item.side = SUITES[suite].quick_side;
        item.nets = SUITES[suite].quick_nets;
        item.window /= 4;
    } else if (list->scale == BENCH_FULL && item.window == 0) {
        item.side *= SUITES[suite].full_times;
    }
    if (list->nets > 0 && (suite == BENCH_BATCH || suite == BENCH_WEIGHTED))
        item.nets = list->nets;
    for (size_t i = 0; i < sizeof CALLS / sizeof *CALLS; i++) {
        item.call = CALLS[i];
        if (item.call == 0 || (item.wires > 0 && (list->many || quick)))
            add_case(list, item, row->name, "");
    }
}

void bench_list_suite(struct bench_list *list, enum bench_suite suite)
{
    static const uint32_t SIDES[][3] = {{96}, {1024, 4096}, {1024, 4096, 16384}};
    assert(suite < BENCH_SUITES && list->scale <= BENCH_FULL);
    for (size_t i = 0; suite != BENCH_SINGLE && i < SUITES[suite].count; i++)
        add_row(list, suite, &SUITES[suite].rows[i]);
    for (size_t s = 0; suite == BENCH_SINGLE && s < 3 && SIDES[list->scale][s] > 0; s++)
        for (size_t i = 0; i < SUITES[suite].count; i++)
            add_grid(list, &SUITES[suite].rows[i], SIDES[list->scale][s]);
}
