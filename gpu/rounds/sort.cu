/* sort: sorting, sums and selection, by CUB, which comes with CUDA. */
#include <cub/cub.cuh>

#include "gpu/rounds/device.cuh"

/* Calls one of CUB's algorithms twice, as they want it: for the size of the scratch, and to work.
 */
template <class algorithm>
static enum status with_scratch(struct maze_device *it, algorithm call, struct error *error)
{
    size_t bytes = 0;
    CUDA_TRY(call(nullptr, bytes), error);
    TRY(buffer_reserve(&it->scratch, bytes, "sorting", &it->account, error));
    bytes = it->scratch.bytes;
    CUDA_TRY(call(it->scratch.data, bytes), error);
    return STATUS_OK;
}

enum status device_sort(struct maze_device *it, const uint32_t *keys_in, uint32_t *keys_out,
                        const uint32_t *values_in, uint32_t *values_out, uint32_t count, int bits,
                        struct error *error)
{
    return with_scratch(
        it,
        [&](void *scratch, size_t &bytes) {
            return cub::DeviceRadixSort::SortPairs(scratch, bytes, keys_in, keys_out, values_in,
                                                   values_out, (int)count, 0, bits, it->stream);
        },
        error);
}

enum status device_sums(struct maze_device *it, const uint32_t *in, uint32_t *out, uint32_t count,
                        struct error *error)
{
    return with_scratch(
        it,
        [&](void *scratch, size_t &bytes) {
            return cub::DeviceScan::ExclusiveSum(scratch, bytes, in, out, (int)count, it->stream);
        },
        error);
}

enum status device_select(struct maze_device *it, const uint32_t *in, const uint32_t *flags,
                          uint32_t *out, uint32_t *count_out, uint32_t count, struct error *error)
{
    return with_scratch(
        it,
        [&](void *scratch, size_t &bytes) {
            return cub::DeviceSelect::Flagged(scratch, bytes, in, flags, out, count_out, (int)count,
                                              it->stream);
        },
        error);
}
