/* backtrace: from labels to the one canonical path, for every wave and every engine.
 *
 * Labels are unique; predecessors are not. So a wave hands over labels alone, and this rule picks
 * the path. It walks from the target back to a source and, at each state, takes the first
 * predecessor whose label plus step cost is the state's label:
 *
 *     directions   as walked backwards: straight on first, then EAST, WEST, NORTH, SOUTH, UP, DOWN
 *     axes         only where bends cost: the state's own axis first, then NONE, X, Y
 *
 * Where bends cost nothing there is one state a cell, its axis is AXIS_NONE and any direction may
 * lead to it. Where they cost, state (cell, X) was entered by an x step, (cell, Y) by a y step,
 * (cell, NONE) by a via or as a source; the target's own axis is the first of NONE, X, Y that has
 * its least label.
 *
 *     3 2 1 2      T = 4 at the top right, S at the bottom: the trace leaves T to the WEST
 *     2 1 S 1      (EAST has no cell), goes straight on while labels fall by one, then turns.
 *
 * A path is stored as its knots: the first cell, every corner, the last cell.
 */
#pragma once

#include "router/search/engine.h"

/* A cell with its coordinates, so that nobody divides. */
struct spot {
    cell_t cell;
    uint32_t x, y, z;
};

/* Knots of many paths, one after the other; it grows. */
struct trace {
    cell_t *knots;
    size_t count, capacity;
};

/* True where the state's label is exactly want. Asked only for cells inside the window and for
 * want at most the target's label; a state that was not reached has no label. A wave that keeps
 * labels modulo M may compare modulo M, if every step costs less than M / 2. */
typedef bool backtrace_has_label(const void *labels, const struct spot *spot, int axis,
                                 cost_t want);

struct backtrace {
    const struct field *field;
    struct box window;
    backtrace_has_label *has_label;
    const void *labels; /* first argument of has_label */
};

/* True where a wave must keep one state an axis instead of one a cell. */
STEP_INLINE bool step_needs_axes(const struct step_rules *rules)
{
    return rules->bend > 0;
}

/* True where a cheapest walk may meet itself: over two vias a turn is cheaper than its bend. */
STEP_INLINE bool step_may_loop(const struct step_rules *rules, uint32_t layers)
{
    return layers > 1 && rules->bend > 2 * (uint64_t)rules->via + 1;
}

/* The direction to try as number index (0 .. DIRECTIONS) after walking backwards in direction
 * straight (-1: nothing walked yet), or -1 where that one was tried first already. */
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

/* Finishes a search: cost is the least label of all target cells. Fills the job's outcome, cost,
 * target, reached and knot_count and appends the knots, source first, to the trace. job->knots is
 * left to the owner of the trace. The job's cost is that of the path offered: more than the label
 * only where a loop was cut off. Fails only for memory. Time O(path cells + target cells). */
enum status backtrace_job(const struct backtrace *labels, struct job *job, cost_t cost,
                          struct trace *trace, struct error *error);

/* Cuts the loops off the path of knots[first ..] in the trace: walked from its first cell, what
 * lies between two visits of a cell goes, first meeting first. O(n log n) for n path cells.
 * *cut tells whether there was one. */
enum status trace_cut_loops(struct trace *trace, size_t first, const struct grid *grid, bool *cut,
                            struct error *error);

/* Appends a knot. Amortised O(1). */
enum status trace_add(struct trace *trace, cell_t knot, struct error *error);

/* Cost of a path of knots by the field's costs; the first cell's weight is not paid. O(cells). */
cost_t knots_cost(const struct field *field, const cell_t *knots, size_t count);

C_NAMES_END
