/* detour: bit-parallel search by detours (F. O. Hadlock, A shortest path algorithm for grid graphs,
 * 1977), for unit costs on one layer.
 *
 * Let MD be the Manhattan distance and t the only target. A walk from s to v with k steps away from
 * t has length MD(s,t) - MD(v,t) + 2k. Level f holds the cells with label + MD(v,t) = f: a step
 * towards t stays in the level, a step away leads to level f + 2. Random blocks need a few dozen
 * levels, breadth-first search thousands. A level is one sweep over rows of bits:
 *
 *     rows      from the farthest to t's, above and below; new cells of a row enter the next row
 *     in a row  cells flood towards t's column like the carry of an addition: let p be the free
 *               cells that are not reached, g the seeds among them,
 *                  p         0111 0110      sum = p + g
 *                  g         0001 0010      new = ((sum ^ p) & p) | g
 *                  sum       1000 1000
 *                  new       0111 0110      the carry out of bit 63 enters the next word
 *     seeds     the cells one step farther from t than those of level f - 2; sources with MD = f
 *
 * Labels are f mod 4 and "reached" (free, but not in U). The f of neighbours differ by at most 2,
 * so that is enough for the backtrace.
 *
 * The wave is slow if there are many detours. It counts its work, and hands the job over above a
 * share of the cost of breadth-first search (fallback.h): to `corridor` in mazes, else to `sweep`,
 * which also gets the jobs with several target cells.
 *
 * Memory: 3/8 byte per cell of the rows reached (5/8 for sources of both parities) and 1/8 byte per
 * cell of the grid. Time: 0.5 to 5 ns per word read. */
#include "router/wave/detour/detour_levels.h"
#include "grid/clock.h"
#include "router/wave/detour/narrow.h"
#include "router/search/field.h"
#include "router/wave/fallback.h"

enum {
    BATCH_MIN = 2,      /* levels of the first batch */
    WORK_SHARE = 3,     /* words read per cell reached before giving up */
    WORK_MIN = 1 << 13, /* words that each search may read, if not limited by WORK_TIMES */
    WORK_TIMES = 8,     /* largest such allowance, in words of the window */
    LOOK_CELLS = 8192,  /* smallest window that is tested for a maze, in cells */
};

struct detour {
    struct wave head;
    struct detour_levels levels;
    size_t seeded_capacity;
    struct narrow narrow; /* for short nets */
    struct fallback others;
};

/* Distance of the farthest row with new cells, or -1 if there is none. */
static int64_t farthest_active(const struct detour *wave)
{
    const struct detour_planes *planes = &wave->levels.planes;
    for (int64_t distance = planes->reach; distance >= 0; distance--) {
        int64_t ys[2] = {(int64_t)planes->ty + distance, (int64_t)planes->ty - distance};
        for (int i = 0; i < 2; i++) {
            if (ys[i] < planes->window.y0 || ys[i] > planes->window.y1)
                continue;
            const uint64_t *masks = planes_mask(planes, (uint32_t)ys[i], 0);
            if ((masks[0] | masks[1]) != 0)
                return distance;
        }
    }
    return -1;
}

/* Result of a search. */
enum end { END_FOUND, END_NONE, END_STOPPED, END_GIVEN_UP };

/* Runs batches of levels until t is reached; *f is its label. seeds: distance of the farthest row
 * with a source; f_max: largest f of a source. */
