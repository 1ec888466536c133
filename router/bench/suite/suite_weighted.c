/* suite_weighted: searches of rip-up and reroute: four layers of alternating directions, via cost
 * 4, wrong-way cost 3, and a toll of 4 on a quarter of the cells, in windows of 64^2 and 256^2
 * cells.
 *
 * Then crowds: searches of negotiation among the wires of other nets, each with a toll of 9; far,
 * 512 x 512 x 3 with ends anywhere, and near, 2048 x 2048 x 4 with ends at most 40 apart. A GPU is
 * measured with calls of 1, of 32 and of all searches, because negotiation asks for few at a time.
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

static void add_crowds(struct bench_list *list)
{
    static const uint32_t CALLS[] = {1, 32, 0};
    const bool quick = list->scale == BENCH_QUICK;
    const uint32_t nets = quick ? QUICK_NETS : CROWD_NETS, shrink = quick ? 8 : 1;
    for (size_t i = 0; i < 3 * sizeof CROWDS / sizeof *CROWDS; i++) {
        const uint32_t call = CALLS[i % 3];
        struct bench_case item = {.suite = BENCH_WEIGHTED,
                                  .kind = GENERATE_RANDOM,
                                  .side = CROWDS[i / 3].side / shrink,
                                  .layers = CROWDS[i / 3].layers,
                                  .density = CROWD_DENSITY,
                                  .nets = list->nets > 0 ? list->nets : nets,
                                  .toll = CROWD_TOLL,
                                  .wires = CROWDS[i / 3].wires / (shrink * shrink),
                                  .reach = CROWDS[i / 3].reach,
                                  .call = call,
                                  .seed = SEED};
        const char *name = item.reach < item.side ? "near" : "far";
        if (call > 0 && (list->many || quick))
            bench_list_add(list, &item, "%u^2 x %u %s crowd by %u", item.side, item.layers, name,
                           call);
        else if (call == 0)
            bench_list_add(list, &item, "%u^2 x %u %s crowd", item.side, item.layers, name);
    }
}

void bench_list_weighted(struct bench_list *list)
{
    for (size_t i = 0; i < sizeof WINDOWS / sizeof *WINDOWS; i++) {
        struct bench_case item = {.suite = BENCH_WEIGHTED,
                                  .kind = GENERATE_RANDOM,
                                  .side = WINDOWS[i].side,
                                  .layers = LAYERS,
                                  .density = DENSITY,
                                  .window = WINDOWS[i].window,
                                  .nets = list->many ? WINDOWS[i].many : WINDOWS[i].nets,
                                  .toll = TOLL,
                                  .seed = SEED};
        if (list->scale == BENCH_QUICK) {
            item.window /= 4;
            item.side = 128;
            item.nets = QUICK_NETS;
        }
        item.nets = list->nets > 0 ? list->nets : item.nets;
        bench_list_add(list, &item, "%u x %u^2 windows", LAYERS, item.window);
    }
    add_crowds(list);
}
