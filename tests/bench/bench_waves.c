/* bench_waves: how long the waves take, one core. Not a test.
 *
 *     bench_waves [WAVE ...]        default: all that support the design, but the reference
 *
 * Prints milliseconds a search, the least of the repeats, then that of a new workspace's first run,
 * and, where a wave counts them, nanoseconds a settled state. All answers are compared with the
 * first wave's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "router/wave/wave.h"
#include "tests/bench/bench_crowd.h"
#include "tests/support/splitmix.h"

static uint64_t random_state = 1;

static uint64_t random_next(void)
{
    return splitmix(&random_state);
}

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t); /* others may use the machine */
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* One measured design. percent: random blocks; maze, serpentine: a perfect maze, or one corridor to
 * and fro, instead. */
struct design_case {
    const char *name;
    uint32_t width, height, layers, percent;
    uint32_t via, wrong_way, bend, weights;
    bool preferred; /* layers horizontal, vertical, ... */
    bool tolls, maze, serpentine;
    uint32_t loops;         /* of a maze: one closed cell in so many is opened; 0: none */
    uint32_t nets;          /* 0: one, corner to corner; else random pairs */
    uint32_t reach;         /* of random pairs, in x and y */
    uint32_t crowd, rounds; /* so many nets have negotiated so long (bench_crowd.h); `nets` of them
                               are measured */
};

static const struct design_case cases[] = {
    {.name = "1024^2 open", .width = 1024, .height = 1024, .layers = 1},
    {.name = "1024^2 20%", .width = 1024, .height = 1024, .layers = 1, .percent = 20},
    {.name = "1024^2 35%", .width = 1024, .height = 1024, .layers = 1, .percent = 35},
    {.name = "2048^2 20%", .width = 2048, .height = 2048, .layers = 1, .percent = 20},
    {.name = "4096^2 open", .width = 4096, .height = 4096, .layers = 1},
    {.name = "4096^2 20%", .width = 4096, .height = 4096, .layers = 1, .percent = 20},
    {.name = "4096^2 30%", .width = 4096, .height = 4096, .layers = 1, .percent = 30},
    {.name = "4096^2 35%", .width = 4096, .height = 4096, .layers = 1, .percent = 35},
    {.name = "1025^2 maze", .width = 1025, .height = 1025, .layers = 1, .maze = true},
    {.name = "4097^2 maze", .width = 4097, .height = 4097, .layers = 1, .maze = true},
    {.name = "4097^2 maze pairs",
     .width = 4097,
     .height = 4097,
     .layers = 1,
     .maze = true,
     .nets = 12,
     .reach = 4097},
    {.name = "4097^2 maze with loops",
     .width = 4097,
     .height = 4097,
     .layers = 1,
     .maze = true,
     .loops = 100},
    {.name = "4097^2 serpentine", .width = 4097, .height = 4097, .layers = 1, .serpentine = true},
    {.name = "64^2 20% random pairs",
     .width = 64,
     .height = 64,
     .layers = 1,
     .percent = 20,
     .nets = 2000,
     .reach = 64},
    {.name = "256^2 20% random pairs",
     .width = 256,
     .height = 256,
     .layers = 1,
     .percent = 20,
     .nets = 500,
     .reach = 256},
    {.name = "1024^2x2 20% unit", .width = 1024, .height = 1024, .layers = 2, .percent = 20},
    {.name = "64^2x4 weighted",
     .width = 64,
     .height = 64,
     .layers = 4,
     .percent = 10,
     .via = 4,
     .wrong_way = 3,
     .weights = 2,
     .preferred = true,
     .nets = 1000,
     .reach = 64},
    {.name = "256^2x4 weighted",
     .width = 256,
     .height = 256,
     .layers = 4,
     .percent = 10,
     .via = 4,
     .wrong_way = 3,
     .weights = 2,
     .preferred = true,
     .nets = 100,
     .reach = 256},
    {.name = "256^2x3 tolls, short",
     .width = 256,
     .height = 256,
     .layers = 3,
     .percent = 10,
     .via = 4,
     .wrong_way = 3,
     .preferred = true,
     .tolls = true,
     .nets = 2000,
     .reach = 12},
    {.name = "256^2x3 tolls, bends",
     .width = 256,
     .height = 256,
     .layers = 3,
     .percent = 10,
     .via = 4,
     .wrong_way = 3,
     .bend = 2,
     .preferred = true,
     .tolls = true,
     .nets = 100,
     .reach = 256},
    {.name = "512^2x3 crowd of 1000",
     .width = 512,
     .height = 512,
     .layers = 3,
     .percent = 5,
     .via = 2,
     .wrong_way = 2,
     .preferred = true,
     .nets = 64,
     .reach = 512,
     .crowd = 1000,
     .rounds = 4},
    {.name = "512^2x3 crowd of 1000, later",
     .width = 512,
     .height = 512,
     .layers = 3,
     .percent = 5,
     .via = 2,
     .wrong_way = 2,
     .preferred = true,
     .nets = 64,
     .reach = 512,
     .crowd = 1000,
     .rounds = 10},
    {.name = "512^2x3 crowd of 1000, bends",
     .width = 512,
     .height = 512,
     .layers = 3,
     .percent = 5,
     .via = 2,
     .wrong_way = 2,
     .bend = 1,
     .preferred = true,
     .nets = 64,
     .reach = 512,
     .crowd = 1000,
     .rounds = 4},
    {.name = "1024^2x3 weighted 10^6",
     .width = 1024,
     .height = 1024,
     .layers = 3,
     .percent = 20,
     .via = 1000,
     .wrong_way = 300,
     .weights = 1000000,
     .preferred = true},
    {.name = "1024^2x3 weighted 5",
     .width = 1024,
     .height = 1024,
     .layers = 3,
     .percent = 20,
     .via = 10,
     .wrong_way = 3,
     .weights = 5,
     .preferred = true},
};

