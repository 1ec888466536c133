/* bfs_input: detects the kind by the first line, which is put back for the reader. */
#include "router/cli/subject/grid/bfs_input.h"

#include <ctype.h>

#include "grid/format/design_file.h"
#include "grid/format/grid_file.h"
#include "grid/format/matrixmarket/matrixmarket.h"
#include "grid/text/file/output.h"
#include "grid/text/place.h"
#include "grid/text/file/path.h"
#include "router/cli/options/options.h"

enum input_kind { INPUT_NETLIST, INPUT_GRID, INPUT_MATRIX };

enum { FIRST_WORDS = 4 }; /* words counted on a first line */

/* Counts the words on a line whose first word has been read, itself included, up to FIRST_WORDS. */
static enum status count_words(struct scan *scan, unsigned *count, struct error *error)
{
    struct word word;
    enum status status = STATUS_OK;
    for (*count = 1; *count < FIRST_WORDS; ++*count)
        if ((status = scan_word(scan, &word, error)) != STATUS_OK || word.length == 0)
            break;
    return status;
}

/* Finds the kind by the first line, which is put back: a course netlist starts with one number, a
 * list of edges with two, a matrix without a banner with three, a course grid with four. */
static enum status kind_of_content(struct scan *scan, enum input_kind *kind, struct error *error)
{
    bool more = false;
    struct word word = {0};
    unsigned count = 0;
    TRY(scan_line(scan, &more, error));
    *kind = INPUT_MATRIX;
    if (more && scan->buffer[scan->at] == '%')
        return STATUS_OK;
    TRY(scan_word(scan, &word, error));
    enum status status = STATUS_OK;
    *kind = INPUT_NETLIST;
    if (word_is(&word, "size") || word_is(&word, "type")) {
        *kind = INPUT_GRID;
    } else if (more && isdigit((unsigned char)word.text[0])) {
        status = count_words(scan, &count, error);
        *kind = count == 1 ? INPUT_NETLIST : count < 4 ? INPUT_MATRIX : INPUT_GRID;
    } else if (!word_is(&word, "grid") && !word_is(&word, "version")) {
        return scan_expected(scan, &word, error, "a netlist, a grid or a Matrix Market file");
    }
    if (status == STATUS_OK && word.offset < scan->base)
        return scan_fail(scan, NULL, error, "expected a first line with fewer blanks");
    if (status == STATUS_OK)
        scan_back(scan, &word);
    return status;
}

/* Reads the open text by its kind. The text is read once, so that it may be a pipe. */
static enum status read_by_kind(struct bfs_input *input, struct scan *scan, const char *path,
                                bool undirected, struct error *error)
{
    enum input_kind kind = INPUT_MATRIX;
    if (!path_ends_with(path, ".mtx") && !path_ends_with(path, ".mtx.gz"))
        TRY(kind_of_content(scan, &kind, error));
    if (kind == INPUT_MATRIX && (path_ends_with(path, ".grid") || path_ends_with(path, ".grid.gz")))
        kind = INPUT_GRID; /* the head of a course grid may have several lines */
    if (kind != INPUT_MATRIX && undirected)
        return error_refuse(error,
                            "--undirected is for matrices: the steps of a grid lead both ways");
    input->is_graph = kind == INPUT_MATRIX;
    if (kind == INPUT_MATRIX)
        return matrixmarket_read_scan(&input->graph, scan, undirected, error);
    if (kind == INPUT_GRID) {
        TRY(grid_file_read_scan(&input->design.grid, scan, error));
        return input->design.grid.capacity == NULL
                   ? STATUS_OK
                   : error_set_at(error, STATUS_BAD_INPUT, path, 0, 0,
                                  "expected a grid without capacities");
    }
    return design_read_scan(&input->design, scan, path, error);
}

enum status bfs_input_read(struct bfs_input *input, const char *path, bool undirected,
                           struct error *error)
{
    assert(input != NULL && path != NULL);
    struct scan scan;
    memset(input, 0, sizeof *input);
    input->name = path_name(path);
    enum status status = scan_open(&scan, path, error);
    THEN(status, read_by_kind(input, &scan, path, undirected, error));
    scan_close(&scan);
    return status;
}

