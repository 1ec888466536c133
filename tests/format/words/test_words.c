/* test_words: texts of each format except layouts, with one error at a time. said/FILE.txt is the
 * golden text of FILE (see edits.h), said/FILE.two.txt that of two errors (see pairs.h),
 * said/FILE.bytes.txt that of one changed byte (see bytes.h).
 *
 *     UPDATE=1 out/build/release/tests/format/words/test_words
 */
#include "tests/support/bytes.h"

#include "grid/format/design_file.h"
#include "grid/format/grid_file.h"
#include "grid/format/matrixmarket/matrixmarket.h"
#include "grid/format/routes_file.h"
#include "grid/text/scan.h"

#define FOLDER "tests/format/words/"

static struct design native, course;

/* ---- the result as text --------------------------------------------------------------------- */

static void dump_grid(FILE *out, const struct grid *grid)
{
    fprintf(out, "%u %u %u rules %u %u %u\n", grid->width, grid->height, grid->layers,
            (unsigned)grid->rules.via, (unsigned)grid->rules.bend, (unsigned)grid->rules.wrong_way);
    for (uint32_t z = 0; z < grid->layers; z++)
        fprintf(out, "%s %d %d %d\n", grid->layer[z].name, (int)(grid->rules.horizontal >> z & 1),
                (int)(grid->rules.vertical >> z & 1), (int)(grid->rules.strict >> z & 1));
    for (cell_t cell = 0; cell < grid_cells(grid) && cell < 5000; cell++) {
        fprintf(out, "%d:%u:", grid_is_blocked(grid, cell), grid_weight(grid, cell));
        for (int d = 0; d < DIRECTIONS; d++)
            fputc('0' + grid_has_wall(grid, cell, d), out);
    }
}

static void dump_design(FILE *out, const struct design *design)
{
    const struct netlist *nets = &design->nets;
    dump_grid(out, &design->grid);
    fprintf(out, "%d %d %s %s\n", (int)design->format, design->alone, design->name,
            design->grid_path != NULL ? design->grid_path : "-");
    for (uint32_t net = 0; net < nets->net_count; net++) {
        const struct net *n = &nets->nets[net];
        fprintf(out, "net %s", netlist_name(nets, net));
        for (uint32_t i = n->first_pin; i < n->first_pin + n->pin_count; i++)
            fprintf(out, " %u%s", nets->pins[i].cell, nets->pins[i].all_layers ? "*" : "");
        fprintf(out, "\n");
    }
    fprintf(out, "%u\n", nets->pin_count);
}

static void dump_routes(FILE *out, const struct routes *routes)
{
    fprintf(out, "%u %d\n", routes->net_count, routes->alone);
    for (uint32_t net = 0; net < routes->net_count; net++) {
        const struct route *r = &routes->nets[net];
        fprintf(out, "%s %llu %llu %llu %llu at %u:", route_state_name(r->state),
                (unsigned long long)r->cost, (unsigned long long)r->length,
                (unsigned long long)r->vias, (unsigned long long)r->bends,
                routes->net_lines != NULL ? routes->net_lines[net] : 0);
        for (size_t i = r->first_wire; i < r->first_wire + r->wire_count; i++)
            fprintf(out, " %u-%u(%u)", routes->wires[i].from, routes->wires[i].to,
                    routes->wire_lines != NULL ? routes->wire_lines[i] : 0);
        for (size_t i = r->first_blocker; i < r->first_blocker + r->blocker_count; i++)
            fprintf(out, " by %u", routes->blockers[i]);
        fprintf(out, "\n");
    }
}

static void dump_graph(FILE *out, const struct csr_graph *graph)
{
    fprintf(out, "%u %u\n", graph->vertex_count, graph->edge_count);
    for (uint32_t v = 0; v < graph->vertex_count && v < 1000; v++)
        for (uint32_t i = graph->row_start[v]; i < graph->row_start[v + 1]; i++)
            fprintf(out, "%u-%u ", v, graph->target[i]);
}

/* ---- reading -------------------------------------------------------------------------------- */

enum kind { GRID, DESIGN, ROUTES, GRAPH };

struct sample {
    const char *name;
    enum kind kind;
    const struct design *design; /* of routes */
    const char *text;
    size_t size;
};

/* out: receives the result, or NULL. */
static enum status read_scan(FILE *out, const struct sample *sample, struct scan *scan,
                             struct error *error)
{
    struct grid grid;
    struct design design = {0};
    struct csr_graph graph;
    enum status status = STATUS_OK;
    if (sample->kind == GRID) {
        if ((status = grid_file_read_scan(&grid, scan, error)) == STATUS_OK && out != NULL)
            dump_grid(out, &grid);
        grid_destroy(&grid);
    } else if (sample->kind == DESIGN) {
        status = design_read_scan(&design, scan, sample->name, error);
        if (status == STATUS_OK && out != NULL)
            dump_design(out, &design);
        design_destroy(&design);
    } else {
        status = matrixmarket_read_scan(&graph, scan, false, error);
        if (status == STATUS_OK && out != NULL)
            dump_graph(out, &graph);
        csr_graph_destroy(&graph);
    }
    return status;
}

