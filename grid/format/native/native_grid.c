/* native_grid: reads .grid. A table lists the statements with their readers; the message for an
 * unknown statement names the nearest one of the table.
 *
 *     size 64 48 2
 *     layer 1 name M1 dir horizontal
 *     cost via 3
 *     block 10 10 20 20 layer 1
 *     wall 3,4,1 4,4,1
 */
#include "grid/format/native/native.h"

#include "grid/format/map_rows.h"
#include "grid/format/native/paint.h"
#include "grid/text/file/watch.h"
#include "grid/text/nearest.h"
#include "grid/text/place.h"

enum { COSTS = 3 }; /* wrong-way, via, bend */

struct grid_reader {
    struct grid *grid;
    struct scan *scan;
    struct word word;                              /* first word of the statement */
    struct cell_paint blocks, weights, capacities; /* boxes that are not painted yet */
    bool has_weights, has_capacities;              /* such a statement has been read */
    uint64_t layer_line[GRID_LAYERS_MAX]; /* line that describes the layer, 0 if none does */
    uint64_t cost_line[COSTS];            /* line that sets the cost, 0 if none does */
};

/* The layers first..last that a statement acts on, from 0. */
struct layers {
    uint32_t first, last;
};

static const struct map_alphabet native_map = {
    .meaning = {['.'] = MAP_FREE,
                ['#'] = MAP_BLOCKED,
                ['1'] = MAP_FREE,
                ['2'] = MAP_FREE + 1,
                ['3'] = MAP_FREE + 2,
                ['4'] = MAP_FREE + 3,
                ['5'] = MAP_FREE + 4,
                ['6'] = MAP_FREE + 5,
                ['7'] = MAP_FREE + 6,
                ['8'] = MAP_FREE + 7,
                ['9'] = MAP_FREE_9},
    .symbols = "'.', '#' and '1'..'9'",
};

/* Reads `[layer N]` and the end of the line. */
static enum status read_layers(struct grid_reader *reader, struct layers *layers,
                               struct error *error)
{
    assert(reader->grid->blocked != NULL && reader->grid->layers >= 1); /* size came first */
    struct word word;
    *layers = (struct layers){0, reader->grid->layers - 1};
    TRY(scan_word(reader->scan, &word, error));
    if (word.length == 0)
        return STATUS_OK;
    if (!word_is(&word, "layer"))
        return scan_expected(reader->scan, &word, error, "layer N or the end of the line");
    int64_t number = 1;
    TRY(scan_int(reader->scan, "the layer", 1, reader->grid->layers, &number, error));
    layers->first = layers->last = (uint32_t)number - 1;
    return scan_end(reader->scan, error);
}

static enum status read_box(struct grid_reader *reader, struct box *box, struct error *error)
{
    static const char *const names[4] = {"x of a corner", "y of a corner", "x of the other corner",
                                         "y of the other corner"};
    int64_t corner[4];
    for (int i = 0; i < 4; i++) {
        uint32_t side = i % 2 == 0 ? reader->grid->width : reader->grid->height;
        TRY(scan_int(reader->scan, names[i], 0, (int64_t)side - 1, &corner[i], error));
    }
    uint32_t x0 = (uint32_t)corner[0], x1 = (uint32_t)corner[2];
    uint32_t y0 = (uint32_t)corner[1], y1 = (uint32_t)corner[3];
    *box = (struct box){x0 < x1 ? x0 : x1, y0 < y1 ? y0 : y1, x0 < x1 ? x1 : x0, y0 < y1 ? y1 : y0};
    return STATUS_OK;
}

/* Reads `X Y X Y [layer N]` and adds the area to the list of areas to be painted. */
static enum status add_area(struct grid_reader *reader, struct cell_paint *paint, uint32_t value,
                            struct error *error)
{
    struct box box = {0};
    struct layers layers = {0};
    TRY(read_box(reader, &box, error));
    TRY(read_layers(reader, &layers, error));
    return paint_add(paint, reader->grid,
                     (struct paint_stroke){box, layers.first, layers.last, value}, error);
}

static enum status read_size(struct grid_reader *reader, struct error *error)
{
    if (reader->grid->blocked != NULL)
        return scan_expected(reader->scan, &reader->word, error,
                             "size only once, as the first statement");
    int64_t width, height, layers = 1;
    struct word third = {0};
    TRY(scan_int(reader->scan, "the width", 1, GRID_SIDE_MAX, &width, error));
    TRY(scan_int(reader->scan, "the height", 1, GRID_SIDE_MAX, &height, error));
    TRY(scan_word(reader->scan, &third, error));
    if (third.length > 0)
        TRY(scan_word_int(reader->scan, &third, "the number of layers", 1, GRID_LAYERS_MAX, &layers,
                          error));
    TRY(scan_end(reader->scan, error));
    TRY(watch_cells((uint64_t)width * (uint64_t)height * (uint64_t)layers, error));
    enum status status =
        grid_create(reader->grid, (uint32_t)width, (uint32_t)height, (uint32_t)layers, error);
    return scan_place(reader->scan, NULL, status, error);
}

