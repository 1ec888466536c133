/* detour: bit-parallel search by detours (Hadlock 1977), for unit costs on one layer.
 *
 * With one target t and MD the Manhattan distance, a walk to v that takes k steps away from t has
 * length MD(s,t) - MD(v,t) + 2k. So the wave goes by detours instead of by distance: level f holds
 * the cells with label + MD(v,t) = f, a step toward t keeps the level and a step away leads two
 * levels on. Random blocks need a few dozen levels where a breadth-first wave needs thousands, and
 * a level is one sweep over bit rows, 64 cells a word:
 *
 *     rows     from the farthest to t's, above and below: what is new in a row enters the next
 *     in a row cells flood toward t's column as a carry runs through an addition: with p the
 *              free cells not reached yet, g the seeds among them,
 *                  p         0111 0110      sum = p + g
 *                  g         0001 0010      new = ((sum ^ p) & p) | g
 *                  sum       1000 1000
 *                  new       0111 0110      and the carry out of bit 63 enters the next word
 *              The columns beyond t are kept mirrored, so that toward t is always upward; t's own
 *              column is in both parts.
 *     seeds    of level f: what level f - 2 reached, one step away from t, and the sources whose
 *              MD is f
 *
 * Only words that hold or neighbour new cells are touched: a row keeps a mask of them. Several
 * levels run through the rows together, each one row behind the one before (two for the levels of
 * one parity), so that rows are worked on while they are in the cache. One plane N holds what
 * the last level of a parity reached; a level overwrites it row by row just when it is no longer
 * needed.
 *
 * Labels: f mod 4 in bit planes, and "reached" (free, but no longer in U). Neighbours' f differ by
 * at most 2, so that is enough for the trace.
 *
 * It loses where detours are many (mazes): work is counted, and past a share of what a
 * breadth-first wave would cost the search is handed to `queue`. Several target cells go to
 * `bucket`.
 *
 * Cost: half a byte a cell of the rows that are reached (3/8 for one source), 1/8 byte a cell of
 * the grid. About 1 ns a touched word.
 *
 * Reference: F. O. Hadlock, A shortest path algorithm for grid graphs, 1977.
 */
#include <stdlib.h>
#include <string.h>

#include "router/wave/detour_row.h"
#include "router/wave/wave.h"

enum { TO_QUEUE, TO_BUCKET, OTHERS };

static const struct wave_ops *const others[OTHERS] = {&wave_queue, &wave_bucket};

enum {
    PLANES_MAX = 5,     /* of a row: U, N and label bits by parity */
    BATCH_MIN = 2,      /* levels that run together at first */
    BATCH_MAX = 32,     /* and at most */
    WORK_SHARE = 3,     /* words touched a cell reached, before giving up */
    WORK_MIN = 1 << 13, /* words that a search may always touch */
    ROW_WORK = 4,       /* what looking at an idle row counts */
};

struct detour {
    const struct field *field;
    struct box window;
    uint32_t tx, ty;
    uint32_t left_words, right_word; /* right_word: first word of the mirrored part, 0: none */
    uint32_t words;                  /* of a row's plane that are swept */
    uint32_t plane_words;            /* of a row's plane, with a word of padding */
    uint32_t group_shift;            /* a bit of a mask stands for 2^group_shift words */
    bool mixed;                      /* sources of both parities: levels are not all even */
    uint32_t f_min;                  /* level 0 stands for this f */
    uint32_t nearest;                /* distance of the nearest row with a source */
    uint32_t low[2];                 /* no nearer row holds cells of the last two levels */
    int64_t reach;                   /* rows up to this distance from t are built; -1: none */
    uint64_t *rows;  /* [y][U, N even, label bit 1, (N odd, label bit 0)][plane_words] */
    uint64_t *masks; /* [y][parity]: groups of words where N is not 0 */
    uint8_t *seeded; /* [y]: the row holds a source */
    size_t rows_capacity, masks_capacity, seeded_capacity;
    uint64_t *own;  /* bit plane of the grid: the job's cells */
    uint64_t *zero; /* a row of zeros, for the neighbour beyond the window */
    size_t zero_capacity;
    detour_sweep *sweep;   /* the version for this processor */
    uint64_t work, gained; /* words touched, cells reached */
    struct wave *others[OTHERS]; /* workspaces of queue and bucket, made when needed */
};

