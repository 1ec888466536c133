/* workload: see the header for the contract. */
#include "router/bench/suite/workload.h"

#include <stdlib.h>
#include <string.h>

#include "grid/random.h"

enum {
    CORNER = 32,  /* side of the squares that are freed at both ends */
    DRAWS = 1000, /* of a free cell; then a blocked one is taken */
    PATCH = 8,    /* side of the squares of equal toll */
    TOLL_PERCENT = 25,
    WALL_PERCENT = 10,
    MARGIN = 6, /* cells around the ends of a net, at least */
};

static void free_corners(struct grid *grid)
{
    uint32_t w = grid->width, h = grid->height, c = CORNER < w / 4 ? CORNER : w / 4 + 1;
    grid_fill_blocked(grid, (struct box){0, 0, c - 1, c - 1}, 0, false);
    grid_fill_blocked(grid, (struct box){w - c, h - c, w - 1, h - 1}, 0, false);
}

/* Two classes of congestion: patches that cost nothing more, and patches that cost the toll. */
static enum status lay_tolls(struct bench_workload *workload, struct random *random,
                             struct error *error)
{
    const struct grid *grid = &workload->design.grid;
    TRY(MEM_NEW(workload->field.toll, grid_cells(grid), "tolls", error));
    for (uint32_t z = 0; z < grid->layers; z++)
        for (uint32_t y = 0; y < grid->height; y += PATCH)
            for (uint32_t x = 0; x < grid->width; x += PATCH) {
                if (!random_chance(random, TOLL_PERCENT))
                    continue;
                for (uint32_t row = y; row < y + PATCH && row < grid->height; row++)
                    for (uint32_t column = x; column < x + PATCH && column < grid->width; column++)
                        workload->field.toll[grid_cell(grid, column, row, z)] =
                            workload->item->toll;
            }
    return STATUS_OK;
}

static void toll_along(const struct bench_workload *workload, struct box line, uint32_t z)
{
    const struct grid *grid = &workload->design.grid;
    assert(line.x1 < grid->width && line.y1 < grid->height && z < grid->layers);
    for (uint32_t y = line.y0; y <= line.y1; y++)
        for (uint32_t x = line.x0; x <= line.x1; x++)
            workload->field.toll[grid_cell(grid, x, y, z)] += workload->item->toll;
}

/* A coordinate at most reach away from another one. */
static uint32_t draw_near(uint32_t at, uint32_t reach, uint32_t side, struct random *random)
{
    return random_between(random, at > reach ? at - reach : 0,
                          at + reach < side ? at + reach : side - 1);
}

/* Tolls as in the middle of negotiation: along wires of two bends, x steps on every other layer, y
 * steps on layer 1. */
static enum status lay_wires(struct bench_workload *workload, struct random *random,
                             struct error *error)
{
    const struct bench_case *item = workload->item;
    const struct grid *grid = &workload->design.grid;
    assert(item->layers >= 2 && item->reach > 0);
    workload->field.toll = mem_alloc(grid_cells(grid), sizeof(uint32_t), "tolls", error);
    if (workload->field.toll == NULL)
        return STATUS_FAILED;
    for (uint32_t wire = 0; wire < item->wires; wire++) {
        uint32_t x = random_below(random, grid->width), y = random_below(random, grid->height);
        uint32_t to_x = draw_near(x, item->reach, grid->width, random);
        uint32_t to_y = draw_near(y, item->reach, grid->height, random);
        uint32_t z = wire % 2 * (grid->layers - 1) & ~UINT32_C(1);
        toll_along(workload, (struct box){x < to_x ? x : to_x, y, x < to_x ? to_x : x, y}, z);
        toll_along(workload, (struct box){to_x, y < to_y ? y : to_y, to_x, y < to_y ? to_y : y}, 1);
    }
    return STATUS_OK;
}

/* Where a cell gets its wall, as a set of directions. In a perfect maze each cell but those of the
 * last row and column has a way to the one in the east or the one in the north, and to one of these
 * alone (a binary tree). */
static unsigned draw_walls(enum bench_walls walls, unsigned neighbours, struct random *random)
{
    const unsigned east = 1u << EAST, north = 1u << NORTH;
    unsigned drawn = 0;
    if (walls == BENCH_WALLS_SOME) {
        drawn |= random_chance(random, WALL_PERCENT) ? east : 0;
        drawn |= random_chance(random, WALL_PERCENT) ? north : 0;
    } else if (neighbours == (east | north)) {
        drawn = random_chance(random, 50) ? east : north;
    }
    return drawn & neighbours;
}

