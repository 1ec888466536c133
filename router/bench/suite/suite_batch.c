/* suite_batch: very many nets at once, all steps of cost 1, 20 % blocks: what a router asks for
 * when nets are short. Each net is a random pair inside its own window, which lies anywhere in a
 * large grid.
 */
#include "router/bench/suite/case.h"

enum { SEED = 2, DENSITY = 20, QUICK_NETS = 100 };

/* nets: so that the plain reference needs about a second or two on one core; many: for a GPU. */
static const struct {
    uint32_t window, side, nets, many;
} WINDOWS[] = {
    {64, 2048, 100000, 1000000},
    {128, 2048, 25000, 1000000},
    {256, 2048, 6000, 200000},
    {1024, 4096, 400, 32768},
};

void bench_list_batch(struct bench_list *list, enum bench_scale scale, bool many, uint32_t nets)
{
    for (size_t i = 0; i < sizeof WINDOWS / sizeof *WINDOWS; i++) {
        struct bench_case item = {.suite = BENCH_BATCH,
                                  .kind = GENERATE_RANDOM,
                                  .side = WINDOWS[i].side,
                                  .layers = 1,
                                  .density = DENSITY,
                                  .window = WINDOWS[i].window,
                                  .nets = many ? WINDOWS[i].many : WINDOWS[i].nets,
                                  .seed = SEED};
        if (scale == BENCH_QUICK) {
            item.nets = QUICK_NETS;
            item.window /= 4;
            item.side = 256;
        }
        if (nets > 0)
            item.nets = nets;
        bench_list_add(list, &item, "%u^2 windows", item.window);
    }
}
