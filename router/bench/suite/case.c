/* case: adds a case with its name to a list. */
#include "router/bench/suite/case.h"

#include <stdio.h>

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
