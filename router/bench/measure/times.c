/* times: collects times; sorts them for the median. */
#include "router/bench/measure/times.h"

void bench_times_add(struct bench_times *times, double seconds)
{
    assert(times->count < BENCH_REPEATS_MAX);
    times->seconds[times->count++] = seconds;
    times->sum += seconds;
}

bool bench_times_more(const struct bench_times *times, unsigned repeats, double budget)
{
    assert(repeats >= 1);
    return times->count == 0 ||
           (times->count < repeats && times->count < BENCH_REPEATS_MAX && times->sum < budget);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void bench_times_summary(struct bench_times *times, double *median, double *least, double *most)
{
    assert(times->count > 0);
    qsort(times->seconds, times->count, sizeof *times->seconds, compare);
    unsigned middle = times->count / 2;
    *median = times->count % 2 != 0 ? times->seconds[middle]
                                    : (times->seconds[middle - 1] + times->seconds[middle]) / 2;
    *least = times->seconds[0];
    *most = times->seconds[times->count - 1];
}
