/* suites: the table of suites, by name. */
#include "router/bench/suite/case.h"

static const struct {
    const char *name;
    void (*fill)(struct bench_list *list);
} SUITES[BENCH_SUITES] = {
    [BENCH_SINGLE] = {"single", bench_list_single},
    [BENCH_BATCH] = {"batch", bench_list_batch},
    [BENCH_WEIGHTED] = {"weighted", bench_list_weighted},
    [BENCH_FEATURES] = {"features", bench_list_features},
    [BENCH_ROUTE] = {"route", bench_list_route},
    [BENCH_ROUNDS] = {"chip", bench_list_rounds},
};

const char *bench_suite_name(enum bench_suite suite)
{
    assert(suite < BENCH_SUITES);
    return SUITES[suite].name;
}

void bench_list_suite(struct bench_list *list, enum bench_suite suite)
{
    assert(suite < BENCH_SUITES && list->scale <= BENCH_FULL);
    SUITES[suite].fill(list);
}
