/* queue: breadth-first search with two frontier arrays, as in the textbook's sequential version.
 *
 * The labels of the window hold a level a cell, and two arrays hold the cells of the level that is
 * being left and of the one that is being found; after each level they change places. It is the
 * yardstick for every wave of unit costs, so it is plain but not slow:
 *
 *     levels, framed by LEVEL_CLOSED          so no step asks for the window's edge:
 *         #######                             to enter a cell is one compare
 *         #..2..#
 *         #.212.#    level 2 is found from level 1: each of its cells looks at its 4 (6)
 *         #21S12#    neighbours in the fixed order and appends those that are open
 *         #######
 *
 * The level in which a target cell appears is finished, so that the choice among targets of equal
 * label does not depend on the order. Layers are further offsets; walls and strict layers take a
 * mask of directions a cell. Every step costs 1: via, wrong-way and bend costs, weights and tolls
 * are for other waves.
 *
 * Cost: O(cells of the window) to fill the labels, 4 bytes a cell, plus 8 bytes a cell at most
 * for the frontiers, plus about 5 to 10 ns a cell reached.
 *
 * Reference: C. Y. Lee, An algorithm for path connections and its applications, 1961.
 */
#include "router/wave/wave.h"

#include <stdlib.h>

#define LEVEL_OPEN   UINT32_MAX       /* not reached yet */
#define LEVEL_TARGET (UINT32_MAX - 1) /* not reached yet, and a target */
#define LEVEL_CLOSED 0xfefefefeu      /* no wire may enter; more than any level */

struct queue {
    const struct field *field;
    struct box window;
    size_t row, plane; /* places of a row and of a layer of the levels, frame included */
    uint32_t below;    /* layers of frame below the lowest: 1, or 0 on a grid of one layer */
    bool careful;      /* walls or strict layers: ways out differ from cell to cell */
    uint32_t *levels;  /* [below + layers + below][height + 2][width + 2] */
    uint8_t *exits;    /* [like levels]: bit d set where a step may leave; only where careful */
    uint32_t *frontier, *found;
    size_t levels_capacity, exits_capacity, frontier_capacity, found_capacity;
    size_t frontier_count;
};

static size_t place_of(const struct queue *wave, uint32_t x, uint32_t y, uint32_t z)
{
    return (z + wave->below) * wave->plane + (y - wave->window.y0 + 1) * wave->row +
           (x - wave->window.x0 + 1);
}

static bool has_label(const void *labels, const struct spot *spot, int axis, cost_t want)
{
    const struct queue *wave = labels;
    (void)axis;
    return wave->levels[place_of(wave, spot->x, spot->y, spot->z)] == want;
}

/* Writes the levels of a row's cells x0 .. x1 from their closed bits. */
static void fill_levels(uint32_t *levels, const uint64_t *closed, uint32_t x0, uint32_t x1)
{
    for (uint32_t x = x0; x <= x1;) {
        uint64_t bits = closed[x / 64] >> x % 64;
        uint32_t end = (x | 63) < x1 ? (x | 63) : x1;
        for (; x <= end; x++, bits >>= 1)
            *levels++ = LEVEL_OPEN - 0x01010101u * (uint32_t)(bits & 1);
    }
}

/* Writes the ways out of the cells x0 .. x1 of a row. */
static void fill_exits(uint8_t *exits, const struct grid *grid, uint32_t x0, uint32_t x1,
                       uint32_t y, uint32_t z)
{
    uint8_t mask = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++)
        if (!step_is_forbidden(&grid->rules, z, direction))
            mask |= (uint8_t)(1u << direction);
    for (uint32_t x = x0; x <= x1; x++)
        *exits++ =
            grid->walls != NULL ? mask & (uint8_t)~grid->walls[grid_cell(grid, x, y, z)] : mask;
}

