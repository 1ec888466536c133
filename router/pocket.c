/* pocket: a flood over a list of cells and a hash of those that it holds. */
#include "router/pocket.h"

#include <string.h>

enum { PLACES = 2 * POCKET_CELLS, PLACES_LOG = 13 };

static bool is_inside(const struct grid *grid, const struct box *window, cell_t cell)
{
    uint32_t x = grid_x(grid, cell), y = grid_y(grid, cell);
    return x >= window->x0 && x <= window->x1 && y >= window->y0 && y <= window->y1;
}

static bool is_between(uint32_t a, uint32_t b, uint32_t c)
{
    return a <= c ? a <= b && b <= c : c <= b && b <= a;
}

static bool is_on(const struct grid *grid, const struct wire *wires, uint32_t count, cell_t cell)
{
    const uint32_t x = grid_x(grid, cell), y = grid_y(grid, cell), z = grid_z(grid, cell);
    for (uint32_t i = 0; i < count; i++) {
        cell_t from = wires[i].from, to = wires[i].to;
        if (is_between(grid_x(grid, from), x, grid_x(grid, to)) &&
            is_between(grid_y(grid, from), y, grid_y(grid, to)) &&
            is_between(grid_z(grid, from), z, grid_z(grid, to)))
            return true;
    }
    return false;
}

/* Adds a cell that is not in the pocket yet. False where there is no room. */
static bool reach(struct pocket *pocket, cell_t cell)
{
    uint32_t place = cell * UINT32_C(0x9e3779b1) >> (32 - PLACES_LOG);
    while (pocket->rounds[place] == pocket->round) {
        if (pocket->places[place] == cell)
            return true;
        place = (place + 1) % PLACES;
    }
    if (pocket->count == POCKET_CELLS)
        return false;
    pocket->rounds[place] = pocket->round;
    pocket->places[place] = cell;
    pocket->cells[pocket->count++] = cell;
    return true;
}

static bool reach_targets(struct pocket *pocket, const struct grid *grid, const struct job *job)
{
    for (uint32_t i = 0; i < job->target_count; i++) {
        cell_t stride = (cell_t)wire_stride(grid, job->targets[i]), cell = job->targets[i].from;
        for (uint32_t left = wire_steps(grid, job->targets[i]) + 1; left > 0; left--) {
            if (is_inside(grid, &job->window, cell) && !reach(pocket, cell))
                return false;
            cell += stride;
        }
    }
    return true;
}

/* Reaches the cells that a step leads from to this one. False where that is a source, or where
 * there is no room. */
static bool reach_before(struct pocket *pocket, const struct field *field, const struct job *job,
                         cell_t cell)
{
    const struct grid *grid = field->grid;
    for (int back = 0; back < DIRECTIONS; back++) {
        cell_t before = grid_neighbour(grid, cell, back);
        if (before == CELL_NONE || !grid_step_exists(grid, before, direction_opposite(back)) ||
            !is_inside(grid, &job->window, before))
            continue;
        if (is_on(grid, job->sources, job->source_count, before))
            return false;
        if (!grid_plane_get(grid, field->closed, before) && !reach(pocket, before))
            return false;
    }
    return true;
}

bool pocket_shuts(struct pocket *pocket, const struct field *field, const struct job *job)
{
    _Static_assert(PLACES == 1 << PLACES_LOG, "a hash is a place");
    pocket->count = 0;
    if (++pocket->round == 0) { /* the places are of floods long ago */
        memset(pocket->rounds, 0, sizeof pocket->rounds);
        pocket->round = 1;
    }
    bool shut = reach_targets(pocket, field->grid, job);
    for (uint32_t i = 0; i < pocket->count && shut; i++) /* some may be sources themselves */
        shut = !is_on(field->grid, job->sources, job->source_count, pocket->cells[i]);
    for (uint32_t i = 0; i < pocket->count && shut; i++)
        shut = reach_before(pocket, field, job, pocket->cells[i]);
    return shut;
}
