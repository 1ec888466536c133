/* format_course: see the header for the contract. */
#include "grid/format/course.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid/format/grid_file.h"
#include "grid/format/net_builder.h"

enum { LAYERS = 2, PIN_NUMBERS = 3 };

/* Remembers the first line whose count of numbers is not the grid's width, because a number too
 * few or too many there shows only at the end of the file. */
struct row_watch {
    uint64_t line, first_odd_line;
    uint32_t count, odd_count;
};

static void watch_number(struct row_watch *watch, uint64_t line, uint32_t width)
{
    if (line != watch->line) {
        if (watch->count % width != 0 && watch->first_odd_line == 0) {
            watch->first_odd_line = watch->line;
            watch->odd_count = watch->count;
        }
        watch->line = line;
        watch->count = 0;
    }
    watch->count++;
}

/* Adds to a message about the number of numbers which line is the likely culprit. */
static void blame_line(const struct row_watch *watch, uint32_t width, struct error *error)
{
    if (watch->first_odd_line == 0 || error == NULL)
        return;
    size_t used = strlen(error->text);
    snprintf(error->text + used, sizeof error->text - used,
             "; line %llu has %u numbers, a row has %u", (unsigned long long)watch->first_odd_line,
             watch->odd_count, width);
}

static enum status read_head(struct grid *grid, struct scan *scan, struct error *error)
{
    int64_t width, height, bend, via;
    enum status status = scan_int_anywhere(scan, "the width", 1, GRID_SIDE_MAX, &width, error);
    if (status == STATUS_OK)
        status = scan_int_anywhere(scan, "the height", 1, GRID_SIDE_MAX, &height, error);
    if (status == STATUS_OK)
        status = scan_int_anywhere(scan, "the bend cost", 0, COST_EXTRA_MAX, &bend, error);
    if (status == STATUS_OK)
        status = scan_int_anywhere(scan, "the via cost", 0, COST_EXTRA_MAX, &via, error);
    if (status != STATUS_OK)
        return status;
    status = grid_create(grid, (uint32_t)width, (uint32_t)height, LAYERS, error);
    if (status != STATUS_OK)
        return scan_place(scan, NULL, status, error);
    grid->rules.bend = (uint32_t)bend;
    grid->rules.via = (uint32_t)via;
    return STATUS_OK;
}

static enum status read_cell(struct grid *grid, struct scan *scan, cell_t cell,
                             struct row_watch *watch, struct error *error)
{
    static const char what[] = "a cell's cost, at least 1, or -1 where it is blocked";
    int64_t value = 0;
    enum status status = scan_int_anywhere(scan, what, -1, COST_WEIGHT_MAX, &value, error);
    if (status != STATUS_OK) {
        if (scan->eof && scan->at == scan->end)
            blame_line(watch, grid->width, error);
        return status;
    }
    watch_number(watch, scan->line, grid->width);
    if (value == 0) {
        struct word zero = {"0", 1, scan->base + scan->at - 1};
        return scan_expected(scan, &zero, error, "%s", what);
    }
    if (value < 0) {
        grid_set_blocked(grid, cell, true);
    } else if (grid->weight != NULL) {
        grid->weight[cell] = (uint32_t)value;
    } else if (value > 1) {
        uint32_t x = grid_x(grid, cell), y = grid_y(grid, cell);
        struct box box = {x, y, x, y};
        return grid_fill_weight(grid, box, grid_z(grid, cell), (uint32_t)value, error);
    }
    return STATUS_OK;
}

enum status course_read_grid(struct grid *grid, struct scan *scan, struct error *error)
{
    memset(grid, 0, sizeof *grid);
    enum status status = read_head(grid, scan, error);
    struct row_watch watch = {.line = scan->line};
    size_t cells = status == STATUS_OK ? grid_cells(grid) : 0;
    for (size_t cell = 0; cell < cells && status == STATUS_OK; cell++)
        status = read_cell(grid, scan, (cell_t)cell, &watch, error);
    struct word word = {0};
    if (status == STATUS_OK)
        status = scan_word_anywhere(scan, &word, error);
    if (status == STATUS_OK && word.length > 0) {
        status = scan_expected(scan, &word, error, "the end of the file after the last cell");
        blame_line(&watch, grid->width, error);
    }
    return status;
}

/* ---- the netlist ------------------------------------------------------------------------------
 */

