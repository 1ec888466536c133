/* test_many_faults: errors behind more than 2^16 lines, nets and pins, and in columns beyond 2^16:
 * each format reports the error, its place and the earlier statement. */
#include "tests/support/layout_texts.h"
#include "tests/support/edits.h"
#include "tests/support/repeated.h"

#include "grid/format/layout/layout_text.h"
#include "grid/format/design_file.h"
#include "tests/support/read_files.h"
#include "grid/format/guides.h"
#include "grid/format/routes_file.h"

enum { HALF = 40000 };

/* The result of reading a file. */
static void expect(enum status status, const struct error *error, const char *expected)
{
    char *said = edits_said(error);
    assert_int_equal(status, error->status);
    assert_string_equal(status == STATUS_OK ? "ok" : said, expected);
    free(said);
}

/* ---- native --------------------------------------------------------------------------------- */

/* 2 * HALF nets in lines 2 to 80001, and more. */
static void write_nets(const char *blank, const char *more)
{
    char first[64], second[64];
    FILE *out = repeated_file("a.net");
    snprintf(first, sizeof first, "net%sa@ @,0 @,1\n", blank);
    snprintf(second, sizeof second, "net%sb@ @,2 @,3\n", blank);
    repeat(out, HALF, "grid a.grid\n", first, "");
    repeat(out, HALF, "", second, more);
    fclose(out);
}

static void test_nets(void **state)
{
    (void)state;
    static const char *const more[][2] = {
        {"net b39999 1,5\n",
         "80002:5 expected a new net name, found \"b39999\", which is used in line 80000"},
        {"net c 39998,3\n", "80002:7 expected a free pin cell, found 39998,3,1, which is a pin of "
                            "net b39998 in line 79999"},
        {"net c 7,5 7,4\nnet d 7,5\n",
         "80003:7 expected a free pin cell, found 7,5,1, which is a pin of net c in line 80002"},
        {"net c 7,5 7,4 7,5\n",
         "80002:15 expected a new pin cell, found 7,5,1 a second time in net c"},
        {"net c 7,8\n", "80002:9 expected y (0..6), found \"8\""},
        {"nett c 7,5\n", "80002:1 expected net, found \"nett\""},
        {"net c 1,5 7,5,*\nnet d 7,5,2\n",
         "80003:7 expected a free pin cell, found 7,5,2, which is a pin of net c in line 80002"},
        {"net a39999 1,5\n",
         "80002:5 expected a new net name, found \"a39999\", which is used in line 40000"},
    };
    text_write("a.grid", "size 40002 7 2\n");
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        for (int slow = 0; slow < 2; slow++) { /* blanks that the fast reader does not accept */
            struct design design;
            struct error error = {0};
            write_nets(slow ? "\t" : " ", more[i][0]);
            const enum status status = design_read(&design, "a.net", &error);
            expect(status, &error, more[i][1]);
            design_destroy(&design);
        }
}

static void write_routes(const char *more)
{
    FILE *out = repeated_file("a.routes");
    repeat(out, HALF, "routes a.net\n",
           "net a@ routed cost 1 length 1 vias 0 bends 0\nwire @,0,1 @,1,1\n", "");
    repeat(out, HALF - 1, "", "net b@ unrouted blocked-by a@\n", more);
    fclose(out);
}

static void test_routes(void **state)
{
    (void)state;
    static const char *const more[][2] = {
        {"net b40000 unrouted blocked-by b39999\n", "ok"},
        {"net b40000 unrouted blocked-by b39999 a39999\n", "ok"},
        {"net b40000 unrouted blocked-by c\n", "120001:32 expected a net of a.net, found \"c\""},
        {"net b40001 unrouted no-path\n",
         "120001:5 expected net b40000 (all nets, in the netlist's order), found \"b40001\""},
        {"", "120001:1 expected net b40000, found the end of the file"},
        {"net b40000 routed cost 1 length 1 vias 0 bends 0\nwire 1,0,1 1,9,1\n",
         "120002:14 expected y (0..6), found \"9\""},
    };
    struct design design;
    struct error error = {0};
    write_nets(" ", "");
    assert_int_equal(design_read(&design, "a.net", &error), STATUS_OK);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        struct routes routes;
        error_clear(&error);
        write_routes(more[i][0]);
        const enum status status = routes_read(&routes, &design, "a.routes", &error);
        expect(status, &error, more[i][1]);
        if (status != STATUS_OK)
            continue;
        for (uint32_t net = 0; net < 2 * HALF; net++) {
            const struct route *route = &routes.nets[net];
            assert_int_equal(route->wire_count, net < HALF);
            if (net >= HALF)
                assert_int_equal(routes.blockers[route->first_blocker],
                                 net + 1 < 2 * HALF ? net - HALF : net - 1);
            assert_int_equal(routes.net_lines[net], net < HALF ? 2 * net + 2 : net + HALF + 2);
            if (net < HALF)
                assert_int_equal(routes.wire_lines[route->first_wire], 2 * net + 3);
        }
        routes_destroy(&routes);
    }
    design_destroy(&design);
}

