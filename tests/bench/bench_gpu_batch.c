/* bench_gpu_batch: nets a second of the GPU's batches. Not a test.
 *
 *     bench_gpu_batch [REPEATS [THREADS [WINDOW]]]      default 5, 16, all windows
 *
 * Random pairs of open cells in random windows of a 4096 x 4096 grid with 20 % random blocks; then
 * of one of 4 x 1024 x 1024 with horizontal and vertical layers in turns, via 4, wrong-way 3, and
 * two classes of congestion: tolls of 2 on every fourth square of 8 x 8 cells. A
 * share of the results is compared with a wave of the CPU first; then, after a warm-up, the median
 * of the repeats: time of the kernels (search and backtrace, all knots in the device's memory), and
 * wall time of expand (all paths in the jobs). The CPU's detour wave runs a part of the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gpu/gpu.h"
#include "router/engine/engine_cpu.h"

enum { REPEATS_MAX = 101, SIDE = 4096, WEIGHTED_SIDE = 1024 };

struct bench_case {
    uint32_t window, layers;
    size_t nets, compared, on_cpu;
};

static const struct bench_case cases[] = {
    {64, 1, 1000000, 20000, 200000}, {128, 1, 1000000, 5000, 100000},
    {256, 1, 1000000, 2000, 50000},  {512, 1, 200000, 500, 10000},
    {1024, 1, 200000, 200, 4000},    {64, 4, 500000, 2000, 20000},
};

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static cell_t open_cell(const struct grid *grid, struct box box, uint64_t *random)
{
    for (;;) {
        uint32_t x = box.x0 + (uint32_t)(random_next(random) % (box.x1 - box.x0 + 1));
        uint32_t y = box.y0 + (uint32_t)(random_next(random) % (box.y1 - box.y0 + 1));
        cell_t cell = grid_cell(grid, x, y, (uint32_t)(random_next(random) % grid->layers));
        if (!grid_is_blocked(grid, cell))
            return cell;
    }
}

static void make_jobs(const struct grid *grid, const struct bench_case *b, struct job *jobs,
                      struct wire *wires)
{
    uint64_t random = b->window;
    for (size_t i = 0; i < b->nets; i++) {
        uint32_t x = (uint32_t)(random_next(&random) % (grid->width - b->window + 1));
        uint32_t y = (uint32_t)(random_next(&random) % (grid->width - b->window + 1));
        struct box window = {x, y, x + b->window - 1, y + b->window - 1};
        cell_t from = open_cell(grid, window, &random), to = open_cell(grid, window, &random);
        wires[2 * i] = (struct wire){from, from};
        wires[2 * i + 1] = (struct wire){to, to};
        jobs[i] = (struct job){.sources = wires + 2 * i,
                               .source_count = 1,
                               .targets = wires + 2 * i + 1,
                               .target_count = 1,
                               .window = window};
    }
}

static int compare_times(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return left < right ? -1 : left > right;
}

static struct engine *open_engine(const struct engine_ops *ops, const char *wave, unsigned threads,
                                  const struct field *field)
{
    struct error error = {0};
    struct engine *engine = NULL;
    struct engine_options options = {.wave = wave, .threads = threads};
    if (ops->open(&engine, field, &options, &error) != STATUS_OK) {
        fprintf(stderr, "bench_gpu_batch: %s\n", error.text);
        exit(3);
    }
    return engine;
}

static void expand(struct engine *engine, struct job *jobs, size_t count)
{
    struct error error = {0};
    if (engine->ops->expand(engine, jobs, count, &error) != STATUS_OK) {
        fprintf(stderr, "bench_gpu_batch: %s\n", error.text);
        exit(3);
    }
}

/* Jobs that differ from the wave's answers, among the first `count`. */
static size_t differences(const struct field *field, const struct job *jobs, size_t count,
                          unsigned threads)
{
    const char *wave = field->toll == NULL ? "queue" : "dijkstra";
    struct engine *engine = open_engine(engine_cpu(), wave, threads, field);
    struct job *want = malloc(count * sizeof *want);
    size_t wrong = 0;
    memcpy(want, jobs, count * sizeof *want);
    expand(engine, want, count);
    for (size_t i = 0; i < count; i++) {
        const struct job *a = &jobs[i], *b = &want[i];
        bool same = a->outcome == b->outcome && a->knot_count == b->knot_count;
        if (same && b->outcome == OUTCOME_FOUND)
            same = a->cost == b->cost && a->reached == b->reached && a->target == b->target &&
                   memcmp(a->knots, b->knots, b->knot_count * sizeof *b->knots) == 0;
        wrong += !same;
    }
    free(want);
    engine->ops->close(engine);
    return wrong;
}

