/* api_design: reads designs from files, or builds them in memory. */
#include "grid/format/design_file.h"
#include "grid/text/file/path.h"
#include "grid/wire.h"
#include "router/api/handles.h"

static void drop_weights(struct leeway_design *design)
{
    if (!design->borrowed)
        free(design->design.grid.weight);
    design->design.grid.weight = NULL;
    design->borrowed = false;
}

void leeway_design_destroy(struct leeway_design *design)
{
    if (design == NULL)
        return;
    drop_weights(design);
    design_destroy(&design->design);
    name_table_destroy(&design->names);
    MEM_FREE(design->taken, design);
}

/* Makes a design from a file or, if path is NULL, a grid of this size. */
static enum status make(struct leeway_design **design, const char *path, const char *name,
                        const uint32_t size[3], struct error *error)
{
    struct leeway_design *made;
    TRY(MEM_NEW(made, 1, "a design", error));
    enum status status = path != NULL
                             ? design_read(&made->design, path, error)
                             : grid_create(&made->design.grid, size[0], size[1], size[2], error);
    if (name != NULL)
        THEN(status, path_format(&made->design.name, error, "%s", name));
    if (status == STATUS_OK)
        *design = made;
    else
        leeway_design_destroy(made);
    return status;
}

API_BODY(leeway_design_read, (design, path), struct leeway_design **design, const char *path)
{
    TRY(api_make(design, "design", error));
    TRY(api_need(path, "path", error));
    return make(design, path, NULL, NULL, error);
}

API_BODY(leeway_design_create, (design, name, width, height, layers), struct leeway_design **design,
         const char *name, uint32_t width, uint32_t height, uint32_t layers)
{
    TRY(api_make(design, "design", error));
    TRY(api_need(name, "name", error));
    TRY(api_check_name(name, "the name of a design", LEEWAY_NAME_MAX, error));
    return make(design, NULL, name, (const uint32_t[]){width, height, layers}, error);
}

API_BODY(leeway_design_set_costs, (design, via, bend, wrong_way), struct leeway_design *design,
         uint32_t via, uint32_t bend, uint32_t wrong_way)
{
    static const char *const names[3] = {"via", "bend", "wrong_way"};
    const uint32_t costs[3] = {via, bend, wrong_way};
    TRY(api_need(design, "design", error));
    for (int i = 0; i < 3; i++)
        if (costs[i] > LEEWAY_COST_MAX)
            return error_refuse(error, "%s: expected a cost of 0..%d, found %u", names[i],
                                LEEWAY_COST_MAX, costs[i]);
    struct step_rules *rules = &design->design.grid.rules;
    rules->via = via;
    rules->bend = bend;
    rules->wrong_way = wrong_way;
    return STATUS_OK;
}

API_BODY(leeway_design_set_layer, (design, layer, name, direction, strict),
         struct leeway_design *design, uint32_t layer, const char *name,
         enum leeway_direction direction, int strict)
{
    TRY(api_need(design, "design", error));
    if (layer >= design->design.grid.layers)
        return error_refuse(error, "layer: expected 0..%u, found %u",
                            design->design.grid.layers - 1, layer);
    if (name != NULL)
        TRY(api_check_name(name, "the name of a layer", LAYER_NAME_MAX - 1, error));
    if (direction != LEEWAY_ANY && direction != LEEWAY_HORIZONTAL && direction != LEEWAY_VERTICAL)
        return error_refuse(error, "direction: there is no number %d", (int)direction);
    if (strict != 0 && direction == LEEWAY_ANY)
        return error_refuse(
            error, "strict: expected a horizontal or vertical layer, found one of any direction");
    struct grid *grid = &design->design.grid;
    const uint64_t bit = (uint64_t)1 << layer;
    grid->rules.horizontal &= ~bit;
    grid->rules.vertical &= ~bit;
    grid->rules.strict &= ~bit;
    grid->rules.horizontal |= direction == LEEWAY_HORIZONTAL ? bit : 0;
    grid->rules.vertical |= direction == LEEWAY_VERTICAL ? bit : 0;
    grid->rules.strict |= strict != 0 ? bit : 0;
    snprintf(grid->layer[layer].name, sizeof grid->layer[layer].name, "%s",
             name != NULL ? name : "");
    return STATUS_OK;
}

