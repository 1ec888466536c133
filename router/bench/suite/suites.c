/* suites: see the header. */
#include "router/bench/suite/suites.h"

void bench_list_suite(struct bench_list *list, enum bench_suite suite, enum bench_scale scale,
                      bool many, uint32_t nets)
{
    switch (suite) {
    case BENCH_SINGLE:
        bench_list_single(list, scale);
        break;
    case BENCH_BATCH:
        bench_list_batch(list, scale, many, nets);
        break;
    case BENCH_WEIGHTED:
        bench_list_weighted(list, scale, many, nets);
        break;
    case BENCH_FEATURES:
        bench_list_features(list, scale);
        break;
    case BENCH_ROUNDS:
        bench_list_rounds(list, scale);
        break;
    default:
        bench_list_route(list, scale);
        break;
    }
}
