/* course_net: reads the number of nets, the grid of the same name, then each net's two pins. */
#include "grid/format/course/course.h"

#include "grid/format/grid_file.h"
#include "grid/format/net_builder.h"
#include "grid/text/file/path.h"

enum { PIN_NUMBERS = 3 };

/* Reads STEM.grid or STEM.grid.gz in the folder of STEM.nl. */
static enum status read_grid_beside(struct design *design, struct scan *scan,
                                    const struct word *word, struct error *error)
{
    const char *path = scan->path;
    size_t length = strlen(path);
    if (strcmp(path, "<stdin>") == 0)
        return scan_fail(scan, word, error,
                         "expected a file: the grid is searched for beside the netlist");
    if (length > 3 && strcmp(path + length - 3, ".gz") == 0)
        length -= 3;
    for (size_t i = length; i > 0 && path[i - 1] != '/'; i--) {
        if (path[i - 1] == '.') {
            length = i - 1;
            break;
        }
    }
    static const char *const endings[] = {".grid", ".grid.gz"};
    for (size_t i = 0; i < 2; i++) {
        char *grid_path;
        TRY(path_format(&grid_path, error, "%.*s%s", (int)length, path, endings[i]));
        if (path_is_readable(grid_path))
            return grid_file_read_named(&design->grid, grid_path, &design->grid_path, scan, word,
                                        error);
        free(grid_path);
    }
    return scan_fail(
        scan, word, error,
        "expected the grid of this netlist beside it, found neither %.*s.grid nor %.*s.grid.gz",
        (int)length, path, (int)length, path);
}

static enum status read_end(struct net_builder *builder, struct word *word, struct pin *pin,
                            struct error *error)
{
    assert(builder->design->grid.layers == COURSE_LAYERS);
    const struct grid *grid = &builder->design->grid;
    const int64_t lo[PIN_NUMBERS] = {1, 0, 0};
    const int64_t hi[PIN_NUMBERS] = {COURSE_LAYERS, (int64_t)grid->width - 1,
                                     (int64_t)grid->height - 1};
    static const char *const names[PIN_NUMBERS] = {"a pin's layer", "a pin's x", "a pin's y"};
    int64_t number[PIN_NUMBERS];
    for (int i = 0; i < PIN_NUMBERS; i++) {
        TRY(scan_word_anywhere(builder->scan, word, error));
        TRY(scan_word_int(builder->scan, word, names[i], lo[i], hi[i], &number[i], error));
    }
    *pin = (struct pin){
        grid_cell(grid, (uint32_t)number[1], (uint32_t)number[2], (uint32_t)number[0] - 1), false};
    return STATUS_OK;
}

/* Reads a net. If its two ends are one cell, it has one pin. */
static enum status read_net(struct net_builder *builder, struct error *error)
{
    struct word word;
    int64_t number;
    struct pin from = {0}, to = {0};
    TRY(scan_word_anywhere(builder->scan, &word, error));
    TRY(scan_word_int(builder->scan, &word, "the id of a net", 0, INT32_MAX, &number, error));
    TRY(net_builder_net(builder, &word, error));
    TRY(read_end(builder, &word, &from, error));
    TRY(net_builder_pin(builder, &word, from, error));
    TRY(read_end(builder, &word, &to, error));
    return to.cell != from.cell ? net_builder_pin(builder, &word, to, error) : STATUS_OK;
}

static enum status read_nets(struct net_builder *builder, int64_t count, struct error *error)
{
    for (int64_t net = 0; net < count; net++) {
        struct error *slot = error_slot(error);
        enum status status = read_net(builder, slot);
        if (!scan_goes_on(builder->scan, status, error, slot))
            return status;
    }
    if (error_is_set(error))
        return STATUS_BAD_INPUT;
    struct word word = {0};
    TRY(scan_word_anywhere(builder->scan, &word, error));
    if (word.length > 0)
        return scan_expected(builder->scan, &word, error, "the end of the file after %lld nets",
                             (long long)count);
    return STATUS_OK;
}

enum status course_net_read(struct design *design, struct scan *scan, struct error *error)
{
    assert(design->grid.blocked == NULL && design->nets.net_count == 0);
    struct word word, second;
    int64_t count = 0;
    TRY(scan_word_anywhere(scan, &word, error));
    TRY(scan_word_int(scan, &word, "the number of nets", 1, NETLIST_NETS_MAX, &count, error));
    TRY(scan_word(scan, &second, error));
    if (second.length > 0)
        return scan_expected(scan, &second, error,
                             "the number of nets alone on its line (a netlist, not a grid)");
    struct net_builder builder = {0};
    enum status status = read_grid_beside(design, scan, &word, error);
    if (status == STATUS_OK && design->grid.layers != COURSE_LAYERS)
        status = scan_fail(scan, &word, error,
                           "expected a grid of 2 layers beside this netlist, "
                           "found one of %u in %s",
                           design->grid.layers, design->grid_path);
    THEN(status, net_builder_open(&builder, design, scan, error));
    THEN(status, read_nets(&builder, count, error));
    net_builder_close(&builder);
    return status;
}
