/* times: how often a thing is repeated, and the median of how long it took. */
#pragma once

#include <stdbool.h>

enum { BENCH_REPEATS_MAX = 99 };

struct bench_times {
    double seconds[BENCH_REPEATS_MAX];
    unsigned count;
    double sum;
};

void bench_times_add(struct bench_times *times, double seconds);

/* Another repeat: there are fewer than repeats, and they have taken less than budget seconds
 * together; the first is always due. */
bool bench_times_more(const struct bench_times *times, unsigned repeats, double budget);

/* Median (of an even number: the mean of the middle two), least and most; at least one time. Sorts
 * the times. */
void bench_times_summary(struct bench_times *times, double *median, double *least, double *most);