static enum end flood(struct detour *wave, int64_t seeds, uint32_t f_max,
                      const volatile sig_atomic_t *stop, uint32_t *f)
{
    struct detour_planes *planes = &wave->levels.planes;
    uint32_t above = planes->window.y1 - planes->ty, below = planes->ty - planes->window.y0;
    int64_t rows = above > below ? above : below;
    uint64_t least = WORK_TIMES * (uint64_t)(above + below + 1) * planes->words;
    least = least < WORK_MIN ? least : WORK_MIN;
    uint32_t first = 0, count = BATCH_MIN, level = 0;
    for (int64_t active = seeds; active >= 0; first += count) {
        count = first / 4 * 2 < DETOUR_BATCH_MAX ? first / 4 * 2 : DETOUR_BATCH_MAX;
        count = count > BATCH_MIN ? count : BATCH_MIN;
        int64_t distance = active + count < rows ? active + count : rows;
        planes_build(planes, distance);
        if (stop_raised(stop))
            return END_STOPPED;
        if (detour_levels_run(&wave->levels, first, count, (uint32_t)distance, &level)) {
            *f = wave->levels.f_min + level;
            assert(level >= first && level < first + count);
            return END_FOUND;
        }
        if (wave->levels.work > least + WORK_SHARE * wave->levels.gained)
            return END_GIVEN_UP;
        active = farthest_active(wave);
        if (wave->levels.f_min + first + count <= f_max && active < seeds)
            active = seeds;
    }
    return END_NONE;
}

/* Levels and rows of the sources. */
struct seeds {
    uint32_t f_min, f_max, distance, nearest;
    bool odd, even;
};

/* Marks or unmarks the sources and t in the plane of own cells and the rows; fills seeds. */
static void mark_job(struct detour *wave, const struct job *job, bool on, struct seeds *seeds)
{
    assert(job->source_count > 0);
    const struct grid *grid = wave->head.field->grid;
    *seeds = (struct seeds){.f_min = UINT32_MAX, .nearest = UINT32_MAX};
    struct detour_planes *planes = &wave->levels.planes;
    for (uint32_t i = 0; i < job->source_count; i++)
        for (struct wire_walk at = wire_walk(grid, job->sources[i]); at.left > 0; wire_next(&at)) {
            uint32_t x = grid_x(grid, at.cell), y = grid_y(grid, at.cell);
            uint32_t dx = x > planes->tx ? x - planes->tx : planes->tx - x;
            uint32_t dy = y > planes->ty ? y - planes->ty : planes->ty - y;
            assert(box_contains(planes->window, x, y)); /* engine.h */
            wave->levels.seeded[y - planes->window.y0] = on;
            seeds->f_min = dx + dy < seeds->f_min ? dx + dy : seeds->f_min;
            seeds->f_max = dx + dy > seeds->f_max ? dx + dy : seeds->f_max;
            seeds->distance = dy > seeds->distance ? dy : seeds->distance;
            seeds->nearest = dy < seeds->nearest ? dy : seeds->nearest;
            *((dx + dy) % 2 != 0 ? &seeds->odd : &seeds->even) = true;
        }
    cell_t target = grid_cell(grid, planes->tx, planes->ty, 0);
    wires_mark(grid, planes->own, job->sources, job->source_count, on);
    wires_mark(grid, planes->own, &(struct wire){target, target}, 1, on);
}

/* Fits the marks of rows to the window and clears the counters. */
static enum status prepare(struct detour *wave, const struct job *job, struct error *error)
{
    size_t height = job->window.y1 - job->window.y0 + 1, before = wave->seeded_capacity;
    wave->levels.work = wave->levels.gained = 0;
    wave->levels.low[0] = wave->levels.low[1] = UINT32_MAX;
    TRY(MEM_GROW(wave->levels.seeded, wave->seeded_capacity, height, "marks of rows", error));
    memset(wave->levels.seeded + before, 0, wave->seeded_capacity - before);
    return STATUS_OK;
}

/* True if the cell is reached and its f modulo 4 belongs to this label. */
static bool has_label(const void *labels, const struct spot *spot, int axis, cost_t want)
{
    const struct detour *wave = labels;
    const struct detour_planes *planes = &wave->levels.planes;
    (void)axis;
    uint32_t dx = spot->x > planes->tx ? spot->x - planes->tx : planes->tx - spot->x;
    uint32_t dy = spot->y > planes->ty ? spot->y - planes->ty : planes->ty - spot->y;
    int bits = dy <= planes->reach ? planes_label(planes, spot->x, spot->y) : -1;
    return bits >= 0 && want + dx + dy >= wave->levels.f_min &&
           (want + dx + dy - wave->levels.f_min) % 4 == (cost_t)bits;
}

