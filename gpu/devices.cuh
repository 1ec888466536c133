/* devices: which one is used. */
#pragma once

#include "gpu/gpu.h"

/* The first usable device, or -1 with the reason. */
int gpu_device_pick(struct gpu_device *device, const char **reason);

/* NULL where a device can be used, else why not. Static. */
const char *gpu_unusable(void);
