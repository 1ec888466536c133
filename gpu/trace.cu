/* trace: from labels to the canonical path, on the device.
 *
 * The rule is router/backtrace.h's, and so are its orders of directions and axes. Walking back is
 * a chain: which cell comes next is known only when the labels around this one are. So one warp
 * walks, and its lanes look at all predecessors of the state at once, lane direction * axes + axis
 * at one of them; a ballot then lets the rule choose. A step costs one round trip to the labels.
 *
 *     lane        0     1     2     3     4     5         axes = 1
 *     direction   EAST  WEST  NORTH SOUTH UP    DOWN
 *     explains    .     x     .     x     .     .         the first, WEST, unless the step before
 *                                                         went SOUTH: then straight on
 *
 * Knots are written straight into the host's memory, target first; when its buffer is full the
 * kernel leaves its state there, and the next launch goes on.
 */
#include "gpu/check.cuh"
#include "gpu/engine.cuh"

enum { TRACE_THREADS = 256, TRACE_KNOTS = 1 << 16 };

enum trace_end { TRACE_FULL, TRACE_DONE, TRACE_LOST };

/* What the kernel tells the host; lies before the knots in mapped memory. */
struct trace_report {
    uint64_t label;       /* of the target, less base: the cost */
    uint64_t state_label; /* of the state where the buffer was full */
    uint32_t target, reached;
    uint32_t cell; /* that state */
    int32_t axis, direction;
    uint32_t knot_count; /* in the buffer */
    uint32_t end;        /* enum trace_end */
};

/* A state of the walk back. */
template <typename L> struct trace_state {
    struct place at;
    int axis;
    int direction; /* walked last, -1 at the target */
    L label;
};

static __device__ bool window_holds(const struct box &window, const struct place &at)
{
    return at.x >= window.x0 && at.x <= window.x1 && at.y >= window.y0 && at.y <= window.y1;
}

/* Whole block: the least label of the targets' cells (pass 0), then the first of the cells that
 * have it, as target index << 32 | cell (pass 1), in *least. Shared, set to all ones before. */
