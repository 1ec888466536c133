/* sweep: label correcting in passes over rows, with 16-bit labels in vectors, for crowded fields.
 *
 * If most cells have a toll, lower bounds are weak and A* settles most of the window, cell by cell
 * and with a mispredicted branch each. This wave improves the labels of a row at a time, all
 * columns and layers, until nothing improves. Labels are unique, so the order does not matter.
 *
 *     pass north   for each row from the lowest: enter the next row and close it, i.e. take steps
 *                  in x and vias there (sweep_row.h)
 *     pass south   the same from the highest row
 *     ...          until one pass in each direction finds nothing to do
 *
 * The first pass finds all paths that never turn back in y; each further pass allows one more turn.
 * Passes skip rows that did not change. The method is that of distance transforms (Rosenfeld and
 * Pfaltz 1966) and fast sweeping (Zhao 2005); GAMER (Lin et al. 2022) runs a fixed number of passes
 * on a GPU.
 *
 * Labels are dropped if label + lower bound is not below the best label of a target, or not within
 * the budget (budget.h), which grows if it was too low. Before all of a large window is searched,
 * the surroundings of the targets are tested: most targets without a path are enclosed by a few
 * cells (pocket.h).
 *
 * Labels have 15 bits: `bucket` repeats searches whose cost exceeds about 28 000 or whose rows are
 * visited too often; mazes of unit costs go to `corridor`.
 *
 * Memory: 4 bytes per cell of the window. Time: 4 ns per cell with AVX-512 in a crowded field.
 *
 * References: A. Rosenfeld, J. L. Pfaltz, Sequential operations in digital picture processing,
 * 1966. H. Zhao, A fast sweeping method for eikonal equations, 2005. S. Lin, J. Liu, E. F. Y.
 * Young, M. D. F. Wong, GAMER: GPU-accelerated maze routing, 2022. */
#include "router/search/field.h"
#include "grid/clock.h"
#include "router/search/pocket.h"
#include "router/wave/budget.h"
#include "router/wave/fallback.h"
#include "router/wave/sweep/terminals.h"
#include "router/wave/sweep/sweep_build.h"
#include "router/wave/sweep/sweep_row.h"
#include "router/wave/wave.h"

enum {
    STOP_EVERY = 64, /* rows between two polls of the stop flag */
    WORK_SHARE = 24, /* limit of the work: chunks closed per chunk built and layer */
    LOOK_WORK = 1000 /* chunks closed before the window is tested for a maze; a test costs 20 */
};

struct sweep {
    struct wave head;
    struct sweep_rows rows;
    struct lower_bound bound;
    struct terminals sources, targets;
    uint64_t closed, built; /* chunks */
    bool found;
    struct focus focus;
    struct budget budget;
    uint32_t extra; /* largest via, bend or wrong-way cost */
    uint32_t axes;  /* labels per cell: 1, or AXES if bends cost */
    bool unit;      /* all steps cost 1 */
    struct fallback others;
    struct pocket pocket;
};

/* Opens the job's cells of a row that was just built. */
static void open_cells(struct sweep *wave, const struct terminals *own, uint32_t y)
{
    for (uint32_t i = own->first[y]; i < own->first[y + 1]; i++) {
        const struct own_cell *cell = &own->cells[i];
        wave->rows.costs[sweep_place(&wave->rows, cell->x, y, cell->z)] =
            sweep_cost(&wave->rows, cell->cell);
    }
}

static void build(struct sweep *wave, uint32_t y)
{
    DEBUG_ASSERT(y < wave->rows.height);
    if (wave->rows.built[y] != 0)
        return;
    sweep_build(&wave->rows, y);
    open_cells(wave, &wave->sources, y);
    open_cells(wave, &wave->targets, y);
    wave->built += wave->rows.chunks;
}

