/* narrow: Hadlock's levels (detour.c) in windows whose rows fit into one word. */
#include "router/wave/detour/narrow.h"

#include "router/wave/detour/detour_planes.h"

enum { WORK_MAX = 4000 }; /* rows swept until a search is left to another wave */

/* A cell of the window: its entry and its bit (mirrored like the rows). */
struct narrow_point {
    uint32_t row, column;
};

bool narrow_fits(const struct job *job)
{
    const struct box *window = &job->window;
    return window->x1 - window->x0 < NARROW_COLUMNS && window->y1 - window->y0 < NARROW_ROWS &&
           job_is_pair(job);
}

static void build(struct narrow *narrow, const struct field *field, const struct box *window,
                  uint32_t row)
{
    const struct grid *grid = field->grid;
    const uint64_t *closed = field->closed + (window->y0 + row - 1) * grid->row_words;
    uint32_t word = window->x0 / 64, shift = window->x0 % 64;
    uint64_t bits = closed[word] >> shift;
    if (window->x1 / 64 > word)
        bits |= closed[word + 1] << 1 << (63 - shift);
    bits = ~bits & ~(uint64_t)0 >> (63 - (window->x1 - window->x0));
    bits = narrow->mirrored ? planes_mirror(bits) : bits;
    narrow->free[row] = narrow->open[row] = bits;
    narrow->label[row] = narrow->now[0][row] = narrow->now[1][row] = 0;
}

/* Fills the entries first .. last and one more at each end. */
static void build_to(struct narrow *narrow, const struct field *field, const struct box *window,
                     uint32_t first, uint32_t last)
{
    uint32_t low = first > 1 ? first - 1 : 1;
    uint32_t high = last < narrow->rows ? last + 1 : narrow->rows;
    while (narrow->low > low)
        build(narrow, field, window, --narrow->low);
    while (narrow->high < high)
        build(narrow, field, window, ++narrow->high);
}

static void open_cell(struct narrow *narrow, struct narrow_point p)
{
    narrow->free[p.row] |= (uint64_t)1 << p.column;
    narrow->open[p.row] |= (uint64_t)1 << p.column;
}

/* The cells of p that seeds reach by steps to lower columns (Kogge, Stone 1973). */
static uint64_t flood_down(uint64_t p, uint64_t seeds)
{
    for (int step = 1; step < 64; step *= 2) {
        seeds |= seeds >> step & p;
        p &= p >> step;
    }
    return seeds;
}

/* Spreads seeds towards t's column. */
static inline uint64_t flood(const struct narrow *narrow, uint64_t open, uint64_t seeds)
{
    uint64_t p = open & narrow->left, g = seeds & narrow->left, sum = p + g;
    uint64_t found = ((sum ^ p) & p) | g;
    if ((seeds & ~narrow->left) != 0)
        found |= flood_down(open & narrow->right, seeds & narrow->right);
    return found;
}

/* The cells one step farther from t's column. */
static inline uint64_t away(const struct narrow *narrow, uint64_t cells)
{
    return (cells & narrow->left) >> 1 | (cells & narrow->right) << 1;
}

/* Marks and returns the cells that a row's seeds reach. odd: all ones if the level is odd. */
static inline uint64_t reach(struct narrow *narrow, uint32_t row, uint64_t seeds, uint64_t odd)
{
    uint64_t open = narrow->open[row], found = flood(narrow, open, seeds & open);
    narrow->open[row] = open & ~found;
    narrow->label[row] |= found & odd;
    return found;
}

/* Entries low .. high; empty if low > high. */
struct range {
    uint32_t low, high;
};

/* Runs level k over these rows; returns the range of rows in which it reached cells. source,
 * source_bit: row and bit of the source in level 0; the bit is 0 in later levels. */
