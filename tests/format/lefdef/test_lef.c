/* test_lef: the LEF reader: the effect of each statement, and forms found in real files. Lengths
 * are in units of the layout: with 1000 database units per micron and values that are multiples of
 * 0.005 micron, a micron has 2000 units. */
#include "tests/support/layout_texts.h"

static void test_layers(void **state)
{
    (void)state;
    struct layout layout;
    layout_read(&layout, quad_lef, counter_def);
    const struct tech *tech = &layout.tech;
    assert_int_equal(tech->units_per_micron, 2000);
    assert_int_equal(tech->manufacturing_grid, 10);
    assert_int_equal(tech->layer_names.count, 10);
    assert_int_equal(tech->level_count, 4);
    const struct tech_layer *metal1 = &tech->layers[find_layer(&layout, "metal1")];
    const struct tech_layer *metal2 = &tech->layers[find_layer(&layout, "metal2")];
    const struct tech_layer *metal3 = &tech->layers[find_layer(&layout, "metal3")];
    const struct tech_layer *via1 = &tech->layers[find_layer(&layout, "via1")];
    assert_int_equal(metal1->kind, LAYER_ROUTING);
    assert_int_equal(metal1->direction, DIRECTION_HORIZONTAL);
    assert_int_equal(metal1->level, 0);
    assert_int_equal(metal1->above, find_layer(&layout, "via1"));
    assert_int_equal(metal1->below, find_layer(&layout, "contact"));
    assert_int_equal(via1->kind, LAYER_CUT);
    assert_int_equal(via1->level, 0);
    assert_int_equal(via1->spacing, 500);
    assert_int_equal(tech->layers[find_layer(&layout, "poly")].kind, LAYER_OTHER);
    assert_int_equal(metal1->pitch_y, 1000);
    assert_int_equal(metal1->offset_x, 500);
    assert_int_equal(metal1->width, 400);
    assert_int_equal(metal1->min_width, 400);
    assert_int_equal(metal1->area, 400000); /* 0.1 um2 */
    const struct tech_table *table = &tech->tables[metal1->run_table];
    static const int32_t NUMBERS[] = {0, 2000, 0, 400, 400, 1000, 400, 600};
    assert_int_equal(table->rows, 2);
    assert_int_equal(table->columns, 2);
    assert_memory_equal(tech->numbers + table->first, NUMBERS, sizeof NUMBERS);
    assert_int_equal(metal2->ranges.count, 1);
    const struct tech_range *range = &tech->ranges[metal2->ranges.first];
    assert_int_equal(range->spacing, 600);
    assert_int_equal(range->lo, 1010);
    assert_int_equal(range->hi, 200000);
    assert_int_equal(metal2->line_ends.count, 1); /* from LEF58_SPACING */
    assert_int_equal(metal3->line_ends.count, 1);
    const struct tech_line_end *end = &tech->line_ends[metal3->line_ends.first];
    assert_int_equal(end->spacing, 440);
    assert_int_equal(end->width, 420);
    assert_int_equal(end->within, 100);
    assert_int_equal(end->par_space, LENGTH_NONE);
    assert_int_equal(tech->enclosed[metal3->enclosed.first].area, 800000);
    assert_int_equal(tech->unknown_count, 1);
    assert_string_equal(names_text(&tech->words, tech->unknown[0].keyword), "MAXIMUMDENSITY");
    layout_destroy(&layout);
}

