/* backtrace: walks from the target back to a source by the rule of the header, and cuts loops. */
#include "router/search/backtrace.h"

struct spot spot_of(const struct grid *grid, cell_t cell)
{
    return (struct spot){cell, grid_x(grid, cell), grid_y(grid, cell), grid_z(grid, cell)};
}

enum status trace_add(struct trace *trace, cell_t knot, struct error *error)
{
    assert(trace->count <= trace->capacity);
    assert(knot != CELL_NONE);
    if (trace->count == trace->capacity &&
        MEM_GROW(trace->knots, trace->capacity, trace->count + 1, "path", error) != STATUS_OK)
        return STATUS_FAILED;
    trace->knots[trace->count++] = knot;
    return STATUS_OK;
}

/* Moves the spot one step; false if it leaves the window. */
static bool spot_move(const struct grid *grid, const struct box *window, struct spot *spot,
                      int direction)
{
    DEBUG_ASSERT(direction >= 0 && direction < DIRECTIONS);
    switch (direction) {
    case EAST:
        spot->x++, spot->cell++;
        return spot->x <= window->x1;
    case WEST:
        spot->cell--;
        return spot->x-- > window->x0;
    case NORTH:
        spot->y++, spot->cell += grid->width;
        return spot->y <= window->y1;
    case SOUTH:
        spot->cell -= grid->width;
        return spot->y-- > window->y0;
    case UP:
        spot->z++, spot->cell += grid->width * grid->height;
        return spot->z < grid->layers;
    default:
        spot->cell -= grid->width * grid->height;
        return spot->z-- > 0;
    }
}

/* A state of the walk back. */
struct trace_state {
    struct spot spot;
    int axis;
    cost_t label;
};

/* Cost of the forward step into the cell `entered` from a state of layer z and this axis. */
static cost_t step_cost(const struct field *field, cell_t entered, uint32_t z, int axis,
                        int direction)
{
    DEBUG_ASSERT(entered < grid_cells(field->grid));
    const struct grid *grid = field->grid;
    cost_t cost = grid_weight(grid, entered) + step_extra(&grid->rules, z, axis, direction);
    return field->toll != NULL ? cost + field->toll[entered] : cost;
}

/* Steps the state back in this direction if a predecessor there explains its label. */
static bool step_back(const struct backtrace *labels, struct trace_state *state, int direction)
{
    DEBUG_ASSERT(direction >= 0 && direction < DIRECTIONS);
    const struct grid *grid = labels->field->grid;
    bool axes = step_needs_axes(&grid->rules);
    int forward = direction_opposite(direction);
    if (axes && direction_axis(direction) != state->axis)
        return false;
    struct spot from = state->spot;
    if (!spot_move(grid, &labels->window, &from, direction) ||
        grid_has_wall(grid, from.cell, forward) || step_is_forbidden(&grid->rules, from.z, forward))
        return false;
    for (int i = 0; i <= (axes ? AXES : 0); i++) {
        int axis = axes ? backtrace_axis(state->axis, i) : AXIS_NONE;
        if (axis < 0)
            continue;
        cost_t cost = step_cost(labels->field, state->spot.cell, from.z, axis, forward);
        if (cost > state->label ||
            !labels->has_label(labels->labels, &from, axis, state->label - cost))
            continue;
        *state = (struct trace_state){from, axis, state->label - cost};
        return true;
    }
    return false;
}

/* Walks one step back; returns its direction. */
static int walk_back(const struct backtrace *labels, struct trace_state *state, int straight)
{
    for (int i = straight < 0 ? 1 : 0; i <= DIRECTIONS; i++) {
        int direction = backtrace_direction(straight, i);
        if (direction >= 0 && step_back(labels, state, direction))
            return direction;
    }
    assert(!"a labelled state has a predecessor");
    abort();
}

/* Sets the state to the target that has this label. */
static void choose_target(const struct backtrace *labels, struct job *job, cost_t label,
                          struct trace_state *state)
{
    assert(job->target_count > 0);
    const struct grid *grid = labels->field->grid;
    const struct box *window = &labels->window;
    int axes = step_needs_axes(&grid->rules) ? AXES : 1;
    for (uint32_t target = 0; target < job->target_count; target++) {
        struct wire wire = job->targets[target];
        if (wire.from > wire.to)
            wire = (struct wire){wire.to, wire.from};
        for (struct wire_walk walk = wire_walk(grid, wire); walk.left > 0; wire_next(&walk)) {
            struct spot spot = spot_of(grid, walk.cell);
            bool inside = spot.x >= window->x0 && spot.x <= window->x1 && spot.y >= window->y0 &&
                          spot.y <= window->y1;
            for (int axis = 0; inside && axis < axes; axis++)
                if (labels->has_label(labels->labels, &spot, axis, label)) {
                    *state = (struct trace_state){spot, axis, label};
                    job->target = target;
                    job->reached = walk.cell;
                    return;
                }
        }
    }
    assert(!"a target has the label of the path's end");
    abort();
}

