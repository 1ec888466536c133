/* cuda_faults: wraps the CUDA runtime's calls and makes one of them fail.
 */
#include "tests/gpu/faults/cuda_faults.h"

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <atomic>

static int failing; /* device */
static long wanted;
static enum cuda_fault kind;
static std::atomic<long> calls;
static std::atomic<bool> fired;

static const cudaError_t codes[CUDA_FAULTS] = {cudaErrorMemoryAllocation, cudaErrorLaunchFailure,
                                               cudaErrorIllegalAddress, cudaSuccess};
static const char *const names[CUDA_FAULTS] = {"memory", "launch", "address", "poison"};

void cuda_fault_set(int device, long number, enum cuda_fault what)
{
    failing = device;
    wanted = number;
    kind = what;
    calls = 0;
    fired = false;
}

long cuda_fault_calls(void)
{
    return calls;
}

bool cuda_fault_fired(void)
{
    return fired;
}

__attribute__((constructor)) static void read_environment(void)
{
    char word[16] = "";
    int device = 0;
    long number = 0;
    const char *text = getenv("CUDA_FAULT");
    if (text == NULL || sscanf(text, "%d:%ld:%15s", &device, &number, word) != 3)
        return;
    for (unsigned i = 0; i < CUDA_FAULTS; i++)
        if (strcmp(word, names[i]) == 0)
            cuda_fault_set(device, number, (enum cuda_fault)i);
}

/* ---- real failures --------------------------------------------------------------------------- */

static __global__ void write_nowhere(volatile int *nowhere)
{
    *nowhere = 1;
}

/* Causes a sticky error in the context of the calling thread's device. */
static void poison(void)
{
    write_nowhere<<<1, 1>>>((volatile int *)8);
}

/* ---- calls ---------------------------------------------------------------------------------- */

/* The error of the next call on the device; cudaSuccess: the call is made. */
static cudaError_t verdict_on(int device)
{
    if (wanted == 0 || device != failing)
        return cudaSuccess;
    const long number = ++calls;
    if (number < wanted || (number > wanted && kind == CUDA_FAULT_MEMORY))
        return cudaSuccess;
    if (!fired.exchange(true) && kind == CUDA_FAULT_POISON)
        poison();
    return codes[kind];
}

static cudaError_t verdict(void)
{
    int device = -1;
    return cudaGetDevice(&device) == cudaSuccess ? verdict_on(device) : cudaSuccess;
}

/* A call that is not made if it fails. */
#define WRAP(name, parameters, arguments)                                                          \
    extern "C" cudaError_t __real_##name parameters;                                               \
    extern "C" cudaError_t __wrap_##name parameters                                                \
    {                                                                                              \
        const cudaError_t fault = verdict();                                                       \
        return fault != cudaSuccess ? fault : __real_##name arguments;                             \
    }

/* A call that is made in any case. */
#define WRAP_MADE(name, parameters, arguments)                                                     \
    extern "C" cudaError_t __real_##name parameters;                                               \
    extern "C" cudaError_t __wrap_##name parameters                                                \
    {                                                                                              \
        const cudaError_t result = __real_##name arguments, fault = verdict();                     \
        return fault != cudaSuccess ? fault : result;                                              \
    }

extern "C" cudaError_t __real_cudaSetDevice(int device);
extern "C" cudaError_t __wrap_cudaSetDevice(int device)
{
    const cudaError_t result = __real_cudaSetDevice(device), fault = verdict_on(device);
    return fault != cudaSuccess ? fault : result;
}

extern "C" cudaError_t __real_cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute,
                                                     int device);
extern "C" cudaError_t __wrap_cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute,
                                                     int device)
{
    const cudaError_t fault = verdict_on(device);
    return fault != cudaSuccess ? fault : __real_cudaDeviceGetAttribute(value, attribute, device);
}

WRAP(cudaMalloc, (void **data, size_t bytes), (data, bytes))
WRAP(cudaHostAlloc, (void **data, size_t bytes, unsigned flags), (data, bytes, flags))
WRAP(cudaHostGetDevicePointer, (void **there, void *here, unsigned flags), (there, here, flags))
WRAP(cudaMemcpyAsync,
     (void *to, const void *from, size_t bytes, enum cudaMemcpyKind way, cudaStream_t stream),
     (to, from, bytes, way, stream))
WRAP(cudaMemsetAsync, (void *to, int value, size_t bytes, cudaStream_t stream),
     (to, value, bytes, stream))
WRAP(cudaStreamCreateWithFlags, (cudaStream_t * stream, unsigned flags), (stream, flags))
WRAP(cudaStreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned flags),
     (stream, event, flags))
WRAP(cudaEventCreate, (cudaEvent_t * event), (event))
WRAP(cudaEventCreateWithFlags, (cudaEvent_t * event, unsigned flags), (event, flags))
WRAP(cudaEventRecord, (cudaEvent_t event, cudaStream_t stream), (event, stream))
WRAP(cudaEventElapsedTime, (float *ms, cudaEvent_t begin, cudaEvent_t end), (ms, begin, end))
WRAP(cudaFuncSetAttribute, (const void *function, enum cudaFuncAttribute attribute, int value),
     (function, attribute, value))
WRAP(cudaFuncGetAttributes, (struct cudaFuncAttributes * attributes, const void *function),
     (attributes, function))
WRAP(cudaOccupancyMaxActiveClusters,
     (int *clusters, const void *function, const cudaLaunchConfig_t *config),
     (clusters, function, config))
WRAP(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
     (int *blocks, const void *function, int threads, size_t shared, unsigned flags),
     (blocks, function, threads, shared, flags))
WRAP(cudaLaunchKernelExC,
     (const cudaLaunchConfig_t *config, const void *function, void **arguments),
     (config, function, arguments))
WRAP(cudaLaunchCooperativeKernel,
     (const void *function, dim3 grid, dim3 block, void **arguments, size_t shared,
      cudaStream_t stream),
     (function, grid, block, arguments, shared, stream))

WRAP_MADE(cudaGetLastError, (void), ())
WRAP_MADE(cudaPeekAtLastError, (void), ())
WRAP_MADE(cudaStreamQuery, (cudaStream_t stream), (stream))
WRAP_MADE(cudaStreamSynchronize, (cudaStream_t stream), (stream))
WRAP_MADE(cudaEventSynchronize, (cudaEvent_t event), (event))
WRAP_MADE(cudaFree, (void *data), (data))
WRAP_MADE(cudaFreeHost, (void *data), (data))
WRAP_MADE(cudaStreamDestroy, (cudaStream_t stream), (stream))
WRAP_MADE(cudaEventDestroy, (cudaEvent_t event), (event))