/* ---- other formats -------------------------------------------------------------------------- */

static void test_course(void **state)
{
    (void)state;
    static const char *const more[][2] = {
        {"70000\n1 0 0\n1 1 0\n0\n", "ok"},
        {"69999\n1 0 0\n1 1 0\n0\n", "140000:1 expected each net once, found net 69999 again"},
        {"70000\n1 0 0\n1 2 0\n0\n", "140002:6 expected a neighbour of the cell before it"},
        {"70000\n1 0 0\n1 1 0\n0\n1\n",
         "140004:1 expected the end of the file after the last net, found \"1\""},
        {"70001\n1 0 0\n", "140000:1 expected the id of a net of b.nl, found \"70001\""}};
    struct design design;
    struct error error = {0};
    FILE *out = repeated_file("b.grid");
    repeat(out, 40000, "40000 4 0 0\n", "1 1 1 1 1 1 1 1\n", "");
    fclose(out);
    out = repeated_file("b.nl");
    repeat(out, 39999, "70000\n", "@ 1 @ 0 1 @ 1\n", "");
    for (int i = 40000; i < 70000; i++)
        fprintf(out, "%d 1 %d 2 2 %d 2\n", i, i - 39999, i - 39999);
    fputs("70000 1 0 0 1 0 1\n", out);
    fclose(out);
    expect(design_read(&design, "b.nl", &error), &error, "ok");
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        struct routes routes;
        error_clear(&error);
        out = repeated_file("b.out");
        repeat(out, 69999, "70000\n", "@\n0\n", more[i][0]);
        fclose(out);
        const enum status status = routes_read(&routes, &design, "b.out", &error);
        expect(status, &error, more[i][1]);
        if (status == STATUS_OK)
            routes_destroy(&routes);
    }
    design_destroy(&design);
    out = repeated_file("b.nl");
    repeat(out, 39999, "40001\n", "@ 1 @ 0 1 @ 1\n", "40000 1 0 0 1 0 1\n40001 1 39999 1 1 0 3\n");
    fclose(out);
    error_clear(&error);
    expect(
        design_read(&design, "b.nl", &error), &error,
        "40002:15 expected a free pin cell, found 39999,1,1, which is a pin of net 39999 in line "
        "40000");
    design_destroy(&design);
}

static void test_rows(void **state)
{
    (void)state;
    static const struct {
        const char *name, *start, *each, *end, *said;
        int count;
    } grids[] = {
        {"c.grid", "2 35001 0 0\n", "1 1\n", "1 1 1\n1 1\n1 1\n",
         "70003:3 expected the end of the file after the last cell, found \"1\"; line 70001 has 3 "
         "numbers, a row has 2",
         69999},
        {"c.grid", "2 35001 0 0\n", "1 1\n", "1\n1 1\n1",
         "70003:2 expected a cell's cost, at least 1, or -1 if it is blocked (-1..1000000), "
         "found "
         "the end of the file; line 70001 has 1 numbers, a row has 2",
         69999},
        {"c.grid", "2 35001 0 0\n1 1\n", "1 1\n", "1 x\n",
         "70003:3 expected a cell's cost, at least 1, or -1 if it is blocked (-1..1000000), "
         "found "
         "\"x\"",
         70000},
        {"c.map", "type octile\nheight 65536\nwidth 2\nmap\n", "..\n", ".\n",
         "65540:2 expected 2 characters in the map row y = 0, found 1", 65535},
        {"c.map", "type octile\nheight 65536\nwidth 2\nmap\n", "..\n", ".?\n",
         "65540:2 expected one of '.', 'G', 'S', 'W', '@', 'O' and 'T', found \"?\"", 65535},
        {"c.map", "type octile\nheight 65536\nwidth 2\nmap\n", "..\n", "",
         "65540:1 expected the map row y = 0, 2 characters, found the end of the file", 65535},
        {"c.map", "type octile\nheight 1\nwidth 65536\nmap\n", ".", "?\n",
         "5:65536 expected one of '.', 'G', 'S', 'W', '@', 'O' and 'T', found \"?\"", 65535},
        {"c.map", "type octile\nheight 1\nwidth 65536\nmap\n", ".", ".\n",
         "5:65537 expected 65536 characters in the map row y = 0, found 65537", 65536},
        {"c.grid", "size 2 2\n", "block 0 0 0 0\n", "block 0 0 2 2\n",
         "70002:11 expected x of the other corner (0..1), found \"2\"", 70000},
        {"c.grid", "size 2 2\n", "wall 0,0,1 0,1,1\n", "wall 0,0,1 1,1,1\n",
         "70002:12 expected a cell next to 0,0,1, found \"1,1,1\"", 70000},
        {"c.grid", "size 2 2\nblock", " ", "x",
         "2:70006 expected x of a corner (0..1), found \"x\"", 70000},
    };
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++) {
        struct grid grid;
        struct error error = {0};
        FILE *out = repeated_file(grids[i].name);
        repeat(out, grids[i].count, grids[i].start, grids[i].each, grids[i].end);
        fclose(out);
        const enum status status = grid_file_read(&grid, grids[i].name, &error);
        expect(status, &error, grids[i].said);
        grid_destroy(&grid);
    }
}

