/* devices: which one is used. */
#pragma once

#include "gpu/gpu.h"

/* The first usable device among those of the set (bit D: device D; 0: all), or -1 with the reason.
 */
int gpu_device_pick(uint64_t set, struct gpu_device *device, const char **reason);

/* The usable devices: see router/search/engine.h. */
uint64_t gpu_device_set(void);

/* NULL where a device can be used, else why not. Static. */
const char *gpu_unusable(void);
