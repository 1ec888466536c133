/* test_def_statements: ambiguous and rejected statements of DEF, one at a time in the counter. */
#include "tests/support/layout_texts.h"

#define VDD        "- vdd ( * vdd ) ( PIN vdd ) + USE POWER"
#define FOLLOW     "SHAPE FOLLOWPIN ( 2000 7000 ) ( 32000 * )"
#define DIE        "DIEAREA ( 0 0 ) ( 34000 34000 ) ;"
#define FAR_EAST   "LAYER metal3 ( -150 0 ) ( 150 600 )\n    + PLACED ( 0 12250 ) E"
#define OFF_LAYOUT "expected an I/O pin within the range of coordinates"
#define CK1        "( clk_leaf_1 Y ) ( bit\\[4\\].state CK )"
#define LAST       "TRACKS X 250 DO 34 STEP 1000 LAYER metal4 ;"

enum { EDITS = 4 };

/* The counter with pairs of texts replaced, each at its first place; to be freed. */
static char *edited(const char *const edit[2 * EDITS])
{
    char *text = strdup(counter_def);
    for (int i = 0; i < 2 * EDITS && edit[i] != NULL; i += 2) {
        char *next = text_edit(text, edit[i], edit[i + 1]);
        free(text);
        text = next;
    }
    return text;
}

static void read_edited(struct layout *layout, const char *const edit[2 * EDITS])
{
    char *def = edited(edit);
    layout_read(layout, quad_lef, def);
    free(def);
}

#define EDITED(layout, ...) read_edited(layout, (const char *const[2 * EDITS]){__VA_ARGS__})

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *edit[2 * EDITS], *message;
    } cases[] = {
        {{"END BLOCKAGES", "END BLOCKAGES\nBLOCKAGES 0 ;\nEND BLOCKAGES"},
         "expected the section BLOCKAGES once, found it twice"},
        {{DIE, DIE "\n" DIE}, "expected DIEAREA once, found it twice"},
        {{"( PIN vdd ) +", "( PIN vdd ) ( PIN vss ) +"},
         "expected a pin of one net, found it in vdd as well"},
        {{"END SPECIALNETS", "- vdd ( PIN vdd ) ;\nEND SPECIALNETS"},
         "expected a net, found one of this name twice"},
        {{"- clk_leaf_0 BUF", "- clk_root BUF"},
         "expected a component, found one of this name twice"},
        {{"( 8250 7000 ) rail12", "( 8250 7000 ) rail12 DO 65536 BY 65536 STEP 1 1"},
         "expected at most 1048576 copies, found more"},
        {{"( 8250 7000 ) rail12", "( 8250 7000 ) rail12 DO 2 BY 1048576 STEP 1 1"},
         "expected at most 1048576 copies, found more"},
        {{"( 8250 7000 ) rail12", "( 8250 7000 ) rail12 DO 1048576 BY 2 STEP 1 1"},
         "expected at most 1048576 copies, found more"},
        {{"( 8250 7000 ) rail12", "( 8250 7000 ) rail12 DO 1 BY 3 STEP 0 -268435455"},
         "expected vias within the range of coordinates"},
        {{"( 8250 7000 ) rail12", "( 8250 7000 ) rail12 DO 1 BY 3 STEP 0 268435455"},
         "expected vias within the range of coordinates"},
        {{"( 8250 7000 ) rail12", "( 8250 7000 ) rail12 DO 3 BY 1 STEP 268435455 0"},
         "expected vias within the range of coordinates"},
        {{"( 8250 7000 ) rail12", "( 8250 7000 ) rail12 DO 3 BY 1 STEP -268435455 0"},
         "expected vias within the range of coordinates"},
        {{FOLLOW, "SHAPE FOLLOWPIN ( 2000 7000 -1 ) ( 32000 * )"},
         "expected an extension of at least 0, found \"-1\""},
        {{LAST, "TRACKS X 2 DO 3 STEP 268435455 LAYER metal4 ;"},
         "expected a step above 0 and lines within the range of coordinates"},
        {{LAST, "TRACKS X 250 DO 34 STEP 1000 LAYER SAMEMASK ;"},
         "expected a layer that LEF defines, found \"SAMEMASK\""},
        {{FAR_EAST, "VIA via1_square ( 268435455 0 ) + PLACED ( 268435455 12250 ) N"}, OFF_LAYOUT},
        {{FAR_EAST, "VIA via1_square ( -268435455 0 ) + PLACED ( -268435455 12250 ) N"},
         OFF_LAYOUT},
        {{FAR_EAST, "VIA via1_square ( 0 268435455 ) + PLACED ( 0 268435455 ) N"}, OFF_LAYOUT},
        {{FAR_EAST, "VIA via1_square ( 0 -268435455 ) + PLACED ( 0 -268435455 ) N"}, OFF_LAYOUT},
        {{"BUSBITCHARS \"[]\"", "BUSBITCHARS a[]b"}, "expected two characters in quotes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct layout layout = {0};
        struct error error = {0};
        char *def = edited(cases[i].edit);
        const enum status status = layout_read_texts(&layout, quad_lef, def, &error);
        if (status != STATUS_BAD_INPUT || strstr(error.text, cases[i].message) == NULL)
            fail_msg("%s: status %d: %s", cases[i].edit[1], (int)status, error.text);
        layout_destroy(&layout);
        free(def);
    }
}