static enum status read_sample(FILE *out, const struct sample *sample, struct error *error)
{
    enum status status;
    if (sample->kind == ROUTES) {
        struct routes routes;
        status = routes_read(&routes, sample->design, "t.routes", error);
        if (status == STATUS_OK && out != NULL)
            dump_routes(out, &routes);
        routes_destroy(&routes);
    } else {
        struct scan scan;
        status = scan_open_bytes(&scan, sample->name, sample->text, sample->size, error);
        THEN(status, read_scan(out, sample, &scan, error));
        scan_close(&scan);
    }
    return status;
}

static enum status run_sample(void *context, struct error *error)
{
    return read_sample(NULL, context, error);
}

static char *read_text(const char *text, size_t size, void *context)
{
    struct sample *sample = context;
    struct error_rest rest = {0};
    struct error error = {.rest = &rest};
    char *dump = NULL;
    size_t length;
    FILE *out = open_memstream(&dump, &length);
    assert_non_null(out);
    sample->text = text;
    sample->size = size;
    if (sample->kind == ROUTES)
        text_write_bytes("t.routes", text, size);
    enum status status = read_sample(out, sample, &error);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(status, error.status);
    keeps_nothing(run_sample, sample);
    if (status == STATUS_OK)
        return edits_sum(dump);
    free(dump);
    return edits_said(&error);
}

/* ---- tests ---------------------------------------------------------------------------------- */

static void try_file(const char *name, enum kind kind, const struct design *design)
{
    struct sample sample = {.name = name, .kind = kind, .design = design};
    char path[1024];
    size_t size;
    char *text = text_read(name, &size);
    snprintf(path, sizeof path, "%s/" FOLDER "said/%s.txt", texts_start, name);
    edits_expect(path, edits_all(text, true, read_text, &sample));
    snprintf(path, sizeof path, "%s/" FOLDER "said/%s.two.txt", texts_start, name);
    edits_expect(path, pairs_all(text, NULL, read_text, &sample));
    snprintf(path, sizeof path, "%s/" FOLDER "said/%s.bytes.txt", texts_start, name);
    edits_expect(path, bytes_all(text, read_text, &sample));
    free(read_text(text, size, &sample));
    fail_each(run_sample, &sample, 0);
    free(text);
}

static void test_grids(void **state)
{
    (void)state;
    try_file("small.grid", GRID, NULL);
    try_file("course.grid", GRID, NULL);
    try_file("small.map", GRID, NULL);
}

static void test_netlists(void **state)
{
    (void)state;
    try_file("small.net", DESIGN, NULL);
    try_file("course.nl", DESIGN, NULL);
    try_file("small.scen", DESIGN, NULL);
    static const char *const lone[][2] = {{"lone.nl", "1\n1 1 0 0 2 3 2\n"},
                                          {"lone.net", "grid none.grid\nnet a 0,0\n"},
                                          {"lone.net", "grid small.net\nnet a 0,0\n"},
                                          {"lone.scen", "version 1\n0 no/map 5 4 0 0 1 2 2\n"}};
    for (size_t i = 0; i < sizeof lone / sizeof *lone; i++) { /* without a grid */
        struct sample sample = {lone[i][0], DESIGN, NULL, lone[i][1], strlen(lone[i][1])};
        struct error error = {0};
        assert_int_equal(run_sample(&sample, &error), STATUS_BAD_INPUT);
        keeps_nothing(run_sample, &sample);
        if (i % 2 == 0) /* the others search for the nearest name, with calls of the C library */
            fail_each(run_sample, &sample, 0);
    }
}

static void test_results(void **state)
{
    (void)state;
    try_file("small.routes", ROUTES, &native);
    try_file("course.out", ROUTES, &course);
}

static void test_matrices(void **state)
{
    (void)state;
    try_file("real.mtx", GRAPH, NULL);
    try_file("mirrored.mtx", GRAPH, NULL);
    try_file("pattern.mtx", GRAPH, NULL);
}

/* The samples are copied into the test's own folder. */
static int set_up(void **state)
{
    static const char *const names[] = {"small.grid", "small.net",    "small.routes", "course.grid",
                                        "course.nl",  "course.out",   "small.map",    "small.scen",
                                        "real.mtx",   "mirrored.mtx", "pattern.mtx"};
    enum { NAMES = sizeof names / sizeof *names };
    char *text[NAMES], path[1024];
    size_t size[NAMES];
    for (size_t i = 0; i < NAMES; i++) {
        snprintf(path, sizeof path, FOLDER "%s", names[i]);
        text[i] = text_read(path, &size[i]);
    }
    if (texts_set_up(state) != 0)
        return -1;
    for (size_t i = 0; i < NAMES; i++) {
        text_write_bytes(names[i], text[i], size[i]);
        free(text[i]);
    }
    assert_int_equal(design_read(&native, "small.net", NULL), STATUS_OK);
    return design_read(&course, "course.nl", NULL) == STATUS_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    design_destroy(&native);
    design_destroy(&course);
    return texts_tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grids),
        cmocka_unit_test(test_netlists),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_matrices),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
