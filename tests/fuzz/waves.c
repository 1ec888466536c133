/* waves: the target that makes a field and a search of its bytes and asks all waves of the CPU. */
#include <stdlib.h>
#include <string.h>

#include "router/search/field.h"
#include "router/wave/wave.h"
#include "tests/fuzz/targets.h"

enum { SIDE_MAX = 20, LAYERS_MAX = 3, WIRES_MAX = 4, CHANGES_MAX = 200 };

/* The bytes that are left; after the last they are 0. */
struct bytes {
    const uint8_t *at, *end;
};

static uint32_t below(struct bytes *bytes, uint32_t n)
{
    return bytes->at < bytes->end ? *bytes->at++ % n : 0;
}

/* Mostly small, and now and then the most that is allowed. */
static uint32_t cost_of(struct bytes *bytes, uint32_t most)
{
    uint32_t value = below(bytes, 256);
    return value >= 250 ? most - (255 - value) : value % 16;
}

static cell_t cell_of(struct bytes *bytes, const struct grid *grid)
{
    uint32_t x = below(bytes, grid->width), y = below(bytes, grid->height);
    return grid_cell(grid, x, y, below(bytes, grid->layers));
}

static void make_rules(struct bytes *bytes, struct step_rules *rules, uint32_t layers)
{
    uint32_t which = below(bytes, 8);
    rules->via = (which & 1) != 0 ? cost_of(bytes, COST_EXTRA_MAX) : 0;
    rules->bend = (which & 2) != 0 ? cost_of(bytes, COST_EXTRA_MAX) : 0;
    rules->wrong_way = (which & 4) != 0 ? cost_of(bytes, COST_EXTRA_MAX) : 0;
    for (uint32_t z = 0; z < layers; z++) {
        uint32_t kind = below(bytes, 5);
        uint64_t bit = (uint64_t)1 << z;
        rules->horizontal |= kind == 1 || kind == 3 ? bit : 0;
        rules->vertical |= kind == 2 || kind == 4 ? bit : 0;
        rules->strict |= kind >= 3 ? bit : 0;
    }
}

static void make_grid(struct bytes *bytes, struct grid *grid)
{
    uint32_t width = 1 + below(bytes, SIDE_MAX), height = 1 + below(bytes, SIDE_MAX);
    uint32_t layers = 1 + below(bytes, LAYERS_MAX);
    if (grid_create(grid, width, height, layers, NULL) != STATUS_OK)
        abort();
    make_rules(bytes, &grid->rules, layers);
}

/* One cell is closed or gets a weight, a wall or a toll. */
static void change(struct bytes *bytes, struct grid *grid, struct field *field)
{
    uint32_t kind = below(bytes, 8);
    cell_t cell = cell_of(bytes, grid);
    struct box box = box_of_cell(grid, cell);
    int direction = (int)kind - 1;
    bool out_of_memory = false;
    if (kind == 0 && field->toll != NULL)
        field->toll[cell] = cost_of(bytes, UINT32_MAX);
    else if (kind == 7)
        out_of_memory =
            grid_fill_weight(grid, box, grid_z(grid, cell), 1 + cost_of(bytes, COST_WEIGHT_MAX - 1),
                             NULL) != STATUS_OK;
    else if (kind >= 1 && kind <= 2 && grid_neighbour(grid, cell, direction * 2) != CELL_NONE)
        out_of_memory = grid_add_wall(grid, cell, direction * 2, NULL) != STATUS_OK;
    else if (kind >= 3 && kind <= 6)
        field->closed[grid_word(grid, cell)] |= grid_bit(grid, cell);
    if (out_of_memory)
        abort();
}

/* A straight wire; of a source it stays in the window. */
static struct wire wire_of(struct bytes *bytes, const struct grid *grid, struct box window)
{
    uint32_t x = window.x0 + below(bytes, window.x1 - window.x0 + 1);
    uint32_t y = window.y0 + below(bytes, window.y1 - window.y0 + 1);
    uint32_t z = below(bytes, grid->layers), axis = below(bytes, 4);
    cell_t from = grid_cell(grid, x, y, z);
    if (axis == 1)
        x = window.x0 + below(bytes, window.x1 - window.x0 + 1);
    else if (axis == 2)
        y = window.y0 + below(bytes, window.y1 - window.y0 + 1);
    else if (axis == 3)
        z = below(bytes, grid->layers);
    return (struct wire){from, grid_cell(grid, x, y, z)};
}

static void make_job(struct bytes *bytes, const struct grid *grid, struct job *job,
                     struct wire *wires)
{
    job->window = box_whole(grid);
    if (below(bytes, 2) == 1) {
        struct box one = box_of_cell(grid, cell_of(bytes, grid));
        job->window = box_join(one, box_of_cell(grid, cell_of(bytes, grid)));
    }
    job->source_count = 1 + below(bytes, WIRES_MAX);
    job->target_count = below(bytes, WIRES_MAX + 1);
    job->sources = wires;
    job->targets = wires + job->source_count;
    for (uint32_t i = 0; i < job->source_count; i++)
        wires[i] = wire_of(bytes, grid, job->window);
    for (uint32_t i = 0; i < job->target_count; i++)
        wires[job->source_count + i] = wire_of(bytes, grid, box_whole(grid));
    job->guess = below(bytes, 3) == 1 ? 1 + below(bytes, 256) : 0;
}

/* Searches twice in one workspace: the first search must not affect the second. */
static void search(const struct wave_ops *ops, const struct field *field, struct job *job,
                   struct trace *trace)
{
    struct wave *wave = NULL;
    if (wave_create(&wave, ops, field, NULL) != STATUS_OK)
        abort();
    for (int i = 0; i < 2; i++) {
        trace->count = 0;
        if (wave_search(wave, job, trace, NULL, NULL) != STATUS_OK)
            abort();
    }
    wave_destroy(wave);
}

static void compare(const struct field *field, const struct job *job)
{
    struct job right = *job;
    struct trace right_trace = {0}, trace = {0};
    search(&wave_dijkstra, field, &right, &right_trace);
    for (const struct wave_ops *const *it = wave_table; *it != NULL; it++) {
        struct job answer = *job;
        if (*it == &wave_dijkstra || !wave_supports(*it, field_features(field), field))
            continue;
        search(*it, field, &answer, &trace);
        if (answer.outcome != right.outcome || answer.knot_count != right.knot_count)
            abort();
        if (right.outcome == OUTCOME_FOUND &&
            (answer.cost != right.cost || answer.target != right.target ||
             answer.reached != right.reached ||
             memcmp(trace.knots, right_trace.knots, right.knot_count * sizeof *trace.knots) != 0))
            abort();
    }
    free(right_trace.knots);
    free(trace.knots);
}

void fuzz_waves(const uint8_t *data, size_t size)
{
    struct bytes bytes = {data, data + size};
    struct grid grid = {0};
    struct job job = {0};
    struct wire wires[2 * WIRES_MAX + 1];
    make_grid(&bytes, &grid);
    struct field field = {.grid = &grid};
    field.closed = calloc(grid_plane_words(&grid), sizeof *field.closed);
    if (below(&bytes, 2) == 1)
        field.toll = calloc(grid_cells(&grid), sizeof *field.toll);
    if (field.closed == NULL)
        abort();
    make_job(&bytes, &grid, &job, wires);
    for (int i = 0; i < CHANGES_MAX && bytes.at < bytes.end; i++)
        change(&bytes, &grid, &field);
    compare(&field, &job);
    free(field.closed);
    free(field.toll);
    grid_destroy(&grid);
}
