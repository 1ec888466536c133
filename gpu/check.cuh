/* check: every CUDA call is checked.
 *
 * Each call of the runtime is an argument of CUDA_TRY, and each kernel launch is followed by
 * CUDA_LAUNCHED. If the device reports an error, both return STATUS_FAILED from the function, and
 * the error record holds CUDA's own text with the call that returned it:
 *
 *     CUDA failed in cudaMalloc(&data, bytes): out of memory (cudaErrorMemoryAllocation)
 *
 * Kernels run asynchronously, so an error inside a kernel is returned by a later call, and the
 * record names that call. Some errors (such as an illegal address) are sticky: every later call
 * fails too, and the engine can only be closed. */
#pragma once

#include <cuda_runtime.h>

#include "grid/base.h"

static inline enum status cuda_status(cudaError_t result, const char *call, struct error *error)
{
    if (result == cudaSuccess)
        return STATUS_OK;
    (void)cudaGetLastError(); /* so that later calls do not return an error that is not sticky */
    return error_set(error, STATUS_FAILED, "CUDA failed in %s: %s (%s)", call,
                     cudaGetErrorString(result), cudaGetErrorName(result));
}

#define CUDA_TRY(call, error) TRY(cuda_status((call), #call, (error)))

/* Checks a launch, directly after kernel<<<...>>>(...). `kernel` is a string. */
#define CUDA_LAUNCHED(kernel, error)                                                               \
    TRY(cuda_status(cudaGetLastError(), "launch of " kernel, error))
