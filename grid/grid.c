/* grid: creates the arrays of a grid and fills boxes of cells, whole words at a time. */
#include "grid/grid.h"

static_assert(((uint64_t)GRID_CELLS_MAX * (COST_WEIGHT_MAX + 3 * (uint64_t)COST_EXTRA_MAX)) <
                  (uint64_t)1 << 54,
              "the cost of a path fits 64 bits");

/* Sets the padding bits after the last column, so that no search leaves a row. */
static void grid_block_padding(struct grid *grid)
{
    if (grid->width % 64 == 0)
        return;
    uint64_t padding = ~(uint64_t)0 << grid->width % 64;
    size_t rows = (size_t)grid->layers * grid->height;
    for (size_t row = 0; row < rows; row++)
        grid->blocked[row * grid->row_words + grid->row_words - 1] |= padding;
}

enum status grid_create(struct grid *grid, uint32_t width, uint32_t height, uint32_t layers,
                        struct error *error)
{
    memset(grid, 0, sizeof *grid);
    if (width < 1 || width > GRID_SIDE_MAX || height < 1 || height > GRID_SIDE_MAX)
        return error_refuse(error, "a grid of %u x %u cells: each side must lie in 1..%d", width,
                            height, GRID_SIDE_MAX);
    if (layers < 1 || layers > GRID_LAYERS_MAX)
        return error_refuse(error, "%u layers: their number must lie in 1..%d", layers,
                            GRID_LAYERS_MAX);
    if ((uint64_t)width * height * layers > GRID_CELLS_MAX)
        return error_refuse(error, "a grid of %u x %u x %u cells: at most %d cells are supported",
                            width, height, layers, GRID_CELLS_MAX);
    grid->width = width;
    grid->height = height;
    grid->layers = layers;
    grid->row_words = (width + 63) / 64;
    grid->blocked =
        mem_alloc(grid_plane_words(grid), sizeof *grid->blocked, "blocked cells", error);
    if (grid->blocked == NULL) {
        memset(grid, 0, sizeof *grid);
        return STATUS_FAILED;
    }
    grid_block_padding(grid);
    return STATUS_OK;
}

MEM_DESTROY(grid_destroy, grid, it->blocked, it->weight, it->walls, it->capacity)

void grid_set_blocked(struct grid *grid, cell_t cell, bool blocked)
{
    assert(cell < grid_cells(grid));
    if (blocked)
        grid->blocked[grid_word(grid, cell)] |= grid_bit(grid, cell);
    else
        grid->blocked[grid_word(grid, cell)] &= ~grid_bit(grid, cell);
}

/* Bits lo..hi (inclusive) of a word. */
static uint64_t bits_between(uint32_t lo, uint32_t hi)
{
    return ~(uint64_t)0 << lo & ~(uint64_t)0 >> (63 - hi);
}

void grid_fill_blocked(struct grid *grid, struct box box, uint32_t z, bool blocked)
{
    assert(box.x0 <= box.x1 && box.x1 < grid->width);
    assert(box.y0 <= box.y1 && box.y1 < grid->height && z < grid->layers);
    uint32_t first = box.x0 / 64, last = box.x1 / 64;
    for (uint32_t y = box.y0; y <= box.y1; y++) {
        uint64_t *row = grid->blocked + ((size_t)z * grid->height + y) * grid->row_words;
        for (uint32_t word = first; word <= last; word++) {
            uint64_t mask =
                bits_between(word == first ? box.x0 % 64 : 0, word == last ? box.x1 % 64 : 63);
            row[word] = blocked ? row[word] | mask : row[word] & ~mask;
        }
    }
}

enum status grid_fill_weight(struct grid *grid, struct box box, uint32_t z, uint32_t weight,
                             struct error *error)
{
    assert(weight >= 1 && weight <= COST_WEIGHT_MAX);
    assert(box.x0 <= box.x1 && box.x1 < grid->width);
    assert(box.y0 <= box.y1 && box.y1 < grid->height && z < grid->layers);
    if (grid->weight == NULL) {
        if (weight == 1)
            return STATUS_OK;
        size_t cells = grid_cells(grid);
        TRY(MEM_NEW(grid->weight, cells, "weights", error));
        for (size_t cell = 0; cell < cells; cell++)
            grid->weight[cell] = 1;
    }
    for (uint32_t y = box.y0; y <= box.y1; y++)
        for (uint32_t x = box.x0; x <= box.x1; x++)
            grid->weight[grid_cell(grid, x, y, z)] = weight;
    return STATUS_OK;
}

enum status grid_add_wall(struct grid *grid, cell_t cell, int direction, struct error *error)
{
    assert(cell < grid_cells(grid) && direction >= 0 && direction < DIRECTIONS);
    cell_t neighbour = grid_neighbour(grid, cell, direction);
    assert(neighbour != CELL_NONE);
    if (grid->walls == NULL)
        TRY(MEM_NEW(grid->walls, grid_cells(grid), "walls", error));
    grid->walls[cell] |= (uint8_t)(1u << direction);
    grid->walls[neighbour] |= (uint8_t)(1u << direction_opposite(direction));
    return STATUS_OK;
}

size_t grid_bytes(const struct grid *grid)
{
    size_t cells = grid_cells(grid);
    size_t bytes = grid_plane_words(grid) * sizeof *grid->blocked;
    bytes += grid->weight != NULL ? cells * sizeof *grid->weight : 0;
    bytes += grid->walls != NULL ? cells * sizeof *grid->walls : 0;
    bytes += grid->capacity != NULL ? cells * sizeof *grid->capacity : 0;
    return bytes;
}
