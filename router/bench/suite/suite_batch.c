/* suite_batch: many short nets at once, with 20 % of the cells blocked and unit costs. Each net is
 * a random pair in its own window, anywhere in a large grid.
 */
#include "router/bench/suite/case.h"

enum { SEED = 2, DENSITY = 20, QUICK_NETS = 100 };

/* nets: a second or two of `dijkstra` on one core; many: for a GPU. */
static const struct {
    uint32_t window, side, nets, many;
} WINDOWS[] = {
    {64, 2048, 100000, 1000000},
    {128, 2048, 25000, 1000000},
    {256, 2048, 6000, 200000},
    {1024, 4096, 400, 32768},
};

void bench_list_batch(struct bench_list *list)
{
    for (size_t i = 0; i < sizeof WINDOWS / sizeof *WINDOWS; i++) {
        struct bench_case item = {.suite = BENCH_BATCH,
                                  .kind = GENERATE_RANDOM,
                                  .side = WINDOWS[i].side,
                                  .layers = 1,
                                  .density = DENSITY,
                                  .window = WINDOWS[i].window,
                                  .nets = list->many ? WINDOWS[i].many : WINDOWS[i].nets,
                                  .seed = SEED};
        if (list->scale == BENCH_QUICK) {
            item.nets = QUICK_NETS;
            item.window /= 4;
            item.side = 256;
        }
        item.nets = list->nets > 0 ? list->nets : item.nets;
        bench_list_add(list, &item, "%u^2 windows", item.window);
    }
}
