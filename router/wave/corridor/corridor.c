/* corridor: for mazes: dead ends are raked away first, what is left is searched breadth first.
 *
 * In a maze a breadth-first wave spends its time in dead ends. Dead ends need not be searched, and
 * they are the same for every net. So the wave makes a map of the window, with the ways out of each
 * cell in a byte (ways.h), and rakes it (rake.h): dead ends become trees that hang on the core, and
 * each of their cells keeps the one way that leads to the core. The map is kept as long as nets
 * have the same window, and follows the field from net to net.
 *
 *     one source, one target    the path climbs from both ends; where the climbs meet, it is found
 *     otherwise                 own cells (the job's sources and targets) that are closed in the
 *                               field are opened, the branches of all own cells are linked to the
 *                               core, and a breadth-first search follows the ways: it visits the
 *                               core and these branches, and no dead end
 *
 *     S . . . # # # #       S climbs to a and T to b; the search runs over the core, the cycle of
 *     # # # a o o o #       o, alone. Dead ends (d) are never entered.
 *     d d # o # # o #
 *     # d # o o b o #
 *     # d d d # T # #
 *
 * Why the answer is the canonical one. A cell is linked where the bytes lead from it to the core or
 * to a root, from neighbour to neighbour, and back.
 * 1. Raking removes a cell v that has one neighbour p left; the tree that hangs on v then hangs on
 *    p. A simple path from outside cannot enter that tree and leave it again: it would take the
 * step between v and p twice. So a simple path between two own cells that visits no other own cell
 *    runs through the branches of its ends and through the core, and all its cells are linked.
 * Other paths between own cells are made of such parts.
 * 2. A shortest path is simple. So every linked cell has the label that it has in the whole window:
 *    a shortest path to it from a source is linked by 1, with the cell itself as an end.
 * 3. The trace goes from a target to predecessors that lie on shortest paths from a source to that
 *    target. By 1 they are linked, and by 2 they have their labels; a cell that is not linked is
 * not among them. So the rule of backtrace.h has the same candidates and picks the same one. In a
 * tree there is one simple path, so no label is needed.
 *
 * Labels are kept modulo 3, plus 1, in the upper two bits of a byte: neighbours' labels differ by
 * one, so the one before is told from the one behind, and 0 is "not reached".
 *
 * Cost: 1.2 bytes a cell of the window, 4 a cell reached, 1/8 a cell more where there are several
 * target cells. The map takes 0.5 ns a cell of the window and 2 to 3 ns a raked cell, once; the
 * search 5 to 10 ns a cell of the core and the branches, or as many a cell of the climbs.
 *
 * References: C. Y. Lee, An algorithm for path connections and its applications, 1961. G. L. Miller
 * and J. H. Reif, Parallel tree contraction and its application, 1985 (who named the raking).
 */
#include <stdlib.h>
#include <string.h>

#include "router/wave/corridor/raked_map.h"
#include "grid/clock.h"
#include "router/wave/corridor/tree_path.h"
#include "router/wave/wave.h"

enum {
    LABEL_SHIFT = DIRECTIONS,    /* of the upper two bits */
    OWN = 1 << (DIRECTIONS + 1), /* an own cell that is closed in the field; before labels are */
};

struct corridor {
    const struct field *field;
    struct raked_map map;
    struct rake_log log; /* of what this search has linked */
    struct tree_path tree;
    uint32_t *reached; /* places, level by level */
    size_t reached_count, reached_capacity;
    uint32_t target; /* place of the only target cell */
    bool several;    /* or there are several: */
    uint64_t *aim;   /* bit plane of places: target cells; all 0 between searches */
    size_t aim_capacity;
};

/* ---- own cells ------------------------------------------------------------------------------- */

typedef enum status visit(struct corridor *wave, const struct spot *spot, uint32_t place,
                          struct error *error);

