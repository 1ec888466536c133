/* tree_path: climbs from both ends alternately until the climbs meet, then joins the path. */
#include "router/wave/corridor/tree_path.h"

/* The marks of the two ends in a byte. */
static const unsigned MARKS[2] = {1u << DIRECTIONS, 2u << DIRECTIONS};

/* Result of a step. */
enum climb { CLIMBS, MEETS, AT_ROOT, AT_CORE };

enum { BURST = 4096 }; /* steps for which memory is reserved at once */

/* True if a step leads east or west into another tile. */
static inline bool leaves_tile(uint32_t place, unsigned exits)
{
    return (exits == 1u << EAST && place % 8 == 7) || (exits == 1u << WEST && place % 8 == 0);
}

/* Marks eight cells of a straight corridor at a time and moves to the last of them. The next step
 * must lead into another tile. */
static inline void run(struct adjacency *adj, struct tree_branch *branch, unsigned exits,
                       unsigned mark)
{
    const uint64_t row = ADJ_EACH((uint64_t)exits);
    int32_t eight = exits == 1u << EAST ? 8 : -8;
    uint32_t rows = branch->place / 8 + (uint32_t)eight;
    for (; adj_eight(adj->exits + (size_t)rows * 8) == row; rows += (uint32_t)eight) {
        if (branch->row_count == branch->rows_capacity)
            return;
        adj_put_eight(adj->exits + (size_t)rows * 8, ADJ_EACH((uint64_t)(exits | mark)));
        branch->rows[branch->row_count++] = rows;
        branch->cell += (cell_t)eight;
        branch->place += (uint32_t)(8 * eight);
    }
}

/* One step up. Closing cells may leave two cells whose only exits lead to each other: a climb that
 * meets its own mark has reached such a pair, which is a root. */
static inline enum climb climb(struct adjacency *adj, struct tree_branch *branch, unsigned mark,
                               unsigned other)
{
    unsigned exits = adj->exits[branch->place];
    if ((exits & other) != 0)
        return MEETS;
    if ((exits & mark) != 0)
        return AT_ROOT;
    adj->exits[branch->place] = (uint8_t)(exits | mark);
    DEBUG_ASSERT(branch->marked_count < branch->marked_capacity);
    DEBUG_ASSERT(branch->turn_count < branch->turns_capacity);
    branch->marked[branch->marked_count++] = branch->place;
    if (!adj_is_single(exits))
        return exits == 0 ? AT_ROOT : AT_CORE;
    branch->turns[branch->turn_count] = branch->cell;
    branch->turn_count += exits != branch->last; /* else the next turn overwrites it */
    branch->last = exits;
    if (leaves_tile(branch->place, exits))
        run(adj, branch, exits, mark);
    branch->place = adj_next(adj, branch->place, exits);
    branch->cell = adj_next_cell(adj, branch->cell, exits);
    return CLIMBS;
}

/* Reserves memory for a burst. (When rows are full, run stops and climb continues.) */
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

/* Runs both climbs in turn, so that one steps while the other waits for memory. ends[i] is the
 * result of each; MEETS for the one that found the other's mark. */
static enum status race(struct tree_path *path, struct adjacency *adj, enum climb ends[2],
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
                end0 = climb(adj, &branch0, MARKS[0], MARKS[1]);
            if (end1 == CLIMBS && end0 != MEETS)
                end1 = climb(adj, &branch1, MARKS[1], MARKS[0]);
        }
        path->branches[0] = branch0;
        path->branches[1] = branch1;
    }
    ends[0] = end0;
    ends[1] = end1;
    return STATUS_OK;
}

static void clear_marks(struct adjacency *adj, struct tree_branch *branch)
{
    for (size_t i = 0; i < branch->marked_count; i++)
        adj->exits[branch->marked[i]] &= ADJ_ALL;
    for (size_t i = 0; i < branch->row_count; i++) {
        uint8_t *row = adj->exits + (size_t)branch->rows[i] * 8;
        adj_put_eight(row, adj_eight(row) & ADJ_EACH((uint64_t)ADJ_ALL));
    }
}

