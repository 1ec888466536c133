/* sweep_rows: one arena holds all arrays of 16-bit numbers, aligned to cache lines. */
#include "router/wave/sweep/sweep_rows.h"

enum {
    LINE_BYTES = 64,             /* bytes per cache line and per widest vector */
    ARENA_EXTRA = LINE_BYTES / 2 /* numbers to align the arena */
};

uint64_t sweep_extra(const struct grid *grid)
{
    uint64_t dearest = grid->layers > 1 ? grid->rules.via : 0;
    dearest = grid->rules.bend > dearest ? grid->rules.bend : dearest;
    for (uint32_t z = 0; z < grid->layers; z++)
        for (int direction = EAST; direction <= NORTH; direction += NORTH - EAST) {
            uint64_t extra = step_extra(&grid->rules, z, AXIS_NONE, direction);
            if (!step_is_forbidden(&grid->rules, z, direction) && extra > dearest)
                dearest = extra;
        }
    return dearest;
}

void sweep_rows_open(struct sweep_rows *rows, const struct field *field)
{
    const struct grid *grid = field->grid;
    assert(sweep_extra(grid) <= SWEEP_EXTRA_MAX);
    rows->field = field;
    rows->isa = isa_best();
    rows->lanes = rows->isa == ISA_AVX512 ? 32 : rows->isa == ISA_AVX2 ? 16 : 8;
    rows->layers = grid->layers;
    rows->x_layers = rows->y_layers = 0;
    rows->columns_count = 0; /* places depend on the layers */
    rows->via = grid->layers > 1 ? (uint16_t)grid->rules.via : 0;
    rows->bend = (uint16_t)grid->rules.bend;
    rows->closed = (uint16_t)(SWEEP_TOP - sweep_extra(grid));
    for (uint32_t z = 0; z < grid->layers; z++) {
        if (!step_is_forbidden(&grid->rules, z, EAST)) {
            rows->x_layers |= (uint64_t)1 << z;
            rows->x_cost[z] = (uint16_t)step_extra(&grid->rules, z, AXIS_NONE, EAST);
        }
        if (!step_is_forbidden(&grid->rules, z, NORTH)) {
            rows->y_layers |= (uint64_t)1 << z;
            rows->y_cost[z] = (uint16_t)step_extra(&grid->rules, z, AXIS_NONE, NORTH);
        }
    }
}

/* Cuts rows of this width into the fewest chunks, then the fewest stripes. */
static void cut_rows(struct sweep_rows *rows, uint32_t width)
{
    uint32_t most = rows->lanes * SWEEP_STRIPES;
    rows->chunks = (width + most - 1) / most;
    uint32_t columns = rows->lanes * rows->chunks;
    rows->stripes = (width + columns - 1) / columns;
    rows->layer_places = (size_t)rows->lanes * rows->stripes;
    rows->chunk_places = rows->layer_places * rows->layers;
    rows->row_places = rows->chunk_places * rows->chunks;
    assert(rows->stripes >= 1 && rows->stripes <= SWEEP_STRIPES);
    assert(rows->chunks * rows->layer_places >= width);
}

/* Writes the places of all columns unless a previous window had the same. */
static void place_columns(struct sweep_rows *rows)
{
    uint32_t count = rows->chunks * (uint32_t)rows->layer_places;
    if (rows->columns_for == rows->stripes && rows->columns_count >= count)
        return;
    uint32_t x = 0;
    for (uint32_t chunk = 0; chunk < rows->chunks; chunk++)
        for (uint32_t lane = 0; lane < rows->lanes; lane++)
            for (uint32_t stripe = 0; stripe < rows->stripes; stripe++)
                rows->columns[x++] =
                    (uint32_t)(chunk * rows->chunk_places + (size_t)stripe * rows->lanes + lane);
    assert(x == count);
    rows->columns_for = rows->stripes;
    rows->columns_count = count;
}

