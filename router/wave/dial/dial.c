/* dial: small integer costs as rings of bit planes (Dial 1969), 64 cells a word.
 *
 * Dial's buckets, one a label, become bit planes in a ring: the cells of label d are a plane, and
 * every kind of step shifts it into the planes of the labels to come (dial_level.h). A level is a
 * pass over the blocks of 8 x 64 cells that hold something, with no queue, no branch a cell and no
 * label compared. What it costs does not depend on how many cells have a label, so it wins where
 * many have the same: small costs, a few classes of them.
 *
 * Labels are kept modulo M = 2^bits - 1 in bit planes. Labels of neighbours differ by no more than
 * the dearest step, and M is more than twice that, which is enough for the trace.
 *
 * Only cells in focus are looked at: those on some way from source to target of at most a budget,
 * by Manhattan distance. The budget is a guess from earlier searches. A path found within it is the
 * one that the whole window would give, and so are all labels that its trace asks for; a dearer one
 * bounds the budget of a second search.
 *
 * Limits. Via and wrong-way costs above DIAL_COST_MAX, and bend costs, are for other waves. A cell
 * that costs too much, or one cost too many, has no class: it is taken as closed, but the level at
 * which it would have been found is noted (`limit`), and every answer below that is exact. A search
 * that comes so far is done again: with a longer ring where that helps, else by `bucket`. So tolls
 * may be any, and what nobody wants to pay costs nothing.
 *
 * Cost: about 10 ns a block and level with AVX-512. Memory: some 20 to 60 bits a cell of the
 * window, up to 150 where cells cost up to DIAL_COST_MAX.
 *
 * References: R. B. Dial, Algorithm 360: shortest-path forest with topological ordering, 1969.
 * S. B. Akers, A modification of Lee's path connection algorithm, 1967 (labels modulo M).
 */
#include <stdlib.h>
#include <string.h>

#include "router/wave/budget.h"
#include "router/wave/focus.h"
#include "router/wave/dial/dial_cells.h"
#include "router/wave/dial/dial_level.h"
#include "router/wave/fallback.h"

enum {
    REACH_FIRST = 7,
    STOP_EVERY = 16,
    CHECK_FIRST = 64, /* level at which the work is looked at first, then at twice that, ... */
    WORK_SHARE = 6,   /* blocks a cell found that `bucket` would not be slower than */
};

#define LEVEL_MAX ((uint32_t)1 << 30)

struct dial {
    const struct field *field;
    struct dial_planes planes;
    struct dial_steps steps;
    uint32_t extra; /* dearest via or wrong way */
    uint32_t reach; /* cells that cost more have no class, for now */
    struct budget budget;
    bool unfit; /* via or wrong way is too dear: everything goes to bucket */
    uint64_t levels;
    struct fallback others;
};

/* ---- one search ----------------------------------------------------------------------------- */

/* What a search came to. */
enum end { END_FOUND, END_NONE, END_STOPPED, END_LIMIT, END_GIVEN_UP };

/* True where a queue would have come as far with less work: few cells a level, as in mazes. */
static bool is_slow(const struct dial_planes *planes)
{
    uint64_t open = 0;
    for (uint32_t strip = 0; strip < planes->strips; strip++)
        for (uint64_t blocks = planes->built[strip]; blocks != 0; blocks &= blocks - 1) {
            size_t row = (size_t)__builtin_ctzll(blocks) << planes->block_shift;
            const uint64_t *words = planes->open + dial_strip(planes, strip) + row;
            for (size_t i = 0; i < (size_t)1 << planes->block_shift; i++)
                open += (uint64_t)__builtin_popcountll(words[i]);
        }
    return planes->work > WORK_SHARE * (planes->cells - open);
}

