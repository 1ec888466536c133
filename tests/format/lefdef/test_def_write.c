/* test_def_write: the DEF writer changes nothing but wiring, and its output reads back equal. */
#include "tests/support/layout_texts.h"

#include "grid/format/def/def_write.h"

/* Writes the layout with the wires; returns the text, to be freed. */
static char *write_text(const struct layout *layout, const struct placed_wire *wires,
                        const uint32_t *first, const bool *keep)
{
    FILE *file = fopen("w.def", "wb");
    assert_non_null(file);
    const struct def_wiring wiring = {wires, first, keep};
    struct error error = {0};
    if (def_write(file, layout, &wiring, &error) != STATUS_OK)
        fail_msg("%s", error.text);
    assert_int_equal(fclose(file), 0);
    size_t size;
    return text_read("w.def", &size);
}

/* Offsets for one net that has all `count` wires. */
static uint32_t *first_of(const struct layout *layout, uint32_t net, uint32_t count)
{
    uint32_t nets = layout->placed.net_names.count, *first = calloc(nets + 1, sizeof *first);
    assert_non_null(first);
    for (uint32_t i = net + 1; i <= nets; i++)
        first[i] = count;
    return first;
}

static void test_nothing(void **state)
{
    (void)state;
    struct layout layout;
    layout_read(&layout, quad_lef, counter_def);
    uint32_t *first = first_of(&layout, 0, 0);
    char *text = write_text(&layout, NULL, first, NULL);
    assert_string_equal(text, counter_def);
    free(text);
    free(first);
    layout_destroy(&layout);
}

/* One net with each kind of wire, compared with a text written by hand. */
static void test_text(void **state)
{
    (void)state;
    struct layout layout;
    layout_read(&layout, quad_lef, counter_def);
    uint32_t net = find_net(&layout, "clk"), via = find_via(&layout, "via1_square");
    uint16_t m1 = find_layer(&layout, "metal1"), m2 = find_layer(&layout, "metal2");
    const struct placed_wire wires[] = {
        {100, 200, 500, 200, 400, 200, 200, TECH_NONE, m1, WIRE_SEGMENT, WIRE_ROUTED, 0, false},
        {500, 200, 500, 200, 0, 0, 0, via, m1, WIRE_VIA, WIRE_ROUTED, 0, false},
        {500, 200, 500, -900, 400, 200, 200, TECH_NONE, m2, WIRE_SEGMENT, WIRE_ROUTED, 0, false},
        {500, -900, 700, -900, 400, 200, 0, TECH_NONE, m2, WIRE_SEGMENT, WIRE_ROUTED, 0, false},
        {700, -900, 700, 0, 400, 200, 200, TECH_NONE, m2, WIRE_SEGMENT, WIRE_ROUTED, 0, false},
        {600, -100, 800, 100, 0, 0, 0, TECH_NONE, m2, WIRE_RECT, WIRE_ROUTED, 0, false},
        {700, 0, 700, 0, 0, 0, 0, via, m2, WIRE_VIA, WIRE_ROUTED, ORIENT_FS, false},
        {0, 0, 2, 4, 0, 0, 0, TECH_NONE, m2, WIRE_RECT, WIRE_ROUTED, 0, true},
        {0, 0, 0, 8, 400, 200, 200, TECH_NONE, m2, WIRE_SEGMENT, WIRE_FIXED, 0, false},
    };
    uint32_t *first = first_of(&layout, net, 9);
    char *text = write_text(&layout, wires, first, NULL);
    char *want = text_edit(counter_def, "  + USE CLOCK ;\n- reset_n",
                           "  + USE CLOCK\n"
                           "  + ROUTED metal1 ( 50 100 ) ( 250 * ) via1_square ( * -450 ) "
                           "( 350 * 0 )\n"
                           "    NEW metal2 ( 350 -450 ) ( * 0 ) RECT ( -50 -50 50 50 )\n"
                           "    NEW metal2 ( 350 0 ) via1_square FS\n"
                           "    NEW metal2 TAPER ( 0 0 ) RECT ( 0 0 1 2 ) ;\n- reset_n");
    assert_string_equal(text, want);
    free(text);
    free(want);
    free(first);
    layout_destroy(&layout);
}

