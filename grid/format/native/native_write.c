/* native_write: writes .grid and .net. They read back as an equal design, and equal designs give
 * equal files.
 *
 * A layer is written in the shorter of two forms; both are measured first:
 *
 *     rectangles   block for each blocked area, weight for each area whose weight is not 1
 *     map          a character per cell, then weight for what a character cannot express: weights
 *                  above 9, and the weights of blocked cells
 *
 * Layers that are all equal are written once, without `layer N`. */
#include "grid/format/native/native.h"
#include "grid/text/file/output.h"
#include "grid/text/place.h"
#include "grid/format/native/rectangles.h"

enum { MAP_DIGIT_MAX = 9 }; /* largest weight that a map can express */

/* Writes to the stream, or only counts bytes if it is NULL. */
struct native_writer {
    const struct grid *grid;
    FILE *stream;
    uint32_t z;
    bool all_layers; /* statements have no `layer N` */
    bool mapped;     /* the layer has a map before its weights */
    uint64_t bytes;  /* written or counted */
    uint64_t limit;  /* counting may stop above it */
};

static uint32_t blocked_value(const void *context, uint32_t x, uint32_t y)
{
    assert(x < ((const struct native_writer *)context)->grid->width);
    const struct native_writer *writer = context;
    const struct grid *grid = writer->grid;
    const uint64_t *row = grid->blocked + ((size_t)writer->z * grid->height + y) * grid->row_words;
    return (uint32_t)(row[x / 64] >> x % 64 & 1);
}

/* The weight, or 0 if it is 1 or the map expresses it. */
static uint32_t weight_value(const void *context, uint32_t x, uint32_t y)
{
    const struct native_writer *writer = context;
    uint32_t weight = grid_weight(writer->grid, grid_cell(writer->grid, x, y, writer->z));
    bool in_map = writer->mapped && weight <= MAP_DIGIT_MAX && blocked_value(context, x, y) == 0;
    return weight == 1 || in_map ? 0 : weight;
}

static void write_text(struct native_writer *writer, const char *text, size_t length)
{
    writer->bytes += length;
    if (writer->stream != NULL)
        fwrite(text, 1, length, writer->stream);
}

/* Writes "<head> X0 Y0 X1 Y1 [layer N]". */
static void write_area(struct native_writer *writer, const char *head, struct box box)
{
    assert(box.x1 < writer->grid->width && box.y1 < writer->grid->height);
    if (writer->stream == NULL && writer->bytes > writer->limit)
        return;
    char text[128], layer[24] = "";
    if (!writer->all_layers)
        snprintf(layer, sizeof layer, " layer %u", writer->z + 1);
    int length = snprintf(text, sizeof text, "%s %u %u %u %u%s\n", head, box.x0, box.y0, box.x1,
                          box.y1, layer);
    write_text(writer, text, (size_t)length);
}

static void write_blocked(void *context, struct box box, uint32_t value)
{
    (void)value;
    write_area(context, "block", box);
}

static void write_weight(void *context, struct box box, uint32_t value)
{
    char head[32];
    snprintf(head, sizeof head, "weight %u", value);
    write_area(context, head, box);
}

/* A capacity and 1, so that tiles without capacity get no area. */
static uint32_t capacity_value(const void *context, uint32_t x, uint32_t y)
{
    const struct native_writer *writer = context;
    const uint32_t capacity = writer->grid->capacity[grid_cell(writer->grid, x, y, writer->z)];
    return capacity == 0 ? 0 : capacity + 1;
}

static void write_capacity(void *context, struct box box, uint32_t value)
{
    char head[32];
    snprintf(head, sizeof head, "capacity %u", value - 1);
    write_area(context, head, box);
}

/* `capacity 0`, which makes the grid a tile graph, and areas of each layer. */
static enum status write_capacities(struct native_writer *writer, struct error *error)
{
    const struct grid *grid = writer->grid;
    static const char head[] = "capacity 0\n";
    write_text(writer, head, sizeof head - 1);
    writer->all_layers = false;
    for (writer->z = 0; writer->z < grid->layers; writer->z++)
        TRY(rectangles_cover(grid->width, grid->height, capacity_value, writer, write_capacity,
                             writer, error));
    return STATUS_OK;
}

static enum status write_map(struct native_writer *writer, struct error *error)
{
    assert(writer->z < writer->grid->layers);
    const struct grid *grid = writer->grid;
    size_t width = grid->width;
    char head[32] = "map\n";
    if (!writer->all_layers)
        snprintf(head, sizeof head, "map layer %u\n", writer->z + 1);
    write_text(writer, head, strlen(head));
    if (writer->stream == NULL) {
        writer->bytes += (width + 1) * grid->height;
        return STATUS_OK;
    }
    char *row;
    TRY(MEM_NEW(row, width + 1, "row of the map", error));
    row[width] = '\n';
    for (uint32_t y = grid->height; y-- > 0;) {
        for (uint32_t x = 0; x < grid->width; x++) {
            uint32_t weight = grid_weight(grid, grid_cell(grid, x, y, writer->z));
            bool digit = weight > 1 && weight <= MAP_DIGIT_MAX;
            row[x] = blocked_value(writer, x, y) != 0 ? '#' : digit ? (char)('0' + weight) : '.';
        }
        write_text(writer, row, width + 1);
    }
    free(row);
    return STATUS_OK;
}

static enum status write_areas(struct native_writer *writer, bool mapped, struct error *error)
{
    const struct grid *grid = writer->grid;
    writer->mapped = mapped;
    TRY(mapped ? write_map(writer, error)
               : rectangles_cover(grid->width, grid->height, blocked_value, writer, write_blocked,
                                  writer, error));
    return grid->weight == NULL ? STATUS_OK
                                : rectangles_cover(grid->width, grid->height, weight_value, writer,
                                                   write_weight, writer, error);
}

