/* devices: finds the devices that the engine can use, and chooses one. */
#pragma once

#include "gpu/gpu.h"

/* Returns the first usable device of the set (bit D: device D; 0: all devices), described in
 * *device, or -1 with the reason. */
int gpu_device_pick(uint64_t set, struct gpu_device *device, const char **reason);

/* The set of usable devices: bit D for device D. */
uint64_t gpu_device_set(void);

/* NULL if a device can be used, else the reason. Static. */
const char *gpu_unusable(void);
