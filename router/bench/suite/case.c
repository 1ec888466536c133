/* case: see the header. */
#include "router/bench/suite/case.h"

#include <stdio.h>

const char *bench_suite_name(enum bench_suite suite)
{
    static const char *const NAMES[BENCH_SUITES] = {"single",   "batch", "weighted",
                                                    "features", "route", "chip"};
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
