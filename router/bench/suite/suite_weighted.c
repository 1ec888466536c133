/* suite_weighted: nets with costs, what rip-up and reroute asks for: four layers, horizontal and
 * vertical by turns, a via costs 4, a step the wrong way 3, and a quarter of the cells are
 * congested and cost 4 more to enter. Windows of 4 x 64 x 64 and 4 x 256 x 256 cells.
 *
 * Then crowds: searches in the middle of negotiation, among the wires of other nets, each of which
 * costs 9 more to enter; far, 512 x 512 x 3 with ends anywhere, and near, 2048 x 2048 x 4 with ends
 * at most 40 apart. Negotiation asks for few searches at a time, so for a GPU each is measured in
 * calls of 1, of 32 and of all.
 */
#include "router/bench/suite/case.h"

enum { SEED = 3, DENSITY = 20, TOLL = 4, LAYERS = 4, QUICK_NETS = 16 };

static const struct {
    uint32_t window, side, nets, many;
} WINDOWS[] = {
    {64, 1024, 1000, 65536},
    {256, 1024, 32, 2048},
};

enum { CROWD_TOLL = 9, CROWD_DENSITY = 5, CROWD_NETS = 1024 };

static const struct {
    uint32_t side, layers, reach, wires;
} CROWDS[] = {
    {512, 3, 512, 900},
    {2048, 4, 40, 45000},
};

static void add_crowds(struct bench_list *list, enum bench_scale scale, bool many, uint32_t nets)
{
    static const uint32_t CALLS[] = {1, 32, 0};
    for (size_t i = 0; i < 3 * sizeof CROWDS / sizeof *CROWDS; i++) {
        const uint32_t call = CALLS[i % 3], shrink = scale == BENCH_QUICK ? 8 : 1;
        struct bench_case item = {.suite = BENCH_WEIGHTED,
                                  .kind = GENERATE_RANDOM,
                                  .side = CROWDS[i / 3].side / shrink,
                                  .layers = CROWDS[i / 3].layers,
                                  .density = CROWD_DENSITY,
                                  .nets = nets > 0               ? nets
                                          : scale == BENCH_QUICK ? QUICK_NETS
                                                                 : CROWD_NETS,
                                  .toll = CROWD_TOLL,
                                  .wires = CROWDS[i / 3].wires / (shrink * shrink),
                                  .reach = CROWDS[i / 3].reach,
                                  .call = call,
                                  .seed = SEED};
        const char *name = item.reach < item.side ? "near" : "far";
        if (call > 0 && (many || scale == BENCH_QUICK))
            bench_list_add(list, &item, "%u^2 x %u %s crowd by %u", item.side, item.layers, name,
                           call);
        else if (call == 0)
            bench_list_add(list, &item, "%u^2 x %u %s crowd", item.side, item.layers, name);
    }
}

void bench_list_weighted(struct bench_list *list, enum bench_scale scale, bool many, uint32_t nets)
{
    for (size_t i = 0; i < sizeof WINDOWS / sizeof *WINDOWS; i++) {
        struct bench_case item = {.suite = BENCH_WEIGHTED,
                                  .kind = GENERATE_RANDOM,
                                  .side = WINDOWS[i].side,
                                  .layers = LAYERS,
                                  .density = DENSITY,
                                  .window = WINDOWS[i].window,
                                  .nets = many ? WINDOWS[i].many : WINDOWS[i].nets,
                                  .toll = TOLL,
                                  .seed = SEED};
        if (scale == BENCH_QUICK) {
            item.window /= 4;
            item.side = 128;
            item.nets = QUICK_NETS;
        }
        if (nets > 0)
            item.nets = nets;
        bench_list_add(list, &item, "%u x %u^2 windows", LAYERS, item.window);
    }
    add_crowds(list, scale, many, nets);
}
