/* gpu: the interface of the CUDA engine, for programs that were built with or without CUDA.
 *
 * A build with nvcc links engine.cu, a build without it gpu_none.c, whose engine is never usable
 * and reports why. Callers need not know which of the two is linked. */
#pragma once

#include "router/global/patterns_job.h"
#include "router/search/engine.h"

enum {
    GPU_NAME_MAX = 256,   /* bytes of a device's name, including its NUL */
    GPU_DEVICES_MAX = 64, /* maximum number of devices that are listed or used */
};

/* One CUDA device, as `leeway devices` shows it. */
struct gpu_device {
    char name[GPU_NAME_MAX];
    int major, minor;     /* compute capability */
    int multiprocessors;  /* SMs */
    size_t memory_bytes;  /* total memory of the device */
    const char *unusable; /* NULL if the engine can run on it, else the reason (static) */
};

C_NAMES_BEGIN

/* The GPU engine: never NULL, static. Call its unusable() first. open() uses one device, the first
 * usable one of options->devices.list; for several devices see router/engine/engine_several.h.
 * wave_at() lists the waves; gpu/README.md describes them. With "auto" or no name, each job goes to
 * the wave that is expected to finish it first. */
const struct engine_ops *gpu_engine(void);

/* Runs a job of patterns on the first usable device, or opens the device if job is NULL, as
 * router/global/patterns_job.h says. Fails with STATUS_FAILED if no device is usable. */
enum status gpu_patterns(struct patterns_job *job, struct error *error);

/* Fills at most `capacity` devices and returns their number. If there is none it returns 0 and sets
 * *reason (may be NULL), a static string: no driver, no device, or built without CUDA. Never fails,
 * and creates no context on any device. */
size_t gpu_devices(struct gpu_device *devices, size_t capacity, const char **reason);

/* Prints the CUDA runtime and the architectures of this build, or that it has none. */
void gpu_build(FILE *out);

/* Jobs of the last expand() of an open GPU engine that waves for many jobs answered. For tests; not
 * in a build without CUDA. */
size_t gpu_jobs_together(const struct engine *engine);

C_NAMES_END
