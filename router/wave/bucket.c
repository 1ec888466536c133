/* bucket: goal-directed search over a bucket queue; the fast wave for every cost and feature.
 *
 * States are settled by f = label + lower bound of the rest (A*: Hart, Nilsson, Raphael 1968), and
 * the queue keeps them by f in buckets (Dial 1969). The bound is consistent, so a state's label is
 * final when it is settled, and a step's f never falls.
 *
 * To be canonical the trace needs every state that lies on any cheapest path. Those have f at most
 * the target's cost, so the bucket in which the first target is settled is drained to its end;
 * stopping at the target would leave some of them with labels that are too high.
 *
 * Labels are 32 bits and are never cleared: a search writes base + label, and base then moves
 * above all that was written, so what an earlier search left reads as "not reached":
 *
 *     stored - base    wraps to a huge number where stored < base, so that
 *                      label < stored - base    asks "new or better" in one compare
 *
 * Only when base nears 2^32 are the labels cleared. They are laid out by the window, not by the
 * grid: short nets keep to the same few warm lines wherever they lie. Costs above LABEL_MAX are not
 * followed; where that leaves a target unreached, the search is done again by `dijkstra`, whose
 * labels have 64 bits.
 *
 * Cost: 4 bytes a state of the largest window (16 a cell where bends cost), 1/4 byte a cell of the
 * grid for the job's own cells; per settled state some 10 to 30 ns.
 *
 * References: R. B. Dial, Algorithm 360: shortest-path forest with topological ordering, 1969.
 * P. E. Hart, N. J. Nilsson, B. Raphael, A formal basis for the heuristic determination of minimum
 * cost paths, 1968.
 */
#include <stdlib.h>
#include <string.h>

#include "router/wave/bucket_queue.h"
#include "router/wave/lower_bound.h"
#include "router/wave/wave.h"

#define LABEL_MAX ((uint32_t)1 << 30)
#define BASE_MAX  (UINT32_MAX - 2 * LABEL_MAX) /* so that the trick above holds up to LABEL_MAX */

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum { STATES_SHIFT = 2 }; /* where bends cost, a cell has 4 places for its 3 axes */

struct bucket_wave {
    const struct field *field;
    bool axes; /* bends cost */
    struct box window;
    size_t column, row; /* places of a column of layers and of a row of the window */
    struct lower_bound bound;
    uint32_t *bound_x, *bound_y; /* of the window's columns and rows */
    size_t bound_x_capacity, bound_y_capacity;
    struct bucket_queue queue;
    uint32_t *labels; /* [y][x][layer] of the window, or [..][4] */
    size_t labels_capacity;
    uint32_t base;                  /* stored label of 0; at least 1 */
    uint32_t highest;               /* label of this search */
    bool cut;                       /* a label above LABEL_MAX was dropped */
    uint64_t *own;                  /* bit plane of the grid: the job's sources and targets */
    uint64_t *aim;                  /* the targets alone */
    uint8_t exits[GRID_LAYERS_MAX]; /* by layer: bit d set where a step in direction d may exist */
    uint32_t extra[GRID_LAYERS_MAX][AXES][DIRECTIONS];
    uint64_t settled;
    enum status status; /* of pushes */
    struct wave *wide;  /* the reference, made when a cost does not fit */
};

/* A state as the queue holds it, with the low bits of the label that it was queued for: where its
 * label fell since, the entry is stale. (That it fell by a multiple of 2^24 does no harm: the state
 * is then settled twice, with the same label.) */
static inline uint64_t pack(uint32_t x, uint32_t y, uint32_t z, int axis, uint32_t label)
{
    return x | (uint64_t)y << 16 | (uint64_t)(z | (unsigned)axis << 6) << 32 |
           (uint64_t)label << 40;
}

static inline size_t place_of(const struct bucket_wave *wave, uint32_t x, uint32_t y, uint32_t z)
{
    return (y - wave->window.y0) * wave->row + (x - wave->window.x0) * wave->column + z;
}