/* ---- rows ----------------------------------------------------------------------------------- */

enum plane { OPEN, REACHED, LABEL_1, REACHED_ODD, LABEL_0 };

static uint64_t *plane_of(const struct detour *wave, uint32_t y, enum plane plane)
{
    size_t planes = wave->mixed ? PLANES_MAX : REACHED_ODD;
    return wave->rows + ((y - wave->window.y0) * planes + plane) * wave->plane_words;
}

static uint64_t *mask_of(const struct detour *wave, uint32_t y, uint32_t parity)
{
    return wave->masks + 2 * (size_t)(y - wave->window.y0) + parity;
}

static uint64_t mirror(uint64_t word)
{
    word = (word >> 1 & 0x5555555555555555u) | (word & 0x5555555555555555u) << 1;
    word = (word >> 2 & 0x3333333333333333u) | (word & 0x3333333333333333u) << 2;
    word = (word >> 4 & 0x0f0f0f0f0f0f0f0fu) | (word & 0x0f0f0f0f0f0f0f0fu) << 4;
    return __builtin_bswap64(word);
}

/* Word and bit of column x in the part left of t (its column included) and in the mirrored one. */
static uint32_t left_word(const struct detour *wave, uint32_t x)
{
    return x / 64 - wave->window.x0 / 64;
}

static uint32_t right_word(const struct detour *wave, uint32_t x)
{
    return wave->right_word + wave->window.x1 / 64 - x / 64;
}

/* Fills row y from the field: open cells, nothing reached. */
static void build_row(struct detour *wave, uint32_t y)
{
    const struct grid *grid = wave->field->grid;
    const struct box *window = &wave->window;
    size_t planes = wave->mixed ? PLANES_MAX : REACHED_ODD;
    uint64_t *open = plane_of(wave, y, OPEN);
    memset(open, 0, planes * wave->plane_words * sizeof *open);
    *mask_of(wave, y, 0) = *mask_of(wave, y, 1) = 0;
    const uint64_t *closed = wave->field->closed + y * grid->row_words;
    const uint64_t *own = wave->own + y * grid->row_words;
    uint32_t first = window->x0 / 64, middle = wave->tx / 64, last = window->x1 / 64;
    for (uint32_t word = first; word <= middle; word++)
        open[word - first] = ~closed[word] | own[word];
    open[0] &= ~(uint64_t)0 << window->x0 % 64;
    open[middle - first] &= ~(uint64_t)0 >> (63 - wave->tx % 64);
    if (wave->right_word == 0)
        return;
    uint64_t *right = open + wave->right_word;
    for (uint32_t word = last + 1; word-- > middle;)
        right[last - word] = mirror(~closed[word] | own[word]);
    right[0] &= ~(uint64_t)0 << (63 - window->x1 % 64);
    right[last - middle] &= ~(uint64_t)0 >> wave->tx % 64;
}

/* Builds the rows up to this distance from t. */
static void build_rows(struct detour *wave, int64_t distance)
{
    for (; wave->reach < distance; wave->reach++) {
        int64_t above = wave->ty + wave->reach + 1, below = wave->ty - wave->reach - 1;
        if (above <= wave->window.y1)
            build_row(wave, (uint32_t)above);
        if (below >= wave->window.y0 && below != above)
            build_row(wave, (uint32_t)below);
    }
}

/* ---- one level in one row ------------------------------------------------------------------- */

/* Makes cell (word, bit) of a row a seed of the sweep to come: a cell that the level before
 * reached one step nearer to t would do that, so it is put into N, which the sweep overwrites.
 * Behind a part's last bit that is the padding's first. */