/* Runs level after level; *d is then the label of the target, or where it ended. */
static enum end flood(struct dial *wave, const volatile sig_atomic_t *stop, uint32_t *d)
{
    struct dial_planes *planes = &wave->planes;
    uint32_t idle_max = wave->extra > planes->reach ? wave->extra : planes->reach;
    uint32_t limit = LEVEL_MAX, last = 0, check = focus_distance(&planes->focus);
    check = check > CHECK_FIRST ? check : CHECK_FIRST;
    *d = 0;
    if (!dial_cells_any_target(planes))
        return END_NONE;
    if (dial_cells_source_is_target(planes))
        return END_FOUND;
    for (;;) {
        unsigned arrived = dial_arrive(planes, &wave->steps, *d);
        if ((arrived & LEVEL_LATE) != 0 && limit - *d > planes->late_cost)
            limit = *d + planes->late_cost;
        if ((arrived & LEVEL_ALIVE) != 0)
            last = *d;
        ++*d;
        if (*d >= limit)
            return END_LIMIT;
        if (*d - last > idle_max && limit == LEVEL_MAX)
            return END_NONE;
        if (*d == check && is_slow(planes))
            return END_GIVEN_UP;
        check = *d == check ? 2 * check : check;
        if (stop != NULL && *d % STOP_EVERY == 0 && *stop != 0)
            return END_STOPPED;
        unsigned found = dial_settle(planes, *d);
        if ((found & LEVEL_HIT) != 0)
            return END_FOUND;
        if ((found & LEVEL_ALIVE) != 0)
            last = *d;
    }
}

/* The label's code is the one that a cell of this label has. */
static bool has_label(const void *labels, const struct spot *spot, int axis, cost_t want)
{
    const struct dial_planes *planes = labels;
    struct dial_place place;
    (void)axis;
    if (!dial_place_of(planes, spot, &place) ||
        (planes->built[place.strip] >> place.block & 1) == 0)
        return false;
    uint32_t code = (uint32_t)want % planes->modulus + 1;
    const uint64_t *label = planes->label + place.word;
    for (uint32_t bit = 0; bit < planes->bits; bit++, label += planes->words)
        if (((*label & place.bit) != 0) != ((code >> bit & 1) != 0))
            return false;
    return true;
}

static bool steps_cost_one(const struct dial *wave)
{
    return wave->extra == 0 && wave->field->grid->weight == NULL && wave->field->toll == NULL;
}

/* Lets another wave do the job: in mazes of unit costs `corridor`, else `bucket`. */
static enum status hand_over(struct dial *wave, struct job *job, struct trace *trace,
                             const volatile sig_atomic_t *stop, struct error *error)
{
    if (steps_cost_one(wave))
        return fallback_search_maze(&wave->others, &wave_bucket, job, trace, stop, error);
    return fallback_search(&wave->others, &wave_bucket, job, trace, stop, error);
}

/* Searches once, with the ring and the budget as they are; *d: see flood. The caller clears. */
static enum status try(struct dial *wave, struct job *job, uint32_t budget,
                       const volatile sig_atomic_t *stop, enum end *end, uint32_t *d,
                       struct error *error)
{
    struct dial_planes *planes = &wave->planes;
    struct box window = focus_clip(&planes->focus, &job->window, budget);
    if (dial_lay_out(planes, &window, wave->reach, wave->extra, error) != STATUS_OK)
        return STATUS_FAILED;
    planes->focus.budget = budget;
    dial_cells_mark(planes, job);
    *end = flood(wave, stop, d);
    wave->levels += *d;
    return STATUS_OK;
}

static void clear(struct dial *wave, const struct job *job)
{
    dial_cells_unmark(&wave->planes, job);
    dial_clear(&wave->planes);
}

/* What to do after a search that is not the last: *budget or the ring is larger then. */
static bool goes_on(struct dial *wave, enum end end, uint32_t d, uint32_t *budget)
{
    uint32_t late = wave->planes.late_cost;
    if (end == END_LIMIT) {
        bool longer = late > wave->reach && late <= DIAL_COST_MAX;
        while (longer && wave->reach < late)
            wave->reach = 2 * wave->reach + 1;
        return longer;
    }
    if (end == END_FOUND && *budget == FOCUS_EVERYWHERE)
        budget_learn_cost(&wave->budget, focus_distance(&wave->planes.focus), d);
    if (end == END_STOPPED || end == END_GIVEN_UP || *budget == FOCUS_EVERYWHERE)
        return false;
    bool too_low = end == END_NONE || d > *budget;
    budget_learn_guess(&wave->budget, focus_distance(&wave->planes.focus), too_low);
    *budget = end == END_NONE ? FOCUS_EVERYWHERE : d;
    return too_low;
}

