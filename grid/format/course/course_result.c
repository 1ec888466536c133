/* course_result: reads and writes the course's result file. Cells of a path are joined to wires:
 *
 *     1 2 0 | 1 3 0 | 1 4 0 | 3 4 0 | 2 4 0        cells 2..4 of layer 1, a via at 4,0
 *     wire 2,0,1 4,0,1    wire 4,0,1 4,0,2
 *
 * It is an error if two cells in a row are not neighbours, or if there is a via line without a
 * change of layer or a change of layer without a via line. grid/check checks the cells. */
#include "grid/format/course/course.h"

#include "grid/format/name_table.h"

enum { RESULT_VIA = COURSE_LAYERS + 1 }; /* the "layer" of a via line */

enum status course_result_fits(const struct design *design, struct error *error)
{
    if (design->format != FORMAT_COURSE)
        return error_refuse(error,
                            "a result file (.out) is written for netlists of the course format "
                            "only; %s is of another one: choose a name that does not end in .out",
                            design->name);
    return STATUS_OK;
}

static void write_cell(struct emit *emit, uint32_t first, const struct grid *grid, cell_t cell)
{
    assert(first >= 1 && first <= RESULT_VIA);
    emit_format(emit, "%u %u %u\n", first, grid_x(grid, cell), grid_y(grid, cell));
}

static void write_path(const struct grid *grid, const struct wire *wires, size_t count,
                       struct emit *emit)
{
    assert(count > 0);
    cell_t before = wires[0].from;
    write_cell(emit, grid_z(grid, before) + 1, grid, before);
    for (size_t i = 0; i < count; i++) {
        struct wire_walk walk = wire_walk(grid, wires[i]);
        for (wire_next(&walk); walk.left > 0; wire_next(&walk)) {
            if (grid_z(grid, before) != grid_z(grid, walk.cell))
                write_cell(emit, RESULT_VIA, grid, before);
            write_cell(emit, grid_z(grid, walk.cell) + 1, grid, walk.cell);
            before = walk.cell;
        }
    }
}

void course_result_write(const struct routes *routes, const struct design *design,
                         struct emit *emit)
{
    assert(design->format == FORMAT_COURSE && routes->net_count == design->nets.net_count);
    emit_format(emit, "%u\n", routes->net_count);
    for (uint32_t net = 0; net < routes->net_count; net++) {
        const struct route *route = &routes->nets[net];
        emit_format(emit, "%s\n", netlist_name(&design->nets, net));
        const cell_t root = design->nets.pins[design->nets.nets[net].first_pin].cell;
        if (route->state == ROUTE_ROUTED && route->wire_count > 0)
            write_path(&design->grid, routes->wires + route->first_wire, route->wire_count, emit);
        else if (route->state == ROUTE_ROUTED) /* its two ends are one cell */
            write_cell(emit, grid_z(&design->grid, root) + 1, &design->grid, root);
        emit_text(emit, "0\n");
    }
}

struct course_reader {
    struct scan *scan;
    struct routes *routes;
    const struct design *design;
    struct name_table names;
    bool *seen;         /* [net_count] nets that have been read */
    struct wire *wires; /* [count] of the net that is read; the last one may still grow */
    size_t count, capacity;
};

static enum status read_head(struct course_reader *reader, struct error *error)
{
    const struct netlist *nets = &reader->design->nets;
    int64_t count;
    TRY(scan_int_anywhere(reader->scan, "the number of nets", nets->net_count, nets->net_count,
                          &count, error));
    TRY(MEM_NEW(reader->seen, nets->net_count, "nets seen", error));
    for (uint32_t net = 0, earlier; net < nets->net_count; net++)
        TRY(name_table_add(&reader->names, nets, net, &earlier, error));
    return STATUS_OK;
}

static enum status read_id(struct course_reader *reader, uint32_t *net, struct error *error)
{
    const struct netlist *nets = &reader->design->nets;
    struct word id;
    TRY(scan_word_anywhere(reader->scan, &id, error));
    *net = id.length > 0 ? name_table_find(&reader->names, nets, id.text, id.length) : UINT32_MAX;
    if (*net == UINT32_MAX)
        return scan_expected(reader->scan, &id, error, "the id of a net of %s",
                             reader->design->name);
    assert(reader->seen != NULL); /* read_head made it */
    if (reader->seen[*net])
        return scan_fail(reader->scan, &id, error, "expected each net once, found net %s again",
                         netlist_name(nets, *net));
    reader->seen[*net] = true;
    return STATUS_OK;
}

/* Reads `x y` of a cell of layer z, from 0. */
static enum status read_xy(struct course_reader *reader, uint32_t z, cell_t *cell,
                           struct error *error)
{
    assert(z < reader->design->grid.layers);
    const struct grid *grid = &reader->design->grid;
    int64_t x = 0, y = 0;
    TRY(scan_int_anywhere(reader->scan, "x", 0, grid->width - 1, &x, error));
    TRY(scan_int_anywhere(reader->scan, "y", 0, grid->height - 1, &y, error));
    *cell = grid_cell(grid, (uint32_t)x, (uint32_t)y, z);
    return STATUS_OK;
}