static bool has_label(const void *labels, const struct spot *spot, int axis, cost_t want)
{
    const struct bucket_wave *wave = labels;
    size_t place = place_of(wave, spot->x, spot->y, spot->z);
    if (wave->axes)
        place = (place << STATES_SHIFT) + (size_t)axis;
    return wave->labels[place] - wave->base == want;
}

/* ---- one step ------------------------------------------------------------------------------- */

/* What the inner loop reads, on its stack, where no store to a label can change it. */
struct view {
    const uint64_t *closed, *own;
    const uint32_t *weight, *toll;
    uint32_t *labels;
    const uint32_t *bound_x, *bound_y; /* see lower_bound_far */
    const struct lower_bound *bound;
    uint32_t base, key;
    bool axes, weights, tolls;
};

/* A state, or the neighbour that a step enters. */
struct state {
    uint32_t x, y, z;
    int axis;
    size_t cell, place, row_word; /* row_word: of its row in a bit plane */
};

/* Lowers the neighbour's label and queues it, if it may be entered and the label is better. */
ALWAYS_INLINE void enter(struct bucket_wave *wave, const struct view *view, struct state to,
                         uint64_t label, struct error *error)
{
    uint32_t *stored =
        &view->labels[view->axes ? (to.place << STATES_SHIFT) + (size_t)to.axis : to.place];
    uint32_t old = *stored - view->base;
    if (label >= old)
        return; /* as good without its weight already */
    size_t word = to.row_word + to.x / 64;
    uint64_t bit = (uint64_t)1 << to.x % 64;
    if ((view->closed[word] & bit) != 0 && (view->own[word] & bit) == 0)
        return;
    if (view->weights)
        label += view->weight[to.cell] - 1;
    if (view->tolls)
        label += view->toll[to.cell];
    if (label > LABEL_MAX) {
        wave->cut = true;
        return;
    }
    if ((view->weights || view->tolls) && label >= old)
        return;
    uint32_t rest =
        lower_bound_sum(view->bound, view->bound_x[to.x] + view->bound_y[to.y], to.z, to.axis);
    if (rest == BOUND_NONE)
        return;
    *stored = view->base + (uint32_t)label;
    if (bucket_queue_push(&wave->queue, view->key, (uint32_t)label + rest,
                          pack(to.x, to.y, to.z, to.axis, (uint32_t)label), error) != STATUS_OK)
        wave->status = STATUS_FAILED;
}

/* Takes all steps that leave a state. */
ALWAYS_INLINE void leave(struct bucket_wave *wave, const struct view *view, struct state at,
                         uint32_t label, struct error *error)
{
    const struct grid *grid = wave->field->grid;
    const struct box *window = &wave->window;
    const uint32_t *extra = wave->extra[at.z][at.axis];
    const int x_axis = view->axes ? AXIS_X : AXIS_NONE, y_axis = view->axes ? AXIS_Y : AXIS_NONE;
    const uint64_t next = (uint64_t)label + 1;
    const size_t width = grid->width, row = wave->row, column = wave->column;
    unsigned exits = wave->exits[at.z];
    if (grid->walls != NULL)
        exits &= ~(unsigned)grid->walls[at.cell];
    if ((exits & 1u << EAST) != 0 && at.x < window->x1)
        enter(wave, view,
              (struct state){at.x + 1, at.y, at.z, x_axis, at.cell + 1, at.place + column,
                             at.row_word},
              next + extra[EAST], error);
    if ((exits & 1u << WEST) != 0 && at.x > window->x0)
        enter(wave, view,
              (struct state){at.x - 1, at.y, at.z, x_axis, at.cell - 1, at.place - column,
                             at.row_word},
              next + extra[WEST], error);
    if ((exits & 1u << NORTH) != 0 && at.y < window->y1)
        enter(wave, view,
              (struct state){at.x, at.y + 1, at.z, y_axis, at.cell + width, at.place + row,
                             at.row_word + grid->row_words},
              next + extra[NORTH], error);
    if ((exits & 1u << SOUTH) != 0 && at.y > window->y0)
        enter(wave, view,
              (struct state){at.x, at.y - 1, at.z, y_axis, at.cell - width, at.place - row,
                             at.row_word - grid->row_words},
              next + extra[SOUTH], error);
    const size_t plane = width * grid->height, words = grid->height * grid->row_words;
    if ((exits & 1u << UP) != 0)
        enter(wave, view,
              (struct state){at.x, at.y, at.z + 1, AXIS_NONE, at.cell + plane, at.place + 1,
                             at.row_word + words},
              next + extra[UP], error);
    if ((exits & 1u << DOWN) != 0)
        enter(wave, view,
              (struct state){at.x, at.y, at.z - 1, AXIS_NONE, at.cell - plane, at.place - 1,
                             at.row_word - words},
              next + extra[DOWN], error);
}

