/* dial: many nets together where steps cost different small amounts; one warp per net.
 *
 * For jobs of one source cell and one target cell in windows of at most 64 x 64 cells, on up to
 * four layers: vias, wrong ways, strict layers, weights and tolls, no bends and no walls. Chunks of
 * nets travel like those of the batch (batch.cuh); other jobs are left. See dial_search.cuh for the
 * method.
 */
#include <algorithm>

#include "gpu/check.cuh"
#include "gpu/wave/batch/batch_results.cuh"
#include "gpu/wave/dial/dial_trace.cuh"

enum {
    WARPS_MAX = 8, /* warps per block: a warp needs many registers */
    JOBS_MIN_TOLLED =
        1 << 14, /* least number of jobs with "auto", if there are tolls: see expand */
};

static const unsigned served_features = FEATURE_LAYERS | FEATURE_VIA | FEATURE_WRONG_WAY |
                                        FEATURE_STRICT | FEATURE_WEIGHTS | FEATURE_TOLLS;

/* Places the net in its window. Returns BATCH_LEFT if the window is too large, BATCH_NONE if t is
 * outside. */
static __device__ enum batch_outcome place_net(const struct field_view &view,
                                               const struct batch_net &net, struct dial_net *placed)
{
    const struct box &window = net.window;
    struct field_place s = place_of(view, net.source), t = place_of(view, net.target);
    *placed = {window.x0,
               window.y0,
               window.x1 - window.x0 + 1,
               window.y1 - window.y0 + 1,
               s.x - window.x0,
               s.y - window.y0,
               s.z,
               t.x - window.x0,
               t.y - window.y0,
               t.z};
    if (t.x < window.x0 || t.x > window.x1 || t.y < window.y0 || t.y > window.y1)
        return BATCH_NONE;
    bool fits = placed->width <= DIAL_SIDE && placed->height <= DIAL_SIDE;
    return fits ? BATCH_FOUND : BATCH_LEFT;
}

/* Whole warp: routes one net, from the list to the result. */
template <int Z>
static __device__ void route_net(const struct field_view &view, const struct dial_shape &shape,
                                 const struct batch_view &batch, uint32_t index,
                                 const struct dial_planes<Z> &planes, uint32_t *path)
{
    assert(index < batch.net_count);
    struct batch_net packed = batch.nets[index];
    struct dial_net net;
    struct dial_costs costs;
    uint32_t label = 0, count = 0;
    enum batch_outcome outcome = BATCH_LEFT;
    if (packed.source != CELL_NONE)
        outcome = place_net(view, packed, &net);
    if (outcome == BATCH_FOUND) {
        enum batch_end end = search_dial<Z>(view, shape, net, planes, &costs, &label);
        __syncwarp(); /* lanes read words of other lanes now */
        outcome = end == BATCH_EXHAUSTED ? BATCH_NONE : BATCH_LEFT;
        uint32_t capacity = BATCH_PATH * DIAL_WARP;
        if (end == BATCH_REACHED)
            count = trace_dial<Z>(view, shape, net, planes, costs, label, path, capacity);
        count = count <= capacity ? count : 0;
        __syncwarp();
    }
    batch_hand_back<DIAL_WARP>(batch, batch_lane<DIAL_WARP>(planes.lane), index, label, count, path,
                               1);
    if (count > 0 || planes.lane != 0)
        return;
    if (outcome == BATCH_LEFT)
        atomicAdd(&batch.counters->left, 1);
    batch.results[index] = {0, 0, 0, (uint32_t)outcome};
}

/* Launch: any number of blocks of 1 to WARPS_MAX whole warps, with shape.planes * Z * DIAL_SIDE
 * words of dynamic shared memory per warp. A warp takes nets, by an atomic counter, until none is
 * left. It owns its planes and its part of the paths, and the warp that took a net writes its
 * result, so there is no race. */
template <int Z>
static __global__ void __launch_bounds__(WARPS_MAX *DIAL_WARP)
    route_dial(struct field_view view, struct dial_shape shape, struct batch_view batch)
{
    extern __shared__ ulonglong2 shared_planes[];
    uint32_t lane = threadIdx.x % DIAL_WARP, warp = threadIdx.x / DIAL_WARP;
    uint32_t global = blockIdx.x * (blockDim.x / DIAL_WARP) + warp;
    assert(blockDim.x % DIAL_WARP == 0 && blockDim.x <= WARPS_MAX * DIAL_WARP);
    assert(view.layers == Z);
    struct dial_planes<Z> planes = {
        (uint64_t *)shared_planes + (size_t)warp *shape.planes *Z *DIAL_SIDE, lane
    };
    uint32_t *path = batch.paths + (size_t)global * BATCH_PATH * DIAL_WARP;
    for (;;) {
        uint32_t index = 0;
        if (lane == 0)
            index = atomicAdd(&batch.counters->taken[0], 1);
        index = __shfl_sync(~0U, index, 0);
        if (index >= batch.net_count)
            return;
        route_net<Z>(view, shape, batch, index, planes, path);
        __syncwarp(); /* planes and path are used again */
    }
}

