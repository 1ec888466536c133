/* map: makes the states of cells, step costs, and bounds of the costs of vias and wrong ways. */
#include "router/maze/rounds/map.h"

enum {
    ROWS_PER_RANGE = 8, /* minimum number of rows for one thread */
    PINS_PER_RANGE = 4096,
    UNIT_PART = 128,   /* a unit of a price is at least 1 / UNIT_PART of the largest extra cost */
    UNIT_MAX = 1 << 16 /* largest unit: TOLL_MOST units and a weight fit the toll of a wide word */
};

/* The largest weight, and the mean one rounded down. O(cells) if there are weights. */
static void weigh(const struct grid *grid, uint32_t *largest, uint32_t *mean)
{
    const size_t cells = grid_cells(grid);
    uint64_t sum = 0;
    assert(cells > 0);
    *largest = *mean = 1;
    if (grid->weight == NULL)
        return;
    for (size_t i = 0; i < cells; i++) {
        sum += grid->weight[i];
        *largest = grid->weight[i] > *largest ? grid->weight[i] : *largest;
    }
    *mean = (uint32_t)(sum / cells);
}

static bool is_wide(const struct grid *grid, uint32_t weight)
{
    const struct step_rules *rules = &grid->rules;
    return rules->via > MAZE_EXTRA_MAX || rules->wrong_way > MAZE_EXTRA_MAX ||
           rules->bend > MAZE_EXTRA_MAX ||
           (uint64_t)(grid->width + grid->height) * weight > MAZE_REACH_MAX;
}

/* ---- costs and bounds ----------------------------------------------------------------------- */

static void fill_steps(struct maze_map *map, const struct grid *grid)
{
    for (uint32_t z = 0; z < map->layers; z++)
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            bool exists = !step_is_forbidden(&grid->rules, z, direction) &&
                          !(direction == UP && z + 1 == map->layers) &&
                          !(direction == DOWN && z == 0);
            uint64_t extra = step_extra(&grid->rules, z, AXIS_NONE, direction);
            map->step[z][direction] = exists      ? 1 + (uint32_t)extra
                                      : map->wide ? MAZE_FORBIDDEN_WIDE
                                                  : MAZE_FORBIDDEN;
        }
}

static uint32_t least_cost(uint64_t a, uint64_t b)
{
    return (uint32_t)(a < b ? a : b);
}

/* The least extra cost of `steps` steps along an axis on one of the layers low .. high. */
static uint64_t across(const struct maze_map *map, uint32_t low, uint32_t high, int direction,
                       uint64_t steps)
{
    uint32_t best = MAZE_FORBIDDEN_WIDE;
    for (uint32_t z = low; z <= high && steps > 0; z++)
        best = least_cost(best, map->step[z][direction]);
    return steps == 0 ? 0 : least_cost(steps * (best - 1), MAZE_FORBIDDEN);
}

/* The bound is the minimum over ranges of layers low .. high that a path visits. It goes to one end
 * of the range, then to the other, then to the target's layer, so it crosses each level of vias
 * twice, except those between its own ends. */
static uint32_t bound_of(const struct maze_map *map, uint32_t z, uint32_t target, uint32_t dx,
                         uint32_t dy)
{
    const uint64_t via = map->layers > 1 ? map->step[0][UP] : 0;
    uint32_t best = UINT16_MAX;
    for (uint32_t low = 0; low <= z; low++)
        for (uint32_t high = z; high < map->layers; high++) {
            uint32_t vias = (high - low) + least_cost(high - z, z - low);
            if (target < map->layers && (target < low || target > high))
                continue;
            if (target < map->layers)
                vias = 2 * (high - low) - maze_distance(z, target);
            uint64_t extra =
                vias * via + across(map, low, high, EAST, dx) + across(map, low, high, NORTH, dy);
            best = least_cost(best, extra);
        }
    return best;
}

static void fill_bounds(struct maze_map *map)
{
    for (uint32_t target = 0; target <= map->layers; target++)
        for (uint32_t z = 0; z < map->layers; z++)
            for (uint32_t dx = 0; dx <= BOUND_SPAN; dx++)
                for (uint32_t dy = 0; dy <= BOUND_SPAN; dy++)
                    map->bound[target].extra[z][dx * (BOUND_SPAN + 1) + dy] =
                        (uint16_t)bound_of(map, z, target, dx, dy);
}

/* ---- cells ---------------------------------------------------------------------------------- */

struct blocking {
    struct maze_map *map;
    const struct grid *grid;
    const uint64_t *closed;
    const struct netlist *nets;
};

