/* labels_trace: the canonical path from labels, on the device.
 *
 * The rule and the orders of directions and axes are those of router/search/backtrace.h. Walking
 * back is a chain: the next cell is known only when the labels around this one are. So one warp
 * walks. Its lanes test all predecessors of the state at once, lane direction * axes + axis at
 * one of them, and a ballot chooses by the rule. A step takes about 0.6 us (H200).
 *
 *     lane        0     1     2     3     4     5         axes = 1
 *     direction   EAST  WEST  NORTH SOUTH UP    DOWN
 *     explains    .     x     .     x     .     .         the first, WEST, unless the step before
 *                                                         went SOUTH: then straight on
 *
 * The warp walks over a tile of labels in shared memory (labels_tile.cuh) until it reaches the
 * tile's edge, and the next tile is copied.
 *
 * Knots are written directly to host memory, target first. When the buffer is full the kernel saves
 * its state there, and the next launch continues. */
#include "gpu/wave/labels/labels_tile.cuh"

enum {
    TRACE_THREADS = 256,   /* of the one block */
    TRACE_KNOTS = 1 << 16, /* room for knots per launch */
};

enum trace_end { TRACE_EDGE, TRACE_FULL, TRACE_DONE, TRACE_LOST };

/* The results of a launch, followed by the knots in mapped memory. */
struct trace_report {
    uint64_t label;       /* label of the target minus base: the cost */
    uint64_t state_label; /* label of the state where the buffer was full */
    uint32_t target, reached;
    uint32_t cell; /* cell of that state */
    int32_t axis, direction;
    uint32_t knot_count; /* knots in the buffer */
    uint32_t end;        /* enum trace_end */
};

/* A state of the walk back. */
template <typename L> struct back_state {
    struct field_place at;
    int axis;
    int direction; /* last direction walked, -1 at the target */
    L label;
};

/* Called by the whole block: reduces over the targets' cells into *least, which is shared and all
 * ones before. Pass 0: the least label. Pass 1: the first cell with this label, as
 * target index << 32 | cell. */
template <typename L>
static __device__ void scan_targets(const struct field_view &view, const struct job_view &job,
                                    const L *labels, uint32_t axes, int pass,
                                    unsigned long long label, unsigned long long *least)
{
    uint32_t warp = threadIdx.x / 32, warps = blockDim.x / 32, lane = threadIdx.x % 32;
    for (uint32_t t = warp; t < job.target_count; t += warps) {
        struct terminal target = job.targets[t];
        for (uint32_t i = lane; i <= target.steps; i += 32) {
            uint32_t cell = terminal_cell(target, i);
            struct field_place at = place_of(view, cell);
            if (!box_contains(job.window, at.x, at.y))
                continue;
            for (uint32_t axis = 0; axis < axes; axis++) {
                unsigned long long found = labels[(size_t)cell * axes + axis];
                if (pass == 0)
                    atomicMin(least, found);
                else if (found == label)
                    atomicMin(least, (unsigned long long)target.index << 32 | cell);
            }
        }
    }
}

/* The direction and axis of a lane, computed before the walk so that a step has no branches. */
struct lane_view {
    bool used;
    int axis;
    int32_t dx, dy, dz;
    int64_t stride;     /* difference of cell numbers */
    int direction;      /* direction, walked backwards */
    uint32_t step_axis; /* axis of the step */
    uint64_t extra;     /* extra cost of the step into the state, without wrong-way */
    uint64_t wrong_layers, shut_layers; /* sets of layers: the step is wrong-way; it is forbidden */
};

static __device__ struct lane_view lane_of(const struct field_view &view, uint32_t axes)
{
    struct lane_view lane = {};
    uint32_t number = threadIdx.x % 32;
    lane.direction = (int)(axes > 1 ? number / AXES : number);
    lane.axis = (int)(axes > 1 ? number % AXES : 0);
    lane.used = lane.direction < DIRECTIONS;
    int forward = direction_opposite(lane.direction);
    lane.step_axis = (uint32_t)direction_axis(lane.direction);
    lane.dx = lane.direction == EAST ? 1 : lane.direction == WEST ? -1 : 0;
    lane.dy = lane.direction == NORTH ? 1 : lane.direction == SOUTH ? -1 : 0;
    lane.dz = lane.direction == UP ? 1 : lane.direction == DOWN ? -1 : 0;
    lane.stride = lane.dx + (int64_t)lane.dy * view.width + (int64_t)lane.dz * view.layer_cells;
    struct step_rules plain = view.rules;
    plain.wrong_way = 0;
    lane.extra = step_extra(&plain, 0, lane.axis, forward);
    for (uint32_t z = 0; lane.used && z < view.layers; z++) {
        lane.wrong_layers |= (uint64_t)step_is_wrong_way(&view.rules, z, forward) << z;
        lane.shut_layers |= (uint64_t)step_is_forbidden(&view.rules, z, forward) << z;
    }
    return lane;
}

