/* suite_features: one feature of a grid at a time, so that each wave meets all that it supports and
 * `auto` each of its choices: layers, walls, strict layers and mazes at unit costs; small and large
 * costs of vias, weights and bends; several targets, as nets of three or more pins have.
 */
#include "router/bench/suite/case.h"

enum { SEED = 5, DENSITY = 20, QUICK_SIDE = 64, QUICK_NETS = 16, FULL_TIMES = 4 };

static const struct {
    const char *name;
    enum generate_kind kind;
    uint32_t side, layers, nets;
    uint32_t targets, window; /* 0: one, the whole grid */
    struct bench_rules rules;
} CASES[] = {
    {"layers", GENERATE_RANDOM, 512, 4, 16, 0, 0, {.via = 0}},
    {"strict layers", GENERATE_RANDOM, 512, 4, 16, 0, 0, {.strict = true}},
    {"maze of layers", GENERATE_MAZE, 512, 3, 16, 0, 0, {.via = 0}},
    {"long corridor", GENERATE_SERPENTINE, 512, 3, 16, 0, 0, {.via = 0}},
    {"walls", GENERATE_RANDOM, 1024, 1, 16, 0, 0, {.walls = BENCH_WALLS_SOME}},
    {"maze of walls", GENERATE_OPEN, 1024, 1, 16, 0, 0, {.walls = BENCH_WALLS_MAZE}},
    {"layers and walls", GENERATE_RANDOM, 512, 2, 16, 0, 0, {.walls = BENCH_WALLS_SOME}},
    {"via 4", GENERATE_RANDOM, 512, 4, 16, 0, 0, {.via = 4}},
    {"via 4 strict", GENERATE_RANDOM, 512, 4, 16, 0, 0, {.via = 4, .strict = true}},
    {"via 4 wrong-way 3", GENERATE_RANDOM, 512, 4, 16, 0, 0, {.via = 4, .wrong_way = 3}},
    {"via 200", GENERATE_RANDOM, 512, 4, 8, 0, 0, {.via = 200}},
    {"via 4 bend 2", GENERATE_RANDOM, 256, 3, 16, 0, 0, {.via = 4, .bend = 2}},
    {"weights 3", GENERATE_RANDOM, 1024, 1, 16, 0, 0, {.weights = 3}},
    {"weights 40", GENERATE_RANDOM, 512, 1, 16, 0, 0, {.weights = 40}},
    {"weights 10^6", GENERATE_RANDOM, 512, 1, 8, 0, 0, {.weights = 1000000}},
    {"6 targets", GENERATE_RANDOM, 1024, 1, 16, 6, 0, {.via = 0}},
    {"6 targets in 64^2 windows", GENERATE_RANDOM, 1024, 1, 512, 6, 64, {.via = 0}},
    {"via 4 6 targets", GENERATE_RANDOM, 512, 4, 16, 6, 0, {.via = 4}},
    {"maze 6 targets", GENERATE_MAZE, 1024, 1, 16, 6, 0, {.via = 0}},
};

void bench_list_features(struct bench_list *list)
{
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct bench_case item = {.suite = BENCH_FEATURES,
                                  .kind = CASES[i].kind,
                                  .side = CASES[i].side,
                                  .layers = CASES[i].layers,
                                  .density = DENSITY,
                                  .nets = CASES[i].nets,
                                  .targets = CASES[i].targets,
                                  .window = CASES[i].window,
                                  .rules = CASES[i].rules,
                                  .seed = SEED};
        if (list->scale == BENCH_QUICK) {
            item.side = QUICK_SIDE;
            item.nets = QUICK_NETS;
        } else if (list->scale == BENCH_FULL && item.window == 0) {
            item.side *= FULL_TIMES;
        }
        if (item.layers > 1)
            bench_list_add(list, &item, "%u^2 x %u %s", item.side, item.layers, CASES[i].name);
        else
            bench_list_add(list, &item, "%u^2 %s", item.side, CASES[i].name);
    }
}
