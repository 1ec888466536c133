/* test_def: the DEF reader: header, pins and nets, wiring, and forms found in real files. With
 * scale 2 a database unit is two units of the layout. */
#include "tests/support/layout_texts.h"

#include "grid/text/scan.h"

static void test_header(void **state)
{
    (void)state;
    struct layout layout;
    char *def = text_edit(counter_def, "DIEAREA ( 0 0 ) ( 34000 34000 ) ;",
                          "DIEAREA ( 0 0 ) ( 0 34000 ) ( 34000 34000 ) ( 34000 10 ) ( 20 10 ) "
                          "( 20 0 ) ;");
    char *more = text_edit(def, "TRACKS X 250 DO 34", "TRACKS X -750.0 DO 34");
    layout_read(&layout, quad_lef, more);
    const struct placed *placed = &layout.placed;
    assert_string_equal(placed->design, "counter");
    assert_int_equal(placed->dbu, 1000);
    assert_int_equal(placed->die_count, 2);
    assert_int_equal(placed->die_box.x1, 68000);
    assert_int_equal(placed->row_count, 6);
    assert_int_equal(placed->rows[1].orient, ORIENT_FS);
    assert_int_equal(placed->rows[1].y, 14000);
    assert_int_equal(placed->rows[1].count_x, 60);
    assert_int_equal(placed->rows[1].site, 0);
    assert_int_equal(placed->track_count, 4);
    const struct placed_tracks *tracks = &placed->tracks[3];
    assert_true(tracks->vertical);
    assert_int_equal(tracks->start, -1500);
    assert_int_equal(tracks->step, 2000);
    assert_int_equal(tracks->count, 34);
    assert_int_equal(tracks->layers.count, 1);
    assert_int_equal(placed->track_layers[tracks->layers.first], find_layer(&layout, "metal4"));
    assert_int_equal(placed->gcell_count, 2);
    assert_int_equal(placed->blockage_count, 2);
    assert_int_equal(placed->blockages[0].layer, find_layer(&layout, "metal4"));
    assert_int_equal(placed->blockages[0].rect.x0, 32000);
    assert_int_equal(placed->blockages[1].layer, LAYER_NONE);
    layout_destroy(&layout);
    free(def);
    free(more);
}

/* The nets of some pins, read from the text by hand, and the consistency of all indices. */
/* One database unit per micron, the minimum. */
static void test_coarsest_units(void **state)
{
    (void)state;
    struct layout layout;
    layout_read(
        &layout, quad_lef,
        "VERSION 5.8 ;\nDESIGN d ;\nUNITS DISTANCE MICRONS 1 ;\n"
        "DIEAREA ( 0 0 ) ( 100 100 ) ;\nTRACKS X 5 DO 9 STEP 10 LAYER metal2 ;\nEND DESIGN\n");
    assert_int_equal(layout.placed.dbu, 1);
    assert_int_equal(layout.placed.die_box.x1, 100 * (int)layout.tech.units_per_micron);
    layout_destroy(&layout);
}

/* A text without DESIGN has a design without a name. */
static void test_no_name(void **state)
{
    (void)state;
    struct layout layout;
    char *def = text_edit(counter_def, "DESIGN counter ;", "");
    layout_read(&layout, quad_lef, def);
    assert_string_equal(layout.placed.design, "");
    layout_destroy(&layout);
    free(def);
}