/* Settles all states of the queue's key; true where a target was among them. */
ALWAYS_INLINE bool drain(struct bucket_wave *wave, bool axes, bool weights, bool tolls,
                         struct error *error)
{
    const struct field *field = wave->field;
    const struct grid *grid = field->grid;
    const uint32_t key = wave->queue.at;
    const struct view view = {.closed = field->closed,
                              .own = wave->own,
                              .weight = grid->weight,
                              .toll = field->toll,
                              .labels = wave->labels,
                              .bound_x = wave->bound_x - wave->window.x0,
                              .bound_y = wave->bound_y - wave->window.y0,
                              .bound = &wave->bound,
                              .base = wave->base,
                              .key = key,
                              .axes = axes,
                              .weights = weights,
                              .tolls = tolls};
    uint64_t item, settled = 0;
    bool hit = false;
    while (bucket_queue_pop(&wave->queue, &item)) {
        struct state at = {
            item & 0xffff, item >> 16 & 0xffff, item >> 32 & 0x3f, AXIS_NONE, 0, 0, 0};
        at.axis = axes ? (int)(item >> 38 & 3) : AXIS_NONE;
        at.place = place_of(wave, at.x, at.y, at.z);
        size_t grid_row = (size_t)at.z * grid->height + at.y;
        at.row_word = grid_row * grid->row_words;
        at.cell = grid_row * grid->width + at.x;
        uint32_t label =
            view.labels[axes ? (at.place << STATES_SHIFT) + (size_t)at.axis : at.place] - view.base;
        if ((label & 0xffffff) != item >> 40)
            continue;
        settled++;
        if (label == key && (wave->aim[at.row_word + at.x / 64] >> at.x % 64 & 1) != 0)
            hit = true;
        else
            leave(wave, &view, at, label, error);
    }
    wave->settled += settled;
    return hit;
}

typedef bool drain_key(struct bucket_wave *wave, struct error *error);

#define DRAIN(name, axes, weights, tolls)                                                          \
    static bool name(struct bucket_wave *wave, struct error *error)                                \
    {                                                                                              \
        return drain(wave, axes, weights, tolls, error);                                           \
    }

DRAIN(drain_plain, false, false, false)
DRAIN(drain_tolls, false, false, true)
DRAIN(drain_weights, false, true, false)
DRAIN(drain_both, false, true, true)
DRAIN(drain_axes, true, false, false)
DRAIN(drain_axes_tolls, true, false, true)
DRAIN(drain_axes_weights, true, true, false)
DRAIN(drain_axes_both, true, true, true)

static drain_key *const drains[2][2][2] = {
    {{drain_plain, drain_tolls}, {drain_weights, drain_both}},
    {{drain_axes, drain_axes_tolls}, {drain_axes_weights, drain_axes_both}},
};

/* ---- one search ----------------------------------------------------------------------------- */

