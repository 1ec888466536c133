/* batch_kernels: searches the nets of a chunk, class by class.
 *
 * Class c has frames of 64 << c cells per side, so 1 << c lanes per net; batch_bins.cuh lists the
 * nets of each class. If a frame's room around the pins turns out to be too small, the net is
 * appended to the next class's list. Classes run in order, so it is searched there.
 *
 * Warps take groups of nets from the list until it is empty. A warp's planes are in shared memory
 * for the small frames; for the larger ones they are in device memory, where the caches hold the
 * rows in use: [warp][row][even, odd: 32 words each]. */
#include <algorithm>

#include "gpu/wave/batch/batch_bins.cuh"
#include "gpu/wave/batch/batch_trace.cuh"

enum {
    SHARED_CLASSES = 2, /* classes whose planes are in shared memory */
    WARPS_MAX = 16,     /* warps per multiprocessor */
    BLOCK_WARPS = 4,    /* warps per block, for classes in device memory */
};

/* The number of levels after which a net is left to another wave. Small frames have no limit. In
 * larger frames a maze keeps a warp busy for long, which is better than searching many such nets
 * one by one, but worse for a few. */
static __device__ __forceinline__ int32_t level_cap(int lanes, uint32_t nets)
{
    if (lanes <= 2)
        return BATCH_UNLIMITED;
    if (nets < 24)
        return 64;
    return lanes <= 4 ? 4096 : 512;
}

/* Warps per multiprocessor and class: enough to keep it busy while rows fit into the caches. */
static const int class_warps[BATCH_CLASSES] = {16, 16, 16, 16, 16, 8};

/* Passes a net whose frame was too small to the next class, or leaves it to another wave. */
static __device__ void pass_on(const struct batch_view &batch, int c, uint32_t index, bool cut)
{
    if (cut && c + 1 < BATCH_CLASSES) {
        uint32_t at = atomicAdd(&batch.counters->listed[c + 1], 1);
        assert(at < batch.net_count); /* a net is in one list at a time */
        batch.lists[(size_t)(c + 1) * batch.net_count + at] = index;
        return;
    }
    atomicAdd(&batch.counters->left, 1);
    batch.results[index] = {0, 0, 0, BATCH_LEFT};
}

/* Whole warp: reserves room for the paths and copies them, source first. path: knots of the group,
 * `stride` apart; count: 0 if there is no path.
 *
 * The knots of all nets are stored one after the other in one array. A warp adds up the lengths of
 * its groups' paths and reserves room for all by one atomic addition. The order of nets in the
 * array depends on the run, but each net's result has the place of its knots. */
template <int L>
static __device__ void batch_hand_back(const struct batch_view &batch, const batch_lane<L> &lane,
                                       uint32_t index, uint32_t cost, uint32_t count,
                                       const uint32_t *path, uint32_t stride)
{
    assert(count == 0 || index < batch.net_count);
    uint32_t self = threadIdx.x % BATCH_WARP, mine = lane.member == 0 ? count : 0, sum = mine;
    for (uint32_t distance = 1; distance < BATCH_WARP; distance *= 2) {
        uint32_t before = __shfl_up_sync(~0U, sum, distance);
        sum += self >= distance ? before : 0;
    }
    uint32_t base = 0;
    if (self == BATCH_WARP - 1 && sum > 0)
        base = atomicAdd(&batch.counters->knots, sum);
    base = __shfl_sync(~0U, base, BATCH_WARP - 1);
    uint32_t first = base + __shfl_sync(~0U, sum - mine, lane.first);
    if (count == 0)
        return;
    bool fits = (uint64_t)first + count <= batch.knot_capacity;
    for (uint32_t i = lane.member; fits && i < count; i += L)
        batch.knots[first + i] = path[(size_t)(count - 1 - i) * stride];
    if (lane.member == 0)
        batch.results[index] = {cost, first, count,
                                fits ? (uint32_t)BATCH_FOUND : (uint32_t)BATCH_FULL};
}

/* Whole warp: one net per group of lanes, from the list to the result. */
template <int L>
static __device__ void route_nets(const struct field_view &view, const struct batch_view &batch,
                                  const batch_lane<L> &lane, uint32_t index, int32_t levels,
                                  uint64_t *rows, uint32_t *path)
{
    enum { CLASS = L == 1 ? 0 : L == 2 ? 1 : L == 4 ? 2 : L == 8 ? 3 : L == 16 ? 4 : 5 };
    uint32_t self = threadIdx.x % BATCH_WARP;
    struct batch_frame frame = {};
    if (index != CELL_NONE)
        frame = frame_of(batch.nets[index], view.width, L);
    struct batch_word word = word_of<L>(frame, (int32_t)lane.member);
    struct batch_planes planes = {rows + self, rows + 64 * L * BATCH_WARP + self, 0, 0};
    int32_t level = 0;
    enum batch_end end = search_nets<L>(view, lane, frame, word, &planes, levels, &level);
    __syncwarp(); /* lanes read words of other lanes now */
    uint32_t capacity = BATCH_PATH * L;
    bool lost = false;
    uint32_t count = trace_nets<L>(lane, frame, planes, level, end == BATCH_REACHED, view.width,
                                   path + lane.first / L, BATCH_WARP / L, capacity, &lost);
    __syncwarp();
    uint32_t cost = (uint32_t)(abs(frame.sx - frame.tx) + abs(frame.sy - frame.ty) + 2 * level);
    bool fits = count <= capacity && !lost;
    batch_hand_back<L>(batch, lane, index, cost, fits ? count : 0, path + lane.first / L,
                       BATCH_WARP / L);
    if (index == CELL_NONE || lane.member != 0)
        return;
    if (end == BATCH_EXHAUSTED)
        batch.results[index] = {0, 0, 0, BATCH_NONE};
    else if (end == BATCH_CAPPED || !fits)
        pass_on(batch, CLASS, index, end == BATCH_CAPPED && level >= frame.level_max);
}

