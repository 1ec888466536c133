/* sweep_kernel: the launch of the sweep wave, a block a net; see sweep.cuh. */
#include <algorithm>

#include "gpu/check.cuh"
#include "gpu/wave/sweep/sweep_trace.cuh"

enum {
    /* Warps of a block where there are more nets than multiprocessors: several blocks then share
     * one, so that one works while another waits at a barrier. */
    WARPS_SMALL = 4, /* windows of few tiles */
    WARPS_LARGE = 6,
    TILES_SMALL = 16,
};

/* Where the block's table lies: behind the warps' buffers, or in device memory. */
template <int P>
static __device__ struct sweep_table place_table(const struct sweep_view &batch, uint32_t tiles,
                                                 sweep_buffer<P> *buffers)
{
    uint32_t *near = (uint32_t *)(buffers + blockDim.x / 32);
    uint32_t *far = batch.tables + (size_t)blockIdx.x * 4 * batch.tiles_most;
    uint32_t *words = tiles <= SWEEP_TILES_NEAR ? near : far;
    return {words, words + tiles, {words + 2 * tiles, words + 3 * tiles}};
}

/* One warp: the path, to where the host sees it. */
template <int P, bool W>
static __device__ void hand_back(const sweep_block<P> &block, uint32_t lane)
{
    const struct sweep_view &batch = *block.batch;
    const struct sweep_control *control = block.control;
    uint32_t *path = batch.paths + (size_t)blockIdx.x * SWEEP_KNOTS;
    uint32_t count = sweep_trace<P, W>(block, path, lane), first = 0;
    struct sweep_result result = {SWEEP_LEFT, 0, 0, 0, 0, 0};
    __syncwarp();
    if (count > 0 && count <= SWEEP_KNOTS) {
        if (lane == 0)
            first = atomicAdd(&batch.counters->knots, count);
        first = __shfl_sync(~0U, first, 0);
        bool fits = first <= batch.knot_capacity && count <= batch.knot_capacity - first;
        for (uint32_t i = lane; fits && i < count; i += 32)
            batch.knots[first + i] = path[count - 1 - i];
        result = {fits ? (uint32_t)SWEEP_FOUND : (uint32_t)SWEEP_FULL,
                  control->bound,
                  (uint32_t)(control->reached >> 32),
                  (uint32_t)control->reached,
                  first,
                  count};
    }
    if (lane == 0)
        batch.results[control->index] = result;
}

/* Whole block: one net. */
template <int P, bool W>
static __device__ void route_net(const sweep_block<P> &block, sweep_buffer<P> *buffer)
{
    struct sweep_control *control = block.control;
    sweep_begin<P>(block);
    if (control->net.target_count > 0 && control->stopped == 0)
        sweep_rounds<P, W>(block, buffer);
    const uint32_t below = control->net.below;
    bool found = control->bound != below && control->lost == 0 && control->stopped == 0;
    bool missed =
        W && control->cut != 0 && control->bound >= SWEEP_CUT; /* a way through a cut cell */
    found = found && !missed;
    if (found) {
        sweep_choose_target<P>(block);
        if (threadIdx.x < 32)
            hand_back<P, W>(block, threadIdx.x);
        return;
    }
    bool exhausted = sweep_is_exhausted<P, W>(block);
    if (threadIdx.x != 0)
        return;
    struct sweep_result result = {SWEEP_LEFT, 0, 0, 0, 0, 0};
    if (control->stopped != 0)
        result.outcome = SWEEP_STOPPED;
    else if (below == SWEEP_NO_BOUND && control->lost == 0 && exhausted)
        result.outcome = SWEEP_NONE;
    block.batch->results[control->index] = result;
}

/* Launch: any number of blocks of whole warps, at most SWEEP_WARPS; a block takes nets, by an
 * atomic counter, until none is left. Records, table and path belong to the block, a buffer in
 * shared memory to each warp; shared memory also holds the table of a window of up to
 * SWEEP_TILES_NEAR tiles. The result of a net is written by the block that took it. Why warps that
 * visit neighbouring tiles do not race: sweep_visit.cuh. */