/* Old ROUTED wiring is removed, FIXED is kept; with keep, all is kept. */
static void test_replace(void **state)
{
    (void)state;
    char *def = text_edit(counter_def, "  + USE CLOCK ;\n- reset_n",
                          "  + ROUTED metal1 ( 0 0 ) ( 9 0 )\n   NEW metal1 ( 0 0 ) via1_square\n"
                          "  + FIXED metal2 ( 0 0 ) ( 0 9 ) # a remark\n"
                          "  + USE CLOCK+ ROUTED metal2 ( 4 4 ) ( 4 8 );\n- reset_n");
    char *without = text_edit(counter_def, "  + USE CLOCK ;\n- reset_n",
                              "  + FIXED metal2 ( 0 0 ) ( 0 9 ) # a remark\n"
                              "  + USE CLOCK+ ROUTED metal2 ( 4 4 ) ( 4 8 );\n- reset_n");
    char *spaced = text_edit(def, "CLOCK+ ROUTED", "CLOCK + ROUTED");
    char *removed = text_edit(counter_def, "  + USE CLOCK ;\n- reset_n",
                              "  + FIXED metal2 ( 0 0 ) ( 0 9 ) # a remark\n"
                              "  + USE CLOCK;\n- reset_n");
    struct layout layout;
    layout_read(&layout, quad_lef, spaced);
    uint32_t net = find_net(&layout, "clk"), *first = first_of(&layout, net, 0);
    char *text = write_text(&layout, NULL, first, NULL);
    assert_string_equal(text, removed);
    free(text);
    bool *keep = calloc(layout.placed.net_names.count, 1);
    keep[net] = true;
    text = write_text(&layout, NULL, first, keep);
    assert_string_equal(text, spaced);
    free(text);
    free(keep);
    free(first);
    layout_destroy(&layout);
    free(def);
    free(without);
    free(spaced);
    free(removed);
}

/* A via that only a rule of LEF generates: its definition is added to DEF, with and without VIAS.
 */
static void test_new_vias(void **state)
{
    (void)state;
    const char *at = strstr(counter_def, "VIAS 3 ;"), *end = strstr(counter_def, "END VIAS\n");
    assert_true(at != NULL && end != NULL);
    char *bare = NULL;
    assert_true(asprintf(&bare, "%.*s%s", (int)(at - counter_def), counter_def,
                         end + strlen("END VIAS\n\n")) > 0);
    for (char *via = bare; (via = strstr(via, " rail")) != NULL;)
        memset(via, ' ', strlen(" rail12")); /* the rails lose their vias */
    for (int pass = 0; pass < 2; pass++) {
        struct layout layout;
        layout_read(&layout, quad_lef, pass == 0 ? counter_def : bare);
        uint32_t net = find_net(&layout, "clk"), via = find_via(&layout, "via34_1x1");
        uint16_t m3 = find_layer(&layout, "metal3");
        const struct placed_wire wire = {1000, 1000, 1000,     1000,        0, 0,    0,
                                         via,  m3,   WIRE_VIA, WIRE_ROUTED, 0, false};
        uint32_t *first = first_of(&layout, net, 1);
        char *text = write_text(&layout, &wire, first, NULL);
        assert_non_null(strstr(text, pass == 0 ? "VIAS 4 ;\n- rail12" : "VIAS 1 ;\n- via34_1x1"));
        assert_non_null(strstr(text, "- via34_1x1\n"
                                     "  + RECT metal3 ( -150 -150 ) ( 150 150 )\n"
                                     "  + RECT metal4 ( -200 -200 ) ( 200 200 )\n"
                                     "  + RECT via3 ( -100 -100 ) ( 100 100 ) ;\nEND VIAS\n"));
        struct layout again;
        layout_read(&again, quad_lef, text);
        struct slice wires = again.placed.nets[find_net(&again, "clk")].wires;
        assert_int_equal(wires.count, 1);
        const struct tech_via *read = &again.tech.vias[again.placed.wires[wires.first].via];
        assert_true(read->from_def);
        assert_int_equal(read->rects.count, 3);
        assert_int_equal(read->bottom, m3);
        layout_destroy(&again);
        layout_destroy(&layout);
        free(text);
        free(first);
    }
    free(bare);
}

/* DEF cannot define a via of LEF's rules whose corners are not on database units. */
static void test_vias_between_units(void **state)
{
    (void)state;
    static const char *const cuts[] = {"RECT -0.125 -0.1 0.125 0.1 ;\n    SPACING 0.5",
                                       "RECT -0.1 -0.125 0.1 0.125 ;\n    SPACING 0.5"};
    static const char def[] =
        "DESIGN d ;\nUNITS DISTANCE MICRONS 10 ;\nDIEAREA ( 0 0 ) ( 99 99 ) ;\n"
        "TRACKS X 5 DO 9 STEP 10 LAYER metal2 ;\n"
        "NETS 1 ;\n- n ;\nEND NETS\nEND DESIGN\n";
    for (size_t i = 0; i < 2; i++) {
        char *lef = text_edit(quad_lef, "RECT -0.1 -0.1 0.1 0.1 ;\n    SPACING 0.5", cuts[i]);
        struct layout layout;
        layout_read(&layout, lef, def);
        const struct placed_wire wire = {.via = find_via(&layout, "via34_1x1"),
                                         .layer = find_layer(&layout, "metal3"),
                                         .kind = WIRE_VIA};
        const uint32_t first[] = {0, 1};
        const struct def_wiring wiring = {&wire, first, NULL};
        struct error error = {0};
        FILE *file = fopen("w.def", "wb");
        assert_non_null(file);
        assert_int_equal(def_write(file, &layout, &wiring, &error), STATUS_BAD_INPUT);
        fclose(file);
        assert_string_equal(error.text, "via via34_1x1 of LEF's rules has a corner between two "
                                        "database units: DEF cannot define it");
        layout_destroy(&layout);
        free(lef);
    }
}