static void add_seed(const struct detour *wave, struct detour_row *row, uint32_t word, uint32_t bit)
{
    uint32_t before = word + (bit + 1) / 64;
    row->reached[before] |= (uint64_t)1 << (bit + 1) % 64;
    row->touched |= (uint64_t)1 << (word >> wave->group_shift);
    if (before < wave->words)
        row->touched |= (uint64_t)1 << (before >> wave->group_shift);
}

/* Seeds the sources of row y that belong to this level: they lie m columns from t's, left or
 * right. In such a row the only other own cell can be t, whose m is none. */
static void add_sources(const struct detour *wave, struct detour_row *row, uint32_t y,
                        uint32_t distance, uint32_t level)
{
    const uint64_t *own = wave->own + y * wave->field->grid->row_words;
    uint32_t f = wave->f_min + level;
    if (f < distance)
        return;
    uint32_t m = f - distance;
    if (m <= wave->tx - wave->window.x0) {
        uint32_t x = wave->tx - m;
        if ((own[x / 64] >> x % 64 & 1) != 0)
            add_seed(wave, row, left_word(wave, x), x % 64);
    }
    if (m <= wave->window.x1 - wave->tx && wave->right_word != 0) {
        uint32_t x = wave->tx + m;
        if ((own[x / 64] >> x % 64 & 1) != 0)
            add_seed(wave, row, right_word(wave, x), 63 - x % 64);
    }
}

/* Makes both copies of t's column agree after a sweep. Returns groups that are new. */
static uint64_t join_parts(const struct detour *wave, struct detour_row *row)
{
    const uint32_t words[2] = {wave->left_words - 1, wave->words - 1};
    const uint32_t bits[2] = {wave->tx % 64, 63 - wave->tx % 64};
    uint64_t in_left = row->reached[words[0]] >> bits[0] & 1;
    uint64_t in_right = row->reached[words[1]] >> bits[1] & 1;
    if (in_left == in_right)
        return 0;
    int missing = in_left != 0 ? 1 : 0;
    uint32_t word = words[missing];
    uint64_t bit = (uint64_t)1 << bits[missing];
    row->reached[word] |= bit;
    row->open[word] &= ~bit;
    for (int i = 0; i < 2; i++)
        if (row->label[i] != NULL)
            row->label[i][word] |= bit;
    return (uint64_t)1 << (word >> wave->group_shift);
}

/* Adds the row at y as one that this row's cells can be entered from, where there is one. */
static void add_neighbour(const struct detour *wave, struct detour_row *row, int slot, int64_t y,
                          uint32_t level)
{
    row->in[slot] = wave->zero;
    int64_t distance = y > wave->ty ? y - wave->ty : wave->ty - y;
    if (y < wave->window.y0 || y > wave->window.y1 || distance > wave->reach)
        return;
    row->in[slot] = plane_of(wave, (uint32_t)y, level % 2 == 0 ? REACHED : REACHED_ODD);
    row->touched |= *mask_of(wave, (uint32_t)y, level % 2);
}

/* Runs one level through one row; true where it reaches t. */
static bool sweep(struct detour *wave, uint32_t y, uint32_t distance, uint32_t level)
{
    uint64_t *mask = mask_of(wave, y, level % 2);
    struct detour_row row = {.touched = *mask | *mask >> 1};
    add_neighbour(wave, &row, 0, (int64_t)y + 1, level);
    add_neighbour(wave, &row, 1, (int64_t)y - 1, level);
    wave->work += ROW_WORK;
    bool seeded = wave->seeded[y - wave->window.y0] != 0;
    if (row.touched == 0 && !seeded)
        return false;
    row.reached = plane_of(wave, y, level % 2 == 0 ? REACHED : REACHED_ODD);
    if (seeded)
        add_sources(wave, &row, y, distance, level);
    if (row.touched == 0)
        return false;
    row.open = plane_of(wave, y, OPEN);
    row.label[0] = level % 2 != 0 ? plane_of(wave, y, LABEL_0) : NULL;
    row.label[1] = level / 2 % 2 != 0 ? plane_of(wave, y, LABEL_1) : NULL;
    row.words = wave->words;
    row.group_shift = wave->group_shift;
    *mask = wave->sweep(&row);
    row.reached[wave->left_words] = 0; /* padding, where seeds may have been put */
    row.reached[wave->words] = 0;
    if (wave->right_word != 0)
        *mask |= join_parts(wave, &row);
    wave->work += row.work;
    wave->gained += row.gained;
    return distance == 0 && (row.reached[wave->left_words - 1] >> wave->tx % 64 & 1) != 0;
}

