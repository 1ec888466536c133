/* case: lists of cases; the suites themselves are in suite_*.c. */
#include "router/bench/suite/case.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

const char *bench_suite_name(enum bench_suite suite)
{
    static const char *const NAMES[BENCH_SUITES] = {"single", "batch", "weighted", "features",
                                                    "route"};
    assert(suite < BENCH_SUITES);
    return NAMES[suite];
}

void bench_list_add(struct bench_list *list, const struct bench_case *item, const char *format, ...)
{
    assert(list->count < BENCH_CASES_MAX);
    struct bench_case *added = &list->cases[list->count++];
    *added = *item;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(added->name, sizeof added->name, format, arguments);
    va_end(arguments);
}

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
    default:
        bench_list_route(list, scale);
        break;
    }
}