/* Visits the wires' cells inside the window. */
static enum status each_cell(struct corridor *wave, const struct wire *wires, uint32_t count,
                             visit *do_visit, struct error *error)
{
    assert(count == 0 || wires != NULL);
    const struct grid *grid = wave->field->grid;
    const struct ways *ways = &wave->map.ways;
    for (uint32_t i = 0; i < count; i++)
        for (struct wire_walk at = wire_walk(grid, wires[i]); at.left > 0; wire_next(&at)) {
            struct spot spot = spot_of(grid, at.cell);
            if (box_contains(ways->box, spot.x, spot.y))
                TRY(do_visit(wave, &spot, ways_place(ways, spot.x, spot.y, spot.z), error));
        }
    return STATUS_OK;
}

static bool is_closed(const struct corridor *wave, cell_t cell)
{
    return grid_plane_get(wave->field->grid, wave->field->closed, cell);
}

static enum status visit_claim(struct corridor *wave, const struct spot *spot, uint32_t place,
                               struct error *error)
{
    DEBUG_ASSERT(place < ways_places(&wave->map.ways));
    (void)error;
    if (is_closed(wave, spot->cell))
        wave->map.ways.way[place] |= OWN;
    return STATUS_OK;
}

static enum status visit_link(struct corridor *wave, const struct spot *spot, uint32_t place,
                              struct error *error)
{
    if (is_closed(wave, spot->cell))
        return rake_open(&wave->map.ways, spot, OWN, &wave->log, error);
    return rake_link(&wave->map.ways, place, &wave->log, error);
}

static enum status visit_release(struct corridor *wave, const struct spot *spot, uint32_t place,
                                 struct error *error)
{
    (void)spot;
    (void)error;
    wave->map.ways.way[place] &= WAYS_ALL;
    return STATUS_OK;
}

static enum status visit_aim(struct corridor *wave, const struct spot *spot, uint32_t place,
                             struct error *error)
{
    DEBUG_ASSERT(place / 64 < wave->aim_capacity);
    (void)spot;
    (void)error;
    wave->aim[place / 64] |= (uint64_t)1 << place % 64;
    return STATUS_OK;
}

static enum status visit_forget(struct corridor *wave, const struct spot *spot, uint32_t place,
                                struct error *error)
{
    DEBUG_ASSERT(place / 64 < wave->aim_capacity);
    (void)spot;
    (void)error;
    wave->aim[place / 64] = 0;
    return STATUS_OK;
}

static enum status visit_seed(struct corridor *wave, const struct spot *spot, uint32_t place,
                              struct error *error)
{
    DEBUG_ASSERT(place < ways_places(&wave->map.ways));
    (void)spot;
    if (wave->map.ways.way[place] >> LABEL_SHIFT != 0)
        return STATUS_OK;
    TRY(MEM_GROW(wave->reached, wave->reached_capacity, wave->reached_count + 1, "cells reached",
                 error));
    wave->reached[wave->reached_count++] = place;
    wave->map.ways.way[place] |= 1 << LABEL_SHIFT;
    return STATUS_OK;
}

/* Links all own cells: to be undone by the log. */
static enum status link_own(struct corridor *wave, const struct job *job, struct error *error)
{
    static visit *const visits[] = {visit_claim, visit_link, visit_release};
    enum status status = STATUS_OK;
    for (int i = 0; i < 3; i++) {
        if (status == STATUS_OK || visits[i] == visit_release)
            status = each_cell(wave, job->sources, job->source_count, visits[i], error);
        if (status == STATUS_OK || visits[i] == visit_release)
            status = each_cell(wave, job->targets, job->target_count, visits[i], error);
    }
    return status;
}

/* ---- breadth first --------------------------------------------------------------------------- */

static bool has_label(const void *labels, const struct spot *spot, int axis, cost_t want)
{
    const struct corridor *wave = labels;
    (void)axis;
    unsigned way = wave->map.ways.way[ways_place(&wave->map.ways, spot->x, spot->y, spot->z)];
    return way >> LABEL_SHIFT == want % 3 + 1;
}

/* Takes one step from the cells reached[first ..] and appends the new cells; true where a target is
 * among them. The array has room for DIRECTIONS cells for each. */
