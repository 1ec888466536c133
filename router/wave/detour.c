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
 * It loses where detours are many: work is counted, and past a share of what a breadth-first wave
 * would cost the search is handed to `corridor` in mazes (others.h), else to `tiles`, and so are
 * several target cells.
 *
 * Cost: 3/8 byte a cell of the rows that are reached (5/8 for sources of both parities), 1/8 byte
 * a cell of the grid; 0.5 to 5 ns a touched word.
 *
 * Reference: F. O. Hadlock, A shortest path algorithm for grid graphs, 1977.
 */
#include <stdlib.h>
#include <string.h>

#include "router/wave/detour_planes.h"
#include "router/wave/detour_row.h"
#include "router/wave/isa.h"
#include "router/wave/narrow.h"
#include "router/wave/others.h"

enum {
    BATCH_MIN = 2,      /* levels that run together at first */
    BATCH_MAX = 32,     /* and at most */
    WORK_SHARE = 3,     /* words touched a cell reached, before giving up */
    WORK_MIN = 1 << 13, /* words that a search may always touch, */
    WORK_TIMES = 8,     /* but those of its window no more than so many times */
    ROW_WORK = 4,       /* what looking at an idle row counts */
    LOOK_CELLS = 8192,  /* windows of fewer cells are not looked at before a search */
};

struct detour {
    const struct field *field;
    struct detour_planes planes;
    uint32_t f_min;   /* level 0 stands for this f */
    uint32_t nearest; /* distance of the nearest row with a source */
    uint32_t low[2];  /* no nearer row holds cells of the last two levels */
    uint8_t *seeded;  /* [y]: the row holds a source */
    size_t seeded_capacity;
    detour_sweep *sweep;   /* the version for this processor */
    uint64_t work, gained; /* words touched, cells reached */
    struct narrow narrow;  /* for short nets */
    struct others others;
};

/* ---- one level in one row ------------------------------------------------------------------- */

/* Makes cell (word, bit) of a row a seed of the sweep to come: a cell that the level before
 * reached one step nearer to t would do that, so it is put into N, which the sweep overwrites.
 * Behind a part's last bit that is the padding's first. */
static void add_seed(const struct detour *wave, struct detour_row *row, uint32_t word, uint32_t bit)
{
    uint32_t before = word + (bit + 1) / 64;
    row->reached[before] |= (uint64_t)1 << (bit + 1) % 64;
    row->touched |= (uint64_t)1 << (word >> wave->planes.group_shift);
    if (before < wave->planes.words)
        row->touched |= (uint64_t)1 << (before >> wave->planes.group_shift);
}

/* Seeds the sources of row y that belong to this level: they lie m columns from t's, left or
 * right. In such a row the only other own cell can be t, whose m is none. */
static void add_sources(const struct detour *wave, struct detour_row *row, uint32_t y,
                        uint32_t distance, uint32_t level)
{
    const uint64_t *own = wave->planes.own + y * wave->field->grid->row_words;
    uint32_t f = wave->f_min + level;
    if (f < distance)
        return;
    uint32_t m = f - distance;
    if (m <= wave->planes.tx - wave->planes.window.x0) {
        uint32_t x = wave->planes.tx - m;
        if ((own[x / 64] >> x % 64 & 1) != 0)
            add_seed(wave, row, planes_left_word(&wave->planes, x), x % 64);
    }
    if (m <= wave->planes.window.x1 - wave->planes.tx && wave->planes.right_word != 0) {
        uint32_t x = wave->planes.tx + m;
        if ((own[x / 64] >> x % 64 & 1) != 0)
            add_seed(wave, row, planes_right_word(&wave->planes, x), 63 - x % 64);
    }
}

/* Makes both copies of t's column agree after a sweep. Returns groups that are new. */
static uint64_t join_parts(const struct detour *wave, struct detour_row *row)
{
    const uint32_t words[2] = {wave->planes.left_words - 1, wave->planes.words - 1};
    const uint32_t bits[2] = {wave->planes.tx % 64, 63 - wave->planes.tx % 64};
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
    return (uint64_t)1 << (word >> wave->planes.group_shift);
}