/* Sets the blocked bits of rows first .. end - 1 on all layers. */
static void block_rows(void *context, size_t first, size_t end)
{
    const struct blocking *it = context;
    const struct maze_map *map = it->map;
    const struct grid *grid = it->grid;
    for (size_t y = first; y < end; y++)
        for (uint32_t z = 0; z < map->layers; z++) {
            const uint64_t *row = it->closed + ((size_t)z * map->height + y) * grid->row_words;
            uint16_t *state = map->state + maze_map_cell(map, 0, (uint32_t)y, z);
            for (size_t word = 0; word * 64 < map->width; word++)
                for (uint64_t bits = row[word]; bits != 0; bits &= bits - 1) {
                    size_t x = word * 64 + (size_t)__builtin_ctzll(bits);
                    if (x < map->width)
                        state[x * map->layers] = STATE_BLOCKED;
                }
        }
}

static void block_pins(void *context, size_t first, size_t end)
{
    const struct blocking *it = context;
    const struct maze_map *map = it->map;
    for (size_t i = first; i < end; i++) {
        struct pin pin = it->nets->pins[i];
        uint32_t z = grid_z(it->grid, pin.cell), top = pin.all_layers ? map->layers - 1 : z;
        uint32_t x = grid_x(it->grid, pin.cell), y = grid_y(it->grid, pin.cell);
        for (; z <= top; z++)
            map->state[maze_map_cell(map, x, y, z)] = STATE_BLOCKED;
    }
}

/* Copies the weights and walls of rows first .. end - 1 on all layers. */
static void copy_planes(void *context, size_t first, size_t end)
{
    const struct blocking *it = context;
    const struct maze_map *map = it->map;
    for (size_t y = first; y < end; y++)
        for (uint32_t z = 0; z < map->layers; z++) {
            const cell_t from = grid_cell(it->grid, 0, (uint32_t)y, z);
            const size_t to = maze_map_cell(map, 0, (uint32_t)y, z);
            for (uint32_t x = 0; x < map->width && map->extra != NULL; x++)
                map->extra[to + (size_t)x * map->layers] = it->grid->weight[from + x] - 1;
            for (uint32_t x = 0; x < map->width && map->walls != NULL; x++)
                map->walls[to + (size_t)x * map->layers] = it->grid->walls[from + x];
        }
}

/* The cost of one unit of a price: the mean weight, or a part of the largest extra cost. */
static uint32_t unit_of(const struct step_rules *rules, uint32_t weight)
{
    uint32_t extra = rules->via > rules->wrong_way ? rules->via : rules->wrong_way;
    extra = extra > rules->bend ? extra : rules->bend;
    const uint32_t unit = extra / UNIT_PART > weight ? extra / UNIT_PART : weight;
    return least_cost(unit, UNIT_MAX);
}

void maze_map_price(struct maze_map *map, const struct grid *grid)
{
    assert(maze_map_suits(grid));
    const uint32_t via = (uint32_t)grid->rules.via;
    uint32_t weight, mean;
    weigh(grid, &weight, &mean);
    const bool wide = is_wide(grid, weight);
    *map = (struct maze_map){.width = grid->width,
                             .height = grid->height,
                             .layers = grid->layers,
                             .branch_near = least_cost(via, BRANCH_NEAR_MOST),
                             .wide = wide,
                             .bend = grid->rules.bend,
                             .unit = wide ? unit_of(&grid->rules, mean) : 1};
    fill_steps(map, grid);
    fill_bounds(map);
}

enum status maze_map_create(struct maze_map *map, const struct grid *grid, const uint64_t *closed,
                            const struct netlist *nets, struct workers *workers,
                            struct error *error)
{
    size_t cells = grid_cells(grid);
    assert(closed != NULL);
    maze_map_price(map, grid);
    TRY(MEM_NEW(map->state, cells, "states of cells", error));
    TRY(MEM_NEW(map->owner, cells, "owners of cells", error));
    if (grid->weight != NULL)
        TRY(MEM_NEW(map->extra, cells, "weights of cells", error));
    if (grid->walls != NULL)
        TRY(MEM_NEW(map->walls, cells, "walls of cells", error));
    struct blocking blocking = {map, grid, closed, nets};
    if (map->extra != NULL || map->walls != NULL)
        workers_run(workers, copy_planes, &blocking, map->height, ROWS_PER_RANGE);
    workers_run(workers, block_rows, &blocking, map->height, ROWS_PER_RANGE);
    workers_run(workers, block_pins, &blocking, nets->pin_count, PINS_PER_RANGE);
    return STATUS_OK;
}

MEM_DESTROY(maze_map_destroy, maze_map, it->state, it->owner, it->extra, it->walls)
