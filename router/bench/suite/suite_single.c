/* suite_single: one net at a time in the whole grid, with unit costs. Each kind of grid suits
 * another wave: detours are rare in open grids, frequent with 35 % of the cells blocked, and a maze
 * has nothing else. From corner to corner, nearly all cells are visited; for random pairs, few.
 */
#include "router/bench/suite/case.h"

/* PAIRS_CELLS: cells of the grid times random pairs, which PAIRS_LEAST and PAIRS_MOST bound. */
enum { SEED = 1, PAIRS_CELLS = 1 << 26, PAIRS_LEAST = 2, PAIRS_MOST = 32 };

static const struct {
    const char *name;
    enum generate_kind kind;
    uint32_t density;
} GRIDS[] = {
    {"open", GENERATE_OPEN, 0},         {"20 %", GENERATE_RANDOM, 20},
    {"30 %", GENERATE_RANDOM, 30},      {"35 %", GENERATE_RANDOM, 35},
    {"macros", GENERATE_MACRO, 0},      {"serpentine", GENERATE_SERPENTINE, 0},
    {"perfect maze", GENERATE_MAZE, 0},
};

/* Number of random pairs; fewer if each takes longer. */
static uint32_t pairs_of(uint32_t side)
{
    assert(side >= 1);
    uint32_t pairs = (uint32_t)((uint64_t)PAIRS_CELLS / ((uint64_t)side * side));
    return pairs < PAIRS_LEAST ? PAIRS_LEAST : pairs > PAIRS_MOST ? PAIRS_MOST : pairs;
}

static void add_side(struct bench_list *list, uint32_t side)
{
    for (size_t i = 0; i < sizeof GRIDS / sizeof *GRIDS; i++) {
        struct bench_case item = {.suite = BENCH_SINGLE,
                                  .kind = GRIDS[i].kind,
                                  .side = side,
                                  .layers = 1,
                                  .density = GRIDS[i].density,
                                  .nets = 1,
                                  .corners = true,
                                  .seed = SEED};
        bench_list_add(list, &item, "%u^2 %s corners", side, GRIDS[i].name);
        item.nets = pairs_of(side);
        item.corners = false;
        bench_list_add(list, &item, "%u^2 %s pairs", side, GRIDS[i].name);
    }
}

void bench_list_single(struct bench_list *list)
{
    if (list->scale == BENCH_QUICK) {
        add_side(list, 96);
        return;
    }
    add_side(list, 1024);
    add_side(list, 4096);
    if (list->scale == BENCH_FULL)
        add_side(list, 16384);
}