/* Tracks of cut layers alone are completed from LEF; the last of three lines may be at the largest
 * coordinate. */
static void test_tracks(void **state)
{
    (void)state;
    struct layout layout;
    struct error error = {0};
    static const char def[] = "DESIGN d ;\nUNITS DISTANCE MICRONS 1000 ;\n" DIE
                              "\nTRACKS X 250 DO 34 STEP 1000 LAYER via1 ;\nEND DESIGN\n";
    assert_int_equal(layout_read_texts(&layout, quad_lef, def, &error), STATUS_OK);
    assert_int_equal(layout.placed.first_lef_track, 1);
    assert_int_equal(layout.placed.track_count, 5);
    layout_destroy(&layout);
    error = (struct error){0};
    assert_int_equal(layout_read_texts(&layout, quad_lef, "DESIGN d ;\nEND DESIGN\n", &error),
                     STATUS_BAD_INPUT);
    assert_string_equal(error.text, "expected UNITS, found none");
    /* tracks of one routing layer are enough, in any order */
    char *some =
        text_edit(counter_def, "TRACKS", "TRACKS X 250 DO 34 STEP 1000 LAYER via1 ;\nTRACKS");
    layout_read(&layout, quad_lef, some);
    layout_destroy(&layout);
    free(some);
    EDITED(&layout, LAST, "TRACKS X 0 DO 3 STEP 268435455 LAYER metal4 ;");
    const struct placed_tracks *last = &layout.placed.tracks[layout.placed.track_count - 1];
    assert_int_equal(last->count, 3);
    assert_true(last->vertical);
    layout_destroy(&layout);
}

/* The box of a die of two parts, in both orders. */
static void test_die(void **state)
{
    (void)state;
    struct layout layout;
    EDITED(&layout, DIE,
           "DIEAREA ( 0 0 ) ( 0 34000 ) ( 36000 34000 ) ( 36000 10000 ) ( 34000 10000 ) "
           "( 34000 0 ) ;");
    const int32_t scale = layout.placed.scale;
    const struct layout_rect box = {0, 0, 36000 * scale, 34000 * scale};
    assert_true(layout.placed.die_count > 1);
    assert_memory_equal(&layout.placed.die_box, &box, sizeof box);
    layout_destroy(&layout);
}

static uint32_t pin_of(const struct layout *layout, const char *wanted)
{
    for (uint32_t pin = 0; pin < layout->placed.pin_count; pin++) {
        char name[128];
        if (strcmp(layout_pin_name(layout, pin, name, sizeof name), wanted) == 0)
            return pin;
    }
    fail_msg("no pin %s", wanted);
    return 0;
}

static void expect_net(const struct layout *layout, const char *pin, const char *net)
{
    const uint32_t is = layout->placed.pin_net[pin_of(layout, pin)];
    assert_string_equal(is == NET_NONE ? "none" : names_text(&layout->placed.net_names, is), net);
}

/* A pin that both parts of a net list, one of them twice, is one pin. */
static void test_pins_named_twice(void **state)
{
    (void)state;
    struct layout layout, plain;
    layout_read(&plain, quad_lef, counter_def);
    EDITED(&layout, "SPECIALNETS 2 ;", "SPECIALNETS 3 ;\n- ck1 " CK1 " ;", CK1 " ( bit\\[5\\]",
           CK1 " " CK1 " ( clk_leaf_1 Y ) ( bit\\[5\\]");
    layout_destroy(&layout);
    EDITED(&layout, "( reset_buf A )", "( reset_buf A ) ( PIN reset_n ) ( reset_buf A )");
    assert_int_equal(layout.placed.nets[find_net(&layout, "reset_n")].pins.count, 2);
    layout_destroy(&layout);
    EDITED(&layout, "SPECIALNETS 2 ;", "SPECIALNETS 3 ;\n- ck1 " CK1 " ;", CK1 " ( bit\\[5\\]",
           CK1 " " CK1 " ( clk_leaf_1 Y ) ( bit\\[5\\]");
    const uint32_t net = find_net(&layout, "ck1");
    assert_int_equal(layout.placed.nets[net].pins.count,
                     plain.placed.nets[find_net(&plain, "ck1")].pins.count);
    layout_destroy(&layout);
    layout_destroy(&plain);
}

