/* api_search: searches without nets: breadth-first labels, and many paths in one call. */
#include <stdatomic.h>

#include "grid/clock.h"
#include "router/api/handles.h"
#include "router/search/bfs.h"
#include "router/search/field.h"

static_assert(LEEWAY_UNREACHED == BFS_UNREACHED && LEEWAY_NO_COST == COST_NONE,
              "labels and costs have the same numbers");

static enum status refuse_cell(const struct grid *grid, const uint32_t xyz[3], const char *what,
                               struct error *error)
{
    return error_refuse(error, "%s: expected a cell of the grid of %u x %u x %u, found %u,%u,%u",
                        what, grid->width, grid->height, grid->layers, xyz[0], xyz[1], xyz[2]);
}

static cell_t cell_of(const struct grid *grid, const uint32_t xyz[3])
{
    assert(api_is_cell(grid, xyz));
    return grid_cell(grid, xyz[0], xyz[1], xyz[2]);
}

static enum status take_sources(struct bfs_problem *problem, const uint32_t *sources, size_t count,
                                uint32_t **cells, struct error *error)
{
    if (count == 0)
        return error_refuse(error, "sources: expected one cell or more, found none");
    TRY(MEM_NEW(*cells, count, "sources", error));
    for (size_t i = 0; i < count; i++) {
        if (!api_is_cell(problem->grid, sources + 3 * i))
            return refuse_cell(problem->grid, sources + 3 * i, "the source", error);
        (*cells)[i] = cell_of(problem->grid, sources + 3 * i);
    }
    problem->source = (*cells)[0];
    problem->more = *cells + 1;
    problem->more_count = count - 1;
    return STATUS_OK;
}

API_BODY(leeway_bfs_levels, (design, sources, source_count, to, count),
         const struct leeway_design *design, const uint32_t *sources, size_t source_count,
         const struct leeway_levels *to, size_t count)
{
    uint32_t *cells = NULL;
    TRY(api_need(design, "design", error));
    TRY(api_need(sources, "source", error));
    TRY(api_need(to, "levels", error));
    TRY(api_need(to->labels, "labels", error));
    struct bfs_problem problem = {.grid = &design->design.grid};
    if (count != grid_cells(problem.grid))
        return error_refuse(error, "labels: expected %zu elements, one per cell, found %zu",
                            grid_cells(problem.grid), count);
    enum status status = take_sources(&problem, sources, source_count, &cells, error);
    THEN(status, bfs_sequential(&problem, to->labels, error));
    free(cells);
    TRY(status);
    if (to->parents != NULL)
        bfs_find_parents(problem.grid, to->labels, to->parents);
    if (to->counts != NULL)
        memset(to->counts, 0, count * sizeof *to->counts);
    for (size_t cell = 0; to->counts != NULL && cell < count; cell++)
        if (to->labels[cell] != BFS_UNREACHED)
            to->counts[to->labels[cell]]++;
    return STATUS_OK;
}

enum leeway_status leeway_bfs(const struct leeway_design *design, const uint32_t source[3],
                              uint32_t *labels, size_t count, struct leeway_error *error)
{
    const struct leeway_levels to = {.labels = labels};
    return leeway_bfs_levels(design, source, 1, &to, count, error);
}

enum {
    CHUNK = 65536,         /* pairs searched together: enough for any engine, in 10 MB */
    CHUNK_TIMED = 4096,    /* the same with a time limit */
    PARALLEL_LEAST = 4096, /* pairs from which several threads prepare jobs and copy answers */
    THREADS_USEFUL = 16,   /* most threads that do so */
    SHARE = 256,           /* pairs per task of a thread */
};

struct leeway_paths {
    size_t count;
    uint64_t *cost;  /* [count] */
    uint64_t *first; /* [count + 1] */
    uint32_t *corner;
    size_t corner_count, corner_capacity;
};

