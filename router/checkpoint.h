/* checkpoint: where a run stands on its course, as bytes.
 *
 * 64-bit words in the machine's own order: a checkpoint is for the same program on the same
 * machine. What is read is checked: the seal, every number's range, and by grid/check.h that all
 * trees are right for this design; so bytes of another design are refused, and bytes that someone
 * made up cannot do more harm than to make a right result another than it should be.
 *
 * A run is looked at between two steps, and a step takes seconds at most but where a single search
 * takes longer than that: on a grid of 10^8 cells and more.
 */
#ifndef LEEWAY_ROUTER_CHECKPOINT_H
#define LEEWAY_ROUTER_CHECKPOINT_H

#include "router/course.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Hands a checkpoint to the run's callback where there is one and it is time. */
enum status checkpoint_offer(struct course *course, struct error *error);

/* Makes a course that has not begun what it was when the checkpoint was made, before its stage is
 * opened. STATUS_BAD_INPUT where the bytes are not of this design. */
enum status checkpoint_read(struct course *course, const struct route_checkpoint *checkpoint,
                            struct error *error);

#ifdef __cplusplus
}
#endif

#endif