/* Runs the job with `corridor` in mazes, else with `sweep`. */
static enum status hand_over(struct detour *wave, struct job *job, struct trace *trace,
                             const volatile sig_atomic_t *stop, struct error *error)
{
    return fallback_search_maze(&wave->others, &wave_sweep, job, trace, stop, error);
}

static enum status detour_search(struct wave *base, struct job *job, struct trace *trace,
                                 const volatile sig_atomic_t *stop, struct error *error)
{
    struct detour *wave = (struct detour *)base;
    struct detour_planes *planes = &wave->levels.planes;
    struct seeds seeds;
    uint32_t f = 0;
    cell_t target = CELL_NONE;
    enum status status = STATUS_OK;
    if (fallback_in_maze(&wave->others, &job->window))
        return hand_over(wave, job, trace, stop, error);
    if (narrow_fits(job)) {
        bool given_up = false;
        status = narrow_search(&wave->narrow, wave->head.field, job, trace, &given_up, error);
        return given_up ? hand_over(wave, job, trace, stop, error) : status;
    }
    bool several = !job_sole_target(wave->head.field->grid, job, &target);
    if (several && box_columns(job->window) < LOOK_CELLS) /* faster searched than tested */
        return fallback_search(&wave->others, &wave_sweep, job, trace, stop, error);
    if (several)
        return hand_over(wave, job, trace, stop, error);
    if (target == CELL_NONE)
        return STATUS_OK;
    planes->window = job->window;
    planes->tx = grid_x(wave->head.field->grid, target);
    planes->ty = grid_y(wave->head.field->grid, target);
    TRY(prepare(wave, job, error));
    mark_job(wave, job, true, &seeds);
    wave->levels.f_min = seeds.f_min;
    wave->levels.nearest = seeds.nearest;
    enum end end = END_NONE;
    status = planes_lay_out(planes, &job->window, seeds.odd && seeds.even, error);
    if (status == STATUS_OK)
        end = flood(wave, seeds.distance, seeds.f_max, stop, &f);
    if (status == STATUS_OK && end == END_FOUND) {
        struct backtrace labels = {wave->head.field, job->window, has_label, wave};
        status = backtrace_job(&labels, job, f, trace, error);
    }
    mark_job(wave, job, false, &seeds);
    if (end == END_STOPPED)
        job->outcome = OUTCOME_STOPPED;
    return end == END_GIVEN_UP ? hand_over(wave, job, trace, stop, error) : status;
}

static enum status detour_open(struct wave *base, struct error *error)
{
    struct detour *wave = (struct detour *)base;
    wave->levels.sweep = detour_version(isa_best());
    fallback_begin(&wave->others, base->field);
    return planes_create(&wave->levels.planes, base->field, error);
}

static void detour_close(struct wave *base)
{
    struct detour *wave = (struct detour *)base;
    fallback_destroy(&wave->others);
    planes_destroy(&wave->levels.planes);
    free(wave->levels.seeded);
}

static size_t detour_bytes(const struct wave *base)
{
    const struct detour *wave = (const struct detour *)base;
    return wave->seeded_capacity + planes_bytes(&wave->levels.planes) +
           fallback_bytes(&wave->others);
}

static void detour_update(struct wave *base, const struct box *dirty, size_t count)
{
    fallback_update(&((struct detour *)base)->others, dirty, count);
}

const struct wave_ops wave_detour = {
    .name = "detour",
    .summary = "bit-parallel by detours, unit costs on one layer (Hadlock 1977)",
    .features = 0,
    .size = sizeof(struct detour),
    .open = detour_open,
    .search = detour_search,
    .update = detour_update,
    .bytes = detour_bytes,
    .close = detour_close,
    .pin_ns = 0.15,
    .wide_ns = 1.7,
};