static void test_nets(void **state)
{
    (void)state;
    struct layout layout;
    char name[64];
    layout_read(&layout, quad_lef, counter_def);
    const struct placed *placed = &layout.placed;
    assert_int_equal(placed->component_names.count, 103);
    assert_int_equal(placed->net_names.count, 65);
    assert_int_equal(placed->regular_count, 63);
    assert_int_equal(placed->port_names.count, 14);
    assert_int_equal(placed->first_port + 14, placed->pin_count);
    uint32_t vdd = find_net(&layout, "vdd"), clk = find_net(&layout, "clk");
    assert_true(placed->nets[vdd].special && !placed->nets[vdd].regular);
    assert_int_equal(placed->nets[vdd].use, USE_POWER);
    assert_int_equal(placed->nets[clk].use, USE_CLOCK);
    assert_int_equal(placed->nets[clk].pins.count, 2);
    const uint32_t *pins = placed->net_pins + placed->nets[clk].pins.first;
    assert_string_equal(layout_pin_name(&layout, pins[0], name, sizeof name), "PIN/clk");
    assert_string_equal(layout_pin_name(&layout, pins[1], name, sizeof name), "clk_root/A");
    assert_int_equal(layout_pin_use(&layout, pins[0]), USE_CLOCK);
    assert_int_equal(layout_pin_use(&layout, pins[1]), USE_SIGNAL);
    uint32_t state3 = names_find(&placed->component_names, "bit[3].state", 12);
    assert_int_not_equal(state3, NAME_NONE); /* written with backslashes */
    uint32_t used = 0, power = 0;
    for (uint32_t pin = 0; pin < placed->pin_count; pin++) {
        struct layout_pin at = layout_pin(&layout, pin);
        uint32_t net = placed->pin_net[pin];
        if (at.component != TECH_NONE) {
            const struct placed_component *component = &placed->components[at.component];
            struct slice own = layout.library.macros[component->macro].pins;
            assert_in_range(at.pin, own.first, own.first + own.count - 1);
            assert_int_equal(component->first_pin + at.pin - own.first, pin);
        }
        used += net != NET_NONE && placed->nets[net].regular;
        power += net != NET_NONE && placed->nets[net].special;
    }
    assert_int_equal(used, placed->net_pin_count);
    assert_int_equal(power, 2 * 103 + 2); /* ( * vdd ), ( * vss ), and the two ports */
    layout_destroy(&layout);
}

/* Power pins by name in any letter case, without `( * vdd )`; a signal pin in a special net. */
static void test_power(void **state)
{
    (void)state;
    struct layout layout;
    char *one = text_edit(counter_def, "- vdd ( * vdd ) ( PIN vdd )",
                          "- VDD ( fill_0 vss ) ( clk_root A )");
    char *two = text_edit(one, "( PIN clk ) ( clk_root A )", "( PIN clk )");
    layout_read(&layout, quad_lef, two);
    const struct placed *placed = &layout.placed;
    uint32_t vdd = find_net(&layout, "VDD"), power = 0;
    for (uint32_t pin = 0; pin < placed->pin_count; pin++)
        power += placed->pin_net[pin] == vdd;
    assert_int_equal(power, 103 + 2); /* all vdd, one vss, one input */
    assert_int_equal(placed->nets[vdd].pins.count, 0);
    layout_destroy(&layout);
    free(one);
    free(two);
    /* Pins that no net lists go to the net of exactly their name before one that differs in case.
     */
    one = text_edit(counter_def, "- vss ( * vss ) ( PIN vss )", "- vss ( PIN vss )");
    two = text_edit(one, "- vdd ( * vdd ) ( PIN vdd )", "- VSS ( * vdd ) ( PIN vdd )");
    layout_read(&layout, quad_lef, two);
    uint32_t vss = find_net(&layout, "vss"), ground = 0;
    for (uint32_t pin = 0; pin < layout.placed.pin_count; pin++)
        ground += layout.placed.pin_net[pin] == vss;
    assert_true(ground > 100);
    free(two);
    layout_destroy(&layout);
    free(one);
}

static void expect_wire(const struct placed_wire *wire, struct placed_wire want)
{
    assert_int_equal(wire->kind, want.kind);
    assert_int_equal(wire->layer, want.layer);
    assert_int_equal(wire->x0, want.x0);
    assert_int_equal(wire->y0, want.y0);
    assert_int_equal(wire->x1, want.x1);
    assert_int_equal(wire->y1, want.y1);
    assert_int_equal(wire->width, want.width);
    assert_int_equal(wire->ext0, want.ext0);
    assert_int_equal(wire->ext1, want.ext1);
    assert_int_equal(wire->orient, want.orient);
    assert_int_equal(wire->status, want.status);
    if (want.kind == WIRE_VIA)
        assert_int_equal(wire->via, want.via);
}

