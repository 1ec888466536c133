/* corridor: for mazes of unit costs: prunes dead ends, then searches the rest breadth-first.
 *
 * In a maze a breadth-first search spends its time in dead ends, which are the same for every net.
 * So the wave makes an adjacency map of the window (adjacency.h), prunes it (prune.h), and keeps it
 * as long as nets have the same window (pruned_map.h).
 *
 *     one open source and target   two climbs to the root; the path is found where they meet
 *     otherwise                    open the own cells (sources and targets) that are closed, link
 *                                  their branches to the core, and search core and branches
 *
 *     S . . . # # # #       S climbs to a, T climbs to b; the search visits only the core, the
 *     # # # a o o o #       cycle of o. It never enters the dead ends (d).
 *     d d # o # # o #
 *     # d # o o b o #
 *     # d d d # T # #
 *
 * Why the path is the canonical one (a cell is linked if exits lead from it to the core or a root,
 * and back):
 * 1. A simple path from outside cannot enter a pruned tree and leave it again, because it would
 *    take the tree's only edge to the rest twice. So a simple path between two own cells that
 *    visits no other own cell runs through their branches and the core: all its cells are linked.
 * 2. A shortest path is simple, so by 1 each linked cell has the label that it has in the window.
 * 3. The backtrace visits only cells on shortest paths from a source to the target. They are linked
 *    and have their labels, so it finds the same candidates and takes the same one. In a tree there
 *    is only one simple path, so no label is needed.
 *
 * Labels are stored modulo 3, plus 1, in the upper two bits of a byte (0: not reached); neighbours
 * differ by one, so that is enough for the backtrace.
 *
 * Memory: 1.2 bytes per cell of the window, 4 per cell reached, 1/8 more with several targets.
 * Time: the map 0.5 ns per cell and 2 to 3 ns per pruned cell, once; a search 5 to 10 ns per cell.
 *
 * References: C. Y. Lee, An algorithm for path connections and its applications, 1961. G. L.
 * Miller, J. H. Reif, Parallel tree contraction and its application, 1985. */
#include "router/wave/corridor/pruned_map.h"
#include "grid/clock.h"
#include "router/wave/corridor/tree_path.h"
#include "router/wave/wave.h"

enum {
    LABEL_SHIFT = DIRECTIONS,    /* the label is in the upper two bits */
    OWN = 1 << (DIRECTIONS + 1), /* marks closed own cells before there are labels */
};

struct corridor {
    struct wave head;
    struct pruned_map map;
    struct prune_log log; /* links of this search */
    struct tree_path tree;
    uint32_t *reached; /* places, by level */
    size_t reached_count, reached_capacity;
    bool several;    /* there are several target cells */
    uint32_t target; /* place of the only one */
    uint64_t *aim;   /* bit plane of places: several targets; all 0 between searches */
    size_t aim_capacity;
};

/* Actions of each_cell. */
enum visit {
    VISIT_CLAIM,   /* set OWN if it is closed */
    VISIT_LINK,    /* open it if it is closed, and link it */
    VISIT_RELEASE, /* clear OWN */
    VISIT_AIM,     /* make it a target */
    VISIT_FORGET,  /* clear the targets in its word of `aim` */
    VISIT_SEED,    /* give it label 0 */
};

static bool is_closed(const struct corridor *wave, cell_t cell)
{
    return grid_plane_get(wave->head.field->grid, wave->head.field->closed, cell);
}

static enum status seed(struct corridor *wave, uint32_t place, struct error *error)
{
    if (wave->map.adj.exits[place] >> LABEL_SHIFT != 0)
        return STATUS_OK;
    TRY(MEM_APPEND(wave->reached, wave->reached_capacity, wave->reached_count, place,
                   "cells reached", error));
    wave->map.adj.exits[place] |= 1 << LABEL_SHIFT;
    return STATUS_OK;
}

