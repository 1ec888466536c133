/* course_grid: reads the cells in the order of their numbers. A missing or surplus number is
 * noticed only at the end of the file, so the message names the first line with a wrong count. */
#include "grid/format/course/course.h"

#include "grid/format/map_rows.h"
#include "grid/text/file/watch.h"

/* Finds the first line whose count of numbers is no multiple of the grid's width. */
struct row_watch {
    uint64_t line, first_odd_line; /* the current line; the first wrong one, 0: none */
    uint32_t count, odd_count;     /* their counts */
};

static void watch_number(struct row_watch *watch, uint64_t line, uint32_t width)
{
    assert(width > 0 && line >= watch->line);
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

/* Adds the first line with a wrong count to the message. */
static void add_line(const struct row_watch *watch, uint32_t width, struct error *error)
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
    TRY(scan_int_anywhere(scan, "the width", 1, GRID_SIDE_MAX, &width, error));
    TRY(scan_int_anywhere(scan, "the height", 1, GRID_SIDE_MAX, &height, error));
    TRY(scan_int_anywhere(scan, "the bend cost", 0, COST_EXTRA_MAX, &bend, error));
    TRY(scan_int_anywhere(scan, "the via cost", 0, COST_EXTRA_MAX, &via, error));
    TRY(watch_cells((uint64_t)width * (uint64_t)height * COURSE_LAYERS, error));
    enum status status = grid_create(grid, (uint32_t)width, (uint32_t)height, COURSE_LAYERS, error);
    TRY(scan_place(scan, NULL, status, error));
    grid->rules.bend = (uint32_t)bend;
    grid->rules.via = (uint32_t)via;
    return STATUS_OK;
}

static enum status read_cell(struct grid *grid, struct scan *scan, cell_t cell,
                             struct row_watch *watch, struct error *error)
{
    static const char what[] = "a cell's cost, at least 1, or -1 if it is blocked";
    struct word word;
    int64_t value = 0;
    TRY(scan_word_anywhere(scan, &word, error));
    enum status status = scan_word_int(scan, &word, what, -1, COST_WEIGHT_MAX, &value, error);
    if (status != STATUS_OK) {
        if (word.length == 0)
            add_line(watch, grid->width, error);
        return status;
    }
    watch_number(watch, scan->line, grid->width);
    if (value == 0)
        return scan_expected(scan, &word, error, "%s", what);
    if (value < 0) {
        grid_set_blocked(grid, cell, true);
    } else if (grid->weight != NULL) {
        grid->weight[cell] = (uint32_t)value;
    } else if (value > 1) {
        uint32_t x = grid_x(grid, cell), y = grid_y(grid, cell);
        struct box box = {x, y, x, y};
        return weights_fill(grid, box, grid_z(grid, cell), (uint32_t)value, error);
    }
    return STATUS_OK;
}

enum status course_grid_read(struct grid *grid, struct scan *scan, struct error *error)
{
    memset(grid, 0, sizeof *grid);
    TRY(read_head(grid, scan, error));
    struct row_watch watch = {.line = scan->line};
    size_t cells = grid_cells(grid);
    for (size_t cell = 0; cell < cells; cell++)
        TRY(read_cell(grid, scan, (cell_t)cell, &watch, error));
    struct word word = {0};
    TRY(scan_word_anywhere(scan, &word, error));
    if (word.length == 0)
        return STATUS_OK;
    scan_expected(scan, &word, error, "the end of the file after the last cell");
    add_line(&watch, grid->width, error);
    return STATUS_BAD_INPUT;
}
