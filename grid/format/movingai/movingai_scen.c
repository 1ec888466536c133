/* movingai_scen: reads the queries line by line. The first one determines the map. */
#include "grid/format/movingai/movingai.h"

#include "grid/format/grid_file.h"
#include "grid/format/net_builder.h"
#include "grid/text/file/path.h"

struct scen {
    struct net_builder builder;
    char *map_name; /* as the first query states it */
};

/* Reads the map of the first query; the other queries must name the same map. */
static enum status read_map_name(struct scen *scen, struct error *error)
{
    struct scan *scan = scen->builder.scan;
    struct design *design = scen->builder.design;
    struct word name;
    TRY(scan_word(scan, &name, error));
    if (name.length == 0)
        return scan_expected(scan, &name, error, "the name of the map's file");
    if (scen->map_name != NULL) {
        if (word_is(&name, scen->map_name))
            return STATUS_OK;
        return scan_expected(scan, &name, error, "the map of the first query, %s", scen->map_name);
    }
    TRY(path_beside(&scen->map_name, "", name.text, name.length, error));
    char *path;
    TRY(path_beside(&path, scan->path, name.text, name.length, error));
    const char *base = path_name(scen->map_name);
    if (base != scen->map_name && !path_is_readable(path)) {
        free(path);
        TRY(path_beside(&path, scan->path, base, strlen(base), error));
    }
    return grid_file_read_named(&design->grid, path, &design->grid_path, scan, &name, error);
}

static enum status read_length(struct scan *scan, struct error *error)
{
    struct word word;
    TRY(scan_word(scan, &word, error));
    size_t digits = 0, points = 0;
    for (size_t i = 0; i < word.length; i++) {
        digits += word.text[i] >= '0' && word.text[i] <= '9';
        points += word.text[i] == '.';
    }
    if (digits == 0 || points > 1 || digits + points != word.length)
        return scan_expected(scan, &word, error, "the length of the query, a decimal number");
    return scan_end(scan, error);
}

static enum status read_point(struct net_builder *builder, const char *const names[2],
                              struct word *word, struct pin *pin, struct error *error)
{
    const struct grid *grid = &builder->design->grid;
    int64_t place[2];
    const int64_t side[2] = {grid->width, grid->height};
    for (int i = 0; i < 2; i++) {
        TRY(scan_word(builder->scan, word, error));
        TRY(scan_word_int(builder->scan, word, names[i], 0, side[i] - 1, &place[i], error));
    }
    pin->cell = grid_cell(grid, (uint32_t)place[0], grid->height - 1 - (uint32_t)place[1], 0);
    pin->all_layers = false;
    return STATUS_OK;
}

static enum status add_query(struct net_builder *builder, struct error *error)
{
    assert(builder->design->alone && builder->design->grid.layers == 1);
    static const char *const start_names[2] = {"x of the start", "y of the start"};
    static const char *const goal_names[2] = {"x of the goal", "y of the goal"};
    char text[16];
    int length = snprintf(text, sizeof text, "q%u", builder->design->nets.net_count + 1);
    struct word name = {text, (size_t)length, builder->scan->base + builder->scan->at}, word;
    struct pin start = {0}, goal = {0};
    TRY(net_builder_net(builder, &name, error));
    TRY(read_point(builder, start_names, &word, &start, error));
    TRY(net_builder_pin(builder, &word, start, error));
    TRY(read_point(builder, goal_names, &word, &goal, error));
    return goal.cell != start.cell ? net_builder_pin(builder, &word, goal, error) : STATUS_OK;
}

static enum status read_query(struct scen *scen, struct error *error)
{
    struct scan *scan = scen->builder.scan;
    const struct grid *grid = &scen->builder.design->grid;
    int64_t number;
    TRY(scan_int(scan, "the bucket", 0, INT32_MAX, &number, error));
    TRY(read_map_name(scen, error));
    if (grid->layers != 1)
        return scan_fail(scan, NULL, error, "expected a map of one layer, found %u", grid->layers);
    TRY(scan_int(scan, "the map's width", grid->width, grid->width, &number, error));
    TRY(scan_int(scan, "the map's height", grid->height, grid->height, &number, error));
    TRY(add_query(&scen->builder, error));
    return read_length(scan, error);
}

/* Continues after a wrong query, but not without a map. */
static enum status read_queries(struct scen *scen, struct error *error)
{
    struct scan *scan = scen->builder.scan;
    for (bool more = true; more;) {
        struct error *slot = error_slot(error);
        enum status status = scan_line(scan, &more, slot);
        if (status == STATUS_OK && more)
            status = read_query(scen, slot);
        const bool mapped = scen->builder.design->grid.blocked != NULL;
        if (status != STATUS_OK && (!mapped || !scan_goes_on(scan, status, error, slot)))
            return status;
    }
    return error_is_set(error) ? STATUS_BAD_INPUT : STATUS_OK;
}

enum status movingai_scen_read(struct design *design, struct scan *scan, struct error *error)
{
    assert(design->grid.blocked == NULL && design->nets.net_count == 0);
    struct word word = {0};
    struct scen scen = {0};
    design->alone = true;
    enum status status =
        scan_first_word(scan, &word, error); /* the word "version" showed the format */
    THEN(status, scan_word(scan, &word, error));
    if (status == STATUS_OK && !word_is(&word, "1") && !word_is(&word, "1.0"))
        status = scan_expected(scan, &word, error, "version 1");
    THEN(status, net_builder_open(&scen.builder, design, scan, error));
    THEN(status, read_queries(&scen, error));
    if (status == STATUS_OK && design->nets.net_count == 0)
        status = scan_fail(scan, NULL, error, "expected a query, found the end of the file");
    net_builder_close(&scen.builder);
    free(scen.map_name);
    return status;
}
