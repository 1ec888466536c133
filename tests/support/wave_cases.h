/* wave_cases: random small searches for the tests of waves, each compared with the independent
 * answer of wave_answer.h and with the reference wave. The seed is printed and may be set by the
 * variable SEED.
 */
#pragma once

#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/support/splitmix.h"
#include "tests/support/wave_answer.h"

enum { CASE_JOBS = 5, CASE_WIRES = 24 };

/* A guess of the cost for a job whose answer is known: one too low, the cost, one too high, far too
 * high. */
static inline cost_t case_guess(const struct job *answer, uint32_t kind)
{
    cost_t cost = answer->outcome == OUTCOME_FOUND ? answer->cost : 7;
    const cost_t guesses[] = {cost > 1 ? cost - 1 : 1, cost, cost + 1, 2 * cost + 3};
    return guesses[kind % 4];
}

struct wave_case {
    struct grid grid;
    struct field field;
    struct job jobs[CASE_JOBS];
    struct wire wires[CASE_JOBS][CASE_WIRES];
};

/* A number in 0 .. n - 1. */
static uint32_t case_below(uint64_t *state, uint32_t n)
{
    return splitmix_below(state, n);
}

static bool case_chance(uint64_t *state, uint32_t percent)
{
    return case_below(state, 100) < percent;
}

static uint64_t case_seed(void)
{
    return splitmix_seed(20240229);
}

/* ---- random designs ------------------------------------------------------------------------- */

/* A cost that is small, mostly, and sometimes as large as the limit allows. */
static uint32_t case_cost(uint64_t *random, uint32_t huge)
{
    uint32_t kind = case_below(random, 20);
    return kind == 0 ? huge - case_below(random, 3) : case_below(random, kind < 10 ? 4 : 12);
}

static void case_rules(struct grid *grid, unsigned features, uint64_t *random)
{
    struct step_rules *rules = &grid->rules;
    if ((features & FEATURE_VIA) != 0 && case_chance(random, 70))
        rules->via = case_cost(random, COST_EXTRA_MAX);
    if ((features & FEATURE_BEND) != 0 && case_chance(random, 50))
        rules->bend = case_cost(random, COST_EXTRA_MAX);
    if ((features & FEATURE_WRONG_WAY) != 0 && case_chance(random, 60))
        rules->wrong_way = case_cost(random, COST_EXTRA_MAX);
    for (uint32_t z = 0; z < grid->layers; z++) {
        if ((features & (FEATURE_WRONG_WAY | FEATURE_STRICT)) == 0 || case_chance(random, 40))
            continue;
        uint64_t bit = (uint64_t)1 << z;
        *(case_chance(random, 50) ? &rules->horizontal : &rules->vertical) |= bit;
        if ((features & FEATURE_STRICT) != 0 && case_chance(random, 30))
            rules->strict |= bit;
    }
}

static struct box case_box(const struct grid *grid, uint64_t *random)
{
    uint32_t x0 = case_below(random, grid->width), x1 = case_below(random, grid->width);
    uint32_t y0 = case_below(random, grid->height), y1 = case_below(random, grid->height);
    return (struct box){x0 < x1 ? x0 : x1, y0 < y1 ? y0 : y1, x0 < x1 ? x1 : x0, y0 < y1 ? y1 : y0};
}

/* Blocks, weights, walls and tolls. */
static void case_fill(struct wave_case *c, unsigned features, uint64_t *random)
{
    struct grid *grid = &c->grid;
    cell_t cells = (cell_t)grid_cells(grid);
    uint32_t percent = case_below(random, 45);
    for (cell_t cell = 0; cell < cells; cell++)
        if (case_chance(random, percent))
            grid_set_blocked(grid, cell, true);
    if ((features & FEATURE_WEIGHTS) != 0 && case_chance(random, 50))
        for (int i = 0; i < 6; i++)
            assert_int_equal(grid_fill_weight(grid, case_box(grid, random),
                                              case_below(random, grid->layers),
                                              1 + case_cost(random, COST_WEIGHT_MAX - 1), NULL),
                             STATUS_OK);
    if ((features & FEATURE_WALLS) != 0 && case_chance(random, 50))
        for (cell_t i = 0; i < cells / 4; i++) {
            cell_t cell = case_below(random, cells);
            int direction = (int)case_below(random, DIRECTIONS);
            if (grid_neighbour(grid, cell, direction) != CELL_NONE)
                assert_int_equal(grid_add_wall(grid, cell, direction, NULL), STATUS_OK);
        }
    c->field.grid = grid;
    c->field.closed = malloc(grid_plane_words(grid) * sizeof *c->field.closed);
    memcpy(c->field.closed, grid->blocked, grid_plane_words(grid) * sizeof *c->field.closed);
    if ((features & FEATURE_TOLLS) != 0 && case_chance(random, 50)) {
        c->field.toll = malloc(cells * sizeof *c->field.toll);
        uint32_t range = case_chance(random, 10) ? UINT32_MAX : 1 + case_below(random, 20);
        for (cell_t cell = 0; cell < cells; cell++)
            c->field.toll[cell] = case_chance(random, 40) ? case_below(random, range) : 0;
    }
}

