/* directions: step costs for planning a crowded design, which keep wires in the layers' directions.
 *
 * If wrong-way steps are free, each net takes its shortest path; if vias are expensive, all nets
 * stay in the layer of their pins. Nets then cross each other everywhere, and negotiation only
 * moves the conflicts from place to place. A layer whose wires keep its direction holds far more
 * nets. So in negotiation a wrong-way step costs two steps more, a via four and a bend nothing,
 * instead of the grid's costs. The result is legal under any costs; the improvement that follows
 * uses the grid's costs.
 *
 * Measurements: router/maze/stage/NOTES.md. */
#pragma once

#include "grid/grid.h"

/* Fills the rules for planning. strictly: a via costs two steps instead of four, for nets that the
 * first attempt has left without a tree. Returns false if the grid's own rules are to be used: they
 * are the same, or its layers have no directions. */
bool directions_rules(const struct grid *grid, bool strictly, struct step_rules *rules);
