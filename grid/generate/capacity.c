/* capacity: a tile graph (grid/capacity/tile_graph.h) with macros, clusters of pins and a target
 * utilisation.
 *
 * The centres of three of five nets are in clusters of CLUSTER tiles on a side, the others
 * anywhere. Half of the nets are in a box of SPAN tiles on a side, a quarter in one of twice the
 * side, and so on. The capacity of a layer is the same everywhere but under macros, which close all
 * layers except the highest two: the half perimeters of the nets need `density` percent of all
 * capacity of their direction. */
#include "grid/generate/generator.h"

enum {
    SPAN = 3,               /* tiles: side of the smallest box of a net */
    CELLS_PER_MACRO = 4096, /* tiles of a layer per macro */
    NETS_PER_CLUSTER = 100,
    CLUSTER = 20, /* tiles: side of a cluster */
};

/* Closes the lower layers under macros: capacity 0 there, 1 elsewhere. */
static void close_macros(struct generator *generator)
{
    struct grid *grid = &generator->design->grid;
    const size_t cells = grid_cells(grid), plane = (size_t)grid->width * grid->height;
    for (size_t i = 0; i < cells; i++)
        grid->capacity[i] = 1;
    for (size_t m = 0; m <= plane / CELLS_PER_MACRO && grid->layers > 2; m++) {
        const uint32_t w = 1 + random_below(&generator->random, grid->width / 4 + 1);
        const uint32_t h = 1 + random_below(&generator->random, grid->height / 4 + 1);
        const uint32_t x0 =
            random_below(&generator->random, grid->width - least(w, grid->width - 1));
        const uint32_t y0 =
            random_below(&generator->random, grid->height - least(h, grid->height - 1));
        for (uint32_t z = 0; z + 2 < grid->layers; z++)
            for (uint32_t y = y0; y < least(y0 + h, grid->height); y++)
                for (uint32_t x = x0; x < least(x0 + w, grid->width); x++)
                    grid->capacity[grid_cell(grid, x, y, z)] = 0;
    }
}

/* A place in a window of this side around a centre, moved into 0 .. limit - 1. */
static uint32_t near(struct random *random, uint32_t centre, uint32_t side, uint32_t limit)
{
    const uint32_t low = centre > side / 2 ? centre - side / 2 : 0;
    return side >= limit ? random_below(random, limit)
                         : least(low, limit - side) + random_below(random, side);
}

/* Adds a net around a cluster or a random centre; adds its half perimeter to sum[x, y]. */
static enum status add_net(struct generator *generator, uint64_t sum[2], struct error *error)
{
    const struct grid *grid = &generator->design->grid;
    struct random *random = &generator->random;
    struct random cluster =
        random_seeded(generator->options->seed +
                      random_below(random, 1 + generator->options->nets / NETS_PER_CLUSTER));
    uint32_t cx = random_below(random, grid->width), cy = random_below(random, grid->height);
    if (random_below(random, 5) < 3) {
        cx = near(random, random_below(&cluster, grid->width), CLUSTER, grid->width);
        cy = near(random, random_below(&cluster, grid->height), CLUSTER, grid->height);
    }
    uint32_t side = SPAN, pins = 2;
    while (side < grid->width + grid->height && random_below(random, 2) == 0)
        side *= 2;
    while (pins < generator->options->pins && random_below(random, 3) == 0)
        pins++;
    struct box box = {UINT32_MAX, UINT32_MAX, 0, 0};
    TRY(generator_add_net(generator, error));
    for (; pins > 0; pins--) {
        const uint32_t x = near(random, cx, side, grid->width);
        const uint32_t y = near(random, cy, side, grid->height);
        box = (struct box){least(x, box.x0), least(y, box.y0), x > box.x1 ? x : box.x1,
                           y > box.y1 ? y : box.y1};
        TRY(generator_add_pin(generator, grid_cell(grid, x, y, 0), error));
    }
    sum[0] += box.x1 - box.x0;
    sum[1] += box.y1 - box.y0;
    return STATUS_OK;
}

enum status generate_capacity(struct generator *generator, struct error *error)
{
    struct grid *grid = &generator->design->grid;
    const size_t plane = (size_t)grid->width * grid->height;
    uint64_t sum[2] = {0, 0}, tiles[2] = {0, 0};
    const uint32_t density = generator->options->density;
    if (density < 1)
        return error_refuse(error, "a tile graph has a density of at least 1 %%");
    generator_set_layers(generator);
    grid->rules.wrong_way = 0;
    grid->rules.via = 1;
    TRY(MEM_NEW(grid->capacity, grid_cells(grid), "capacities", error));
    close_macros(generator);
    for (uint32_t n = 0; n < generator->options->nets; n++)
        TRY(add_net(generator, sum, error));
    if (grid->layers == 1) /* both directions */
        sum[0] = sum[0] > sum[1] ? sum[0] : sum[1];
    for (uint32_t z = 0; z < grid->layers; z++)
        for (size_t i = 0; i < plane; i++)
            tiles[grid->rules.vertical >> z & 1] += grid->capacity[z * plane + i];
    for (uint32_t z = 0; z < grid->layers; z++) {
        const int axis = (int)(grid->rules.vertical >> z & 1);
        const uint64_t need = sum[axis] * 100, have = tiles[axis] * density;
        const uint64_t wires = (need + have - 1) / have; /* have > 0: the top layers are open */
        for (size_t i = 0; i < plane; i++)
            grid->capacity[z * plane + i] *= wires < 1              ? 1
                                             : wires < CAPACITY_MAX ? (uint32_t)wires
                                                                    : CAPACITY_MAX;
    }
    return STATUS_OK;
}
