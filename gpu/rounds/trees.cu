/* trees: converts each tree to wires (straight runs, from the root outward) and copies them to the
 * host. */
#include <stdlib.h>

#include <algorithm>

#include "gpu/rounds/device.cuh"

/* The direction of the step from a place to the next, DIRECTIONS where there is none. */
static __device__ uint32_t step_from(const uint32_t *places, uint32_t count, uint32_t i)
{
    if (i + 1 >= count || is_start(places[i + 1]))
        return DIRECTIONS;
    const uint32_t from = places[i] & ~(uint32_t)PATH_START, to = places[i + 1];
    const int x = (int)place_x(to) - (int)place_x(from), y = (int)place_y(to) - (int)place_y(from);
    return x > 0                         ? EAST
           : x < 0                       ? WEST
           : y > 0                       ? NORTH
           : y < 0                       ? SOUTH
           : place_z(to) > place_z(from) ? UP
                                         : DOWN;
}

static __device__ uint32_t grid_cell(const struct maze_view &view, uint32_t place)
{
    return (place_z(place) * view.height + place_y(place)) * view.width + place_x(place);
}

/* The wires of a net's tree: counts them, or writes them too. */
static __device__ uint32_t wires_of(const struct maze_view &view, const struct device_net &net,
                                    struct wire *wires)
{
    const uint32_t *places = view.paths + net.path;
    const uint32_t lane = lane_id();
    uint32_t count = 0;
    for (uint32_t base = 0; base < net.count; base += LANES) {
        const uint32_t i = base + lane;
        bool begins = false, ends = false;
        if (i < net.count) {
            const uint32_t step = step_from(places, net.count, i);
            const uint32_t before =
                is_start(places[i]) ? (uint32_t)DIRECTIONS : step_from(places, net.count, i - 1);
            begins = step != DIRECTIONS && step != before;
            ends = before != DIRECTIONS && step != before;
        }
        const uint32_t beginnings = lanes_where(begins);
        const uint32_t rank = count + (uint32_t)__popc((int)(beginnings & lanes_before(lane)));
        if (begins && wires != NULL)
            wires[rank].from = grid_cell(view, places[i]);
        if (ends && wires != NULL) /* of the wire that began before this place */
            wires[rank - 1].to = grid_cell(view, places[i]);
        count += (uint32_t)__popc((int)beginnings);
    }
    return count;
}

static __global__ void count_wires(const struct maze_view view, uint32_t *first, uint8_t *routed)
{
    for (uint32_t i = blockIdx.x; i <= view.net_count; i += gridDim.x) {
        const bool has = i < view.net_count && view.nets[i].routed != 0;
        const uint32_t count = has ? wires_of(view, view.nets[i], NULL) : 0;
        if (lane_id() == 0) {
            first[i] = count;
            if (i < view.net_count)
                routed[i] = has;
        }
    }
}

static __global__ void write_wires(const struct maze_view view, const uint32_t *first,
                                   struct wire *wires)
{
    for (uint32_t i = blockIdx.x; i < view.net_count; i += gridDim.x)
        if (view.nets[i].routed != 0)
            wires_of(view, view.nets[i], wires + first[i]);
}

static enum status download(struct maze_device *it, void *to, const void *from, size_t bytes,
                            struct error *error)
{
    CUDA_TRY(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, it->stream), error);
    CUDA_TRY(cudaStreamSynchronize(it->stream), error);
    return STATUS_OK;
}

enum status device_trees(struct maze_device *it, struct maze_result *result, struct error *error)
{
    const uint32_t nets = it->view.net_count, blocks = std::min(nets + 1, 1U << 16);
    uint32_t *first = (uint32_t *)it->first.data;
    struct wire *wires = (struct wire *)it->arena.data; /* no search runs any more */
    LAUNCH_WARPS(count_wires, blocks, it->stream, error, it->view, first, it->view.flagged);
    TRY(device_sums(it, first, first, nets + 1, error));
    result->first = (uint32_t *)mem_alloc((size_t)nets + 1, sizeof *first, "trees", error);
    result->routed = (uint8_t *)mem_alloc(nets, 1, "trees", error);
    if (result->first == NULL || result->routed == NULL)
        return STATUS_FAILED;
    TRY(download(it, result->first, first, ((size_t)nets + 1) * sizeof *first, error));
    TRY(download(it, result->routed, it->view.flagged, nets, error));
    const size_t count = result->first[nets];
    if (count * sizeof *wires > it->arena.bytes)
        return error_set(error, STATUS_FAILED, "the wires of a design need more device memory");
    result->wires = (struct wire *)malloc(count > 0 ? count * sizeof *wires : 1);
    if (result->wires == NULL)
        return error_set(error, STATUS_FAILED, "out of memory for the wires of a design");
    LAUNCH_WARPS(write_wires, blocks, it->stream, error, it->view, first, wires);
    TRY(download(it, result->wires, wires, count * sizeof *wires, error));
    struct device_counters counters;
    TRY(download(it, &counters, it->view.counters, sizeof counters, error));
    result->searches = counters.searches;
    return STATUS_OK;
}