static enum status read_name(struct grid_reader *reader, uint32_t z, struct error *error)
{
    assert(z < reader->grid->layers);
    struct word name;
    TRY(scan_word(reader->scan, &name, error));
    struct layer *layer = &reader->grid->layer[z];
    if (layer->name[0] != '\0')
        return scan_expected(reader->scan, &name, error, "name only once");
    if (name.length == 0 || name.length >= sizeof layer->name)
        return scan_expected(reader->scan, &name, error, "the name of the layer (1..%zu bytes)",
                             sizeof layer->name - 1);
    memcpy(layer->name, name.text, name.length);
    layer->name[name.length] = '\0';
    return STATUS_OK;
}

static enum status read_direction(struct grid_reader *reader, uint32_t z, bool *known,
                                  struct error *error)
{
    struct word word;
    TRY(scan_word(reader->scan, &word, error));
    bool horizontal = word_is(&word, "horizontal"), vertical = word_is(&word, "vertical");
    if (*known)
        return scan_expected(reader->scan, &word, error, "dir only once");
    if (!horizontal && !vertical && !word_is(&word, "any"))
        return scan_expected(reader->scan, &word, error, "horizontal, vertical or any");
    reader->grid->rules.horizontal |= (uint64_t)horizontal << z;
    reader->grid->rules.vertical |= (uint64_t)vertical << z;
    *known = true;
    return STATUS_OK;
}

static enum status read_layer(struct grid_reader *reader, struct error *error)
{
    struct step_rules *rules = &reader->grid->rules;
    bool has_direction = false;
    struct word strict = {0}, option, number;
    int64_t layer = 1;
    TRY(scan_word(reader->scan, &number, error));
    TRY(scan_word_int(reader->scan, &number, "the layer", 1, reader->grid->layers, &layer, error));
    uint32_t z = (uint32_t)layer - 1;
    assert(z < reader->grid->layers);
    if (reader->layer_line[z] != 0)
        return scan_fail(reader->scan, &number, error,
                         "expected each layer once, found layer %u, which line %llu describes",
                         z + 1, (unsigned long long)reader->layer_line[z]);
    for (;;) {
        TRY(scan_word(reader->scan, &option, error));
        if (option.length == 0)
            break;
        if (word_is(&option, "name")) {
            TRY(read_name(reader, z, error));
        } else if (word_is(&option, "dir")) {
            TRY(read_direction(reader, z, &has_direction, error));
        } else if (word_is(&option, "strict") && strict.length == 0) {
            strict = option;
            rules->strict |= (uint64_t)1 << z;
        } else {
            return scan_expected(reader->scan, &option, error,
                                 "name NAME, dir DIRECTION or strict, each at most once");
        }
    }
    if (strict.length > 0 && ((rules->horizontal | rules->vertical) >> z & 1) == 0)
        return scan_fail(reader->scan, &strict, error,
                         "expected dir horizontal or dir vertical with strict, found neither");
    reader->layer_line[z] = reader->scan->line;
    return STATUS_OK;
}

static enum status read_cost(struct grid_reader *reader, struct error *error)
{
    static const char *const names[COSTS] = {"wrong-way", "via", "bend"};
    struct step_rules *rules = &reader->grid->rules;
    uint32_t *const costs[COSTS] = {&rules->wrong_way, &rules->via, &rules->bend};
    struct word name;
    int64_t cost = 0;
    int which = 0;
    TRY(scan_word(reader->scan, &name, error));
    while (which < COSTS && !word_is(&name, names[which]))
        which++;
    if (which == COSTS)
        return scan_expected(reader->scan, &name, error, "wrong-way, via or bend");
    if (reader->cost_line[which] != 0)
        return scan_fail(reader->scan, &name, error,
                         "expected each cost once, found cost %s, which line %llu sets",
                         names[which], (unsigned long long)reader->cost_line[which]);
    TRY(scan_int(reader->scan, "the cost", 0, COST_EXTRA_MAX, &cost, error));
    TRY(scan_end(reader->scan, error));
    *costs[which] = (uint32_t)cost;
    reader->cost_line[which] = reader->scan->line;
    return STATUS_OK;
}

/* block and free */
static enum status read_block(struct grid_reader *reader, struct error *error)
{
    return add_area(reader, &reader->blocks, word_is(&reader->word, "block"), error);
}

static enum status read_weight(struct grid_reader *reader, struct error *error)
{
    int64_t weight = 1;
    TRY(scan_int(reader->scan, "the weight", 1, COST_WEIGHT_MAX, &weight, error));
    reader->has_weights = true;
    return add_area(reader, &reader->weights, (uint32_t)weight, error);
}

