/* buffers: allocates with cudaMalloc and cudaHostAlloc, and counts the bytes in the account. */
#include "gpu/buffers.h"

#include <algorithm>

#include "gpu/check.cuh"

static enum status out_of_memory(cudaError_t result, size_t bytes, const char *where,
                                 const char *what, struct error *error)
{
    if (result != cudaErrorMemoryAllocation)
        return cuda_status(result, "an allocation", error);
    /* Lack of memory is not a lasting error: clear it, so that later calls do not return it. */
    (void)cudaGetLastError();
    return error_set(error, STATUS_FAILED, "CUDA: %zu bytes of %s memory for %s: %s (%s)", bytes,
                     where, what, cudaGetErrorString(result), cudaGetErrorName(result));
}

static enum status reserve(struct buffer *buffer, size_t bytes, bool host, const char *what,
                           struct memory_account *account, struct error *error)
{
    if (buffer->bytes >= bytes && buffer->data != NULL)
        return STATUS_OK;
    assert(what != NULL && account != NULL);
    buffer_free(buffer, account);
    void *data = NULL;
    const size_t size = std::max(bytes, (size_t)1);
    cudaError_t result =
        host ? cudaHostAlloc(&data, size, cudaHostAllocMapped) : cudaMalloc(&data, size);
    if (result != cudaSuccess)
        return out_of_memory(result, bytes, host ? "page-locked host" : "device", what, error);
    *buffer = {data, host ? NULL : data, bytes, host};
    (host ? account->host : account->device) += bytes;
    account->host_peak = std::max(account->host_peak, account->host);
    account->device_peak = std::max(account->device_peak, account->device);
    if (host)
        CUDA_TRY(cudaHostGetDevicePointer(&buffer->data_device, data, 0), error);
    return STATUS_OK;
}

enum status buffer_reserve(struct buffer *buffer, size_t bytes, const char *what,
                           struct memory_account *account, struct error *error)
{
    return reserve(buffer, bytes, false, what, account, error);
}

enum status buffer_reserve_host(struct buffer *buffer, size_t bytes, const char *what,
                                struct memory_account *account, struct error *error)
{
    return reserve(buffer, bytes, true, what, account, error);
}

void buffer_free(struct buffer *buffer, struct memory_account *account)
{
    if (buffer->data != NULL) {
        size_t *held = buffer->host ? &account->host : &account->device;
        assert(*held >= buffer->bytes);
        /* Fails only after a sticky error, where nothing can be done. */
        (void)(buffer->host ? cudaFreeHost(buffer->data) : cudaFree(buffer->data));
        *held -= buffer->bytes;
    }
    *buffer = {};
}