void bfs_input_destroy(struct bfs_input *input)
{
    design_destroy(&input->design);
    csr_graph_destroy(&input->graph);
}

/* X,Y or X,Y,N inside the grid. */
static bool read_cell(const struct grid *grid, const char *text, cell_t *cell)
{
    assert(grid->width > 0 && grid->height > 0);
    uint64_t x = 0, y = 0, z = 1;
    bool read =
        options_digits(text, &text, &x) && *text == ',' && options_digits(text + 1, &text, &y);
    if (read && *text == ',')
        read = options_digits(text + 1, &text, &z);
    if (!read || *text != '\0' || x >= grid->width || y >= grid->height || z < 1 ||
        z > grid->layers)
        return false;
    *cell = grid_cell(grid, (uint32_t)x, (uint32_t)y, (uint32_t)z - 1);
    return true;
}

static bool is_pin(const struct design *design, cell_t cell)
{
    size_t plane = (size_t)design->grid.width * design->grid.height;
    for (uint32_t i = 0; i < design->nets.pin_count; i++) {
        const struct pin *pin = &design->nets.pins[i];
        if (pin->cell == cell || (pin->all_layers && cell % plane == pin->cell % plane))
            return true;
    }
    return false;
}

enum status bfs_input_problem(const struct bfs_input *input, const char *option, const char *source,
                              bool may_be_blocked, struct bfs_problem *problem, struct error *error)
{
    const struct grid *grid = &input->design.grid;
    memset(problem, 0, sizeof *problem);
    if (input->is_graph) {
        uint64_t vertex = 0;
        const char *end;
        problem->graph = &input->graph;
        if (!options_digits(source, &end, &vertex) || *end != '\0' || vertex < 1 ||
            vertex > input->graph.vertex_count)
            return error_refuse(error, "%s: expected a vertex of %s (1 .. %u), found \"%.60s\"",
                                option, input->name, input->graph.vertex_count, source);
        problem->source = (uint32_t)(vertex - 1);
        return STATUS_OK;
    }
    problem->grid = grid;
    if (!read_cell(grid, source, &problem->source))
        return error_refuse(error,
                            "%s: expected a cell X,Y or X,Y,N of the grid of %u x %u cells and %u "
                            "layer%s, found \"%.60s\"",
                            option, grid->width, grid->height, grid->layers,
                            grid->layers == 1 ? "" : "s", source);
    if (!may_be_blocked && grid_is_blocked(grid, problem->source) &&
        !is_pin(&input->design, problem->source))
        return error_refuse(error, "%s %s: expected a free cell or a pin, this one is blocked",
                            option, source);
    return STATUS_OK;
}

const char *bfs_input_vertex(const struct bfs_input *input, uint32_t vertex,
                             char text[BFS_VERTEX_TEXT_MAX])
{
    assert(vertex <
           (input->is_graph ? input->graph.vertex_count : grid_cells(&input->design.grid)));
    if (!input->is_graph)
        return place_text(&input->design.grid, vertex, text);
    snprintf(text, BFS_VERTEX_TEXT_MAX, "%" PRIu64, (uint64_t)vertex + 1);
    return text;
}

enum status bfs_input_write_labels(const struct bfs_input *input, const struct bfs_problem *problem,
                                   const uint32_t *labels, const char *path, struct error *error)
{
    assert(labels != NULL && path != NULL);
    struct output output;
    char text[BFS_VERTEX_TEXT_MAX];
    TRY(output_open(&output, path, error));
    for (uint32_t vertex = 0; vertex < bfs_vertex_count(problem); vertex++) {
        bfs_input_vertex(input, vertex, text);
        if (labels[vertex] != BFS_UNREACHED)
            fprintf(output.stream, "%s %u\n", text, labels[vertex]);
        else
            fprintf(output.stream, "%s -1\n", text);
    }
    return output_commit(&output, error);
}