/* Runs one level through the row or two rows at this distance. */
static bool sweep_pair(struct detour *wave, uint32_t distance, uint32_t level)
{
    bool hit = false;
    if (distance <= wave->window.y1 - wave->ty)
        hit = sweep(wave, wave->ty + distance, distance, level);
    if (distance > 0 && distance <= wave->ty - wave->window.y0)
        sweep(wave, wave->ty - distance, distance, level);
    return hit;
}

/* True where nothing that the level has just done at this distance enters the next row. */
static bool row_is_idle(const struct detour *wave, uint32_t distance, uint32_t level)
{
    uint64_t mask = 0;
    if (distance <= wave->window.y1 - wave->ty)
        mask |= *mask_of(wave, wave->ty + distance, level % 2);
    if (distance <= wave->ty - wave->window.y0)
        mask |= *mask_of(wave, wave->ty - distance, level % 2);
    return mask == 0;
}

/* Runs count levels from first on through all rows up to this distance, each one row behind the
 * one before. On a hit *level is the one that reached t; all before it are complete then.
 *
 * low[i]: level i reaches no row nearer to t than that, as far as is known. A level is over once
 * its row is idle and neither the level that it grows from nor a source lies nearer. */
static bool run_levels(struct detour *wave, uint32_t first, uint32_t count, uint32_t distance,
                       uint32_t *level)
{
    uint32_t stride = wave->mixed ? 1 : 2;
    uint32_t low[BATCH_MAX + 2] = {wave->low[0], wave->low[1]};
    uint64_t over = 0;
    for (uint32_t step = 0; step < distance + count; step++) {
        uint32_t behind = step > distance ? step - distance : 0;
        behind += behind % stride;
        for (; behind < count && behind <= step; behind += stride) {
            uint32_t at = distance + behind - step;
            if ((over >> behind & 1) != 0)
                continue;
            *level = first + behind;
            if (sweep_pair(wave, at, *level))
                return true;
            uint32_t nearest = low[behind] < wave->nearest ? low[behind] : wave->nearest;
            if (at <= nearest && row_is_idle(wave, at, *level)) {
                over |= (uint64_t)1 << behind;
                low[behind + 2] = at;
            } else {
                low[behind + 2] = 0;
            }
        }
    }
    wave->low[0] = low[count];
    wave->low[1] = low[count + 1];
    return false;
}

/* ---- one search ----------------------------------------------------------------------------- */

/* The farthest row that new cells may spread from, or -1 where there are none. */
static int64_t farthest_active(const struct detour *wave)
{
    for (int64_t distance = wave->reach; distance >= 0; distance--) {
        int64_t ys[2] = {(int64_t)wave->ty + distance, (int64_t)wave->ty - distance};
        for (int i = 0; i < 2; i++) {
            if (ys[i] < wave->window.y0 || ys[i] > wave->window.y1)
                continue;
            const uint64_t *masks = mask_of(wave, (uint32_t)ys[i], 0);
            if ((masks[0] | masks[1]) != 0)
                return distance;
        }
    }
    return -1;
}

/* What a search came to. */
enum end { END_FOUND, END_NONE, END_STOPPED, END_GIVEN_UP };

/* Runs batches of levels until t is reached; *f is then its label. seeds: distance of the
 * farthest source's row; f_max: largest f of a source. */
