/* test_layout_plan: capacities of tiles, and nets and free tracks of the worst line, counted by
 * hand; guides of a plan: each pin is covered, overflow is found where it must be, and threads do
 * not matter. */
#include "tests/support/layout_rules.h"

#include "router/route/layout_plan.h"

enum { NETS = 6, SIDE = 4 };

/* Nets from the left to the right over tiles of 2000 by 2000. Tracks of m3: two in the lowest row
 * of tiles, three in the next one. */
static void make(struct layout *layout, const char *more, const char *wiring)
{
    char text[8192], *lef, *unused;
    const struct rule_case plain = {.name = "plain"};
    rule_texts(&plain, "", &lef, &unused);
    int n = snprintf(text, sizeof text,
                     "VERSION 5.8 ;\nDESIGN tiles ;\nUNITS DISTANCE MICRONS 1000 ;\n"
                     "DIEAREA ( 0 0 ) ( 10000 10000 ) ;\n"
                     "TRACKS Y 1000 DO 17 STEP 500 LAYER m1 ;\n"
                     "TRACKS X 1000 DO 17 STEP 500 LAYER m2 ;\n"
                     "TRACKS Y 1000 DO 5 STEP 500 LAYER m3 ;\n%s\nPINS %d ;\n",
                     more, 2 * NETS);
    for (int i = 0; i < 2 * NETS; i++)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "- p%d + NET n%d + LAYER m1 ( -100 -100 ) ( 100 100 ) + PLACED "
                      "( %d %d ) N ;\n",
                      i, i / 2, i % 2 ? 9000 : 1000, 1000 + i / 2 * 1000);
    n += snprintf(text + n, sizeof text - (size_t)n, "END PINS\nNETS %d ;\n", NETS);
    for (int i = 0; i < NETS; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "- n%d ( PIN p%d ) ( PIN p%d ) %s ;\n", i,
                      2 * i, 2 * i + 1, i == 0 ? wiring : "");
    snprintf(text + n, sizeof text - (size_t)n, "END NETS\nEND DESIGN\n");
    layout_read(layout, lef, text);
    free(lef);
    free(unused);
}

static const struct tiling tiling = {.last = 2, .pitches = SIDE};

static void expect_capacity(const struct tile_graph *graph, uint32_t x, uint32_t y, uint32_t z,
                            int32_t want)
{
    assert_int_equal(graph->capacity[grid_cell(&graph->grid, x, y, z)], want);
}

/* Three blockages, which overlap, close two tracks from 3900.5 to 6099.5, half a width
 * around them: of 2000 between two middles 1099.5. 90 % of the free parts count. Tracks of m3
 * across its direction do not count. */
static void test_capacity(void **state)
{
    (void)state;
    struct layout layout;
    struct tile_graph graph;
    struct crossing worst;
    struct error error = {0};
    make(&layout,
         "TRACKS X 1000 DO 17 STEP 500 LAYER m3 ;\nBLOCKAGES 1 ;\n"
         "- LAYER m3 RECT ( 5000 1450 ) ( 6000 2050 ) RECT ( 4000 1450 ) ( 5200 2050 )\n"
         "RECT ( 4300 1450 ) ( 4600 2050 ) ;\nEND BLOCKAGES",
         "");
    assert_int_equal(layout_tiles_make(&graph, &worst, &layout, &tiling, &error), STATUS_OK);
    assert_int_equal(graph.grid.width, 5);
    assert_int_equal(graph.grid.height, 5);
    assert_int_equal(graph.grid.layers, 3);
    expect_capacity(&graph, 0, 0, 2, 180);
    expect_capacity(&graph, 0, 1, 2, 270);
    expect_capacity(&graph, 0, 2, 2, 0);
    for (uint32_t x = 1; x <= 2; x++) {
        expect_capacity(&graph, x, 0, 2, 130); /* (1 + 0.45025) * 90 */
        expect_capacity(&graph, x, 1, 2, 220);
    }
    expect_capacity(&graph, 3, 0, 2, 180);
    expect_capacity(&graph, 4, 0, 2, 0); /* the last tile has no edge */
    expect_capacity(&graph, 1, 1, 1, 360);
    expect_capacity(&graph, 1, 1, 0, 0); /* the lowest layer */
    assert_int_equal(graph.net_count, NETS);
    for (uint32_t n = 0; n < NETS; n++) {
        assert_int_equal(graph.nets[n].pin_count, 2);
        assert_int_equal(graph.access[2 * n + 1], grid_cell(&graph.grid, 4, (1 + n) / 2, 0));
    }
    tile_graph_destroy(&graph);
    const struct tiling upper = {.first = 2, .last = 2, .pitches = SIDE};
    assert_int_equal(layout_tiles_make(&graph, &worst, &layout, &upper, &error), STATUS_OK);
    expect_capacity(&graph, 1, 1, 1, 0);
    expect_capacity(&graph, 0, 1, 2, 270);
    tile_graph_destroy(&graph);
    layout_destroy(&layout);
}