/* A call; its current chunk are the pairs first .. first + count - 1. */
struct query {
    const struct grid *grid;
    const uint32_t *pairs, *windows; /* windows may be NULL */
    struct leeway_paths *paths;
    struct engine *engine;
    struct workers *workers; /* NULL: one thread is enough */
    struct job *jobs;        /* [chunk] */
    struct wire *ends;       /* [2 * chunk] source and target of each job */
    size_t first, count;
    atomic_size_t wrong; /* index of the first wrong pair, or the number of pairs */
};

/* Runs a body for elements 0 .. count - 1 of the chunk or of all pairs. */
static void run_loop(struct query *query, workers_body *body, size_t count)
{
    if (query->workers != NULL)
        workers_run(query->workers, body, query, count, SHARE);
    else
        body(query, 0, count);
}

static struct box window_of(const struct query *query, size_t pair)
{
    assert(pair < query->paths->count);
    if (query->windows == NULL)
        return box_whole(query->grid);
    const uint32_t *w = query->windows + 4 * pair;
    return (struct box){w[0], w[1], w[2], w[3]};
}

static bool window_fits(const struct query *query, size_t pair)
{
    const struct grid *grid = query->grid;
    const uint32_t *ends = query->pairs + 6 * pair;
    const struct box w = window_of(query, pair);
    return w.x0 <= w.x1 && w.y0 <= w.y1 && w.x1 < grid->width && w.y1 < grid->height &&
           box_holds(w, (struct box){ends[0], ends[1], ends[0], ends[1]}) &&
           box_holds(w, (struct box){ends[3], ends[4], ends[3], ends[4]});
}

/* Finds the first wrong pair of first .. end - 1. */
static void check_pairs(void *context, size_t first, size_t end)
{
    struct query *query = context;
    const uint32_t *pairs = query->pairs;
    size_t i = first;
    while (i < end && api_is_cell(query->grid, pairs + 6 * i) &&
           api_is_cell(query->grid, pairs + 6 * i + 3) && window_fits(query, i))
        i++;
    size_t least = atomic_load(&query->wrong);
    while (i < end && i < least && !atomic_compare_exchange_weak(&query->wrong, &least, i))
        ;
}

static enum status refuse_pair(const struct query *query, size_t pair, struct error *error)
{
    const struct grid *grid = query->grid;
    const uint32_t *ends = query->pairs + 6 * pair;
    for (size_t end = 0; end < 2; end++)
        if (!api_is_cell(grid, ends + 3 * end)) {
            char what[48];
            snprintf(what, sizeof what, "the %s of pair %zu", end == 0 ? "start" : "goal", pair);
            return refuse_cell(grid, ends + 3 * end, what, error);
        }
    const struct box w = window_of(query, pair);
    return error_refuse(error,
                        "window %zu: expected a box inside the grid of %u x %u cells, low corner "
                        "first, that holds both cells of its pair, found %u,%u,%u,%u",
                        pair, grid->width, grid->height, w.x0, w.y0, w.x1, w.y1);
}

static enum status check_all(struct query *query, struct error *error)
{
    const size_t count = query->paths->count;
    atomic_store(&query->wrong, count);
    run_loop(query, check_pairs, count);
    const size_t wrong = atomic_load(&query->wrong);
    return wrong < count ? refuse_pair(query, wrong, error) : STATUS_OK;
}

static void make_jobs(void *context, size_t first, size_t end)
{
    assert(end <= ((const struct query *)context)->count);
    struct query *query = context;
    for (size_t i = first; i < end; i++) {
        const uint32_t *pair = query->pairs + 6 * (query->first + i);
        struct wire *ends = query->ends + 2 * i;
        cell_t from = cell_of(query->grid, pair), to = cell_of(query->grid, pair + 3);
        ends[0] = (struct wire){from, from};
        ends[1] = (struct wire){to, to};
        query->jobs[i] = (struct job){.sources = ends,
                                      .source_count = 1,
                                      .targets = ends + 1,
                                      .target_count = 1,
                                      .window = window_of(query, query->first + i)};
    }
}