static double cpu_rate(const struct field *field, const struct job *jobs, size_t count,
                       unsigned threads)
{
    const char *wave = field->toll == NULL ? "detour" : "dial";
    struct engine *engine = open_engine(engine_cpu(), wave, threads, field);
    struct job *copy = malloc(count * sizeof *copy);
    memcpy(copy, jobs, count * sizeof *copy);
    double start = now_ms();
    expand(engine, copy, count);
    double ms = now_ms() - start;
    free(copy);
    engine->ops->close(engine);
    return (double)count / ms * 1e3;
}

static void run(const struct field *field, const struct bench_case *b, int repeats,
                unsigned threads)
{
    struct job *jobs = calloc(b->nets, sizeof *jobs);
    struct wire *wires = calloc(2 * b->nets, sizeof *wires);
    double device[REPEATS_MAX], wall[REPEATS_MAX];
    if (jobs == NULL || wires == NULL)
        exit(3);
    make_jobs(field->grid, b, jobs, wires);
    struct engine *engine = open_engine(gpu_engine(), "auto", threads, field);
    expand(engine, jobs, b->nets);
    size_t wrong = differences(field, jobs, b->compared, threads), found = 0, knots = 0;
    for (int r = 0; r < repeats; r++) {
        double start = now_ms();
        expand(engine, jobs, b->nets);
        wall[r] = now_ms() - start;
        device[r] = gpu_batch_ms(engine);
    }
    for (size_t i = 0; i < b->nets; i++) {
        found += jobs[i].outcome == OUTCOME_FOUND;
        knots += jobs[i].knot_count;
    }
    qsort(device, (size_t)repeats, sizeof *device, compare_times);
    qsort(wall, (size_t)repeats, sizeof *wall, compare_times);
    double n = (double)b->nets * 1e3;
    size_t host_bytes = 0, device_bytes = 0;
    engine->ops->peak_bytes(engine, &host_bytes, &device_bytes);
    printf("%u*%-4u %9zu %8zu/%zu %8.3f %6.1f %12.4g %12.4g %10.2f-%.2f %12.4g %12.4g %8.0f\n",
           b->layers, b->window, b->nets, wrong, b->compared, (double)found / (double)b->nets,
           (double)knots / (double)(found + 1), n / device[repeats / 2], n / wall[repeats / 2],
           device[0], device[repeats - 1], cpu_rate(field, jobs, b->on_cpu, threads),
           cpu_rate(field, jobs, b->on_cpu / 10, 1), (double)device_bytes / 1e6);
    fflush(stdout);
    engine->ops->close(engine);
    free(jobs);
    free(wires);
}

static bool make_field(struct grid *grid, struct field *field, uint32_t layers)
{
    uint64_t random = 1;
    uint32_t side = layers == 1 ? SIDE : WEIGHTED_SIDE;
    if (grid_create(grid, side, side, layers, NULL) != STATUS_OK)
        return false;
    for (cell_t cell = 0; cell < grid_cells(grid); cell++)
        if (random_next(&random) % 100 < 20)
            grid_set_blocked(grid, cell, true);
    *field = (struct field){grid, grid->blocked, NULL};
    if (layers == 1)
        return true;
    grid->rules.via = 4;
    grid->rules.wrong_way = 3;
    grid->rules.horizontal = 0x5;
    grid->rules.vertical = 0xA;
    field->toll = calloc(grid_cells(grid), sizeof *field->toll);
    for (cell_t cell = 0; field->toll != NULL && cell < grid_cells(grid); cell++)
        if (grid_x(grid, cell) / 8 % 2 == 0 && grid_y(grid, cell) / 8 % 2 == 0)
            field->toll[cell] = 2;
    return field->toll != NULL;
}

int main(int argc, char **argv)
{
    int repeats = argc > 1 ? atoi(argv[1]) : 5;
    unsigned threads = argc > 2 ? (unsigned)atoi(argv[2]) : 16;
    uint32_t only = argc > 3 ? (uint32_t)atoi(argv[3]) : 0;
    struct grid grid;
    if (repeats < 1 || repeats > REPEATS_MAX || threads < 1) {
        fprintf(stderr, "bench_gpu_batch: 1 to %d repeats, 1 or more threads\n", REPEATS_MAX);
        return 2;
    }
    if (gpu_engine()->unusable() != NULL) {
        printf("no GPU to measure: %s\n", gpu_engine()->unusable());
        return 0;
    }
    printf("%6s %9s %12s %8s %6s %12s %12s %14s %12s %12s %8s\n", "window", "nets", "wrong",
           "found", "knots", "device/s", "wall/s", "device ms", "cpu/s", "one core/s", "MB");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (only == 0 || cases[i].window == only) {
            struct field field;
            if (!make_field(&grid, &field, cases[i].layers))
                return 3;
            run(&field, &cases[i], repeats, threads);
            free(field.toll);
            grid_destroy(&grid);
        }
    return 0;
}