/* A power pin goes to the net that lists it, else to the first wildcard, else to the net of its
 * name in any letter case, not to one that only begins with its name. An I/O pin goes to the net
 * that lists it, else to the net that PINS states. */
static void test_whose_pin(void **state)
{
    (void)state;
    struct layout layout;
    EDITED(&layout, "SPECIALNETS 2 ;", "SPECIALNETS 3 ;\n- own ( clk_root vdd ) ( * vdd ) ;",
           "- clk ( PIN clk )", "- clk", "- rst (", "- rst ( PIN clk ) (", "- clk + NET clk",
           "- clk + NET rst");
    expect_net(&layout, "clk_root/vdd", "own");
    expect_net(&layout, "clk_leaf_0/vdd", "own");
    expect_net(&layout, "PIN/clk", "rst");
    layout_destroy(&layout);
    EDITED(&layout, "- clk ( PIN clk )", "- clk", "SPECIALNETS 2 ;", "SPECIALNETS 3 ;\n- VD ;", VDD,
           "- VDD ( PIN vdd ) + USE POWER");
    expect_net(&layout, "PIN/clk", "clk");
    expect_net(&layout, "clk_leaf_0/vdd", "VDD");
    layout_destroy(&layout);
    /* A regular net that lists a pin further down takes precedence over a special net's wildcard.
     */
    EDITED(&layout, "SPECIALNETS 2 ;", "SPECIALNETS 3 ;\n- own ( * CK ) ( * Y ) ;", "- ck1 " CK1,
           "- ck1 ( clk_leaf_1 Y )");
    expect_net(&layout, "clk_leaf_1/Y", "ck1");
    expect_net(&layout, "bit[4].state/CK", "own");
    expect_net(&layout, "bit[5].state/CK", "ck1");
    layout_destroy(&layout);
}

/* The writer replaces a net's wiring in NETS, also if it has wiring in SPECIALNETS. */
static void test_spans(void **state)
{
    (void)state;
    struct layout layout;
    char *def = edited((const char *const[2 *EDITS]){
        "+ USE CLOCK ;\n- rst", "+ ROUTED metal1 ( 2250 3250 ) ( 4250 * ) ;\n- rst", "END DESIGN",
        ("SPECIALNETS 1 ;\n- ck1 + ROUTED metal1 600 ( 2000 7000 ) ( 9000 * ) ;\n"
         "END SPECIALNETS\nEND DESIGN"),
        "SPECIALNETS 2 ;", "GROUPS 2 ;", "END SPECIALNETS", "END GROUPS"});
    layout_read(&layout, quad_lef, def);
    const struct placed_net *net = &layout.placed.nets[find_net(&layout, "ck1")];
    assert_true(net->special && net->regular);
    assert_int_equal(net->spans.count, 1);
    assert_int_equal(layout.placed.span_count, 1);
    assert_int_equal(net->special_wires.count, 1);
    layout_destroy(&layout);
    free(def);
}

/* Copies of a via: columns along x, rows along y. */
static void test_copies(void **state)
{
    (void)state;
    struct layout layout;
    EDITED(&layout, "( 8250 7000 ) rail12", "( 8250 7000 ) rail12 DO 3 BY 2 STEP 100 1000");
    const struct placed *placed = &layout.placed;
    const struct placed_wire *via =
        &placed->special_wires[placed->nets[find_net(&layout, "vdd")].special_wires.first + 1];
    for (int32_t i = 0; i < 6; i++) {
        assert_int_equal(via[i].kind, WIRE_VIA);
        assert_int_equal(via[i].x0, (8250 + 100 * (i % 3)) * placed->scale);
        assert_int_equal(via[i].y0, (7000 + 1000 * (i / 3)) * placed->scale);
    }
    layout_destroy(&layout);
}

