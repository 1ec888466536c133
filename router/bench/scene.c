/* scene: see the header for the contract. */
#include "router/bench/scene.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "grid/random.h"

enum {
    CORNER = 32,  /* side of the squares that are freed at both ends */
    DRAWS = 1000, /* of a free cell; then a blocked one is taken */
    PATCH = 8,    /* side of the squares of equal toll */
    TOLL_PERCENT = 25,
};

static void free_corners(struct grid *grid)
{
    uint32_t w = grid->width, h = grid->height, c = CORNER < w / 4 ? CORNER : w / 4 + 1;
    grid_fill_blocked(grid, (struct box){0, 0, c - 1, c - 1}, 0, false);
    grid_fill_blocked(grid, (struct box){w - c, h - c, w - 1, h - 1}, 0, false);
}

/* Two classes of congestion: patches that cost nothing more, and patches that cost the toll. */
static enum status lay_tolls(struct bench_scene *scene, struct random *random, struct error *error)
{
    const struct grid *grid = &scene->design.grid;
    scene->field.toll = mem_alloc(grid_cells(grid), sizeof *scene->field.toll, "tolls", error);
    if (scene->field.toll == NULL)
        return STATUS_FAILED;
    for (uint32_t z = 0; z < grid->layers; z++)
        for (uint32_t y = 0; y < grid->height; y += PATCH)
            for (uint32_t x = 0; x < grid->width; x += PATCH) {
                if (!random_chance(random, TOLL_PERCENT))
                    continue;
                for (uint32_t row = y; row < y + PATCH && row < grid->height; row++)
                    for (uint32_t column = x; column < x + PATCH && column < grid->width; column++)
                        scene->field.toll[grid_cell(grid, column, row, z)] = scene->item->toll;
            }
    return STATUS_OK;
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

/* The first and the last cell that a path can use. */
static void corner_cells(const struct bench_scene *scene, cell_t *from, cell_t *to)
{
    const struct grid *grid = &scene->design.grid;
    *from = 0;
    *to = (cell_t)(grid_cells(grid) - 1);
    while (grid_is_blocked(grid, *to) && *to > 0)
        (*to)--;
}

static enum status make_jobs(struct bench_scene *scene, struct random *random, struct error *error)
{
    const struct bench_case *item = scene->item;
    const struct grid *grid = &scene->design.grid;
    scene->ends = mem_alloc(2 * (size_t)item->nets, sizeof *scene->ends, "pins", error);
    scene->jobs = mem_alloc(item->nets, sizeof *scene->jobs, "jobs", error);
    if (scene->ends == NULL || scene->jobs == NULL)
        return STATUS_FAILED;
    scene->job_count = item->nets;
    for (uint32_t i = 0; i < item->nets; i++) {
        struct wire *ends = scene->ends + 2 * (size_t)i;
        struct box window = draw_window(grid, random, item->window);
        cell_t from = CELL_NONE, to = CELL_NONE;
        if (item->corners) {
            corner_cells(scene, &from, &to);
        } else {
            from = draw_free(grid, random, window);
            to = draw_free(grid, random, window);
        }
        ends[0] = (struct wire){from, from};
        ends[1] = (struct wire){to, to};
        scene->jobs[i] = (struct job){.sources = ends,
                                      .source_count = 1,
                                      .targets = ends + 1,
                                      .target_count = 1,
                                      .window = window};
    }
    return STATUS_OK;
}

enum status bench_scene_create(struct bench_scene *scene, const struct bench_case *item,
                               struct error *error)
{
    bool route = item->suite == BENCH_ROUTE;
    struct generate_options options = {.kind = item->kind,
                                       .width = item->side,
                                       .height = item->side,
                                       .layers = item->layers,
                                       .nets = route ? item->nets : 1,
                                       .pins = route ? item->pins : 0,
                                       .density = item->density,
                                       .seed = item->seed};
    struct random random = random_seeded(item->seed ^ UINT64_C(0x5eed));
    memset(scene, 0, sizeof *scene);
    scene->item = item;
    enum status status = generate_design(&scene->design, &options, error);
    bool scattered = item->kind == GENERATE_RANDOM || item->kind == GENERATE_MACRO;
    if (status == STATUS_OK && item->corners && scattered)
        free_corners(&scene->design.grid);
    if (status == STATUS_OK && item->toll > 0)
        status = lay_tolls(scene, &random, error);
    if (status == STATUS_OK && !route)
        status = make_jobs(scene, &random, error);
    scene->field.grid = &scene->design.grid;
    scene->field.closed = scene->design.grid.blocked;
    if (status != STATUS_OK)
        bench_scene_destroy(scene);
    return status;
}

void bench_scene_destroy(struct bench_scene *scene)
{
    free(scene->field.toll);
    free(scene->ends);
    free(scene->jobs);
    design_destroy(&scene->design);
    memset(scene, 0, sizeof *scene);
}
