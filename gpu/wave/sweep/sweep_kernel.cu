/* sweep_kernel: the launch of the sweep wave, one block per net; see sweep.cuh.
 */
#include <algorithm>

#include "gpu/wave/sweep/sweep_trace.cuh"

enum {
    /* Warps per block if there are more nets than multiprocessors. Several blocks then share a
     * multiprocessor, so that one works while another waits at a barrier. */
    WARPS_SMALL = 4,  /* for windows of up to TILES_SMALL tiles */
    WARPS_LARGE = 6,  /* for larger windows */
    TILES_SMALL = 16, /* tiles of a small window at most */
};

/* Places the block's table: after the warps' buffers, or in device memory. */
template <int P>
static __device__ struct sweep_table place_table(const struct sweep_view &batch, uint32_t tiles,
                                                 sweep_buffer<P> *buffers)
{
    uint32_t *near = (uint32_t *)(buffers + blockDim.x / 32);
    uint32_t *far = batch.tables + (size_t)blockIdx.x * 4 * batch.tiles_most;
    uint32_t *words = tiles <= SWEEP_TILES_NEAR ? near : far;
    return {words, words + tiles, {words + 2 * tiles, words + 3 * tiles}};
}

/* Whole block: routes one net. */
template <int P, bool W>
static __device__ void route_net(const sweep_block<P> &block, sweep_buffer<P> *buffer)
{
    struct sweep_control *control = block.control;
    sweep_begin<P>(block);
    if (control->net.target_count > 0 && control->stopped == 0)
        sweep_rounds<P, W>(block, buffer);
    const uint32_t below = control->net.below;
    bool found = control->bound != below && control->lost == 0 && control->stopped == 0;
    /* a path through a cell whose cost was cut may be cheaper */
    bool missed = W && control->cut != 0 && control->bound >= SWEEP_CUT;
    found = found && !missed;
    if (found) {
        sweep_choose_target<P>(block);
        if (threadIdx.x < 32) {
            uint32_t *path = block.batch->paths + (size_t)blockIdx.x * SWEEP_KNOTS;
            uint32_t count = sweep_trace<P, W>(block, path, threadIdx.x);
            sweep_hand_back(*block.batch, control->index, control->bound, control->reached, path,
                            count, threadIdx.x);
        }
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

/* Launch: any number of blocks of at most SWEEP_WARPS whole warps. A block takes nets, by an atomic
 * counter, until none is left. Records, table and path belong to the block, and a buffer in shared
 * memory to each warp; shared memory also holds the table of a window of up to SWEEP_TILES_NEAR
 * tiles. The block that took a net writes its result. Why warps that visit neighbouring tiles do
 * not race: sweep_visit.cuh. */
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
    if (threadIdx.x == 0) /* reading the host's flag is slow: once here, and now and then later */
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

enum status sweep_prepare(const struct gpu_engine *engine, size_t *shared_limit,
                          struct error *error)
{
    bool two = engine->copy.view.layers > 2;
    size_t used = sizeof(struct sweep_control) + 1024; /* the system reserves 1 KiB per block */
    assert(engine->shared_limit > used);
    *shared_limit = engine->shared_limit - used;
    if (engine->copy.view.walls != nullptr)
        return two ? engine_share(engine, route_sweep<2, true>, *shared_limit, error)
                   : engine_share(engine, route_sweep<1, true>, *shared_limit, error);
    return two ? engine_share(engine, route_sweep<2, false>, *shared_limit, error)
               : engine_share(engine, route_sweep<1, false>, *shared_limit, error);
}

struct sweep_shape sweep_shape_of(const struct gpu_engine *engine, size_t shared_limit, size_t nets,
                                  uint32_t tiles_most)
{
    bool two = engine->copy.view.layers > 2;
    size_t buffer = two ? sizeof(struct sweep_buffer<2>) : sizeof(struct sweep_buffer<1>);
    size_t near = std::min((size_t)tiles_most, (size_t)SWEEP_TILES_NEAR);
    size_t table = near * 4 * sizeof(uint32_t);
    assert(nets > 0 && tiles_most > 0 && shared_limit >= table + buffer);
    bool many = nets > (size_t)engine->multiprocessors;
    unsigned share = tiles_most <= TILES_SMALL ? (unsigned)WARPS_SMALL : (unsigned)WARPS_LARGE;
    struct sweep_shape shape = {};
    shape.warps =
        std::min(many ? share : (unsigned)SWEEP_WARPS, (unsigned)((shared_limit - table) / buffer));
    shape.shared_bytes = shape.warps * buffer + table;
    shape.record_bytes = two ? sizeof(struct sweep_record<2>) : sizeof(struct sweep_record<1>);
    size_t blocks =
        std::min(shared_limit / shape.shared_bytes, (size_t)(SWEEP_WARPS / shape.warps));
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
    assert(shape->blocks > 0 && shape->warps > 0 && shape->warps <= SWEEP_WARPS);
    if (engine->copy.view.walls != nullptr)
        (two ? start<2, true> : start<1, true>)(engine, view, shape);
    else
        (two ? start<2, false> : start<1, false>)(engine, view, shape);
    CUDA_LAUNCHED("route_sweep", error);
    return STATUS_OK;
}
