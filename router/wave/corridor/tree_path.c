/* tree_path: see the header. */
#include "router/wave/corridor/tree_path.h"

#include <stdlib.h>
#include <string.h>

/* Which end has been in a cell. */
static const unsigned MARKS[2] = {1u << DIRECTIONS, 2u << DIRECTIONS};

/* What a step came to. */
enum climb { CLIMBS, MEETS, AT_ROOT, AT_CORE };

enum { BURST = 4096 }; /* steps for which there is room made at once */

/* True where a step leads east or west into another tile. */
static inline bool leaves_tile(uint32_t place, unsigned way)
{
    return (way == 1u << EAST && place % 8 == 7) || (way == 1u << WEST && place % 8 == 0);
}

/* Marks a straight corridor as far as it goes on for eight cells more, and moves there. The next
 * step must lead into another tile. */
static inline void run(struct ways *ways, struct tree_branch *branch, unsigned way, unsigned mark)
{
    const uint64_t row = WAYS_EACH((uint64_t)way);
    int32_t eight = way == 1u << EAST ? 8 : -8;
    uint32_t rows = branch->place / 8 + (uint32_t)eight;
    for (; ways_eight(ways->way + (size_t)rows * 8) == row; rows += (uint32_t)eight) {
        if (branch->row_count == branch->rows_capacity)
            return;
        ways_put_eight(ways->way + (size_t)rows * 8, WAYS_EACH((uint64_t)(way | mark)));
        branch->rows[branch->row_count++] = rows;
        branch->cell += (cell_t)eight;
        branch->place += (uint32_t)(8 * eight);
    }
}

/* One step up. Closing cells may leave two cells whose single ways lead to each other. A climb that
 * meets its own mark has come to such a pair, and there is nothing above it. */
static inline enum climb climb(struct ways *ways, struct tree_branch *branch, unsigned mark,
                               unsigned other)
{
    unsigned way = ways->way[branch->place];
    if ((way & other) != 0)
        return MEETS;
    if ((way & mark) != 0)
        return AT_ROOT;
    ways->way[branch->place] = (uint8_t)(way | mark);
    DEBUG_ASSERT(branch->marked_count < branch->marked_capacity);
    DEBUG_ASSERT(branch->turn_count < branch->turns_capacity);
    branch->marked[branch->marked_count++] = branch->place;
    if (!ways_is_single(way))
        return way == 0 ? AT_ROOT : AT_CORE;
    branch->turns[branch->turn_count] = branch->cell;
    branch->turn_count += way != branch->last; /* else the next one is written over it */
    branch->last = way;
    if (leaves_tile(branch->place, way))
        run(ways, branch, way, mark);
    branch->place = ways_next(ways, branch->place, way);
    branch->cell = ways_next_cell(ways, branch->cell, way);
    return CLIMBS;
}

/* Makes room for a burst. Where rows are full, a corridor goes on step by step. */
static enum status make_room(struct tree_branch *branch, struct error *error)
{
    TRY(MEM_GROW(branch->turns, branch->turns_capacity, branch->turn_count + BURST,
                 "turns of a path", error));
    TRY(MEM_GROW(branch->marked, branch->marked_capacity, branch->marked_count + BURST,
                 "marked cells", error));
    TRY(MEM_GROW(branch->rows, branch->rows_capacity, branch->row_count + BURST, "marked cells",
                 error));
    return STATUS_OK;
}

/* Lets both climb in turn, so that the steps of one fill the time in which the other's wait for
 * memory; ends[i] is what came of each, MEETS of the one that found the other. */
static enum status race(struct tree_path *path, struct ways *ways, enum climb ends[2],
                        struct error *error)
{
    enum climb end0 = CLIMBS, end1 = CLIMBS;
    while ((end0 == CLIMBS || end1 == CLIMBS) && end0 != MEETS && end1 != MEETS) {
        struct tree_branch branch0, branch1; /* copies: they stay in registers */
        TRY(make_room(&path->branches[0], error));
        TRY(make_room(&path->branches[1], error));
        branch0 = path->branches[0];
        branch1 = path->branches[1];
        for (int left = BURST; left > 0 && end0 != MEETS && end1 != MEETS; left--) {
            if (end0 == CLIMBS)
                end0 = climb(ways, &branch0, MARKS[0], MARKS[1]);
            if (end1 == CLIMBS && end0 != MEETS)
                end1 = climb(ways, &branch1, MARKS[1], MARKS[0]);
        }
        path->branches[0] = branch0;
        path->branches[1] = branch1;
    }
    ends[0] = end0;
    ends[1] = end1;
    return STATUS_OK;
}

static void clear_marks(struct ways *ways, struct tree_branch *branch)
{
    for (size_t i = 0; i < branch->marked_count; i++)
        ways->way[branch->marked[i]] &= WAYS_ALL;
    for (size_t i = 0; i < branch->row_count; i++) {
        uint8_t *row = ways->way + (size_t)branch->rows[i] * 8;
        ways_put_eight(row, ways_eight(row) & WAYS_EACH((uint64_t)WAYS_ALL));
    }
}

