/* Tests of checkers, backtrace and readers where memory ends: each call that gives memory fails
 * once; nothing is left behind, neither then nor otherwise. */
#include "tests/support/allocations.h"

#include "tests/support/layout_check_some.h"
#include "grid/format/layout/layout_text.h"
#include "grid/format/design_file.h"
#include "grid/format/guides.h"
#include "tests/support/read_files.h"
#include "grid/format/routes_file.h"
#include "router/search/backtrace.h"
#include "tests/support/check_bench.h"
#include "tests/support/layout_rules.h"
#include "tests/support/memory_said.h"

#define SAID "tests/faults/memory.txt"

static char *every_lef, *every_def;

/* ---- checkers ------------------------------------------------------------------------------- */

static enum status run_check(void *context, struct error *error)
{
    struct bench *b = context;
    b->text[0] = '\0';
    return check_routes(1, &b->design, &b->routes, b->routes.alone, note_fault, b, &b->summary,
                        error);
}

/* Net w is a wire from 3,0 to 3,4 of a 7 x 5 grid; net n wants from 0,2 to 6,2. */
static void test_check(void **state)
{
    (void)state;
    static const enum route_state why[] = {ROUTE_BLOCKED_BY, ROUTE_NO_PATH, ROUTE_TIME_LIMIT};
    for (size_t i = 0; i < sizeof why / sizeof *why; i++)
        for (int wrong = 0; wrong < 2; wrong++) {
            struct bench b;
            bench_open(&b, 7, 5, 1);
            bench_net(&b, "w");
            bench_pin(&b, 3, 0, 1);
            bench_pin(&b, 3, 4, 1);
            bench_net(&b, "n");
            bench_pin(&b, 0, 2, 1);
            bench_pin(&b, 6, 2, 1);
            bench_result(&b);
            bench_path(&b, 0, (const uint32_t[][3]){{3, 0, 1}, {3, 4, 1}}, 2);
            set_reason(&b, 1, why[i], (const uint32_t[]){0}, why[i] == ROUTE_BLOCKED_BY);
            b.routes.nets[0].length += (uint64_t)wrong;
            fail_each(run_check, &b, 1); /* the look at a glance is for speed */
            bench_close(&b);
        }
}

static enum status run_layout(void *context, struct error *error)
{
    struct layout_verdict verdict;
    return layout_check(context, context, NULL, NULL, 1, &verdict, error);
}

/* A comparison that fails says nothing of the wires. */
static enum status run_copied(void *context, struct error *error)
{
    bool copied;
    const enum status status = layout_check_copied(context, context, context, 1, &copied, error);
    assert_true(copied == (status == STATUS_OK));
    return status;
}

static void test_layout(void **state)
{
    (void)state;
    static const struct rule_case cases[] = {
        {.m1 = "SPACING 0.2 ; SPACING 0.4 RANGE 0.301 10 ; AREA 0.2 ; MINENCLOSEDAREA 0.36 ; "
               "MINSTEP 0.1 ; MINIMUMCUT 2 WIDTH 0.3 ;",
         .n1 = "m1 ( 1000 1000 ) ( 3000 * ) ( * 1399 ) ( 1000 * ) ( * 1000 ) NEW m1 ( 2000 1000 ) "
               "RECT ( -59 -20 1000 50 )",
         .n2 = "m1 ( 1000 9000 ) ( * 1499 ) v12"},
        {.n1 = "m1 ( 1000 1000 ) ( 3000 * ) v12"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct layout layout;
        char *lef, *def;
        rule_texts(&cases[i], "", &lef, &def);
        layout_read(&layout, lef, def);
        fail_each(run_layout, &layout, 0);
        fail_each(run_copied, &layout, 0);
        layout_destroy(&layout);
        free(lef);
        free(def);
    }
}

/* ---- the backtrace -------------------------------------------------------------------------- */

static bool has_label(const void *labels, const struct spot *spot, int axis, cost_t want)
{
    return (axis == AXIS_NONE || want == 0) && ((const cost_t *)labels)[spot->cell] == want;
}

struct bench_trace {
    struct grid grid;
    size_t before; /* knots of other paths */
    cell_t target;
};

/* From a target of a 4 x 3 grid to the source (1, 0). */
static enum status run_backtrace(void *context, struct error *error)
{
    static const cost_t distance[] = {1, 0, 1, 2, 2, 1, 2, 3, 3, 2, 3, 4};
    const struct bench_trace *bench = context;
    struct field field = {&bench->grid, bench->grid.blocked, NULL};
    struct wire source = {1, 1}, target = {bench->target, bench->target};
    struct job job = {.sources = &source, .source_count = 1, .targets = &target, .target_count = 1};
    struct trace trace = {0};
    struct backtrace labels = {&field, {0, 0, 3, 2}, has_label, distance};
    enum status status = STATUS_OK;
    for (size_t i = 0; i < bench->before && status == STATUS_OK; i++)
        status = trace_add(&trace, 1, error);
    THEN(status, backtrace_job(&labels, &job, distance[bench->target], &trace, error));
    free(trace.knots);
    return status;
}

/* A path that crosses itself: 0 to 2, up to 10, back to 8, down to 0. */
static enum status run_cut(void *context, struct error *error)
{
    struct trace trace = {0};
    bool cut = false;
    static const cell_t knots[] = {1, 2, 10, 8, 0, 3};
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sizeof knots / sizeof *knots && status == STATUS_OK; i++)
        status = trace_add(&trace, knots[i], error);
    const struct bench_trace *bench = context;
    THEN(status, trace_cut_loops(&trace, 0, &bench->grid, &cut, error));
    assert_true(cut || status != STATUS_OK);
    free(trace.knots);
    return status;
}