/* Fits the arrays to the window and fills them: open, closed, and closed around. */
static enum status prepare(struct queue *wave, const struct job *job, struct error *error)
{
    const struct grid *grid = wave->field->grid;
    const struct box *window = &job->window;
    wave->window = *window;
    wave->row = window->x1 - window->x0 + 3;
    wave->plane = wave->row * (window->y1 - window->y0 + 3);
    size_t places = wave->plane * (grid->layers + 2 * wave->below);
    if (places >= LEVEL_CLOSED)
        return error_set(error, STATUS_FAILED, "wave 'queue' cannot hold a window of %zu cells",
                         places);
    if (mem_grow((void **)&wave->levels, &wave->levels_capacity, places, sizeof *wave->levels,
                 "levels", error) != STATUS_OK ||
        (wave->careful && mem_grow((void **)&wave->exits, &wave->exits_capacity, places,
                                   sizeof *wave->exits, "ways out", error) != STATUS_OK))
        return STATUS_FAILED;
    for (size_t place = 0; place < wave->plane * wave->below; place++)
        wave->levels[place] = wave->levels[places - 1 - place] = LEVEL_CLOSED;
    for (uint32_t z = 0; z < grid->layers; z++) {
        size_t first = place_of(wave, window->x0, window->y0, z), end = wave->row - 1;
        for (size_t x = 0; x < wave->row; x++)
            wave->levels[first - wave->row - 1 + x] =
                wave->levels[first + wave->plane - 2 * wave->row - 1 + x] = LEVEL_CLOSED;
        for (uint32_t y = window->y0; y <= window->y1; y++, first += wave->row) {
            const uint64_t *closed =
                wave->field->closed + ((size_t)z * grid->height + y) * grid->row_words;
            fill_levels(wave->levels + first, closed, window->x0, window->x1);
            wave->levels[first - 1] = wave->levels[first - 1 + end] = LEVEL_CLOSED;
            if (wave->careful)
                fill_exits(wave->exits + first, grid, window->x0, window->x1, y, z);
        }
    }
    wave->frontier_count = 0;
    return STATUS_OK;
}

/* Gives the wires' cells inside the window this level; those of level 0 join the frontier. */
static enum status mark(struct queue *wave, const struct wire *wires, uint32_t count,
                        uint32_t level, struct error *error)
{
    const struct grid *grid = wave->field->grid;
    const struct box *window = &wave->window;
    for (uint32_t i = 0; i < count; i++) {
        size_t steps = wire_steps(grid, wires[i]);
        if (mem_grow((void **)&wave->frontier, &wave->frontier_capacity,
                     wave->frontier_count + steps + 1, sizeof *wave->frontier, "frontier",
                     error) != STATUS_OK)
            return STATUS_FAILED;
        cell_t stride = (cell_t)wire_stride(grid, wires[i]), cell = wires[i].from;
        for (size_t step = 0; step <= steps; step++, cell += stride) {
            struct spot spot = spot_of(grid, cell);
            if (spot.x < window->x0 || spot.x > window->x1 || spot.y < window->y0 ||
                spot.y > window->y1)
                continue;
            size_t place = place_of(wave, spot.x, spot.y, spot.z);
            if (level == 0 && wave->levels[place] != 0)
                wave->frontier[wave->frontier_count++] = (uint32_t)place;
            wave->levels[place] = level;
        }
    }
    return STATUS_OK;
}

/* Finds the next level in `found`; returns its size. Ors into *hit whether a target is in it. */
static inline size_t leave_level(const struct queue *wave, uint32_t level, int directions,
                                 bool careful, uint32_t *hit)
{
    const size_t offset[DIRECTIONS] = {1,          (size_t)-1,  wave->row,
                                       -wave->row, wave->plane, -wave->plane};
    uint32_t *restrict levels = wave->levels, *restrict found = wave->found;
    size_t count = 0;
    for (size_t i = 0; i < wave->frontier_count; i++) {
        size_t place = wave->frontier[i];
        for (int direction = 0; direction < directions; direction++) {
            size_t next = place + offset[direction];
            uint32_t old = levels[next];
            if (old < LEVEL_TARGET || (careful && (wave->exits[place] >> direction & 1) == 0))
                continue;
            levels[next] = level;
            found[count++] = (uint32_t)next;
            *hit |= LEVEL_OPEN - old;
        }
    }
    return count;
}

