/* floor: see the header for what it is and how it is found. */
#include "router/bench/measure/floor.h"

#include <stdlib.h>
#include <string.h>

#define H200_BYTES_PER_SECOND 4.8e12 /* its memory, by the data sheet */
#define H200_LINK_PER_SECOND  5.5e10 /* to the host, by PCIe 5.0 with 16 lanes */

enum {
    STREAM_WORDS = 1 << 23, /* 64 MiB */
    CHASE_SLOTS = 512,      /* 4 KiB: the nearest cache */
    CHASE_STEPS = 1 << 22,
};

enum unit { LEVELS, ROWS, CORNERS };

/* seconds 0: one dependent load of the CPU. */
static const struct {
    const char *engine, *wave;
    double seconds;
    enum unit unit;
    bool alone; /* one net after the other */
} WAVES[] = {
    {"cpu", "dijkstra", 0, LEVELS, false},
    {"cpu", "bucket", 0, LEVELS, false},
    {"cpu", "detour", 0, ROWS, false},
    {"cpu", "tiles", 0, LEVELS, false},
    {"cpu", "corridor", 0, CORNERS, false},
    {"gpu", "relax", 0.93e-6, LEVELS, true}, /* a barrier a round, which moves labels one step */
    {"gpu", "tiles", 45e-9, LEVELS, true},   /* in a cluster, temporal blocking */
    {"gpu", "detour", 60e-9, ROWS, true},    /* the arithmetic of a row of 4096 cells */
    {"gpu", "batch", 10e-9, ROWS, false},    /* a row's carry over a warp: two ballots */
};

static double chase(void)
{
    uint32_t next[CHASE_SLOTS];
    for (uint32_t i = 0; i < CHASE_SLOTS; i++)
        next[i] = (i + 33) % CHASE_SLOTS; /* another line each time */
    uint32_t at = 0;
    double start = bench_thread_seconds();
    for (uint32_t i = 0; i < CHASE_STEPS; i++)
        at = *(volatile uint32_t *)&next[at];
    double seconds = bench_thread_seconds() - start;
    return at < CHASE_SLOTS ? seconds / CHASE_STEPS : 0;
}

struct bench_machine bench_machine_measure(void)
{
    struct bench_machine machine = {0};
    uint64_t *words = malloc(STREAM_WORDS * sizeof *words), sum[4] = {0};
    if (words == NULL)
        return machine;
    memset(words, 1, STREAM_WORDS * sizeof *words);
    double best = 0;
    for (int pass = 0; pass < 3; pass++) {
        double start = bench_thread_seconds();
        for (size_t i = 0; i < STREAM_WORDS; i += 4)
            for (size_t j = 0; j < 4; j++)
                sum[j] += words[i + j];
        double speed = STREAM_WORDS * sizeof *words / (bench_thread_seconds() - start);
        best = speed > best ? speed : best;
    }
    free(words);
    if ((sum[0] ^ sum[1]) == 0) /* they are equal; the sums must not be optimised away */
        machine.bytes_per_second = best;
    machine.load_seconds = chase();
    return machine;
}

static uint32_t apart(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

/* Steps of the path that the reference found. */
static uint64_t steps_of(const struct bench_reference *reference, uint32_t net)
{
    const struct grid *grid = reference->workload->field.grid;
    const struct bench_answer *answer = &reference->answers[net];
    const cell_t *knots = reference->knots + answer->first_knot;
    uint64_t steps = 0;
    for (size_t i = 1; i < answer->knot_count; i++)
        steps += apart(grid_x(grid, knots[i]), grid_x(grid, knots[i - 1])) +
                 apart(grid_y(grid, knots[i]), grid_y(grid, knots[i - 1])) +
                 apart(grid_z(grid, knots[i]), grid_z(grid, knots[i - 1]));
    return steps;
}

/* What all nets of a row need together. */
struct needs {
    uint64_t sum, longest; /* levels or rows */
    uint64_t bits;         /* of the pins' boxes */
    uint64_t knots;
};

static struct needs add_up(const struct bench_reference *reference, uint32_t nets, enum unit unit)
{
    assert(nets <= reference->done);
    const struct grid *grid = reference->workload->field.grid;
    struct needs needs = {0};
    for (uint32_t i = 0; i < nets; i++) {
        const struct bench_answer *answer = &reference->answers[i];
        cell_t from = reference->workload->jobs[i].sources->from;
        cell_t to = answer->outcome == OUTCOME_FOUND ? answer->reached
                                                     : reference->workload->jobs[i].targets->from;
        uint64_t width = apart(grid_x(grid, from), grid_x(grid, to)) + 1;
        uint64_t height = apart(grid_y(grid, from), grid_y(grid, to)) + 1;
        uint64_t levels = unit == ROWS      ? height
                          : unit == CORNERS ? reference->answers[i].knot_count
                                            : steps_of(reference, i);
        needs.sum += levels;
        needs.longest = levels > needs.longest ? levels : needs.longest;
        needs.bits += width * height * grid->layers;
        needs.knots += reference->answers[i].knot_count;
    }
    uint64_t whole = (uint64_t)grid_cells(grid);
    needs.bits = needs.bits > whole ? whole : needs.bits;
    return needs;
}

static void raise_floor(struct bench_row *row, double seconds, const char *by)
{
    if (seconds > row->floor) {
        row->floor = seconds;
        row->floor_by = by;
    }
}

void bench_floor(struct bench_row *row, const struct bench_reference *reference,
                 const struct bench_machine *machine)
{
    bool cpu = strcmp(row->engine, "cpu") == 0, one = strstr(row->device, " x ") == NULL,
         known = cpu || (one && strstr(row->device, "H200") != NULL);
    size_t wave = 0, waves = sizeof WAVES / sizeof *WAVES;
    row->floor = 0;
    row->floor_by = "";
    while (wave < waves && (strcmp(WAVES[wave].engine, row->engine) != 0 ||
                            strcmp(WAVES[wave].wave, row->wave) != 0))
        wave++;
    if (!known || wave == waves)
        return;
    struct needs needs = add_up(reference, row->nets, WAVES[wave].unit);
    double each = WAVES[wave].seconds > 0 ? WAVES[wave].seconds : machine->load_seconds;
    double workers = cpu ? row->threads : 1e9;
    double levels = WAVES[wave].alone ? (double)needs.sum : (double)needs.sum / workers;
    levels = levels < (double)needs.longest ? (double)needs.longest : levels;
    raise_floor(row, levels * each, "levels");
    if (WAVES[wave].unit == CORNERS)
        return;
    double speed = cpu ? machine->bytes_per_second * row->threads : H200_BYTES_PER_SECOND;
    if (speed > 0)
        raise_floor(row, (double)needs.bits / 8 / speed, "bytes");
    if (!cpu)
        raise_floor(row, (double)needs.knots * sizeof(cell_t) / H200_LINK_PER_SECOND, "link");
}