/* Adds the row at y as one that this row's cells can be entered from, where there is one. */
static void add_neighbour(const struct detour *wave, struct detour_row *row, int slot, int64_t y,
                          uint32_t level)
{
    row->in[slot] = wave->planes.zero;
    int64_t distance = y > wave->planes.ty ? y - wave->planes.ty : wave->planes.ty - y;
    if (y < wave->planes.window.y0 || y > wave->planes.window.y1 || distance > wave->planes.reach)
        return;
    row->in[slot] =
        planes_row(&wave->planes, (uint32_t)y, level % 2 == 0 ? PLANE_REACHED : PLANE_REACHED_ODD);
    row->touched |= *planes_mask(&wave->planes, (uint32_t)y, level % 2);
}

/* Runs one level through one row; true where it reaches t. */
static bool sweep(struct detour *wave, uint32_t y, uint32_t distance, uint32_t level)
{
    uint64_t *mask = planes_mask(&wave->planes, y, level % 2);
    struct detour_row row = {.touched = *mask | *mask >> 1};
    add_neighbour(wave, &row, 0, (int64_t)y + 1, level);
    add_neighbour(wave, &row, 1, (int64_t)y - 1, level);
    wave->work += ROW_WORK;
    bool seeded = wave->seeded[y - wave->planes.window.y0] != 0;
    if (row.touched == 0 && !seeded)
        return false;
    row.reached = planes_row(&wave->planes, y, level % 2 == 0 ? PLANE_REACHED : PLANE_REACHED_ODD);
    if (seeded)
        add_sources(wave, &row, y, distance, level);
    if (row.touched == 0)
        return false;
    row.open = planes_row(&wave->planes, y, PLANE_OPEN);
    row.label[0] = level % 2 != 0 ? planes_row(&wave->planes, y, PLANE_LABEL_0) : NULL;
    row.label[1] = level / 2 % 2 != 0 ? planes_row(&wave->planes, y, PLANE_LABEL_1) : NULL;
    row.words = wave->planes.words;
    row.group_shift = wave->planes.group_shift;
    *mask = wave->sweep(&row);
    row.reached[wave->planes.left_words] = 0; /* padding, where seeds may have been put */
    row.reached[wave->planes.words] = 0;
    if (wave->planes.right_word != 0)
        *mask |= join_parts(wave, &row);
    wave->work += row.work;
    wave->gained += row.gained;
    return distance == 0 &&
           (row.reached[wave->planes.left_words - 1] >> wave->planes.tx % 64 & 1) != 0;
}

/* Runs one level through the row or two rows at this distance. */
static bool sweep_pair(struct detour *wave, uint32_t distance, uint32_t level)
{
    bool hit = false;
    if (distance <= wave->planes.window.y1 - wave->planes.ty)
        hit = sweep(wave, wave->planes.ty + distance, distance, level);
    if (distance > 0 && distance <= wave->planes.ty - wave->planes.window.y0)
        sweep(wave, wave->planes.ty - distance, distance, level);
    return hit;
}

