/* labels_mark: copies a job to the device, marks its cells, and clears the marks.
 *
 * The control record and the terminals are copied in one transfer:
 *
 *     job buffer   [ wave_control, padded | targets ... | sources ... ]
 */
#include "gpu/wave/labels/labels.cuh"

enum {
    CONTROL_BYTES = 128, /* bytes of wave_control with padding */
    MARK_THREADS = 512,  /* threads of the one block of `mark` and `wipe` */
};
static_assert(sizeof(struct wave_control) <= CONTROL_BYTES, "the control record fits its place");

/* Opens the job's cells to the search and starts the wave at its sources.
 *
 * Launch: one block of MARK_THREADS threads. A warp owns a terminal at a time, its lanes side by
 * side over the cells. Two terminals may share a cell or a word: bits are set by atomicOr, and only
 * the thread whose atomicMin finds the source without a label of this job writes it to the
 * frontier. Sources come after all targets, so that a source that is a target is noticed. */
template <typename L>
static __global__ void mark(struct field_view view, struct job_view job, L *labels, uint32_t axes,
                            uint32_t *queue, uint32_t *near_plane)
{
    uint32_t warp = threadIdx.x / 32, warps = blockDim.x / 32, lane = threadIdx.x % 32;
    assert(gridDim.x == 1 && blockDim.x == MARK_THREADS && job.base < job.top);
    for (uint32_t t = warp; t < job.target_count; t += warps) {
        for (uint32_t i = lane; i <= job.targets[t].steps; i += 32) {
            struct field_place at = place_of(view, terminal_cell(job.targets[t], i));
            atomicOr(&view.own[place_word(view, at)], place_bit(at));
            atomicOr(&view.target[place_word(view, at)], place_bit(at));
        }
    }
    __syncthreads();
    for (uint32_t s = warp; s < job.source_count; s += warps) {
        for (uint32_t i = lane; i <= job.sources[s].steps; i += 32) {
            struct field_place at = place_of(view, terminal_cell(job.sources[s], i));
            uint32_t word = place_word(view, at), bit = place_bit(at);
            uint32_t state = at.cell * axes;
            if (atomicMin(&labels[state], (L)job.base) < (L)job.top)
                continue;
            atomicOr(&view.own[word], bit);
            queue[atomicAdd(&job.control->tail[0], 1)] = state;
            atomicOr(&near_plane[word], bit);
            if ((__ldcg(&view.target[word]) & bit) != 0)
                job.control->best = job.base; /* all threads write the same value */
        }
    }
}

/* Clears the marks.
 *
 * Launch: one block of MARK_THREADS threads; a warp owns a terminal at a time. Two terminals may
 * share a cell or a word: bits are cleared by atomicAnd, clearing a bit twice is harmless. */
static __global__ void wipe(struct field_view view, const struct terminal *terminals,
                            uint32_t count)
{
    uint32_t warp = threadIdx.x / 32, warps = blockDim.x / 32, lane = threadIdx.x % 32;
    assert(gridDim.x == 1 && blockDim.x == MARK_THREADS);
    for (uint32_t t = warp; t < count; t += warps) {
        for (uint32_t i = lane; i <= terminals[t].steps; i += 32) {
            struct field_place at = place_of(view, terminal_cell(terminals[t], i));
            atomicAnd(&view.own[place_word(view, at)], ~place_bit(at));
            atomicAnd(&view.target[place_word(view, at)], ~place_bit(at));
        }
    }
}

/* Packs the control and the terminals and copies them to the device. */
static enum status send_job(struct labels *labels, const struct job *job, struct job_view *view,
                            struct error *error)
{
    struct gpu_engine *engine = labels->each.head.engine;
    const struct grid *grid = engine->field->grid;
    size_t count = (size_t)job->target_count + job->source_count;
    size_t bytes = CONTROL_BYTES + count * sizeof(struct terminal);
    if (bytes > labels->job.bytes) {
        TRY(buffer_reserve(&labels->job, 2 * bytes, "a job", &engine->account, error));
        TRY(buffer_reserve_host(&labels->job_host, 2 * bytes, "a job", &engine->account, error));
    }
    char *host = (char *)labels->job_host.data, *device = (char *)labels->job.data;
    struct terminal *terminals = (struct terminal *)(host + CONTROL_BYTES);
    for (uint32_t t = 0; t < job->target_count; t++)
        *terminals++ = terminal_of(grid, job->targets[t], t);
    for (uint32_t s = 0; s < job->source_count; s++)
        *terminals++ = terminal_of(grid, job->sources[s], s);
    struct wave_control control = {};
    control.best = view->top;
    control.far[0] = control.far[1] = control.far[2] = UINT64_MAX;
    memcpy(host, &control, sizeof control);
    CUDA_TRY(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, engine->stream), error);
    view->control = (struct wave_control *)device;
    view->targets = (const struct terminal *)(device + CONTROL_BYTES);
    view->sources = view->targets + job->target_count;
    view->target_count = job->target_count;
    view->source_count = job->source_count;
    return STATUS_OK;
}

/* Takes the next range of labels; fills all labels with ones if the rest is too short. */
static enum status take_range(struct labels *labels, struct job_view *view, struct error *error)
{
    if (labels->top < labels->span) {
        CUDA_TRY(cudaMemsetAsync(labels->label.data, 0xFF, labels->label.bytes,
                                 labels->each.head.engine->stream),
                 error);
        labels->top = labels->wide ? INT64_MAX : UINT32_MAX; /* so that a sum of two labels fits */
    }
    assert(labels->span > 0 && labels->top >= labels->span);
    view->top = labels->top;
    view->base = labels->top - labels->span;
    labels->top = view->base;
    return STATUS_OK;
}

enum status labels_mark(struct labels *labels, const struct job *job, struct job_view *view,
                        struct error *error)
{
    const struct gpu_engine *engine = labels->each.head.engine;
    assert(job->source_count > 0 && labels->queue.data != NULL && labels->near_plane.data != NULL);
    *view = {};
    view->window = job->window;
    TRY(take_range(labels, view, error));
    TRY(send_job(labels, job, view, error));
    engine_clear_stop(labels->each.head.engine);
    uint32_t *queue = (uint32_t *)labels->queue.data;
    uint32_t *near_plane = (uint32_t *)labels->near_plane.data;
    if (labels->wide)
        mark<<<1, MARK_THREADS, 0, engine->stream>>>(engine->copy.view, *view,
                                                     (unsigned long long *)labels->label.data,
                                                     labels->axes, queue, near_plane);
    else
        mark<<<1, MARK_THREADS, 0, engine->stream>>>(engine->copy.view, *view,
                                                     (unsigned int *)labels->label.data,
                                                     labels->axes, queue, near_plane);
    CUDA_LAUNCHED("mark", error);
    return STATUS_OK;
}

enum status labels_wipe(struct labels *labels, const struct job_view *view, struct error *error)
{
    const struct gpu_engine *engine = labels->each.head.engine;
    wipe<<<1, MARK_THREADS, 0, engine->stream>>>(engine->copy.view, view->targets,
                                                 view->target_count + view->source_count);
    CUDA_LAUNCHED("wipe", error);
    return STATUS_OK;
}