static enum end flood(struct detour *wave, int64_t seeds, uint32_t f_max,
                      const volatile sig_atomic_t *stop, uint32_t *f)
{
    uint32_t above = wave->window.y1 - wave->ty, below = wave->ty - wave->window.y0;
    int64_t rows = above > below ? above : below;
    uint32_t first = 0, count = BATCH_MIN, level = 0;
    for (int64_t active = seeds; active >= 0; first += count) {
        count = first / 4 * 2 < BATCH_MAX ? first / 4 * 2 : BATCH_MAX;
        count = count > BATCH_MIN ? count : BATCH_MIN;
        int64_t distance = active + count < rows ? active + count : rows;
        build_rows(wave, distance);
        if (stop != NULL && *stop != 0)
            return END_STOPPED;
        if (run_levels(wave, first, count, (uint32_t)distance, &level)) {
            *f = wave->f_min + level;
            return END_FOUND;
        }
        if (wave->work > WORK_MIN + WORK_SHARE * wave->gained)
            return END_GIVEN_UP;
        active = farthest_active(wave);
        if (wave->f_min + first + count <= f_max && active < seeds)
            active = seeds;
    }
    return END_NONE;
}

static bool inside(const struct box *window, uint32_t x, uint32_t y)
{
    return x >= window->x0 && x <= window->x1 && y >= window->y0 && y <= window->y1;
}

/* Finds the one target cell inside the window; false where there are none or several. */
static bool sole_target(struct detour *wave, const struct job *job, bool *none)
{
    const struct grid *grid = wave->field->grid;
    cell_t sole = CELL_NONE;
    *none = false;
    for (uint32_t i = 0; i < job->target_count; i++) {
        cell_t stride = (cell_t)wire_stride(grid, job->targets[i]), cell = job->targets[i].from;
        for (uint32_t left = wire_steps(grid, job->targets[i]) + 1; left > 0; left--) {
            if (inside(&job->window, grid_x(grid, cell), grid_y(grid, cell))) {
                if (sole != CELL_NONE && sole != cell)
                    return false;
                sole = cell;
            }
            cell += stride;
        }
    }
    *none = sole == CELL_NONE;
    if (!*none) {
        wave->tx = grid_x(grid, sole);
        wave->ty = grid_y(grid, sole);
    }
    return !*none;
}

/* What seeding learns of the sources. */
struct seeds {
    uint32_t f_min, f_max, distance, nearest;
    bool odd, even;
};

/* Marks or unmarks the sources and t in the grid's plane and the rows; gathers their levels. */
static void mark_job(struct detour *wave, const struct job *job, bool on, struct seeds *seeds)
{
    const struct grid *grid = wave->field->grid;
    *seeds = (struct seeds){.f_min = UINT32_MAX, .nearest = UINT32_MAX};
    for (uint32_t i = 0; i < job->source_count; i++) {
        cell_t stride = (cell_t)wire_stride(grid, job->sources[i]), cell = job->sources[i].from;
        for (uint32_t left = wire_steps(grid, job->sources[i]) + 1; left > 0; left--) {
            uint32_t x = grid_x(grid, cell), y = grid_y(grid, cell);
            uint32_t dx = x > wave->tx ? x - wave->tx : wave->tx - x;
            uint32_t dy = y > wave->ty ? y - wave->ty : wave->ty - y;
            uint64_t *word = &wave->own[grid_word(grid, cell)], bit = grid_bit(grid, cell);
            *word = on ? *word | bit : *word & ~bit;
            wave->seeded[y - wave->window.y0] = on;
            seeds->f_min = dx + dy < seeds->f_min ? dx + dy : seeds->f_min;
            seeds->f_max = dx + dy > seeds->f_max ? dx + dy : seeds->f_max;
            seeds->distance = dy > seeds->distance ? dy : seeds->distance;
            seeds->nearest = dy < seeds->nearest ? dy : seeds->nearest;
            *((dx + dy) % 2 != 0 ? &seeds->odd : &seeds->even) = true;
            cell += stride;
        }
    }
    cell_t target = grid_cell(grid, wave->tx, wave->ty, 0);
    uint64_t *word = &wave->own[grid_word(grid, target)], bit = grid_bit(grid, target);
    *word = on ? *word | bit : *word & ~bit;
}