/* Writes the bounds of one layer of a chunk from the distances of its columns. */
static void bound_layer(const struct sweep_rows *rows, uint16_t *bounds, const uint16_t *distances,
                        uint32_t near, uint32_t far)
{
    const uint16_t low = (uint16_t)least(near, SWEEP_TOP), high = (uint16_t)least(far, SWEEP_TOP);
    for (size_t i = 0; i < rows->layer_places; i++) {
        uint32_t sum = distances[i] + (uint32_t)(distances[i] > 0 ? high : low);
        bounds[i] = (uint16_t)least(sum, SWEEP_TOP);
    }
}

/* Fills the lower bounds of the targets' rows and of other rows. */
static void fill_bounds(struct sweep_rows *rows, const struct lower_bound *bound)
{
    uint16_t *distances = rows->line; /* of one chunk; the lines are not used yet */
    const uint32_t width = rows->window.x1 - rows->window.x0 + 1;
    for (uint32_t chunk = 0; chunk < rows->chunks; chunk++) {
        uint32_t first = chunk * (uint32_t)rows->layer_places;
        for (uint32_t i = 0; i < rows->layer_places; i++) {
            uint32_t x = first + i < width ? first + i : width - 1;
            uint32_t line = lower_bound_line(rows->window.x0 + x, bound->box.x0, bound->box.x1,
                                             bound->per_x, 0);
            distances[rows->columns[first + i] - chunk * rows->chunk_places] =
                (uint16_t)least(line / NEEDS, SWEEP_TOP);
        }
        for (uint32_t i = 0; i < (rows->bend > 0 ? AXES : 1) * rows->layers; i++) {
            uint32_t z = i % rows->layers, axis = i / rows->layers;
            uint16_t *bounds = rows->bounds + axis * rows->bound_plane +
                               chunk * rows->chunk_places + z * rows->layer_places;
            bound_layer(rows, bounds, distances, bound->rest[z][0][axis],
                        bound->rest[z][NEED_X][axis]);
            bound_layer(rows, bounds + rows->row_places, distances, bound->rest[z][NEED_Y][axis],
                        bound->rest[z][NEED_X | NEED_Y][axis]);
        }
    }
}

void sweep_rows_aim(struct sweep_rows *rows, const struct lower_bound *bound)
{
    const struct box *box = &bound->box, *window = &rows->window;
    assert(box->x0 <= box->x1 && box->y0 <= window->y1 && box->y1 >= window->y0);
    fill_bounds(rows, bound);
    rows->limit = rows->closed;
    rows->low = box->y0 > window->y0 ? box->y0 - window->y0 : 0;
    rows->high = box->y1 < window->y1 ? box->y1 - window->y0 : rows->height - 1;
    rows->y_step = bound->per_y;
}

/* Words per set of rows; the last is 0. */
static size_t set_words(const struct sweep_rows *rows)
{
    return rows->height / 64 + 2;
}

