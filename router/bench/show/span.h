/* span: what the rows of one case say together. Rows of a case stand side by side, and so do the
 * cases of a suite:
 *
 *     single  maze    detour  1.2 ms
 *     single  maze    corridor 0.4 ms     <- the case's span: 0.4 to 1.2 ms, corridor is fastest
 *     single  open    detour  0.3 ms
 */
#pragma once

#include <string.h>

#include "router/bench/measure/row.h"

/* What the waves of a case make together; `auto` counts for `high` alone, being one of the others.
 */
struct bench_span {
    const struct bench_row *fastest; /* NULL: none was timed */
    double low, high;                /* seconds shown */
};

static inline bool bench_is_auto(const struct bench_row *row)
{
    return strcmp(row->wave, "auto") == 0;
}

/* Seconds that are shown for the row's seconds: of one net, or of a whole design. */
double bench_shown(const struct bench_row *row, double seconds);

/* Behind the last row of the first one's case, or suite; first < count. */
size_t bench_end_of_case(const struct bench_row *rows, size_t count, size_t first);
size_t bench_end_of_suite(const struct bench_row *rows, size_t count, size_t first);

/* Of the rows first .. end - 1. */
struct bench_span bench_span_of(const struct bench_row *rows, size_t first, size_t end);