/* Gives the sources of a row label 0. */
static void seed(struct sweep *wave, uint32_t y)
{
    DEBUG_ASSERT(y < wave->rows.height);
    struct sweep_rows *rows = &wave->rows;
    for (uint32_t i = wave->sources.first[y]; i < wave->sources.first[y + 1]; i++) {
        const struct own_cell *cell = &wave->sources.cells[i];
        uint32_t chunk = cell->x / (uint32_t)rows->layer_places;
        rows->labels[sweep_place(rows, cell->x, y, cell->z)] = 0;
        rows->pending[(size_t)y * rows->chunks + chunk] |= (uint64_t)1 << cell->z;
        sweep_open(rows, y, chunk, SWEEP_RAW);
    }
}

/* Lowers the limit to the labels of a row's targets. */
static void look_at_targets(struct sweep *wave, uint32_t y)
{
    struct sweep_rows *rows = &wave->rows;
    for (uint32_t i = wave->targets.first[y]; i < wave->targets.first[y + 1]; i++) {
        const struct own_cell *cell = &wave->targets.cells[i];
        size_t place = sweep_place(rows, cell->x, y, cell->z);
        for (uint32_t axis = 0; axis < wave->axes; axis++, place += rows->plane) {
            if (rows->labels[place] >= rows->limit)
                continue;
            assert(rows->labels[place] < rows->closed); /* `closed` means "not reached" */
            rows->limit = (uint16_t)(rows->labels[place] + 1);
            wave->found = true;
        }
    }
}

/* Result of a search. */
enum sweep_end { END_DONE, END_STOPPED, END_GIVEN_UP };

/* Runs a pass; *idle: there was nothing to do. */
static enum sweep_end pass(struct sweep *wave, bool north, const volatile sig_atomic_t *stop,
                           bool *idle)
{
    struct sweep_rows *rows = &wave->rows;
    uint32_t y = sweep_rows_next(rows, north ? 0 : rows->height - 1, north);
    *idle = y == rows->height;
    for (uint32_t count = 0; y < rows->height; count++) {
        uint32_t before = north ? y - 1 : y + 1; /* at least the height if there is none */
        if (count % STOP_EVERY == 0 && stop_raised(stop))
            return END_STOPPED;
        if (before < rows->height &&
            sweep_row_is(rows, before, north ? SWEEP_NORTH_ROWS : SWEEP_SOUTH_ROWS)) {
            build(wave, y);
            sweep_row_enter(rows, before, y);
        }
        if (sweep_row_is(rows, y, SWEEP_OPEN_ROWS)) {
            wave->closed += sweep_row_close(rows, y);
            look_at_targets(wave, y);
        }
        y = sweep_rows_next(rows, north ? y + 1 : y - 1, north);
    }
    return wave->closed > WORK_SHARE * wave->built * rows->layers ? END_GIVEN_UP : END_DONE;
}

static enum sweep_end flood(struct sweep *wave, const volatile sig_atomic_t *stop)
{
    const struct sweep_rows *rows = &wave->rows;
    uint32_t lowest = rows->height;
    for (uint32_t y = 0; y < rows->height; y++)
        if (wave->sources.first[y] < wave->sources.first[y + 1]) {
            build(wave, y);
            seed(wave, y);
            look_at_targets(wave, y);
            lowest = y < lowest ? y : lowest;
        }
    bool north = lowest < rows->high, idle = false;
    for (int idle_passes = 0; idle_passes < 2; north = !north) {
        enum sweep_end end = pass(wave, north, stop, &idle);
        if (end != END_DONE)
            return end;
        idle_passes = idle ? idle_passes + 1 : 0;
    }
    return END_DONE;
}

/* True if no label can have been dropped for exceeding 15 bits, so that there is no path if the
 * search found none. */