/* Runs levels until a target is found; *level is its level, or LEVEL_CLOSED where there is none. */
static enum status flood(struct queue *wave, const volatile sig_atomic_t *stop, uint32_t *level,
                         bool *stopped, struct error *error)
{
    const int directions = wave->below > 0 ? DIRECTIONS : UP;
    uint32_t hit = 0;
    for (*level = 0; hit == 0 && wave->frontier_count > 0;) {
        if (stop != NULL && *stop != 0) {
            *stopped = true;
            return STATUS_OK;
        }
        if (mem_grow((void **)&wave->found, &wave->found_capacity,
                     wave->frontier_count * (size_t)directions, sizeof *wave->found, "frontier",
                     error) != STATUS_OK)
            return STATUS_FAILED;
        ++*level;
        size_t count;
        if (wave->careful)
            count = leave_level(wave, *level, directions, true, &hit);
        else if (directions == UP)
            count = leave_level(wave, *level, UP, false, &hit);
        else
            count = leave_level(wave, *level, DIRECTIONS, false, &hit);
        uint32_t *swap = wave->frontier;
        size_t swap_capacity = wave->frontier_capacity;
        wave->frontier = wave->found, wave->found = swap;
        wave->frontier_capacity = wave->found_capacity, wave->found_capacity = swap_capacity;
        wave->frontier_count = count;
    }
    if (hit == 0)
        *level = LEVEL_CLOSED;
    return STATUS_OK;
}

/* True where a target cell is a source: no level is needed then. Targets were marked first. */
static bool source_is_target(const struct queue *wave, const struct job *job)
{
    const struct grid *grid = wave->field->grid;
    for (uint32_t i = 0; i < job->target_count; i++) {
        cell_t stride = (cell_t)wire_stride(grid, job->targets[i]), cell = job->targets[i].from;
        for (uint32_t left = wire_steps(grid, job->targets[i]) + 1; left > 0; left--) {
            struct spot spot = spot_of(grid, cell);
            if (spot.x >= wave->window.x0 && spot.x <= wave->window.x1 &&
                spot.y >= wave->window.y0 && spot.y <= wave->window.y1 &&
                has_label(wave, &spot, AXIS_NONE, 0))
                return true;
            cell += stride;
        }
    }
    return false;
}

static enum status queue_search(struct wave *base, struct job *job, struct trace *trace,
                                const volatile sig_atomic_t *stop, struct error *error)
{
    struct queue *wave = (struct queue *)base;
    uint32_t level = 0;
    bool stopped = false;
    if (prepare(wave, job, error) != STATUS_OK ||
        mark(wave, job->targets, job->target_count, LEVEL_TARGET, error) != STATUS_OK ||
        mark(wave, job->sources, job->source_count, 0, error) != STATUS_OK)
        return STATUS_FAILED;
    if (!source_is_target(wave, job) && flood(wave, stop, &level, &stopped, error) != STATUS_OK)
        return STATUS_FAILED;
    job->outcome = stopped ? OUTCOME_STOPPED : OUTCOME_NONE;
    job->knot_count = 0;
    if (stopped || level == LEVEL_CLOSED)
        return STATUS_OK;
    struct backtrace labels = {wave->field, wave->window, has_label, wave};
    return backtrace_job(&labels, job, level, trace, error);
}

static enum status queue_create(struct wave **base, const struct field *field, struct error *error)
{
    struct queue *wave = mem_alloc(1, sizeof *wave, "wave", error);
    *base = (struct wave *)wave;
    if (wave == NULL)
        return STATUS_FAILED;
    wave->field = field;
    wave->below = field->grid->layers > 1 ? 1 : 0;
    wave->careful = field->grid->walls != NULL || field->grid->rules.strict != 0;
    return STATUS_OK;
}

static size_t queue_bytes(const struct wave *base)
{
    const struct queue *wave = (const struct queue *)base;
    return sizeof *wave + wave->exits_capacity +
           (wave->levels_capacity + wave->frontier_capacity + wave->found_capacity) *
               sizeof *wave->levels;
}

static void queue_destroy(struct wave *base)
{
    struct queue *wave = (struct queue *)base;
    if (wave == NULL)
        return;
    free(wave->levels);
    free(wave->exits);
    free(wave->frontier);
    free(wave->found);
    free(wave);
}

const struct wave_ops wave_queue = {
    .name = "queue",
    .summary = "breadth-first with two frontier arrays, unit costs (Lee 1961)",
    .features = FEATURE_LAYERS | FEATURE_STRICT | FEATURE_WALLS,
    .create = queue_create,
    .search = queue_search,
    .bytes = queue_bytes,
    .destroy = queue_destroy,
    .pin_ns = 9,
    .wide_ns = 9,
};
