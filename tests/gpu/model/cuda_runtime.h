/* cuda_runtime (model): the part of CUDA that gpu/rounds uses, on the host.
 *
 * A thread of a block is a fiber. A fiber runs until it has to meet the other threads of its warp
 * or of its block; then the next fiber runs. So all calls at which lanes meet are implemented, and
 * a missing lane is detected. Blocks run one after the other, each to its end. model_reverse
 * selects the order of the lanes of a warp: a result that depends on it is an error of the kernel.
 */
#pragma once

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <functional>

#define __device__
#define __global__
#define __shared__      static
#define __forceinline__ inline
#define __launch_bounds__(...)

struct model_index {
    unsigned x, y, z;
};
extern struct model_index threadIdx, blockIdx, blockDim, gridDim;
extern bool model_reverse;

struct uint4 {
    uint32_t x, y, z, w;
};
static inline uint4 make_uint4(uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
    return {x, y, z, w};
}

/* ---- meeting -------------------------------------------------------------------------------- */

/* Sends `value` to the lanes of the warp; returns theirs, [32]. All lanes make the same call. */
const uint32_t *model_meet(int call, uint32_t value);

/* Waits for all threads of the block; returns true if one of them passed true. */
bool model_barrier(bool value);

/* Runs blocks * threads; without fibers if the kernel's threads do not meet. */
void model_run(unsigned blocks, unsigned threads, bool fibers, const std::function<void()> &kernel);

static inline uint32_t __ballot_sync(uint32_t, bool it)
{
    const uint32_t *all = model_meet(1, it);
    uint32_t lanes = 0;
    for (int i = 0; i < 32; i++)
        lanes |= (uint32_t)(all[i] != 0) << i;
    return lanes;
}

static inline uint32_t __shfl_sync(uint32_t, uint32_t value, int lane)
{
    return model_meet(2, value)[lane & 31];
}

static inline uint32_t __shfl_xor_sync(uint32_t, uint32_t value, int mask)
{
    return model_meet(3, value)[(threadIdx.x ^ (unsigned)mask) & 31];
}

static inline uint32_t __reduce_min_sync(uint32_t, uint32_t value)
{
    const uint32_t *all = model_meet(4, value);
    uint32_t least = all[0];
    for (int i = 1; i < 32; i++)
        least = all[i] < least ? all[i] : least;
    return least;
}

static inline uint32_t __match_any_sync(uint32_t, uint32_t value)
{
    const uint32_t *all = model_meet(5, value);
    uint32_t lanes = 0;
    for (int i = 0; i < 32; i++)
        lanes |= (uint32_t)(all[i] == value) << i;
    return lanes;
}

static inline void __syncwarp()
{
    model_meet(6, 0);
}

static inline void __syncthreads()
{
    model_barrier(false);
}

static inline int __syncthreads_or(int it)
{
    return model_barrier(it != 0);
}

/* ---- what needs no meeting ------------------------------------------------------------------ */

template <class T> static inline T __ldcg(const T *at)
{
    return *at;
}

template <class T> static inline T __ldg(const T *at)
{
    return *at;
}

template <class T, class V> static inline T atomicAdd(T *at, V value)
{
    T old = *at;
    *at = (T)(old + (T)value);
    return old;
}

template <class T, class V> static inline T atomicSub(T *at, V value)
{
    T old = *at;
    *at = (T)(old - (T)value);
    return old;
}

template <class T, class V> static inline T atomicOr(T *at, V value)
{
    T old = *at;
    *at = old | (T)value;
    return old;
}

template <class T> static inline T atomicCAS(T *at, T old, T value)
{
    const T seen = *at;
    *at = seen == old ? value : seen;
    return seen;
}

static inline int __popc(int value)
{
    return __builtin_popcount((unsigned)value);
}

static inline int __ffs(int value)
{
    return __builtin_ffs(value);
}

static inline int __clz(int value)
{
    return value == 0 ? 32 : __builtin_clz((unsigned)value);
}

static inline void __threadfence() {}

static inline void __nanosleep(unsigned)
{
    abort(); /* one block runs at a time: the wait would never end */
}

/* ---- the host's side ------------------------------------------------------------------------ */

enum cudaError_t { cudaSuccess, cudaErrorMemoryAllocation, cudaErrorNotReady };
enum { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice };
enum { cudaHostAllocMapped = 2, cudaStreamNonBlocking = 1 };
typedef int *cudaStream_t;

/* Sizes from which an allocation fails (0: none does), and bytes allocated. For tests. */
extern size_t model_memory, model_taken;

static inline cudaError_t cudaMalloc(void **data, size_t bytes)
{
    if (model_memory != 0 && model_taken + bytes > model_memory)
        return cudaErrorMemoryAllocation;
    model_taken += bytes;
    *data = malloc(bytes);
    if (*data == NULL)
        return cudaErrorMemoryAllocation;
    memset(*data, 0xa5, bytes);
    return cudaSuccess;
}

static inline cudaError_t cudaFree(void *data)
{
    free(data);
    return cudaSuccess;
}

static inline cudaError_t cudaHostAlloc(void **data, size_t bytes, unsigned)
{
    *data = malloc(bytes);
    return *data != NULL ? cudaSuccess : cudaErrorMemoryAllocation;
}

static inline cudaError_t cudaFreeHost(void *data)
{
    free(data);
    return cudaSuccess;
}

static inline cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned)
{
    *device = host;
    return cudaSuccess;
}

static inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, int,
                                          cudaStream_t)
{
    memcpy(to, from, bytes);
    return cudaSuccess;
}

static inline cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t)
{
    memset(to, value, bytes);
    return cudaSuccess;
}

static inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned)
{
    *stream = NULL;
    return cudaSuccess;
}

static inline cudaError_t cudaStreamDestroy(cudaStream_t)
{
    return cudaSuccess;
}

static inline cudaError_t cudaStreamSynchronize(cudaStream_t)
{
    return cudaSuccess;
}

static inline cudaError_t cudaStreamQuery(cudaStream_t)
{
    return cudaSuccess;
}

enum { cudaSharedmemCarveoutMaxShared, cudaFuncAttributePreferredSharedMemoryCarveout };

template <class T> static inline cudaError_t cudaFuncSetAttribute(T *, int, int)
{
    return cudaSuccess;
}

static inline cudaError_t cudaSetDevice(int)
{
    return cudaSuccess;
}

static inline cudaError_t cudaGetLastError()
{
    return cudaSuccess;
}

static inline const char *cudaGetErrorString(cudaError_t)
{
    return "out of memory";
}

static inline const char *cudaGetErrorName(cudaError_t)
{
    return "model";
}

/* ---- launches (gpu/rounds/simt.cuh) -----------------------------------------------------------
 */

enum { MODEL_BLOCK = 64 }; /* threads of a large block: enough for two warps */

#define LAUNCH_WARPS(kernel, blocks, stream, error, ...)                                           \
    model_run((blocks), 32, true, [&] { kernel(__VA_ARGS__); })
#define LAUNCH_BLOCK(kernel, threads, stream, error, ...)                                          \
    model_run(1, MODEL_BLOCK, true, [&] { kernel(__VA_ARGS__); })
#define LAUNCH_THREADS(kernel, count, stream, error, ...)                                          \
    model_run((unsigned)(((count) + 255) / 256), 256, false, [&] { kernel(__VA_ARGS__); })