/* A perfect maze of walls one cell wide: depth first from (0, 0) over the even cells. */
static void carve_maze(struct grid *grid)
{
    struct box all = {0, 0, grid->width - 1, grid->height - 1};
    grid_fill_blocked(grid, all, 0, true);
    cell_t *stack = malloc(grid_cells(grid) * sizeof *stack);
    size_t depth = 0;
    stack[depth++] = 0;
    grid_set_blocked(grid, 0, false);
    while (depth > 0) {
        cell_t cell = stack[depth - 1], ways[4], between[4];
        uint32_t count = 0;
        for (int d = EAST; d <= SOUTH; d++) {
            cell_t wall = grid_neighbour(grid, cell, d);
            cell_t next = wall != CELL_NONE ? grid_neighbour(grid, wall, d) : CELL_NONE;
            if (next != CELL_NONE && grid_is_blocked(grid, next)) {
                ways[count] = next;
                between[count++] = wall;
            }
        }
        if (count == 0) {
            depth--;
            continue;
        }
        uint32_t pick = (uint32_t)(random_next() % count);
        grid_set_blocked(grid, ways[pick], false);
        grid_set_blocked(grid, between[pick], false);
        stack[depth++] = ways[pick];
    }
    free(stack);
}

/* Walls along the odd rows, each with a gap at one end. */
static void lay_serpentine(struct grid *grid)
{
    for (uint32_t y = 1; y < grid->height; y += 2) {
        struct box wall = {0, y, grid->width - 1, y};
        grid_fill_blocked(grid, wall, 0, true);
        grid_set_blocked(grid, grid_cell(grid, y / 2 % 2 == 0 ? grid->width - 1 : 0, y, 0), false);
    }
}

static void make_design(const struct design_case *c, struct grid *grid, struct field *field)
{
    random_state = 12345;
    struct error error = {0};
    if (grid_create(grid, c->width, c->height, c->layers, &error) != STATUS_OK)
        exit(3);
    grid->rules.via = c->via;
    grid->rules.bend = c->bend;
    grid->rules.wrong_way = c->wrong_way;
    for (uint32_t z = 0; c->preferred && z < c->layers; z++)
        *(z % 2 == 0 ? &grid->rules.horizontal : &grid->rules.vertical) |= (uint64_t)1 << z;
    cell_t cells = (cell_t)grid_cells(grid);
    if (c->maze)
        carve_maze(grid);
    if (c->serpentine)
        lay_serpentine(grid);
    for (cell_t cell = 0; c->loops > 0 && cell < cells; cell++)
        if (random_next() % c->loops == 0)
            grid_set_blocked(grid, cell, false);
    for (cell_t cell = 0; cell < cells; cell++)
        if (random_next() % 100 < c->percent)
            grid_set_blocked(grid, cell, true);
    struct box corners[2] = {{0, 0, 7, 7},
                             {c->width - 8, c->height - 8, c->width - 1, c->height - 1}};
    for (uint32_t i = 0; i < 2 * c->layers && !c->maze && !c->serpentine; i++)
        grid_fill_blocked(grid, corners[i % 2], i / 2, false);
    if (c->weights > 1) {
        struct box corner = {0, 0, 0, 0};
        grid_fill_weight(grid, corner, 0, 2, NULL);
        for (cell_t cell = 0; cell < cells; cell++)
            grid->weight[cell] = 1 + (uint32_t)(random_next() % c->weights);
    }
    field->grid = grid;
    field->closed = grid->blocked;
    field->toll = c->tolls ? calloc(cells, sizeof *field->toll) : NULL;
    for (cell_t cell = 0; c->tolls && cell < cells; cell++)
        field->toll[cell] = random_next() % 4 == 0 ? (uint32_t)(random_next() % 8) : 0;
}

