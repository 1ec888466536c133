/* bench_gpu_sweep: tolled searches, as negotiation asks for them, on the GPU and on the CPU. Not a
 * test.
 *
 *     bench_gpu_sweep [REPEATS [THREADS]]      default 5, 16
 *
 * 5 % random blocks, layers horizontal and vertical by turns, via 2, wrong-way 2; tolls of 9 a wire
 * on the wires of random nets, two bends each; windows are the pins' box and 6 cells and a
 * sixteenth of its half perimeter around it. Two scenes: 512 x 512 x 3 with pins anywhere, 2048 x
 * 2048 x 4 with pins at most 40 apart. Jobs come in calls of 1, 8, 32, 64, 128 and 1024. All
 * results are compared with the CPU's first; then, after a warm-up, medians of the repeats, in
 * microseconds a job: the kernel, the call, the CPU with all threads and with one. Then what an
 * update costs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gpu/gpu.h"
#include "router/engine/engine_cpu.h"
#include "router/field.h"

enum { JOBS = 1024, TOLL = 9, REPEATS_MAX = 101 };

struct scene {
    const char *name;
    uint32_t side, layers, reach, wires;
};

static const struct scene scenes[] = {{"512^2 x 3, far", 512, 3, 512, 900},
                                      {"2048^2 x 4, near", 2048, 4, 40, 45000}};
static const size_t calls[] = {1, 8, 32, 64, 128, 1024};

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* A coordinate within reach of another one. */
static uint32_t near(uint32_t at, uint32_t reach, uint32_t side, uint64_t *random)
{
    uint32_t lo = at > reach ? at - reach : 0, hi = at + reach < side ? at + reach : side - 1;
    return lo + (uint32_t)(random_next(random) % (hi - lo + 1));
}

static cell_t open_cell(const struct grid *grid, uint32_t x, uint32_t y, uint32_t reach,
                        uint64_t *random)
{
    for (;;) {
        cell_t cell = grid_cell(grid, near(x, reach, grid->width, random),
                                near(y, reach, grid->height, random),
                                (uint32_t)(random_next(random) % grid->layers));
        if (!grid_is_blocked(grid, cell))
            return cell;
    }
}

static void add_toll(const struct field *field, uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1,
                     uint32_t z)
{
    for (uint32_t y = y0 < y1 ? y0 : y1; y <= (y0 < y1 ? y1 : y0); y++)
        for (uint32_t x = x0 < x1 ? x0 : x1; x <= (x0 < x1 ? x1 : x0); x++)
            field->toll[grid_cell(field->grid, x, y, z)] += TOLL;
}

static void make_field(const struct scene *s, struct grid *grid, struct field *field,
                       uint64_t *random)
{
    if (grid_create(grid, s->side, s->side, s->layers, NULL) != STATUS_OK)
        exit(3);
    for (cell_t cell = 0; cell < grid_cells(grid); cell++)
        if (random_next(random) % 100 < 5)
            grid_set_blocked(grid, cell, true);
    grid->rules = (struct step_rules){.via = 2, .wrong_way = 2};
    for (uint32_t z = 0; z < s->layers; z++)
        *(z % 2 == 0 ? &grid->rules.horizontal : &grid->rules.vertical) |= (uint64_t)1 << z;
    *field = (struct field){grid, grid->blocked,
                            mem_alloc(grid_cells(grid), sizeof(uint32_t), "tolls", NULL)};
    if (field->toll == NULL)
        exit(3);
    for (uint32_t wire = 0; wire < s->wires; wire++) {
        cell_t from = open_cell(grid, s->side / 2, s->side / 2, s->side, random);
        uint32_t x = grid_x(grid, from), y = grid_y(grid, from);
        cell_t to = open_cell(grid, x, y, s->reach, random);
        uint32_t x1 = grid_x(grid, to), y1 = grid_y(grid, to);
        add_toll(field, x, y, x1, y, wire % 2 * (s->layers - 1) & ~1U);
        add_toll(field, x1, y, x1, y1, 1);
    }
}

static void make_jobs(const struct scene *s, const struct grid *grid, struct job *jobs,
                      struct wire *wires, uint64_t *random)
{
    for (size_t i = 0; i < JOBS; i++) {
        cell_t from = open_cell(grid, s->side / 2, s->side / 2, s->side, random);
        cell_t to = open_cell(grid, grid_x(grid, from), grid_y(grid, from), s->reach, random);
        struct wire span = {from, to};
        wires[2 * i] = (struct wire){from, from};
        wires[2 * i + 1] = (struct wire){to, to};
        struct box box = box_join(box_of_wire(grid, (struct wire){from, from}),
                                  box_of_wire(grid, (struct wire){span.to, span.to}));
        uint32_t half = box.x1 - box.x0 + box.y1 - box.y0;
        jobs[i] = (struct job){.sources = &wires[2 * i],
                               .source_count = 1,
                               .targets = &wires[2 * i + 1],
                               .target_count = 1,
                               .window = box_grow(grid, box, 6 + half / 16)};
    }
}

static struct engine *open_engine(const struct engine_ops *ops, unsigned threads,
                                  const struct field *field)
{
    struct error error = {0};
    struct engine *engine = NULL;
    struct engine_options options = {.wave = "auto", .threads = threads};
    if (ops->open(&engine, field, &options, &error) != STATUS_OK) {
        fprintf(stderr, "bench_gpu_sweep: %s\n", error.text);
        exit(3);
    }
    return engine;
}