static enum status lay_walls(struct grid *grid, enum bench_walls walls, struct random *random,
                             struct error *error)
{
    static const int DIRECTION[] = {EAST, NORTH};
    for (cell_t cell = 0; walls != BENCH_WALLS_NONE && cell < grid_cells(grid); cell++) {
        unsigned neighbours = 0;
        for (int i = 0; i < 2; i++)
            if (grid_neighbour(grid, cell, DIRECTION[i]) != CELL_NONE)
                neighbours |= 1u << DIRECTION[i];
        unsigned drawn = draw_walls(walls, neighbours, random);
        for (int i = 0; i < 2; i++)
            if ((drawn >> DIRECTION[i] & 1) != 0 &&
                grid_add_wall(grid, cell, DIRECTION[i], error) != STATUS_OK)
                return STATUS_FAILED;
    }
    return STATUS_OK;
}

/* Lays down what the suite of features asks for. */
static enum status lay_rules(struct bench_workload *workload, struct random *random,
                             struct error *error)
{
    const struct bench_rules *rules = &workload->item->rules;
    struct grid *grid = &workload->design.grid;
    uint64_t layers = ((uint64_t)1 << grid->layers) - 1;
    bool directed = rules->strict || rules->wrong_way > 0;
    grid->rules = (struct step_rules){
        .via = rules->via,
        .wrong_way = rules->wrong_way,
        .bend = rules->bend,
        .horizontal = directed ? layers & UINT64_C(0x5555555555555555) : 0,
        .vertical = directed ? layers & UINT64_C(0xaaaaaaaaaaaaaaaa) : 0,
        .strict = rules->strict ? layers : 0,
    };
    cell_t cells = (cell_t)grid_cells(grid);
    if (rules->weights > 0) {
        TRY(grid_fill_weight(grid, (struct box){0, 0, 0, 0}, 0, 2, error));
        for (cell_t cell = 0; cell < cells; cell++)
            grid->weight[cell] = 1 + random_below(random, rules->weights);
    }
    return lay_walls(grid, rules->walls, random, error);
}

static cell_t draw_free(const struct grid *grid, struct random *random, struct box box)
{
    cell_t cell = CELL_NONE;
    for (int i = 0; i < DRAWS && (cell == CELL_NONE || grid_is_blocked(grid, cell)); i++)
        cell =
            grid_cell(grid, random_between(random, box.x0, box.x1),
                      random_between(random, box.y0, box.y1), random_below(random, grid->layers));
    return cell;
}

/* A window of the case's side, anywhere in the grid. */
static struct box draw_window(const struct grid *grid, struct random *random, uint32_t side)
{
    if (side == 0)
        return (struct box){0, 0, grid->width - 1, grid->height - 1};
    assert(side <= grid->width && side <= grid->height);
    uint32_t x = random_below(random, grid->width - side + 1);
    uint32_t y = random_below(random, grid->height - side + 1);
    return (struct box){x, y, x + side - 1, y + side - 1};
}

/* Around a cell, for the other end of its net. */
static struct box box_within_reach(const struct grid *grid, cell_t cell, uint32_t reach)
{
    uint32_t x = grid_x(grid, cell), y = grid_y(grid, cell);
    return (struct box){x > reach ? x - reach : 0, y > reach ? y - reach : 0,
                        x + reach < grid->width ? x + reach : grid->width - 1,
                        y + reach < grid->height ? y + reach : grid->height - 1};
}

/* The box of two cells with room for detours, as the router makes windows. */
static struct box window_of_ends(const struct grid *grid, cell_t a, cell_t b)
{
    uint32_t ax = grid_x(grid, a), bx = grid_x(grid, b), ay = grid_y(grid, a), by = grid_y(grid, b);
    struct box box = {ax < bx ? ax : bx, ay < by ? ay : by, ax > bx ? ax : bx, ay > by ? ay : by};
    uint32_t margin = MARGIN + (box.x1 - box.x0 + box.y1 - box.y0) / 16;
    box.x0 -= box.x0 < margin ? box.x0 : margin;
    box.y0 -= box.y0 < margin ? box.y0 : margin;
    box.x1 = box.x1 + margin < grid->width ? box.x1 + margin : grid->width - 1;
    box.y1 = box.y1 + margin < grid->height ? box.y1 + margin : grid->height - 1;
    return box;
}