static void test_vias(void **state)
{
    (void)state;
    struct layout layout;
    struct layout_rect box;
    layout_read(&layout, quad_lef, counter_def);
    const struct tech *tech = &layout.tech;
    const struct tech_via *square = &tech->vias[find_via(&layout, "via1_square")];
    assert_true(square->is_default && !square->from_rule);
    assert_int_equal(square->bottom, find_layer(&layout, "metal1"));
    assert_int_equal(square->cut, find_layer(&layout, "via1"));
    assert_int_equal(square->top, find_layer(&layout, "metal2"));
    /* LEF has no default via to metal4, so one is made from the rule. The other layers have theirs.
     */
    assert_int_equal(names_find(&tech->via_names, "via12_1x1", 9), NAME_NONE);
    uint32_t made = find_via(&layout, "via34_1x1");
    assert_true(tech->vias[made].is_default && tech->vias[made].from_rule);
    assert_true(tech_via_box(tech, made, find_layer(&layout, "metal3"), &box));
    assert_int_equal(box.x0, -300);
    assert_true(tech_via_box(tech, made, find_layer(&layout, "metal4"), &box));
    assert_int_equal(box.y1, 400);
    assert_false(tech_via_box(tech, made, find_layer(&layout, "metal1"), &box));
    /* DEF's via has two cuts in a row. */
    uint32_t rail = find_via(&layout, "rail12");
    assert_true(tech->vias[rail].from_def);
    assert_int_equal(tech->vias[rail].rects.count, 4);
    assert_true(tech_via_box(tech, rail, find_layer(&layout, "via1"), &box));
    assert_int_equal(box.x0, -650);
    assert_int_equal(box.x1, 650);
    assert_true(tech_via_box(tech, rail, find_layer(&layout, "metal2"), &box));
    assert_int_equal(box.x0, -750);
    assert_int_equal(box.y0, -300);
    /* A rule without its name behind END. */
    uint32_t wide = names_find(&tech->rule_names, "wide", 4);
    assert_int_equal(wide, 0);
    assert_int_equal(tech->rules[wide].layers.count, 2);
    assert_int_equal(tech->rule_layers[tech->rules[wide].layers.first].width, 600);
    assert_int_equal(tech->rules[wide].vias.count, 1);
    layout_destroy(&layout);
}

static void test_macros(void **state)
{
    (void)state;
    struct layout layout;
    layout_read(&layout, quad_lef, counter_def);
    const struct library *library = &layout.library;
    assert_int_equal(library->macro_names.count, 8);
    uint32_t dff = names_find(&library->macro_names, "DFF", 3);
    const struct cell_macro *macro = &library->macros[dff];
    assert_int_equal(macro->width, 10000);
    assert_int_equal(macro->height, 10000);
    assert_int_equal(macro->pins.count, 5);
    assert_int_equal(macro->obs.count, 5); /* ITERATE: four copies */
    assert_int_equal(library->shapes[macro->obs.first + 3].rect.x0, 7000);
    uint32_t clock = library_find_pin(library, dff, names_find(&library->pin_names, "CK", 2));
    const struct cell_pin *pin = &library->pins[macro->pins.first + clock];
    assert_int_equal(pin->ports.count, 2);
    assert_int_equal(pin->shapes.count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const struct slice port = library->ports[pin->ports.first + i].shapes;
        assert_true(port.first == pin->shapes.first + i && port.count == 1);
    }
    assert_int_equal(pin->use, USE_CLOCK);
    assert_int_equal(pin->direction, PIN_INPUT);
    assert_int_equal(library_find_pin(library, dff, names_find(&library->pin_names, "B", 1)),
                     TECH_NONE);
    /* The polygon of XOR2's Y in slabs: 0.3 x 2.5 and 0.8 x 0.3. */
    uint32_t exor = names_find(&library->macro_names, "XOR2", 4);
    uint32_t y = library_find_pin(library, exor, names_find(&library->pin_names, "Y", 1));
    pin = &library->pins[library->macros[exor].pins.first + y];
    assert_int_equal(pin->shapes.count, 2);
    int64_t area = 0;
    for (uint32_t i = pin->shapes.first; i < pin->shapes.first + 2; i++)
        area += (int64_t)rect_width(library->shapes[i].rect) * rect_height(library->shapes[i].rect);
    assert_int_equal(area, 600 * 5000 + 1600 * 600);
    layout_destroy(&layout);
}

