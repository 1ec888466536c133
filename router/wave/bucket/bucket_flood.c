/* bucket_flood: one inner loop, compiled for each combination of bends, weights and tolls. */
#include "router/wave/bucket/bucket_flood.h"

#include "router/search/backtrace.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Copies of members that the inner loop reads. They are on the stack, so that the compiler knows
 * that no store to a label changes them. */
struct view {
    const uint64_t *closed, *own;
    const uint32_t *weight, *toll;
    uint32_t *labels;
    const uint32_t *bound_x, *bound_y; /* by column and row of the grid */
    const struct lower_bound *bound;
    uint32_t base, key;
    bool axes, weights, tolls;
};

/* A state, or the neighbour that a step enters. */
struct flood_state {
    uint32_t x, y, z;
    int axis;
    size_t cell, place, row_word; /* row_word: of its row in a bit plane */
};

/* Lowers the neighbour's label and queues it if it may be entered and the label is better. */
ALWAYS_INLINE void enter(struct bucket_flood *flood, const struct view *view, struct flood_state to,
                         uint64_t label, struct error *error)
{
    uint32_t *stored =
        &view->labels[view->axes ? (to.place << BUCKET_STATES_SHIFT) + (size_t)to.axis : to.place];
    uint32_t old = *stored - view->base;
    if (label >= old)
        return; /* no better even without weight and toll */
    size_t word = to.row_word + to.x / 64;
    uint64_t bit = (uint64_t)1 << to.x % 64;
    if ((view->closed[word] & bit) != 0 && (view->own[word] & bit) == 0)
        return;
    if (view->weights)
        label += view->weight[to.cell] - 1;
    if (view->tolls)
        label += view->toll[to.cell];
    if (label > BUCKET_LABEL_MAX) {
        flood->cut = true;
        return;
    }
    if ((view->weights || view->tolls) && label >= old)
        return;
    uint32_t rest =
        lower_bound_sum(view->bound, view->bound_x[to.x] + view->bound_y[to.y], to.z, to.axis);
    if (rest == BOUND_NONE)
        return;
    *stored = view->base + (uint32_t)label;
    if (bucket_queue_push(&flood->queue, view->key, (uint32_t)label + rest,
                          bucket_item(to.x, to.y, to.z, to.axis, (uint32_t)label),
                          error) != STATUS_OK)
        flood->status = STATUS_FAILED;
}

/* Takes all steps out of a state. */
ALWAYS_INLINE void leave(struct bucket_flood *flood, const struct view *view, struct flood_state at,
                         uint32_t label, struct error *error)
{
    const struct grid *grid = flood->field->grid;
    const struct box *window = &flood->window;
    const uint32_t *extra = flood->extra[at.z][at.axis];
    const int x_axis = view->axes ? AXIS_X : AXIS_NONE, y_axis = view->axes ? AXIS_Y : AXIS_NONE;
    const uint64_t next = (uint64_t)label + 1;
    const size_t width = grid->width, row = flood->row, column = flood->column;
    unsigned exits = flood->exits[at.z];
    if (grid->walls != NULL)
        exits &= ~(unsigned)grid->walls[at.cell];
    const size_t plane = width * grid->height, words = grid->height * grid->row_words;
#define STEP(direction, inside, ...)                                                               \
    if ((exits & 1u << (direction)) != 0 && (inside))                                              \
    enter(flood, view, (struct flood_state){__VA_ARGS__}, next + extra[direction], error)
    STEP(EAST, at.x < window->x1, at.x + 1, at.y, at.z, x_axis, at.cell + 1, at.place + column,
         at.row_word);
    STEP(WEST, at.x > window->x0, at.x - 1, at.y, at.z, x_axis, at.cell - 1, at.place - column,
         at.row_word);
    STEP(NORTH, at.y < window->y1, at.x, at.y + 1, at.z, y_axis, at.cell + width, at.place + row,
         at.row_word + grid->row_words);
    STEP(SOUTH, at.y > window->y0, at.x, at.y - 1, at.z, y_axis, at.cell - width, at.place - row,
         at.row_word - grid->row_words);
    STEP(UP, true, at.x, at.y, at.z + 1, AXIS_NONE, at.cell + plane, at.place + 1,
         at.row_word + words);
    STEP(DOWN, true, at.x, at.y, at.z - 1, AXIS_NONE, at.cell - plane, at.place - 1,
         at.row_word - words);
#undef STEP
}

/* See bucket_flood_drain. */
ALWAYS_INLINE bool drain(struct bucket_flood *flood, bool axes, bool weights, bool tolls,
                         struct error *error)
{
    const struct field *field = flood->field;
    const struct grid *grid = field->grid;
    const uint32_t key = flood->queue.at;
    const struct view view = {.closed = field->closed,
                              .own = flood->own,
                              .weight = grid->weight,
                              .toll = field->toll,
                              .labels = flood->labels,
                              .bound_x = flood->bound_x - flood->window.x0,
                              .bound_y = flood->bound_y - flood->window.y0,
                              .bound = &flood->bound,
                              .base = flood->base,
                              .key = key,
                              .axes = axes,
                              .weights = weights,
                              .tolls = tolls};
    uint64_t item;
    bool hit = false;
    while (bucket_queue_pop(&flood->queue, &item)) {
        struct flood_state at = {
            item & 0xffff, item >> 16 & 0xffff, item >> 32 & 0x3f, AXIS_NONE, 0, 0, 0};
        at.axis = axes ? (int)(item >> 38 & 3) : AXIS_NONE;
        at.place = bucket_place(flood, at.x, at.y, at.z);
        size_t grid_row = (size_t)at.z * grid->height + at.y;
        at.row_word = grid_row * grid->row_words;
        at.cell = grid_row * grid->width + at.x;
        uint32_t label =
            view.labels[axes ? (at.place << BUCKET_STATES_SHIFT) + (size_t)at.axis : at.place] -
            view.base;
        if ((label & 0xffffff) != item >> 40)
            continue;
        if (label == key && (flood->aim[at.row_word + at.x / 64] >> at.x % 64 & 1) != 0)
            hit = true;
        else
            leave(flood, &view, at, label, error);
    }
    return hit;
}

typedef bool drain_key(struct bucket_flood *flood, struct error *error);

#define DRAIN(name, axes, weights, tolls)                                                          \
    static bool name(struct bucket_flood *flood, struct error *error)                              \
    {                                                                                              \
        return drain(flood, axes, weights, tolls, error);                                          \
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

bool bucket_flood_drain(struct bucket_flood *flood, struct error *error)
{
    const struct field *field = flood->field;
    assert(flood->base >= 1 && flood->base <= BUCKET_BASE_MAX);
    return drains[flood->axes][field->grid->weight != NULL][field->toll != NULL](flood, error);
}

void bucket_flood_open(struct bucket_flood *flood, const struct field *field)
{
    const struct grid *grid = field->grid;
    assert(grid->width <= 1 << 16 && grid->height <= 1 << 16 && grid->layers <= 1 << 6);
    flood->field = field;
    flood->axes = step_needs_axes(&grid->rules);
    for (uint32_t z = 0; z < grid->layers; z++)
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            bool edge = (direction == UP && z + 1 == grid->layers) || (direction == DOWN && z == 0);
            if (!edge && !step_is_forbidden(&grid->rules, z, direction))
                flood->exits[z] |= (uint8_t)(1u << direction);
            for (int axis = 0; axis < AXES; axis++)
                flood->extra[z][axis][direction] =
                    (uint32_t)step_extra(&grid->rules, z, axis, direction);
        }
}