static void test_backtrace(void **state)
{
    (void)state;
    struct bench_trace bench = {.target = 11};
    assert_int_equal(grid_create(&bench.grid, 4, 3, 1, NULL), STATUS_OK);
    for (; bench.before < 20; bench.before++) /* the path crosses the capacity of the trace */
        fail_each(run_backtrace, &bench, 0);
    fail_each(run_cut, &bench, 0);
    bench.before = 0;
    bench.target = 1; /* the source itself, where paths may meet themselves */
    grid_destroy(&bench.grid);
    assert_int_equal(grid_create(&bench.grid, 4, 3, 2, NULL), STATUS_OK);
    bench.grid.rules = (struct step_rules){.via = 1, .bend = 10};
    fail_each(run_backtrace, &bench, 0);
    grid_destroy(&bench.grid);
}

/* ---- readers -------------------------------------------------------------------------------- */

/* The layout of the files, its words read again, its guides. */
static enum status run_layout_files(void *context, struct error *error)
{
    static const char *const lefs[] = {"every.lef"};
    struct layout layout;
    struct guides guides;
    (void)context;
    TRY(lefdef_read(&layout, "every.def", NULL, lefs, 1, error));
    enum status status = guides_read(&guides, &layout, "every.guide", error);
    guides_destroy(&guides);
    layout_destroy(&layout);
    return status;
}

static enum status run_layout_text(void *context, struct error *error)
{
    struct layout layout;
    struct scan scan;
    (void)context;
    TRY(scan_open(&scan, "every.net", error));
    enum status status = layout_text_read(&layout, &scan, error);
    scan_close(&scan);
    if (status != STATUS_OK)
        return status;
    status = scan_open(&scan, "every.routes", error);
    THEN(status, layout_routes_read(&layout, &scan, error));
    scan_close(&scan);
    layout_destroy(&layout);
    return status;
}

static void test_layout_files(void **state)
{
    (void)state;
    struct layout layout;
    struct error error = {0};
    text_write("every.lef", every_lef);
    text_write("every.def", every_def);
    layout_read(&layout, every_lef, every_def);
    const char *net = names_text(&layout.placed.net_names, 0);
    uint16_t routing = 0;
    while (layout.tech.layers[routing].kind != LAYER_ROUTING)
        routing++;
    const char *layer = names_text(&layout.tech.layer_names, routing);
    FILE *file = fopen("every.guide", "w");
    assert_non_null(file);
    fprintf(file, "%s\n(\n0 0 10 10 %s\n)\n", net, layer);
    fclose(file);
    assert_non_null(file = fopen("every.net", "w"));
    assert_int_equal(layout_text_write(file, &layout, &error), STATUS_OK);
    fclose(file);
    assert_non_null(file = fopen("every.routes", "w"));
    assert_int_equal(layout_routes_write(file, &layout, NULL, NULL, &error), STATUS_OK);
    fclose(file);
    layout_destroy(&layout);
    fail_each(run_layout_files, NULL, 0);
    char *nameless = strdup(every_def), *name = strstr(nameless, "\nDESIGN ");
    assert_non_null(name);
    memset(name + 1, ' ', strcspn(name + 1, "\n"));
    text_write("every.def", nameless);
    fail_each(run_layout_files, NULL, 0);
    free(nameless);
    fail_each(run_layout_text, NULL, 0);
}

