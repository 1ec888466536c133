/* bucket: A* with a bucket queue, for all features and costs.
 *
 * States are settled by f = label + lower bound (lower_bound.h), which the queue keeps in buckets.
 * The bound is consistent, so a label is final when its state is settled, and f never falls. The
 * backtrace needs all states on any cheapest path; they have f at most the target's cost, so the
 * bucket of the first target is drained completely. Labels have 32 bits (bucket_flood.h); if larger
 * costs leave a target unreached, `dijkstra` searches again with 64 bits.
 *
 * Memory: 4 bytes per state of the largest window (16 per cell if bends cost) and 1/4 byte per cell
 * of the grid. Time: 10 to 30 ns per settled state.
 *
 * References: R. B. Dial, Algorithm 360: shortest-path forest with topological ordering, 1969.
 * P. E. Hart, N. J. Nilsson, B. Raphael, A formal basis for the heuristic determination of minimum
 * cost paths, 1968. */
#include "router/wave/bucket/bucket_flood.h"
#include "grid/clock.h"
#include "router/wave/wave.h"

struct bucket_wave {
    struct wave head;
    struct bucket_flood flood;
    size_t labels_capacity, bound_x_capacity, bound_y_capacity;
    struct wave *wide; /* dijkstra; made when a cost exceeds BUCKET_LABEL_MAX */
};

static bool has_label(const void *labels, const struct spot *spot, int axis, cost_t want)
{
    const struct bucket_flood *flood = labels;
    size_t place = bucket_place(flood, spot->x, spot->y, spot->z);
    if (flood->axes)
        place = (place << BUCKET_STATES_SHIFT) + (size_t)axis;
    return flood->labels[place] - flood->base == want;
}

/* Fits the labels to the window and moves base above all stored labels. */
static enum status prepare(struct bucket_wave *wave, const struct job *job, struct error *error)
{
    struct bucket_flood *flood = &wave->flood;
    flood->window = job->window;
    flood->column = flood->field->grid->layers;
    flood->row = flood->column * (job->window.x1 - job->window.x0 + 1);
    size_t states = flood->row * (job->window.y1 - job->window.y0 + 1)
                    << (flood->axes ? BUCKET_STATES_SHIFT : 0);
    if (states > wave->labels_capacity) {
        free(flood->labels);
        wave->labels_capacity = 0;
        TRY(MEM_NEW(flood->labels, states, "labels", error));
        wave->labels_capacity = states;
    }
    TRY(MEM_GROW(flood->bound_x, wave->bound_x_capacity, job->window.x1 - job->window.x0 + 1,
                 "bounds", error));
    TRY(MEM_GROW(flood->bound_y, wave->bound_y_capacity, job->window.y1 - job->window.y0 + 1,
                 "bounds", error));
    assert(flood->base <= BUCKET_BASE_MAX);
    flood->base += bucket_queue_top(&flood->queue) + 1;
    if (flood->base > BUCKET_BASE_MAX) {
        memset(flood->labels, 0, wave->labels_capacity * sizeof *flood->labels);
        flood->base = 1;
    }
    flood->cut = false;
    flood->status = STATUS_OK;
    bucket_queue_clear(&flood->queue);
    return STATUS_OK;
}

static void mark_job(struct bucket_wave *wave, const struct job *job, bool on)
{
    const struct bucket_flood *flood = &wave->flood;
    const struct grid *grid = flood->field->grid;
    wires_mark(grid, flood->own, job->sources, job->source_count, on);
    wires_mark(grid, flood->own, job->targets, job->target_count, on);
    wires_mark(grid, flood->aim, job->targets, job->target_count, on);
}

/* Queues the sources with label 0. */
static enum status seed(struct bucket_wave *wave, const struct job *job, struct error *error)
{
    struct bucket_flood *flood = &wave->flood;
    const struct grid *grid = flood->field->grid;
    for (uint32_t i = 0; i < job->source_count; i++)
        for (struct wire_walk at = wire_walk(grid, job->sources[i]); at.left > 0; wire_next(&at)) {
            uint32_t x = grid_x(grid, at.cell), y = grid_y(grid, at.cell),
                     z = grid_z(grid, at.cell);
            assert(box_contains(job->window, x, y)); /* engine.h */
            size_t place = bucket_place(flood, x, y, z);
            uint32_t *stored = &flood->labels[flood->axes ? place << BUCKET_STATES_SHIFT : place];
            uint32_t rest = lower_bound_at(&flood->bound, x, y, z, AXIS_NONE);
            if (*stored == flood->base || rest == BOUND_NONE)
                continue;
            *stored = flood->base;
            TRY(bucket_queue_push(&flood->queue, 0, rest, bucket_item(x, y, z, AXIS_NONE, 0),
                                  error));
        }
    return STATUS_OK;
}

