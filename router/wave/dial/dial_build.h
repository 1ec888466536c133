/* dial_build: filling a block of the dial wave's planes from the field.
 *
 * Which cells are open and in focus, behind which walls, and to which class of costs each belongs.
 * Costs are compared a row of 64 cells at once: as long as one is left, all that cost the same go
 * to its class.
 */
#ifndef LEEWAY_ROUTER_WAVE_DIAL_DIAL_BUILD_H
#define LEEWAY_ROUTER_WAVE_DIAL_DIAL_BUILD_H

#include "router/wave/dial/dial_planes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Fills a block from the field. O(rows * different costs in a row). */
void dial_build(struct dial_planes *planes, uint32_t strip, uint32_t block);

#ifdef __cplusplus
}
#endif

#endif