/* True if the cell is on the straight line from a to b. */
static bool is_between(const struct grid *grid, cell_t cell, cell_t a, cell_t b)
{
    DEBUG_ASSERT(cell != CELL_NONE);
    cell_t low = a < b ? a : b, high = a < b ? b : a;
    if (cell < low || cell > high)
        return false;
    int64_t stride = wire_stride(grid, (struct wire){low, high});
    return stride == 0 || (cell - low) % (cell_t)stride == 0;
}

/* Number of turns of a branch up to a cell on it. */
static size_t turns_before(const struct grid *grid, const struct tree_branch *branch, cell_t cell)
{
    for (size_t i = 0; i < branch->turn_count; i++) {
        cell_t next = i + 1 < branch->turn_count ? branch->turns[i + 1] : branch->cell;
        if (is_between(grid, cell, branch->turns[i], next))
            return i + 1;
    }
    return branch->turn_count;
}

/* True if a path through three cells does not turn in the middle one. */
static bool is_straight(const struct grid *grid, cell_t a, cell_t b, cell_t c)
{
    return wire_stride(grid, (struct wire){a, b}) == wire_stride(grid, (struct wire){b, c});
}

/* Appends the first branch, the cell where they meet, and the other branch backwards. */
static enum status join(const struct tree_path *path, const struct grid *grid, cell_t meeting,
                        struct trace *trace, cost_t *cost, struct error *error)
{
    const struct tree_branch *up = &path->branches[0], *down = &path->branches[1];
    size_t rising = turns_before(grid, up, meeting), falling = turns_before(grid, down, meeting);
    TRY(MEM_GROW(trace->knots, trace->capacity, trace->count + rising + 1 + falling, "path",
                 error));
    cell_t *knots = trace->knots + trace->count;
    size_t count = 0;
    for (; count < rising; count++)
        knots[count] = up->turns[count];
    if (count == 0 || knots[count - 1] != meeting)
        knots[count++] = meeting;
    for (size_t i = falling; i-- > 0;) {
        cell_t cell = down->turns[i];
        if (i + 1 == falling && count > 1 &&
            is_straight(grid, knots[count - 2], knots[count - 1], cell))
            count--;
        if (count == 0 || knots[count - 1] != cell)
            knots[count++] = cell;
    }
    *cost = 0;
    for (size_t i = 1; i < count; i++)
        *cost += wire_steps(grid, (struct wire){knots[i - 1], knots[i]});
    assert(count > 0 && (*cost > 0 || count == 1));
    trace->count += count;
    return STATUS_OK;
}

enum status tree_path_find(struct tree_path *path, struct adjacency *adj, cell_t source,
                           cell_t target, struct trace *trace, enum tree_end *end, cost_t *cost,
                           struct error *error)
{
    assert(source != CELL_NONE && target != CELL_NONE);
    const struct grid *grid = adj->field->grid;
    const cell_t cells[2] = {source, target};
    enum climb ends[2] = {CLIMBS, CLIMBS};
    for (int i = 0; i < 2; i++) {
        struct spot spot = spot_of(grid, cells[i]);
        struct tree_branch *branch = &path->branches[i];
        branch->place = adj_place(adj, spot.x, spot.y, spot.z);
        branch->cell = cells[i];
        branch->turn_count = branch->marked_count = branch->row_count = branch->last = 0;
    }
    enum status status = race(path, adj, ends, error);
    for (int i = 0; i < 2; i++)
        clear_marks(adj, &path->branches[i]);
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
    for (int i = 0; i < 2; i++)
        MEM_FREE(path->branches[i].turns, path->branches[i].marked, path->branches[i].rows);
    memset(path, 0, sizeof *path);
}
