/* buffers: cudaMalloc and cudaHostAlloc behind buffers.h, with the counts of the account.
 */
#include "gpu/buffers.h"

#include "gpu/check.cuh"

static enum status out_of_memory(cudaError_t result, size_t bytes, const char *where,
                                 const char *what, struct error *error)
{
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
    cudaError_t result = cudaMalloc(&buffer->data, bytes > 0 ? bytes : 1);
    if (result != cudaSuccess) {
        buffer->data = NULL;
        return out_of_memory(result, bytes, "device", what, error);
    }
    buffer->data_device = buffer->data;
    buffer->bytes = bytes;
    account->device += bytes;
    if (account->device > account->device_peak)
        account->device_peak = account->device;
    return STATUS_OK;
}

enum status buffer_reserve_host(struct buffer *buffer, size_t bytes, const char *what,
                                struct memory_account *account, struct error *error)
{
    if (buffer->bytes >= bytes && buffer->data != NULL)
        return STATUS_OK;
    assert(what != NULL && account != NULL);
    buffer_free_host(buffer, account);
    cudaError_t result = cudaHostAlloc(&buffer->data, bytes > 0 ? bytes : 1, cudaHostAllocMapped);
    if (result != cudaSuccess) {
        buffer->data = NULL;
        return out_of_memory(result, bytes, "page-locked host", what, error);
    }
    buffer->bytes = bytes;
    account->host += bytes;
    if (account->host > account->host_peak)
        account->host_peak = account->host;
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