/* Makes room for all arrays of the window. */
static enum status make_room(struct sweep_rows *rows, struct error *error)
{
    size_t chunks = (size_t)rows->height * rows->chunks;
    size_t line = rows->chunk_places + (size_t)rows->layers * SWEEP_PAD;
    const size_t axes = rows->bend > 0 ? AXES : 1;
    rows->plane = rows->height * rows->row_places;
    rows->bound_plane = 2 * rows->row_places;
    const size_t planes = axes + 1 + (rows->field->grid->walls != NULL);
    size_t need = planes * rows->plane + axes * rows->bound_plane + line + ARENA_EXTRA;
    if (need > rows->arena_capacity) {
        free(rows->arena);
        rows->arena_capacity = 0;
        TRY(MEM_NEW(rows->arena, need + need / 4, "rows of labels", error));
        rows->arena_capacity = need + need / 4;
    }
    TRY(MEM_GROW(rows->columns, rows->columns_capacity, rows->chunks * rows->layer_places,
                 "columns", error));
    TRY(MEM_GROW(rows->pending, rows->chunks_capacity, chunks, "rows", error));
    TRY(MEM_GROW(rows->marks, rows->marks_capacity, chunks, "rows", error));
    TRY(MEM_GROW(rows->row_sets[0], rows->sets_capacity, SWEEP_ROW_SETS * set_words(rows), "rows",
                 error));
    TRY(MEM_GROW(rows->built, rows->built_capacity, rows->height, "rows", error));
    for (int set = 1; set < SWEEP_ROW_SETS; set++)
        rows->row_sets[set] = rows->row_sets[set - 1] + set_words(rows);
    size_t over = (uintptr_t)rows->arena % LINE_BYTES;
    rows->labels = rows->arena + (over > 0 ? (LINE_BYTES - over) / sizeof *rows->arena : 0);
    rows->costs = rows->labels + axes * rows->plane;
    rows->walls = planes > axes + 1 ? rows->costs + rows->plane : NULL;
    rows->bounds = rows->labels + planes * rows->plane;
    rows->line = rows->bounds + axes * rows->bound_plane;
    assert((uintptr_t)rows->labels % LINE_BYTES == 0);
    assert(rows->line + line <= rows->arena + rows->arena_capacity);
    return STATUS_OK;
}

enum status sweep_rows_lay_out(struct sweep_rows *rows, const struct box *window,
                               struct error *error)
{
    assert(window->x0 <= window->x1 && window->x1 < rows->field->grid->width);
    assert(window->y0 <= window->y1 && window->y1 < rows->field->grid->height);
    rows->window = *window;
    rows->height = window->y1 - window->y0 + 1;
    cut_rows(rows, window->x1 - window->x0 + 1);
    TRY(make_room(rows, error));
    place_columns(rows);
    memset(rows->pending, 0, (size_t)rows->height * rows->chunks * sizeof *rows->pending);
    memset(rows->marks, 0, (size_t)rows->height * rows->chunks);
    memset(rows->row_sets[0], 0, SWEEP_ROW_SETS * set_words(rows) * sizeof **rows->row_sets);
    memset(rows->built, 0, rows->height);
    return STATUS_OK;
}

static uint64_t rows_to_do(const struct sweep_rows *rows, size_t word, bool north)
{
    const uint64_t *set = rows->row_sets[north ? SWEEP_NORTH_ROWS : SWEEP_SOUTH_ROWS] + word;
    uint64_t open = rows->row_sets[SWEEP_OPEN_ROWS][word];
    if (north)
        return open | set[0] << 1 | (word > 0 ? set[-1] >> 63 : 0);
    return open | set[0] >> 1 | set[1] << 63;
}

uint32_t sweep_rows_next(const struct sweep_rows *rows, uint32_t y, bool north)
{
    size_t word = y / 64, last = (rows->height - 1) / 64;
    if (y >= rows->height)
        return rows->height;
    uint64_t todo = rows_to_do(rows, word, north);
    todo &= north ? ~(uint64_t)0 << y % 64 : ~(uint64_t)0 >> (63 - y % 64);
    while (todo == 0 && word != (north ? last : 0)) {
        word = north ? word + 1 : word - 1;
        todo = rows_to_do(rows, word, north);
    }
    if (todo == 0)
        return rows->height;
    int bit = north ? __builtin_ctzll(todo) : 63 - __builtin_clzll(todo);
    uint32_t next = (uint32_t)word * 64 + (uint32_t)bit;
    return next < rows->height ? next : rows->height;
}

size_t sweep_rows_bytes(const struct sweep_rows *rows)
{
    return rows->arena_capacity * sizeof *rows->arena +
           rows->columns_capacity * sizeof *rows->columns +
           rows->chunks_capacity * sizeof *rows->pending + rows->marks_capacity +
           rows->built_capacity + rows->sets_capacity * sizeof **rows->row_sets;
}

MEM_DESTROY(sweep_rows_destroy, sweep_rows, it->arena, it->columns, it->pending, it->marks,
            it->row_sets[0], it->built)