/* All jobs, so many a call. Microseconds a job; *kernel: of the kernels. */
static double expand(struct engine *engine, struct job *jobs, size_t call, bool gpu, double *kernel)
{
    struct error error = {0};
    double start = now_us(), ms = 0;
    for (size_t first = 0; first < JOBS; first += call) {
        if (engine->ops->expand(engine, jobs + first, call, &error) != STATUS_OK) {
            fprintf(stderr, "bench_gpu_sweep: %s\n", error.text);
            exit(3);
        }
        ms += gpu ? gpu_batch_ms(engine) : 0;
    }
    *kernel = ms * 1e3 / JOBS;
    return (now_us() - start) / JOBS;
}

static int compare_times(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return left < right ? -1 : left > right;
}

static double median(double *times, int count)
{
    qsort(times, (size_t)count, sizeof *times, compare_times);
    return times[count / 2];
}

static size_t differences(const struct job *jobs, const struct job *want, size_t count)
{
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) {
        const struct job *a = &jobs[i], *b = &want[i];
        bool same = a->outcome == b->outcome && a->knot_count == b->knot_count;
        if (same && b->outcome == OUTCOME_FOUND)
            same = a->cost == b->cost && a->reached == b->reached && a->target == b->target &&
                   memcmp(a->knots, b->knots, b->knot_count * sizeof *b->knots) == 0;
        wrong += !same;
    }
    return wrong;
}

/* All jobs, so many a call; how many results are not like the CPU's. */
static size_t expand_compared(struct engine *engine, struct job *jobs, const struct job *want,
                              size_t call)
{
    struct error error = {0};
    size_t wrong = 0;
    for (size_t first = 0; first < JOBS; first += call) {
        if (engine->ops->expand(engine, jobs + first, call, &error) != STATUS_OK) {
            fprintf(stderr, "bench_gpu_sweep: %s\n", error.text);
            exit(3);
        }
        wrong += differences(jobs + first, want + first, call);
    }
    return wrong;
}

/* Telling the engine of so many changed wires of 20 cells, a box each; microseconds a call, the
 * device's work included where it is more than the host's. */
static void run_updates(struct engine *gpu, struct field *field, uint64_t *random)
{
    enum { CALLS = 500, WIRES_MAX = 100 };
    static const size_t counts[] = {1, 10, WIRES_MAX};
    static struct box boxes[WIRES_MAX];
    const struct grid *grid = field->grid;
    struct error error = {0};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        double total = 0;
        for (int call = 0; call < CALLS; call++) {
            for (size_t i = 0; i < counts[c]; i++) {
                uint32_t x = (uint32_t)(random_next(random) % (grid->width - 20));
                uint32_t y = (uint32_t)(random_next(random) % (grid->height - 20));
                boxes[i] =
                    i % 2 == 0 ? (struct box){x, y, x + 19, y} : (struct box){x, y, x, y + 19};
                field->toll[grid_cell(grid, x, y, 0)] ^= (uint32_t)call & 1;
            }
            double start = now_us();
            if (gpu->ops->update(gpu, boxes, counts[c], &error) != STATUS_OK)
                exit(3);
            total += now_us() - start;
        }
        printf("update of %3zu wires: %.2f us\n", counts[c], total / CALLS);
    }
}

static void run(const struct scene *s, int repeats, unsigned threads)
{
    static struct job jobs[JOBS], want[JOBS], timed[JOBS];
    static struct wire wires[2 * JOBS];
    uint64_t random = 7;
    struct grid grid;
    struct field field;
    double times[REPEATS_MAX], kernels[REPEATS_MAX], unused = 0;
    make_field(s, &grid, &field, &random);
    make_jobs(s, &grid, jobs, wires, &random);
    memcpy(want, jobs, sizeof want);
    memcpy(timed, jobs, sizeof timed);
    struct engine *gpu = open_engine(gpu_engine(), threads, &field);
    struct engine *cpu = open_engine(engine_cpu(), threads, &field);
    struct engine *core = open_engine(engine_cpu(), 1, &field);
    expand(cpu, timed, JOBS, false, &unused);
    double one = expand(core, want, JOBS, false, &unused);
    for (size_t c = 0; c < sizeof calls / sizeof *calls; c++) {
        size_t wrong = expand_compared(gpu, jobs, want, calls[c]);
        for (int r = 0; r < repeats; r++)
            times[r] = expand(gpu, jobs, calls[c], true, &kernels[r]);
        double wall = median(times, repeats), kernel = median(kernels, repeats);
        double all = expand(cpu, timed, calls[c], false, &unused);
        printf("%-18s %6zu %6zu/%d %10.2f %10.2f %10.2f %10.2f\n", s->name, calls[c], wrong, JOBS,
               kernel, wall, all, one);
        fflush(stdout);
    }
    run_updates(gpu, &field, &random);
    gpu->ops->close(gpu);
    cpu->ops->close(cpu);
    core->ops->close(core);
    grid_destroy(&grid);
    free(field.toll);
}

int main(int argc, char **argv)
{
    int repeats = argc > 1 ? atoi(argv[1]) : 5;
    unsigned threads = argc > 2 ? (unsigned)atoi(argv[2]) : 16;
    if (repeats < 1 || repeats > REPEATS_MAX || threads < 1) {
        fprintf(stderr, "bench_gpu_sweep: 1 to %d repeats, 1 or more threads\n", REPEATS_MAX);
        return 2;
    }
    if (gpu_engine()->unusable() != NULL) {
        printf("no GPU to measure: %s\n", gpu_engine()->unusable());
        return 0;
    }
    printf("%-18s %6s %11s %10s %10s %10s %10s\n", "scene", "a call", "wrong", "kernel us",
           "call us", "cpu us", "core us");
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        run(&scenes[i], repeats, threads);
    return 0;
}