enum status backtrace_job(const struct backtrace *labels, struct job *job, cost_t cost,
                          struct trace *trace, struct error *error)
{
    const struct grid *grid = labels->field->grid;
    assert(job->target_count > 0 && cost != COST_NONE);
    size_t first = trace->count;
    struct trace_state state = {.label = cost};
    choose_target(labels, job, cost, &state);
    int straight = -1;
    while (state.label > 0) {
        cell_t here = state.spot.cell;
        int direction = walk_back(labels, &state, straight);
        if (direction != straight && trace_add(trace, here, error) != STATUS_OK)
            return STATUS_FAILED;
        straight = direction;
    }
    TRY(trace_add(trace, state.spot.cell, error));
    reverse_uint32(trace->knots + first, trace->count - first);
    bool cut = false;
    if (step_may_loop(&grid->rules, grid->layers) &&
        trace_cut_loops(trace, first, grid, &cut, error) != STATUS_OK)
        return STATUS_FAILED;
    job->outcome = OUTCOME_FOUND;
    job->knot_count = trace->count - first;
    job->cost = cut ? knots_cost(labels->field, trace->knots + first, job->knot_count) : cost;
    return STATUS_OK;
}

static size_t knots_cells(const struct grid *grid, const cell_t *knots, size_t count)
{
    assert(count > 0);
    size_t cells = 1;
    for (size_t i = 1; i < count; i++)
        cells += wire_steps(grid, (struct wire){knots[i - 1], knots[i]});
    return cells;
}

/* Fills visits with the path's cells as (cell << 32 | place), sorted, and last[place] with the last
 * place of the same cell. Returns true if a cell occurs twice. */
static bool find_last_visits(const struct grid *grid, const cell_t *knots, size_t count,
                             uint64_t *visits, uint32_t *last)
{
    size_t n = 0;
    visits[n++] = (uint64_t)knots[0] << 32;
    for (size_t i = 1; i < count; i++) {
        struct wire_walk walk = wire_walk(grid, (struct wire){knots[i - 1], knots[i]});
        for (wire_next(&walk); walk.left > 0; wire_next(&walk), n++)
            visits[n] = (uint64_t)walk.cell << 32 | n;
    }
    qsort(visits, n, sizeof *visits, by_uint64);
    bool twice = false;
    for (size_t i = n; i-- > 0;) {
        bool again = i + 1 < n && visits[i] >> 32 == visits[i + 1] >> 32;
        last[(uint32_t)visits[i]] = again ? last[(uint32_t)visits[i + 1]] : (uint32_t)visits[i];
        twice |= again;
    }
    return twice;
}

/* Writes the knots of the path that jumps from each visit of a cell to its last one. cells are the
 * path's cells by place. Returns the number of knots. */
static size_t knots_without_loops(cell_t *knots, const cell_t *cells, const uint32_t *last,
                                  size_t n)
{
    size_t count = 0;
    cell_t before = cells[0], stride = 0;
    for (size_t place = 0; place < n; place++) {
        place = last[place];
        cell_t step = cells[place] - before;
        if (count > 1 && step == stride)
            count--; /* the run continues: its end moves */
        knots[count++] = cells[place];
        before = cells[place];
        stride = step;
    }
    return count;
}

enum status trace_cut_loops(struct trace *trace, size_t first, const struct grid *grid, bool *cut,
                            struct error *error)
{
    assert(first <= trace->count);
    enum status status = STATUS_FAILED;
    cell_t *knots = trace->knots + first;
    size_t count = trace->count - first;
    size_t n = knots_cells(grid, knots, count);
    uint64_t *visits = mem_alloc(n, sizeof *visits, "path's cells", error);
    uint32_t *last = mem_alloc(n, sizeof *last, "path's cells", error);
    cell_t *cells = mem_alloc(n, sizeof *cells, "path's cells", error);
    if (visits == NULL || last == NULL || cells == NULL)
        goto done;
    status = STATUS_OK;
    *cut = find_last_visits(grid, knots, count, visits, last);
    if (!*cut)
        goto done;
    for (size_t i = 0; i < n; i++)
        cells[(uint32_t)visits[i]] = (cell_t)(visits[i] >> 32);
    trace->count = first + knots_without_loops(knots, cells, last, n);
done:
    MEM_FREE(visits, last, cells);
    return status;
}

cost_t knots_cost(const struct field *field, const cell_t *knots, size_t count)
{
    assert(count > 0);
    const struct grid *grid = field->grid;
    cost_t cost = 0;
    int axis = AXIS_NONE;
    for (size_t i = 1; i < count; i++) {
        struct wire wire = {knots[i - 1], knots[i]};
        int direction = wire_shape(grid, wire).direction;
        struct wire_walk walk = wire_walk(grid, wire);
        for (; walk.left > 1; wire_next(&walk)) {
            cost +=
                step_cost(field, walk.cell + walk.stride, grid_z(grid, walk.cell), axis, direction);
            axis = direction_axis(direction);
        }
    }
    return cost;
}
