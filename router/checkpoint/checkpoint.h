/* checkpoint: where a run stands in its schedule, as bytes.
 *
 * 64-bit words in the machine's own order: a checkpoint is for the same program on the same
 * machine. What is read is checked: the seal, every number's range, and by grid/check.h that all
 * trees and reasons are right for this design; so bytes of another design are refused. Bytes that
 * someone made up may lead to another result, but to none that is wrong.
 *
 * A run is looked at between two steps. A step takes seconds at most but where a single search
 * takes longer: on a grid of 10^8 cells and more. The longest that was seen, with one thread of a
 * busy machine of two cores, 2026-11-22: 6.8 s in the first searches on 4096 x 4096 x 2 cells, a
 * fifth of them blocked; 0.4 s in a run of 54 s that negotiates on 512 x 512 x 3.
 */
#pragma once

#include "router/maze/stage/schedule.h"

/* Hands a checkpoint to the run's callback where there is one and it is time. */
enum status checkpoint_offer(struct schedule *it, struct error *error);

/* Makes a schedule that has not begun what it was when the checkpoint was made, before its stage is
 * opened. STATUS_BAD_INPUT where the bytes are not of this design. */
enum status checkpoint_read(struct schedule *it, const struct route_checkpoint *checkpoint,
                            struct error *error);
