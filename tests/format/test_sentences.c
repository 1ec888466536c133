/* test_sentences: whole messages that no other test compares, for netlists, grids, results and gzip
 * files: missing files, other formats, names that a text cannot express, results that do not fit
 * the grid, interrupted readings. */
#include "grid/clock.h"
#include "grid/format/course/course.h"
#include "grid/format/design_file.h"
#include "tests/support/read_files.h"
#include "grid/format/native/native.h"
#include "grid/format/routes_file.h"
#include "grid/text/file/watch.h"
#include "grid/text/scan.h"
#include "tests/support/edits.h"

/* Checks the message and its place, then clears the error. */
static void expect(struct error *error, const char *file, const char *expected)
{
    char *said = edits_said(error);
    assert_string_equal(said, expected);
    assert_string_equal(error->file, file);
    free(said);
    error_clear(error);
}

static void refuse_design(const char *path, const char *file, const char *expected)
{
    struct design design;
    struct error error = {0};
    assert_int_not_equal(design_read(&design, path, &error), STATUS_OK);
    expect(&error, file, expected);
    design_destroy(&design);
}

/* ---- netlists and their grids --------------------------------------------------------------- */

static void test_grid_beside(void **state)
{
    (void)state;
    text_write("lone.nl", "1\n1 1 0 0 2 1 1\n");
    refuse_design("lone.nl", "lone.nl",
                  "1:1 expected the grid of this netlist beside it, found neither lone.grid nor "
                  "lone.grid.gz");
    assert_true(freopen("lone.nl", "r", stdin) != NULL);
    refuse_design("-", "<stdin>",
                  "1:1 expected a file: the grid is searched for beside the netlist");
    text_write("lone.grid", "size 2 2 1\n");
    refuse_design("lone.nl", "lone.nl",
                  "1:1 expected a grid of 2 layers beside this netlist, found one of 1 in "
                  "lone.grid");
}

static void test_first_statement(void **state)
{
    (void)state;
    struct grid grid;
    struct error error = {0};
    struct scan scan;
    static const char text[] = "# c\nlayer 1 name m1\n";
    assert_int_equal(scan_open_bytes(&scan, "t.grid", text, strlen(text), &error), STATUS_OK);
    assert_int_equal(native_read_grid(&grid, &scan, &error), STATUS_BAD_INPUT);
    expect(&error, "t.grid", "2:1 expected size W H [L] as the first statement, found \"layer\"");
    scan_close(&scan);
    grid_destroy(&grid);
}

/* A wrong or missing number behind rows of another length: the message names the odd row only if a
 * number is missing at the end of the file. */
static void test_blamed_line(void **state)
{
    (void)state;
    static const char *const grids[][2] = {
        {"2 2 0 0\n1 1\n1\n1 1 1 1", "4:8 expected a cell's cost, at least 1, or -1 if it is "
                                     "blocked (-1..1000000), found the "
                                     "end of the file; line 3 has 1 numbers, a row has 2"},
        {"2 2 0 0\n1 1\n1\n1 1 1 x",
         "4:7 expected a cell's cost, at least 1, or -1 if it is blocked (-1..1000000), found "
         "\"x\""},
        {"2 2 0 0\n1 1\n1\n1 1 1 x\n",
         "4:7 expected a cell's cost, at least 1, or -1 if it is blocked (-1..1000000), found "
         "\"x\""},
        {"2 2 0 0\n1 1\n1 1\n1 1 1\n1 1\n",
         "5:3 expected the end of the file after the last cell, found \"1\"; line 4 has 3 numbers, "
         "a row has 2"},
    };
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++) {
        struct grid grid;
        struct error error = {0};
        text_write("t.grid", grids[i][0]);
        assert_int_equal(grid_file_read(&grid, "t.grid", &error), STATUS_BAD_INPUT);
        expect(&error, "t.grid", grids[i][1]);
        grid_destroy(&grid);
    }
}

/* ---- results -------------------------------------------------------------------------------- */

static void refuse_result(const struct design *design, const char *text, const char *expected)
{
    struct routes routes;
    struct error error = {0};
    text_write("t.result", text);
    assert_int_equal(routes_read(&routes, design, "t.result", &error), STATUS_BAD_INPUT);
    expect(&error, "t.result", expected);
}

static void read_native(struct design *design, int layers)
{
    char grid[64];
    snprintf(grid, sizeof grid, "size 2 1 %d\n", layers);
    text_write("a.grid", grid);
    text_write("a.net", "grid a.grid\nnet 1 0,0,1 1,0,1\n");
    assert_int_equal(design_read(design, "a.net", NULL), STATUS_OK);
}

static void test_results(void **state)
{
    (void)state;
    struct design design;
    read_native(&design, 1);
    refuse_result(&design, "1\n1\n2 0 0\n0\n",
                  "3:1 expected a layer (1..1), 3 for a via, or 0, found \"2\"");
    refuse_result(&design, "1\n1\n4 0 0\n0\n",
                  "3:1 expected a layer, 3 for a via, or 0 (0..3), found \"4\"");
    refuse_result(&design, "1\n1\n1 0 0\n1 1 0\n1 0 0\n1 1 0\n0\n",
                  "6:6 expected no more runs of a net than the grid has cells");
    refuse_result(&design,
                  "routes a.net\nnet 1 routed cost 3 length 3 vias 0 bends 0\nwire 0,0,1 1,0,1\n"
                  "wire 0,0,1 1,0,1\nwire 0,0,1 1,0,1\n",
                  "5:1 expected no more wires of a net than the grid has cells");
    design_destroy(&design);
    read_native(&design, 3);
    refuse_result(&design, "1\n1\n1 0 0\n0\n",
                  "1:1 expected a grid of at most 2 layers for a result file, found 3");
    design_destroy(&design);
}

