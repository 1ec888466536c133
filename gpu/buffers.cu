/* buffers: cudaMalloc and cudaHostAlloc behind buffers.h, with the counts of the account.
 */
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

enum status buffer_reserve(struct buffer *buffer, size_t bytes, const char *what,
                           struct memory_account *account, struct error *error)
{
    if (buffer->bytes >= bytes && buffer->data != NULL)
        return STATUS_OK;
    assert(what != NULL && account != NULL);
    buffer_free(buffer, account);
    void *data = NULL;
    cudaError_t result = cudaMalloc(&data, std::max(bytes, (size_t)1));
    if (result != cudaSuccess)
        return out_of_memory(result, bytes, "device", what, error);
    *buffer = {data, data, bytes};
    account->device += bytes;
    account->device_peak = std::max(account->device_peak, account->device);
    return STATUS_OK;
}

enum status buffer_reserve_host(struct buffer *buffer, size_t bytes, const char *what,
                                struct memory_account *account, struct error *error)
{
    if (buffer->bytes >= bytes && buffer->data != NULL)
        return STATUS_OK;
    assert(what != NULL && account != NULL);
    buffer_free_host(buffer, account);
    void *data = NULL;
    cudaError_t result = cudaHostAlloc(&data, std::max(bytes, (size_t)1), cudaHostAllocMapped);
    if (result != cudaSuccess)
        return out_of_memory(result, bytes, "page-locked host", what, error);
    *buffer = {data, NULL, bytes};
    account->host += bytes;
    account->host_peak = std::max(account->host_peak, account->host);
    CUDA_TRY(cudaHostGetDevicePointer(&buffer->data_device, buffer->data, 0), error);
    return STATUS_OK;
}

void buffer_free(struct buffer *buffer, struct memory_account *account)
{
    if (buffer->data != NULL) {
        assert(account->device >= buffer->bytes);
        (void)cudaFree(
            buffer->data); /* fails only after a sticky error, where nothing can be done */
        account->device -= buffer->bytes;
    }
    *buffer = {};
}

void buffer_free_host(struct buffer *buffer, struct memory_account *account)
{
    if (buffer->data != NULL) {
        assert(account->host >= buffer->bytes);
        (void)cudaFreeHost(buffer->data);
        account->host -= buffer->bytes;
    }
    *buffer = {};
}