/* A straight wire inside the box, of random length and direction. */
static struct wire case_wire(const struct grid *grid, const struct box *box, uint64_t *random)
{
    uint32_t x = box->x0 + case_below(random, box->x1 - box->x0 + 1);
    uint32_t y = box->y0 + case_below(random, box->y1 - box->y0 + 1);
    uint32_t z = case_below(random, grid->layers);
    cell_t from = grid_cell(grid, x, y, z);
    switch (case_below(random, 6)) {
    case 0:
        x = box->x0 + case_below(random, box->x1 - box->x0 + 1);
        break;
    case 1:
        y = box->y0 + case_below(random, box->y1 - box->y0 + 1);
        break;
    case 2:
        z = case_below(random, grid->layers);
        break;
    default:
        break;
    }
    return (struct wire){from, grid_cell(grid, x, y, z)};
}

static void case_job(struct wave_case *c, int index, uint64_t *random)
{
    struct job *job = &c->jobs[index];
    struct wire *wires = c->wires[index];
    struct box all = {0, 0, c->grid.width - 1, c->grid.height - 1};
    memset(job, 0, sizeof *job);
    job->window = case_chance(random, 40) ? all : case_box(&c->grid, random);
    job->source_count = case_chance(random, 60) ? 1 : 1 + case_below(random, CASE_WIRES / 2);
    job->target_count = case_chance(random, 60) ? 1 : case_below(random, CASE_WIRES / 2 + 1);
    job->sources = wires;
    job->targets = wires + job->source_count;
    const struct box *aim = case_chance(random, 85) ? &job->window : &all;
    for (uint32_t i = 0; i < job->source_count; i++)
        wires[i] = case_wire(&c->grid, &job->window, random);
    for (uint32_t i = 0; i < job->target_count; i++)
        wires[job->source_count + i] = case_wire(&c->grid, aim, random);
}

/* Makes a random design of at most these features and its jobs. */
static void case_create(struct wave_case *c, unsigned features, uint64_t *random)
{
    memset(c, 0, sizeof *c);
    uint32_t layers = (features & FEATURE_LAYERS) != 0 ? 1 + case_below(random, 4) : 1;
    uint32_t width = 1 + case_below(random, case_chance(random, 15) ? 150 : 12);
    uint32_t height = 1 + case_below(random, width > 12 ? 4 : 12);
    if (case_chance(random, 5)) {
        uint32_t swap = width;
        width = height;
        height = swap;
    }
    assert_int_equal(grid_create(&c->grid, width, height, layers, NULL), STATUS_OK);
    case_rules(&c->grid, features, random);
    case_fill(c, features, random);
    for (int i = 0; i < CASE_JOBS; i++)
        case_job(c, i, random);
}

/* Opens and closes a few cells; returns their box. */
static struct box case_change(struct wave_case *c, uint64_t *random)
{
    struct box box = case_box(&c->grid, random);
    for (uint32_t z = 0; z < c->grid.layers; z++)
        for (uint32_t y = box.y0; y <= box.y1; y++)
            for (uint32_t x = box.x0; x <= box.x1; x++) {
                cell_t cell = grid_cell(&c->grid, x, y, z);
                if (case_chance(random, 70))
                    continue;
                c->field.closed[grid_word(&c->grid, cell)] ^= grid_bit(&c->grid, cell);
                if (c->field.toll != NULL)
                    c->field.toll[cell] = case_below(random, 9);
            }
    return box;
}

