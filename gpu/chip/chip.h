/* chip: the rounds of a chip (router/chip/rounds.h) on a GPU, with the bytes of the host's. */
#pragma once

#include "router/chip/device.h"

C_NAMES_BEGIN

const struct chip_device_ops *gpu_chip(void);

C_NAMES_END