static inline bool leave_level(struct corridor *wave, size_t first, bool several)
{
    uint8_t *restrict way = wave->map.ways.way;
    uint32_t *restrict reached = wave->reached;
    size_t end = wave->reached_count, count = end;
    assert(first < end && wave->reached_capacity - end >= (end - first) * DIRECTIONS);
    unsigned label = way[reached[first]] >> LABEL_SHIFT;
    label = (label % 3 + 1) << LABEL_SHIFT;
    unsigned hit = 0;
    for (size_t i = first; i < end; i++)
        for (unsigned left = way[reached[i]] & WAYS_ALL; left != 0; left &= left - 1) {
            uint32_t next = ways_next(&wave->map.ways, reached[i], left & -left);
            unsigned old = way[next], fresh = old >> LABEL_SHIFT == 0;
            way[next] = (uint8_t)(old | (label & -fresh));
            reached[count] = next; /* kept if it is fresh; a branch here would be mispredicted */
            count += fresh;
            if (several)
                hit |= fresh & (unsigned)(wave->aim[next / 64] >> next % 64 & 1);
            else
                hit |= next == wave->target;
        }
    wave->reached_count = count;
    return hit != 0;
}

/* True where a target cell is a source. */
static bool source_is_target(const struct corridor *wave)
{
    DEBUG_ASSERT(wave->reached != NULL || wave->reached_capacity == 0);
    bool hit = false;
    for (size_t i = 0; i < wave->reached_count; i++) {
        uint32_t place = wave->reached[i];
        hit |=
            wave->several ? (wave->aim[place / 64] >> place % 64 & 1) != 0 : place == wave->target;
    }
    return hit;
}

/* Runs levels until a target is reached; the job's outcome tells, *level is the target's label. */
static enum status flood(struct corridor *wave, struct job *job, const volatile sig_atomic_t *stop,
                         cost_t *level, struct error *error)
{
    wave->reached_count = 0;
    enum status status = each_cell(wave, job->sources, job->source_count, visit_seed, error);
    bool hit = status == STATUS_OK && source_is_target(wave);
    size_t first = 0;
    for (*level = 0; status == STATUS_OK && !hit && first < wave->reached_count; ++*level) {
        size_t end = wave->reached_count;
        if (stop_raised(stop)) {
            job->outcome = OUTCOME_STOPPED;
            return STATUS_OK;
        }
        status = MEM_GROW(wave->reached, wave->reached_capacity, end + (end - first) * DIRECTIONS,
                          "cells reached", error);
        if (status != STATUS_OK)
            break;
        hit = wave->several ? leave_level(wave, first, true) : leave_level(wave, first, false);
        first = end;
    }
    job->outcome = hit ? OUTCOME_FOUND : OUTCOME_NONE;
    return status;
}

static enum status search_breadth_first(struct corridor *wave, struct job *job, struct trace *trace,
                                        const volatile sig_atomic_t *stop, struct error *error)
{
    cost_t level = 0;
    enum status status = link_own(wave, job, error);
    THEN(status, flood(wave, job, stop, &level, error));
    if (status == STATUS_OK && job->outcome == OUTCOME_FOUND) {
        struct backtrace labels = {wave->field, job->window, has_label, wave};
        status = backtrace_job(&labels, job, level, trace, error);
    }
    for (size_t i = 0; i < wave->reached_count; i++)
        wave->map.ways.way[wave->reached[i]] &= WAYS_ALL;
    wave->reached_count = 0;
    rake_undo(&wave->map.ways, &wave->log);
    return status;
}

/* ---- one search ------------------------------------------------------------------------------ */

/* Sets what is aimed at; *any is false where no target cell lies in the window. */
static enum status take_aim(struct corridor *wave, const struct job *job, bool *any,
                            struct error *error)
{
    cell_t target = CELL_NONE;
    wave->several = !job_sole_target(wave->field->grid, job, &target);
    *any = wave->several || target != CELL_NONE;
    if (!wave->several && *any) {
        struct spot spot = spot_of(wave->field->grid, target);
        wave->target = ways_place(&wave->map.ways, spot.x, spot.y, spot.z);
    }
    size_t before = wave->aim_capacity, words = (ways_places(&wave->map.ways) + 63) / 64;
    if (!wave->several)
        return STATUS_OK;
    TRY(MEM_GROW(wave->aim, wave->aim_capacity, words, "targets", error));
    memset(wave->aim + before, 0, (wave->aim_capacity - before) * sizeof *wave->aim);
    return STATUS_OK;
}

