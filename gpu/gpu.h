/* gpu: the door to the CUDA engine, for programs that were built with or without CUDA.
 *
 * A build with nvcc links engine.cu behind this door, a build without it gpu_none.c, whose engine
 * is never usable and says why. So no caller needs to know which of the two it got.
 */
#pragma once

#include "router/search/engine.h"

enum {
    GPU_NAME_MAX = 256,   /* bytes of a device's name, its NUL included */
    GPU_DEVICES_MAX = 64, /* devices that are listed, and may be used */
};

/* One CUDA device, as `leeway devices` shows it. */
struct gpu_device {
    char name[GPU_NAME_MAX];
    int major, minor;     /* compute capability */
    int multiprocessors;  /* SMs */
    size_t memory_bytes;  /* of the whole device */
    const char *unusable; /* NULL where the engine can run on it, else why not (static) */
};

struct maze_device_ops;

C_NAMES_BEGIN

/* The engine of GPUs: never NULL, static. Ask its unusable() first; open() runs on one device, the
 * first usable one of options->devices.list (several: router/engine/engine_several.h). wave_at()
 * lists its waves; gpu/README.md says what each can do. "auto", or no name, gives each job to the
 * wave that is likely done first. */
const struct engine_ops *gpu_engine(void);

/* Who routes large, sparse grids as a whole on a GPU (router/maze/rounds/device.h), with the bytes
 * of the host's threads; static. NULL in a build without CUDA. */
const struct maze_device_ops *gpu_rounds(void);

/* Fills at most capacity devices and returns how many there are. Where there is none it returns 0
 * and *reason (may be NULL) is why: no driver, no device, built without CUDA; a static string.
 * Never fails, and makes no context on any device. */
size_t gpu_devices(struct gpu_device *devices, size_t capacity, const char **reason);

/* Milliseconds that the kernels of waves for many jobs at once took in the last expand() of an open
 * GPU engine; 0 where none was asked. For benchmarks. */
double gpu_batch_ms(const struct engine *engine);

C_NAMES_END
