/* engine: what the engine and its waves share; nothing here is seen outside gpu/.
 *
 * The engine holds the device, a stream, the field's copy and an account of memory. What searches
 * need beyond that belongs to the waves (wave/wave.cuh).
 */
#pragma once

#include <cassert>

#include "gpu/devices.cuh"
#include "grid/clock.h"
#include "gpu/field.cuh"
#include "gpu/gpu.h"

struct gpu_wave;

struct gpu_engine {
    struct engine head;
    const struct field *field;
    struct engine_options options; /* block_queue is never 0 */
    char device[GPU_NAME_MAX];
    int device_index, multiprocessors;
    cudaStream_t stream;
    struct memory_account account; /* of the device and of page-locked memory */
    struct device_field copy;
    struct buffer stop_flag; /* page-locked, mapped: one uint32_t, not 0 tells kernels to stop */

    bool any;                /* no wave was named */
    size_t chosen;           /* index of the wave named, or of the one that stands for "auto" */
    unsigned features;       /* of the field when the engine was opened */
    struct gpu_wave **waves; /* [GPU_WAVE_COUNT] workspaces, NULL until the wave is asked */
    double batch_ms;         /* of kernels for many jobs at once in the last call */
};

/* True where the caller of the engine wants it to stop. */
static inline bool engine_stopped(const struct gpu_engine *engine)
{
    return stop_raised(engine->options.stop);
}

/* Puts stop_flag down; before a kernel that looks at it, while none runs. */
static inline void engine_go_on(struct gpu_engine *engine)
{
    *(volatile uint32_t *)engine->stop_flag.data = 0;
}

/* Waits for a long kernel and passes a wish to stop on to it, through stop_flag. */
enum status engine_wait(struct gpu_engine *engine, struct error *error);