static void test_rule(void **state)
{
    (void)state;
    struct layout layout;
    EDITED(
        &layout, "COMPONENTS 103 ;",
        "NONDEFAULTRULES 1 ;\n- r + LAYER metal1 WIDTH 300 SPACING 400 WIREEXT 500 + LAYER metal2 "
        "WIDTH 310 ;\nEND NONDEFAULTRULES\nCOMPONENTS 103 ;");
    const uint32_t rule = names_find(&layout.tech.rule_names, "r", 1);
    assert_int_not_equal(rule, NAME_NONE);
    const struct tech_rule_layer *layer =
        &layout.tech.rule_layers[layout.tech.rules[rule].layers.first];
    const int32_t scale = layout.placed.scale;
    assert_int_equal(layer[0].width, 300 * scale);
    assert_int_equal(layer[0].spacing, 400 * scale);
    assert_int_equal(layer[0].wire_extension, 500 * scale);
    assert_int_equal(layer[1].width, 310 * scale);
    assert_int_equal(layer[1].spacing, LENGTH_NONE);
    layout_destroy(&layout);
}

static void test_status(void **state)
{
    (void)state;
    struct layout layout;
    EDITED(&layout, "- clk_leaf_0 BUF + PLACED", "- clk_leaf_0 BUF + FIXED",
           "- clk_leaf_1 BUF + PLACED", "- clk_leaf_1 BUF + COVER");
    const struct placed_component *component = layout.placed.components;
    assert_int_equal(component[0].status, PLACE_PLACED);
    assert_int_equal(component[1].status, PLACE_FIXED);
    assert_int_equal(component[2].status, PLACE_COVER);
    layout_destroy(&layout);
}

/* An I/O pin of two ports, of which only the first is placed. */
static void test_ports(void **state)
{
    (void)state;
    struct layout layout, plain;
    layout_read(&plain, quad_lef, counter_def);
    EDITED(&layout, "DIRECTION INPUT + USE CLOCK\n  + PORT\n    + LAYER metal3 ( -150 0 )",
           "DIRECTION OUTPUT + USE CLOCK\n  + PORT\n    + LAYER metal3 SPACING 400 ( -150 0 )",
           "+ PLACED ( 0 12250 ) E",
           "+ PLACED ( 0 12250 ) E\n  + PORT + LAYER metal1 ( 0 0 ) ( 9 9 )");
    const struct placed_port *port = &layout.placed.ports[0];
    assert_int_equal(layout.placed.port_shape_count, plain.placed.port_shape_count);
    assert_int_equal(port->shapes.count, 1);
    const struct cell_shape *shape = &layout.placed.port_shapes[port->shapes.first];
    assert_int_equal(shape->spacing, 400 * layout.placed.scale);
    assert_int_equal(shape->rule_width, LENGTH_NONE);
    assert_int_not_equal(port->direction, plain.placed.ports[0].direction);
    layout_destroy(&layout);
    layout_destroy(&plain);
}

/* Options of nets that are counted, and unusual elements of wiring. */
static void test_parts(void **state)
{
    (void)state;
    struct layout layout;
    EDITED(&layout, "( PIN enable )", "( PIN enable ) + SUBNET s ( enable_buf A ) + SUBNET t",
           "NEW metal4 800 + SHAPE STRIPE ( 8250 0 ) ( * 34000 ) ;",
           ("NEW metal4 800 + SHAPE STRIPE ( 8250 0 ) ( * 34000 )\n"
            "  + SHIELD clk metal4 800 ( 9250 0 ) ( * 34000 ) NEW metal1 200 ( 0 0 ) ( 90 80 ) ;"),
           "( reset_buf A )", "( reset_buf A ) + VPIN v ( 0 0 ) ( 9 9 )");
    const struct placed *placed = &layout.placed;
    const struct slice wires = placed->nets[find_net(&layout, "vdd")].special_wires;
    const struct placed_wire *last = &placed->special_wires[wires.first + wires.count - 1];
    assert_int_equal(placed->subnet_count, 2);
    assert_int_equal(placed->vpin_count, 1);
    assert_int_equal(last[0].kind, WIRE_RECT); /* a slanted wire: its box */
    assert_int_equal(last[0].x1, (90 + 100) * placed->scale);
    assert_int_equal(layout.library.slanted, 1);
    assert_int_equal(last[-1].kind, WIRE_SEGMENT);
    assert_int_equal(last[-1].status, WIRE_SHIELD);
    assert_int_equal(last[-1].ext0, 0);
    assert_int_equal(last[-2].status, WIRE_ROUTED);
    layout_destroy(&layout);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused),   cmocka_unit_test(test_tracks),
        cmocka_unit_test(test_die),       cmocka_unit_test(test_pins_named_twice),
        cmocka_unit_test(test_whose_pin), cmocka_unit_test(test_spans),
        cmocka_unit_test(test_copies),    cmocka_unit_test(test_status),
        cmocka_unit_test(test_rule),      cmocka_unit_test(test_ports),
        cmocka_unit_test(test_parts),
    };
    return cmocka_run_group_tests(tests, layout_set_up, layout_tear_down);
}