static uint32_t near_by(uint32_t at, uint32_t side, uint32_t reach)
{
    uint32_t low = at > reach ? at - reach : 0, high = at + reach < side ? at + reach : side - 1;
    return low + (uint32_t)(random_next() % (high - low + 1));
}

static void make_jobs(const struct design_case *c, const struct grid *grid, struct job *jobs,
                      uint32_t count, struct wire *wires)
{
    for (uint32_t i = 0; i < count; i++) {
        cell_t from = 0, to = grid_cell(grid, c->width - 1, c->height - 1, 0);
        if (c->nets > 0) {
            uint32_t x = (uint32_t)(random_next() % c->width);
            uint32_t y = (uint32_t)(random_next() % c->height);
            from = grid_cell(grid, x, y, 0);
            to =
                grid_cell(grid, near_by(x, c->width, c->reach), near_by(y, c->height, c->reach), 0);
        }
        wires[2 * (size_t)i] = (struct wire){from, from};
        wires[2 * (size_t)i + 1] = (struct wire){to, to};
        jobs[i] = (struct job){.sources = wires + 2 * (size_t)i,
                               .source_count = 1,
                               .targets = wires + 2 * (size_t)i + 1,
                               .target_count = 1,
                               .window = {0, 0, c->width - 1, c->height - 1}};
    }
}

static uint64_t digest_jobs(const struct job *jobs, uint32_t count, const struct trace *trace)
{
    uint64_t digest = 14695981039346656037u;
    for (uint32_t i = 0; i < count; i++)
        digest = (digest ^ jobs[i].outcome) * 1099511628211u + jobs[i].cost * jobs[i].outcome;
    for (size_t i = 0; i < trace->count; i++)
        digest = (digest ^ trace->knots[i]) * 1099511628211u;
    return digest;
}

static void bench_wave(const struct wave_ops *ops, const struct field *field, struct job *jobs,
                       uint32_t count, uint64_t *digest)
{
    struct wave *wave = NULL;
    struct trace trace = {0};
    if (ops->create(&wave, field, NULL) != STATUS_OK)
        exit(3);
    double best = 1e300, first = 0, total = 0;
    uint64_t states = 0;
    for (int repeat = 0; repeat < 12 && (repeat < 2 || total < 400); repeat++) {
        trace.count = 0;
        states = 0;
        double start = now_ms();
        for (uint32_t i = 0; i < count; i++) {
            if (ops->search(wave, &jobs[i], &trace, NULL, NULL) != STATUS_OK)
                exit(3);
            states += ops->settled != NULL ? ops->settled(wave) : 0;
        }
        double ms = now_ms() - start;
        total += ms;
        best = ms < best ? ms : best;
        first = repeat == 0 ? ms : first;
    }
    uint64_t mine = digest_jobs(jobs, count, &trace);
    *digest = *digest == 0 ? mine : *digest;
    printf("  %-10s %11.4f ms, first %11.4f", ops->name, best / count, first / count);
    if (states > 0)
        printf(" %8.2f ns/state %9llu states", best * 1e6 / (double)states,
               (unsigned long long)(states / count));
    printf("  %zu KiB%s\n", ops->bytes(wave) / 1024, mine == *digest ? "" : "  DIFFERENT ANSWER");
    fflush(stdout);
    ops->destroy(wave);
    free(trace.knots);
}

static bool wanted(const char *name, int count, char **names)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return count == 0 && strcmp(name, "dijkstra") != 0;
}

int main(int argc, char **argv)
{
    const char *only = getenv("CASE");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct design_case *c = &cases[i];
        struct grid grid;
        struct field field;
        uint64_t digest = 0;
        if (only != NULL && strstr(c->name, only) == NULL)
            continue;
        make_design(c, &grid, &field);
        uint32_t count = c->nets > 0 ? c->nets : 1, all = c->crowd > 0 ? c->crowd : count;
        struct job *jobs = malloc(all * sizeof *jobs);
        struct wire *wires = malloc(2 * (size_t)all * sizeof *wires);
        make_jobs(c, &grid, jobs, all, wires);
        if (c->crowd > 0)
            crowd_negotiate(&field, jobs, all, c->rounds, count);
        printf("%s\n", c->name);
        for (const struct wave_ops *const *wave = wave_table(); *wave != NULL; wave++)
            if (wanted((*wave)->name, argc - 1, argv + 1) &&
                (field_features(&field) & ~(*wave)->features) == 0)
                bench_wave(*wave, &field, jobs, count, &digest);
        free(wires);
        free(jobs);
        free(field.toll);
        grid_destroy(&grid);
    }
    return 0;
}