/* Fits the labels to the window and moves base above what was written. */
static enum status prepare(struct bucket_wave *wave, const struct job *job, struct error *error)
{
    wave->window = job->window;
    wave->column = wave->field->grid->layers;
    wave->row = wave->column * (job->window.x1 - job->window.x0 + 1);
    size_t states = wave->row * (job->window.y1 - job->window.y0 + 1)
                    << (wave->axes ? STATES_SHIFT : 0);
    if (states > wave->labels_capacity) {
        free(wave->labels);
        wave->labels_capacity = 0;
        wave->labels = mem_alloc(states, sizeof *wave->labels, "labels", error);
        if (wave->labels == NULL)
            return STATUS_FAILED;
        wave->labels_capacity = states;
    }
    if (mem_grow((void **)&wave->bound_x, &wave->bound_x_capacity,
                 job->window.x1 - job->window.x0 + 1, sizeof *wave->bound_x, "bounds",
                 error) != STATUS_OK ||
        mem_grow((void **)&wave->bound_y, &wave->bound_y_capacity,
                 job->window.y1 - job->window.y0 + 1, sizeof *wave->bound_y, "bounds",
                 error) != STATUS_OK)
        return STATUS_FAILED;
    wave->base += bucket_queue_top(&wave->queue) + 1;
    if (wave->base > BASE_MAX) {
        memset(wave->labels, 0, wave->labels_capacity * sizeof *wave->labels);
        wave->base = 1;
    }
    wave->cut = false;
    wave->settled = 0;
    wave->status = STATUS_OK;
    bucket_queue_clear(&wave->queue);
    return STATUS_OK;
}

static void mark_job(struct bucket_wave *wave, const struct job *job, bool on)
{
    const struct grid *grid = wave->field->grid;
    wires_mark(grid, wave->own, job->sources, job->source_count, on);
    wires_mark(grid, wave->own, job->targets, job->target_count, on);
    wires_mark(grid, wave->aim, job->targets, job->target_count, on);
}

/* Queues the sources with label 0. */
static enum status seed(struct bucket_wave *wave, const struct job *job, struct error *error)
{
    const struct grid *grid = wave->field->grid;
    for (uint32_t i = 0; i < job->source_count; i++) {
        cell_t stride = (cell_t)wire_stride(grid, job->sources[i]), cell = job->sources[i].from;
        for (uint32_t left = wire_steps(grid, job->sources[i]) + 1; left > 0; left--) {
            uint32_t x = grid_x(grid, cell), y = grid_y(grid, cell), z = grid_z(grid, cell);
            size_t place = place_of(wave, x, y, z);
            uint32_t *stored = &wave->labels[wave->axes ? place << STATES_SHIFT : place];
            uint32_t rest = lower_bound_at(&wave->bound, x, y, z, AXIS_NONE);
            cell += stride;
            if (*stored == wave->base || rest == BOUND_NONE)
                continue;
            *stored = wave->base;
            if (bucket_queue_push(&wave->queue, 0, rest, pack(x, y, z, AXIS_NONE, 0), error) !=
                STATUS_OK)
                return STATUS_FAILED;
        }
    }
    return STATUS_OK;
}

/* Drains key after key until a target is settled. *found tells; its cost is then queue.at. */
static enum status flood(struct bucket_wave *wave, const volatile sig_atomic_t *stop, bool *found,
                         bool *stopped, struct error *error)
{
    const struct field *field = wave->field;
    drain_key *drain_one = drains[wave->axes][field->grid->weight != NULL][field->toll != NULL];
    enum status status;
    while (!*found && wave->status == STATUS_OK &&
           bucket_queue_next(&wave->queue, &status, error)) {
        if (stop != NULL && *stop != 0) {
            *stopped = true;
            return STATUS_OK;
        }
        *found = drain_one(wave, error);
    }
    return wave->status != STATUS_OK ? wave->status : status;
}

/* Searches again with 64-bit labels. */
static enum status search_wide(struct bucket_wave *wave, struct job *job, struct trace *trace,
                               const volatile sig_atomic_t *stop, struct error *error)
{
    if (wave->wide == NULL && wave_dijkstra.create(&wave->wide, wave->field, error) != STATUS_OK)
        return STATUS_FAILED;
    return wave_dijkstra.search(wave->wide, job, trace, stop, error);
}

