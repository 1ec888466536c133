/* What statements of DEF mean where two could be meant, and what is refused: each by itself in the
 * counter. */
#include "tests/support/chip_texts.h"

#define VDD    "- vdd ( * vdd ) ( PIN vdd ) + USE POWER"
#define FOLLOW "SHAPE FOLLOWPIN ( 2000 7000 ) ( 32000 * )"
#define DIE    "DIEAREA ( 0 0 ) ( 34000 34000 ) ;"
#define CK1    "( clk_leaf_1 Y ) ( bit\\[4\\].state CK )"
#define LAST   "TRACKS X 250 DO 34 STEP 1000 LAYER metal4 ;"

enum { EDITS = 4 };

/* The counter with pairs of texts replaced, each where it stands first; to be freed. */
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

static void read_edited(struct chip *chip, const char *const edit[2 * EDITS])
{
    char *def = edited(edit);
    chip_read(chip, quad_lef, def);
    free(def);
}

#define EDITED(chip, ...) read_edited(chip, (const char *const[2 * EDITS]){__VA_ARGS__})

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *edit[2 * EDITS], *message;
    } cases[] = {
        {{"END BLOCKAGES", "END BLOCKAGES\nBLOCKAGES 0 ;\nEND BLOCKAGES"},
         "expected the section BLOCKAGES once, found it twice"},
        {{DIE, DIE "\n" DIE}, "expected DIEAREA once, found it twice"},
        {{"( PIN vdd ) +", "( PIN vdd ) ( PIN vss ) +"}, "expected a pin of one net, found it in vdd as well"},
        {{"END SPECIALNETS", "- vdd ( PIN vdd ) ;\nEND SPECIALNETS"},
         "expected a net, found one of this name twice"},
        {{"- clk_leaf_0 BUF", "- clk_root BUF"},
         "expected a component, found one of this name twice"},
        {{"( 8250 7000 ) rail12", "( 8250 7000 ) rail12 DO 65536 BY 65536 STEP 1 1"},
         "expected at most 1048576 vias, found more"},
        {{"( 8250 7000 ) rail12", "( 8250 7000 ) rail12 DO 1 BY 3 STEP 0 -268435455"},
         "expected vias on the chip"},
        {{"( 8250 7000 ) rail12", "( 8250 7000 ) rail12 DO 3 BY 1 STEP -268435455 0"},
         "expected vias on the chip"},
        {{FOLLOW, "SHAPE FOLLOWPIN ( 2000 7000 -1 ) ( 32000 * )"},
         "expected an extension of at least 0, found \"-1\""},
        {{LAST, "TRACKS X 2 DO 3 STEP 268435455 LAYER metal4 ;"},
         "expected a step above 0 that stays on the chip"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct chip chip = {0};
        struct error error = {0};
        char *def = edited(cases[i].edit);
        const enum status status = chip_read_texts(&chip, quad_lef, def, &error);
        if (status != STATUS_BAD_INPUT || strstr(error.text, cases[i].message) == NULL)
            fail_msg("%s: status %d: %s", cases[i].edit[1], (int)status, error.text);
        chip_destroy(&chip);
        free(def);
    }
}