/* Without --tile: cells of GCELLGRID of 8 to 40 pitches, else 15 pitches; a tile is cut at the die.
 */
static void test_sides(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t across;
    } cases[] = {{"", 2},
                 {"GCELLGRID X 0 DO 3 STEP 4000 ;\nGCELLGRID Y 0 DO 3 STEP 4000 ;", 3},
                 {"GCELLGRID X 0 DO 9 STEP 1000 ;\nGCELLGRID Y 0 DO 9 STEP 1000 ;", 2},
                 {"GCELLGRID X 0 DO 3 STEP 21000 ;\nGCELLGRID Y 0 DO 3 STEP 21000 ;", 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct layout layout;
        struct tile_graph graph;
        struct crossing worst;
        struct error error = {0};
        make(&layout, cases[i].text, "");
        assert_int_equal(
            layout_tiles_make(&graph, &worst, &layout, &(struct tiling){.last = 2}, &error),
            STATUS_OK);
        assert_int_equal(graph.grid.width, cases[i].across);
        assert_int_equal(graph.grid.height, cases[i].across);
        tile_graph_destroy(&graph);
        layout_destroy(&layout);
    }
}

static struct crossing worst_of(const struct layout *layout, const bool *skip, uint32_t last)
{
    const struct tiling fine = {.skip = skip, .last = last, .pitches = 1};
    struct tile_graph graph;
    struct crossing worst;
    struct error error = {0};
    assert_int_equal(layout_tiles_make(&graph, &worst, layout, &fine, &error), STATUS_OK);
    tile_graph_destroy(&graph);
    return worst;
}

static void test_lines(void **state)
{
    (void)state;
    static const bool skip[NETS] = {false, true};
    struct layout layout;
    make(&layout, "", "");
    struct crossing worst = worst_of(&layout, NULL, 2);
    assert_true(worst.vertical);
    assert_int_equal(worst.nets, NETS);
    assert_int_equal(worst.tracks, 5);
    for (uint32_t i = 0; i < CROSSING_NETS; i++)
        assert_int_equal(worst.net[i], i);
    const int32_t left = 1100 * layout.placed.scale, right = 8900 * layout.placed.scale;
    assert_true(worst.at > left && worst.at < right);
    worst = worst_of(&layout, skip, 2);
    assert_int_equal(worst.nets, NETS - 1);
    assert_int_equal(worst.net[1], 2);
    assert_int_equal(worst_of(&layout, NULL, 1).nets, 0); /* no layer above the lowest */
    layout_destroy(&layout);
}

/* Two of five tracks are closed between x = 4000 and 6000. */
static void test_closed(void **state)
{
    (void)state;
    static const char *const closing[][2] = {
        {"BLOCKAGES 1 ;\n- LAYER m3 RECT ( 4000 1450 ) ( 6000 2050 ) ;\nEND BLOCKAGES", ""},
        {"", "+ FIXED m3 ( 4000 1500 ) ( 6000 * ) NEW m3 ( 4000 2000 ) ( 6000 * )"},
        /* no track runs through it, but wires of 200 on two of them are too near to it */
        {"BLOCKAGES 1 ;\n- LAYER m3 + SPACING 200 RECT ( 4000 1700 ) ( 6000 1800 ) ;\n"
         "END BLOCKAGES",
         ""},
        {"BLOCKAGES 1 ;\n- LAYER m3 + FILLS RECT ( 4000 1450 ) ( 6000 2050 ) ;\nEND BLOCKAGES", ""},
        {"", "+ ROUTED m3 ( 4000 1500 ) ( 6000 * ) NEW m3 ( 4000 2000 ) ( 6000 * )"},
        /* wires of 200 on two tracks touch it */
        {"BLOCKAGES 1 ;\n- LAYER m3 RECT ( 4000 1600 ) ( 6000 1900 ) ;\nEND BLOCKAGES", ""},
        {"TRACKS Y 20000 DO 9 STEP 500 LAYER m3 ;", ""}, /* outside of the die */
        {"TRACKS Y 1000 DO 9 STEP 500 LAYER m1 ;", ""},  /* the lowest layer does not count */
    };
    for (size_t i = 0; i < sizeof closing / sizeof *closing; i++) {
        struct layout layout;
        make(&layout, closing[i][0], closing[i][1]);
        const struct crossing worst = worst_of(&layout, NULL, 2);
        assert_int_equal(worst.tracks, i < 3 ? 3 : 5);
        const int32_t low = 3700 * layout.placed.scale, high = 6300 * layout.placed.scale;
        if (i < 3)
            assert_true(worst.at > low && worst.at < high);
        layout_destroy(&layout);
    }
}