template <int P, bool W>
static __global__ void __launch_bounds__(SWEEP_WARPS * 32, 1)
    route_sweep(const __grid_constant__ struct field_view view,
                const __grid_constant__ struct sweep_extras<P> extras,
                const __grid_constant__ struct sweep_view batch)
{
    extern __shared__ uint4 shared_words[];
    __shared__ struct sweep_control control;
    sweep_buffer<P> *buffers = (sweep_buffer<P> *)shared_words;
    sweep_block<P> block = {&view, &batch, &extras, &control, {}, NULL, NULL, 0, 0};
    assert(blockDim.x % 32 == 0 && blockDim.x <= SWEEP_WARPS * 32);
    if (threadIdx.x == 0) /* a read of the host's flag is slow: once here, later now and then */
        control.stopped = *batch.stop_flag;
    block.records = (sweep_record<P> *)batch.records + (size_t)blockIdx.x * batch.room;
    for (;;) {
        if (threadIdx.x == 0) {
            control.index = atomicAdd(&batch.counters->taken, 1);
            if (control.index < batch.net_count)
                control.net = batch.nets[control.index];
        }
        __syncthreads();
        if (control.index >= batch.net_count)
            return;
        const struct sweep_box &window = control.net.window;
        block.across = sweep_tiles_across(window.x0, window.x1);
        block.up = sweep_tiles_across(window.y0, window.y1);
        block.runs = batch.runs + control.net.runs;
        block.table = place_table<P>(batch, block.across * block.up, buffers);
        route_net<P, W>(block, buffers + threadIdx.x / 32);
        __syncthreads(); /* control is used again */
    }
}

/* ---- host ----------------------------------------------------------------------------------- */

static const unsigned served_features = FEATURE_ALL & ~(unsigned)FEATURE_BEND;

bool sweep_serves(const struct field *field, unsigned features)
{
    const struct grid *grid = field->grid;
    return (features & ~served_features) == 0 && grid->layers <= SWEEP_LAYERS &&
           grid->rules.via < SWEEP_FAR && grid->rules.wrong_way < SWEEP_FAR;
}

template <int P, bool W>
static enum status prepare(const struct gpu_engine *engine, int *limit, struct error *error)
{
    CUDA_TRY(cudaDeviceGetAttribute(limit, cudaDevAttrMaxSharedMemoryPerBlockOptin,
                                    engine->device_index),
             error);
    *limit -= (int)sizeof(struct sweep_control) + 1024; /* the system keeps 1 KiB a block */
    CUDA_TRY(cudaFuncSetAttribute(route_sweep<P, W>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  *limit),
             error);
    return STATUS_OK;
}

enum status sweep_prepare(const struct gpu_engine *engine, int *shared_limit, struct error *error)
{
    bool two = engine->copy.view.layers > 2;
    if (engine->copy.view.walls != nullptr)
        return two ? prepare<2, true>(engine, shared_limit, error)
                   : prepare<1, true>(engine, shared_limit, error);
    return two ? prepare<2, false>(engine, shared_limit, error)
               : prepare<1, false>(engine, shared_limit, error);
}

struct sweep_shape sweep_shape_of(const struct gpu_engine *engine, int shared_limit, size_t nets,
                                  uint32_t tiles_most)
{
    bool two = engine->copy.view.layers > 2;
    size_t buffer = two ? sizeof(struct sweep_buffer<2>) : sizeof(struct sweep_buffer<1>);
    size_t near = std::min((size_t)tiles_most, (size_t)SWEEP_TILES_NEAR);
    size_t table = near * 4 * sizeof(uint32_t), limit = (size_t)shared_limit;
    bool many = nets > (size_t)engine->multiprocessors;
    unsigned share = tiles_most <= TILES_SMALL ? (unsigned)WARPS_SMALL : (unsigned)WARPS_LARGE;
    struct sweep_shape shape = {};
    shape.warps =
        std::min(many ? share : (unsigned)SWEEP_WARPS, (unsigned)((limit - table) / buffer));
    shape.shared_bytes = shape.warps * buffer + table;
    shape.record_bytes = two ? sizeof(struct sweep_record<2>) : sizeof(struct sweep_record<1>);
    size_t blocks = std::min(limit / shape.shared_bytes, (size_t)(SWEEP_WARPS / shape.warps));
    shape.blocks =
        (unsigned)std::min(nets, std::max(blocks, (size_t)1) * (size_t)engine->multiprocessors);
    return shape;
}

template <int P, bool W>
static void start(const struct gpu_engine *engine, const struct sweep_view *view,
                  const struct sweep_shape *shape)
{
    route_sweep<P, W><<<shape->blocks, shape->warps * 32, shape->shared_bytes, engine->stream>>>(
        engine->copy.view, sweep_extras_of<P>(engine->field->grid), *view);
}

enum status sweep_launch(const struct gpu_engine *engine, const struct sweep_view *view,
                         const struct sweep_shape *shape, struct error *error)
{
    bool two = engine->copy.view.layers > 2;
    if (engine->copy.view.walls != nullptr)
        (two ? start<2, true> : start<1, true>)(engine, view, shape);
    else
        (two ? start<2, false> : start<1, false>)(engine, view, shape);
    CUDA_LAUNCHED("route_sweep", error);
    return STATUS_OK;
}
