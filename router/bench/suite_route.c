/* suite_route: whole designs, rip-up included: 5 % blocks, layers horizontal and vertical by
 * turns, pins anywhere on the lowest layer. The rounds of rip-up are limited, so that the time
 * measures the searching and not how long somebody is willing to polish.
 */
#include "router/bench/case.h"

enum { SEED = 4, DENSITY = 5 };

static const struct {
    uint32_t side, layers, nets, iterations;
    enum bench_scale from;
} DESIGNS[] = {
    {256, 3, 400, 10, BENCH_USUAL},
    {512, 3, 1000, 10, BENCH_USUAL},
    {2048, 4, 50000, 10, BENCH_FULL},
};

static void add(struct bench_list *list, uint32_t side, uint32_t layers, uint32_t nets,
                uint32_t iterations)
{
    struct bench_case item = {.suite = BENCH_ROUTE,
                              .kind = GENERATE_RANDOM,
                              .side = side,
                              .layers = layers,
                              .density = DENSITY,
                              .nets = nets,
                              .iterations = iterations,
                              .seed = SEED};
    bench_list_add(list, &item, "%u nets on %u^2 x %u", nets, side, layers);
}

void bench_list_route(struct bench_list *list, enum bench_scale scale)
{
    if (scale == BENCH_QUICK)
        add(list, 48, 3, 30, 3);
    for (size_t i = 0; i < sizeof DESIGNS / sizeof *DESIGNS && scale != BENCH_QUICK; i++)
        if (DESIGNS[i].from <= scale)
            add(list, DESIGNS[i].side, DESIGNS[i].layers, DESIGNS[i].nets, DESIGNS[i].iterations);
}