/* `capacity C [X Y X Y] [layer N]` */
static enum status read_capacity(struct grid_reader *reader, struct error *error)
{
    int64_t capacity = 0;
    struct word word = {0};
    TRY(scan_int(reader->scan, "the capacity", 0, CAPACITY_MAX, &capacity, error));
    TRY(scan_word(reader->scan, &word, error));
    const bool whole = word.length == 0 || word_is(&word, "layer");
    scan_back(reader->scan, &word);
    reader->has_capacities = true;
    if (!whole)
        return add_area(reader, &reader->capacities, (uint32_t)capacity, error);
    const struct box all = {0, 0, reader->grid->width - 1, reader->grid->height - 1};
    struct layers layers = {0};
    TRY(read_layers(reader, &layers, error));
    return paint_add(&reader->capacities, reader->grid,
                     (struct paint_stroke){all, layers.first, layers.last, (uint32_t)capacity},
                     error);
}

/* Fails if the grid has capacities and also weights, walls, or costs of bends or wrong ways. */
static enum status refuse_mixture(struct grid_reader *reader, struct error *error)
{
    const struct grid *grid = reader->grid;
    const char *other = reader->has_weights || grid->weight != NULL ? "weights"
                        : grid->walls != NULL                       ? "walls"
                        : grid->rules.bend > 0                      ? "a cost of bends"
                        : grid->rules.wrong_way > 0                 ? "a cost of wrong-way steps"
                                                                    : NULL;
    if (!reader->has_capacities || other == NULL)
        return STATUS_OK;
    return scan_fail(reader->scan, &reader->word, error,
                     "expected capacities or %s, found both: tile graphs have none", other);
}

static enum status read_wall(struct grid_reader *reader, struct error *error)
{
    struct grid *grid = reader->grid;
    cell_t cell[2] = {0, 0};
    struct word end = {0};
    for (int i = 0; i < 2; i++) {
        TRY(scan_word(reader->scan, &end, error));
        TRY(place_read_cell(reader->scan, &end, grid, &cell[i], error));
    }
    int direction = grid_direction(grid, cell[0], cell[1]);
    char place[PLACE_TEXT_MAX];
    if (direction == DIRECTIONS)
        return scan_expected(reader->scan, &end, error, "a cell next to %s",
                             place_text(grid, cell[0], place));
    TRY(scan_end(reader->scan, error));
    return grid_add_wall(grid, cell[0], direction, error);
}

/* Paints all boxes: at the end, and before a map, which is painted over them. */
static enum status paint_all(struct grid_reader *reader, struct error *error)
{
    TRY(paint_flush(&reader->blocks, reader->grid, error));
    TRY(paint_flush(&reader->weights, reader->grid, error));
    return paint_flush(&reader->capacities, reader->grid, error);
}

static enum status read_map(struct grid_reader *reader, struct error *error)
{
    struct layers layers;
    TRY(read_layers(reader, &layers, error));
    TRY(paint_all(reader, error));
    return map_rows_read(reader->grid, reader->scan, layers.first, layers.last, &native_map, error);
}

enum { STATEMENTS = 9 };
static const char *const names[STATEMENTS] = {"size",   "layer", "cost", "block",   "free",
                                              "weight", "wall",  "map",  "capacity"};
static enum status (*const readers[STATEMENTS])(struct grid_reader *, struct error *) = {
    read_size,   read_layer, read_cost, read_block,   read_block,
    read_weight, read_wall,  read_map,  read_capacity};

static enum status read_statement(struct grid_reader *reader, struct error *error)
{
    const struct word *word = &reader->word;
    for (size_t i = 0; i < STATEMENTS; i++)
        if (word_is(word, names[i]))
            return readers[i](reader, error);
    const char *nearest = nearest_word(word->text, word->length, names, STATEMENTS);
    return scan_expected(
        reader->scan, word, error, "%s",
        nearest != NULL ? nearest : "layer, cost, block, free, weight, wall, map or capacity");
}

static enum status read_statements(struct grid_reader *reader, struct error *error)
{
    struct word *word = &reader->word;
    for (;;) {
        struct error *slot = error_slot(error);
        *word = (struct word){0};
        enum status status = scan_first_word(reader->scan, word, slot);
        if (status == STATUS_OK && reader->grid->blocked == NULL && !word_is(word, "size"))
            status = scan_expected(reader->scan, word, slot, "size W H [L] as the first statement");
        else if (status == STATUS_OK && word->length == 0)
            return error_is_set(error) ? STATUS_BAD_INPUT : paint_all(reader, error);
        /* After a wrong size or map, the lines that follow cannot be understood. */
        const bool alone = reader->grid->blocked != NULL && !word_is(word, "map");
        THEN(status, read_statement(reader, slot));
        THEN(status, refuse_mixture(reader, slot));
        if (status != STATUS_OK && (!scan_goes_on(reader->scan, status, error, slot) || !alone))
            return status;
    }
}

enum status native_read_grid(struct grid *grid, struct scan *scan, struct error *error)
{
    struct grid_reader reader = {.grid = grid,
                                 .scan = scan,
                                 .weights = {.kind = PAINT_WEIGHTS},
                                 .capacities = {.kind = PAINT_CAPACITIES}};
    memset(grid, 0, sizeof *grid);
    enum status status = read_statements(&reader, error);
    paint_destroy(&reader.blocks);
    paint_destroy(&reader.weights);
    paint_destroy(&reader.capacities);
    return status;
}
