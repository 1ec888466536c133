/* test_many: more than 2^16 of everything: a side of a grid, nets, pins of a net, wires, vertices,
 * shapes, components, tracks. What was read is written and read again. */
#include "tests/support/layout_texts.h"

#include "grid/format/layout/layout_text.h"
#include "grid/format/design_file.h"
#include "tests/support/read_files.h"
#include "grid/format/routes_file.h"

enum { MANY = 66000, SIDE = GRID_SIDE_MAX, APART = 100, TEETH = 1000 };

static FILE *create(const char *path)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    return file;
}

/* The widest grid. Each two neighbouring cells are a net; the last net has every second cell three
 * rows above. */
static void write_native(void)
{
    FILE *file = create("a.grid");
    fprintf(file, "size %d 7 1\nblock %d 6 %d 6\nwall %d,5,1 %d,5,1\n", SIDE, SIDE - 3, SIDE - 2,
            SIDE - 2, SIDE - 1);
    fclose(file);
    file = create("a.net");
    fprintf(file, "grid a.grid\n");
    for (int i = 0; i < 2 * MANY; i += 2)
        fprintf(file, "net n%d %d,%d %d,%d\n", i, i % SIDE, i / SIDE, i % SIDE + 1, i / SIDE);
    fprintf(file, "net last");
    for (int i = 0; i < 2 * MANY; i += 2)
        fprintf(file, " %d,%d", i % SIDE, i / SIDE + 3);
    fprintf(file, "\n");
    fclose(file);
    file = create("a.routes");
    fprintf(file, "routes a.net\n");
    for (int i = 0; i < 2 * MANY; i += 2)
        fprintf(file, "net n%d routed cost 1 length 1 vias 0 bends 0\nwire %d,%d,1 %d,%d,1\n", i,
                i % SIDE, i / SIDE, i % SIDE + 1, i / SIDE);
    fprintf(file, "net last unrouted no-path\n");
    fclose(file);
}

/* The routes are written again with 1 to several threads: the bytes are those of a.routes. */
static void expect_written(const struct routes *routes, const struct design *design)
{
    size_t size, written_size;
    char *text = text_read("a.routes", &size);
    for (unsigned threads = 1; threads <= 3; threads++) {
        assert_int_equal(routes_write(routes, design, threads, "b.routes", NULL), STATUS_OK);
        char *written = text_read("b.routes", &written_size);
        assert_int_equal(written_size, size);
        assert_memory_equal(written, text, size);
        free(written);
    }
    free(text);
}

static void test_native(void **state)
{
    (void)state;
    struct design design;
    struct routes routes;
    struct error error = {0};
    write_native();
    if (design_read(&design, "a.net", &error) != STATUS_OK)
        fail_msg("%llu: %s", (unsigned long long)error.line, error.text);
    const struct grid *grid = &design.grid;
    const struct netlist *nets = &design.nets;
    for (uint32_t x = 0; x < SIDE; x++) {
        const cell_t cell = grid_cell(grid, x, 6, 0);
        assert_int_equal(grid_is_blocked(grid, cell), x == SIDE - 3 || x == SIDE - 2);
    }
    assert_true(grid_has_wall(grid, grid_cell(grid, SIDE - 2, 5, 0), EAST));
    assert_int_equal(nets->net_count, MANY + 1);
    assert_int_equal(nets->nets[MANY].pin_count, MANY);
    for (uint32_t i = 0; i < MANY; i++) {
        const struct net *net = &nets->nets[i];
        assert_true(net->pin_count == 2 && nets->pins[net->first_pin].cell == 2 * i);
        assert_int_equal(nets->pins[nets->nets[MANY].first_pin + i].cell, 2 * i + 3 * SIDE);
    }
    if (routes_read(&routes, &design, "a.routes", &error) != STATUS_OK)
        fail_msg("%llu: %s", (unsigned long long)error.line, error.text);
    for (uint32_t i = 0; i < MANY; i++) {
        const struct wire wire = routes.wires[routes.nets[i].first_wire];
        assert_true(routes.nets[i].wire_count == 1 && wire.from == 2 * i && wire.to == 2 * i + 1);
    }
    assert_int_equal(routes.nets[MANY].state, ROUTE_NO_PATH);
    expect_written(&routes, &design);
    routes_destroy(&routes);
    design_destroy(&design);
}

/* A path from vertex to vertex, from the last to the first. */
static void test_matrix(void **state)
{
    (void)state;
    struct csr_graph graph;
    FILE *file = create("a.mtx");
    fprintf(file, "%%%%MatrixMarket matrix coordinate pattern general\n%d %d %d\n", MANY, MANY,
            MANY - 1);
    for (int i = MANY; i > 1; i--)
        fprintf(file, "%d %d\n", i, i - 1);
    fclose(file);
    assert_int_equal(matrixmarket_read(&graph, "a.mtx", false, NULL), STATUS_OK);
    assert_int_equal(graph.vertex_count, MANY);
    assert_int_equal(graph.edge_count, MANY - 1);
    for (uint32_t v = 1; v < MANY; v++)
        assert_true(graph.row_start[v + 1] == v && graph.target[v - 1] == v - 1);
    csr_graph_destroy(&graph);
}

