/* checkpoint: the state of a run (stage/schedule.h) as bytes.
 *
 * The bytes are 64-bit words in the machine's byte order: a checkpoint is for the same program on
 * the same machine. Reading checks everything: the seal, the range of each number, and, by
 * grid/check.h, that all trees and reasons are right for this design; it refuses bytes of another
 * design. Forged bytes may lead to another result, but not to a wrong one.
 *
 * A checkpoint is written between two steps. A step takes seconds at most, except on grids of 10^8
 * cells and more, where a single search takes longer (6.8 s were seen on 4096 x 4096 x 2 cells). */
#pragma once

#include "router/maze/stage/schedule.h"

/* Gives a checkpoint to the callback of the options, if there is one and it is due. */
enum status checkpoint_offer(struct schedule *it, struct error *error);

/* Restores a schedule that has not begun to the state of the checkpoint, before its stage is
 * opened. STATUS_BAD_INPUT if the bytes are not of this design. */
enum status checkpoint_read(struct schedule *it, const struct route_checkpoint *checkpoint,
                            struct error *error);
