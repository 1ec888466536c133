/* pocket: a flood over a list of cells and a hash of those that it holds. Sources do not stop it:
 * whether one leads in is asked of the few pockets that are closed. */
#include "router/pocket.h"

#include <string.h>

enum { PLACES = 2 * POCKET_CELLS, PLACES_LOG = 10 };

static bool is_inside(const struct grid *grid, const struct box *window, cell_t cell)
{
    uint32_t x = grid_x(grid, cell), y = grid_y(grid, cell);
    return x >= window->x0 && x <= window->x1 && y >= window->y0 && y <= window->y1;
}

/* The place of a cell in the hash, or that where it would be. */
static uint32_t place_of(const struct pocket *pocket, cell_t cell)
{
    uint32_t place = cell * UINT32_C(0x9e3779b1) >> (32 - PLACES_LOG);
    while (pocket->rounds[place] == pocket->round && pocket->places[place] != cell)
        place = (place + 1) % PLACES;
    return place;
}

static bool is_reached(const struct pocket *pocket, cell_t cell)
{
    return pocket->rounds[place_of(pocket, cell)] == pocket->round;
}

/* Adds a cell, unless it is there. False where there is no room. */
static bool reach(struct pocket *pocket, cell_t cell)
{
    uint32_t place = place_of(pocket, cell);
    if (pocket->rounds[place] == pocket->round)
        return true;
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

/* Reaches the open cells that a step leads from to this one. False where there is no room. */
static bool reach_before(struct pocket *pocket, const struct field *field, const struct box *window,
                         cell_t cell)
{
    const struct grid *grid = field->grid;
    for (int back = 0; back < DIRECTIONS; back++) {
        cell_t before = grid_neighbour(grid, cell, back);
        if (before != CELL_NONE && is_inside(grid, window, before) &&
            !grid_plane_get(grid, field->closed, before) &&
            grid_step_exists(grid, before, direction_opposite(back)) && !reach(pocket, before))
            return false;
    }
    return true;
}

/* True where a cell of the pocket is the source's, or a step away from it. */
static bool leads_in(const struct pocket *pocket, const struct grid *grid, struct wire source)
{
    cell_t stride = (cell_t)wire_stride(grid, source), cell = source.from;
    for (uint32_t left = wire_steps(grid, source) + 1; left > 0; left--, cell += stride) {
        if (is_reached(pocket, cell))
            return true;
        for (int d = 0; d < DIRECTIONS; d++)
            if (grid_step_exists(grid, cell, d) &&
                is_reached(pocket, grid_neighbour(grid, cell, d)))
                return true;
    }
    return false;
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
    for (uint32_t i = 0; i < pocket->count && shut; i++)
        shut = reach_before(pocket, field, &job->window, pocket->cells[i]);
    for (uint32_t i = 0; i < job->source_count && shut; i++)
        shut = !leads_in(pocket, field->grid, job->sources[i]);
    return shut;
}