static enum status write_layer(struct native_writer *writer, struct error *error)
{
    struct native_writer map = *writer, areas = *writer;
    map.stream = areas.stream = NULL;
    map.bytes = areas.bytes = 0;
    map.limit = UINT64_MAX;
    TRY(write_areas(&map, true, error));
    areas.limit = map.bytes;
    TRY(write_areas(&areas, false, error));
    return write_areas(writer, map.bytes < areas.bytes, error);
}

static bool layers_are_equal(const struct grid *grid)
{
    size_t plane = (size_t)grid->height * grid->row_words;
    size_t cells = (size_t)grid->width * grid->height;
    for (uint32_t z = 1; z < grid->layers; z++) {
        if (memcmp(grid->blocked, grid->blocked + z * plane, plane * sizeof *grid->blocked) != 0)
            return false;
        if (grid->weight != NULL &&
            memcmp(grid->weight, grid->weight + z * cells, cells * sizeof *grid->weight) != 0)
            return false;
    }
    return true;
}

static enum status write_head(const struct grid *grid, FILE *stream, struct error *error)
{
    const struct step_rules *rules = &grid->rules;
    fprintf(stream, "size %u %u", grid->width, grid->height);
    fprintf(stream, grid->layers > 1 ? " %u\n" : "\n", grid->layers);
    for (uint32_t z = 0; z < grid->layers; z++) {
        const char *name = grid->layer[z].name;
        bool horizontal = (rules->horizontal >> z & 1) != 0;
        bool vertical = (rules->vertical >> z & 1) != 0;
        if (name[0] != '\0' && !emit_is_word(name))
            return error_refuse(error, "expected a layer name of one word, found \"%s\"", name);
        if (name[0] == '\0' && !horizontal && !vertical)
            continue;
        fprintf(stream, "layer %u%s%s%s%s\n", z + 1, name[0] != '\0' ? " name " : "", name,
                horizontal ? " dir horizontal"
                : vertical ? " dir vertical"
                           : "",
                (rules->strict >> z & 1) != 0 ? " strict" : "");
    }
    if (rules->wrong_way != 0)
        fprintf(stream, "cost wrong-way %u\n", rules->wrong_way);
    if (rules->via != 0)
        fprintf(stream, "cost via %u\n", rules->via);
    if (rules->bend != 0)
        fprintf(stream, "cost bend %u\n", rules->bend);
    return STATUS_OK;
}

static void write_walls(const struct grid *grid, FILE *stream)
{
    size_t cells = grid->walls != NULL ? grid_cells(grid) : 0;
    char from[PLACE_TEXT_MAX], to[PLACE_TEXT_MAX];
    for (size_t i = 0; i < cells; i++) {
        cell_t cell = (cell_t)i;
        for (int direction = EAST; grid->walls[i] != 0 && direction <= UP; direction += 2)
            if (grid_has_wall(grid, cell, direction))
                fprintf(stream, "wall %s %s\n", place_text(grid, cell, from),
                        place_text(grid, grid_neighbour(grid, cell, direction), to));
    }
}

enum status native_write_grid(const struct grid *grid, const char *path, struct error *error)
{
    struct output output;
    assert(grid->blocked != NULL);
    TRY(output_open(&output, path, error));
    bool equal = layers_are_equal(grid);
    struct native_writer writer = {.grid = grid, .stream = output.stream, .all_layers = equal};
    enum status status = write_head(grid, output.stream, error);
    for (; status == STATUS_OK && writer.z < (equal ? 1 : grid->layers); writer.z++)
        status = write_layer(&writer, error);
    if (status == STATUS_OK && grid->capacity != NULL)
        status = write_capacities(&writer, error);
    if (status == STATUS_OK)
        write_walls(grid, output.stream);
    return output_end(&output, status, error);
}

static bool is_file_name(const char *text)
{
    size_t length = strlen(text);
    if (length == 0 || length > SCAN_WORD_MAX || text[0] == ' ' || text[0] == '#' ||
        text[length - 1] == ' ')
        return false;
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < ' ' || text[i] == 127)
            return false;
    return true;
}

static enum status write_nets(const struct grid *grid, const struct netlist *nets, FILE *stream,
                              struct error *error)
{
    char place[PLACE_TEXT_MAX];
    for (uint32_t n = 0; n < nets->net_count; n++) {
        const struct net *net = &nets->nets[n];
        if (!emit_is_word(netlist_name(nets, n)))
            return error_refuse(error, "expected a net name of one word, found \"%s\"",
                                netlist_name(nets, n));
        fprintf(stream, "net %s", netlist_name(nets, n));
        for (uint32_t i = 0; i < net->pin_count; i++) {
            struct pin pin = nets->pins[net->first_pin + i];
            assert(pin.cell < grid_cells(grid));
            if (grid->layers == 1)
                fprintf(stream, " %u,%u", grid_x(grid, pin.cell), grid_y(grid, pin.cell));
            else
                fprintf(stream, " %s", place_pin_text(grid, pin, place));
        }
        fputc('\n', stream);
    }
    return STATUS_OK;
}

enum status native_write_net(const struct grid *grid, const struct netlist *nets,
                             const char *grid_file, const char *path, struct error *error)
{
    struct output output;
    if (!is_file_name(grid_file))
        return error_refuse(error, "expected the name of a grid file, found \"%s\"", grid_file);
    TRY(output_open(&output, path, error));
    fprintf(output.stream, "grid %s\n", grid_file);
    enum status status = write_nets(grid, nets, output.stream, error);
    return output_end(&output, status, error);
}