/* The first, or the last, cell that a path can use. */
static cell_t corner_cell(const struct grid *grid, bool last)
{
    cell_t cell = last ? (cell_t)(grid_cells(grid) - 1) : 0;
    while (grid_is_blocked(grid, cell) && cell > 0)
        cell--;
    return cell;
}

static enum status make_jobs(struct bench_workload *workload, struct random *random,
                             struct error *error)
{
    const struct bench_case *item = workload->item;
    const struct grid *grid = &workload->design.grid;
    uint32_t targets = item->targets > 0 ? item->targets : 1;
    assert(item->reach == 0 || targets == 1);
    workload->ends =
        mem_alloc((1 + targets) * (size_t)item->nets, sizeof *workload->ends, "pins", error);
    workload->jobs = mem_alloc(item->nets, sizeof *workload->jobs, "jobs", error);
    if (workload->ends == NULL || workload->jobs == NULL)
        return STATUS_FAILED;
    workload->job_count = item->nets;
    for (uint32_t i = 0; i < item->nets; i++) {
        struct wire *ends = workload->ends + (1 + targets) * (size_t)i;
        struct box window = draw_window(grid, random, item->window);
        for (uint32_t end = 0; end <= targets; end++) {
            cell_t cell = CELL_NONE;
            if (item->corners)
                cell = corner_cell(grid, end > 0);
            else if (item->reach > 0 && end > 0)
                cell = draw_free(grid, random, box_within_reach(grid, ends->from, item->reach));
            else
                cell = draw_free(grid, random, window);
            ends[end] = (struct wire){cell, cell};
        }
        if (item->reach > 0)
            window = window_of_ends(grid, ends[0].from, ends[1].from);
        workload->jobs[i] = (struct job){.sources = ends,
                                         .source_count = 1,
                                         .targets = ends + 1,
                                         .target_count = targets,
                                         .window = window};
    }
    return STATUS_OK;
}

/* What a case must be; see case.h. */
static bool case_is_sound(const struct bench_case *item)
{
    return item->suite < BENCH_SUITES && item->side >= 1 && item->layers >= 1 && item->nets >= 1 &&
           item->window <= item->side && (!item->corners || item->nets == 1) &&
           (item->wires == 0 || (item->toll > 0 && item->reach > 0 && item->layers >= 2)) &&
           (item->reach == 0 || item->window == 0);
}

enum status bench_workload_create(struct bench_workload *workload, const struct bench_case *item,
                                  struct error *error)
{
    assert(case_is_sound(item));
    bool route = bench_is_design(item);
    struct generate_options options = {.kind = item->kind,
                                       .width = item->side,
                                       .height = item->side,
                                       .layers = item->layers,
                                       .nets = route ? item->nets : 1,
                                       .pins = route ? item->pins : 0,
                                       .density = item->density,
                                       .seed = item->seed};
    struct random random = random_seeded(item->seed ^ UINT64_C(0x5eed));
    memset(workload, 0, sizeof *workload);
    workload->item = item;
    enum status status = generate_design(&workload->design, &options, error);
    bool scattered = item->kind == GENERATE_RANDOM || item->kind == GENERATE_MACRO;
    if (status == STATUS_OK && item->corners && scattered)
        free_corners(&workload->design.grid);
    if (status == STATUS_OK && item->suite == BENCH_FEATURES)
        status = lay_rules(workload, &random, error);
    if (status == STATUS_OK && item->toll > 0)
        status = item->wires > 0 ? lay_wires(workload, &random, error)
                                 : lay_tolls(workload, &random, error);
    if (status == STATUS_OK && !route)
        status = make_jobs(workload, &random, error);
    workload->field.grid = &workload->design.grid;
    workload->field.closed = workload->design.grid.blocked;
    if (status != STATUS_OK)
        bench_workload_destroy(workload);
    return status;
}

void bench_workload_destroy(struct bench_workload *workload)
{
    MEM_FREE(workload->field.toll, workload->ends, workload->jobs);
    design_destroy(&workload->design);
    memset(workload, 0, sizeof *workload);
}