static void test_wiring(void **state)
{
    (void)state;
    struct layout layout;
    char *def = text_edit(
        counter_def, "  + USE CLOCK ;\n- reset_n",
        "  + FIXED metal1 ( 1000 1250 ) ( 3000 * 0 ) via1_square FS ( * 4250 70 )\n"
        "    NEW metal2 TAPER MASK 1 ( 500 500 ) MASK 010 via1_square NEW metal3 ( 9 8 ) RECT "
        "( -10 5 20 -5 )\n"
        "  + ROUTED metal2 ( 0 0 ) VIRTUAL ( 100 100 ) ( * 300 ) STYLE 1\n"
        "  + NONDEFAULTRULE wide + USE CLOCK + FIXEDBUMP ;\n- reset_n");
    layout_read(&layout, quad_lef, def);
    const struct placed_net *net = &layout.placed.nets[find_net(&layout, "clk")];
    const struct placed_wire *wire = layout.placed.wires + net->wires.first;
    uint16_t m1 = find_layer(&layout, "metal1"), m2 = find_layer(&layout, "metal2"),
             m3 = find_layer(&layout, "metal3");
    uint32_t via = find_via(&layout, "via1_square");
    assert_int_equal(net->wires.count, 6);
    assert_int_equal(net->rule, 0);
    assert_true(net->fixed_bump);
    expect_wire(&wire[0], (struct placed_wire){2000, 2500, 6000, 2500, 400, 200, 0, 0, m1,
                                               WIRE_SEGMENT, WIRE_FIXED, 0, false});
    expect_wire(&wire[1], (struct placed_wire){6000, 2500, 6000, 2500, 0, 0, 0, via, m1, WIRE_VIA,
                                               WIRE_FIXED, ORIENT_FS, false});
    expect_wire(&wire[2], (struct placed_wire){6000, 2500, 6000, 8500, 400, 0, 140, 0, m2,
                                               WIRE_SEGMENT, WIRE_FIXED, 0, false});
    expect_wire(&wire[3], (struct placed_wire){1000, 1000, 1000, 1000, 0, 0, 0, via, m2, WIRE_VIA,
                                               WIRE_FIXED, 0, true});
    assert_true(wire[3].taper);
    expect_wire(&wire[4], (struct placed_wire){-2, 6, 58, 26, 0, 0, 0, 0, m3, WIRE_RECT, WIRE_FIXED,
                                               0, false});
    expect_wire(&wire[5], (struct placed_wire){200, 200, 200, 600, 400, 200, 200, 0, m2,
                                               WIRE_SEGMENT, WIRE_ROUTED, 0, false});
    assert_int_equal(net->spans.count, 1);
    struct text_span span = layout.placed.spans[net->spans.first];
    assert_memory_equal(layout.placed.text + span.from, "\n  + ROUTED metal2", 18);
    assert_memory_equal(layout.placed.text + span.to - 7, "STYLE 1", 7);
    assert_int_equal(layout.placed.text[net->text_end], ';');
    assert_memory_equal(layout.placed.text + net->text_at, "- clk", 5);
    layout_destroy(&layout);
    free(def);
}

/* The rule precedes the wiring: its width applies, except with TAPER. */
static void test_rule_width(void **state)
{
    (void)state;
    struct layout layout;
    char *def = text_edit(counter_def, "  + USE CLOCK ;\n- reset_n",
                          "  + NONDEFAULTRULE wide\n  + ROUTED metal2 ( 0 0 ) ( 0 500 ) NEW "
                          "metal2 TAPER ( 0 0 ) ( 0 500 ) NEW metal1 ( 0 0 ) ( 9 0 ) ;\n- reset_n");
    layout_read(&layout, quad_lef, def);
    const struct placed_net *net = &layout.placed.nets[find_net(&layout, "clk")];
    const struct placed_wire *wire = layout.placed.wires + net->wires.first;
    assert_int_equal(wire[0].width, 600);
    assert_int_equal(wire[0].ext0, 300);
    assert_int_equal(wire[1].width, 400);
    assert_int_equal(wire[2].width, 400);
    layout_destroy(&layout);
    free(def);
    def = text_edit(counter_def, "  + USE CLOCK ;\n- reset_n",
                    "  + ROUTED metal2 TAPERRULE wide ( 0 0 ) ( 0 500 ) NEW metal2 ( 0 0 ) "
                    "( 0 500 ) ;\n- reset_n");
    layout_read(&layout, quad_lef, def);
    wire = layout.placed.wires + layout.placed.nets[find_net(&layout, "clk")].wires.first;
    assert_int_equal(wire[0].width, 600);
    assert_int_equal(wire[1].width, 400);
    layout_destroy(&layout);
    free(def);
}