struct files {
    const char *design, *routes; /* routes may be NULL */
};

static enum status run_design(void *context, struct error *error)
{
    const struct files *files = context;
    struct design design;
    struct routes routes;
    TRY(design_read(&design, files->design, error));
    enum status status = STATUS_OK;
    if (files->routes != NULL &&
        (status = routes_read(&routes, &design, files->routes, error)) == STATUS_OK)
        routes_destroy(&routes);
    design_destroy(&design);
    return status;
}

static enum status run_matrix(void *context, struct error *error)
{
    struct csr_graph graph;
    TRY(matrixmarket_read(&graph, context, true, error));
    csr_graph_destroy(&graph);
    return STATUS_OK;
}

static void test_designs(void **state)
{
    (void)state;
    static const struct files files[] = {
        {"a.net", "a.routes"}, {"a.scen", NULL}, {"b.nl", "b.out"}, {"wrong.net", NULL}};
    text_write("a.grid",
               "size 7 5 2\nlayer 1 name m1\ncost via 3\nblock 1 1 2 2\nwall 3,3,1 4,3,1\n");
    text_write("a.net", "grid a.grid\nnet w 3,0,1 3,4,1\nnet n 0,2,1 6,2,2\n");
    text_write("a.routes", "routes a.net\nnet w unrouted no-path\nnet n unrouted blocked-by w\n");
    text_write("wrong.net", "grid a.grid\nnet w 3,0,1 3,4,1\nnet w 0,2,1 6,2,2\n");
    text_write("a.map", "type octile-corner\nheight 3\nwidth 4\nmap\n2222\n2222\n2222\n"
                        "...W\nW@.W\nWWWW\n");
    text_write("a.scen", "version 1\n0\ta.map\t3\t2\t0\t0\t2\t0\t2\n");
    text_write("b.grid", "3 2 5 10\n1 1 1\n1 1 1\n1 1 1\n1 1 1\n");
    text_write("b.nl", "1\n1 1 0 0 2 2 1\n");
    text_write("b.out", "1\n1\n1 0 0\n1 1 0\n1 2 0\n3 2 0\n2 2 0\n2 2 1\n0\n");
    text_write("a.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n2 3\n");
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct files these = files[i];
        struct error error = {0};
        enum status status = run_design(&these, &error);
        if (status != (i == 3 ? STATUS_BAD_INPUT : STATUS_OK))
            fail_msg("%s: %s:%llu: %s", these.design, error.file, (unsigned long long)error.line,
                     error.text);
        fail_each(run_design, &these, 0);
    }
    char matrix[] = "a.mtx";
    fail_each(run_matrix, matrix, 0);
}

/* The files that the tests before have written. */
static void test_said(void **state)
{
    (void)state;
    char *found = NULL, matrix[] = "a.mtx";
    size_t size;
    if (!ALLOCATIONS_COUNTED)
        return;
    FILE *out = open_memstream(&found, &size);
    assert_non_null(out);
    struct files native = {"a.net", "a.routes"}, queries = {"a.scen", NULL},
                 result = {"b.nl", "b.out"};
    text_write("every.def", every_def);
    memory_note(out, "chip", run_layout_files, NULL);
    memory_note(out, "own words", run_layout_text, NULL);
    memory_note(out, "native", run_design, &native);
    memory_note(out, "queries", run_design, &queries);
    memory_note(out, "course", run_design, &result);
    memory_note(out, "matrix", run_matrix, matrix);
    assert_int_equal(fclose(out), 0);
    memory_expect(SAID, found);
}

static int set_up(void **state)
{
    size_t size;
    every_lef = text_read("tests/format/lefdef/every/every.lef", &size);
    every_def = text_read("tests/format/lefdef/every/every.def", &size);
    return texts_set_up(state);
}

static int tear_down(void **state)
{
    free(every_lef);
    free(every_def);
    return texts_tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_check),     cmocka_unit_test(test_layout),
        cmocka_unit_test(test_backtrace), cmocka_unit_test(test_layout_files),
        cmocka_unit_test(test_designs),   cmocka_unit_test(test_said),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
