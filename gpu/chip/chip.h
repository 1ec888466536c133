/* chip: the rounds of a chip (router/chip/rounds.h) on a GPU, with the bytes of the host's. */
#ifndef LEEWAY_GPU_CHIP_CHIP_H
#define LEEWAY_GPU_CHIP_CHIP_H

#include "router/chip/device.h"

#ifdef __cplusplus
extern "C" {
#endif

const struct chip_device_ops *gpu_chip(void);

#ifdef __cplusplus
}
#endif

#endif