static void test_special_wiring(void **state)
{
    (void)state;
    struct layout layout;
    char *def = text_edit(counter_def, "  NEW metal4 800 + SHAPE STRIPE ( 8250 0 ) ( * 34000 ) ;",
                          "  NEW metal4 800 + SHAPE STRIPE ( 8250 0 ) ( * 34000 )\n"
                          "  NEW metal1 100 ( 10 20 ) via1_square DO 3 BY 2 STEP 100 200\n"
                          "  + SHAPE STRIPE + RECT metal2 ( 0 0 ) ( 10 20 )\n"
                          "  + POLYGON metal3 ( 0 0 ) ( 10 0 ) ( 10 10 ) ( 20 10 ) ( 20 20 ) ( 0 "
                          "20 )\n"
                          "  + VIA via2_square N ( 5 6 ) ( 7 8 ) + VOLTAGE 5 ;");
    layout_read(&layout, quad_lef, counter_def);
    uint32_t vdd = find_net(&layout, "vdd");
    uint32_t before = layout.placed.nets[vdd].special_wires.count;
    assert_int_equal(before, 3 * 4 + 1); /* three rails with three vias each, a strap */
    layout_destroy(&layout);
    layout_read(&layout, quad_lef, def);
    struct slice wires = layout.placed.nets[vdd].special_wires;
    const struct placed_wire *wire = layout.placed.special_wires + wires.first + before;
    assert_int_equal(wires.count, before + 6 + 1 + 2 + 2);
    expect_wire(&wire[-1], (struct placed_wire){16500, 0, 16500, 68000, 1600, 0, 0, 0,
                                                find_layer(&layout, "metal4"), WIRE_SEGMENT,
                                                WIRE_ROUTED, 0, false});
    assert_int_equal(wire[4].x0, 20 + 200);
    assert_int_equal(wire[4].y0, 40 + 400);
    assert_int_equal(wire[6].kind, WIRE_RECT);
    assert_int_equal(wire[6].x1, 20);
    assert_int_equal(wire[10].kind, WIRE_VIA);
    assert_int_equal(wire[10].x0, 14);
    layout_destroy(&layout);
    free(def);
}

/* Other spellings of the same statements, and unknown statements. */
static void test_real_files(void **state)
{
    (void)state;
    static const char *const EDIT[][2] = {
        {"BUSBITCHARS \"[]\" ;", "BUSBITCHARS \"<>\" ;"},
        {"GCELLGRID X 0 DO 7 STEP 5000 ;", "FLOORPLANSTYLE 7 ( x ) ;\nTECHNOLOGY quad ;"},
        {"BLOCKAGES 2", "SCANCHAINS 1 ;\n- c1 + START I O ;\nEND SCANCHAINS\nBLOCKAGES 2"},
        {"+ RECT via3 ( -350 -100 ) ( -150 100 )",
         "+ RECT via3 + MASK 1 ( -350 -100 ) ( -150 100 )"},
        {"- clk + NET clk + DIRECTION INPUT",
         "- clk + NET clk + ANTENNAPINGATEAREA 1 LAYER metal1 + DIRECTION INPUT"},
        {"( clk_root A )", "( clk_root A + SYNTHESIZED )"},
        {"- reset_n ( PIN reset_n ) ( reset_buf A )",
         "- reset_n ( PIN reset_n ) ( reset_buf A ) + WEIGHT 2 + SOURCE TIMING"},
        {"TRACKS Y 250 DO 68 STEP 500 LAYER metal3 ;",
         "TRACKS Y 250 DO 68 STEP 500 MASK 1 SAMEMASK LAYER metal3 metal1 ;"},
        {"END NETS", "END NETS\nBEGINEXT \"tool\"\n- END NETS 1 ;\nENDEXT"},
        {"+ LAYER metal2 ( -150 0 ) ( 150 600 )",
         "+ LAYER metal2 MASK 1 SPACING 100 ( -150 0 ) ( 150 600 )"},
    };
    char *def = strdup(counter_def);
    for (size_t i = 0; i < sizeof EDIT / sizeof EDIT[0]; i++) {
        char *next = text_edit(def, EDIT[i][0], EDIT[i][1]);
        free(def);
        def = next;
    }
    struct layout layout, plain;
    layout_read(&plain, quad_lef, counter_def);
    layout_read(&layout, quad_lef, def);
    assert_int_equal(layout.placed.pin_count, plain.placed.pin_count);
    assert_memory_equal(layout.placed.pin_net, plain.placed.pin_net,
                        layout.placed.pin_count * sizeof *layout.placed.pin_net);
    assert_int_equal(layout.placed.port_shape_count, plain.placed.port_shape_count);
    assert_int_equal(layout.tech.via_rect_count, plain.tech.via_rect_count);
    layout_destroy(&layout);
    layout_destroy(&plain);
    free(def);
}

