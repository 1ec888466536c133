/* suite_route: whole designs, rip-up included. Two of random pairs over the whole grid, with 5 %
 * blocks and layers horizontal and vertical by turns: crowded, rip-up has work. And, at full scale,
 * a design of macros with 50 000 nets, most of them short. The rounds of rip-up are limited, so
 * that the time is that of searching, not of how many improvements are tried.
 */
#include "router/bench/suite/case.h"

enum { SEED = 4, DENSITY = 5 };

static const struct {
    enum generate_kind kind;
    uint32_t side, layers, nets, pins, iterations;
    enum bench_scale from;
} DESIGNS[] = {
    {GENERATE_RANDOM, 256, 3, 400, 2, 10, BENCH_USUAL},
    {GENERATE_RANDOM, 512, 3, 1000, 2, 3, BENCH_FULL},
    {GENERATE_MACRO, 2048, 4, 50000, 4, 3, BENCH_FULL},
};

static void add(struct bench_list *list, const struct bench_case *design)
{
    struct bench_case item = *design;
    item.suite = BENCH_ROUTE;
    item.density = DENSITY;
    item.seed = SEED;
    bench_list_add(list, &item, "%u nets on %u^2 x %u", item.nets, item.side, item.layers);
}

void bench_list_route(struct bench_list *list, enum bench_scale scale)
{
    if (scale == BENCH_QUICK)
        add(list,
            &(struct bench_case){
                .kind = GENERATE_RANDOM, .side = 48, .layers = 3, .nets = 30, .iterations = 3});
    for (size_t i = 0; i < sizeof DESIGNS / sizeof *DESIGNS && scale != BENCH_QUICK; i++)
        if (DESIGNS[i].from <= scale)
            add(list, &(struct bench_case){.kind = DESIGNS[i].kind,
                                           .side = DESIGNS[i].side,
                                           .layers = DESIGNS[i].layers,
                                           .nets = DESIGNS[i].nets,
                                           .pins = DESIGNS[i].pins,
                                           .iterations = DESIGNS[i].iterations});
}
