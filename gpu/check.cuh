/* check: no CUDA call goes unasked.
 *
 * Every call of the runtime stands in CUDA_TRY and every kernel launch is followed by
 * CUDA_LAUNCHED. Both leave the function with STATUS_FAILED when the device reports an error, and
 * put CUDA's own text into the record, with the call that noticed it:
 *
 *     CUDA failed in cudaMalloc(&data, bytes): out of memory (cudaErrorMemoryAllocation)
 *
 * Kernels run asynchronously, so a fault inside one is noticed by a later call; the record then
 * names that one. Some errors (an illegal address, say) poison the context: every later call
 * fails too, and the engine can only be closed.
 */
#pragma once

#include <cuda_runtime.h>

#include "grid/base.h"

static inline enum status cuda_status(cudaError_t result, const char *call, struct error *error)
{
    if (result == cudaSuccess)
        return STATUS_OK;
    (void)cudaGetLastError(); /* what can pass, as a lack of memory, is not seen by later calls */
    return error_set(error, STATUS_FAILED, "CUDA failed in %s: %s (%s)", call,
                     cudaGetErrorString(result), cudaGetErrorName(result));
}

#define CUDA_TRY(call, error) TRY(cuda_status((call), #call, (error)))

/* After kernel<<<...>>>(...): notices a launch that the driver refused. */
#define CUDA_LAUNCHED(kernel, error)                                                               \
    TRY(cuda_status(cudaGetLastError(), "launch of " kernel, error))