/* Tracks of layers of cuts alone are none; the last of three lines may lie at the very end. */
static void test_tracks(void **state)
{
    (void)state;
    struct chip chip;
    struct error error = {0};
    static const char def[] = "DESIGN d ;\nUNITS DISTANCE MICRONS 1000 ;\n" DIE
                              "\nTRACKS X 250 DO 34 STEP 1000 LAYER via1 ;\nEND DESIGN\n";
    assert_int_equal(chip_read_texts(&chip, quad_lef, def, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "expected TRACKS of a routing layer, found none");
    chip_destroy(&chip);
    EDITED(&chip, LAST, "TRACKS X 0 DO 3 STEP 268435455 LAYER metal4 ;");
    const struct placed_tracks *last = &chip.placed.tracks[chip.placed.track_count - 1];
    assert_int_equal(last->count, 3);
    assert_true(last->vertical);
    chip_destroy(&chip);
}

/* The box of a die of two parts, whichever comes first. */
static void test_die(void **state)
{
    (void)state;
    struct chip chip;
    EDITED(&chip, DIE,
           "DIEAREA ( 0 0 ) ( 0 34000 ) ( 36000 34000 ) ( 36000 10000 ) ( 34000 10000 ) "
           "( 34000 0 ) ;");
    const int32_t scale = chip.placed.scale;
    const struct rect box = {0, 0, 36000 * scale, 34000 * scale};
    assert_true(chip.placed.die_count > 1);
    assert_memory_equal(&chip.placed.die_box, &box, sizeof box);
    chip_destroy(&chip);
}

static uint32_t pin_of(const struct chip *chip, const char *wanted)
{
    for (uint32_t pin = 0; pin < chip->placed.pin_count; pin++) {
        char name[128];
        if (strcmp(chip_pin_name(chip, pin, name, sizeof name), wanted) == 0)
            return pin;
    }
    fail_msg("no pin %s", wanted);
    return 0;
}

static void expect_net(const struct chip *chip, const char *pin, const char *net)
{
    const uint32_t is = chip->placed.pin_net[pin_of(chip, pin)];
    assert_string_equal(is == NET_NONE ? "none" : names_text(&chip->placed.net_names, is), net);
}

/* A pin that both parts of a net name, and one of them twice, is one pin. */
static void test_pins_named_twice(void **state)
{
    (void)state;
    struct chip chip, plain;
    chip_read(&plain, quad_lef, counter_def);
    EDITED(&chip, "SPECIALNETS 2 ;", "SPECIALNETS 3 ;\n- ck1 " CK1 " ;", CK1 " ( bit\\[5\\]",
           CK1 " " CK1 " ( clk_leaf_1 Y ) ( bit\\[5\\]");
    const uint32_t net = find_net(&chip, "ck1");
    assert_int_equal(chip.placed.nets[net].pins.count,
                     plain.placed.nets[find_net(&plain, "ck1")].pins.count);
    chip_destroy(&chip);
    chip_destroy(&plain);
}

/* Who gets a power pin: its own net, else the first wildcard, else the net of its name, in any
 * letters; no net that only begins with it. An I/O pin has the net that names it, else its own. */
static void test_whose_pin(void **state)
{
    (void)state;
    struct chip chip;
    EDITED(&chip, "SPECIALNETS 2 ;", "SPECIALNETS 3 ;\n- own ( clk_root vdd ) ( * vdd ) ;",
           "- clk ( PIN clk )", "- clk", "- rst (", "- rst ( PIN clk ) (");
    expect_net(&chip, "clk_root/vdd", "own");
    expect_net(&chip, "clk_leaf_0/vdd", "own");
    expect_net(&chip, "PIN/clk", "rst");
    chip_destroy(&chip);
    EDITED(&chip, "- clk ( PIN clk )", "- clk", "SPECIALNETS 2 ;", "SPECIALNETS 3 ;\n- VD ;", VDD,
           "- VDD ( PIN vdd ) + USE POWER");
    expect_net(&chip, "PIN/clk", "clk");
    expect_net(&chip, "clk_leaf_0/vdd", "VDD");
    chip_destroy(&chip);
}

/* What the writer replaces of a net is its wiring in NETS, also if SPECIALNETS has more of it. */
static void test_spans(void **state)
{
    (void)state;
    struct chip chip;
    char *def = edited((const char *const[2 *EDITS]){
        "+ USE CLOCK ;\n- rst", "+ ROUTED metal1 ( 2250 3250 ) ( 4250 * ) ;\n- rst", "END DESIGN",
        "SPECIALNETS 1 ;\n- ck1 + ROUTED metal1 600 ( 2000 7000 ) ( 9000 * ) ;\n"
        "END SPECIALNETS\nEND DESIGN",
        "SPECIALNETS 2 ;", "GROUPS 2 ;", "END SPECIALNETS", "END GROUPS"});
    chip_read(&chip, quad_lef, def);
    const struct placed_net *net = &chip.placed.nets[find_net(&chip, "ck1")];
    assert_true(net->special && net->regular);
    assert_int_equal(net->spans.count, 1);
    assert_int_equal(chip.placed.span_count, 1);
    assert_int_equal(net->special_wires.count, 1);
    chip_destroy(&chip);
    free(def);
}

/* Copies of a via: columns along x, rows along y. */
static void test_copies(void **state)
{
    (void)state;
    struct chip chip;
    EDITED(&chip, "( 8250 7000 ) rail12", "( 8250 7000 ) rail12 DO 3 BY 2 STEP 100 1000");
    const struct placed *placed = &chip.placed;
    const struct placed_wire *via =
        &placed->special_wires[placed->nets[find_net(&chip, "vdd")].special_wires.first + 1];
    for (int32_t i = 0; i < 6; i++) {
        assert_int_equal(via[i].kind, WIRE_VIA);
        assert_int_equal(via[i].x0, (8250 + 100 * (i % 3)) * placed->scale);
        assert_int_equal(via[i].y0, (7000 + 1000 * (i / 3)) * placed->scale);
    }
    chip_destroy(&chip);
}

static void test_status(void **state)
{
    (void)state;
    struct chip chip;
    EDITED(&chip, "- clk_leaf_0 BUF + PLACED", "- clk_leaf_0 BUF + FIXED",
           "- clk_leaf_1 BUF + PLACED", "- clk_leaf_1 BUF + COVER");
    const struct placed_component *component = chip.placed.components;
    assert_int_equal(component[0].status, PLACE_PLACED);
    assert_int_equal(component[1].status, PLACE_FIXED);
    assert_int_equal(component[2].status, PLACE_COVER);
    chip_destroy(&chip);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused),   cmocka_unit_test(test_tracks),
        cmocka_unit_test(test_die),       cmocka_unit_test(test_pins_named_twice),
        cmocka_unit_test(test_whose_pin), cmocka_unit_test(test_spans),
        cmocka_unit_test(test_copies),    cmocka_unit_test(test_status),
    };
    return cmocka_run_group_tests(tests, chip_set_up, chip_tear_down);
}