/* Lays out the rows of bits for the window and t. */
static enum status prepare(struct detour *wave, const struct job *job, struct error *error)
{
    const struct box *window = &job->window;
    size_t height = window->y1 - window->y0 + 1;
    wave->window = *window;
    wave->left_words = wave->tx / 64 - window->x0 / 64 + 1;
    wave->right_word = wave->tx < window->x1 ? wave->left_words + 1 : 0;
    wave->words = wave->left_words;
    if (wave->right_word != 0)
        wave->words = wave->right_word + window->x1 / 64 - wave->tx / 64 + 1;
    wave->plane_words = (wave->words + DETOUR_LANES) / DETOUR_LANES * DETOUR_LANES;
    for (wave->group_shift = 0; (wave->words - 1) >> wave->group_shift > 63;)
        wave->group_shift++;
    wave->reach = -1;
    wave->work = wave->gained = 0;
    size_t zero_before = wave->zero_capacity, seeded_before = wave->seeded_capacity;
    if (mem_grow((void **)&wave->rows, &wave->rows_capacity,
                 height * PLANES_MAX * wave->plane_words + DETOUR_LANES, sizeof *wave->rows,
                 "rows of bits", error) != STATUS_OK ||
        mem_grow((void **)&wave->masks, &wave->masks_capacity, 2 * height, sizeof *wave->masks,
                 "masks of rows", error) != STATUS_OK ||
        mem_grow((void **)&wave->seeded, &wave->seeded_capacity, height, sizeof *wave->seeded,
                 "marks of rows", error) != STATUS_OK ||
        mem_grow((void **)&wave->zero, &wave->zero_capacity, wave->plane_words, sizeof *wave->zero,
                 "row of zeros", error) != STATUS_OK)
        return STATUS_FAILED;
    memset(wave->zero + zero_before, 0, (wave->zero_capacity - zero_before) * sizeof *wave->zero);
    memset(wave->seeded + seeded_before, 0, wave->seeded_capacity - seeded_before);
    return STATUS_OK;
}

/* The state is reached and its f, modulo 4, is the one that belongs to the label. */
static bool has_label(const void *labels, const struct spot *spot, int axis, cost_t want)
{
    const struct detour *wave = labels;
    (void)axis;
    uint32_t dx = spot->x > wave->tx ? spot->x - wave->tx : wave->tx - spot->x;
    uint32_t dy = spot->y > wave->ty ? spot->y - wave->ty : wave->ty - spot->y;
    bool left = spot->x <= wave->tx;
    uint32_t word = left ? left_word(wave, spot->x) : right_word(wave, spot->x);
    uint32_t bit = left ? spot->x % 64 : 63 - spot->x % 64;
    size_t at = spot->y * wave->field->grid->row_words + spot->x / 64;
    bool enterable = ((~wave->field->closed[at] | wave->own[at]) >> spot->x % 64 & 1) != 0;
    if (dy > wave->reach || !enterable || want + dx + dy < wave->f_min ||
        (plane_of(wave, spot->y, OPEN)[word] >> bit & 1) != 0)
        return false;
    cost_t level = want + dx + dy - wave->f_min;
    bool bit1 = (plane_of(wave, spot->y, LABEL_1)[word] >> bit & 1) != 0;
    bool bit0 = wave->mixed && (plane_of(wave, spot->y, LABEL_0)[word] >> bit & 1) != 0;
    return bit0 == (level % 2 != 0) && bit1 == (level / 2 % 2 != 0);
}

