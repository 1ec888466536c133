/* team: the kernel and its launches; see team.cuh.
 */
#include <algorithm>
#include <new>

#include "gpu/check.cuh"
#include "gpu/wave/team/team_trace.cuh"

/* Whole warp: adds the largest label and cost below FAR of its tiles to the block of rank 0. */
static __device__ void team_extremes(const struct team &team, uint32_t lane)
{
    uint32_t label_most = 0, cost_most = 0;
#pragma unroll 1
    for (uint32_t slot = threadIdx.x / 32; slot < team.slots; slot += TEAM_WARPS) {
        const uint32_t *labels = team.tiles[slot].label;
        const uint32_t *costs = team.costs + (size_t)slot * team.costs_step;
#pragma unroll 1
        for (uint32_t i = lane; i < TEAM_WORDS; i += 32) {
            if (i % TEAM_STRIDE == TEAM_SIDE) /* padding between two rows */
                continue;
#pragma unroll 1
            for (int half = 0; half < 2; half++) {
                uint32_t label = labels[i] >> 16 * half & 0xFFFF;
                uint32_t cost = costs[i] >> 16 * half & 0xFFFF;
                label_most = label < SWEEP_FAR ? max(label_most, label) : label_most;
                cost_most = cost < SWEEP_FAR ? max(cost_most, cost) : cost_most;
            }
        }
    }
    atomicMax(team_at(&team.control->label_most, 0), label_most);
    atomicMax(team_at(&team.control->cost_most, 0), cost_most);
    if (lane == 0 && team.control->cut != 0)
        atomicExch(team_at(&team.control->cut, 0), 1U);
}

/* Whole cluster, when labels are final: returns the path, or that there is none. */
static __device__ void team_end(const struct team &team, const team_rules &rules,
                                const struct sweep_view &batch, uint32_t index, bool stopped)
{
    struct team_control *control = team.control;
    const uint32_t lane = threadIdx.x % 32;
    bool found = control->bound != control->net.below && !stopped;
    if (!found)
        team_extremes(team, lane);
#pragma unroll 1
    for (uint32_t slot = threadIdx.x / 32; slot < team.slots && found; slot += TEAM_WARPS) {
        if (control->slots[slot].goal != 0)
            team_choose_target(team, control->slots[slot], team.tiles[slot].label, lane);
        team_mask(team, rules, slot, lane);
    }
    team_meet();
    if (team.rank != 0 || threadIdx.x >= 32)
        return;
    if (found) {
        uint32_t *path = batch.paths + (size_t)index * SWEEP_KNOTS;
        unsigned long long reached = team_chosen(team, lane);
        uint32_t count = team_trace(team, (uint32_t)reached, path, lane);
        sweep_hand_back(batch, index, control->bound, reached, path, count, lane);
        return;
    }
    uint32_t extra = max(team.view->rules.via, team.view->rules.wrong_way);
    bool certain = control->net.below == SWEEP_NO_BOUND && control->cut == 0 &&
                   control->label_most + control->cost_most + extra < SWEEP_FAR;
    uint32_t outcome = stopped ? SWEEP_STOPPED : certain ? SWEEP_NONE : SWEEP_LEFT;
    if (lane == 0)
        batch.results[index] = {outcome, 0, 0, 0, 0, 0};
}

/* One thread: initialises what the block's warps share. */
static __device__ void team_begin(struct team_control *control, const struct sweep_net &net,
                                  uint32_t size)
{
    control->net = net;
    control->bound = net.below;
    team_rest_begin(&control->rest, size);
    control->cut = control->label_most = control->cost_most = 0;
    control->reached = ~0ULL;
}

/* Launch: clusters of 2^size blocks of TEAM_WARPS warps, one cluster per net. Dynamic shared
 * memory: launch.slots tiles, and the costs of as many tiles if they are near. A warp owns the
 * tiles of its slots (team.cuh) and alone writes their labels. Other warps write their halos, a
 * word at a time, and wake them by atomics (team_search.cuh). Barriers of the cluster separate
 * reading, flooding and tracing. */