static void case_destroy(struct wave_case *c)
{
    free(c->field.closed);
    free(c->field.toll);
    grid_destroy(&c->grid);
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* The knots must be the corners of the answer's cells, no more and no fewer. */
static void assert_knots(const struct grid *grid, const struct answer *a, const cell_t *knots,
                         size_t count)
{
    size_t at = 0;
    assert(grid->width > 0 && grid->height > 0);
    assert_true(count >= 1);
    assert_int_equal(knots[0], a->cells[0]);
    for (size_t i = 1; i < count; i++) {
        struct wire run = {knots[i - 1], knots[i]};
        int64_t stride = wire_stride(grid, run);
        assert_true(stride != 0);
        if (i > 1) {
            struct wire before = {knots[i - 2], knots[i - 1]};
            assert_true(wire_stride(grid, before) != stride);
        }
        struct wire_walk walk = wire_walk(grid, run);
        for (wire_next(&walk); walk.left > 0; wire_next(&walk)) {
            at++;
            if (at >= a->count) {
                fail_msg("the knots go on after the answer's %zu cells", a->count);
                return;
            }
            assert_int_equal(walk.cell, a->cells[at]);
        }
    }
    assert_int_equal(at + 1, a->count);
}

static void assert_answer(const struct wave_case *c, const struct job *job, const cell_t *knots)
{
    struct answer a = brute_answer(&c->field, job);
    assert_int_equal(job->outcome, a.found ? OUTCOME_FOUND : OUTCOME_NONE);
    if (a.found) {
        assert_int_equal(job->cost, a.cost);
        assert_int_equal(job->target, a.target);
        assert_int_equal(job->reached, a.reached);
        assert_knots(&c->grid, &a, knots, job->knot_count);
    } else {
        assert_int_equal(job->knot_count, 0);
    }
    free(a.cells);
}

/* Two searches of one job found the same, by the same path. */
static inline void assert_same_answer(const struct job *a, const cell_t *knots_a,
                                      const struct job *b, const cell_t *knots_b)
{
    assert_int_equal(a->outcome, b->outcome);
    assert_int_equal(a->knot_count, b->knot_count);
    if (a->outcome != OUTCOME_FOUND)
        return;
    assert_int_equal(a->cost, b->cost);
    assert_int_equal(a->target, b->target);
    assert_int_equal(a->reached, b->reached);
    assert_memory_equal(knots_a, knots_b, a->knot_count * sizeof *knots_a);
}

/* Searches the job by the reference wave and compares every field. */
static void assert_like_reference(const struct wave_case *c, const struct job *job,
                                  const cell_t *knots)
{
    struct wave *reference = NULL;
    struct trace trace = {0};
    struct job again = *job;
    assert_int_equal(wave_create(&reference, &wave_dijkstra, &c->field, NULL), STATUS_OK);
    assert_int_equal(wave_search(reference, &again, &trace, NULL, NULL), STATUS_OK);
    assert_same_answer(&again, trace.knots, job, knots);
    wave_destroy(reference);
    free(trace.knots);
}

/* Runs a wave over random designs: each gets its jobs, then a change of the field, then its jobs
 * again in the same workspace. */
static inline void wave_cases_run(const struct wave_ops *ops, int designs, uint64_t seed)
{
    for (int i = 0; i < designs; i++) {
        uint64_t random = seed + (uint64_t)i * 1000003;
        struct wave_case c;
        struct wave *wave = NULL;
        struct trace trace = {0};
        case_create(&c, ops->features, &random);
        assert_int_equal(field_features(&c.field) & ~ops->features, 0);
        if (ops->limit != NULL && ops->limit(&c.field) != NULL) { /* not for this wave */
            case_destroy(&c);
            continue;
        }
        assert_int_equal(wave_create(&wave, ops, &c.field, NULL), STATUS_OK);
        for (int k = 0; k < 2 * CASE_JOBS; k++) {
            struct job *job = &c.jobs[k % CASE_JOBS];
            if (k == CASE_JOBS) {
                struct box box = case_change(&c, &random);
                if (ops->update != NULL)
                    ops->update(wave, &box, 1);
            }
            size_t first = trace.count;
            assert_int_equal(wave_search(wave, job, &trace, NULL, NULL), STATUS_OK);
            assert_int_equal(trace.count, first + job->knot_count);
            assert_answer(&c, job, trace.knots + first);
            assert_like_reference(&c, job, trace.knots + first);
        }
        assert_true(wave_bytes(wave) > 0);
        wave_destroy(wave);
        free(trace.knots);
        case_destroy(&c);
    }
}