template <typename L>
static __device__ void scan_targets(const struct field_view &view, const struct job_view &job,
                                    const L *labels, uint32_t axes, int pass,
                                    unsigned long long label, unsigned long long *least)
{
    uint32_t warp = threadIdx.x / 32, warps = blockDim.x / 32, lane = threadIdx.x % 32;
    for (uint32_t t = warp; t < job.target_count; t += warps) {
        struct terminal target = job.targets[t];
        for (uint32_t i = lane; i <= target.steps; i += 32) {
            uint32_t cell = (uint32_t)((int64_t)target.from + (int64_t)target.stride * i);
            if (!window_holds(job.window, place_of(view, cell)))
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

/* True in the lanes whose predecessor explains the state's label. */
template <typename L>
static __device__ bool explains(const struct field_view &view, const struct job_view &job,
                                const L *labels, uint32_t axes, const trace_state<L> &state,
                                uint32_t lane)
{
    int direction = (int)(lane / axes), axis = (int)(lane % axes);
    struct place from;
    if (direction >= DIRECTIONS || (axes > 1 && direction_axis(direction) != state.axis) ||
        !place_step(view, job.window, state.at, direction, &from))
        return false;
    uint64_t cost = place_weight(view, state.at.cell) +
                    step_extra(&view.rules, from.z, axis, direction_opposite(direction));
    return cost <= state.label - job.base &&
           labels[(size_t)from.cell * axes + (uint32_t)axis] == (L)(state.label - cost);
}

/* Whole warp: one step back by the rule. False where no predecessor explains the label. */
template <typename L>
static __device__ bool walk_back(const struct field_view &view, const struct job_view &job,
                                 const L *labels, uint32_t axes, trace_state<L> *state)
{
    uint32_t lane = threadIdx.x % 32, all = (1U << axes) - 1;
    uint32_t mask = __ballot_sync(~0U, explains(view, job, labels, axes, *state, lane));
    if (mask == 0)
        return false;
    int direction = (__ffs((int)mask) - 1) / (int)axes;
    if (state->direction >= 0 && (mask >> (state->direction * axes) & all) != 0)
        direction = state->direction;
    uint32_t group = mask >> (direction * axes) & all;
    int axis = (group >> state->axis & 1) != 0 ? state->axis : __ffs((int)group) - 1;
    uint32_t entered = state->at.cell;
    struct place from;
    place_step(view, job.window, state->at, direction, &from);
    uint64_t cost = place_weight(view, entered) +
                    step_extra(&view.rules, from.z, axis, direction_opposite(direction));
    *state = {from, axis, direction, (L)(state->label - cost)};
    return true;
}

/* Whole block: the state to begin with, at the target. */
template <typename L>
static __device__ trace_state<L> choose_target(const struct field_view &view,
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
    trace_state<L> state = {place_of(view, (uint32_t)first), 0, -1, (L)label};
    while (labels[(size_t)state.at.cell * axes + (uint32_t)state.axis] != (L)label)
        state.axis++;
    if (threadIdx.x == 0) {
        report->label = label - job.base;
        report->target = (uint32_t)(first >> 32);
        report->reached = (uint32_t)first;
    }
    return state;
}

/* Launch: one block; all of it looks for the target, its first warp walks. Labels are only read.
 * resume: goes on from the report instead of the target. */
template <typename L>
static __global__ void follow(struct field_view view, struct job_view job, const L *labels,
                              uint32_t axes, struct trace_report *report, uint32_t *knots,
                              bool resume)
{
    trace_state<L> state;
    if (resume)
        state = {place_of(view, report->cell), report->axis, report->direction,
                 (L)report->state_label};
    else
        state = choose_target(view, job, labels, axes, report);
    if (threadIdx.x >= 32)
        return;
    uint32_t count = 0, end = TRACE_DONE;
    while (state.label > (L)job.base) {
        trace_state<L> before = state;
        if (!walk_back(view, job, labels, axes, &state)) {
            end = TRACE_LOST;
            break;
        }
        if (state.direction == before.direction)
            continue;
        if (count == TRACE_KNOTS - 1) {
            state = before;
            end = TRACE_FULL;
            break;
        }
        if (threadIdx.x == 0)
            knots[count] = before.at.cell;
        count++;
    }
    if (threadIdx.x != 0)
        return;
    if (end == TRACE_DONE)
        knots[count++] = state.at.cell;
    report->cell = state.at.cell;
    report->axis = state.axis;
    report->direction = state.direction;
    report->state_label = state.label;
    report->knot_count = count;
    report->end = end;
}

/* One launch; the report is on the host when it returns. */
static enum status trace_launch(struct gpu_engine *engine, const struct job_view *view, bool resume,
                                struct error *error)
{
    struct trace_report *report = (struct trace_report *)engine->report.data_device;
    uint32_t *knots = (uint32_t *)(report + 1);
    if (engine->wide)
        follow<<<1, TRACE_THREADS, 0, engine->stream>>>(
            engine->copy.view, *view, (const unsigned long long *)engine->labels.data, engine->axes,
            report, knots, resume);
    else
        follow<<<1, TRACE_THREADS, 0, engine->stream>>>(engine->copy.view, *view,
                                                        (const unsigned int *)engine->labels.data,
                                                        engine->axes, report, knots, resume);
    CUDA_LAUNCHED("follow", error);
    CUDA_TRY(cudaStreamSynchronize(engine->stream), error);
    return STATUS_OK;
}

/* Puts the job's knots into the order source to target, and cuts loops where there may be some. */
static enum status finish_path(struct gpu_engine *engine, struct job *job, size_t first,
                               struct error *error)
{
    const struct grid *grid = engine->field->grid;
    struct trace *path = &engine->path;
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
        job->cost = knots_cost(engine->field, path->knots + first, job->knot_count);
    return STATUS_OK;
}

enum status job_trace(struct gpu_engine *engine, const struct job_view *view, struct job *job,
                      struct error *error)
{
    size_t first = engine->path.count;
    TRY(buffer_reserve_host(&engine->report,
                            sizeof(struct trace_report) + TRACE_KNOTS * sizeof(uint32_t), "a path",
                            &engine->account, error));
    const struct trace_report *report = (const struct trace_report *)engine->report.data;
    const uint32_t *knots = (const uint32_t *)(report + 1);
    bool resume = false;
    do {
        TRY(trace_launch(engine, view, resume, error));
        for (uint32_t k = 0; k < report->knot_count; k++)
            TRY(trace_add(&engine->path, knots[k], error));
        resume = true;
    } while (report->end == TRACE_FULL);
    if (report->end == TRACE_LOST)
        return error_set(error, STATUS_FAILED,
                         "GPU wave %s: the label of cell %u has no predecessor (a fault of this "
                         "program)",
                         engine->wave->name, report->cell);
    job->outcome = OUTCOME_FOUND;
    job->cost = report->label;
    job->target = report->target;
    job->reached = report->reached;
    return finish_path(engine, job, first, error);
}