static struct range sweep(struct narrow *narrow, uint32_t k, struct range rows,
                          struct narrow_point t, uint32_t source, uint64_t source_bit)
{
    DEBUG_ASSERT((source_bit != 0) == (k == 0) && (source_bit & (source_bit - 1)) == 0);
    uint64_t *now = narrow->now[k % 2];
    const uint64_t *before = narrow->now[(k + 1) % 2];
    const uint64_t odd = -(uint64_t)(k % 2);
    struct range held = {UINT32_MAX, 0};
    uint64_t from = 0;
    for (uint32_t row = rows.high; row > t.row; row--) {
        uint64_t seeds = from | before[row - 1] | away(narrow, before[row]);
        seeds |= row == source ? source_bit : 0;
        from = now[row] = reach(narrow, row, seeds, odd);
        held.high = from != 0 && row > held.high ? row : held.high;
        held.low = from != 0 ? row : held.low;
    }
    uint64_t upper = from;
    from = 0;
    for (uint32_t row = rows.low; row < t.row; row++) {
        uint64_t seeds = from | before[row + 1] | away(narrow, before[row]);
        seeds |= row == source ? source_bit : 0;
        from = now[row] = reach(narrow, row, seeds, odd);
        held.low = from != 0 && row < held.low ? row : held.low;
        held.high = from != 0 && row > held.high ? row : held.high;
    }
    uint64_t seeds = upper | from | away(narrow, before[t.row]);
    seeds |= t.row == source ? source_bit : 0;
    now[t.row] = reach(narrow, t.row, seeds, odd);
    if (now[t.row] != 0) {
        held.low = t.row < held.low ? t.row : held.low;
        held.high = t.row > held.high ? t.row : held.high;
    }
    return held;
}

/* Rows that the next level may reach: one farther from t than this level, up to t's. */
static struct range next_rows(const struct narrow *narrow, struct range held, struct narrow_point t)
{
    struct range rows = {t.row, t.row};
    if (held.high >= t.row)
        rows.high = held.high < narrow->rows ? held.high + 1 : narrow->rows;
    if (held.low <= t.row)
        rows.low = held.low > 1 ? held.low - 1 : 1;
    return rows;
}

/* Result of a search. */
enum narrow_end { END_FOUND, END_NONE, END_GIVEN_UP };

/* Runs levels until one reaches t; *level is its number. */
static enum narrow_end run_levels(struct narrow *narrow, const struct field *field,
                                  const struct box *window, struct narrow_point s,
                                  struct narrow_point t, uint32_t *level)
{
    struct range rows = {s.row < t.row ? s.row : t.row, s.row > t.row ? s.row : t.row};
    struct range swept[2] = {rows, rows}; /* by the last level of each parity */
    uint64_t source_bit = (uint64_t)1 << s.column;
    uint32_t work = 0;
    for (uint32_t k = 0;; k++) {
        struct range held = sweep(narrow, k, rows, t, s.row, source_bit);
        source_bit = 0;
        if ((narrow->now[k % 2][t.row] >> t.column & 1) != 0) {
            *level = k;
            return END_FOUND;
        }
        if (held.low > held.high)
            return END_NONE;
        for (uint32_t row = swept[k % 2].low; row < rows.low; row++)
            narrow->now[k % 2][row] = 0;
        for (uint32_t row = rows.high + 1; row <= swept[k % 2].high; row++)
            narrow->now[k % 2][row] = 0;
        swept[k % 2] = rows;
        work += rows.high - rows.low + 1;
        if (work > WORK_MAX)
            return END_GIVEN_UP;
        rows = next_rows(narrow, held, t);
        build_to(narrow, field, window, rows.low, rows.high);
    }
}

/* Steps to a neighbour in the window's plane: EAST .. SOUTH. */
struct move {
    int column, row;
    int64_t cell;
};

/* A cell of the backtrace and the parity of its level. */
struct narrow_walker {
    int column, row;
    uint64_t parity;
};

/* Moves to the neighbour and returns true if it is a predecessor. A predecessor farther from t is
 * in the same level, one nearer to t in the previous level. */
static inline bool walk(const struct narrow *narrow, struct narrow_point t, struct move move,
                        struct narrow_walker *walker)
{
    int column = walker->column + move.column, row = walker->row + move.row;
    if ((unsigned)column > 63)
        return false;
    assert(row >= 0 && row <= (int)narrow->rows + 1);
    uint64_t reached = narrow->free[row] & ~narrow->open[row];
    int ahead =
        move.column != 0 ? (column - (int)t.column) * move.column : (row - (int)t.row) * move.row;
    uint64_t parity = walker->parity ^ (ahead > 0 ? 0 : 1);
    if ((reached >> column & 1) == 0 || (narrow->label[row] >> column & 1) != parity)
        return false;
    *walker = (struct narrow_walker){column, row, parity};
    return true;
}