/* A predecessor of a state, and whether it explains the state's label. */
struct predecessor {
    struct field_place from;
    uint64_t cost; /* cost of the step from there */
    bool explains;
};

/* The lane's predecessor of the state. */
template <typename L>
static __device__ __forceinline__ struct predecessor
look_back(const struct field_view &view, const struct job_view &job, struct relax_tile<L> &tile,
          uint32_t axes, const struct lane_view &lane, const back_state<L> &state)
{
    struct predecessor back;
    const struct field_place &at = state.at;
    back.from = {(uint32_t)(at.cell + lane.stride), at.x + (uint32_t)lane.dx,
                 at.y + (uint32_t)lane.dy, at.z + (uint32_t)lane.dz};
    back.cost = place_weight(view, at.cell) + lane.extra +
                ((lane.wrong_layers >> at.z & 1) != 0 ? view.rules.wrong_way : 0);
    back.explains = lane.used && box_contains(job.window, back.from.x, back.from.y) &&
                    back.from.z < view.layers &&
                    (axes == 1 || lane.step_axis == (uint32_t)state.axis) &&
                    (lane.shut_layers >> at.z & 1) == 0 && back.cost <= state.label - job.base;
    if (view.walls != nullptr && back.explains)
        back.explains = (view.walls[at.cell] >> lane.direction & 1) == 0;
    if (back.explains)
        back.explains = tile_at(tile, axes, (int32_t)back.from.x, (int32_t)back.from.y, back.from.z,
                                (uint32_t)lane.axis) == (L)(state.label - back.cost);
    return back;
}

/* Whole warp: takes one step back by the rule. False if no predecessor explains the label. */
template <typename L>
static __device__ __forceinline__ bool
walk_back(const struct field_view &view, const struct job_view &job, struct relax_tile<L> &tile,
          uint32_t axes, const struct lane_view &lane, back_state<L> *state)
{
    uint32_t all = (1U << axes) - 1;
    struct predecessor back = look_back(view, job, tile, axes, lane, *state);
    uint32_t mask = __ballot_sync(~0U, back.explains);
    if (mask == 0)
        return false;
    uint32_t first = (uint32_t)__ffs((int)mask) - 1;
    int direction = (int)(axes > 1 ? first / AXES : first);
    if (state->direction >= 0 && (mask >> ((uint32_t)state->direction * axes) & all) != 0)
        direction = state->direction;
    uint32_t group = mask >> ((uint32_t)direction * axes) & all;
    int axis = (group >> state->axis & 1) != 0 ? state->axis : __ffs((int)group) - 1;
    int chosen = direction * (int)axes + axis;
    assert(group != 0 && (mask >> chosen & 1) != 0);
    state->at.cell = __shfl_sync(~0U, back.from.cell, chosen);
    state->at.x = __shfl_sync(~0U, back.from.x, chosen);
    state->at.y = __shfl_sync(~0U, back.from.y, chosen);
    state->at.z = __shfl_sync(~0U, back.from.z, chosen);
    state->label = (L)(state->label - __shfl_sync(~0U, back.cost, chosen));
    state->axis = axis;
    state->direction = direction;
    return true;
}

/* Whole warp: walks to the source, the edge of the tile or the end of the buffer. */
template <typename L>
static __device__ enum trace_end
walk_tile(const struct field_view &view, const struct job_view &job, struct relax_tile<L> &tile,
          uint32_t axes, back_state<L> *state, uint32_t *knots, uint32_t *count)
{
    struct lane_view lane = lane_of(view, axes);
    while (state->label > (L)job.base) {
        if (!tile_surrounds(tile, job.window, state->at))
            return TRACE_EDGE;
        back_state<L> before = *state;
        if (!walk_back(view, job, tile, axes, lane, state))
            return TRACE_LOST;
        if (state->direction == before.direction)
            continue;
        if (*count == TRACE_KNOTS - 1) {
            *state = before;
            return TRACE_FULL;
        }
        if (threadIdx.x == 0)
            knots[*count] = before.at.cell;
        ++*count;
    }
    return TRACE_DONE;
}

/* Whole block: the state at the target, where the walk begins. */
template <typename L>
static __device__ back_state<L> choose_target(const struct field_view &view,
                                              const struct job_view &job, const L *labels,
                                              uint32_t axes, struct trace_report *report)
{
    __shared__ unsigned long long label, first;
    if (threadIdx.x == 0)
        label = first = ~0ULL;
    __syncthreads();
    scan_targets(view, job, labels, axes, 0, 0, &label);
    __syncthreads();
    scan_targets(view, job, labels, axes, 1, label, &first);
    __syncthreads();
    assert(label < job.top && first != ~0ULL); /* the search has reached a target */
    back_state<L> state = {place_of(view, (uint32_t)first), 0, -1, (L)label};
    while (labels[(size_t)state.at.cell * axes + (uint32_t)state.axis] != (L)label)
        state.axis++;
    if (threadIdx.x == 0) {
        report->label = label - job.base;
        report->target = (uint32_t)(first >> 32);
        report->reached = (uint32_t)first;
    }
    return state;
}

