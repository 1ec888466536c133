/* discipline: the costs of steps that a crowded design is planned by.
 *
 * Where it costs nothing to run across a layer's direction, each net goes the way that suits it,
 * and where vias are dear, all crowd into the layer of their pins: nets then lie across each
 * other's way everywhere, and negotiation only moves the trouble about. A layer that keeps to its
 * direction holds far more nets, so while many nets look for a place, a wrong way costs two steps
 * more, a via four and a bend nothing, whatever they cost in truth. What comes out is legal under
 * any costs; improvement, by the true ones, follows.
 *
 * Of 1000 nets on 512 x 512 x 3 cells with via and wrong-way costs of 0, negotiation by the true
 * costs leaves 126 without a tree, and as many with via 10 and wrong-way 0; by these it finds room
 * for all. On a design whose own costs are 2 and 2 planning by them took 47 s and came to 483598; 4
 * and 2: 31 s and 473204; 6 and 3: 57 s and 479798; 8 and 2: 39 s and 484124.
 */
#ifndef LEEWAY_ROUTER_STAGE_DIRECTIONS_H
#define LEEWAY_ROUTER_STAGE_DIRECTIONS_H

#include "grid/grid.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Fills the rules to plan by; strictly: a via costs two, for what the first attempt has left over.
 * False where they are the grid's own: where its costs are just these, or its layers have no
 * directions to keep to. */
bool directions_rules(const struct grid *grid, bool strictly, struct step_rules *rules);

#ifdef __cplusplus
}
#endif

#endif
