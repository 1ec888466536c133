/* suite_route: whole designs with rip-up: crowded ones of random pairs with 5 % of the cells
 * blocked, and at full scale a design of macros with 50 000 short nets. The iterations are limited,
 * so that the time is that of searching, not of improving.
 */
#include "router/bench/suite/case.h"

enum { SEED = 4, DENSITY = 5 };

static const struct {
    enum generate_kind kind;
    uint32_t side, layers, nets, pins, iterations;
    enum bench_scale from, to;
} DESIGNS[] = {
    {GENERATE_RANDOM, 48, 3, 30, 0, 3, BENCH_QUICK, BENCH_QUICK},
    {GENERATE_RANDOM, 256, 3, 400, 2, 10, BENCH_USUAL, BENCH_FULL},
    {GENERATE_RANDOM, 512, 3, 1000, 2, 3, BENCH_FULL, BENCH_FULL},
    {GENERATE_MACRO, 2048, 4, 50000, 4, 3, BENCH_FULL, BENCH_FULL},
};

void bench_list_route(struct bench_list *list)
{
    for (size_t i = 0; i < sizeof DESIGNS / sizeof *DESIGNS; i++) {
        const struct bench_case item = {.suite = BENCH_ROUTE,
                                        .kind = DESIGNS[i].kind,
                                        .side = DESIGNS[i].side,
                                        .layers = DESIGNS[i].layers,
                                        .nets = DESIGNS[i].nets,
                                        .pins = DESIGNS[i].pins,
                                        .density = DENSITY,
                                        .iterations = DESIGNS[i].iterations,
                                        .seed = SEED};
        if (DESIGNS[i].from <= list->scale && list->scale <= DESIGNS[i].to)
            bench_list_add(list, &item, "%u nets on %u^2 x %u", item.nets, item.side, item.layers);
    }
}