static enum status visit_cell(struct corridor *wave, enum visit visit, const struct spot *spot,
                              uint32_t place, struct error *error)
{
    struct adjacency *adj = &wave->map.adj;
    DEBUG_ASSERT(place < adj_places(adj));
    switch (visit) {
    case VISIT_CLAIM:
        adj->exits[place] |= is_closed(wave, spot->cell) ? OWN : 0;
        return STATUS_OK;
    case VISIT_LINK:
        return is_closed(wave, spot->cell) ? prune_open(adj, spot, OWN, &wave->log, error)
                                           : prune_link(adj, place, &wave->log, error);
    case VISIT_RELEASE:
        adj->exits[place] &= ADJ_ALL;
        return STATUS_OK;
    case VISIT_AIM:
        wave->aim[place / 64] |= (uint64_t)1 << place % 64;
        return STATUS_OK;
    case VISIT_FORGET:
        wave->aim[place / 64] = 0;
        return STATUS_OK;
    default:
        return seed(wave, place, error);
    }
}

/* Visits the wires' cells inside the window. */
static enum status each_cell(struct corridor *wave, const struct wire *wires, uint32_t count,
                             enum visit visit, struct error *error)
{
    assert(count == 0 || wires != NULL);
    assert(visit != VISIT_AIM || wave->aim_capacity >= adj_places(&wave->map.adj) / 64);
    const struct grid *grid = wave->head.field->grid;
    const struct adjacency *adj = &wave->map.adj;
    for (uint32_t i = 0; i < count; i++)
        for (struct wire_walk at = wire_walk(grid, wires[i]); at.left > 0; wire_next(&at)) {
            struct spot spot = spot_of(grid, at.cell);
            if (box_contains(adj->box, spot.x, spot.y))
                TRY(visit_cell(wave, visit, &spot, adj_place(adj, spot.x, spot.y, spot.z), error));
        }
    return STATUS_OK;
}

/* Links all own cells; prune_undo reverts it. */
static enum status link_own(struct corridor *wave, const struct job *job, struct error *error)
{
    enum status status = STATUS_OK;
    for (enum visit visit = VISIT_CLAIM; visit <= VISIT_LINK; visit++) {
        THEN(status, each_cell(wave, job->sources, job->source_count, visit, error));
        THEN(status, each_cell(wave, job->targets, job->target_count, visit, error));
    }
    (void)each_cell(wave, job->sources, job->source_count, VISIT_RELEASE, error);
    (void)each_cell(wave, job->targets, job->target_count, VISIT_RELEASE, error);
    return status;
}

static bool has_label(const void *labels, const struct spot *spot, int axis, cost_t want)
{
    const struct corridor *wave = labels;
    (void)axis;
    unsigned exits = wave->map.adj.exits[adj_place(&wave->map.adj, spot->x, spot->y, spot->z)];
    return exits >> LABEL_SHIFT == want % 3 + 1;
}

/* Takes one step from the cells reached[first ..] and appends the new cells. True if one of them is
 * a target. The array has room for DIRECTIONS cells for each. */
static inline bool next_level(struct corridor *wave, size_t first, bool several)
{
    uint8_t *restrict exits = wave->map.adj.exits;
    uint32_t *restrict reached = wave->reached;
    size_t end = wave->reached_count, count = end;
    assert(first < end && wave->reached_capacity - end >= (end - first) * DIRECTIONS);
    unsigned label = exits[reached[first]] >> LABEL_SHIFT;
    label = (label % 3 + 1) << LABEL_SHIFT;
    unsigned hit = 0;
    for (size_t i = first; i < end; i++)
        for (unsigned left = exits[reached[i]] & ADJ_ALL; left != 0; left &= left - 1) {
            uint32_t next = adj_next(&wave->map.adj, reached[i], left & -left);
            unsigned old = exits[next], fresh = old >> LABEL_SHIFT == 0;
            exits[next] = (uint8_t)(old | (label & -fresh));
            reached[count] = next; /* kept if fresh; a branch here would be mispredicted */
            count += fresh;
            if (several)
                hit |= fresh & (unsigned)(wave->aim[next / 64] >> next % 64 & 1);
            else
                hit |= next == wave->target;
        }
    wave->reached_count = count;
    return hit != 0;
}

/* True if a target cell is a source. */
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

