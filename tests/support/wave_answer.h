/* wave_answer: an independent answer to a small search, for the tests of waves.
 *
 * It is written from the contract alone: Bellman-Ford sweeps over all states (cell, axis) until
 * nothing changes, then a walk back by the rule, cell by cell. It shares nothing with the waves
 * but the grid's accessors.
 */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "router/wave/wave.h"

struct answer {
    bool found;
    cost_t cost;
    uint32_t target;
    cell_t reached;
    cell_t *cells; /* of the path, source first */
    size_t count;
};

struct brute {
    const struct field *field;
    const struct job *job;
    cost_t (*label)[AXES];
    uint8_t *own;
};

static inline bool brute_inside(const struct brute *b, cell_t cell)
{
    const struct box *w = &b->job->window;
    uint32_t x = grid_x(b->field->grid, cell), y = grid_y(b->field->grid, cell);
    return x >= w->x0 && x <= w->x1 && y >= w->y0 && y <= w->y1;
}

static inline bool brute_enterable(const struct brute *b, cell_t cell)
{
    return brute_inside(b, cell) &&
           (b->own[cell] || !grid_plane_get(b->field->grid, b->field->closed, cell));
}

/* Cost of the step out of a cell, or COST_NONE where there is no such step. */
static inline cost_t brute_step(const struct brute *b, cell_t from, int axis, int direction)
{
    const struct grid *grid = b->field->grid;
    if (!grid_step_exists(grid, from, direction))
        return COST_NONE;
    cell_t to = grid_neighbour(grid, from, direction);
    if (!brute_enterable(b, to))
        return COST_NONE;
    uint64_t z = (uint64_t)1 << grid_z(grid, from);
    cost_t cost = grid->weight != NULL ? grid->weight[to] : 1;
    if (b->field->toll != NULL)
        cost += b->field->toll[to];
    if (direction == UP || direction == DOWN)
        return cost + grid->rules.via;
    bool x_step = direction == EAST || direction == WEST;
    if ((x_step ? grid->rules.vertical : grid->rules.horizontal) & z)
        cost += grid->rules.wrong_way;
    if ((axis == AXIS_X && !x_step) || (axis == AXIS_Y && x_step))
        cost += grid->rules.bend;
    return cost;
}

/* The axis a step leads to: none where bends cost nothing. */
static inline int brute_axis(const struct brute *b, int direction)
{
    if (b->field->grid->rules.bend == 0 || direction >= UP)
        return AXIS_NONE;
    return direction <= WEST ? AXIS_X : AXIS_Y;
}

static inline void brute_own(struct brute *b, const struct wire *wires, uint32_t count, bool source)
{
    for (uint32_t i = 0; i < count; i++) {
        struct wire_walk walk = wire_walk(b->field->grid, wires[i]);
        for (; walk.left > 0; wire_next(&walk)) {
            b->own[walk.cell] = 1;
            if (source)
                b->label[walk.cell][AXIS_NONE] = 0;
        }
    }
}

static inline bool brute_sweep(struct brute *b, cell_t cell)
{
    bool changed = false;
    for (int axis = 0; axis < AXES; axis++)
        for (int d = 0; d < DIRECTIONS && b->label[cell][axis] != COST_NONE; d++) {
            cost_t cost = brute_step(b, cell, axis, d);
            if (cost == COST_NONE)
                continue;
            cost_t *old = &b->label[grid_neighbour(b->field->grid, cell, d)][brute_axis(b, d)];
            if (b->label[cell][axis] + cost < *old) {
                *old = b->label[cell][axis] + cost;
                changed = true;
            }
        }
    return changed;
}

static inline void brute_labels(struct brute *b)
{
    cell_t cells = (cell_t)grid_cells(b->field->grid);
    for (cell_t cell = 0; cell < cells; cell++)
        for (int axis = 0; axis < AXES; axis++)
            b->label[cell][axis] = COST_NONE;
    brute_own(b, b->job->targets, b->job->target_count, false);
    brute_own(b, b->job->sources, b->job->source_count, true);
    for (bool changed = true; changed;) {
        changed = false;
        for (cell_t cell = 0; cell < cells; cell++)
            changed |= brute_sweep(b, cell);
        for (cell_t cell = cells; cell-- > 0;)
            changed |= brute_sweep(b, cell);
    }
}