static bool covers(const struct guides *guides, uint32_t net, struct layout_rect rect,
                   uint16_t layer)
{
    for (uint32_t i = 0; i < guides->nets[net].count; i++) {
        const struct guide_box *box = &guides->boxes[guides->nets[net].first + i];
        if (box->layer == layer && rect_holds(box->rect, rect))
            return true;
    }
    return false;
}

/* Guides have a box per wire, per tile of a via and per layer of a pin and the two above. The sum
 * of the nets over all edges is the number of edges of all wires. */
static void expect_counts(const struct layout_plan *plan, const struct guides *guides)
{
    const struct grid *grid = &plan->graph.grid;
    uint32_t boxes = 3 * 2 * NETS, edges = 0, crossed = 0, nets[NETS];
    for (uint32_t n = 0; n < plan->graph.net_count; n++)
        for (uint32_t i = 0; i < plan->routes.nets[n].wire_count; i++) {
            const struct wire w = plan->routes.wires[plan->routes.nets[n].first_wire + i];
            boxes += grid_z(grid, w.to) - grid_z(grid, w.from) + 1;
            edges += grid_x(grid, w.to) - grid_x(grid, w.from);
            edges += grid_y(grid, w.to) - grid_y(grid, w.from);
        }
    for (cell_t tile = 0; tile < grid_cells(grid); tile++)
        if (tile_has_edge(&plan->graph, tile))
            crossed += layout_plan_nets(plan, tile, nets, NETS);
    assert_int_equal(guides->count, boxes);
    assert_int_equal(crossed, edges);
}

/* Six nets cross, 4.5 tracks count: at least 1.5 are missing at each line between tiles. */
static void test_guides(void **state)
{
    (void)state;
    struct layout layout;
    struct guides guides[2];
    struct error error = {0};
    make(&layout, "", "");
    for (unsigned i = 0; i < 2; i++) {
        struct layout_plan plan;
        assert_int_equal(layout_plan_make(&plan, &layout, &tiling, 1 + 2 * i, 16, 0, NULL, &error),
                         STATUS_OK);
        assert_true(plan.verdict.overflow >= 4 * 1.5 && plan.proven <= plan.verdict.overflow);
        uint32_t nets[NETS];
        assert_true(plan.verdict.worst_count > 0);
        const struct tile_edge *worst = &plan.verdict.worst[0];
        assert_int_equal(layout_plan_nets(&plan, worst->tile, nets, NETS), worst->use / TILE_TRACK);
        assert_int_equal(layout_plan_nets(&plan, worst->tile, nets, 1), 1);
        assert_int_equal(layout_plan_guides(&guides[i], &plan, &layout, &error), STATUS_OK);
        expect_counts(&plan, &guides[i]);
        layout_plan_free(&plan);
    }
    for (uint32_t pin = 0; pin < 2 * NETS; pin++) {
        const int32_t x = pin % 2 ? 9000 : 1000, y = 1000 + (int32_t)(pin / 2) * 1000;
        const int32_t scale = layout.placed.scale;
        const struct layout_rect rect = {x * scale, y * scale, x * scale, y * scale};
        assert_true(covers(&guides[0], pin / 2, rect, layout.tech.levels[0]));
        assert_true(covers(&guides[0], pin / 2, rect, layout.tech.levels[2]));
    }
    const struct layout_rect middle = {10000, 2000, 10000, 2000}; /* some nets cross it */
    uint32_t there = 0;
    for (uint32_t net = 0; net < NETS; net++)
        there += covers(&guides[0], net, middle, layout.tech.levels[2]);
    assert_in_range(there, 1, NETS - 1);
    assert_int_equal(guides[0].count, guides[1].count);
    assert_memory_equal(guides[0].nets, guides[1].nets, NETS * sizeof *guides[0].nets);
    for (uint32_t i = 0; i < guides[0].count; i++) {
        assert_true(rect_equal(guides[0].boxes[i].rect, guides[1].boxes[i].rect));
        assert_int_equal(guides[0].boxes[i].layer, guides[1].boxes[i].layer);
    }
    guides_destroy(&guides[0]);
    guides_destroy(&guides[1]);
    layout_destroy(&layout);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_capacity), cmocka_unit_test(test_sides), cmocka_unit_test(test_lines),
        cmocka_unit_test(test_closed), cmocka_unit_test(test_guides)};
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
