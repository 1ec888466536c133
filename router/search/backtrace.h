/* backtrace: derives the canonical path from labels, for every wave and every engine.
 *
 * Labels are unique; predecessors are not. So waves compute only labels, and this rule chooses the
 * path. It walks from the target back to a source and, at each state, takes the first predecessor
 * whose label plus step cost is the state's label:
 *
 *     directions   as walked backwards: straight on first, then EAST, WEST, NORTH, SOUTH, UP, DOWN
 *     axes         only if bends cost: the state's own axis first, then NONE, X, Y
 *
 * Without bend costs there is one state per cell; its axis is AXIS_NONE. With bend costs, state
 * (cell, X) was entered by an x step, (cell, Y) by a y step, (cell, NONE) by a via or as a source;
 * the axis of the target is the first of NONE, X, Y that has its least label.
 *
 *     3 2 1 2      T = 4 at the top right, S at the bottom: the trace leaves T to the WEST
 *     2 1 S 1      (EAST has no cell), goes straight on while labels fall by one, then turns.
 *
 * A path is stored as its knots: the first cell, every corner, the last cell. */
#pragma once

#include "router/search/engine.h"

/* A cell with its coordinates, which saves divisions. */
struct spot {
    cell_t cell;
    uint32_t x, y, z;
};

/* The knots (corners) of many paths, concatenated. */
struct trace {
    cell_t *knots;
    size_t count, capacity;
};

/* True if the state's label is `want`. Called only for cells inside the window and for `want` at
 * most the target's label; an unreached state has no label. A wave that stores labels modulo M may
 * compare modulo M if every step costs less than M / 2. */
typedef bool backtrace_has_label(const void *labels, const struct spot *spot, int axis,
                                 cost_t want);

struct backtrace {
    const struct field *field;
    struct box window;
    backtrace_has_label *has_label;
    const void *labels; /* first argument of has_label */
};

/* True if a wave must keep one state per cell and axis instead of one per cell. */
STEP_INLINE bool step_needs_axes(const struct step_rules *rules)
{
    return rules->bend > 0;
}

/* True if a cheapest walk may cross itself: a turn over two vias is cheaper than a bend. */
STEP_INLINE bool step_may_loop(const struct step_rules *rules, uint32_t layers)
{
    return layers > 1 && rules->bend > 2 * (uint64_t)rules->via + 1;
}

/* The direction to try as number index (0 .. DIRECTIONS) after a backward step in direction
 * `straight` (-1: no step yet), or -1 if that direction was tried before. */
STEP_INLINE int backtrace_direction(int straight, int index)
{
    if (index == 0)
        return straight;
    return index - 1 == straight ? -1 : index - 1;
}

/* The predecessor's axis to try as number index (0 .. AXES) for a state of this axis, or -1. */
STEP_INLINE int backtrace_axis(int axis, int index)
{
    if (index == 0)
        return axis;
    return index - 1 == axis ? -1 : index - 1;
}

C_NAMES_BEGIN

struct spot spot_of(const struct grid *grid, cell_t cell);

/* Finishes a search. cost must be the least label of all target cells. Fills the job's outcome,
 * cost, target, reached and knot_count and appends the knots, source first, to the trace; the owner
 * of the trace sets job->knots. The job's cost exceeds the label only if a loop was cut off. Fails
 * only without memory. O(path cells + target cells). */
enum status backtrace_job(const struct backtrace *labels, struct job *job, cost_t cost,
                          struct trace *trace, struct error *error);

/* Cuts the loops off the path of knots[first ..] of the trace: from the first cell on, the part
 * between two visits of a cell is removed, first crossing first. *cut: a loop was removed.
 * O(n log n) for n path cells. */
enum status trace_cut_loops(struct trace *trace, size_t first, const struct grid *grid, bool *cut,
                            struct error *error);

/* Appends a knot. Amortised O(1). */
enum status trace_add(struct trace *trace, cell_t knot, struct error *error);

/* Cost of the path of these knots in the field; the first cell's weight is not paid. O(cells). */
cost_t knots_cost(const struct field *field, const cell_t *knots, size_t count);

C_NAMES_END