/* Copies the costs, and the corners to their places. */
static void copy_answers(void *context, size_t first, size_t end)
{
    assert(end <= ((const struct query *)context)->count);
    struct query *query = context;
    for (size_t i = first; i < end; i++) {
        const struct job *job = &query->jobs[i];
        const bool found = job->outcome == OUTCOME_FOUND;
        query->paths->cost[query->first + i] = found ? job->cost : LEEWAY_NO_COST;
        if (found)
            memcpy(query->paths->corner + query->paths->first[query->first + i], job->knots,
                   job->knot_count * sizeof *job->knots);
    }
}

/* Takes the chunk's answers. Sets *missing and *stopped if there is such a pair. */
static enum status take_answers(struct query *query, bool *missing, bool *stopped,
                                struct error *error)
{
    struct leeway_paths *paths = query->paths;
    size_t corners = paths->corner_count;
    for (size_t i = 0; i < query->count; i++) {
        const struct job *job = &query->jobs[i];
        paths->first[query->first + i] = corners;
        corners += job->outcome == OUTCOME_FOUND ? job->knot_count : 0;
        *missing |= job->outcome == OUTCOME_NONE;
        *stopped |= job->outcome == OUTCOME_STOPPED;
    }
    assert(query->first + query->count <= paths->count && corners >= paths->corner_count);
    paths->first[query->first + query->count] = corners;
    TRY(MEM_GROW(paths->corner, paths->corner_capacity, corners, "corners of paths", error));
    run_loop(query, copy_answers, query->count);
    paths->corner_count = corners;
    return STATUS_OK;
}

/* Pairs that were not searched have no path. */
static void leave_rest(struct leeway_paths *paths, size_t done)
{
    assert(done <= paths->count);
    for (size_t i = done; i < paths->count; i++) {
        paths->cost[i] = LEEWAY_NO_COST;
        paths->first[i + 1] = paths->corner_count;
    }
}

static enum status search_all(struct query *query, const struct leeway_options *options,
                              struct error *error)
{
    const double end = options->time_limit > 0 ? clock_seconds() + options->time_limit : 0;
    const size_t total = query->paths->count, chunk = end > 0 ? CHUNK_TIMED : CHUNK;
    bool missing = false, stopped = false;
    size_t done = 0;
    while (done < total && !stopped) {
        query->first = done;
        query->count = total - done < chunk ? total - done : chunk;
        run_loop(query, make_jobs, query->count);
        TRY(query->engine->ops->expand(query->engine, query->jobs, query->count, error));
        TRY(take_answers(query, &missing, &stopped, error));
        done += query->count;
        stopped |= (options->stop != NULL && *options->stop != 0) ||
                   (end > 0 && clock_seconds() >= end && done < total);
    }
    leave_rest(query->paths, done);
    return stopped ? STATUS_INTERRUPTED : missing ? STATUS_UNROUTED : STATUS_OK;
}

static enum status make_room(struct query *query, struct error *error)
{
    struct leeway_paths *paths = query->paths;
    const size_t chunk = paths->count < CHUNK ? paths->count : CHUNK;
    TRY(MEM_NEW(paths->cost, paths->count, "costs of paths", error));
    TRY(MEM_NEW(paths->first, paths->count + 1, "paths", error));
    TRY(MEM_NEW(query->jobs, chunk, "searches", error));
    return MEM_NEW(query->ends, 2 * chunk, "searches", error);
}

static enum status search_pairs(struct query *query, const struct leeway_design *design,
                                const struct leeway_options *options, struct error *error)
{
    const struct engines engines = api_engines();
    const unsigned threads = options->threads > 0 ? options->threads : cores_available();
    struct engine_options how = {.wave = options->wave, .threads = threads, .stop = options->stop};
    struct field_store store = {0};
    enum status status = STATUS_OK;
    if (query->paths->count >= PARALLEL_LEAST)
        status = workers_create(&query->workers, least(threads, THREADS_USEFUL), error);
    THEN(status, check_all(query, error));
    THEN(status, make_room(query, error));
    THEN(status, field_create(&store, &design->design.grid, error));
    THEN(status, engines_open(&engines, options->engine, "engine", &store.field, &how,
                              &query->engine, error));
    THEN(status, search_all(query, options, error));
    if (query->engine != NULL)
        query->engine->ops->close(query->engine);
    field_destroy(&store);
    workers_destroy(query->workers);
    MEM_FREE(query->jobs, query->ends);
    return status;
}