static void test_matrix(void **state)
{
    (void)state;
    static const char *const ends[][2] = {
        {"70000 70001\n", "70002:7 expected the entry's column (1..70000), found \"70001\""},
        {"0 1\n", "70002:1 expected the entry's row (1..70000), found \"0\""},
        {"", "70002:1 expected 70000 entries, as the size line says, found 69999"}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct csr_graph graph;
        struct error error = {0};
        FILE *out = repeated_file("d.mtx");
        repeat(out, 69999, "%%MatrixMarket matrix coordinate pattern general\n70000 70000 70000\n",
               "@ @\n", ends[i][0]);
        fclose(out);
        const enum status status = matrixmarket_read(&graph, "d.mtx", false, &error);
        expect(status, &error, ends[i][1]);
        csr_graph_destroy(&graph);
    }
}

/* ---- layouts ----------------------------------------------------------------------------------
 */

static void test_layout(void **state)
{
    (void)state;
    static const char *const ends[][2] = {
        {"n70000\n(\n1 2 3 4 m1\n5 6 7 8 m1\n)\n", "ok"},
        {"n69999\n(\n)\n", "279997:1 expected the guides of each net once, found \"n69999\""},
        {"n70000\n(\n1 2 3 4 m2\n", "279999:9 expected a routing layer, found \"m2\""},
        {"n70001 (\n", "279997:1 expected a net of d, found \"n70001\""}};
    static const char *const lefs[] = {"e.lef"};
    struct layout layout;
    struct error error = {0};
    text_write("e.lef", "UNITS DATABASE MICRONS 1000 ; END UNITS\n"
                        "LAYER m1 TYPE ROUTING ; WIDTH 0.2 ; END m1\n");
    FILE *out = repeated_file("e.def");
    repeat(out, 70000,
           "DESIGN d ;\nUNITS DISTANCE MICRONS 1000 ;\nDIEAREA ( 0 0 ) ( 9 9 ) ;\n"
           "TRACKS Y 1 DO 1 STEP 1 LAYER m1 ;\nNETS 70000 ;\n",
           "- n@ ;\n", "END NETS\nEND DESIGN\n");
    fclose(out);
    expect(lefdef_read(&layout, "e.def", NULL, lefs, 1, &error), &error, "ok");
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct guides guides;
        error_clear(&error);
        out = repeated_file("e.guide");
        repeat(out, 69999, "", "n@\n(\n0 0 @ 1 m1\n)\n", ends[i][0]);
        fclose(out);
        const enum status status = guides_read(&guides, &layout, "e.guide", &error);
        expect(status, &error, ends[i][1]);
        for (uint32_t net = 0; net < 70000 && status == STATUS_OK; net++) {
            assert_int_equal(guides.nets[net].first, net);
            assert_int_equal(guides.nets[net].count, 1 + (net == 69999));
            assert_int_equal(guides.boxes[net].rect.x1, net < 69999 ? 2 * (int)net + 2 : 6);
        }
        guides_destroy(&guides);
    }
    layout_destroy(&layout);
}

/* A wrong word on a late line, and in a late column, of LEF and of DEF. */
static void test_late_words(void **state)
{
    (void)state;
    static const char *const blanks[] = {"\n", " "};
    static const char *const said[] = {
        "70001:31 expected a length in microns (-26843..26843), found \"x\"",
        "1:70031 expected a length in microns (-26843..26843), found \"x\"",
        "70001:35 expected database units per micron (1..40000), found \"x\"",
        "1:70035 expected database units per micron (1..40000), found \"x\""};
    static const char *const lefs[] = {"f.lef"};
    for (int i = 0; i < 4; i++) {
        struct layout layout;
        struct error error = {0};
        FILE *out = repeated_file("f.lef");
        repeat(out, i < 2 ? 70000 : 1, "", blanks[i % 2],
               i < 2 ? "LAYER m1 TYPE ROUTING ; WIDTH x ; END m1\n"
                     : "LAYER m1 TYPE ROUTING ; WIDTH 1 ; END m1\n");
        fclose(out);
        out = repeated_file("f.def");
        repeat(out, i < 2 ? 1 : 70000, "", blanks[i % 2],
               "DESIGN d ; UNITS DISTANCE MICRONS x ;\n");
        fclose(out);
        const enum status status = lefdef_read(&layout, "f.def", NULL, lefs, 1, &error);
        expect(status, &error, said[i]);
        layout_destroy(&layout);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nets),       cmocka_unit_test(test_routes),
        cmocka_unit_test(test_course),     cmocka_unit_test(test_rows),
        cmocka_unit_test(test_matrix),     cmocka_unit_test(test_layout),
        cmocka_unit_test(test_late_words),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