static const char lef_start[] =
    "UNITS DATABASE MICRONS 100000 ; END UNITS\n"
    "LAYER m TYPE ROUTING ; DIRECTION HORIZONTAL ; PITCH 1 ; WIDTH 0.2 ; SPACING 0.2 ; END m\n"
    "SITE core SIZE 1 BY 1 ; CLASS CORE ; END core\n"
    "MACRO A CLASS CORE ; SIZE 1 BY 1 ; SITE core ; PIN p DIRECTION INPUT ; PORT LAYER m ;\n";

static void write_layout(void)
{
    FILE *file = create("a.lef");
    fputs(lef_start, file);
    for (int i = 0; i < MANY; i++)
        fprintf(file, "RECT 0.%05d 0 0.9 0.9 ;\n", i);
    fputs("END END p\nPIN q DIRECTION INPUT ; PORT LAYER m ; RECT 0.1 0.2 0.3 0.4 ; END END q\n"
          "OBS LAYER m ; POLYGON 0 0",
          file);
    for (int i = 0; i < TEETH; i++) /* a comb */
        fprintf(file, " 0.%05d 0.1\n0.%05d 0.2 0.%05d 0.2 0.%05d 0.1", 100 * i, 100 * i,
                100 * i + 50, 100 * i + 50);
    fprintf(file, " 0.%05d 0 ; END\nEND A\nEND LIBRARY\n", 100 * TEETH - 50);
    fclose(file);
    file = create("a.def");
    fprintf(file,
            "VERSION 5.8 ;\nDESIGN d ;\nUNITS DISTANCE MICRONS 1000 ;\n"
            "DIEAREA ( 0 0 ) ( %d 2000 ) ;\nTRACKS Y 500 DO 2 STEP 1000 LAYER m ;\n"
            "COMPONENTS %d ;\n",
            MANY * APART, MANY);
    for (int i = 0; i < MANY; i++)
        fprintf(file, "- c%d A + PLACED ( %d 0 ) N ;\n", i, i * APART);
    fprintf(file, "END COMPONENTS\nNETS %d ;\n", MANY + 2);
    for (int i = 0; i < MANY; i++)
        fprintf(file, "- n%d ( c%d q ) ;\n", i, i);
    fprintf(file, "- last ( c0 p )");
    for (int i = 0; i < MANY; i++)
        fprintf(file, "%s m ( %d 1500 ) ( %d * )\n", i == 0 ? " + ROUTED" : "  NEW", i * APART,
                i * APART + 50);
    fprintf(file, " ;\n- far ( c1 p ) + ROUTED m ( %d 500 ) ( 0 * ) ;\nEND NETS\nEND DESIGN\n",
            APART);
    fclose(file);
}

static void expect_layout(const struct layout *layout, bool placed_only)
{
    const struct placed *placed = &layout->placed;
    const int32_t unit = (int32_t)(layout->tech.units_per_micron / 1000);
    const struct cell_pin *q = &layout->library.pins[1];
    assert_int_equal(layout->library.pins[0].shapes.count, MANY);
    assert_int_equal(q->shapes.first, MANY);
    assert_int_equal(layout->library.shapes[MANY].rect.x0, 100 * unit);
    assert_int_equal(layout->library.macros[0].obs.count, TEETH + 1);
    assert_int_equal(placed->component_names.count, MANY);
    assert_int_equal(placed->net_names.count, MANY + 2);
    assert_int_equal(placed->net_pin_count, MANY + 2);
    for (uint32_t i = 0; i < MANY; i++)
        assert_int_equal(placed->components[i].x, (int32_t)i * APART * unit);
    const struct slice wires = placed->nets[find_net(layout, "last")].wires;
    const struct slice far = placed->nets[find_net(layout, "far")].wires;
    assert_int_equal(far.count, !placed_only);
    assert_true(placed_only || placed->wires[far.first].x0 == APART * unit);
    assert_int_equal(wires.count, placed_only ? 0 : MANY);
    for (uint32_t i = 0; i < wires.count; i++)
        assert_int_equal(placed->wires[wires.first + i].x0, (int32_t)i * APART * unit);
}

static void test_layout(void **state)
{
    (void)state;
    static const char *const lefs[] = {"a.lef"};
    struct layout layout, again;
    struct scan scan;
    struct error error = {0};
    write_layout();
    if (lefdef_read(&layout, "a.def", NULL, lefs, 1, &error) != STATUS_OK)
        fail_msg("%s:%llu: %s", error.file, (unsigned long long)error.line, error.text);
    assert_int_equal(layout.tech.lef_units, 100000);
    expect_layout(&layout, false);
    FILE *file = create("a.net");
    assert_int_equal(layout_text_write(file, &layout, &error), STATUS_OK);
    assert_int_equal(fclose(file), 0);
    file = create("a.routes");
    assert_int_equal(layout_routes_write(file, &layout, NULL, NULL, &error), STATUS_OK);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(scan_open(&scan, "a.net", &error), STATUS_OK);
    assert_int_equal(layout_text_read(&again, &scan, &error), STATUS_OK);
    scan_close(&scan);
    expect_layout(&again, again.placed.wire_count == 0);
    if (again.placed.wire_count == 0) {
        assert_int_equal(scan_open(&scan, "a.routes", &error), STATUS_OK);
        if (layout_routes_read(&again, &scan, &error) != STATUS_OK)
            fail_msg("%llu: %s", (unsigned long long)error.line, error.text);
        scan_close(&scan);
        expect_layout(&again, false);
    }
    layout_destroy(&again);
    layout_destroy(&layout);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_native),
        cmocka_unit_test(test_matrix),
        cmocka_unit_test(test_layout),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