static __global__ void __launch_bounds__(TEAM_WARPS * 32, 1)
    route_team(const __grid_constant__ struct field_view view,
               const __grid_constant__ struct sweep_extras<2> extras,
               const __grid_constant__ struct sweep_view batch,
               const __grid_constant__ struct team_launch launch)
{
    extern __shared__ uint4 team_words[];
    __shared__ struct team_control control;
    const uint32_t lane = threadIdx.x % 32, index = launch.net[blockIdx.x >> launch.size];
    assert(blockDim.x == TEAM_WARPS * 32 && launch.slots <= TEAM_SLOTS && launch.size < TEAM_SIZES);
    if (threadIdx.x == 0)
        team_begin(&control, batch.nets[index], launch.size);
    __syncthreads();
    const struct sweep_net &net = control.net;
    struct team team = {&view, &control, (struct team_tile *)team_words};
    team.size = launch.size;
    team.rank = blockIdx.x & ((1U << team.size) - 1);
    team.runs = batch.runs + net.runs;
    team.across = team_tiles_across(net.window.x0, net.window.x1);
    team.up = team_tiles_across(net.window.y0, net.window.y1);
    team.slots = (team.across * team.up + (1U << team.size) - 1 - team.rank) >> team.size;
    assert(team.slots <= launch.slots);
    team.costs = (uint32_t *)(team.tiles + launch.slots);
    team.costs_step = TEAM_WORDS;
    if (!launch.near) {
        size_t room =
            (size_t)batch.room * 4 * TEAM_WORDS; /* four tiles are one tile of sweep.cuh */
        team.costs = (uint32_t *)batch.records + index * room + team.rank * TEAM_WORDS;
        team.costs_step = TEAM_WORDS << team.size;
    }
    const struct team_rules rules = team_rules_of(extras, view.layers, lane);
#pragma unroll 1
    for (uint32_t slot = threadIdx.x / 32; slot < team.slots && net.target_count > 0;
         slot += TEAM_WARPS)
        team_read(team, slot, lane);
    team_meet();
    bool stopped = false;
    if (net.target_count > 0)
        stopped = !team_flood(team, rules, batch.stop_flag);
    else
        team.slots = 0;
    team_end(team, rules, batch, index, stopped);
    team_meet(); /* no block ends while its shared memory is read */
}

struct sweep_team {
    const struct gpu_engine *engine;
    uint32_t slots_near,
        slots_far;      /* tiles per block at most, with costs in shared memory and without */
    uint32_t size_most; /* log2 of the blocks of the largest cluster */
    cudaStream_t streams[TEAM_SIZES]; /* for launches of several sizes, except the first */
    cudaEvent_t ready, done[TEAM_SIZES];
};

static cudaLaunchConfig_t team_config(uint32_t size, uint32_t nets, size_t shared_bytes,
                                      cudaStream_t stream, cudaLaunchAttribute *attribute)
{
    cudaLaunchConfig_t config = {};
    assert(size < TEAM_SIZES && nets > 0 && nets <= TEAM_NETS);
    config.gridDim = dim3(nets << size);
    config.blockDim = dim3(TEAM_WARPS * 32);
    config.dynamicSmemBytes = shared_bytes;
    config.stream = stream;
    attribute->id = cudaLaunchAttributeClusterDimension;
    attribute->val.clusterDim = {1U << size, 1, 1};
    config.attrs = attribute;
    config.numAttrs = 1;
    return config;
}