static enum status check_array(const struct leeway_design *design, const void *array,
                               const char *name, size_t found, size_t cells_an_element,
                               struct error *error)
{
    TRY(api_need(design, "design", error));
    TRY(api_need(array, name, error));
    assert(cells_an_element == 1 || cells_an_element == 8);
    size_t wanted = (grid_cells(&design->design.grid) + cells_an_element - 1) / cells_an_element;
    return found == wanted
               ? STATUS_OK
               : error_refuse(error, "%s: expected %zu elements, %s, found %zu", name, wanted,
                              cells_an_element == 1 ? "one per cell" : "a bit per cell", found);
}

/* Bit i: byte i is non-zero. count: 1 .. 64. Eight bytes at a time: a carry sets the top bit of
 * each non-zero byte, and a product moves these bits together. */
static uint64_t bits_of_bytes(const uint8_t *bytes, uint32_t count)
{
    assert(count >= 1 && count <= 64);
    const uint64_t low7 = 0x7f7f7f7f7f7f7f7f;
    uint64_t word = 0;
    uint32_t i = 0;
    for (; i + 8 <= count; i += 8) {
        uint64_t eight = 0;
        for (uint32_t byte = 0; byte < 8; byte++)
            eight |= (uint64_t)bytes[i + byte] << 8 * byte;
        uint64_t tops = (((eight & low7) + low7) | eight) & ~low7;
        word |= (tops >> 7) * 0x0102040810204080 >> 56 << i;
    }
    for (; i < count; i++)
        word |= (uint64_t)(bytes[i] != 0) << i;
    return word;
}

/* `count` bits from this cell's on. */
static uint64_t bits_of_bits(const uint8_t *bits, size_t cell, uint32_t count)
{
    assert(count >= 1 && count <= 64);
    uint64_t word = 0;
    for (uint32_t i = 0; i < count; i++)
        word |= (uint64_t)(bits[(cell + i) / 8] >> (cell + i) % 8 & 1) << i;
    return word;
}

/* Sets the words of the blocked plane from one byte or, packed, one bit per cell. */
static void block_cells(struct grid *grid, const uint8_t *array, bool packed)
{
    const size_t rows = (size_t)grid->layers * grid->height;
    size_t cell = 0;
    for (size_t row = 0; row < rows; row++)
        for (uint32_t x = 0; x < grid->width; x += 64) {
            uint32_t count = grid->width - x < 64 ? grid->width - x : 64;
            uint64_t padding = count < 64 ? ~(uint64_t)0 << count : 0;
            grid->blocked[row * grid->row_words + x / 64] =
                padding |
                (packed ? bits_of_bits(array, cell, count) : bits_of_bytes(array + cell, count));
            cell += count;
        }
    assert(cell == grid_cells(grid));
}

static enum status set_blocked(struct leeway_design *design, const uint8_t *array, size_t count,
                               bool packed, struct error *error)
{
    TRY(check_array(design, array, packed ? "bits" : "blocked", count, packed ? 8 : 1, error));
    block_cells(&design->design.grid, array, packed);
    return STATUS_OK;
}

API_CALL(leeway_design_set_blocked, set_blocked(design, blocked, count, false, &record),
         struct leeway_design *design, const uint8_t *blocked, size_t count)
API_CALL(leeway_design_set_blocked_bits, set_blocked(design, bits, bytes, true, &record),
         struct leeway_design *design, const uint8_t *bits, size_t bytes)