/* Reads quad.lef with rules that it does not have. */
static void read_with_rules(struct layout *layout)
{
    char *lef =
        text_edit(quad_lef, "  AREA 0.3 ;\n",
                  "  MINWIDTH 0.3 ; MAXWIDTH 5 ; WIREEXTENSION 0.3 ;\n"
                  "  SPACING 0.45 SAMENET PGONLY ;\n"
                  "  SPACING 0.5 ENDOFLINE 0.5 WITHIN 0.1 PARALLELEDGE 0.6 WITHIN 0.7 TWOEDGES ;\n"
                  "  SPACING 0.6 RANGE 1 2 RANGE 3 99999999 ;\n"
                  "  SPACING 0.6 NOTCHLENGTH 1 ;\n"
                  "  SPACINGTABLE TWOWIDTHS WIDTH 0 0.4 0.5 WIDTH 1 PRL 2 0.5 0.6 ;\n"
                  "  MINSTEP 0.1 OUTSIDECORNER LENGTHSUM 0.5 MAXEDGES 2 ;\n"
                  "  MINIMUMCUT 2 WIDTH 1 WITHIN 0.3 FROMBELOW LENGTH 4 WITHIN 5 ;\n"
                  "  MINIMUMCUT 0.5 WIDTH 1 ;\n  MINIMUMCUT 2.0 WIDTH 1 ;\n"
                  "  MINENCLOSEDAREA 0.4 0.5 WIDTH 1 ;\n"
                  "  PROPERTY LEF58_RECTONLY \"RECTONLY EXCEPTNONCOREPINS ;\" ;\n"
                  "  PROPERTY LEF58_RIGHTWAYONGRIDONLY \"RIGHTWAYONGRIDONLY ;\" ;\n"
                  "  PROPERTY LEF58_EOLKEEPOUT \"EOLKEEPOUT 0.1 ;\" ;\n"
                  "  PROPERTY LEF58_EOLKEEPOUT \"EOLKEEPOUT 0.2 ;\" ;\n"
                  "  NEWRULE 17 ;\n");
    char *more = text_edit(lef, "SPACING 0.3 ;\nEND via3",
                           "SPACING 0.3 ; SPACING 0.25 SAMENET ;\n"
                           "  SPACING 0.4 LAYER via2 STACK ;\n"
                           "  SPACING 0.35 ADJACENTCUTS 3 WITHIN 0.36 EXCEPTSAMEPGNET ;\n"
                           "  SPACING 0.5 CENTERTOCENTER PARALLELOVERLAP ;\n"
                           "END via3");
    layout_read(layout, more, counter_def);
    free(lef);
    free(more);
}

static void test_wire_rules(void **state)
{
    (void)state;
    struct layout layout;
    read_with_rules(&layout);
    const struct tech *tech = &layout.tech;
    uint16_t index = find_layer(&layout, "metal4");
    const struct tech_layer *layer = &tech->layers[index];
    assert_int_equal(layer->min_width, 600);
    assert_int_equal(layer->max_width, 10000);
    assert_int_equal(layer->wire_extension, 600);
    assert_int_equal(layer->same_net_spacing, 900);
    assert_true(layer->same_net_pg_only && layer->rect_only && layer->rect_only_not_pins &&
                layer->right_way_on_grid);
    const struct tech_line_end *end = &tech->line_ends[layer->line_ends.first];
    assert_int_equal(end->par_space, 1200);
    assert_int_equal(end->par_within, 1400);
    assert_true(end->two_edges);
    const struct tech_range *range = &tech->ranges[layer->ranges.first];
    assert_int_equal(range->other_lo, 6000);
    assert_int_equal(range->other_hi, COORD_MAX);
    const struct tech_table *table = &tech->tables[layer->width_table];
    static const int32_t NUMBERS[] = {0, LENGTH_NONE, 800, 1000, 2000, 4000, 1000, 1200};
    assert_true(table->two_widths);
    assert_memory_equal(tech->numbers + table->first, NUMBERS, sizeof NUMBERS);
    const struct tech_step *step = &tech->steps[layer->steps.first];
    assert_int_equal(step->kind, STEP_OUTSIDE_CORNER);
    assert_int_equal(step->length, 200);
    assert_int_equal(step->length_sum, 1000);
    assert_int_equal(step->max_edges, 2);
    const struct tech_minimum_cut *cut = &tech->minimum_cuts[layer->minimum_cuts.first];
    assert_int_equal(cut->cuts, 2);
    assert_int_equal(cut->within, 600);
    assert_int_equal(cut->distance, 10000);
    assert_true(cut->from_below && !cut->from_above);
    assert_int_equal(cut[1].cuts, 1); /* 0.5 */
    assert_int_equal(cut[2].cuts, 2);
    assert_int_equal(layer->enclosed.count, 2);
    assert_int_equal(tech->enclosed[layer->enclosed.first].width, LENGTH_NONE);
    assert_int_equal(tech->enclosed[layer->enclosed.first + 1].width, 2000);
    layout_destroy(&layout);
}

