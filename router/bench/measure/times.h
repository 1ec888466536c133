/* times: the number of repeats of a measurement, and their median. */
#pragma once

#include "grid/base.h"

enum { BENCH_REPEATS_MAX = 99 };

struct bench_times {
    double seconds[BENCH_REPEATS_MAX];
    unsigned count;
    double sum;
};

void bench_times_add(struct bench_times *times, double seconds);

/* True if there are fewer than `repeats` times, of together less than `budget` seconds, or none. */
bool bench_times_more(const struct bench_times *times, unsigned repeats, double budget);

/* Median (for an even number, the mean of the middle two), least and most of at least one time. */
void bench_times_summary(struct bench_times *times, double *median, double *least, double *most);
