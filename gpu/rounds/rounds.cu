/* rounds: implements the calls of negotiate.h on the device, and estimates its run time. */
#include <stdlib.h>

#include <algorithm>

#include "gpu/devices.cuh"
#include "gpu/gpu.h"
#include "gpu/rounds/device.cuh"

enum {
    WARPS_EACH = 5, /* warps per multiprocessor: as many as fit its shared memory */
    CELLS_PER_WARP =
        4096, /* minimum number of cells per warp: each warp needs a part of the arena */
    WARPS_LEAST = 32,
};

struct gpu_work {
    struct maze_device device;
    struct maze_rules rules;
    bool (*is_over)(void *context);
    void *context;
    bool branch; /* topologies have Steiner points */
};

/* ---- users counted again -------------------------------------------------------------------- */

static __global__ void forget_users(const struct maze_view view, size_t cells)
{
    const size_t cell = thread_id();
    if (cell < cells)
        view.state[cell] = (uint16_t)(view.state[cell] & ~(uint32_t)STATE_USERS);
}

/* Adds a user, up to the maximum that a state can count. Other threads may do so at once. */
static __device__ void add_user(const struct maze_view &view, uint32_t cell)
{
    uint32_t *const pair = (uint32_t *)view.state + cell / 2;
    const uint32_t shift = cell % 2 * 16;
    for (uint32_t old = __ldcg(pair), seen;; old = seen) {
        const uint32_t users = old >> shift & STATE_USERS;
        if (users + STATE_USER >= STATE_USERS)
            view.counters->crowded = 1;
        if (users == STATE_USERS)
            return;
        seen = atomicCAS(pair, old, old + ((uint32_t)STATE_USER << shift));
        if (seen == old)
            return;
    }
}

static __global__ void count_users(const struct maze_view view)
{
    const uint32_t index = (uint32_t)thread_id();
    if (index >= view.net_count || view.nets[index].routed == 0)
        return;
    const struct device_net net = view.nets[index];
    for (uint32_t i = 0; i < net.count; i++) {
        const uint32_t place = view.paths[net.path + i];
        if (!is_start(place))
            add_user(view, place_cell(view, place));
    }
}

/* Counts all users again if a cell had more than a state can count. */
static enum status recount(struct maze_device *it, struct error *error)
{
    const size_t cells = (size_t)it->view.width * it->view.height * it->view.layers;
    uint32_t *const crowded = &it->view.counters->crowded;
    const uint32_t *const here = (const uint32_t *)it->back.data;
    CUDA_TRY(cudaMemcpyAsync(it->back.data, crowded, sizeof *crowded, cudaMemcpyDeviceToHost,
                             it->stream),
             error);
    CUDA_TRY(cudaStreamSynchronize(it->stream), error);
    if (*here == 0)
        return STATUS_OK;
    CUDA_TRY(cudaMemsetAsync(crowded, 0, sizeof *crowded, it->stream), error);
    LAUNCH_THREADS(forget_users, cells, it->stream, error, it->view, cells);
    LAUNCH_THREADS(count_users, it->view.net_count, it->stream, error, it->view);
    return STATUS_OK;
}

/* ---- lists ---------------------------------------------------------------------------------- */

/* Sets flags[i] if order[i] is flagged, and enlarges the windows. */
static __global__ void gather_nets(const struct maze_view view, const uint32_t *order,
                                   uint32_t count, enum maze_wider wider, uint32_t *flags)
{
    const size_t i = thread_id();
    if (i >= count)
        return;
    struct device_net &net = view.nets[order[i]];
    flags[i] = view.flagged[order[i]];
    if (flags[i] == 0)
        return;
    view.flagged[order[i]] = 0;
    net.margin = (uint16_t)maze_next_margin(net.margin, net.failed != 0, wider);
    net.failed = 0;
}

static __global__ void find_missing(const struct maze_view view, const uint32_t *order,
                                    uint32_t count, uint32_t *flags)
{
    const size_t i = thread_id();
    if (i < count)
        flags[i] = view.nets[order[i]].routed == 0;
}

