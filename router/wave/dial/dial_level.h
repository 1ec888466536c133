/* dial_level: one level of the dial wave over the bit planes; its inner loops.
 *
 * A step is taken in two halves. Leaving a cell of label d costs what the kind of step costs (a
 * via, a wrong way), and the cell next to it is *arrived at* then; entering costs what the cell
 * costs, and it is *found*, with its label, after that. Only the first arrival at a cell matters,
 * for what entering costs is the same for all, so kinds and classes add instead of multiplying:
 *
 *     arrived[d] = open & (  beside(found[d - across]) | above_or_below(found[d - along])
 *                          | other_layers(found[d - via])  )          open &= ~arrived[d]
 *     found[d]   = OR over classes c:  arrived[d - cost_c] & class_c
 *
 * Both rings are only ever read where they were written some levels ago, so nothing is merged into
 * memory and nothing has to be cleared behind the wave. In the example via = 2, all cells cost 1:
 *
 *     d              0      1      2      3
 *     found, layer 0 S      S+1    S+2    S+3        (S+k: cells k steps from S)
 *     arrived, 1                   S      S+1        (d - via = 0 and 1)
 *     found, layer 1                      S
 */
#ifndef LEEWAY_ROUTER_WAVE_DIAL_DIAL_LEVEL_H
#define LEEWAY_ROUTER_WAVE_DIAL_DIAL_LEVEL_H

#include "router/wave/dial/dial_planes.h"

#define DIAL_NO_STEP UINT32_MAX /* more than any level */

/* What steps cost beyond the cell entered, or DIAL_NO_STEP. */
struct dial_steps {
    uint32_t x[GRID_LAYERS_MAX], y[GRID_LAYERS_MAX]; /* by layer */
    uint32_t via;
};

/* What a level came to: bits. */
enum { LEVEL_ALIVE = 1, LEVEL_HIT = 2, LEVEL_LATE = 4 };

#ifdef __cplusplus
extern "C" {
#endif

/* Finds the cells of label d, d > 0, and writes their labels. LEVEL_ALIVE: there are some;
 * LEVEL_HIT: there is a target among them. */
unsigned dial_settle(struct dial_planes *planes, uint32_t d);

/* Arrives at the cells next to those found. LEVEL_ALIVE: there are some; LEVEL_LATE: some are
 * without a class and now lost. */
unsigned dial_arrive(struct dial_planes *planes, const struct dial_steps *steps, uint32_t d);

#ifdef __cplusplus
}
#endif

#endif