static inline cost_t brute_least(const struct brute *b, cell_t cell)
{
    cost_t least = COST_NONE;
    for (int axis = 0; axis < AXES; axis++)
        least = b->label[cell][axis] < least ? b->label[cell][axis] : least;
    return least;
}

static inline void brute_target(const struct brute *b, struct answer *a)
{
    a->cost = COST_NONE;
    for (uint32_t i = 0; i < b->job->target_count; i++) {
        struct wire wire = b->job->targets[i];
        for (cell_t cell = 0; cell < grid_cells(b->field->grid); cell++) {
            struct wire_walk walk = wire_walk(b->field->grid, wire);
            while (walk.left > 0 && walk.cell != cell)
                wire_next(&walk);
            bool on = walk.left > 0;
            if (on && brute_inside(b, cell) && brute_least(b, cell) < a->cost) {
                a->cost = brute_least(b, cell);
                a->target = i;
                a->reached = cell;
            }
        }
    }
    a->found = a->cost != COST_NONE;
}

/* Walks one state back; fills in the state before it. */
static inline bool brute_back(const struct brute *b, cell_t *cell, int *axis, int *straight)
{
    cost_t label = b->label[*cell][*axis];
    const int order[] = {*straight, EAST, WEST, NORTH, SOUTH, UP, DOWN};
    const int axes[] = {*axis, AXIS_NONE, AXIS_X, AXIS_Y};
    for (int i = 0; i < 7; i++) {
        int d = order[i];
        cell_t from = d < 0 ? CELL_NONE : grid_neighbour(b->field->grid, *cell, d);
        if (from == CELL_NONE || !brute_inside(b, from) || brute_axis(b, d) != *axis)
            continue;
        for (int k = 0; k < 4; k++) {
            cost_t cost = brute_step(b, from, axes[k], d ^ 1);
            if (cost == COST_NONE || b->label[from][axes[k]] == COST_NONE ||
                b->label[from][axes[k]] + cost != label)
                continue;
            *cell = from;
            *axis = axes[k];
            *straight = d;
            return true;
        }
    }
    return false;
}

/* Cuts loops off a path, source first: at the first cell that comes again, all between goes. */
static inline size_t brute_cut(cell_t *cells, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        size_t seen = 0;
        while (seen < kept && cells[seen] != cells[i])
            seen++;
        cells[seen] = cells[i];
        kept = seen + 1;
    }
    return kept;
}

static inline void brute_path(const struct brute *b, struct answer *a)
{
    cell_t cell = a->reached;
    int axis = 0, straight = -1;
    while (b->label[cell][axis] != a->cost)
        axis++;
    a->cells = malloc((a->cost + 1 < 4096 ? a->cost + 1 : 4096) * sizeof *a->cells);
    a->cells[a->count++] = cell;
    while (b->label[cell][axis] != 0) {
        assert_true(brute_back(b, &cell, &axis, &straight));
        a->cells[a->count++] = cell;
    }
    for (size_t i = 0; i < a->count / 2; i++) {
        cell_t swap = a->cells[i];
        a->cells[i] = a->cells[a->count - 1 - i];
        a->cells[a->count - 1 - i] = swap;
    }
    if (brute_cut(a->cells, a->count) == a->count)
        return;
    a->count = brute_cut(a->cells, a->count);
    a->cost = 0;
    for (size_t i = 1, last = 0; i < a->count; i++) {
        int d = 0;
        while (grid_neighbour(b->field->grid, a->cells[i - 1], d) != a->cells[i])
            d++;
        a->cost += brute_step(b, a->cells[i - 1], (int)last, d);
        last = (size_t)brute_axis(b, d);
    }
}

/* The answer that a search must give; the caller frees the cells. */
static inline struct answer brute_answer(const struct field *field, const struct job *job)
{
    struct answer a = {0};
    size_t cells = grid_cells(field->grid);
    struct brute b = {field, job, malloc(cells * sizeof *b.label), calloc(cells, 1)};
    brute_labels(&b);
    brute_target(&b, &a);
    if (a.found)
        brute_path(&b, &a);
    free(b.label);
    free(b.own);
    return a;
}
