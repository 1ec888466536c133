/* bench_gpu: one net, corner to corner, by the waves of the GPU. Not a test.
 *
 *     bench_gpu [REPEATS [DESIGN [WAVE]]]      default 5 repeats, all designs, all waves and auto
 *
 * For each design and wave: median, least and most milliseconds of the repeats, from the call of
 * expand to the path on the host, after one search to warm up. The paths are compared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gpu/gpu.h"
#include "router/engine/engine_cpu.h"

enum { REPEATS_MAX = 101 };

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

struct bench_case {
    const char *name;
    uint32_t side, layers, percent;
    bool costs; /* via 4, wrong-way 3, layers horizontal, vertical, ... */
    uint32_t bend;
    uint32_t reach; /* 0: corner to corner; else a net of this reach in the middle */
};

static const struct bench_case cases[] = {
    {"1024^2 20%", 1024, 1, 20, false, 0, 0},
    {"4096^2 open", 4096, 1, 0, false, 0, 0},
    {"4096^2 20%", 4096, 1, 20, false, 0, 0},
    {"4096^2 35%", 4096, 1, 35, false, 0, 0},
    {"4096^2 37%", 4096, 1, 37, false, 0, 0},
    {"4096^2 39%", 4096, 1, 39, false, 0, 0},
    {"16384^2 open", 16384, 1, 0, false, 0, 0},
    {"16384^2 20%", 16384, 1, 20, false, 0, 0},
    {"4x64^2 20% costs", 64, 4, 20, true, 0, 0},
    {"4x256^2 20% costs", 256, 4, 20, true, 0, 0},
    {"4x1024^2 20% costs", 1024, 4, 20, true, 0, 0},
    {"4x1024^2 20% costs, bend 1", 1024, 4, 20, true, 1, 0},
    {"1024^2 20%, reach 48", 1024, 1, 20, false, 0, 48},
};

static bool make_grid(struct grid *grid, const struct bench_case *b)
{
    uint64_t random = 1;
    if (grid_create(grid, b->side, b->side, b->layers, NULL) != STATUS_OK)
        return false;
    for (cell_t cell = 0; cell < grid_cells(grid); cell++)
        if (random_next(&random) % 100 < b->percent)
            grid_set_blocked(grid, cell, true);
    /* the corners stay open, or a dense design has no path */
    struct box low = {0, 0, b->side / 16, b->side / 16};
    struct box high = {b->side - 1 - b->side / 16, b->side - 1 - b->side / 16, b->side - 1,
                       b->side - 1};
    for (uint32_t z = 0; z < b->layers; z++) {
        grid_fill_blocked(grid, low, z, false);
        grid_fill_blocked(grid, high, z, false);
    }
    if (b->costs) {
        grid->rules.via = 4;
        grid->rules.wrong_way = 3;
        grid->rules.bend = b->bend;
        grid->rules.horizontal = 0x5555555555555555u;
        grid->rules.vertical = 0xAAAAAAAAAAAAAAAAu;
    }
    return true;
}

static struct job make_job(const struct bench_case *b, struct wire wires[2])
{
    uint32_t last = b->side - 1, middle = b->side / 2;
    struct box window = {0, 0, last, last};
    cell_t from = 0, to = last * b->side + last;
    if (b->reach > 0) {
        window = (struct box){middle - 8, middle - 8, middle + b->reach + 8, middle + b->reach + 8};
        from = middle * b->side + middle;
        to = (middle + b->reach) * b->side + middle + b->reach;
    }
    wires[0] = (struct wire){from, from};
    wires[1] = (struct wire){to, to};
    return (struct job){.sources = wires,
                        .source_count = 1,
                        .targets = wires + 1,
                        .target_count = 1,
                        .window = window};
}

static int compare_times(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return left < right ? -1 : left > right;
}

/* Sum over the path, to compare paths that are not kept. */
static uint64_t fingerprint(const struct job *job)
{
    uint64_t sum = job->cost;
    for (size_t i = 0; i < job->knot_count; i++)
        sum = sum * 0x100000001b3u + job->knots[i];
    return sum;
}

static void run(const struct engine_ops *ops, const char *wave, const struct bench_case *b,
                const struct field *field, int repeats, const char *only)
{
    if (only != NULL && strcmp(only, wave) != 0)
        return;
    struct error error = {0};
    struct engine *engine = NULL;
    struct engine_options options = {.wave = wave, .threads = 1};
    double times[REPEATS_MAX], opened = now_ms();
    if (ops->open(&engine, field, &options, &error) != STATUS_OK) {
        if (error.status != STATUS_BAD_INPUT)
            printf("%-28s %-12s %s\n", b->name, wave, error.text);
        return;
    }
    opened = now_ms() - opened;
    struct wire wires[2];
    struct job job = make_job(b, wires);
    for (int r = -1; r < repeats; r++) {
        double start = now_ms();
        if (ops->expand(engine, &job, 1, &error) != STATUS_OK) {
            printf("%-28s %-12s %s\n", b->name, wave, error.text);
            break;
        }
        if (r >= 0)
            times[r] = now_ms() - start;
    }
    size_t host = 0, device = 0;
    ops->peak_bytes(engine, &host, &device);
    qsort(times, (size_t)repeats, sizeof times[0], compare_times);
    printf(
        "%-28s %-12s %10.3f %10.3f %10.3f ms  open %7.1f ms  cost %8llu  path %016llx  %6.1f MB\n",
        b->name, wave, times[repeats / 2], times[0], times[repeats - 1], opened,
        (unsigned long long)job.cost,
        (unsigned long long)(job.outcome == OUTCOME_FOUND ? fingerprint(&job) : 0),
        (double)device / 1e6);
    fflush(stdout);
    ops->close(engine);
}

int main(int argc, char **argv)
{
    int repeats = argc > 1 ? atoi(argv[1]) : 5;
    if (repeats < 1 || repeats > REPEATS_MAX) {
        fprintf(stderr, "bench_gpu: 1 to %d repeats\n", REPEATS_MAX);
        return 2;
    }
    const char *only = argc > 3 ? argv[3] : NULL;
    printf("%-28s %-12s %10s %10s %10s\n", "design", "wave", "median", "least", "most");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct grid grid;
        if (argc > 2 && strcmp(argv[2], cases[i].name) != 0)
            continue;
        if (!make_grid(&grid, &cases[i]))
            return 3;
        struct field field = {&grid, grid.blocked, NULL};
        if (cases[i].layers == 1) {
            run(gpu_engine(), "auto", &cases[i], &field, repeats, only);
            run(gpu_engine(), "detour", &cases[i], &field, repeats, only);
            run(gpu_engine(), "tiles", &cases[i], &field, repeats, only);
        }
        run(gpu_engine(), "persistent", &cases[i], &field, repeats, only);
        run(gpu_engine(), "bqueue", &cases[i], &field, repeats, only);
        run(gpu_engine(), "relax", &cases[i], &field, repeats, only);
        run(engine_cpu(), cases[i].costs ? "dijkstra" : "queue", &cases[i], &field, 1, only);
        grid_destroy(&grid);
    }
    return 0;
}