static bool is_certain(const struct sweep *wave)
{
    const struct sweep_rows *rows = &wave->rows;
    uint32_t highest = 0, bound = 0;
    for (size_t i = 0; i < wave->axes * rows->bound_plane; i++)
        if (rows->bounds[i] < SWEEP_TOP && rows->bounds[i] > bound)
            bound = rows->bounds[i];
    for (uint32_t y = 0; y < rows->height; y++)
        for (size_t i = 0; i < wave->axes * rows->row_places && rows->built[y] != 0; i++) {
            size_t place = i / rows->row_places * rows->plane + i % rows->row_places;
            uint16_t label = rows->labels[y * rows->row_places + place];
            highest = label < SWEEP_TOP && label > highest ? label : highest;
        }
    uint64_t rest = bound + (uint64_t)rows->height * rows->y_step;
    return highest + sweep_cost_max(rows) + (SWEEP_TOP - rows->closed) + rest < rows->closed;
}

static bool has_label(const void *labels, const struct spot *spot, int axis, cost_t want)
{
    const struct sweep_rows *rows = labels;
    uint32_t y = spot->y - rows->window.y0;
    size_t place = sweep_place(rows, spot->x - rows->window.x0, y, spot->z);
    return rows->built[y] != 0 && rows->labels[(size_t)axis * rows->plane + place] == want;
}

/* Runs the job with `corridor` in mazes of unit costs, else with `bucket`. */
static enum status hand_over(struct sweep *wave, struct job *job, struct trace *trace,
                             const volatile sig_atomic_t *stop, struct error *error)
{
    if (wave->unit)
        return fallback_search_maze(&wave->others, &wave_bucket, job, trace, stop, error);
    return fallback_search(&wave->others, &wave_bucket, job, trace, stop, error);
}

/* Searches once for a path of at most this cost. */
static enum status try(struct sweep *wave, const struct job *job, uint32_t budget,
                       const volatile sig_atomic_t *stop, enum sweep_end *end, struct error *error)
{
    struct sweep_rows *rows = &wave->rows;
    const struct grid *grid = wave->head.field->grid;
    struct box window = focus_clip(&wave->focus, &job->window, budget);
    wave->closed = wave->built = 0;
    wave->found = false;
    TRY(sweep_rows_lay_out(rows, &window, error));
    TRY(terminals_gather(&wave->sources, grid, &window, job->sources, job->source_count, error));
    TRY(terminals_gather(&wave->targets, grid, &window, job->targets, job->target_count, error));
    sweep_rows_aim(rows, &wave->bound);
    rows->limit = budget < rows->limit ? (uint16_t)(budget + 1) : rows->limit;
    *end = flood(wave, stop);
    if (*end == END_DONE && wave->unit && wave->closed > LOOK_WORK) {
        fallback_look(&wave->others);
        *end = wave->others.maze && !wave->found ? END_GIVEN_UP : END_DONE;
    }
    return STATUS_OK;
}

/* The first budget of a search: the job's guess, else the one learned. */
static uint32_t first_budget(const struct sweep *wave, const struct job *job)
{
    uint32_t distance = focus_distance(&wave->focus);
    if (job->guess != 0 && job->guess < FOCUS_EVERYWHERE)
        return (uint32_t)job->guess;
    uint32_t budget = budget_guess(&wave->budget, distance, wave->extra);
    return budget != FOCUS_EVERYWHERE ? budget : budget_wider(distance, distance);
}

/* Before a search without a budget: sets *enclosed if a few cells enclose the targets. */
static enum status look_for_pocket(struct sweep *wave, const struct job *job, bool *enclosed,
                                   struct error *error)
{
    uint32_t most = pocket_most(box_cells(wave->head.field->grid, job->window));
    *enclosed = false;
    return most > 0 ? pocket_look(&wave->pocket, wave->head.field, job, most, enclosed, error)
                    : STATUS_OK;
}

/* Learns from a job without a guess whose path was found. too_low: the first budget was too low.
 * (Nothing can be learned from jobs without a path: no budget is high enough.) */
static void learn(struct sweep *wave, const struct job *job, bool too_low)
{
    if (job->guess != 0)
        return;
    budget_learn_guess(&wave->budget, focus_distance(&wave->focus), too_low);
    budget_learn_cost(&wave->budget, focus_distance(&wave->focus), wave->rows.limit - 1u);
}

