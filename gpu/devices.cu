/* devices: lists the GPUs, and gives the reason why a GPU cannot be used.
 */
#include <algorithm>
#include <iterator>

#include "gpu/engine.cuh"

/* Compute capabilities for which this build has code, times 100: { 800, 900 } for 8.0 and 9.0. */
static const int built_for[] = {__CUDA_ARCH_LIST__};

/* Returns why there is no device, or NULL and their number in *count. */
static const char *count_devices(int *count)
{
    int driver = 0;
    *count = 0;
    if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0)
        return "no NVIDIA driver is installed";
    cudaError_t result = cudaGetDeviceCount(count);
    (void)cudaGetLastError(); /* so that later calls do not return the error */
    if (result == cudaErrorInsufficientDriver)
        return "the NVIDIA driver is older than this build's CUDA runtime";
    if (result == cudaErrorNoDevice || (result == cudaSuccess && *count == 0))
        return "the driver sees no CUDA device";
    if (result != cudaSuccess) {
        *count = 0;
        return cudaGetErrorString(result);
    }
    return NULL;
}

static const char *why_unusable(const struct cudaDeviceProp *properties, int compute_mode)
{
    const int *oldest = std::min_element(std::begin(built_for), std::end(built_for));
    if (properties->major * 100 + properties->minor * 10 < *oldest)
        return "its compute capability is older than any that this build has code for";
    if (compute_mode == cudaComputeModeProhibited)
        return "its compute mode forbids computing";
    if (properties->cooperativeLaunch == 0)
        return "it cannot launch cooperative kernels";
    if (properties->canMapHostMemory == 0)
        return "it cannot map host memory";
    return NULL;
}

static void describe(int index, struct gpu_device *device)
{
    struct cudaDeviceProp properties;
    int compute_mode = cudaComputeModeDefault;
    *device = {};
    cudaError_t result = cudaGetDeviceProperties(&properties, index);
    if (result == cudaSuccess)
        result = cudaDeviceGetAttribute(&compute_mode, cudaDevAttrComputeMode, index);
    if (result != cudaSuccess) {
        (void)cudaGetLastError();
        device->unusable = cudaGetErrorString(result);
        return;
    }
    snprintf(device->name, sizeof device->name, "%s", properties.name);
    device->major = properties.major;
    device->minor = properties.minor;
    device->multiprocessors = properties.multiProcessorCount;
    device->memory_bytes = properties.totalGlobalMem;
    device->unusable = why_unusable(&properties, compute_mode);
}

size_t gpu_devices(struct gpu_device *devices, size_t capacity, const char **reason)
{
    int count = 0;
    const char *none = count_devices(&count);
    assert(devices != NULL || capacity == 0);
    if (reason != NULL)
        *reason = none;
    for (int i = 0; i < count && (size_t)i < capacity; i++)
        describe(i, &devices[i]);
    return (size_t)count;
}

int gpu_device_pick(uint64_t set, struct gpu_device *device, const char **reason)
{
    int count = 0;
    assert(device != NULL && reason != NULL);
    *reason = count_devices(&count);
    if (*reason == NULL)
        *reason = "there is no device of this number";
    for (int i = 0; i < count && i < GPU_DEVICES_MAX; i++) {
        if (set != 0 && (set >> i & 1) == 0)
            continue;
        describe(i, device);
        if (device->unusable == NULL)
            return i;
        *reason = device->unusable;
    }
    return -1;
}

const char *gpu_unusable(void)
{
    struct gpu_device device;
    const char *reason = NULL;
    return gpu_device_pick(0, &device, &reason) >= 0 ? NULL : reason;
}

uint64_t gpu_device_set(void)
{
    uint64_t set = 0;
    int count = 0;
    (void)count_devices(&count);
    for (int i = 0; i < count && i < GPU_DEVICES_MAX; i++) {
        struct gpu_device device;
        describe(i, &device);
        set |= (uint64_t)(device.unusable == NULL) << i;
    }
    return set;
}

void gpu_build(FILE *out)
{
    fprintf(out, "runtime %d.%d, code for", CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
    for (int arch : built_for)
        fprintf(out, " sm_%d", arch / 10);
    fputs(" and newer GPUs", out);
}
