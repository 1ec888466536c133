/* wave_compare: a wave beside the textbook's on one job.
 */
#pragma once

#include "tests/support/wave_cases.h"

/* Runs both on copies of the job and compares every field; the path costs what the wave says. */
static inline void compare_with_dijkstra(const struct field *field, struct wave *wave,
                                         struct wave *dijkstra, const struct job *job)
{
    struct trace traces[2] = {0};
    struct job a = *job, b = *job;
    assert_int_equal(wave_search(wave, &a, &traces[0], NULL, NULL), STATUS_OK);
    assert_int_equal(wave_search(dijkstra, &b, &traces[1], NULL, NULL), STATUS_OK);
    assert_same_answer(&a, traces[0].knots, &b, traces[1].knots);
    if (a.outcome == OUTCOME_FOUND)
        assert_int_equal(knots_cost(field, traces[0].knots, a.knot_count), a.cost);
    free(traces[0].knots);
    free(traces[1].knots);
}
