/* suite_rounds: the suite `chip`: generated designs with the statistics of placed ones, up to a
 * million nets, most of them short. The quick one is the smallest that the rounds take.
 */
#include "router/bench/suite/case.h"
#include "router/maze/plan/route_options.h"

enum { SEED = 1 };

static const struct {
    uint32_t side, layers, nets;
    enum bench_scale from, to;
} DESIGNS[] = {
    {384, 4, 3000, BENCH_QUICK, BENCH_QUICK},  {512, 4, 6000, BENCH_USUAL, BENCH_FULL},
    {1024, 4, 25000, BENCH_USUAL, BENCH_FULL}, {2048, 4, 100000, BENCH_USUAL, BENCH_FULL},
    {4096, 4, 400000, BENCH_FULL, BENCH_FULL}, {6144, 6, 1000000, BENCH_FULL, BENCH_FULL},
};

void bench_list_rounds(struct bench_list *list)
{
    for (size_t i = 0; i < sizeof DESIGNS / sizeof *DESIGNS; i++) {
        const struct bench_case item = {.suite = BENCH_ROUNDS,
                                        .kind = GENERATE_CHIP,
                                        .side = DESIGNS[i].side,
                                        .layers = DESIGNS[i].layers,
                                        .nets = DESIGNS[i].nets,
                                        .iterations = ROUTE_ITERATIONS_DEFAULT,
                                        .seed = SEED};
        if (DESIGNS[i].from <= list->scale && list->scale <= DESIGNS[i].to)
            bench_list_add(list, &item, "%u nets on %u^2 x %u", item.nets, item.side, item.layers);
    }
}