static enum status bucket_search(struct wave *base, struct job *job, struct trace *trace,
                                 const volatile sig_atomic_t *stop, struct error *error)
{
    struct bucket_wave *wave = (struct bucket_wave *)base;
    bool found = false, stopped = false;
    job->outcome = OUTCOME_NONE;
    job->knot_count = 0;
    if (prepare(wave, job, error) != STATUS_OK)
        return STATUS_FAILED;
    if (!lower_bound_aim(&wave->bound, wave->field->grid, job))
        return STATUS_OK;
    lower_bound_lines(&wave->bound, &job->window, wave->bound_x, wave->bound_y);
    mark_job(wave, job, true);
    enum status status = seed(wave, job, error);
    if (status == STATUS_OK)
        status = flood(wave, stop, &found, &stopped, error);
    mark_job(wave, job, false);
    if (status != STATUS_OK)
        return status;
    if (stopped)
        job->outcome = OUTCOME_STOPPED;
    else if (!found && wave->cut)
        return search_wide(wave, job, trace, stop, error);
    if (!found)
        return STATUS_OK;
    struct backtrace labels = {wave->field, wave->window, has_label, wave};
    return backtrace_job(&labels, job, wave->queue.at, trace, error);
}

/* ---- the workspace -------------------------------------------------------------------------- */

static void make_steps(struct bucket_wave *wave, const struct grid *grid)
{
    for (uint32_t z = 0; z < grid->layers; z++)
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            bool edge = (direction == UP && z + 1 == grid->layers) || (direction == DOWN && z == 0);
            if (!edge && !step_is_forbidden(&grid->rules, z, direction))
                wave->exits[z] |= (uint8_t)(1u << direction);
            for (int axis = 0; axis < AXES; axis++)
                wave->extra[z][axis][direction] =
                    (uint32_t)step_extra(&grid->rules, z, axis, direction);
        }
}

static void bucket_destroy(struct wave *base)
{
    struct bucket_wave *wave = (struct bucket_wave *)base;
    if (wave == NULL)
        return;
    bucket_queue_destroy(&wave->queue);
    wave_dijkstra.destroy(wave->wide);
    free(wave->labels);
    free(wave->bound_x);
    free(wave->bound_y);
    free(wave->own);
    free(wave->aim);
    free(wave);
}

static enum status bucket_create(struct wave **base, const struct field *field, struct error *error)
{
    struct bucket_wave *wave = mem_alloc(1, sizeof *wave, "wave", error);
    *base = (struct wave *)wave;
    if (wave == NULL)
        return STATUS_FAILED;
    wave->field = field;
    wave->axes = step_needs_axes(&field->grid->rules);
    make_steps(wave, field->grid);
    size_t words = grid_plane_words(field->grid);
    wave->own = mem_alloc(words, sizeof *wave->own, "own cells", error);
    wave->aim = mem_alloc(words, sizeof *wave->aim, "target cells", error);
    if (wave->own != NULL && wave->aim != NULL)
        return STATUS_OK;
    bucket_destroy(*base);
    *base = NULL;
    return STATUS_FAILED;
}

static uint64_t bucket_settled(const struct wave *base)
{
    return ((const struct bucket_wave *)base)->settled;
}

static size_t bucket_bytes(const struct wave *base)
{
    const struct bucket_wave *wave = (const struct bucket_wave *)base;
    size_t bytes = sizeof *wave - sizeof wave->queue + bucket_queue_bytes(&wave->queue);
    bytes += (wave->labels_capacity + wave->bound_x_capacity + wave->bound_y_capacity) *
             sizeof *wave->labels;
    bytes += 2 * grid_plane_words(wave->field->grid) * sizeof *wave->own;
    return bytes + (wave->wide != NULL ? wave_dijkstra.bytes(wave->wide) : 0);
}

const struct wave_ops wave_bucket = {
    .name = "bucket",
    .summary = "goal-directed over a bucket queue, every feature (Dial 1969, Hart et al. 1968)",
    .features = FEATURE_ALL,
    .create = bucket_create,
    .search = bucket_search,
    .settled = bucket_settled,
    .bytes = bucket_bytes,
    .destroy = bucket_destroy,
};
