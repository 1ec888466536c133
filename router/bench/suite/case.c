/* case: the table of suites. */
#include "router/bench/suite/case.h"

#include <stdio.h>

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

void bench_list_add(struct bench_list *list, const struct bench_case *item, const char *format, ...)
{
    assert(list->count < BENCH_CASES_MAX);
    struct bench_case *added = &list->cases[list->count++];
    *added = *item;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(added->name, sizeof added->name, format, arguments);
    va_end(arguments);
    assert(length > 0 && (size_t)length < sizeof added->name);
}