/* Drains one key after another until a target is settled (*found); its cost is queue.at. */
static enum status run(struct bucket_wave *wave, const volatile sig_atomic_t *stop, bool *found,
                       bool *stopped, struct error *error)
{
    struct bucket_flood *flood = &wave->flood;
    enum status status;
    while (!*found && flood->status == STATUS_OK &&
           bucket_queue_next(&flood->queue, &status, error)) {
        if (stop_raised(stop)) {
            *stopped = true;
            return STATUS_OK;
        }
        *found = bucket_flood_drain(flood, error);
    }
    return flood->status != STATUS_OK ? flood->status : status;
}

/* Searches again with 64-bit labels. */
static enum status search_wide(struct bucket_wave *wave, struct job *job, struct trace *trace,
                               const volatile sig_atomic_t *stop, struct error *error)
{
    if (wave->wide == NULL)
        TRY(wave_create(&wave->wide, &wave_dijkstra, wave->head.field, error));
    return wave_search(wave->wide, job, trace, stop, error);
}

static enum status bucket_search(struct wave *base, struct job *job, struct trace *trace,
                                 const volatile sig_atomic_t *stop, struct error *error)
{
    struct bucket_wave *wave = (struct bucket_wave *)base;
    struct bucket_flood *flood = &wave->flood;
    bool found = false, stopped = false;
    TRY(prepare(wave, job, error));
    if (!lower_bound_aim(&flood->bound, flood->field->grid, job))
        return STATUS_OK;
    lower_bound_lines(&flood->bound, &job->window, flood->bound_x, flood->bound_y);
    mark_job(wave, job, true);
    enum status status = seed(wave, job, error);
    THEN(status, run(wave, stop, &found, &stopped, error));
    mark_job(wave, job, false);
    if (status != STATUS_OK)
        return status;
    if (stopped)
        job->outcome = OUTCOME_STOPPED;
    else if (!found && flood->cut)
        return search_wide(wave, job, trace, stop, error);
    if (!found)
        return STATUS_OK;
    struct backtrace labels = {flood->field, flood->window, has_label, flood};
    return backtrace_job(&labels, job, flood->queue.at, trace, error);
}

static void bucket_close(struct wave *base)
{
    struct bucket_wave *wave = (struct bucket_wave *)base;
    bucket_queue_destroy(&wave->flood.queue);
    wave_destroy(wave->wide);
    MEM_FREE(wave->flood.labels, wave->flood.bound_x, wave->flood.bound_y, wave->flood.own,
             wave->flood.aim);
}

static enum status bucket_open(struct wave *base, struct error *error)
{
    struct bucket_flood *flood = &((struct bucket_wave *)base)->flood;
    const size_t words = grid_plane_words(base->field->grid);
    bucket_flood_open(flood, base->field);
    TRY(MEM_NEW(flood->own, words, "own cells", error));
    return MEM_NEW(flood->aim, words, "target cells", error);
}

static size_t bucket_bytes(const struct wave *base)
{
    const struct bucket_wave *wave = (const struct bucket_wave *)base;
    size_t bytes = bucket_queue_bytes(&wave->flood.queue) - sizeof wave->flood.queue;
    bytes += (wave->labels_capacity + wave->bound_x_capacity + wave->bound_y_capacity) *
             sizeof *wave->flood.labels;
    bytes += 2 * grid_plane_words(wave->flood.field->grid) * sizeof *wave->flood.own;
    return bytes + (wave->wide != NULL ? wave_bytes(wave->wide) : 0);
}

const struct wave_ops wave_bucket = {
    .name = "bucket",
    .summary = "A* with a bucket queue, every feature (Hart et al. 1968, Dial 1969)",
    .features = FEATURE_ALL,
    .size = sizeof(struct bucket_wave),
    .open = bucket_open,
    .search = bucket_search,
    .bytes = bucket_bytes,
    .close = bucket_close,
    .pin_ns = 10,
    .wide_ns = 10,
};
