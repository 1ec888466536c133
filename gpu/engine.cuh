/* engine: the state that the engine and its waves share; it is not visible outside gpu/.
 *
 * The engine holds the device, a stream, the copy of the field and an account of memory. Everything
 * else that searches need belongs to the waves (wave/wave.cuh). */
#pragma once

#include "gpu/check.cuh"
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
    int major;           /* compute capability */
    size_t shared_limit; /* bytes of shared memory that a block can be given */
    cudaStream_t stream;
    struct memory_account account; /* device memory and page-locked memory */
    struct device_field copy;
    struct buffer stop_flag; /* page-locked, mapped: one uint32_t; kernels stop when it is not 0 */

    bool any;          /* options.wave is "auto" or NULL: any wave may be called */
    size_t chosen;     /* index of the wave named; for "auto" the first wave for single jobs */
    unsigned features; /* features of the field when the engine was opened */
    struct gpu_wave **waves; /* [GPU_WAVE_COUNT] workspaces, NULL until the wave's first call */
    size_t together;         /* jobs of the last call that waves for many jobs answered */
};

/* True if the caller of the engine has raised its stop flag. */
static inline bool engine_stopped(const struct gpu_engine *engine)
{
    return stop_raised(engine->options.stop);
}

/* Clears stop_flag. Called before the launch of kernels that read it, while none runs. */
static inline void engine_clear_stop(struct gpu_engine *engine)
{
    *(volatile uint32_t *)engine->stop_flag.data = 0;
}

/* Waits for the stream. If the caller asks to stop, sets stop_flag for the kernel. */
static inline enum status engine_wait(struct gpu_engine *engine, struct error *error)
{
    if (engine->options.stop == NULL) {
        CUDA_TRY(cudaStreamSynchronize(engine->stream), error);
        return STATUS_OK;
    }
    cudaError_t result = cudaSuccess;
    while ((result = cudaStreamQuery(engine->stream)) == cudaErrorNotReady)
        if (engine_stopped(engine))
            *(volatile uint32_t *)engine->stop_flag.data = 1;
    return cuda_status(result, "cudaStreamQuery(stream)", error);
}

/* Permits the kernel up to `bytes` of dynamic shared memory per block. */
template <class Kernel>
static inline enum status engine_share(const struct gpu_engine *engine, Kernel kernel, size_t bytes,
                                       struct error *error)
{
    assert(bytes <= engine->shared_limit);
    (void)engine;
    CUDA_TRY(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes),
             error);
    return STATUS_OK;
}