static enum status dial_search(struct wave *base, struct job *job, struct trace *trace,
                               const volatile sig_atomic_t *stop, struct error *error)
{
    struct dial *wave = (struct dial *)base;
    struct dial_planes *planes = &wave->planes;
    enum status status = STATUS_OK;
    enum end end = END_LIMIT;
    uint32_t d = 0;
    if (wave->unfit || (steps_cost_one(wave) && fallback_in_maze(&wave->others, &job->window)))
        return hand_over(wave, job, trace, stop, error);
    job->outcome = OUTCOME_NONE;
    job->knot_count = 0;
    planes->window = job->window;
    wave->levels = 0;
    if (!focus_aim(&planes->focus, wave->field->grid, job))
        return STATUS_OK;
    uint32_t budget = budget_guess(&wave->budget, focus_distance(&planes->focus), wave->extra);
    for (bool again = true; again && status == STATUS_OK;) {
        status = try(wave, job, budget, stop, &end, &d, error);
        again = status == STATUS_OK && goes_on(wave, end, d, &budget);
        if (!again && status == STATUS_OK && end == END_FOUND) {
            struct backtrace labels = {wave->field, planes->window, has_label, planes};
            status = backtrace_job(&labels, job, d, trace, error);
        }
        if (status == STATUS_OK)
            clear(wave, job);
    }
    if (status != STATUS_OK)
        return status;
    if (end == END_LIMIT || end == END_GIVEN_UP)
        return hand_over(wave, job, trace, stop, error);
    if (end == END_STOPPED)
        job->outcome = OUTCOME_STOPPED;
    return STATUS_OK;
}

/* ---- the workspace -------------------------------------------------------------------------- */

/* Works out what steps cost; returns the dearest. *wrong_way: that of a step across a layer. */
static uint32_t make_steps(struct dial_steps *steps, const struct grid *grid, uint32_t *wrong_way)
{
    const struct step_rules *rules = &grid->rules;
    steps->via = grid->layers > 1 ? rules->via : 0;
    *wrong_way = 0;
    for (uint32_t z = 0; z < grid->layers; z++) {
        uint32_t *const costs[2] = {&steps->x[z], &steps->y[z]};
        for (int i = 0; i < 2; i++) {
            int direction = i == 0 ? EAST : NORTH;
            *costs[i] = DIAL_NO_STEP;
            if (step_is_forbidden(rules, z, direction))
                continue;
            *costs[i] = (uint32_t)step_extra(rules, z, AXIS_NONE, direction);
            *wrong_way = *costs[i] > *wrong_way ? *costs[i] : *wrong_way;
        }
    }
    return steps->via > *wrong_way ? steps->via : *wrong_way;
}

static const char *dial_limit(const struct field *field)
{
    struct dial_steps steps;
    uint32_t wrong_way;
    _Static_assert(DIAL_COST_MAX == 63, "the messages say so");
    if (make_steps(&steps, field->grid, &wrong_way) <= DIAL_COST_MAX)
        return NULL;
    return wrong_way > DIAL_COST_MAX ? "wrong-way costs above 63" : "via costs above 63";
}

static enum status dial_create(struct wave **base, const struct field *field, struct error *error)
{
    struct dial *wave = mem_alloc(1, sizeof *wave, "wave", error);
    *base = (struct wave *)wave;
    if (wave == NULL)
        return STATUS_FAILED;
    wave->field = field;
    fallback_begin(&wave->others, field);
    wave->planes.field = field;
    wave->planes.isa = isa_best();
    wave->reach = REACH_FIRST;
    budget_begin(&wave->budget);
    uint32_t wrong_way;
    wave->extra = make_steps(&wave->steps, field->grid, &wrong_way);
    wave->unfit = wave->extra > DIAL_COST_MAX;
    return STATUS_OK;
}

static size_t dial_bytes(const struct wave *base)
{
    const struct dial *wave = (const struct dial *)base;
    size_t words = wave->planes.clean_capacity + wave->planes.dirty_capacity;
    return sizeof *wave + words * sizeof(uint64_t) + fallback_bytes(&wave->others);
}

static void dial_update(struct wave *base, const struct box *dirty, size_t count)
{
    fallback_update(&((struct dial *)base)->others, dirty, count);
}

static void dial_destroy(struct wave *base)
{
    struct dial *wave = (struct dial *)base;
    if (wave == NULL)
        return;
    fallback_destroy(&wave->others);
    dial_planes_destroy(&wave->planes);
    free(wave);
}

const struct wave_ops wave_dial = {
    .name = "dial",
    .summary = "bit-parallel over a ring of bit planes, small integer costs (Dial 1969)",
    .features = FEATURE_ALL & ~FEATURE_BEND,
    .limit = dial_limit,
    .create = dial_create,
    .search = dial_search,
    .update = dial_update,
    .bytes = dial_bytes,
    .destroy = dial_destroy,
    .pin_ns = 2,
    .wide_ns = 2,
};
