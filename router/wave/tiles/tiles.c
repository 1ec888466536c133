/* tiles: breadth-first search (Lee 1961) on bit planes, several levels at a time in tiles, for unit
 * costs.
 *
 * A level costs a few operations per 64 cells, but reads and writes each word near the front. So
 * the window is cut into tiles, and a tile runs TILES_LEVELS levels before its results are written
 * (temporal blocking: Wolf and Lam, A data locality optimizing algorithm, 1991): it loads its core
 * and a halo of the neighbours' cells and computes both. In an epoch, all awake tiles do so:
 *
 *     epoch   [ load region of A, run | load region of B, run | ... ]  [ write A | write B | ... ]
 *
 * A tile with cells of the epoch's last level wakes itself and the neighbours near those cells that
 * may have cells to find. If no tile is awake, there is no path.
 *
 *     .  .  1  1  .        o  tiles with cells of the last level, moving up and right
 *     .  .  o  1  .        1  awake in the next epoch, like all o
 *     #  #  #  o  1        #  asleep, because all their cells are reached
 *
 * Labels are stored modulo 3 (tiles_planes.h). An epoch may pass the target by a few levels, which
 * does not affect the backtrace; targets that are not the nearest lose their labels again.
 *
 * The wave is fast if fronts are wide, and blocks cost it nothing. In mazes, where a front has few
 * cells, it runs a tile for each of them.
 *
 * Memory: 3/8 byte per cell of the window. Time: 0.2 us per awake tile and epoch.
 */
#include <stdlib.h>
#include <string.h>

#include "router/wave/tiles/tiles_planes.h"
#include "grid/clock.h"
#include "router/wave/wave.h"

#define LEVEL_NONE UINT64_MAX

/* A target cell inside the window. */
struct tiles_goal {
    struct spot spot;
    uint32_t tile;
    uint64_t level; /* LEVEL_NONE until it is reached */
};

/* A set of tiles. */
struct tile_list {
    uint32_t *tiles;
    size_t count, capacity;
};

struct tiles {
    struct wave head;
    struct tiles_planes planes;
    struct tile_list awake, next; /* in this epoch, in the next one */
    uint32_t *woken;              /* [tile] the last epoch that it was woken for */
    uint8_t *aimed;               /* [tile] it holds targets */
    uint32_t epoch;               /* number of the epoch, over all searches */
    struct tiles_goal *goals;
    size_t goal_count;
    struct tiles_found *aside; /* [awake tile][layer] new cells, written after all tiles have run */
    size_t woken_capacity, aimed_capacity, goals_capacity, aside_capacity;
};

/* ---- waking --------------------------------------------------------------------------------- */

static enum status wake(struct tiles *wave, uint32_t tile, struct error *error)
{
    assert(tile < wave->planes.tiles);
    if (wave->woken[tile] == wave->epoch + 1)
        return STATUS_OK;
    wave->woken[tile] = wave->epoch + 1;
    struct tile_list *next = &wave->next;
    return MEM_APPEND(next->tiles, next->capacity, next->count, tile, "tiles", error);
}

/* Wakes the tile at this offset from a tile, if it exists. */
static enum status wake_at(struct tiles *wave, uint32_t tile, int dx, int dy, struct error *error)
{
    DEBUG_ASSERT(tile < wave->planes.tiles && dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1);
    const struct tiles_planes *planes = &wave->planes;
    int64_t tx = (int64_t)(tile % planes->across) + dx, ty = (int64_t)(tile / planes->across) + dy;
    if (tx < 0 || tx >= planes->across || ty < 0 || ty >= planes->up)
        return STATUS_OK;
    return wake(wave, (uint32_t)ty * planes->across + (uint32_t)tx, error);
}

/* Wakes a tile and its neighbours if the tile's last level has cells near the border and a cell
 * across the border is open. (Halo cells that the tile does not know yet are open, so no tile with
 * a cell to find stays asleep.) */
static enum status wake_by_edge(struct tiles *wave, uint32_t tile, const struct tiles_edge *edge,
                                struct error *error)
{
    DEBUG_ASSERT(tile < wave->planes.tiles);
    const uint64_t west = ~(uint64_t)0 >> (64 - TILES_LEVELS), east = west << (64 - TILES_LEVELS);
    const uint64_t open_x[] = {west, TILES_CORE_BITS, east};
    const uint64_t front_x[] = {west << TILES_HALO_X, TILES_CORE_BITS, east >> TILES_HALO_X};
    const uint64_t open_y[] = {edge->open_south, edge->open, edge->open_north};
    const uint64_t front_y[] = {edge->front_south, edge->front, edge->front_north};
    if (edge->front == 0)
        return STATUS_OK;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if ((front_y[dy + 1] & front_x[dx + 1]) != 0 &&
                (open_y[dy + 1] & open_x[dx + 1]) != 0 &&
                wake_at(wave, tile, dx, dy, error) != STATUS_OK)
                return STATUS_FAILED;
    return STATUS_OK;
}

/* ---- one epoch ------------------------------------------------------------------------------ */