/* Adds a cell to the path: extends the last wire or starts a new one. */
static enum status grow_path(struct course_reader *reader, cell_t from, cell_t to, int direction,
                             int direction_before, struct error *error)
{
    if (reader->count > 0 && direction == direction_before) {
        reader->wires[reader->count - 1].to = to;
        return STATUS_OK;
    }
    if (reader->count >= grid_cells(&reader->design->grid))
        return scan_fail(reader->scan, NULL, error,
                         "expected no more runs of a net than the grid has cells");
    return MEM_APPEND(reader->wires, reader->capacity, reader->count, ((struct wire){from, to}),
                      "wires of a net", error);
}

/* Reads the lines of a path up to its 0. *end is its last cell, or CELL_NONE if there are none. */
static enum status read_path(struct course_reader *reader, cell_t *end, struct error *error)
{
    const struct grid *grid = &reader->design->grid;
    cell_t last = CELL_NONE, via = CELL_NONE;
    int before = DIRECTIONS;
    reader->count = 0;
    for (;;) {
        struct word word;
        int64_t first = 0;
        cell_t cell = 0;
        TRY(scan_word_anywhere(reader->scan, &word, error));
        if (word.length == 0)
            return scan_expected(reader->scan, &word, error, "a cell of the path, or 0");
        TRY(scan_word_int(reader->scan, &word, "a layer, 3 for a via, or 0", 0, RESULT_VIA, &first,
                          error));
        *end = last;
        if (first == 0 && via == CELL_NONE)
            return STATUS_OK;
        if (first == 0)
            return scan_fail(reader->scan, NULL, error, "expected a cell after the via, found 0");
        if (first != RESULT_VIA && first > grid->layers)
            return scan_expected(reader->scan, &word, error, "a layer (1..%u), 3 for a via, or 0",
                                 grid->layers);
        uint32_t z = first == RESULT_VIA ? 0 : (uint32_t)first - 1;
        TRY(read_xy(reader, z, &cell, error));
        if (first == RESULT_VIA) {
            if (via != CELL_NONE || last == CELL_NONE ||
                cell != last % ((size_t)grid->width * grid->height))
                return scan_fail(reader->scan, NULL, error,
                                 "expected a via only between two cells of its own x and y");
            via = last;
            continue;
        }
        int direction = last != CELL_NONE ? grid_direction(grid, last, cell) : DIRECTIONS;
        if (last != CELL_NONE && (direction == DIRECTIONS || (direction >= UP) != (via == last)))
            return scan_fail(reader->scan, NULL, error,
                             direction >= UP && direction < DIRECTIONS
                                 ? "expected a line \"3 x y\" before the change of layer"
                                 : "expected a neighbour of the cell before it");
        if (last != CELL_NONE)
            TRY(grow_path(reader, last, cell, direction, before, error));
        last = cell;
        via = CELL_NONE;
        before = direction;
    }
}

/* Reverses a path that begins at the second pin. */
static void reverse(struct course_reader *reader)
{
    for (size_t i = 0, j = reader->count; i < j; i++) {
        struct wire wire = reader->wires[i], other = reader->wires[--j];
        reader->wires[i] = (struct wire){other.to, other.from};
        reader->wires[j] = (struct wire){wire.to, wire.from};
    }
}

static enum status read_net(struct course_reader *reader, struct error *error)
{
    uint32_t net = 0;
    cell_t end = CELL_NONE;
    TRY(read_id(reader, &net, error));
    TRY(read_path(reader, &end, error));
    if (end == CELL_NONE)
        return routes_set_unrouted(reader->routes, net, ROUTE_INTERRUPTED, NULL, 0, error);
    const struct netlist *nets = &reader->design->nets;
    cell_t root = nets->pins[nets->nets[net].first_pin].cell;
    if (reader->count == 0 && nets->nets[net].pin_count == 1 && end != root)
        return scan_fail(reader->scan, NULL, error,
                         "expected the one cell of both ends of net %s before the 0",
                         netlist_name(nets, net));
    if (reader->count > 0 && reader->wires[0].from != root &&
        reader->wires[reader->count - 1].to == root)
        reverse(reader);
    return routes_set_wires(reader->routes, reader->design, net, reader->wires, reader->count,
                            error);
}

enum status course_result_read(struct routes *routes, const struct design *design,
                               struct scan *scan, struct error *error)
{
    assert(routes->net_count == design->nets.net_count);
    struct course_reader reader = {.scan = scan, .routes = routes, .design = design};
    enum status status =
        design->grid.layers <= COURSE_LAYERS
            ? read_head(&reader, error)
            : scan_fail(scan, NULL, error,
                        "expected a grid of at most 2 layers for a result file, found %u",
                        design->grid.layers);
    for (uint32_t i = 0; status == STATUS_OK && i < routes->net_count; i++)
        status = read_net(&reader, error);
    struct word word = {0};
    THEN(status, scan_word_anywhere(scan, &word, error));
    if (status == STATUS_OK && word.length > 0)
        status = scan_expected(scan, &word, error, "the end of the file after the last net");
    name_table_destroy(&reader.names);
    MEM_FREE(reader.seen, reader.wires);
    return status;
}