/* Lets another wave do the job. */
static enum status hand_over(struct detour *wave, int to, struct job *job, struct trace *trace,
                             const volatile sig_atomic_t *stop, struct error *error)
{
    const struct wave_ops *ops = others[to];
    if (wave->others[to] == NULL && ops->create(&wave->others[to], wave->field, error) != STATUS_OK)
        return STATUS_FAILED;
    return ops->search(wave->others[to], job, trace, stop, error);
}

/* The wave for mazes: `queue` for far pins, for it is the faster one a cell. */
static int wave_for_maze(const struct detour *wave)
{
    uint32_t sides = wave->window.x1 - wave->window.x0 + wave->window.y1 - wave->window.y0;
    return wave->f_min < sides / 4 ? TO_BUCKET : TO_QUEUE;
}

static enum status detour_search(struct wave *base, struct job *job, struct trace *trace,
                                 const volatile sig_atomic_t *stop, struct error *error)
{
    struct detour *wave = (struct detour *)base;
    struct seeds seeds;
    enum status status = STATUS_OK;
    uint32_t f = 0;
    bool none;
    job->outcome = OUTCOME_NONE;
    job->knot_count = 0;
    if (!sole_target(wave, job, &none))
        return none ? STATUS_OK : hand_over(wave, TO_BUCKET, job, trace, stop, error);
    if (prepare(wave, job, error) != STATUS_OK)
        return STATUS_FAILED;
    mark_job(wave, job, true, &seeds);
    wave->mixed = seeds.odd && seeds.even;
    wave->f_min = seeds.f_min;
    wave->nearest = seeds.nearest;
    wave->low[0] = wave->low[1] = UINT32_MAX;
    enum end end = flood(wave, seeds.distance, seeds.f_max, stop, &f);
    if (end == END_FOUND) {
        struct backtrace labels = {wave->field, wave->window, has_label, wave};
        status = backtrace_job(&labels, job, f, trace, error);
    }
    mark_job(wave, job, false, &seeds);
    if (end == END_STOPPED)
        job->outcome = OUTCOME_STOPPED;
    if (end == END_GIVEN_UP)
        return hand_over(wave, wave_for_maze(wave), job, trace, stop, error);
    return status;
}

/* ---- the workspace -------------------------------------------------------------------------- */

static void detour_destroy(struct wave *base)
{
    struct detour *wave = (struct detour *)base;
    if (wave == NULL)
        return;
    for (int i = 0; i < OTHERS; i++)
        others[i]->destroy(wave->others[i]);
    free(wave->rows);
    free(wave->masks);
    free(wave->seeded);
    free(wave->own);
    free(wave->zero);
    free(wave);
}

static enum status detour_create(struct wave **base, const struct field *field, struct error *error)
{
    struct detour *wave = mem_alloc(1, sizeof *wave, "wave", error);
    *base = (struct wave *)wave;
    if (wave == NULL)
        return STATUS_FAILED;
    struct detour_version versions[3];
    detour_versions(versions);
    wave->sweep = versions[0].sweep;
    wave->field = field;
    wave->own = mem_alloc(grid_plane_words(field->grid), sizeof *wave->own, "own cells", error);
    if (wave->own != NULL)
        return STATUS_OK;
    detour_destroy(*base);
    *base = NULL;
    return STATUS_FAILED;
}

static size_t detour_bytes(const struct wave *base)
{
    const struct detour *wave = (const struct detour *)base;
    size_t words = wave->rows_capacity + wave->masks_capacity + wave->zero_capacity;
    size_t bytes = sizeof *wave + wave->seeded_capacity;
    bytes += (words + grid_plane_words(wave->field->grid)) * sizeof *wave->rows;
    for (int i = 0; i < OTHERS; i++)
        bytes += wave->others[i] != NULL ? others[i]->bytes(wave->others[i]) : 0;
    return bytes;
}

const struct wave_ops wave_detour = {
    .name = "detour",
    .summary = "bit-parallel by detours, unit costs on one layer (Hadlock 1977)",
    .features = 0,
    .create = detour_create,
    .search = detour_search,
    .bytes = detour_bytes,
    .destroy = detour_destroy,
};
