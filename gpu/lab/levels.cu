/* levels: starts a search, and hands out the counters of its levels. */
#include "gpu/lab/lab.cuh"

namespace lab
{

/* Launch shape: one thread. */
static __global__ void start_kernel(uint32_t *label, uint32_t *queue, uint32_t source)
{
    assert(blockDim.x == 1 && gridDim.x == 1);
    label[source] = 0;
    if (queue != NULL)
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

enum status level_counters(struct lab_search *search, uint32_t level, uint32_t **counters)
{
    assert(level > 0);
    uint32_t set = (level - 1) % COUNTER_SETS;
    if (set == 0)
        CUDA_TRY(cudaMemsetAsync(search->counters, 0,
                                 COUNTER_SETS * COUNTER_WORDS * sizeof *search->counters,
                                 search->stream),
                 search->error);
    *counters = search->counters + set * COUNTER_WORDS;
    return STATUS_OK;
}

enum status read_counters(struct lab_search *search, const uint32_t *counters, int words)
{
    assert(words > 0 && words <= COUNTER_WORDS);
    CUDA_TRY(cudaMemcpyAsync(search->counters_host, counters, words * sizeof *counters,
                             cudaMemcpyDeviceToHost, search->stream),
             search->error);
    CUDA_TRY(cudaStreamSynchronize(search->stream), search->error);
    return STATUS_OK;
}

} // namespace lab