/* Launch: one block of TRACE_THREADS threads. All threads look for the target and copy tiles; the
 * first warp walks, and thread 0 writes knots and report. No race: labels are only read, and
 * barriers separate copying from walking. resume: continue from the report, not the target. */
template <typename L>
static __global__ void follow(struct field_view view, struct job_view job, const L *labels,
                              uint32_t axes, struct trace_report *report, uint32_t *knots,
                              bool resume)
{
    __shared__ struct relax_tile<L> tile;
    __shared__ back_state<L> state;
    __shared__ enum trace_end end;
    assert(gridDim.x == 1 && blockDim.x == TRACE_THREADS && (axes == 1 || axes == AXES));
    uint32_t count = 0;
    back_state<L> first = {place_of(view, report->cell), report->axis, report->direction,
                           (L)report->state_label};
    if (!resume)
        first = choose_target(view, job, labels, axes, report);
    if (threadIdx.x == 0)
        state = first;
    struct field_place goal = place_of(view, job.sources[0].from);
    do {
        __syncthreads();
        load_tile(view, job, labels, axes, state.at, goal, &tile);
        if (threadIdx.x < 32) {
            back_state<L> mine = state;
            enum trace_end mine_end = walk_tile(view, job, tile, axes, &mine, knots, &count);
            __syncwarp();
            if (threadIdx.x == 0) {
                state = mine;
                end = mine_end;
            }
        }
        __syncthreads();
    } while (end == TRACE_EDGE);
    if (threadIdx.x != 0)
        return;
    assert(count < TRACE_KNOTS);
    if (end == TRACE_DONE)
        knots[count++] = state.at.cell;
    report->cell = state.at.cell;
    report->axis = state.axis;
    report->direction = state.direction;
    report->state_label = state.label;
    report->knot_count = count;
    report->end = end;
}

/* Launches once and waits; the report is then on the host. */
static enum status launch(struct labels *labels, const struct job_view *view, bool resume,
                          struct error *error)
{
    const struct gpu_engine *engine = labels->each.head.engine;
    struct trace_report *report = (struct trace_report *)labels->report.data_device;
    uint32_t *knots = (uint32_t *)(report + 1);
    if (labels->wide)
        follow<<<1, TRACE_THREADS, 0, engine->stream>>>(
            engine->copy.view, *view, (const unsigned long long *)labels->label.data, labels->axes,
            report, knots, resume);
    else
        follow<<<1, TRACE_THREADS, 0, engine->stream>>>(engine->copy.view, *view,
                                                        (const unsigned int *)labels->label.data,
                                                        labels->axes, report, knots, resume);
    CUDA_LAUNCHED("follow", error);
    CUDA_TRY(cudaStreamSynchronize(engine->stream), error);
    return STATUS_OK;
}

/* Reverses the job's knots into the order source to target, and removes loops. */
static enum status finish_path(struct labels *labels, struct job *job, size_t first,
                               struct error *error)
{
    const struct field *field = labels->each.head.engine->field;
    const struct grid *grid = field->grid;
    struct trace *path = &labels->each.path;
    assert(first < path->count);
    for (size_t lo = first, hi = path->count - 1; lo < hi; lo++, hi--) {
        cell_t knot = path->knots[lo];
        path->knots[lo] = path->knots[hi];
        path->knots[hi] = knot;
    }
    bool cut = false;
    if (step_may_loop(&grid->rules, grid->layers))
        TRY(trace_cut_loops(path, first, grid, &cut, error));
    job->knot_count = path->count - first;
    if (cut)
        job->cost = knots_cost(field, path->knots + first, job->knot_count);
    return STATUS_OK;
}

enum status labels_trace(struct labels *labels, const struct job_view *view, struct job *job,
                         struct error *error)
{
    size_t first = labels->each.path.count;
    TRY(buffer_reserve_host(&labels->report,
                            sizeof(struct trace_report) + TRACE_KNOTS * sizeof(uint32_t), "a path",
                            &labels->each.head.engine->account, error));
    const struct trace_report *report = (const struct trace_report *)labels->report.data;
    const uint32_t *knots = (const uint32_t *)(report + 1);
    bool resume = false;
    assert(view->base < view->top && view->target_count > 0);
    do {
        TRY(launch(labels, view, resume, error));
        for (uint32_t k = 0; k < report->knot_count; k++)
            TRY(trace_add(&labels->each.path, knots[k], error));
        resume = true;
    } while (report->end == TRACE_FULL);
    if (report->end == TRACE_LOST)
        return error_set(error, STATUS_FAILED,
                         "GPU: the label of cell %u has no predecessor (a fault of this program)",
                         report->cell);
    job_found(job, report->label, report->target, report->reached, labels->each.path.count - first);
    return finish_path(labels, job, first, error);
}