/* True where the job is one open cell to one open cell. */
static bool is_simple(const struct corridor *wave, const struct job *job)
{
    return job->source_count == 1 && job->sources->from == job->sources->to &&
           job->target_count == 1 && job->targets->from == job->targets->to &&
           !is_closed(wave, job->sources->from) && !is_closed(wave, job->targets->from);
}

/* Tries to do a simple job in the trees alone; *done tells. */
static enum status search_trees(struct corridor *wave, struct job *job, struct trace *trace,
                                bool *done, struct error *error)
{
    enum tree_end end = TREE_CORE;
    size_t first = trace->count;
    enum status status = tree_path_find(&wave->tree, &wave->map.ways, job->sources->from,
                                        job->targets->from, trace, &end, &job->cost, error);
    *done = status != STATUS_OK || end != TREE_CORE;
    if (status != STATUS_OK || end != TREE_FOUND)
        return status;
    job->outcome = OUTCOME_FOUND;
    job->target = 0;
    job->reached = job->targets->from;
    job->knot_count = trace->count - first;
    assert(trace->knots[first] == job->sources->from);
    assert(trace->knots[trace->count - 1] == job->targets->from);
    return STATUS_OK;
}

static enum status corridor_search(struct wave *base, struct job *job, struct trace *trace,
                                   const volatile sig_atomic_t *stop, struct error *error)
{
    assert(trace != NULL && job_is_sound(((struct corridor *)base)->field->grid, job));
    struct corridor *wave = (struct corridor *)base;
    bool any = false, done = false;
    job->outcome = OUTCOME_NONE;
    job->knot_count = 0;
    TRY(raked_map_fit(&wave->map, &job->window, stop, error));
    TRY(take_aim(wave, job, &any, error));
    if (!any)
        return STATUS_OK;
    if (is_simple(wave, job)) {
        enum status status = search_trees(wave, job, trace, &done, error);
        if (done)
            return status;
    }
    if (wave->several)
        (void)each_cell(wave, job->targets, job->target_count, visit_aim, error);
    enum status status = search_breadth_first(wave, job, trace, stop, error);
    if (wave->several)
        (void)each_cell(wave, job->targets, job->target_count, visit_forget, error);
    return status;
}

/* ---- the workspace --------------------------------------------------------------------------- */

static enum status corridor_create(struct wave **base, const struct field *field,
                                   struct error *error)
{
    assert(base != NULL && field != NULL && field->grid != NULL);
    struct corridor *wave = mem_alloc(1, sizeof *wave, "wave", error);
    *base = (struct wave *)wave;
    if (wave == NULL)
        return STATUS_FAILED;
    wave->field = field;
    raked_map_begin(&wave->map, field);
    return STATUS_OK;
}

static void corridor_update(struct wave *base, const struct box *dirty, size_t count)
{
    raked_map_update(&((struct corridor *)base)->map, dirty, count);
}

static size_t corridor_bytes(const struct wave *base)
{
    const struct corridor *wave = (const struct corridor *)base;
    return sizeof *wave + raked_map_bytes(&wave->map) + tree_path_bytes(&wave->tree) +
           wave->log.capacity * sizeof *wave->log.changes +
           wave->reached_capacity * sizeof *wave->reached + wave->aim_capacity * sizeof *wave->aim;
}

static void corridor_destroy(struct wave *base)
{
    struct corridor *wave = (struct corridor *)base;
    if (wave == NULL)
        return;
    raked_map_destroy(&wave->map);
    tree_path_destroy(&wave->tree);
    MEM_FREE(wave->log.changes, wave->reached, wave->aim, wave);
}

const struct wave_ops wave_corridor = {
    .name = "corridor",
    .summary = "breadth-first without dead ends, for mazes, unit costs (raking)",
    .features = FEATURE_LAYERS | FEATURE_STRICT | FEATURE_WALLS,
    .create = corridor_create,
    .search = corridor_search,
    .update = corridor_update,
    .bytes = corridor_bytes,
    .destroy = corridor_destroy,
    .pin_ns = 1,
    .wide_ns = 1,
};