/* Gives the targets in the tile's core their levels. before: number of levels before this epoch. */
static void meet_goals(struct tiles *wave, uint32_t tile, uint64_t before, uint64_t *nearest)
{
    DEBUG_ASSERT(tile < wave->planes.tiles);
    const struct tiles_planes *planes = &wave->planes;
    uint32_t x0 = tile % planes->across * TILES_CORE_X, y0 = tile / planes->across * TILES_CORE_Y;
    for (size_t i = 0; i < wave->goal_count; i++) {
        struct tiles_goal *goal = &wave->goals[i];
        if (goal->tile != tile || goal->level != LEVEL_NONE)
            continue;
        size_t row = goal->spot.y - planes->window.y0 - y0 + TILES_HALO_Y;
        uint32_t bit = goal->spot.x - planes->window.x0 - x0 + TILES_HALO_X;
        size_t word = (size_t)goal->spot.z * TILES_STRIDE + TILES_PAD + row;
        for (int k = 1; k <= TILES_LEVELS; k++)
            if ((planes->now.front[k][word] >> bit & 1) != 0)
                goal->level = before + (uint64_t)k;
        *nearest = goal->level < *nearest ? goal->level : *nearest;
    }
}

/* Runs all awake tiles, then writes their new cells. *nearest: least level of a target. */
static enum status run_epoch(struct tiles *wave, uint64_t before, uint64_t *nearest,
                             struct error *error)
{
    struct tiles_planes *planes = &wave->planes;
    const size_t layers = planes->now.layers;
    TRY(MEM_GROW(wave->aside, wave->aside_capacity, wave->awake.count * layers, "new labels",
                 error));
    struct tiles_found *aside = wave->aside;
    for (size_t i = 0; i < wave->awake.count; i++) {
        uint32_t tile = wave->awake.tiles[i];
        struct tiles_edge edge = {0};
        tiles_load(planes, tile);
        planes->version->run(&planes->now);
        for (uint32_t z = 0; z < layers; z++)
            planes->version->sum_up(&planes->now, z, aside++, &edge);
        if (wave->aimed[tile] != 0)
            meet_goals(wave, tile, before, nearest);
        TRY(wake_by_edge(wave, tile, &edge, error));
    }
    aside = wave->aside;
    for (size_t i = 0; i < wave->awake.count; i++)
        for (uint32_t z = 0; z < layers; z++, aside++) {
            struct tiles_place at = tiles_place(planes, wave->awake.tiles[i], z);
            planes->version->add(planes->label[0], aside->label[0], at);
            planes->version->add(planes->label[1], aside->label[1], at);
        }
    return STATUS_OK;
}

/* ---- one search ----------------------------------------------------------------------------- */

/* Makes a cell a target; *nearest becomes 0 if it is a source. */
static enum status add_goal(struct tiles *wave, const struct spot *spot, uint64_t *nearest,
                            struct error *error)
{
    struct tiles_planes *planes = &wave->planes;
    if (!box_contains(planes->window, spot->x, spot->y))
        return STATUS_OK;
    if (tiles_has_label(planes, spot, 0)) {
        *nearest = 0;
        return STATUS_OK;
    }
    uint32_t tile = tiles_tile(planes, spot->x, spot->y);
    const struct tiles_goal goal = {*spot, tile, LEVEL_NONE};
    TRY(MEM_APPEND(wave->goals, wave->goals_capacity, wave->goal_count, goal, "targets", error));
    wave->aimed[tile] = 1;
    tiles_open(planes, spot);
    return STATUS_OK;
}

/* Gives a source its label and wakes the tiles around it. */
static enum status add_source(struct tiles *wave, const struct spot *spot, struct error *error)
{
    struct tiles_planes *planes = &wave->planes;
    uint32_t x = (spot->x - planes->window.x0) % TILES_CORE_X;
    uint32_t y = (spot->y - planes->window.y0) % TILES_CORE_Y;
    int x0 = x < TILES_LEVELS ? -1 : 0, x1 = x >= TILES_CORE_X - TILES_LEVELS ? 1 : 0;
    int y0 = y < TILES_LEVELS ? -1 : 0, y1 = y >= TILES_CORE_Y - TILES_LEVELS ? 1 : 0;
    assert(box_contains(planes->window, spot->x, spot->y)); /* engine.h */
    tiles_set_label(planes, spot, 0);
    for (int dy = y0; dy <= y1; dy++)
        for (int dx = x0; dx <= x1; dx++)
            TRY(wake_at(wave, tiles_tile(planes, spot->x, spot->y), dx, dy, error));
    return STATUS_OK;
}

/* Marks all cells of the job's sources, then of its targets. */
static enum status mark(struct tiles *wave, const struct job *job, uint64_t *nearest,
                        struct error *error)
{
    const struct grid *grid = wave->head.field->grid;
    for (uint32_t i = 0; i < job->source_count + job->target_count; i++) {
        bool source = i < job->source_count;
        struct wire wire = source ? job->sources[i] : job->targets[i - job->source_count];
        for (struct wire_walk at = wire_walk(grid, wire); at.left > 0; wire_next(&at)) {
            struct spot spot = spot_of(grid, at.cell);
            TRY(source ? add_source(wave, &spot, error) : add_goal(wave, &spot, nearest, error));
        }
    }
    return STATUS_OK;
}

