/* design: the rounds of a design (router/maze/rounds/rounds.h) on a GPU, with the bytes of the
 * host's. */
#pragma once

#include "router/maze/rounds/device.h"

C_NAMES_BEGIN

const struct maze_device_ops *gpu_rounds(void);

C_NAMES_END