/* Makes the list of the nets whose flag is set. */
static enum status list_flagged(struct maze_device *it, uint32_t *count, struct error *error)
{
    TRY(device_select(it, (const uint32_t *)it->order.data, (const uint32_t *)it->keys[0].data,
                      (uint32_t *)it->list.data, &it->view.counters->count, it->order_count,
                      error));
    CUDA_TRY(cudaMemcpyAsync(it->back.data, it->view.counters, sizeof(struct device_counters),
                             cudaMemcpyDeviceToHost, it->stream),
             error);
    CUDA_TRY(cudaStreamSynchronize(it->stream), error);
    *count = it->list_count = ((const struct device_counters *)it->back.data)->count;
    return STATUS_OK;
}

static enum status work_gather(void *context, const struct negotiate_round *round, uint32_t *count,
                               struct error *error)
{
    struct maze_device *it = &((struct gpu_work *)context)->device;
    const enum maze_wider wider = maze_wider_after(round);
    TRY(recount(it, error));
    LAUNCH_THREADS(gather_nets, it->order_count, it->stream, error, it->view,
                   (const uint32_t *)it->order.data, it->order_count, wider,
                   (uint32_t *)it->keys[0].data);
    return list_flagged(it, count, error);
}

static enum status work_drop(void *context, uint32_t *count, struct error *error)
{
    struct maze_device *it = &((struct gpu_work *)context)->device;
    const struct sequence all = {(const uint32_t *)it->order.data, it->order_count, false},
                          back = {all.nets, all.count, true};
    struct turn turn = {};
    const struct device_watch none = {};
    CUDA_TRY(cudaMemsetAsync(&it->view.counters->stop, 0, sizeof(uint32_t), it->stream), error);
    turn.kind = TURN_DROP;
    TRY(recount(it, error));
    TRY(device_turns(it, back, &turn, none, error));
    turn.kind = TURN_RETURN;
    TRY(recount(it, error));
    TRY(device_turns(it, all, &turn, none, error));
    LAUNCH_THREADS(find_missing, it->order_count, it->stream, error, it->view,
                   (const uint32_t *)it->order.data, it->order_count, (uint32_t *)it->keys[0].data);
    return list_flagged(it, count, error);
}

static enum status work_all(void *context, uint32_t *count, struct error *error)
{
    struct maze_device *it = &((struct gpu_work *)context)->device;
    CUDA_TRY(cudaMemcpyAsync(it->list.data, it->order.data, it->order_count * sizeof(uint32_t),
                             cudaMemcpyDeviceToDevice, it->stream),
             error);
    *count = it->list_count = it->order_count;
    return STATUS_OK;
}

/* ---- turns ---------------------------------------------------------------------------------- */

/* The nets first .. end - 1 of the sorted ones, or those from behind. */
static struct sequence part_of(const struct maze_device *it, uint32_t first, uint32_t end,
                               bool backward)
{
    return {(const uint32_t *)it->values[1].data + first, end - first, backward};
}

static enum status give_batches(struct maze_device *it, uint32_t first, uint32_t end, bool backward,
                                const struct turn *turn, struct device_watch watch,
                                struct error *error)
{
    const uint32_t most = maze_batch_of(end - first);
    for (uint32_t done = first; done < end && !watch.is_over(watch.context);) {
        const uint32_t count = std::min(most, end - done);
        const uint32_t from = backward ? end - (done - first) - count : done;
        TRY(device_batch(it, part_of(it, from, from + count, backward), turn, watch, error));
        done += count;
    }
    return STATUS_OK;
}

static enum status work_turns(void *context, const struct negotiate_round *shared, uint32_t *left,
                              struct error *error)
{
    struct gpu_work *work = (struct gpu_work *)context;
    const struct maze_round own = maze_round_of(&work->rules, shared), *round = &own;
    (void)left; /* all listed nets have their turns in one call */
    struct maze_device *it = &work->device;
    const struct device_watch watch = {work->is_over, work->context};
    const struct turn turn = {round->refines ? TURN_REFINE : TURN_ROUTE,
                              {round->growth.toll, round->growth.lag, round->growth.wider},
                              round->history};
    if (round->growth.branch != work->branch)
        TRY(device_topologies(it, round->growth.branch, error));
    work->branch = round->growth.branch;
    uint32_t batched = 0; /* at the end of the list */
    TRY(device_sort_by_tile(it, round->batches, &batched, error));
    const uint32_t single = it->list_count - batched;
    for (uint32_t step = 0; step < 2; step++)
        if ((step == 0) != round->backward && single > 0 && !watch.is_over(watch.context))
            TRY(device_turns(it, part_of(it, 0, single, round->backward), &turn, watch, error));
        else if ((step == 0) == round->backward)
            TRY(give_batches(it, single, it->list_count, round->backward, &turn, watch, error));
    return STATUS_OK;
}