/* Finds and reads STEM.grid or STEM.grid.gz beside STEM.nl. */
static enum status read_grid_beside(struct design *design, struct scan *scan,
                                    const struct word *word, struct error *error)
{
    const char *path = scan->path;
    size_t length = strlen(path);
    if (strcmp(path, "<stdin>") == 0)
        return scan_fail(scan, word, error,
                         "expected a file: the grid is found beside the netlist's name");
    if (length > 3 && strcmp(path + length - 3, ".gz") == 0)
        length -= 3;
    for (size_t i = length; i > 0 && path[i - 1] != '/'; i--) {
        if (path[i - 1] == '.') {
            length = i - 1;
            break;
        }
    }
    static const char *const endings[] = {".grid", ".grid.gz"};
    char *grid_path = mem_alloc(length + sizeof ".grid.gz", 1, "name of the grid's file", error);
    if (grid_path == NULL)
        return STATUS_FAILED;
    memcpy(grid_path, path, length);
    for (size_t i = 0; i < 2; i++) {
        memcpy(grid_path + length, endings[i], strlen(endings[i]) + 1);
        if (grid_file_exists(grid_path))
            return grid_file_read_named(&design->grid, grid_path, &design->grid_path, scan, word,
                                        error);
    }
    grid_path[length] = '\0';
    scan_fail(scan, word, error,
              "expected the grid of this netlist beside it, found neither %s.grid nor %s.grid.gz",
              grid_path, grid_path);
    free(grid_path);
    return STATUS_BAD_INPUT;
}

static enum status read_pin(struct net_builder *builder, struct error *error)
{
    const struct grid *grid = &builder->design->grid;
    const int64_t lo[PIN_NUMBERS] = {1, 0, 0};
    const int64_t hi[PIN_NUMBERS] = {LAYERS, (int64_t)grid->width - 1, (int64_t)grid->height - 1};
    static const char *const names[PIN_NUMBERS] = {"a pin's layer", "a pin's x", "a pin's y"};
    int64_t number[PIN_NUMBERS];
    struct word word = {0};
    for (int i = 0; i < PIN_NUMBERS; i++) {
        enum status status = scan_word_anywhere(builder->scan, &word, error);
        if (status == STATUS_OK)
            status = scan_word_int(builder->scan, &word, names[i], lo[i], hi[i], &number[i], error);
        if (status != STATUS_OK)
            return status;
    }
    struct pin pin = {
        grid_cell(grid, (uint32_t)number[1], (uint32_t)number[2], (uint32_t)number[0] - 1), false};
    return net_builder_pin(builder, &word, pin, error);
}

static enum status read_net(struct net_builder *builder, struct error *error)
{
    struct word id;
    int64_t number;
    enum status status = scan_word_anywhere(builder->scan, &id, error);
    if (status == STATUS_OK)
        status = scan_word_int(builder->scan, &id, "the id of a net", 0, INT32_MAX, &number, error);
    if (status == STATUS_OK)
        status = net_builder_net(builder, &id, error);
    if (status == STATUS_OK)
        status = read_pin(builder, error);
    return status == STATUS_OK ? read_pin(builder, error) : status;
}

static enum status read_nets(struct net_builder *builder, int64_t count, struct error *error)
{
    enum status status = STATUS_OK;
    for (int64_t net = 0; net < count && status == STATUS_OK; net++)
        status = read_net(builder, error);
    struct word word = {0};
    if (status == STATUS_OK)
        status = scan_word_anywhere(builder->scan, &word, error);
    if (status == STATUS_OK && word.length > 0)
        status = scan_expected(builder->scan, &word, error, "the end of the file after %lld nets",
                               (long long)count);
    return status;
}

enum status course_read_nl(struct design *design, struct scan *scan, struct error *error)
{
    struct word word, second;
    int64_t count = 0;
    enum status status = scan_word_anywhere(scan, &word, error);
    if (status == STATUS_OK)
        status =
            scan_word_int(scan, &word, "the number of nets", 1, NETLIST_NETS_MAX, &count, error);
    if (status == STATUS_OK)
        status = scan_word(scan, &second, error);
    if (status != STATUS_OK)
        return status;
    if (second.length > 0)
        return scan_expected(scan, &second, error,
                             "the number of nets alone on its line (a netlist, not a grid)");
    struct net_builder builder = {0};
    status = read_grid_beside(design, scan, &word, error);
    if (status == STATUS_OK && design->grid.layers != LAYERS)
        status = scan_fail(scan, &word, error,
                           "expected a grid of 2 layers beside this netlist, "
                           "found one of %u in %s",
                           design->grid.layers, design->grid_path);
    if (status == STATUS_OK)
        status = net_builder_open(&builder, design, scan, error);
    if (status == STATUS_OK)
        status = read_nets(&builder, count, error);
    net_builder_close(&builder);
    return status;
}
