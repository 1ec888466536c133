/* Benchmark of the library's calls with one net: for comparison with python_speed.py.
 *
 *     bench_api [CALLS]        (20000 if left out)
 *
 * Prints the microseconds of a call, by the processor's time, the median of nine runs: leeway_route
 * on a design of one net, and leeway_find_paths with one pair, each on a grid of 64 x 64 free
 * cells, corner to corner.
 */
#include <stdio.h>
#include <stdlib.h>

#include "router/api/leeway.h"
#include "router/bench/measure/times.h"
#include "router/bench/measure/watch.h"

enum { SIDE = 64, CALLS = 20000, REPEATS = 9 };

static const uint32_t CORNERS[] = {0, 0, 0, SIDE - 1, SIDE - 1, 0};

static int call_route(const struct leeway_design *design, struct leeway_error *error)
{
    struct leeway_routes *routes;
    enum leeway_status status = leeway_route(&routes, design, NULL, error);
    leeway_routes_destroy(routes);
    return (int)status;
}

static int call_find_paths(const struct leeway_design *design, struct leeway_error *error)
{
    struct leeway_paths *paths;
    enum leeway_status status = leeway_find_paths(&paths, design, CORNERS, NULL, 1, NULL, error);
    leeway_paths_destroy(paths);
    return (int)status;
}

/* Microseconds per call; negative if one fails. */
static double measure(int (*call)(const struct leeway_design *, struct leeway_error *),
                      const struct leeway_design *design, int calls, struct leeway_error *error)
{
    struct bench_times times = {0};
    double median, least, most;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double start = bench_thread_seconds();
        for (int i = 0; i < calls; i++)
            if (call(design, error) != 0)
                return -1;
        bench_times_add(&times, (bench_thread_seconds() - start) / calls * 1e6);
    }
    bench_times_summary(&times, &median, &least, &most);
    return median;
}

int main(int argc, char **argv)
{
    struct leeway_error error = {0};
    struct leeway_design *design = NULL;
    const int calls = argc > 1 ? atoi(argv[1]) : CALLS;
    if (calls < 1 || leeway_design_create(&design, "one", SIDE, SIDE, 1, &error) != LEEWAY_OK ||
        leeway_design_add_net(design, "n", CORNERS, 2, &error) != LEEWAY_OK) {
        fprintf(stderr, "bench_api: %s\n", calls < 1 ? "expected a number of calls" : error.text);
        return 2;
    }
    const double route = measure(call_route, design, calls, &error);
    const double paths = measure(call_find_paths, design, calls, &error);
    leeway_design_destroy(design);
    if (route < 0 || paths < 0) {
        fprintf(stderr, "bench_api: %s\n", error.text);
        return 1;
    }
    printf("route %.3f\nfind_paths %.3f\n", route, paths);
    return 0;
}
