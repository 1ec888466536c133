/* test_span: cases and suites side by side, and what the rows of a case say together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "router/bench/show/span.h"

static struct bench_row row(enum bench_suite suite, const char *name, const char *wave,
                            double seconds)
{
    struct bench_row row = {.nets = 2, .seconds = seconds};
    row.item.suite = suite;
    snprintf(row.item.name, sizeof row.item.name, "%s", name);
    snprintf(row.wave, sizeof row.wave, "%s", wave);
    row.state = seconds > 0 ? BENCH_TIMED : BENCH_SLOW;
    return row;
}

static void rows_of_a_case_stand_together(void **state)
{
    (void)state;
    const struct bench_row rows[] = {
        row(BENCH_SINGLE, "maze", "detour", 8), row(BENCH_SINGLE, "maze", "corridor", 4),
        row(BENCH_SINGLE, "maze", "auto", 10),  row(BENCH_SINGLE, "open", "detour", 0),
        row(BENCH_SINGLE, "open", "auto", 6),   row(BENCH_ROUTE, "open", "sweep", 6),
    };
    const size_t count = sizeof rows / sizeof *rows;
    assert_int_equal(bench_end_of_case(rows, count, 0), 3);
    assert_int_equal(bench_end_of_case(rows, count, 3), 5); /* the same name in another suite */
    assert_int_equal(bench_end_of_suite(rows, count, 0), 5);
    assert_int_equal(bench_end_of_suite(rows, count, 5), 6);
    assert_true(bench_shown(&rows[0], 8) == 4); /* a net */
    assert_true(bench_shown(&rows[5], 6) == 6); /* a design */
    struct bench_span span = bench_span_of(rows, 0, 3);
    assert_ptr_equal(span.fastest, &rows[1]);
    assert_true(span.low == 2 && span.high == 5);
    assert_null(
        bench_span_of(rows, 3, 5).fastest); /* slow, and auto: which wave it was is not known */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_a_case_stand_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