/* Runs levels until a target is reached; *level is its label. Sets the job's outcome. */
static enum status flood(struct corridor *wave, struct job *job, const volatile sig_atomic_t *stop,
                         cost_t *level, struct error *error)
{
    wave->reached_count = 0;
    enum status status = each_cell(wave, job->sources, job->source_count, VISIT_SEED, error);
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
        hit = wave->several ? next_level(wave, first, true) : next_level(wave, first, false);
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
        struct backtrace labels = {wave->head.field, job->window, has_label, wave};
        status = backtrace_job(&labels, job, level, trace, error);
    }
    for (size_t i = 0; i < wave->reached_count; i++)
        wave->map.adj.exits[wave->reached[i]] &= ADJ_ALL;
    wave->reached_count = 0;
    prune_undo(&wave->map.adj, &wave->log);
    return status;
}

/* Finds the targets; *any is false if no target cell is in the window. */
static enum status take_aim(struct corridor *wave, const struct job *job, bool *any,
                            struct error *error)
{
    cell_t target = CELL_NONE;
    wave->several = !job_sole_target(wave->head.field->grid, job, &target);
    *any = wave->several || target != CELL_NONE;
    if (!wave->several && *any) {
        struct spot spot = spot_of(wave->head.field->grid, target);
        wave->target = adj_place(&wave->map.adj, spot.x, spot.y, spot.z);
    }
    size_t before = wave->aim_capacity, words = (adj_places(&wave->map.adj) + 63) / 64;
    if (!wave->several)
        return STATUS_OK;
    TRY(MEM_GROW(wave->aim, wave->aim_capacity, words, "targets", error));
    memset(wave->aim + before, 0, (wave->aim_capacity - before) * sizeof *wave->aim);
    return STATUS_OK;
}

/* True if the job has one open source cell and one open target cell. */
static bool is_simple(const struct corridor *wave, const struct job *job)
{
    return job_is_pair(job) && !is_closed(wave, job->sources->from) &&
           !is_closed(wave, job->targets->from);
}

/* Looks for the path of a simple job in the trees. *done: the job needs no other search. */
static enum status search_trees(struct corridor *wave, struct job *job, struct trace *trace,
                                bool *done, struct error *error)
{
    enum tree_end end = TREE_CORE;
    size_t first = trace->count;
    enum status status = tree_path_find(&wave->tree, &wave->map.adj, job->sources->from,
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
    struct corridor *wave = (struct corridor *)base;
    bool any = false, done = false;
    TRY(pruned_map_fit(&wave->map, &job->window, stop, error));
    TRY(take_aim(wave, job, &any, error));
    if (!any)
        return STATUS_OK;
    if (is_simple(wave, job)) {
        enum status status = search_trees(wave, job, trace, &done, error);
        if (done)
            return status;
    }
    if (wave->several)
        (void)each_cell(wave, job->targets, job->target_count, VISIT_AIM, error);
    enum status status = search_breadth_first(wave, job, trace, stop, error);
    if (wave->several)
        (void)each_cell(wave, job->targets, job->target_count, VISIT_FORGET, error);
    return status;
}

static enum status corridor_open(struct wave *base, struct error *error)
{
    (void)error;
    pruned_map_begin(&((struct corridor *)base)->map, base->field);
    return STATUS_OK;
}

static void corridor_update(struct wave *base, const struct box *dirty, size_t count)
{
    pruned_map_update(&((struct corridor *)base)->map, dirty, count);
}

static size_t corridor_bytes(const struct wave *base)
{
    const struct corridor *wave = (const struct corridor *)base;
    return pruned_map_bytes(&wave->map) + tree_path_bytes(&wave->tree) +
           wave->log.capacity * sizeof *wave->log.changes +
           wave->reached_capacity * sizeof *wave->reached + wave->aim_capacity * sizeof *wave->aim;
}

static void corridor_close(struct wave *base)
{
    struct corridor *wave = (struct corridor *)base;
    pruned_map_destroy(&wave->map);
    tree_path_destroy(&wave->tree);
    MEM_FREE(wave->log.changes, wave->reached, wave->aim);
}

const struct wave_ops wave_corridor = {
    .name = "corridor",
    .summary = "breadth-first without dead ends, for mazes of unit costs",
    .features = FEATURE_LAYERS | FEATURE_STRICT | FEATURE_WALLS,
    .size = sizeof(struct corridor),
    .open = corridor_open,
    .search = corridor_search,
    .update = corridor_update,
    .bytes = corridor_bytes,
    .close = corridor_close,
    .pin_ns = 1,
    .wide_ns = 1,
};
