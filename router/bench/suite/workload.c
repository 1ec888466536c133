/* workload: draws everything from one seeded random number generator, in a fixed order. */
#include "router/bench/suite/workload.h"

#include "grid/random.h"
#include "router/search/field.h"

enum {
    CORNER = 32,       /* side of the squares that are freed at both ends, in cells */
    DRAWS = 1000,      /* attempts to draw a free cell; then a blocked one is taken */
    PATCH = 8,         /* side of the squares of equal toll, in cells */
    TOLL_PERCENT = 25, /* share of the patches with a toll */
    WALL_PERCENT = 10, /* share of the neighbours with a wall */
    MARGIN = 6,        /* least margin of a window around the ends of its net, in cells */
};

static void free_corners(struct grid *grid)
{
    uint32_t w = grid->width, h = grid->height, c = CORNER < w / 4 ? CORNER : w / 4 + 1;
    grid_fill_blocked(grid, (struct box){0, 0, c - 1, c - 1}, 0, false);
    grid_fill_blocked(grid, (struct box){w - c, h - c, w - 1, h - 1}, 0, false);
}

/* Puts the toll on a quarter of the patches. */
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

/* A random coordinate at distance at most `reach`. */
static uint32_t draw_near(uint32_t at, uint32_t reach, uint32_t side, struct random *random)
{
    return random_between(random, at > reach ? at - reach : 0,
                          at + reach < side ? at + reach : side - 1);
}

/* Tolls of negotiation: along wires of two bends, x runs on layers 0 and 2, y runs on layer 1. */
static enum status lay_wires(struct bench_workload *workload, struct random *random,
                             struct error *error)
{
    const struct bench_case *item = workload->item;
    const struct grid *grid = &workload->design.grid;
    assert(item->layers >= 2 && item->reach > 0);
    TRY(MEM_NEW(workload->field.toll, grid_cells(grid), "tolls", error));
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

/* The directions in which a cell gets a wall. In a perfect maze (a binary tree) each cell with
 * neighbours in the east and in the north gets one of the two walls. */
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

/* A window of this side anywhere in the grid; 0: the whole grid. */
static struct box draw_window(const struct grid *grid, struct random *random, uint32_t side)
{
    if (side == 0)
        return box_whole(grid);
    assert(side <= grid->width && side <= grid->height);
    uint32_t x = random_below(random, grid->width - side + 1);
    uint32_t y = random_below(random, grid->height - side + 1);
    return (struct box){x, y, x + side - 1, y + side - 1};
}

/* The box of two cells with a margin for detours, like the router's windows. */
static struct box window_of_ends(const struct grid *grid, cell_t a, cell_t b)
{
    struct box box = box_join(box_of_cell(grid, a), box_of_cell(grid, b));
    return box_grow(box_whole(grid), box, MARGIN + (box.x1 - box.x0 + box.y1 - box.y0) / 16);
}

/* The first or the last cell if it is free, else the next free one before it. */
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
    TRY(MEM_NEW(workload->ends, (1 + targets) * (size_t)item->nets, "pins", error));
    TRY(MEM_NEW(workload->jobs, item->nets, "jobs", error));
    workload->job_count = item->nets;
    for (uint32_t i = 0; i < item->nets; i++) {
        struct wire *ends = workload->ends + (1 + targets) * (size_t)i;
        struct box window = draw_window(grid, random, item->window);
        for (uint32_t end = 0; end <= targets; end++) {
            cell_t cell = CELL_NONE;
            if (item->corners)
                cell = corner_cell(grid, end > 0);
            else if (item->reach > 0 && end > 0)
                cell = draw_free(
                    grid, random,
                    box_grow(box_whole(grid), box_of_cell(grid, ends->from), item->reach));
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

/* The requirements of case.h. */
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
    assert(status != STATUS_OK || route == (workload->job_count == 0));
    if (status != STATUS_OK)
        bench_workload_destroy(workload);
    return status;
}

void bench_workload_destroy(struct bench_workload *workload)
{
    design_destroy(&workload->design);
    MEM_CLEAR(workload, workload->field.toll, workload->ends, workload->jobs);
}