/* Walks back from t by the rule of backtrace.h and appends the knots, source first. */
static enum status trace_path(const struct narrow *narrow, const struct grid *grid, struct job *job,
                              struct narrow_point t, uint32_t level, struct trace *trace,
                              struct error *error)
{
    const int flip = narrow->mirrored ? -1 : 1;
    const struct move moves[4] = {
        {flip, 0, 1}, {-flip, 0, -1}, {0, 1, grid->width}, {0, -1, -(int64_t)grid->width}};
    struct narrow_walker walker = {(int)t.column, (int)t.row, level % 2};
    const size_t first = trace->count;
    int64_t cell = job->reached;
    int straight = 0;
    TRY(MEM_GROW(trace->knots, trace->capacity, first + job->cost + 1, "path", error));
    cell_t *knots = trace->knots + first;
    size_t count = 0;
    knots[count++] = (cell_t)cell;
    for (cost_t left = job->cost; left > 0; left--) {
        if (!walk(narrow, t, moves[straight], &walker)) {
            int direction = 0;
            while (direction < 4 && !walk(narrow, t, moves[direction], &walker))
                direction++;
            assert(direction < 4);
            if (left != job->cost)
                knots[count++] = (cell_t)cell;
            straight = direction;
        }
        cell += moves[straight].cell;
    }
    if (job->cost > 0)
        knots[count++] = (cell_t)cell;
    assert(cell == job->sources->from && count <= job->cost + 1);
    reverse_uint32(knots, count);
    trace->count += count;
    job->knot_count = count;
    return STATUS_OK;
}

static uint32_t distance(struct narrow_point a, struct narrow_point b)
{
    return (a.row > b.row ? a.row - b.row : b.row - a.row) +
           (a.column > b.column ? a.column - b.column : b.column - a.column);
}

enum status narrow_search(struct narrow *narrow, const struct field *field, struct job *job,
                          struct trace *trace, bool *given_up, struct error *error)
{
    const struct grid *grid = field->grid;
    const struct box *window = &job->window;
    cell_t from = job->sources->from, to = job->targets->from;
    uint32_t sx = grid_x(grid, from), tx = grid_x(grid, to), ty = grid_y(grid, to);
    struct narrow_point s = {grid_y(grid, from) - window->y0 + 1, sx - window->x0};
    struct narrow_point t = {ty - window->y0 + 1, tx - window->x0};
    uint32_t level = 0;
    *given_up = false;
    assert(narrow_fits(job) && grid->layers == 1 && job->outcome == OUTCOME_NONE);
    if (!box_contains(*window, tx, ty))
        return STATUS_OK;
    narrow->mirrored = sx > tx;
    if (narrow->mirrored) {
        s.column = 63 - s.column;
        t.column = 63 - t.column;
    }
    narrow->left = ~(uint64_t)0 >> (63 - t.column);
    narrow->right = ~(uint64_t)0 << t.column;
    narrow->rows = window->y1 - window->y0 + 1;
    narrow->free[narrow->rows + 1] = narrow->open[narrow->rows + 1] = 0;
    narrow->now[0][narrow->rows + 1] = narrow->now[1][narrow->rows + 1] = 0;
    narrow->low = s.row;
    narrow->high = s.row - 1;
    build_to(narrow, field, window, s.row < t.row ? s.row : t.row, s.row > t.row ? s.row : t.row);
    open_cell(narrow, s);
    open_cell(narrow, t);
    enum narrow_end end = run_levels(narrow, field, window, s, t, &level);
    *given_up = end == END_GIVEN_UP;
    if (end != END_FOUND)
        return STATUS_OK;
    job->outcome = OUTCOME_FOUND;
    job->cost = distance(s, t) + (cost_t)2 * level;
    job->target = 0;
    job->reached = to;
    return trace_path(narrow, grid, job, t, level, trace, error);
}