/* ---- the whole ------------------------------------------------------------------------------ */

static void work_close(void *context)
{
    struct gpu_work *work = (struct gpu_work *)context;
    if (work == NULL)
        return;
    struct maze_device *it = &work->device;
    struct buffer *all[] = {&it->state,     &it->owner,     &it->pins,        &it->nets,
                            &it->nodes,     &it->edges,     &it->flagged,     &it->paths,
                            &it->arena,     &it->step,      &it->bound,       &it->counters,
                            &it->order,     &it->list,      &it->keys[0],     &it->keys[1],
                            &it->values[0], &it->values[1], &it->scratch,     &it->first,
                            &it->missing,   &it->ready,     &it->link_bin[0], &it->link_bin[1],
                            &it->link[0],   &it->link[1],   &it->link_net,    &it->link_next};
    if (it->stream != NULL)
        (void)cudaStreamSynchronize(it->stream);
    for (struct buffer *buffer : all)
        buffer_free(buffer, &it->account);
    buffer_free_host(&it->back, &it->account);
    if (it->stream != NULL)
        (void)cudaStreamDestroy(it->stream);
    if (it->side != NULL)
        (void)cudaStreamDestroy(it->side);
    free(work);
}

static enum status open_device(struct maze_device *it, uint64_t devices, const struct grid *grid,
                               const struct netlist *nets, const struct maze_map *prices,
                               struct error *error)
{
    struct gpu_device device;
    const char *reason = NULL;
    it->index = gpu_device_pick(devices, &device, &reason);
    if (it->index < 0)
        return error_set(error, STATUS_FAILED, "no GPU can be used: %s", reason);
    CUDA_TRY(cudaSetDevice(it->index), error);
    CUDA_TRY(cudaStreamCreateWithFlags(&it->stream, cudaStreamNonBlocking), error);
    CUDA_TRY(cudaStreamCreateWithFlags(&it->side, cudaStreamNonBlocking), error);
    const size_t warps = std::max(grid_cells(grid) / CELLS_PER_WARP, (size_t)WARPS_LEAST);
    it->warps = (uint32_t)std::min(warps, (size_t)device.multiprocessors * WARPS_EACH);
    TRY(device_turns_open(error));
    return device_prepare(it, grid, nets, prices, error);
}

static enum status work_open(struct negotiator *table, const struct maze_device_task *task,
                             struct error *error)
{
    struct gpu_work *work =
        (struct gpu_work *)mem_alloc(1, sizeof *work, "a design on a device", error);
    if (work == NULL)
        return STATUS_FAILED;
    table->context = work;
    work->rules = *task->rules;
    work->is_over = table->is_over;
    work->context = table->caller;
    work->branch = true;
    TRY(open_device(&work->device, task->devices, task->grid, task->nets, task->prices, error));
    table->count = work->device.order_count;
    table->turns = work_turns;
    table->gather = work_gather;
    table->drop = work_drop;
    table->all = work_all;
    return STATUS_OK;
}

static enum status work_trees(void *context, struct maze_result *result, struct error *error)
{
    return device_trees(&((struct gpu_work *)context)->device, result, error);
}

/* Measured on an H200: 0.6 to 0.7 s for 6000 nets, 1.0 to 1.2 for 25 000, 2.2 to 2.3 for 100 000,
 * 4.1 for 400 000, 5.0 to 7.1 for 10^6; 42 s for a net of 10 000 pins, because one warp tests
 * all pins before each step. */
static double work_estimate(const struct grid *grid, const struct netlist *nets)
{
    double squares = 0;
    for (uint32_t i = 0; i < nets->net_count; i++) {
        const double pins = nets->nets[i].pin_count;
        squares += pins > TOPOLOGY_LOOP_PINS ? pins * pins : 0;
    }
    (void)grid;
    return 1.2 + 6e-6 * nets->net_count + 4e-7 * squares;
}

const struct maze_device_ops *gpu_rounds(void)
{
    static const struct maze_device_ops ops = {work_open, work_trees, work_close, work_estimate};
    return &ops;
}
