/* suite_single: one net at a time over the whole grid, all steps of cost 1.
 *
 * Each kind of grid favours another wave: detours are rare in open grids and among few blocks,
 * frequent among 35 % of blocks, and a maze is nothing else. From corner to corner the wave
 * floods nearly everything; random pairs leave most of the grid alone.
 */
#include "router/bench/suite/case.h"

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

/* Fewer random pairs where each costs more. */
static uint32_t pairs_of(uint32_t side)
{
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

void bench_list_single(struct bench_list *list, enum bench_scale scale)
{
    if (scale == BENCH_QUICK) {
        add_side(list, 96);
        return;
    }
    add_side(list, 1024);
    add_side(list, 4096);
    if (scale == BENCH_FULL)
        add_side(list, 16384);
}