/* Fits the planes and the marks to the window. */
static enum status prepare(struct tiles *wave, const struct job *job, struct error *error)
{
    size_t woken = wave->woken_capacity, aimed = wave->aimed_capacity;
    wave->goal_count = wave->awake.count = wave->next.count = 0;
    TRY(tiles_lay_out(&wave->planes, &job->window, error));
    TRY(MEM_GROW(wave->woken, wave->woken_capacity, wave->planes.tiles, "marks of tiles", error));
    TRY(MEM_GROW(wave->aimed, wave->aimed_capacity, wave->planes.tiles, "marks of tiles", error));
    memset(wave->woken + woken, 0, (wave->woken_capacity - woken) * sizeof *wave->woken);
    memset(wave->aimed + aimed, 0, wave->aimed_capacity - aimed);
    if (wave->epoch > UINT32_MAX / 2) {
        memset(wave->woken, 0, wave->woken_capacity * sizeof *wave->woken);
        wave->epoch = 0;
    }
    wave->epoch++; /* puts the tiles that the last search woke to sleep */
    return STATUS_OK;
}

/* Runs epochs until a target is reached (*nearest is its level), no tile is awake, or *stop. */
static enum status flood(struct tiles *wave, uint64_t *nearest, bool *stopped,
                         const volatile sig_atomic_t *stop, struct error *error)
{
    for (uint64_t before = 0; *nearest == LEVEL_NONE && wave->next.count > 0;
         before += TILES_LEVELS) {
        assert(wave->next.count <= wave->planes.tiles); /* each tile is woken once */
        struct tile_list swap = wave->awake;
        wave->awake = wave->next;
        wave->next = swap;
        wave->next.count = 0;
        wave->epoch++;
        if (stop_raised(stop)) {
            *stopped = true;
            return STATUS_OK;
        }
        TRY(run_epoch(wave, before, nearest, error));
    }
    return STATUS_OK;
}

static bool has_label(const void *labels, const struct spot *spot, int axis, cost_t want)
{
    const struct tiles *wave = labels;
    (void)axis;
    return tiles_has_label(&wave->planes, spot, want);
}

static enum status tiles_search(struct wave *base, struct job *job, struct trace *trace,
                                const volatile sig_atomic_t *stop, struct error *error)
{
    struct tiles *wave = (struct tiles *)base;
    uint64_t nearest = LEVEL_NONE;
    bool stopped = false;
    TRY(prepare(wave, job, error));
    enum status status = mark(wave, job, &nearest, error);
    THEN(status, flood(wave, &nearest, &stopped, stop, error));
    for (size_t i = 0; i < wave->goal_count; i++) {
        struct tiles_goal *goal = &wave->goals[i];
        wave->aimed[goal->tile] = 0;
        if (goal->level != LEVEL_NONE && goal->level > nearest)
            tiles_set_label(&wave->planes, &goal->spot, COST_NONE);
    }
    if (stopped)
        job->outcome = OUTCOME_STOPPED;
    if (status != STATUS_OK || stopped || nearest == LEVEL_NONE)
        return status;
    struct backtrace labels = {wave->head.field, job->window, has_label, wave};
    return backtrace_job(&labels, job, nearest, trace, error);
}

/* ---- the workspace -------------------------------------------------------------------------- */

static enum status tiles_wave_open(struct wave *base, struct error *error)
{
    return tiles_planes_create(&((struct tiles *)base)->planes, base->field, error);
}

static void tiles_close(struct wave *base)
{
    struct tiles *wave = (struct tiles *)base;
    tiles_planes_destroy(&wave->planes);
    MEM_FREE(wave->awake.tiles, wave->next.tiles, wave->woken, wave->aimed, wave->goals,
             wave->aside);
}

static size_t tiles_bytes(const struct wave *base)
{
    const struct tiles *wave = (const struct tiles *)base;
    return tiles_planes_bytes(&wave->planes) +
           (wave->awake.capacity + wave->next.capacity) * sizeof *wave->awake.tiles +
           wave->woken_capacity * sizeof *wave->woken + wave->aimed_capacity +
           wave->goals_capacity * sizeof *wave->goals + wave->aside_capacity * sizeof *wave->aside;
}

const struct wave_ops wave_tiles = {
    .name = "tiles",
    .summary = "breadth-first on bit planes, several levels per tile, unit costs",
    .features = FEATURE_LAYERS | FEATURE_STRICT | FEATURE_WALLS,
    .size = sizeof(struct tiles),
    .open = tiles_wave_open,
    .search = tiles_search,
    .bytes = tiles_bytes,
    .close = tiles_close,
    .pin_ns = 1.7,
    .wide_ns = 1.7,
};