/* True where nothing that the level has just done at this distance enters the next row. */
static bool row_is_idle(const struct detour *wave, uint32_t distance, uint32_t level)
{
    uint64_t mask = 0;
    if (distance <= wave->planes.window.y1 - wave->planes.ty)
        mask |= *planes_mask(&wave->planes, wave->planes.ty + distance, level % 2);
    if (distance <= wave->planes.ty - wave->planes.window.y0)
        mask |= *planes_mask(&wave->planes, wave->planes.ty - distance, level % 2);
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
    uint32_t stride = wave->planes.mixed ? 1 : 2;
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
    for (int64_t distance = wave->planes.reach; distance >= 0; distance--) {
        int64_t ys[2] = {(int64_t)wave->planes.ty + distance, (int64_t)wave->planes.ty - distance};
        for (int i = 0; i < 2; i++) {
            if (ys[i] < wave->planes.window.y0 || ys[i] > wave->planes.window.y1)
                continue;
            const uint64_t *masks = planes_mask(&wave->planes, (uint32_t)ys[i], 0);
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
    uint32_t above = wave->planes.window.y1 - wave->planes.ty,
             below = wave->planes.ty - wave->planes.window.y0;
    int64_t rows = above > below ? above : below;
    uint64_t least = WORK_TIMES * (uint64_t)(above + below + 1) * wave->planes.words;
    least = least < WORK_MIN ? least : WORK_MIN;
    uint32_t first = 0, count = BATCH_MIN, level = 0;
    for (int64_t active = seeds; active >= 0; first += count) {
        count = first / 4 * 2 < BATCH_MAX ? first / 4 * 2 : BATCH_MAX;
        count = count > BATCH_MIN ? count : BATCH_MIN;
        int64_t distance = active + count < rows ? active + count : rows;
        planes_build(&wave->planes, distance);
        if (stop != NULL && *stop != 0)
            return END_STOPPED;
        if (run_levels(wave, first, count, (uint32_t)distance, &level)) {
            *f = wave->f_min + level;
            return END_FOUND;
        }
        if (wave->work > least + WORK_SHARE * wave->gained)
            return END_GIVEN_UP;
        active = farthest_active(wave);
        if (wave->f_min + first + count <= f_max && active < seeds)
            active = seeds;
    }
    return END_NONE;
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
            uint32_t dx = x > wave->planes.tx ? x - wave->planes.tx : wave->planes.tx - x;
            uint32_t dy = y > wave->planes.ty ? y - wave->planes.ty : wave->planes.ty - y;
            uint64_t *word = &wave->planes.own[grid_word(grid, cell)], bit = grid_bit(grid, cell);
            *word = on ? *word | bit : *word & ~bit;
            wave->seeded[y - wave->planes.window.y0] = on;
            seeds->f_min = dx + dy < seeds->f_min ? dx + dy : seeds->f_min;
            seeds->f_max = dx + dy > seeds->f_max ? dx + dy : seeds->f_max;
            seeds->distance = dy > seeds->distance ? dy : seeds->distance;
            seeds->nearest = dy < seeds->nearest ? dy : seeds->nearest;
            *((dx + dy) % 2 != 0 ? &seeds->odd : &seeds->even) = true;
            cell += stride;
        }
    }
    cell_t target = grid_cell(grid, wave->planes.tx, wave->planes.ty, 0);
    uint64_t *word = &wave->planes.own[grid_word(grid, target)], bit = grid_bit(grid, target);
    *word = on ? *word | bit : *word & ~bit;
}

/* Fits the marks of rows to the window and clears the counters. */
static enum status prepare(struct detour *wave, const struct job *job, struct error *error)
{
    size_t height = job->window.y1 - job->window.y0 + 1, before = wave->seeded_capacity;
    wave->work = wave->gained = 0;
    wave->low[0] = wave->low[1] = UINT32_MAX;
    if (mem_grow((void **)&wave->seeded, &wave->seeded_capacity, height, sizeof *wave->seeded,
                 "marks of rows", error) != STATUS_OK)
        return STATUS_FAILED;
    memset(wave->seeded + before, 0, wave->seeded_capacity - before);
    return STATUS_OK;
}

/* The state is reached and its f, modulo 4, is the one that belongs to the label. */
static bool has_label(const void *labels, const struct spot *spot, int axis, cost_t want)
{
    const struct detour *wave = labels;
    const struct detour_planes *planes = &wave->planes;
    (void)axis;
    uint32_t dx = spot->x > planes->tx ? spot->x - planes->tx : planes->tx - spot->x;
    uint32_t dy = spot->y > planes->ty ? spot->y - planes->ty : planes->ty - spot->y;
    int bits = dy <= planes->reach ? planes_label(planes, spot->x, spot->y) : -1;
    return bits >= 0 && want + dx + dy >= wave->f_min &&
           (want + dx + dy - wave->f_min) % 4 == (cost_t)bits;
}

/* True where it is sooner searched than looked at. */
static bool is_small(const struct box *window)
{
    return (uint64_t)(window->x1 - window->x0 + 1) * (window->y1 - window->y0 + 1) < LOOK_CELLS;
}