static enum status check_weights(const struct leeway_design *design, const uint32_t *weights,
                                 size_t count, uint32_t *dearest, struct error *error)
{
    TRY(check_array(design, weights, "weights", count, 1, error));
    *dearest = 1;
    for (size_t cell = 0; cell < count; cell++) {
        if (weights[cell] < 1 || weights[cell] > LEEWAY_COST_MAX)
            return error_refuse(error, "weights: expected 1..%d, found %u at index %zu",
                                LEEWAY_COST_MAX, weights[cell], cell);
        *dearest = weights[cell] > *dearest ? weights[cell] : *dearest;
    }
    return STATUS_OK;
}

static enum status set_weights(struct leeway_design *design, const uint32_t *weights, size_t count,
                               bool borrowed, struct error *error)
{
    uint32_t dearest;
    TRY(check_weights(design, weights, count, &dearest, error));
    uint32_t *array = NULL; /* no array if all weights are 1 */
    if (dearest > 1 && borrowed) {
        array = (uint32_t *)(uintptr_t)weights; /* never written to */
    } else if (dearest > 1) {
        TRY(MEM_NEW(array, count, "weights", error));
        memcpy(array, weights, count * sizeof *weights);
    }
    drop_weights(design);
    design->design.grid.weight = array;
    design->borrowed = array != NULL && borrowed;
    return STATUS_OK;
}

API_CALL(leeway_design_set_weights, set_weights(design, weights, count, false, &record),
         struct leeway_design *design, const uint32_t *weights, size_t count)

API_CALL(leeway_design_borrow_weights, set_weights(design, weights, count, true, &record),
         struct leeway_design *design, const uint32_t *weights, size_t count)

static enum status check_wall(const struct grid *grid, const uint32_t wall[6], size_t index,
                              struct error *error)
{
    if (api_is_cell(grid, wall) && api_is_cell(grid, wall + 3) &&
        grid_direction(grid, grid_cell(grid, wall[0], wall[1], wall[2]),
                       grid_cell(grid, wall[3], wall[4], wall[5])) != DIRECTIONS)
        return STATUS_OK;
    return error_refuse(error,
                        "walls: expected two neighbouring cells of the grid of %u x %u x %u, found "
                        "%u,%u,%u and %u,%u,%u at wall %zu",
                        grid->width, grid->height, grid->layers, wall[0], wall[1], wall[2], wall[3],
                        wall[4], wall[5], index);
}

API_BODY(leeway_design_add_walls, (design, walls, count), struct leeway_design *design,
         const uint32_t *walls, size_t count)
{
    TRY(api_need(design, "design", error));
    if (count > 0)
        TRY(api_need(walls, "walls", error));
    struct grid *grid = &design->design.grid;
    if (count > 6 * grid_cells(grid))
        return error_refuse(error, "walls: expected at most %zu, found %zu", 6 * grid_cells(grid),
                            count);
    for (size_t i = 0; i < count; i++)
        TRY(check_wall(grid, walls + 6 * i, i, error));
    for (size_t i = 0; i < count; i++) {
        const uint32_t *a = walls + 6 * i, *b = a + 3;
        cell_t from = grid_cell(grid, a[0], a[1], a[2]), to = grid_cell(grid, b[0], b[1], b[2]);
        TRY(grid_add_wall(grid, from, grid_direction(grid, from, to), error));
    }
    return STATUS_OK;
}

void leeway_design_size(const struct leeway_design *design, uint32_t size[3])
{
    if (size == NULL)
        return;
    size[0] = design != NULL ? design->design.grid.width : 0;
    size[1] = design != NULL ? design->design.grid.height : 0;
    size[2] = design != NULL ? design->design.grid.layers : 0;
}

uint32_t leeway_design_net_count(const struct leeway_design *design)
{
    return design != NULL ? design->design.nets.net_count : 0;
}

const char *leeway_design_net_name(const struct leeway_design *design, uint32_t net)
{
    return net < leeway_design_net_count(design) ? netlist_name(&design->design.nets, net) : NULL;
}