static enum status prepare(struct sweep_team *team, struct error *error)
{
    int clusters = 0;
    cudaLaunchAttribute attribute;
    size_t limit = team->engine->shared_limit - sizeof(struct team_control) - 64;
    TRY(engine_share(team->engine, route_team, limit, error));
    CUDA_TRY(cudaFuncSetAttribute(route_team, cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
             error);
    size_t near = sizeof(struct team_tile) + TEAM_WORDS * sizeof(uint32_t);
    team->slots_far = (uint32_t)std::min(limit / sizeof(struct team_tile), (size_t)TEAM_SLOTS);
    team->slots_near = (uint32_t)std::min(limit / near, (size_t)TEAM_SLOTS);
    assert(team->slots_near > 0 && team->slots_near <= team->slots_far);
    team->size_most = TEAM_SIZES;
    while (clusters == 0 && team->size_most > 0) { /* the largest that the device can run */
        team->size_most--;
        cudaLaunchConfig_t config = team_config(team->size_most, 1, limit, 0, &attribute);
        if (cudaOccupancyMaxActiveClusters(&clusters, route_team, &config) != cudaSuccess)
            clusters = 0;
        (void)cudaGetLastError(); /* a size that is too large is not an error */
    }
    CUDA_TRY(cudaEventCreateWithFlags(&team->ready, cudaEventDisableTiming), error);
    for (uint32_t size = 0; size < TEAM_SIZES; size++) {
        CUDA_TRY(cudaStreamCreateWithFlags(&team->streams[size], cudaStreamNonBlocking), error);
        CUDA_TRY(cudaEventCreateWithFlags(&team->done[size], cudaEventDisableTiming), error);
    }
    return STATUS_OK;
}

enum status team_open(struct sweep_team **result, const struct gpu_engine *engine,
                      struct error *error)
{
    *result = NULL;
    if (engine->major < 9)
        return STATUS_OK;
    struct sweep_team *team = new (std::nothrow) struct sweep_team();
    if (team == NULL)
        return error_set(error, STATUS_FAILED, "no memory for a batch");
    team->engine = engine;
    enum status status = prepare(team, error);
    if (status != STATUS_OK) {
        team_close(team);
        return status;
    }
    *result = team;
    return STATUS_OK;
}

void team_close(struct sweep_team *team)
{
    if (team == NULL)
        return;
    for (uint32_t size = 0; size < TEAM_SIZES; size++) {
        if (team->streams[size] != NULL)
            (void)cudaStreamDestroy(team->streams[size]);
        if (team->done[size] != NULL)
            (void)cudaEventDestroy(team->done[size]);
    }
    if (team->ready != NULL)
        (void)cudaEventDestroy(team->ready);
    delete team;
}

static uint32_t tiles_of(const struct sweep_net &net)
{
    return team_tiles_across(net.window.x0, net.window.x1) *
           team_tiles_across(net.window.y0, net.window.y1);
}

static uint32_t slots_of(uint32_t tiles, uint32_t size)
{
    return (tiles + (1U << size) - 1) >> size;
}

bool team_divide(const struct sweep_team *team, const struct sweep_net *nets, size_t count,
                 struct team_plan *plan, struct sweep_shape *shape)
{
    uint32_t sizes[TEAM_NETS], blocks = 0, most = team->slots_far, share = TEAM_WARPS;
    assert(nets != NULL && count > 0);
    if (count > TEAM_NETS || team->engine->copy.view.walls != nullptr)
        return false;
    for (;; share = std::min(2 * share, most)) { /* at first with a warp for each tile */
        blocks = 0;
        for (size_t i = 0; i < count; i++) {
            sizes[i] = 0;
            while (sizes[i] < team->size_most && slots_of(tiles_of(nets[i]), sizes[i]) > share)
                sizes[i]++;
            if (slots_of(tiles_of(nets[i]), sizes[i]) > most)
                return false;
            blocks += 1U << sizes[i];
        }
        if (blocks <= (uint32_t)team->engine->multiprocessors || share == most)
            break;
    }
    *plan = {};
    assert(most > 0 && share <= most);
    for (size_t i = 0; i < count; i++) {
        struct team_launch *launch = &plan->sizes[sizes[i]];
        launch->net[launch->count++] = (uint16_t)i;
        launch->slots = std::max(launch->slots, slots_of(tiles_of(nets[i]), sizes[i]));
    }
    *shape = {(unsigned)count, TEAM_WARPS, 0, 4 * TEAM_WORDS * sizeof(uint32_t)};
    return true;
}

static enum status launch_size(const struct sweep_team *team, const struct sweep_view *view,
                               const struct team_launch *launch, uint32_t size, cudaStream_t stream,
                               struct error *error)
{
    cudaLaunchAttribute attribute;
    assert(launch->slots > 0 && launch->slots <= team->slots_far && size <= team->size_most);
    struct team_launch given = *launch;
    given.size = size;
    given.near = given.slots <= team->slots_near;
    size_t bytes = given.slots * (sizeof(struct team_tile) +
                                  (given.near ? TEAM_WORDS * sizeof(uint32_t) : (size_t)0));
    cudaLaunchConfig_t config = team_config(size, given.count, bytes, stream, &attribute);
    CUDA_TRY(cudaLaunchKernelEx(&config, route_team, team->engine->copy.view,
                                sweep_extras_of<2>(team->engine->field->grid), *view, given),
             error);
    return STATUS_OK;
}

enum status team_start(const struct sweep_team *team, const struct sweep_view *view,
                       const struct team_plan *plan, struct error *error)
{
    cudaStream_t main = team->engine->stream;
    bool first = true, many = false;
    for (uint32_t size = 0, used = 0; size < TEAM_SIZES; size++)
        many = (used += plan->sizes[size].count > 0) > 1;
    if (many)
        CUDA_TRY(cudaEventRecord(team->ready, main), error);
    for (uint32_t size = TEAM_SIZES; size-- > 0;) { /* the largest clusters first */
        const struct team_launch *launch = &plan->sizes[size];
        if (launch->count == 0)
            continue;
        cudaStream_t stream = first ? main : team->streams[size];
        if (!first)
            CUDA_TRY(cudaStreamWaitEvent(stream, team->ready, 0), error);
        TRY(launch_size(team, view, launch, size, stream, error));
        if (!first)
            CUDA_TRY(cudaEventRecord(team->done[size], stream), error);
        first = false;
    }
    first = true;
    for (uint32_t size = TEAM_SIZES; size-- > 0;) {
        if (plan->sizes[size].count == 0)
            continue;
        if (!first)
            CUDA_TRY(cudaStreamWaitEvent(main, team->done[size], 0), error);
        first = false;
    }
    return STATUS_OK;
}
