/* lower_bound: `rest` is computed by label correcting, in sweeps over the layers. */
#include "router/wave/bucket/lower_bound.h"

#include "router/search/field.h"

static uint32_t plus(uint32_t a, uint32_t b)
{
    return a == BOUND_NONE ? BOUND_NONE : a + b;
}

/* The cheapest step in this direction on any layer. */
static uint32_t cheapest_step(const struct grid *grid, int direction)
{
    assert(direction >= 0 && direction < DIRECTIONS);
    uint32_t cheapest = BOUND_STEP_MAX;
    for (uint32_t z = 0; z < grid->layers; z++)
        if (!step_is_forbidden(&grid->rules, z, direction))
            cheapest =
                least(cheapest, 1 + (uint32_t)step_extra(&grid->rules, z, AXIS_NONE, direction));
    return cheapest;
}

/* The rest if the next step is in x or y, so that this axis is no longer needed. */
static uint32_t rest_by_step(const struct lower_bound *bound, const struct grid *grid, uint32_t z,
                             int needs, int axis, int direction)
{
    assert(z < grid->layers && needs >= 0 && needs < NEEDS && axis >= 0 && axis < AXES);
    bool x_step = direction == EAST;
    if (step_is_forbidden(&grid->rules, z, direction))
        return BOUND_NONE;
    uint32_t cost = 1 + (uint32_t)step_extra(&grid->rules, z, axis, direction);
    cost -= x_step ? bound->per_x : bound->per_y;
    int left = needs & ~(x_step ? NEED_X : NEED_Y);
    return plus(bound->rest[z][left][direction_axis(direction)], cost);
}

/* Lowers the rest of one state from its successors; true if it fell. */
static bool improve(struct lower_bound *bound, const struct grid *grid, uint32_t z, int needs,
                    int axis)
{
    assert(z < grid->layers && needs >= 0 && needs < NEEDS && axis >= 0 && axis < AXES);
    uint32_t *rest = &bound->rest[z][needs][axis], before = *rest;
    if (needs == 0 && (bound->layers >> z & 1) != 0)
        *rest = 0;
    if ((needs & NEED_X) != 0)
        *rest = least(*rest, rest_by_step(bound, grid, z, needs, axis, EAST));
    if ((needs & NEED_Y) != 0)
        *rest = least(*rest, rest_by_step(bound, grid, z, needs, axis, NORTH));
    if (z > 0)
        *rest = least(*rest, plus(bound->rest[z - 1][needs][AXIS_NONE], grid->rules.via + 1));
    if (z + 1 < grid->layers)
        *rest = least(*rest, plus(bound->rest[z + 1][needs][AXIS_NONE], grid->rules.via + 1));
    return *rest < before;
}

static bool improve_layer(struct lower_bound *bound, const struct grid *grid, uint32_t z)
{
    bool fell = false;
    for (int needs = 0; needs < NEEDS; needs++)
        for (int axis = 0; axis < AXES; axis++)
            fell |= improve(bound, grid, z, needs, axis);
    return fell;
}

static void make_rest(struct lower_bound *bound, const struct grid *grid)
{
    memset(bound->rest, 0xff, grid->layers * sizeof *bound->rest);
    bound->per_x = cheapest_step(grid, EAST);
    bound->per_y = cheapest_step(grid, NORTH);
    for (bool fell = true; fell;) {
        fell = false;
        for (uint32_t z = 0; z < grid->layers; z++)
            fell |= improve_layer(bound, grid, z);
        for (uint32_t z = grid->layers; z-- > 0;)
            fell |= improve_layer(bound, grid, z);
    }
    bound->rest_for = bound->layers;
}

/* Extends the box and the layers by the part of a target inside the window. */
static void add_target(struct lower_bound *bound, const struct grid *grid, const struct box *window,
                       struct wire wire)
{
    const struct box part = box_cut(box_of_wire(grid, wire), *window);
    if (box_is_empty(part))
        return;
    bound->box = bound->layers == 0 ? part : box_join(bound->box, part);
    uint32_t z0 = grid_z(grid, wire.from), z1 = grid_z(grid, wire.to);
    for (uint32_t z = least(z0, z1); z <= z0 || z <= z1; z++)
        bound->layers |= (uint64_t)1 << z;
}

bool lower_bound_aim(struct lower_bound *bound, const struct grid *grid, const struct job *job)
{
    bound->layers = 0;
    for (uint32_t i = 0; i < job->target_count; i++)
        add_target(bound, grid, &job->window, job->targets[i]);
    if (bound->layers != 0 && bound->layers != bound->rest_for)
        make_rest(bound, grid);
    return bound->layers != 0;
}

void lower_bound_lines(const struct lower_bound *bound, const struct box *window, uint32_t *columns,
                       uint32_t *rows)
{
    assert(window->x0 <= window->x1 && window->y0 <= window->y1);
    const struct box *box = &bound->box;
    for (uint32_t x = window->x0; x <= window->x1; x++)
        columns[x - window->x0] = lower_bound_line(x, box->x0, box->x1, bound->per_x, NEED_X);
    for (uint32_t y = window->y0; y <= window->y1; y++)
        rows[y - window->y0] = lower_bound_line(y, box->y0, box->y1, bound->per_y, NEED_Y);
}
