/* suite_weighted: nets with costs, what rip-up and reroute asks for: four layers, horizontal and
 * vertical by turns, a via costs 4, a step the wrong way 3, and a quarter of the cells are
 * congested and cost 4 more to enter. Windows of 4 x 64 x 64 and 4 x 256 x 256 cells.
 */
#include "router/bench/suite/case.h"

enum { SEED = 3, DENSITY = 20, TOLL = 4, LAYERS = 4 };

static const struct {
    uint32_t window, side, nets, many;
} WINDOWS[] = {
    {64, 1024, 1000, 65536},
    {256, 1024, 32, 2048},
};

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
            item.nets = 16;
        }
        if (nets > 0)
            item.nets = nets;
        bench_list_add(list, &item, "%u x %u^2 windows", LAYERS, item.window);
    }
}