/* ---- writers -------------------------------------------------------------------------------- */

static void test_writers(void **state)
{
    (void)state;
    struct design design;
    struct routes routes;
    struct error error = {0};
    read_native(&design, 2);
    assert_int_equal(routes_create(&routes, 1, NULL), STATUS_OK);
    assert_int_equal(routes_write(&routes, &design, 1, "t.out", &error), STATUS_BAD_INPUT);
    expect(&error, "",
           "0:0 a result file (.out) is written for netlists of the course format only; a.net is "
           "of another one: choose a name that does not end in .out");
    design.name[1] = '\n';
    assert_int_equal(routes_write(&routes, &design, 1, "t.routes", &error), STATUS_BAD_INPUT);
    expect(&error, "",
           "0:0 expected a netlist's file name without a line end, because t.routes states it");
    assert_int_equal(native_write_net(&design.grid, &design.nets, "a b", "t.net", &error),
                     STATUS_OK);
    assert_int_equal(native_write_net(&design.grid, &design.nets, "", "t.net", &error),
                     STATUS_BAD_INPUT);
    expect(&error, "", "0:0 expected the name of a grid file, found \"\"");
    design.nets.names[design.nets.nets[0].name] = '#';
    assert_int_equal(native_write_net(&design.grid, &design.nets, "a", "t.net", &error),
                     STATUS_BAD_INPUT);
    expect(&error, "", "0:0 expected a net name of one word, found \"#\"");
    strcpy(design.grid.layer[1].name, "m 2");
    assert_int_equal(native_write_grid(&design.grid, "t.grid", &error), STATUS_BAD_INPUT);
    expect(&error, "", "0:0 expected a layer name of one word, found \"m 2\"");
    routes_destroy(&routes);
    design_destroy(&design);
}

/* ---- files ---------------------------------------------------------------------------------- */

static void test_gzip(void **state)
{
    (void)state;
    static const char text[] = "1 1 0 0\n1 1\n";
    size_t size;
    text_write_gzip("t.grid", text, strlen(text));
    char *bytes = text_read("t.grid", &size);
    const struct {
        size_t size;
        const char *more, *said;
    } files[] = {
        {size - 1, "", "1:1 cannot read: the gzip file is truncated"},
        {size, "x", "1:1 cannot read: other bytes follow the end of the gzip file"},
        {size - 8, "12345678", "1:1 cannot read: the gzip file is damaged (incorrect data check)"},
        {2, "\x01\x02\x03\x04\x05\x06\x07\x08\x09",
         "1:1 cannot read: the gzip file is damaged (unknown compression method)"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct grid grid;
        struct error error = {0};
        FILE *file = fopen("t.grid", "wb");
        assert_non_null(file);
        fwrite(bytes, 1, files[i].size, file);
        fputs(files[i].more, file);
        assert_int_equal(fclose(file), 0);
        assert_int_equal(grid_file_read(&grid, "t.grid", &error), STATUS_BAD_INPUT);
        expect(&error, "t.grid", files[i].said);
        grid_destroy(&grid);
    }
    free(bytes);
}

/* A raw line has at most SCAN_LINE_MAX bytes. */
static void test_long_line(void **state)
{
    (void)state;
    for (int more = 0; more <= 1; more++) {
        struct scan scan;
        struct word line;
        struct error error = {0};
        bool is_line = false;
        FILE *file = fopen("t", "w");
        assert_non_null(file);
        for (int i = 0; i < SCAN_LINE_MAX + more; i++)
            fputc('a', file);
        fputs("\nb", file);
        assert_int_equal(fclose(file), 0);
        assert_int_equal(scan_open(&scan, "t", &error), STATUS_OK);
        assert_int_equal(scan_line(&scan, &is_line, &error), STATUS_OK);
        assert_int_equal(scan_raw(&scan, &line, &is_line, &error),
                         more ? STATUS_BAD_INPUT : STATUS_OK);
        if (more)
            expect(&error, "t",
                   "1:1 expected at most 524288 bytes up to the end of the line, found more");
        else
            assert_int_equal(line.length, SCAN_LINE_MAX);
        scan_close(&scan);
    }
}

/* A signal, a time limit, a memory limit. */
static void test_watched(void **state)
{
    (void)state;
    volatile sig_atomic_t raised = 1;
    const struct watch watches[] = {
        {.stop = &raised},
        {.until = clock_seconds() - 1},
        {.memory = 7, .cell_bytes = 2},
    };
    static const char *const said[] = {
        "status 130 0:0 interrupted while reading",
        "status 3 0:0 the time limit was over while reading",
        "status 3 0:0 routing 4 cells takes at least 8 bytes, the limit is 7 (--memory-limit)",
    };
    text_write("t.grid", "2 1 0 0\n1 1 1 1\n");
    for (size_t i = 0; i < sizeof watches / sizeof *watches; i++) {
        struct grid grid = {0};
        struct error error = {0};
        const struct watch *before = watch_set(&watches[i]);
        const enum status status = grid_file_read(&grid, "t.grid", &error);
        watch_set(before);
        assert_int_equal(status, error.status);
        expect(&error, "", said[i]);
        grid_destroy(&grid);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grid_beside), cmocka_unit_test(test_first_statement),
        cmocka_unit_test(test_blamed_line), cmocka_unit_test(test_results),
        cmocka_unit_test(test_writers),     cmocka_unit_test(test_gzip),
        cmocka_unit_test(test_long_line),   cmocka_unit_test(test_watched),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