/* Random wires for a net: a walk that bends, changes layers, jumps and adds patches. */
static uint32_t random_wires(const struct layout *layout, uint64_t *seed, struct placed_wire *wires)
{
    const uint32_t via[] = {find_via(layout, "via1_square"), find_via(layout, "via2_square")};
    uint32_t count = 0;
    int32_t x = 0, y = 0, level = 0;
    for (uint32_t i = splitmix_below(seed, 40); i > 0; i--) {
        struct placed_wire wire = {.x0 = x, .y0 = y, .x1 = x, .y1 = y, .via = TECH_NONE};
        wire.layer = layout->tech.levels[level];
        uint32_t what = splitmix_below(seed, 8);
        int32_t by = 2 * (int32_t)splitmix_below(seed, 2000) - 2000;
        if (what < 4) {
            wire.kind = WIRE_SEGMENT;
            wire.width = layout->tech.layers[wire.layer].width;
            wire.ext0 = wire.ext1 = wire.width / 2;
            if (what == 3)
                wire.ext1 = 2 * (int32_t)splitmix_below(seed, 50);
            x = wire.x1 += what % 2 == 0 ? by : 0;
            y = wire.y1 += what % 2 == 1 ? by : 0;
        } else if (what < 6) {
            wire.kind = WIRE_VIA;
            wire.via = via[level == 0 ? 0 : level == 2 ? 1 : what % 2];
            wire.orient = (uint8_t)(what == 5 ? splitmix_below(seed, 8) : 0);
            level = level != 1 ? 1 : what % 2 == 0 ? 0 : 2;
        } else if (what == 6) {
            wire.kind = WIRE_RECT;
            wire.x0 -= 20;
            wire.y1 += 60;
        } else {
            x += by;
            continue;
        }
        wires[count++] = wire;
    }
    return count;
}

static void expect_same_metal(const struct layout *a, const struct placed_wire *wire,
                              const struct layout *b, const struct placed_wire *read)
{
    assert_int_equal(wire_rect_count(a, wire), wire_rect_count(b, read));
    for (uint32_t i = 0; i < wire_rect_count(a, wire); i++) {
        uint16_t layer[2];
        struct layout_rect want = wire_rect(a, wire, i, &layer[0]);
        struct layout_rect found = wire_rect(b, read, i, &layer[1]);
        assert_memory_equal(&want, &found, sizeof want);
        assert_int_equal(layer[0], layer[1]);
    }
}

/* Random wires of all nets are written, read and written again: same metal, same text. */
static void test_round_trip(void **state)
{
    (void)state;
    uint64_t seed = splitmix_seed(3);
    struct layout layout, again;
    layout_read(&layout, quad_lef, counter_def);
    uint32_t nets = layout.placed.net_names.count, count = 0;
    uint32_t *first = calloc(nets + 1, sizeof *first);
    struct placed_wire *wires = calloc((size_t)nets * 40, sizeof *wires);
    for (uint32_t net = 0; net < nets; net++) {
        first[net] = count;
        if (layout.placed.nets[net].regular)
            count += random_wires(&layout, &seed, wires + count);
    }
    first[nets] = count;
    char *text = write_text(&layout, wires, first, NULL);
    layout_read(&again, quad_lef, text);
    assert_int_equal(again.placed.wire_count, count);
    for (uint32_t net = 0; net < nets; net++) {
        struct slice slice = again.placed.nets[net].wires;
        assert_int_equal(slice.count, first[net + 1] - first[net]);
        for (uint32_t i = 0; i < slice.count; i++)
            expect_same_metal(&layout, &wires[first[net] + i], &again,
                              &again.placed.wires[slice.first + i]);
    }
    /* Nets have the same numbers, and their wires the same order. */
    char *second = write_text(&again, again.placed.wires, first, NULL);
    assert_string_equal(second, text);
    layout_destroy(&layout);
    layout_destroy(&again);
    free(first);
    free(wires);
    free(text);
    free(second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_replace),
        cmocka_unit_test(test_new_vias),
        cmocka_unit_test(test_vias_between_units),
        cmocka_unit_test(test_round_trip),
    };
    return cmocka_run_group_tests(tests, layout_set_up, layout_tear_down);
}