static bool serves(const struct field *field)
{
    const struct grid *grid = field->grid;
    return grid->layers <= DIAL_LAYERS && grid->rules.via <= DIAL_EXTRA_MAX &&
           grid->rules.wrong_way <= DIAL_EXTRA_MAX;
}

static struct dial_shape shape_of(const struct field *field)
{
    const struct step_rules *rules = &field->grid->rules;
    struct dial_shape shape = {};
    uint32_t extra = 0;
    for (uint32_t z = 0; z < field->grid->layers; z++) {
        bool no_x = step_is_forbidden(rules, z, EAST), no_y = step_is_forbidden(rules, z, NORTH);
        shape.x[z] = step_is_wrong_way(rules, z, EAST) ? rules->wrong_way : 0;
        shape.y[z] = step_is_wrong_way(rules, z, NORTH) ? rules->wrong_way : 0;
        extra = std::max(extra, std::max(no_x ? 0 : shape.x[z], no_y ? 0 : shape.y[z]));
        shape.x[z] = no_x ? (uint32_t)DIAL_NO_STEP : shape.x[z];
        shape.y[z] = no_y ? (uint32_t)DIAL_NO_STEP : shape.y[z];
    }
    shape.via = field->grid->layers > 1 ? rules->via : 0;
    extra = std::max(extra, shape.via);
    bool costs = field->grid->weight != NULL || field->toll != NULL;
    shape.wrong_way = std::min(rules->wrong_way, extra); /* less if no layer has a wrong way */
    shape.found_slots = extra + 1;
    shape.classes = costs ? (uint32_t)DIAL_CLASSES : 0;
    shape.arrived = shape.found_slots;
    shape.first_class = std::max(shape.arrived + (costs ? DIAL_ARRIVED : 2), (uint32_t)DIAL_BITS);
    shape.planes = shape.first_class + shape.classes;
    assert(extra <= DIAL_EXTRA_MAX && shape.planes >= DIAL_BITS);
    return shape;
}

template <int Z>
static enum status launch_layers(const struct gpu_engine *engine, const struct batch_view *view,
                                 int, struct error *error)
{
    struct dial_shape shape = shape_of(engine->field);
    size_t each = (size_t)shape.planes * Z * DIAL_SIDE * sizeof(uint64_t);
    unsigned warps = (unsigned)std::min(engine->shared_limit / each, (size_t)WARPS_MAX);
    assert(warps > 0);
    TRY(engine_share(engine, route_dial<Z>, warps * each, error));
    route_dial<Z>
        <<<(unsigned)engine->multiprocessors, warps * DIAL_WARP, warps * each, engine->stream>>>(
            engine->copy.view, shape, *view);
    CUDA_LAUNCHED("route_dial", error);
    return STATUS_OK;
}

static enum status launch(const struct gpu_engine *engine, const struct batch_view *view,
                          int class_max, struct error *error)
{
    static batch_launcher *const by_layers[DIAL_LAYERS] = {launch_layers<1>, launch_layers<2>,
                                                           launch_layers<3>, launch_layers<4>};
    const uint32_t layers = engine->copy.view.layers;
    assert(layers >= 1 && layers <= DIAL_LAYERS && class_max == 0);
    CUDA_TRY(cudaMemsetAsync(view->counters, 0, batch_counter_bytes(), engine->stream), error);
    return by_layers[layers - 1](engine, view, class_max, error);
}

/* With tolls most windows hold costs that the kernel cannot take, so with "auto" it pays for many
 * jobs only. */
static enum status expand(struct gpu_wave *wave, const struct gpu_call *call,
                          struct gpu_answer *answer, struct error *error)
{
    const bool tolled = wave->engine->field->toll != NULL;
    const size_t least = call->any && tolled ? (size_t)JOBS_MIN_TOLLED : (size_t)BATCH_JOBS_MIN;
    answer_nothing(call, answer);
    if (call->count < least || (call->any && call->features == 0))
        return STATUS_OK;
    return batch_expand((struct batch_wave *)wave, call, NULL, answer, error);
}

static enum status prepare(struct gpu_wave *wave, struct error *)
{
    struct batch_wave *batch = (struct batch_wave *)wave;
    batch->launcher = launch;
    batch->classes = 1;
    return STATUS_OK;
}

static bool likely(const struct field *field, unsigned features, const struct job *jobs,
                   size_t count)
{
    const struct box *window = &jobs->window;
    return features != 0 && count >= BATCH_JOBS_MIN && field->toll == NULL &&
           window->x1 - window->x0 < DIAL_SIDE && window->y1 - window->y0 < DIAL_SIDE;
}

static double estimate(const struct field *field, const struct job *jobs, size_t count)
{
    static const struct gpu_times times = {100, 0.005, 0, 0.02, 3};
    return gpu_times_sum(&times, field, jobs, count);
}

const struct gpu_wave_ops gpu_wave_dial = {
    /* name */ "dial",
    /* features */ served_features,
    /* many */ true,
    /* rest */ "relax",
    /* serves */ serves,
    /* likely */ likely,
    /* estimate */ estimate,
    /* size */ sizeof(struct batch_wave),
    /* prepare */ prepare,
    /* expand */ expand,
    /* bytes */ batch_bytes,
    /* release */ batch_release,
};
