/* maze: perfect mazes and serpentines.
 *
 * The rooms of a maze are the cells of even x, y and layer; the cell between two neighbouring rooms
 * is opened if there is a passage. Passages are made by a depth-first search with random choices
 * ("recursive backtracker") and a stack: each room is entered once, so they form a tree. The
 * serpentine visits the rooms back and forth along even rows, through the even layers. */
#include "grid/generate/generator.h"

/* Rooms in each direction; room (i, j, k) is the cell (2i, 2j, 2k). */
struct rooms {
    uint32_t width, height, layers;
};

static uint32_t room_count(struct rooms rooms)
{
    return rooms.width * rooms.height * rooms.layers;
}

static cell_t room_cell(const struct grid *grid, struct rooms rooms, uint32_t room)
{
    assert(room < room_count(rooms));
    return grid_cell(grid, 2 * (room % rooms.width), 2 * (room / rooms.width % rooms.height),
                     2 * (room / rooms.width / rooms.height));
}

static void block_all(struct grid *grid)
{
    struct box all = {0, 0, grid->width - 1, grid->height - 1};
    for (uint32_t z = 0; z < grid->layers; z++)
        grid_fill_blocked(grid, all, z, true);
}

/* The room next to a room, or CELL_NONE; *between: the cell between them. */
static cell_t next_room(const struct grid *grid, cell_t cell, int direction, cell_t *between)
{
    *between = grid_neighbour(grid, cell, direction);
    return *between != CELL_NONE ? grid_neighbour(grid, *between, direction) : CELL_NONE;
}

/* Opens the passages. way: workspace, a stack of the directions walked, one byte per room. */
static void carve(struct generator *generator, uint8_t *way)
{
    struct grid *grid = &generator->design->grid;
    cell_t cell = 0, between, seen_between;
    size_t depth = 0;
    grid_set_blocked(grid, cell, false);
    for (;;) {
        int choice[DIRECTIONS];
        uint32_t choices = 0;
        for (int direction = EAST; direction < DIRECTIONS; direction++) {
            cell_t next = next_room(grid, cell, direction, &seen_between);
            if (next != CELL_NONE && grid_is_blocked(grid, next)) /* not seen yet */
                choice[choices++] = direction;
        }
        if (choices == 0 && depth == 0)
            return;
        if (choices == 0) {
            cell = next_room(grid, cell, direction_opposite(way[--depth]), &between);
            continue;
        }
        int direction = choice[choices > 1 ? random_below(&generator->random, choices) : 0];
        cell = next_room(grid, cell, direction, &between);
        grid_set_blocked(grid, between, false);
        grid_set_blocked(grid, cell, false);
        way[depth++] = (uint8_t)direction;
    }
}

enum status generate_maze(struct generator *generator, struct error *error)
{
    struct grid *grid = &generator->design->grid;
    struct rooms rooms = {(grid->width + 1) / 2, (grid->height + 1) / 2, (grid->layers + 1) / 2};
    uint8_t *way;
    TRY(MEM_NEW(way, room_count(rooms), "way through the maze", error));
    block_all(grid);
    carve(generator, way);
    free(way);
    if (room_count(rooms) < 2)
        return generator_no_room(generator, 2, room_count(rooms), error);
    TRY(generator_add_net(generator, error));
    TRY(generator_add_pin(generator, 0, error));
    TRY(generator_add_pin(generator, room_cell(grid, rooms, room_count(rooms) - 1), error));
    return generator_uniform_nets(generator, error);
}

/* The cells of the corridor are numbered from its start. A row has `width` cells and one to the
 * next row; a layer has `per_layer` cells and one to the next layer. */
struct maze_corridor {
    uint32_t width, rows;
    uint64_t per_layer, length;
};

static struct maze_corridor corridor_of(const struct grid *grid)
{
    struct maze_corridor c = {.width = grid->width, .rows = (grid->height + 1) / 2};
    c.per_layer = (uint64_t)c.rows * (c.width + 1) - 1;
    c.length = (uint64_t)((grid->layers + 1) / 2) * (c.per_layer + 1) - 1;
    return c;
}

/* The cell with a number. Every second layer is walked backwards. */
static cell_t corridor_cell(const struct grid *grid, const struct maze_corridor *c, uint64_t number)
{
    assert(number < c->length);
    uint32_t level = (uint32_t)(number / (c->per_layer + 1));
    uint64_t at = number % (c->per_layer + 1);
    uint32_t z = 2 * level;
    if (at == c->per_layer) { /* the cell between two layers */
        at--;
        z++;
    }
    if (level % 2 == 1)
        at = c->per_layer - 1 - at;
    uint32_t row = (uint32_t)(at / (c->width + 1)), x = (uint32_t)(at % (c->width + 1));
    uint32_t y = 2 * row;
    if (x == c->width) { /* the cell between two rows */
        x--;
        y++;
    }
    return grid_cell(grid, row % 2 == 0 ? x : c->width - 1 - x, y, z);
}

/* Adds a net on the cells first .. last of the corridor: both ends and inner pins. */
static enum status add_stretch(struct generator *generator, const struct maze_corridor *c,
                               uint64_t first, uint64_t last, struct error *error)
{
    uint32_t pins = random_between(&generator->random, 2, generator->options->pins);
    uint64_t length = last - first;
    if (length < pins)
        pins = (uint32_t)length + 1;
    assert(pins >= 2 && last < c->length);
    TRY(generator_add_net(generator, error));
    for (uint32_t pin = 0; pin < pins; pin++) {
        /* pin k is in the k-th of pins - 1 equal parts, at its start or at a random place */
        uint64_t from = first + length * pin / (pins - 1);
        uint64_t to = first + length * (pin + 1) / (pins - 1);
        if (pin > 0 && pin + 1 < pins)
            from += random_below(&generator->random, (uint32_t)(to - from));
        TRY(generator_add_pin(generator, corridor_cell(&generator->design->grid, c, from), error));
    }
    return STATUS_OK;
}

enum status generate_serpentine(struct generator *generator, struct error *error)
{
    struct grid *grid = &generator->design->grid;
    struct maze_corridor c = corridor_of(grid);
    uint32_t nets = generator->options->nets;
    if (c.length / nets < 2)
        return generator_no_room(generator, 2 * (uint64_t)nets, c.length, error);
    block_all(grid);
    for (uint64_t number = 0; number < c.length; number++)
        grid_set_blocked(grid, corridor_cell(grid, &c, number), false);
    for (uint64_t net = 0; net < nets; net++)
        TRY(add_stretch(generator, &c, c.length * net / nets, c.length * (net + 1) / nets - 1,
                        error));
    return STATUS_OK;
}