/* Lets another wave do the job: in mazes `corridor`, else `tiles`. */
static enum status hand_over(struct detour *wave, struct job *job, struct trace *trace,
                             const volatile sig_atomic_t *stop, struct error *error)
{
    return others_search_maze(&wave->others, &wave_tiles, job, trace, stop, error);
}

static enum status detour_search(struct wave *base, struct job *job, struct trace *trace,
                                 const volatile sig_atomic_t *stop, struct error *error)
{
    struct detour *wave = (struct detour *)base;
    struct detour_planes *planes = &wave->planes;
    struct seeds seeds;
    uint32_t f = 0;
    cell_t target = CELL_NONE;
    enum status status = STATUS_OK;
    if (others_in_maze(&wave->others, &job->window))
        return hand_over(wave, job, trace, stop, error);
    if (narrow_fits(job)) {
        bool given_up = false;
        status = narrow_search(&wave->narrow, wave->field, job, trace, &given_up, error);
        return given_up ? hand_over(wave, job, trace, stop, error) : status;
    }
    job->outcome = OUTCOME_NONE;
    job->knot_count = 0;
    bool several = !job_sole_target(wave->field->grid, job, &target);
    if (several && is_small(&job->window))
        return others_search(&wave->others, &wave_tiles, job, trace, stop, error);
    if (several)
        return hand_over(wave, job, trace, stop, error);
    if (target == CELL_NONE)
        return STATUS_OK;
    planes->window = job->window;
    planes->tx = grid_x(wave->field->grid, target);
    planes->ty = grid_y(wave->field->grid, target);
    if (prepare(wave, job, error) != STATUS_OK)
        return STATUS_FAILED;
    mark_job(wave, job, true, &seeds);
    wave->f_min = seeds.f_min;
    wave->nearest = seeds.nearest;
    enum end end = END_NONE;
    status = planes_lay_out(planes, &job->window, seeds.odd && seeds.even, error);
    if (status == STATUS_OK)
        end = flood(wave, seeds.distance, seeds.f_max, stop, &f);
    if (status == STATUS_OK && end == END_FOUND) {
        struct backtrace labels = {wave->field, job->window, has_label, wave};
        status = backtrace_job(&labels, job, f, trace, error);
    }
    mark_job(wave, job, false, &seeds);
    if (end == END_STOPPED)
        job->outcome = OUTCOME_STOPPED;
    return end == END_GIVEN_UP ? hand_over(wave, job, trace, stop, error) : status;
}

/* ---- the workspace -------------------------------------------------------------------------- */

static void detour_destroy(struct wave *base)
{
    struct detour *wave = (struct detour *)base;
    if (wave == NULL)
        return;
    others_destroy(&wave->others);
    planes_destroy(&wave->planes);
    free(wave->seeded);
    free(wave);
}

static enum status detour_create(struct wave **base, const struct field *field, struct error *error)
{
    struct detour *wave = mem_alloc(1, sizeof *wave, "wave", error);
    *base = (struct wave *)wave;
    if (wave == NULL)
        return STATUS_FAILED;
    wave->sweep = detour_version_for(isa_best());
    wave->field = field;
    others_begin(&wave->others, field);
    if (planes_create(&wave->planes, field, error) == STATUS_OK)
        return STATUS_OK;
    detour_destroy(*base);
    *base = NULL;
    return STATUS_FAILED;
}

static size_t detour_bytes(const struct wave *base)
{
    const struct detour *wave = (const struct detour *)base;
    return sizeof *wave + wave->seeded_capacity + planes_bytes(&wave->planes) +
           others_bytes(&wave->others);
}

static void detour_update(struct wave *base, const struct box *dirty, size_t count)
{
    others_update(&((struct detour *)base)->others, dirty, count);
}

const struct wave_ops wave_detour = {
    .name = "detour",
    .summary = "bit-parallel by detours, unit costs on one layer (Hadlock 1977)",
    .features = 0,
    .create = detour_create,
    .search = detour_search,
    .update = detour_update,
    .bytes = detour_bytes,
    .destroy = detour_destroy,
};