/* ---- the path -------------------------------------------------------------------------------- */

/* Steps between two cells in a straight line. */
static cost_t steps_between(const struct grid *grid, cell_t a, cell_t b)
{
    cell_t apart = a < b ? b - a : a - b, plane = grid->width * grid->height;
    assert(grid->width > 0 && plane >= grid->width);
    return apart < grid->width ? apart : apart < plane ? apart / grid->width : apart / plane;
}

/* True where the cell lies on the straight line from a to b. */
static bool lies_between(const struct grid *grid, cell_t cell, cell_t a, cell_t b)
{
    DEBUG_ASSERT(cell != CELL_NONE);
    cell_t low = a < b ? a : b, high = a < b ? b : a;
    if (cell < low || cell > high)
        return false;
    int64_t stride = wire_stride(grid, (struct wire){low, high});
    return stride == 0 || (cell - low) % (cell_t)stride == 0;
}

/* Turns of a branch up to a cell on it. */
static size_t turns_before(const struct grid *grid, const struct tree_branch *branch, cell_t cell)
{
    for (size_t i = 0; i < branch->turn_count; i++) {
        cell_t next = i + 1 < branch->turn_count ? branch->turns[i + 1] : branch->cell;
        if (lies_between(grid, cell, branch->turns[i], next))
            return i + 1;
    }
    return branch->turn_count;
}

/* True where a path does not turn in the middle one of three cells. */
static bool is_straight(const struct grid *grid, cell_t a, cell_t b, cell_t c)
{
    return wire_stride(grid, (struct wire){a, b}) == wire_stride(grid, (struct wire){b, c});
}

/* Writes the first branch, the cell where they meet, and the other branch backwards. */
static enum status join(const struct tree_path *path, const struct grid *grid, cell_t meeting,
                        struct trace *trace, cost_t *cost, struct error *error)
{
    const struct tree_branch *up = &path->branches[0], *down = &path->branches[1];
    size_t first = trace->count;
    size_t rising = turns_before(grid, up, meeting), falling = turns_before(grid, down, meeting);
    TRY(MEM_GROW(trace->knots, trace->capacity, first + rising + falling + 1, "path", error));
    cell_t *knots = trace->knots + first;
    size_t count = 0;
    for (; count < rising; count++)
        knots[count] = up->turns[count];
    bool at_source = rising > 0 && knots[rising - 1] == meeting;
    bool at_target = falling > 0 && down->turns[falling - 1] == meeting;
    bool inside = rising > 0 && falling > 0 && !at_source && !at_target;
    if (!at_source && !at_target &&
        !(inside && is_straight(grid, knots[rising - 1], meeting, down->turns[falling - 1])))
        knots[count++] = meeting;
    for (size_t i = falling; i-- > 0;)
        if (count == 0 || knots[count - 1] != down->turns[i])
            knots[count++] = down->turns[i];
    assert(count > 0 && count <= rising + falling + 1);
    *cost = 0;
    for (size_t i = 1; i < count; i++)
        *cost += steps_between(grid, knots[i - 1], knots[i]);
    trace->count = first + count;
    return STATUS_OK;
}

enum status tree_path_find(struct tree_path *path, struct ways *ways, cell_t source, cell_t target,
                           struct trace *trace, enum tree_end *end, cost_t *cost,
                           struct error *error)
{
    assert(source != CELL_NONE && target != CELL_NONE);
    const struct grid *grid = ways->field->grid;
    const cell_t cells[2] = {source, target};
    enum climb ends[2] = {CLIMBS, CLIMBS};
    for (int i = 0; i < 2; i++) {
        struct spot spot = spot_of(grid, cells[i]);
        struct tree_branch *branch = &path->branches[i];
        branch->place = ways_place(ways, spot.x, spot.y, spot.z);
        branch->cell = cells[i];
        branch->turn_count = branch->marked_count = branch->row_count = branch->last = 0;
    }
    enum status status = race(path, ways, ends, error);
    for (int i = 0; i < 2; i++)
        clear_marks(ways, &path->branches[i]);
    if (status != STATUS_OK)
        return status;
    *end = ends[0] == AT_CORE && ends[1] == AT_CORE ? TREE_CORE : TREE_APART;
    if (ends[0] != MEETS && ends[1] != MEETS)
        return STATUS_OK;
    *end = TREE_FOUND;
    return join(path, grid, path->branches[ends[0] == MEETS ? 0 : 1].cell, trace, cost, error);
}

size_t tree_path_bytes(const struct tree_path *path)
{
    size_t entries = 0;
    for (int i = 0; i < 2; i++)
        entries += path->branches[i].turns_capacity + path->branches[i].marked_capacity +
                   path->branches[i].rows_capacity;
    return entries * sizeof(uint32_t);
}

void tree_path_destroy(struct tree_path *path)
{
    for (int i = 0; i < 2; i++) {
        MEM_FREE(path->branches[i].turns, path->branches[i].marked, path->branches[i].rows);
    }
    memset(path, 0, sizeof *path);
}