/* Searches with growing budgets until a path is found or there is certainly none. */
static enum status sweep_search(struct wave *base, struct job *job, struct trace *trace,
                                const volatile sig_atomic_t *stop, struct error *error)
{
    struct sweep *wave = (struct sweep *)base;
    const struct grid *grid = wave->head.field->grid;
    enum sweep_end end = END_DONE;
    if (!lower_bound_aim(&wave->bound, grid, job) || !focus_aim(&wave->focus, grid, job))
        return STATUS_OK;
    bool maze = wave->unit && fallback_in_maze(&wave->others, &job->window);
    if (maze || focus_distance(&wave->focus) >= wave->rows.closed)
        return hand_over(wave, job, trace, stop, error);
    uint32_t budget = first_budget(wave, job);
    TRY(try(wave, job, budget, stop, &end, error));
    bool too_low = !wave->found;
    while (end == END_DONE && !wave->found && budget != FOCUS_EVERYWHERE) {
        budget = budget_next(grid, &wave->focus, &job->window, budget);
        bool enclosed = false;
        if (budget == FOCUS_EVERYWHERE && look_for_pocket(wave, job, &enclosed, error) != STATUS_OK)
            return STATUS_FAILED;
        if (enclosed)
            return STATUS_OK;
        TRY(try(wave, job, budget, stop, &end, error));
    }
    if (end == END_STOPPED)
        job->outcome = OUTCOME_STOPPED;
    if (end == END_STOPPED || (end == END_DONE && !wave->found && is_certain(wave)))
        return STATUS_OK;
    if (end == END_GIVEN_UP || !wave->found)
        return hand_over(wave, job, trace, stop, error);
    learn(wave, job, too_low);
    struct backtrace labels = {wave->head.field, wave->rows.window, has_label, &wave->rows};
    return backtrace_job(&labels, job, wave->rows.limit - 1u, trace, error);
}

static const char *sweep_limit(const struct field *field)
{
    _Static_assert(SWEEP_EXTRA_MAX == 4095, "the message says so");
    return sweep_extra(field->grid) > SWEEP_EXTRA_MAX ? "via, bend or wrong-way costs above 4095"
                                                      : NULL;
}

static enum status sweep_wave_open(struct wave *base, struct error *error)
{
    struct sweep *wave = (struct sweep *)base;
    const struct field *field = base->field;
    (void)error;
    budget_begin(&wave->budget);
    wave->extra = (uint32_t)sweep_extra(field->grid);
    wave->axes = step_needs_axes(&field->grid->rules) ? AXES : 1;
    wave->unit = wave->extra == 0 && field->grid->weight == NULL && field->toll == NULL;
    fallback_begin(&wave->others, field);
    sweep_rows_open(&wave->rows, field);
    return STATUS_OK;
}

static void sweep_update(struct wave *base, const struct box *dirty, size_t count)
{
    fallback_update(&((struct sweep *)base)->others, dirty, count);
}

static size_t sweep_bytes(const struct wave *base)
{
    const struct sweep *wave = (const struct sweep *)base;
    return sweep_rows_bytes(&wave->rows) + terminals_bytes(&wave->sources) +
           terminals_bytes(&wave->targets) + pocket_bytes(&wave->pocket) +
           fallback_bytes(&wave->others);
}

static void sweep_close(struct wave *base)
{
    struct sweep *wave = (struct sweep *)base;
    fallback_destroy(&wave->others);
    sweep_rows_destroy(&wave->rows);
    terminals_destroy(&wave->sources);
    terminals_destroy(&wave->targets);
    pocket_destroy(&wave->pocket);
}

const struct wave_ops wave_sweep = {
    .name = "sweep",
    .summary = "passes over rows of 16-bit labels in vectors, for crowded fields (Zhao 2005)",
    .features = FEATURE_ALL,
    .limit = sweep_limit,
    .size = sizeof(struct sweep),
    .open = sweep_wave_open,
    .search = sweep_search,
    .update = sweep_update,
    .bytes = sweep_bytes,
    .close = sweep_close,
    .pin_ns = 2.5,
    .wide_ns = 2.5,
};