static void test_cut_rules(void **state)
{
    (void)state;
    struct layout layout;
    read_with_rules(&layout);
    const struct tech *tech = &layout.tech;
    uint16_t index = find_layer(&layout, "metal4");
    static const char *const UNKNOWN[] = {"SPACING NOTCHLENGTH", "LEF58_EOLKEEPOUT", "NEWRULE",
                                          "MAXIMUMDENSITY"};
    assert_int_equal(tech->unknown_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(tech->unknown[i].layer, index);
        assert_string_equal(names_text(&tech->words, tech->unknown[i].keyword), UNKNOWN[i]);
    }
    const struct tech_layer *via3 = &tech->layers[find_layer(&layout, "via3")];
    const struct tech_cut_spacing *cuts = &tech->cut_spacings[via3->cut_spacings.first];
    assert_int_equal(via3->spacing, 600);
    assert_int_equal(via3->same_net_spacing, 500);
    assert_int_equal(via3->cut_spacings.count, 3);
    assert_int_equal(cuts[0].other, find_layer(&layout, "via2"));
    assert_true(cuts[0].stack);
    assert_int_equal(cuts[1].adjacent_cuts, 3);
    assert_int_equal(cuts[1].within, 720);
    assert_true(cuts[1].except_same_pg_net);
    assert_true(cuts[2].center_to_center && cuts[2].parallel_overlap);

    layout_destroy(&layout);
}

/* Values off database units make the layout's unit finer; unknown blocks are skipped. */
static void test_units(void **state)
{
    (void)state;
    struct layout layout;
    char *fine = text_edit(quad_lef, "WIDTH 0.4 ;", "WIDTH 0.4005 ;");
    layout_read(&layout, fine, counter_def);
    assert_int_equal(layout.placed.scale, 4);
    assert_int_equal(layout.tech.layers[find_layer(&layout, "metal4")].width, 1602);
    assert_int_equal(layout.placed.die_box.x1, 34000 * 4);
    layout_destroy(&layout);
    free(fine);
    char *odd = text_edit(quad_lef, "SITE core\n",
                          "ARRAY a SITE core 0 0 N DO 1 BY 1 STEP 1 1 ; END a\n"
                          "BEGINEXT \"x\" whatever ; MACRO ENDEXT\n"
                          "MAXVIASTACK 4 RANGE metal1 metal4 ;\n"
                          "SPACING SAMENET via3 via3 0.28 STACK ; END SPACING\n"
                          "USEMINSPACING OBS OFF ;\n"
                          "site half class core ; size 0.25 by 5 ; end half\n"
                          "SITE core\n");
    layout_read(&layout, odd, counter_def);
    assert_false(layout.tech.obs_min_spacing);
    assert_int_equal(layout.tech.layers[find_layer(&layout, "via3")].same_net_spacing, 560);
    assert_int_equal(layout.tech.site_names.count, 2);
    layout_destroy(&layout);
    free(odd);
}

/* Lengths off LEF's units are rounded and counted, areas are rounded up. */
static void test_rounding(void **state)
{
    (void)state;
    struct layout layout;
    char *area = text_edit(quad_lef, "AREA 0.3 ;", "AREA 0.3000001 ;");
    layout_read(&layout, area, counter_def);
    assert_int_equal(layout.tech.layers[find_layer(&layout, "metal4")].area, 1200001);
    assert_int_equal(layout.tech.rounded, 0);
    layout_destroy(&layout);
    free(area);
    char *width = text_edit(quad_lef, "WIDTH 0.4 ;", "WIDTH 0.40002 ;");
    layout_read(&layout, width, counter_def);
    assert_int_equal(layout.placed.scale, 80);
    assert_int_equal(layout.tech.layers[find_layer(&layout, "metal4")].width, 2 * 16001);
    assert_int_equal(layout.tech.rounded, 1);
    layout_destroy(&layout);
    free(width);
    /* Rounding is symmetric about 0. */
    char *via = text_edit(quad_lef, "RECT -0.15 -0.15 0.15 0.15 ;\n  LAYER via1 ;",
                          "RECT -0.15002 -0.15001 0.15002 0.15001 ;\n  LAYER via1 ;");
    layout_read(&layout, via, counter_def);
    const struct tech_via *square = &layout.tech.vias[find_via(&layout, "via1_square")];
    struct layout_rect rect = layout.tech.via_rects[square->rects.first].rect;
    assert_int_equal(layout.placed.scale, 80);
    assert_int_equal(rect.x0, -12002);
    assert_int_equal(rect.x1, 12002);
    assert_int_equal(rect.y0, -12000);
    assert_int_equal(rect.y1, 12000);
    layout_destroy(&layout);
    free(via);
}