/* Launch: any number of blocks of whole warps. A warp takes nets, by an atomic counter, until the
 * class's list is empty. It owns its planes and its part of the paths; the warp that took a net
 * writes its result. */
template <int L, int C>
static __global__ void route_class(struct field_view view, struct batch_view batch)
{
    extern __shared__ uint64_t shared_rows[];
    const batch_lane<L> lane(threadIdx.x % BATCH_WARP);
    uint32_t warp = threadIdx.x / BATCH_WARP;
    uint32_t global = blockIdx.x * (blockDim.x / BATCH_WARP) + warp;
    size_t words = (size_t)2 * 64 * L * BATCH_WARP;
    uint64_t *rows =
        C < SHARED_CLASSES ? shared_rows + warp * words : batch.planes + global * words;
    uint32_t *path = batch.paths + (size_t)global * BATCH_PATH * BATCH_WARP;
    const uint32_t *list = batch.lists + (size_t)C * batch.net_count;
    uint32_t count = batch.counters->listed[C];
    assert(count <= batch.net_count && blockDim.x % BATCH_WARP == 0);
    for (;;) {
        uint32_t first = 0;
        if (threadIdx.x % BATCH_WARP == 0)
            first = atomicAdd(&batch.counters->taken[C], BATCH_WARP / L);
        first = __shfl_sync(~0U, first, 0);
        if (first >= count)
            return;
        uint32_t mine = first + lane.first / L;
        route_nets<L>(view, batch, lane, mine < count ? list[mine] : CELL_NONE, level_cap(L, count),
                      rows, path);
        __syncwarp(); /* planes and paths are used again */
    }
}

/* Blocks of a class in device memory: no more than the nets keep busy. */
static size_t class_blocks(const struct gpu_engine *engine, int c, size_t nets)
{
    assert(c >= 0 && c < BATCH_CLASSES && nets > 0);
    size_t nets_a_block = (size_t)(BATCH_WARP >> c) * BLOCK_WARPS;
    size_t most = (size_t)(engine->multiprocessors * class_warps[c] / BLOCK_WARPS);
    return std::min(most, (nets + nets_a_block - 1) / nets_a_block);
}

size_t batch_plane_bytes(const struct gpu_engine *engine, int class_max, size_t nets)
{
    size_t most = 0;
    for (int c = SHARED_CLASSES; c <= class_max; c++)
        most = std::max(most, class_blocks(engine, c, nets) * BLOCK_WARPS * ((size_t)2 * 64 << c) *
                                  BATCH_WARP * sizeof(uint64_t));
    return most;
}

size_t batch_path_bytes(const struct gpu_engine *engine)
{
    return (size_t)engine->multiprocessors * WARPS_MAX * BATCH_PATH * BATCH_WARP * sizeof(uint32_t);
}

template <int L, int C>
static enum status launch_class(const struct gpu_engine *engine, const struct batch_view *view,
                                struct error *error)
{
    int warps = BLOCK_WARPS;
    size_t blocks = class_blocks(engine, C, view->net_count);
    size_t bytes = 0;
    if (C < SHARED_CLASSES) {
        size_t each = (size_t)2 * 64 * L * BATCH_WARP * sizeof(uint64_t);
        warps = std::min((int)(engine->shared_limit / each), (int)WARPS_MAX);
        bytes = (size_t)warps * each;
        blocks = (size_t)engine->multiprocessors;
        TRY(engine_share(engine, route_class<L, C>, bytes, error));
    }
    route_class<L, C><<<(unsigned)blocks, (unsigned)warps * BATCH_WARP, bytes, engine->stream>>>(
        engine->copy.view, *view);
    CUDA_LAUNCHED("route_class", error);
    return STATUS_OK;
}

enum status batch_launch(const struct gpu_engine *engine, const struct batch_view *view,
                         int class_max, struct error *error)
{
    typedef enum status launcher(const struct gpu_engine *, const struct batch_view *,
                                 struct error *);
    static launcher *const by_class[BATCH_CLASSES] = {launch_class<1, 0>,  launch_class<2, 1>,
                                                      launch_class<4, 2>,  launch_class<8, 3>,
                                                      launch_class<16, 4>, launch_class<32, 5>};
    assert(view->net_count > 0 && class_max >= 0 && class_max < BATCH_CLASSES);
    unsigned blocks = (view->net_count + BIN_THREADS - 1) / BIN_THREADS;
    uint32_t *bins = (uint32_t *)(view->counters + 1);
    CUDA_TRY(cudaMemsetAsync(view->counters, 0, batch_counter_bytes(), engine->stream), error);
    count_bins<<<blocks, BIN_THREADS, 0, engine->stream>>>(engine->copy.view, *view, bins);
    CUDA_LAUNCHED("count_bins", error);
    place_bins<<<1, BATCH_CLASSES, 0, engine->stream>>>(*view, bins);
    CUDA_LAUNCHED("place_bins", error);
    fill_bins<<<blocks, BIN_THREADS, 0, engine->stream>>>(*view, bins);
    CUDA_LAUNCHED("fill_bins", error);
    for (int c = 0; c <= class_max; c++)
        TRY(by_class[c](engine, view, error));
    return STATUS_OK;
}

size_t batch_counter_bytes(void)
{
    return sizeof(struct batch_counters) + KEYS * sizeof(uint32_t);
}
