/* pocket: a flood over a list of cells and a hash table of the reached cells. Sources do not stop
 * it; they are compared with the pocket after a flood that ended. */
#include "router/search/pocket.h"

/* The slot of a cell in the hash table, or the free slot for it. */
static uint32_t place_of(const struct pocket *pocket, cell_t cell)
{
    const uint32_t last = UINT32_MAX >> pocket->shift;
    uint32_t place = cell * UINT32_C(0x9e3779b1) >> pocket->shift;
    while (pocket->marks[place] == pocket->round && pocket->places[place] != cell)
        place = (place + 1) & last;
    return place;
}

static bool is_reached(const struct pocket *pocket, cell_t cell)
{
    return pocket->marks[place_of(pocket, cell)] == pocket->round;
}

/* Adds a cell if it is new. False if there are `most` cells already. */
static bool reach(struct pocket *pocket, uint32_t most, cell_t cell)
{
    DEBUG_ASSERT(cell != CELL_NONE);
    uint32_t place = place_of(pocket, cell);
    if (pocket->marks[place] == pocket->round)
        return true;
    if (pocket->count == most)
        return false;
    pocket->marks[place] = pocket->round;
    pocket->places[place] = cell;
    pocket->cells[pocket->count++] = cell;
    return true;
}

static bool reach_targets(struct pocket *pocket, const struct grid *grid, const struct job *job,
                          uint32_t most)
{
    for (uint32_t i = 0; i < job->target_count; i++) {
        struct wire_walk walk = wire_walk(grid, job->targets[i]);
        for (; walk.left > 0; wire_next(&walk))
            if (box_has(grid, job->window, walk.cell) && !reach(pocket, most, walk.cell))
                return false;
    }
    return true;
}

/* Adds the open cells with a step to this cell. False if there are too many. */
static bool reach_before(struct pocket *pocket, const struct field *field, const struct box *window,
                         uint32_t most, cell_t cell)
{
    const struct grid *grid = field->grid;
    for (int back = 0; back < DIRECTIONS; back++) {
        cell_t before = grid_neighbour(grid, cell, back);
        if (before != CELL_NONE && box_has(grid, *window, before) &&
            !grid_plane_get(grid, field->closed, before) &&
            grid_step_exists(grid, before, direction_opposite(back)) &&
            !reach(pocket, most, before))
            return false;
    }
    return true;
}

/* True if a cell of the pocket belongs to the source or is one step away from it. */
static bool leads_in(const struct pocket *pocket, const struct grid *grid, struct wire source)
{
    for (struct wire_walk walk = wire_walk(grid, source); walk.left > 0; wire_next(&walk)) {
        if (is_reached(pocket, walk.cell))
            return true;
        for (int d = 0; d < DIRECTIONS; d++)
            if (grid_step_exists(grid, walk.cell, d) &&
                is_reached(pocket, grid_neighbour(grid, walk.cell, d)))
                return true;
    }
    return false;
}

/* Starts a flood of at most `most` cells. */
static enum status begin(struct pocket *pocket, uint32_t most, struct error *error)
{
    assert(most > 0);
    size_t places = 1024;
    uint32_t shift = 22;
    for (; places < 2 * (size_t)most; shift--)
        places *= 2;
    size_t before = pocket->marks_capacity;
    TRY(MEM_GROW(pocket->cells, pocket->cells_capacity, most, "cells of a pocket", error));
    TRY(MEM_GROW(pocket->marks, pocket->marks_capacity, places, "cells of a pocket", error));
    TRY(MEM_GROW(pocket->places, pocket->places_capacity, places, "cells of a pocket", error));
    pocket->shift = shift;
    pocket->count = 0;
    if (pocket->marks_capacity != before || ++pocket->round == 0) {
        memset(pocket->marks, 0, pocket->marks_capacity * sizeof *pocket->marks);
        pocket->round = 1;
    }
    return STATUS_OK;
}

enum status pocket_look(struct pocket *pocket, const struct field *field, const struct job *job,
                        uint32_t most, bool *enclosed, struct error *error)
{
    assert(enclosed != NULL && most > 0);
    TRY(begin(pocket, most, error));
    *enclosed = reach_targets(pocket, field->grid, job, most);
    for (uint32_t i = 0; i < pocket->count && *enclosed; i++)
        *enclosed = reach_before(pocket, field, &job->window, most, pocket->cells[i]);
    for (uint32_t i = 0; i < job->source_count && *enclosed; i++)
        *enclosed = !leads_in(pocket, field->grid, job->sources[i]);
    return STATUS_OK;
}

MEM_DESTROY(pocket_destroy, pocket, it->cells, it->marks, it->places)