/* ORIGIN moves the shapes; there may be several OBS. */
static void test_cells(void **state)
{
    (void)state;
    struct layout layout;
    char *one = text_edit(quad_lef, "ORIGIN 0 0 ;\n  SIZE 1.5 BY 5 ;",
                          "ORIGIN 0.5 -0.25 ;\n  SIZE 1.5 BY 5 ;");
    char *two = text_edit(one, "END XOR2",
                          "  OBS LAYER metal2 ; RECT 0 0 1 1 ; END\n"
                          "  PIN Z PORT LAYER metal3 ; PATH 1 1 1 2 2 2 ; WIDTH 0.4 ; "
                          "RECT MASK 1 0 0 1 1 ; VIA 1 1 via1_square ; END END Z\n"
                          "  OBS LAYER metal3 EXCEPTPGNET SPACING 0.5 ; RECT 0 0 1 1 ;\n"
                          "  LAYER metal3 DESIGNRULEWIDTH 0.6 ; RECT 0 0 1 1 ; END\nEND XOR2");
    layout_read(&layout, two, counter_def);
    const struct library *library = &layout.library;
    uint32_t inverter = names_find(&library->macro_names, "INV", 3);
    const struct cell_shape *a =
        &library->shapes[library->pins[library->macros[inverter].pins.first].shapes.first];
    assert_int_equal(a->rect.x0, 200 + 1000);
    assert_int_equal(a->rect.y0, 3200 - 500);
    const struct cell_macro *exor = &library->macros[names_find(&library->macro_names, "XOR2", 4)];
    const struct cell_shape *obs = &library->shapes[exor->obs.first];
    assert_int_equal(exor->obs.count, 4);
    assert_int_equal(obs[0].layer, find_layer(&layout, "metal1"));
    assert_int_equal(obs[1].layer, find_layer(&layout, "metal2"));
    assert_true(obs[2].except_pg && !obs[3].except_pg);
    assert_int_equal(obs[2].spacing, 1000);
    assert_int_equal(obs[2].rule_width, LENGTH_NONE);
    assert_int_equal(obs[3].spacing, LENGTH_NONE);
    assert_int_equal(obs[3].rule_width, 1200);
    const struct cell_pin *z = &library->pins[exor->pins.first + exor->pins.count - 1];
    assert_int_equal(z->shapes.count, 2 + 1 + 3);
    struct layout_rect path = library->shapes[z->shapes.first].rect; /* the layer's width */
    assert_int_equal(path.x0, 2000 - 200);
    assert_int_equal(path.y1, 4000 + 200);
    layout_destroy(&layout);
    free(one);
    free(two);
}

/* Shapes that ORIGIN moves to the largest coordinate, and one unit beyond it. */
static void test_origin_to_the_edge(void **state)
{
    static const struct {
        const char *origin, *edge, *behind;
    } cases[] = {
        {"ORIGIN 0.5 -0.25", "RECT 0 -26843.295575 26843.045575 1", "RECT 0 0 26843.0456 1"},
        {"ORIGIN 0.5 -0.25", "RECT 0 -26843.295575 26843.045575 1", "RECT 0 -26843.2956 1 1"},
        {"ORIGIN -0.5 0.25", "RECT -26843.045575 0 1 26843.295575", "RECT -26843.0456 0 1 1"},
        {"ORIGIN -0.5 0.25", "RECT -26843.045575 0 1 26843.295575", "RECT 0 0 1 26843.2956"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int behind = 0; behind < 2; behind++) {
            char macro[300];
            struct layout layout;
            struct error error = {0};
            snprintf(macro, sizeof macro,
                     "MACRO EDGE CLASS BLOCK ; %s ; SIZE 1 BY 1 ; OBS LAYER metal2 ; %s ; END "
                     "END EDGE\nEND LIBRARY",
                     cases[i].origin, behind ? cases[i].behind : cases[i].edge);
            char *lef = text_edit(quad_lef, "END LIBRARY", macro);
            assert_int_equal(layout_read_texts(&layout, lef, counter_def, &error),
                             STATUS_BAD_INPUT);
            assert_non_null(strstr(error.text, behind ? "expected shapes within 26843 microns"
                                                      : "expected cells within 3355 microns"));
            free(lef);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layers),
        cmocka_unit_test(test_vias),
        cmocka_unit_test(test_macros),
        cmocka_unit_test(test_wire_rules),
        cmocka_unit_test(test_cut_rules),
        cmocka_unit_test(test_units),
        cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_origin_to_the_edge),
    };
    return cmocka_run_group_tests(tests, layout_set_up, layout_tear_down);
}
