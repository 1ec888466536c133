/* directions: costs of steps by which a crowded design is planned, so that layers keep to theirs.
 *
 * If it costs nothing to run across a layer's direction, each net takes its shortest way,
 * and if vias cost much, all nets stay in the layer of their pins: nets then cross each other's
 * way everywhere, and negotiation only moves the conflicts from place to place. A layer that keeps
 * to its direction holds far more nets, so while many nets look for a place, a wrong way costs two
 * steps more, a via four and a bend nothing, whatever they cost in truth. What comes out is legal
 * under any costs; improvement, by the true ones, follows.
 *
 * Measurements: router/maze/stage/NOTES.md.
 */
#pragma once

#include "grid/grid.h"

/* Fills the rules to plan by; strictly: a via costs two, for what the first attempt has left over.
 * False if they are the grid's own: where its costs are just these, or its layers have no
 * directions to keep to. */
bool directions_rules(const struct grid *grid, bool strictly, struct step_rules *rules);
