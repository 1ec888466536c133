/* dijkstra: the reference wave (E. W. Dijkstra, A note on two problems in connexion with graphs,
 * 1959). It supports every feature and is not optimised; all other waves are compared with it.
 *
 * A state is a cell and an axis, with a label of 64 bits. The queue is a binary heap of (label,
 * state) without decrease-key: a state is pushed whenever its label falls, and stale entries are
 * skipped. The search ends when the least entry is no cheaper than the best target. Then all states
 * below that cost, and all targets of that cost, have their final labels. Other labels are too high
 * and never look like a predecessor to the backtrace.
 *
 * Time: O(s log s) for the s states of the window. Memory: 8 bytes per state. */
#include "router/wave/wave.h"

#include "grid/clock.h"

struct entry {
    cost_t label;
    struct spot spot;
    int axis;
};

struct dijkstra {
    struct wave head;
    struct box window;
    size_t width, height; /* of the window */
    int axes;             /* states per cell: 1, or AXES if bends cost */
    cost_t *labels;       /* [layer][y][x][axis] of the window */
    uint8_t *own;         /* [layer][y][x] OWN_ bits of the job's cells */
    size_t labels_capacity, own_capacity;
    struct entry *heap;
    size_t heap_count, heap_capacity;
};

enum { OWN_SOURCE = 1, OWN_TARGET = 2 }; /* bits of dijkstra.own */

static size_t local_cell(const struct dijkstra *wave, const struct spot *spot)
{
    DEBUG_ASSERT(box_contains(wave->window, spot->x, spot->y));
    return (spot->z * wave->height + (spot->y - wave->window.y0)) * wave->width +
           (spot->x - wave->window.x0);
}

static cost_t *label_of(const struct dijkstra *wave, const struct spot *spot, int axis)
{
    return &wave->labels[local_cell(wave, spot) * (size_t)wave->axes +
                         (size_t)(wave->axes > 1 ? axis : 0)];
}

static bool has_label(const void *labels, const struct spot *spot, int axis, cost_t want)
{
    return *label_of(labels, spot, axis) == want;
}

static enum status heap_push(struct dijkstra *wave, struct entry entry, struct error *error)
{
    DEBUG_ASSERT(wave->heap_count <= wave->heap_capacity);
    TRY(MEM_GROW(wave->heap, wave->heap_capacity, wave->heap_count + 1, "heap", error));
    size_t at = wave->heap_count++;
    for (; at > 0 && wave->heap[(at - 1) / 2].label > entry.label; at = (at - 1) / 2)
        wave->heap[at] = wave->heap[(at - 1) / 2];
    wave->heap[at] = entry;
    return STATUS_OK;
}

static struct entry heap_pop(struct dijkstra *wave)
{
    assert(wave->heap_count > 0);
    struct entry top = wave->heap[0], last = wave->heap[--wave->heap_count];
    size_t at = 0, child;
    while ((child = 2 * at + 1) < wave->heap_count) {
        if (child + 1 < wave->heap_count && wave->heap[child + 1].label < wave->heap[child].label)
            child++;
        if (wave->heap[child].label >= last.label)
            break;
        wave->heap[at] = wave->heap[child];
        at = child;
    }
    wave->heap[at] = last;
    return top;
}

/* Lowers a state's label to this one if it is less, and queues the state. */
static enum status relax(struct dijkstra *wave, struct spot spot, int axis, cost_t label,
                         struct error *error)
{
    DEBUG_ASSERT(axis >= 0 && axis < AXES && label != COST_NONE);
    cost_t *old = label_of(wave, &spot, axis);
    if (label >= *old)
        return STATUS_OK;
    *old = label;
    return heap_push(wave, (struct entry){label, spot, axis}, error);
}

/* Relaxes all steps that leave the state. */
static enum status expand(struct dijkstra *wave, const struct entry *from, struct error *error)
{
    DEBUG_ASSERT(from->label != COST_NONE);
    const struct grid *grid = wave->head.field->grid;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        if (!grid_step_exists(grid, from->spot.cell, direction))
            continue;
        struct spot to = spot_of(grid, grid_neighbour(grid, from->spot.cell, direction));
        if (!box_contains(wave->window, to.x, to.y))
            continue;
        if (grid_plane_get(grid, wave->head.field->closed, to.cell) &&
            wave->own[local_cell(wave, &to)] == 0)
            continue;
        cost_t cost = grid_weight(grid, to.cell);
        cost += wave->head.field->toll != NULL ? wave->head.field->toll[to.cell] : 0;
        cost += step_extra(&grid->rules, from->spot.z, from->axis, direction);
        int axis = wave->axes > 1 ? direction_axis(direction) : AXIS_NONE;
        TRY(relax(wave, to, axis, from->label + cost, error));
    }
    return STATUS_OK;
}