/* DEF's bus brackets may differ from LEF's. */
static void test_brackets(void **state)
{
    (void)state;
    static const char *const EDIT[][2] = {
        {"BUSBITCHARS \"[]\" ;", "BUSBITCHARS \"<>\" ;"},
        {"( clk_root A )", "( clk_root A<0> )"},
    };
    char *lef = text_edit(quad_lef, "MACRO BUF", "MACRO BUF PIN A[0] END A[0]");
    char *def = strdup(counter_def);
    for (size_t i = 0; i < 2; i++) {
        char *next = text_edit(def, EDIT[i][0], EDIT[i][1]);
        free(def);
        def = next;
    }
    struct layout layout;
    char name[64];
    layout_read(&layout, lef, def);
    struct slice pins = layout.placed.nets[find_net(&layout, "clk")].pins;
    assert_string_equal(
        layout_pin_name(&layout, layout.placed.net_pins[pins.first + 1], name, sizeof name),
        "clk_root/A[0]");
    layout_destroy(&layout);
    free(lef);
    free(def);
}

/* A pin that is stated twice in PINS, and ports without shapes or placement. */
static void test_ports(void **state)
{
    (void)state;
    struct layout layout;
    char *one = text_edit(counter_def, "PINS 14 ;",
                          "PINS 17 ;\n- vdd + NET vdd + USE POWER + LAYER metal1 ( 0 0 ) ( 9 9 ) + "
                          "FIXED ( 0 0 ) N ;\n- bare + NET clk ;\n- loose + NET x + LAYER metal1 ( "
                          "0 0 ) ( 9 9 ) ;");
    layout_read(&layout, quad_lef, one);
    const struct placed *placed = &layout.placed;
    assert_int_equal(placed->port_names.count, 16);
    uint32_t vdd = names_find(&placed->port_names, "vdd", 3);
    uint32_t bare = names_find(&placed->port_names, "bare", 4);
    uint32_t loose = names_find(&placed->port_names, "loose", 5);
    assert_int_equal(placed->ports[vdd].shapes.count, 2);
    assert_int_equal(placed->ports[bare].shapes.count, 0);
    assert_int_equal(placed->ports[bare].net, find_net(&layout, "clk"));
    assert_int_equal(placed->ports[loose].shapes.count, 0);
    assert_int_equal(placed->ports[loose].net, NET_NONE);
    layout_destroy(&layout);
    free(one);
}

/* Metal of I/O pins, stated as ( -150 0 ) ( 150 600 ), rotated about the pin's location. */
static void test_turned_ports(void **state)
{
    (void)state;
    static const struct {
        const char *old, *new;
        struct layout_rect rect;
    } cases[] = {
        {"PLACED ( 0 12250 ) E", "PLACED ( 0 12250 ) E", {0, 12100, 600, 12400}},
        {"PLACED ( 0 12250 ) E", "PLACED ( 0 12250 ) W", {-600, 12100, 0, 12400}},
        {"PLACED ( 0 12250 ) E", "PLACED ( 0 12250 ) N", {-150, 12250, 150, 12850}},
        {"PLACED ( 0 12250 ) E", "PLACED ( 0 12250 ) FS", {-150, 11650, 150, 12250}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct layout layout;
        char *def = text_edit(counter_def, cases[i].old, cases[i].new);
        layout_read(&layout, quad_lef, def);
        const struct layout_rect want = cases[i].rect;
        bool there = false;
        for (uint32_t k = 0; k < layout.placed.port_shape_count; k++) {
            const struct layout_rect r = layout.placed.port_shapes[k].rect;
            there = there || (r.x0 == 2 * want.x0 && r.y0 == 2 * want.y0 && r.x1 == 2 * want.x1 &&
                              r.y1 == 2 * want.y1);
        }
        assert_true(there);
        layout_destroy(&layout);
        free(def);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_header),       cmocka_unit_test(test_nets),
        cmocka_unit_test(test_power),        cmocka_unit_test(test_wiring),
        cmocka_unit_test(test_rule_width),   cmocka_unit_test(test_special_wiring),
        cmocka_unit_test(test_real_files),   cmocka_unit_test(test_ports),
        cmocka_unit_test(test_brackets),     cmocka_unit_test(test_no_name),
        cmocka_unit_test(test_turned_ports), cmocka_unit_test(test_coarsest_units),
    };
    return cmocka_run_group_tests(tests, layout_set_up, layout_tear_down);
}
