/* start: starts a search, and copies numbers of the device to the host. */
#include "gpu/lab/lab.cuh"

namespace lab
{

/* Launch shape: one thread. */
static __global__ void start_kernel(uint32_t *label, uint32_t *queue, uint32_t source)
{
    assert(blockDim.x == 1 && gridDim.x == 1);
    label[source] = 0;
    queue[0] = source;
}

enum status start(struct lab_search *search, uint32_t *queue)
{
    CUDA_TRY(cudaMemsetAsync(search->label, 0xff, search->vertex_count * sizeof *search->label,
                             search->stream),
             search->error);
    start_kernel<<<1, 1, 0, search->stream>>>(search->label, queue, search->source);
    CUDA_LAUNCHED("start_kernel", search->error);
    return STATUS_OK;
}

enum status read_number(struct lab_search *search, const uint32_t *from, uint32_t *number)
{
    CUDA_TRY(
        cudaMemcpyAsync(search->number, from, sizeof *from, cudaMemcpyDeviceToHost, search->stream),
        search->error);
    CUDA_TRY(cudaStreamSynchronize(search->stream), search->error);
    *number = *search->number;
    return STATUS_OK;
}

} // namespace lab