/* Fits the arrays to the job's window and clears them. */
static enum status prepare(struct dijkstra *wave, const struct job *job, struct error *error)
{
    wave->window = job->window;
    wave->width = job->window.x1 - job->window.x0 + 1;
    wave->height = job->window.y1 - job->window.y0 + 1;
    wave->axes = step_needs_axes(&wave->head.field->grid->rules) ? AXES : 1;
    wave->heap_count = 0;
    size_t cells = wave->width * wave->height * wave->head.field->grid->layers;
    size_t states = cells * (size_t)wave->axes;
    TRY(MEM_GROW(wave->labels, wave->labels_capacity, states, "labels", error));
    TRY(MEM_GROW(wave->own, wave->own_capacity, cells, "own cells", error));
    static_assert(COST_NONE == UINT64_MAX, "all bits are set");
    memset(wave->labels, 0xff, states * sizeof *wave->labels);
    memset(wave->own, 0, cells);
    return STATUS_OK;
}

/* Marks the wires' cells as the job's own and queues sources with label 0. */
static enum status mark(struct dijkstra *wave, const struct wire *wires, uint32_t count,
                        uint8_t own, struct error *error)
{
    assert(count == 0 || wires != NULL);
    assert(own == OWN_SOURCE || own == OWN_TARGET);
    const struct grid *grid = wave->head.field->grid;
    for (uint32_t i = 0; i < count; i++)
        for (struct wire_walk at = wire_walk(grid, wires[i]); at.left > 0; wire_next(&at)) {
            struct spot spot = spot_of(grid, at.cell);
            if (!box_contains(wave->window, spot.x, spot.y))
                continue;
            wave->own[local_cell(wave, &spot)] |= own;
            if (own == OWN_SOURCE)
                TRY(relax(wave, spot, AXIS_NONE, 0, error));
        }
    return STATUS_OK;
}

/* Settles states until the best target is settled; *best is its label, or COST_NONE. */
static enum status flood(struct dijkstra *wave, const volatile sig_atomic_t *stop, cost_t *best,
                         bool *stopped, struct error *error)
{
    cost_t settled_label = 0;
    *best = COST_NONE;
    *stopped = false;
    for (size_t settled = 0; wave->heap_count > 0 && wave->heap[0].label < *best; settled++) {
        if (settled % 1024 == 0 && stop_raised(stop)) {
            *stopped = true;
            return STATUS_OK;
        }
        struct entry entry = heap_pop(wave);
        assert(entry.label >= settled_label); /* settled labels are final */
        settled_label = entry.label;
        if (entry.label != *label_of(wave, &entry.spot, entry.axis))
            continue;
        if ((wave->own[local_cell(wave, &entry.spot)] & OWN_TARGET) != 0)
            *best = entry.label;
        else
            TRY(expand(wave, &entry, error));
    }
    return STATUS_OK;
}

static enum status dijkstra_search(struct wave *base, struct job *job, struct trace *trace,
                                   const volatile sig_atomic_t *stop, struct error *error)
{
    struct dijkstra *wave = (struct dijkstra *)base;
    cost_t best = COST_NONE;
    bool stopped = false;
    TRY(prepare(wave, job, error));
    TRY(mark(wave, job->targets, job->target_count, OWN_TARGET, error));
    TRY(mark(wave, job->sources, job->source_count, OWN_SOURCE, error));
    TRY(flood(wave, stop, &best, &stopped, error));
    if (stopped)
        job->outcome = OUTCOME_STOPPED;
    if (stopped || best == COST_NONE)
        return STATUS_OK;
    struct backtrace labels = {wave->head.field, wave->window, has_label, wave};
    return backtrace_job(&labels, job, best, trace, error);
}

static size_t dijkstra_bytes(const struct wave *base)
{
    const struct dijkstra *wave = (const struct dijkstra *)base;
    return wave->labels_capacity * sizeof *wave->labels + wave->own_capacity +
           wave->heap_capacity * sizeof *wave->heap;
}

static void dijkstra_close(struct wave *base)
{
    struct dijkstra *wave = (struct dijkstra *)base;
    MEM_FREE(wave->labels, wave->own, wave->heap);
}

const struct wave_ops wave_dijkstra = {
    .name = "dijkstra",
    .summary = "the reference: binary heap, every feature, not optimised (Dijkstra 1959)",
    .features = FEATURE_ALL,
    .size = sizeof(struct dijkstra),
    .search = dijkstra_search,
    .bytes = dijkstra_bytes,
    .close = dijkstra_close,
    .pin_ns = 100,
    .wide_ns = 100,
};
