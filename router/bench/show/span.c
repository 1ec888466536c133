/* span: see the header. */
#include "router/bench/show/span.h"

#include <math.h>

double bench_shown(const struct bench_row *row, double seconds)
{
    return bench_is_design(&row->item) || row->nets == 0 ? seconds : seconds / row->nets;
}

static bool same_case(const struct bench_row *a, const struct bench_row *b)
{
    return a->item.suite == b->item.suite && strcmp(a->item.name, b->item.name) == 0;
}

size_t bench_end_of_case(const struct bench_row *rows, size_t count, size_t first)
{
    assert(first < count);
    size_t end = first;
    while (end < count && same_case(&rows[first], &rows[end]))
        end++;
    return end;
}

size_t bench_end_of_suite(const struct bench_row *rows, size_t count, size_t first)
{
    assert(first < count);
    size_t end = first;
    while (end < count && rows[first].item.suite == rows[end].item.suite)
        end++;
    return end;
}

struct bench_span bench_span_of(const struct bench_row *rows, size_t first, size_t end)
{
    struct bench_span span = {.fastest = NULL};
    for (size_t i = first; i < end; i++) {
        double seconds = bench_shown(&rows[i], rows[i].seconds);
        if (rows[i].state != BENCH_TIMED)
            continue;
        span.high = fmax(span.high, seconds);
        if (bench_is_auto(&rows[i]))
            continue;
        if (span.fastest == NULL || seconds < span.low) {
            span.fastest = &rows[i];
            span.low = seconds;
        }
    }
    return span;
}