API_BODY(leeway_find_paths, (paths, design, pairs, windows, pair_count, given),
         struct leeway_paths **paths, const struct leeway_design *design, const uint32_t *pairs,
         const uint32_t *windows, size_t pair_count, const struct leeway_options *given)
{
    struct leeway_options options;
    TRY(api_make(paths, "paths", error));
    TRY(api_need(design, "design", error));
    if (pair_count > 0)
        TRY(api_need(pairs, "pairs", error));
    if (pair_count > LEEWAY_PAIRS_MAX)
        return error_refuse(error, "pairs: expected at most %d, found %zu", LEEWAY_PAIRS_MAX,
                            pair_count);
    TRY(api_take_options(given, &options, error));
    struct leeway_paths *made;
    TRY(MEM_NEW(made, 1, "paths", error));
    made->count = pair_count;
    struct query query = {
        .grid = &design->design.grid, .pairs = pairs, .windows = windows, .paths = made};
    enum status status = search_pairs(&query, design, &options, error);
    if (status == STATUS_BAD_INPUT || status == STATUS_FAILED)
        leeway_paths_destroy(made);
    else
        *paths = made;
    return status;
}

/* Replaces the corners of a single path by all of its cells. */
static enum status list_cells(struct leeway_paths *paths, const struct grid *grid,
                              struct error *error)
{
    uint32_t *cells;
    size_t count = 0, room = 1;
    assert(paths->count == 1);
    for (size_t i = 1; i < paths->corner_count; i++)
        room += wire_steps(grid, (struct wire){paths->corner[i - 1], paths->corner[i]});
    TRY(MEM_NEW(cells, room, "cells of a path", error));
    for (size_t i = 0; i < paths->corner_count; i++) {
        const struct wire run = {paths->corner[i > 0 ? i - 1 : 0], paths->corner[i]};
        struct wire_walk walk = wire_walk(grid, run);
        if (i > 0)
            wire_next(&walk); /* the run before has this cell */
        for (; walk.left > 0; wire_next(&walk))
            cells[count++] = walk.cell;
    }
    assert(count <= room);
    free(paths->corner);
    paths->corner = cells;
    paths->corner_count = paths->first[1] = count;
    return STATUS_OK;
}

API_BODY(leeway_shortest_path, (path, design, start, goal), struct leeway_paths **path,
         const struct leeway_design *design, const uint32_t start[3], const uint32_t goal[3])
{
    TRY(api_make(path, "path", error));
    TRY(api_need(start, "start", error));
    TRY(api_need(goal, "goal", error));
    const uint32_t pair[6] = {start[0], start[1], start[2], goal[0], goal[1], goal[2]};
    const enum status found = leeway_find_paths_body(path, design, pair, NULL, 1, NULL, error);
    if (found != STATUS_OK && found != STATUS_UNROUTED)
        return found;
    const enum status status = list_cells(*path, &design->design.grid, error);
    if (status == STATUS_OK)
        return found;
    leeway_paths_destroy(*path);
    *path = NULL;
    return status;
}

void leeway_paths_destroy(struct leeway_paths *paths)
{
    if (paths == NULL)
        return;
    MEM_FREE(paths->cost, paths->first, paths->corner, paths);
}

API_ARRAY(leeway_paths_costs, leeway_paths, uint64_t, it->cost, it->count)
API_ARRAY(leeway_paths_corners, leeway_paths, uint32_t, it->corner, it->corner_count)
API_ARRAY(leeway_paths_first, leeway_paths, uint64_t, it->first, it->count + 1)
