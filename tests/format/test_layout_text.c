/* test_layout_text: a layout written in the native format reads back equal, field by field, with a
 * rule of every kind; its wires too. */
#include "tests/support/layout_texts.h"

#include "grid/format/layout/layout_text.h"

/* quad.lef with more rules, and the counter with a rule, FIXED wiring and blockages. */
static char *rich_lef(void)
{
    char *one = text_edit(
        quad_lef, "  AREA 0.12 ;\n  MINENCLOSEDAREA 0.2 ;\n",
        "  AREA 0.12 ;\n  MINWIDTH 0.15 ;\n  MINENCLOSEDAREA 0.2 WIDTH 0.4 ;\n"
        "  SPACING 0.23 ENDOFLINE 0.22 WITHIN 0.06 PARALLELEDGE 0.3 WITHIN 0.1 TWOEDGES ;\n"
        "  SPACING 0.4 RANGE 0.6 0.9 RANGE 0.7 1.5 ;\n  SPACING 0.21 SAMENET PGONLY ;\n"
        "  SPACING 0.3 NOTCHLENGTH 1.0 ;\n"
        "  MINIMUMCUT 2 WIDTH 0.7 WITHIN 0.3 FROMABOVE LENGTH 1.0 WITHIN 2.0 ;\n"
        "  MINSTEP 0.1 OUTSIDECORNER LENGTHSUM 0.3 ;\n  MINSTEP 0.05 MAXEDGES 1 ;\n");
    char *two = text_edit(one, "  SPACING 0.25 ;\nEND via2",
                          "  SPACING 0.25 ;\n  SPACING 0.3 ADJACENTCUTS 3 WITHIN 0.35 ;\n"
                          "  SPACING 0.15 LAYER via1 STACK ;\n  SPACING 0.2 CENTERTOCENTER ;\n"
                          "  SPACING 0.16 SAMENET CENTERTOCENTER ;\n"
                          "END via2");
    char *three = text_edit(two, "  SPACING 0.4 ;\n  AREA 0.3 ;",
                            "  SPACINGTABLE TWOWIDTHS\n    WIDTH 0 0.4 0.5\n"
                            "    WIDTH 0.8 PRL 1.0 0.5 0.6 ;\n  AREA 0.3 ;\n"
                            "  PROPERTY LEF58_RECTONLY \"RECTONLY EXCEPTNONCOREPINS ;\" ;");
    char *four = text_edit(three, "END UNITS\n",
                           "END UNITS\nUSEMINSPACING OBS OFF ;\nCLEARANCEMEASURE MAXXY ;\n");
    free(one);
    free(two);
    free(three);
    return four;
}

static char *rich_def(void)
{
    char *one = text_edit(counter_def, "  + USE CLOCK ;",
                          "  + USE CLOCK + NONDEFAULTRULE wide\n"
                          "  + FIXED metal2 TAPER ( 1250 1250 ) ( * 2250 100 ) via1_square\n"
                          "  NEW metal3 ( 1250 1250 ) RECT ( -100 -100 300 100 ) ;");
    char *two =
        text_edit(one, "DIEAREA ( 0 0 ) ( 34000 34000 ) ;",
                  "DIEAREA ( 9 7 ) ( 9 900 ) ( 500 900 ) ( 500 800 ) ( 300 800 ) ( 300 7 ) ;");
    free(one);
    return two;
}

static void write_and_read(struct layout *to, const struct layout *from)
{
    struct error error = {0};
    struct scan scan;
    FILE *file = fopen("t.net", "w");
    assert_non_null(file);
    assert_int_equal(layout_text_write(file, from, &error), STATUS_OK);
    fclose(file);
    assert_int_equal(scan_open(&scan, "t.net", &error), STATUS_OK);
    if (layout_text_read(to, &scan, &error) != STATUS_OK)
        fail_msg("%llu:%llu: %s", (unsigned long long)error.line, (unsigned long long)error.column,
                 error.text);
    scan_close(&scan);
}

/* Equal numbers of elements, and an equal field in each. */
/* NOLINTBEGIN(bugprone-macro-parentheses): members have no parentheses */
#define SAME_COUNT(count)  assert_int_equal(a->count, b->count)
#define SAME(array, field) assert_true(a->array[i].field == b->array[i].field)
#define SAME_SLICE(array, field)                                                                   \
    SAME(array, field.first);                                                                      \
    SAME(array, field.count)
/* NOLINTEND(bugprone-macro-parentheses) */

static void same_names(const struct names *a, const struct names *b)
{
    assert_int_equal(a->count, b->count);
    for (uint32_t i = 0; i < a->count; i++)
        assert_string_equal(names_text(a, i), names_text(b, i));
}

static void same_layers(const struct tech *a, const struct tech *b)
{
    same_names(&a->layer_names, &b->layer_names);
    for (uint32_t i = 0; i < a->layer_names.count; i++) {
        SAME(layers, kind);
        SAME(layers, direction);
        SAME(layers, below);
        SAME(layers, above);
        SAME(layers, level);
        SAME(layers, width);
        SAME(layers, min_width);
        SAME(layers, spacing);
        SAME(layers, same_net_spacing);
        SAME(layers, same_net_pg_only);
        SAME(layers, rect_only);
        SAME(layers, rect_only_not_pins);
        SAME(layers, right_way_on_grid);
        SAME(layers, area);
        SAME(layers, run_table);
        SAME(layers, width_table);
        SAME_SLICE(layers, ranges);
        SAME_SLICE(layers, line_ends);
        SAME_SLICE(layers, cut_spacings);
        SAME_SLICE(layers, enclosed);
        SAME_SLICE(layers, steps);
        SAME_SLICE(layers, minimum_cuts);
    }
}

static void same_rules(const struct tech *a, const struct tech *b)
{
    SAME_COUNT(range_count);
    for (uint32_t i = 0; i < a->range_count; i++) {
        SAME(ranges, layer);
        SAME(ranges, spacing);
        SAME(ranges, lo);
        SAME(ranges, hi);
        SAME(ranges, other_lo);
        SAME(ranges, other_hi);
        SAME(ranges, influence);
        SAME(ranges, length_threshold);
    }
    SAME_COUNT(line_end_count);
    for (uint32_t i = 0; i < a->line_end_count; i++) {
        SAME(line_ends, spacing);
        SAME(line_ends, width);
        SAME(line_ends, within);
        SAME(line_ends, par_space);
        SAME(line_ends, par_within);
        SAME(line_ends, two_edges);
    }
    SAME_COUNT(cut_spacing_count);
    for (uint32_t i = 0; i < a->cut_spacing_count; i++) {
        SAME(cut_spacings, other);
        SAME(cut_spacings, spacing);
        SAME(cut_spacings, adjacent_cuts);
        SAME(cut_spacings, within);
        SAME(cut_spacings, cut_area);
        SAME(cut_spacings, center_to_center);
        SAME(cut_spacings, same_net);
        SAME(cut_spacings, stack);
        SAME(cut_spacings, parallel_overlap);
        SAME(cut_spacings, except_same_pg_net);
    }
    SAME_COUNT(enclosed_count);
    for (uint32_t i = 0; i < a->enclosed_count; i++) {
        SAME(enclosed, area);
        SAME(enclosed, width);
    }
    SAME_COUNT(step_count);
    for (uint32_t i = 0; i < a->step_count; i++) {
        SAME(steps, kind);
        SAME(steps, length);
        SAME(steps, length_sum);
        SAME(steps, max_edges);
    }
    SAME_COUNT(minimum_cut_count);
    for (uint32_t i = 0; i < a->minimum_cut_count; i++) {
        SAME(minimum_cuts, cuts);
        SAME(minimum_cuts, width);
        SAME(minimum_cuts, within);
        SAME(minimum_cuts, from_above);
        SAME(minimum_cuts, from_below);
        SAME(minimum_cuts, length);
        SAME(minimum_cuts, distance);
    }
}

static void same_tables(const struct tech *a, const struct tech *b)
{
    SAME_COUNT(table_count);
    for (uint32_t i = 0; i < a->table_count; i++) {
        SAME(tables, layer);
        SAME(tables, two_widths);
        SAME(tables, rows);
        SAME(tables, columns);
        SAME(tables, first);
    }
    SAME_COUNT(number_count);
    assert_memory_equal(a->numbers, b->numbers, a->number_count * sizeof *a->numbers);
    SAME_COUNT(unknown_count);
    for (uint32_t i = 0; i < a->unknown_count; i++)
        assert_string_equal(names_text(&a->words, a->unknown[i].keyword),
                            names_text(&b->words, b->unknown[i].keyword));
}

static void same_vias(const struct tech *a, const struct tech *b)
{
    same_names(&a->via_names, &b->via_names);
    for (uint32_t i = 0; i < a->via_names.count; i++) {
        SAME_SLICE(vias, rects);
        SAME(vias, bottom);
        SAME(vias, cut);
        SAME(vias, top);
        SAME(vias, is_default);
        SAME(vias, from_def);
        SAME(vias, from_rule);
        SAME(vias, nondefault);
    }
    for (uint32_t i = 0; i < a->via_rect_count; i++) {
        SAME(via_rects, layer);
        assert_memory_equal(&a->via_rects[i].rect, &b->via_rects[i].rect,
                            sizeof(struct layout_rect));
    }
    same_names(&a->rule_names, &b->rule_names);
    for (uint32_t i = 0; i < a->rule_names.count; i++) {
        SAME_SLICE(rules, layers);
        SAME_SLICE(rules, vias);
        SAME(rules, hard_spacing);
        SAME(rules, from_def);
    }
    for (uint32_t i = 0; i < a->rule_layer_count; i++) {
        SAME(rule_layers, layer);
        SAME(rule_layers, width);
        SAME(rule_layers, spacing);
    }
    assert_memory_equal(a->rule_vias, b->rule_vias, a->rule_via_count * sizeof *a->rule_vias);
}

static void same_shapes(const struct layout *one, const struct layout *two)
{
    struct shapes s, t;
    const struct shapes *a = &s, *b = &t;
    assert_int_equal(shapes_make(&s, one, NULL), STATUS_OK);
    assert_int_equal(shapes_make(&t, two, NULL), STATUS_OK);
    SAME_COUNT(count);
    SAME_COUNT(first_obs);
    SAME_COUNT(first_blockage);
    SAME_COUNT(first_special);
    SAME_COUNT(first_wire);
    for (uint32_t i = 0; i < a->count; i++) {
        assert_memory_equal(&a->shapes[i].rect, &b->shapes[i].rect, sizeof(struct layout_rect));
        SAME(shapes, net);
        SAME(shapes, owner);
        SAME(shapes, layer);
        SAME(shapes, kind);
        SAME(shapes, except_pg);
        SAME(shapes, spacing);
        SAME(shapes, rule_width);
    }
    shapes_destroy(&s);
    shapes_destroy(&t);
}

static void same_design(const struct placed *a, const struct placed *b)
{
    assert_string_equal(a->design, b->design);
    SAME_COUNT(dbu);
    SAME_COUNT(scale);
    SAME_COUNT(pin_count);
    SAME_COUNT(first_port);
    SAME_COUNT(regular_count);
    SAME_COUNT(track_count);
    for (uint32_t i = 0; i < a->track_count; i++) {
        SAME(tracks, vertical);
        SAME(tracks, start);
        SAME(tracks, step);
        SAME(tracks, count);
        SAME_SLICE(tracks, layers);
    }
    assert_memory_equal(&a->die_box, &b->die_box, sizeof a->die_box);
    same_names(&a->component_names, &b->component_names);
    same_names(&a->port_names, &b->port_names);
    same_names(&a->net_names, &b->net_names);
    assert_memory_equal(a->pin_net, b->pin_net, a->pin_count * sizeof *a->pin_net);
    assert_memory_equal(a->net_pins, b->net_pins, a->net_pin_count * sizeof *a->net_pins);
    for (uint32_t i = 0; i < a->net_names.count; i++) {
        SAME_SLICE(nets, pins);
        SAME(nets, wires.count);
        SAME(nets, special_wires.count);
        SAME(nets, use);
        SAME(nets, rule);
        SAME(nets, regular);
        SAME(nets, special);
        SAME(nets, fixed_bump);
    }
    SAME_COUNT(wire_count);
    for (uint32_t i = 0; i < a->wire_count; i++) {
        SAME(wires, width);
        SAME(wires, ext0);
        SAME(wires, ext1);
        SAME(wires, via);
        SAME(wires, status);
        SAME(wires, orient);
        SAME(wires, taper);
    }
}

/* The largest numbers of `units` are accepted. */
static void test_largest_units(void **state)
{
    (void)state;
    static const int32_t scales[] = {2, 10000000};
    for (int i = 0; i < 2; i++) {
        struct layout layout, again;
        layout_read(&layout, quad_lef, counter_def);
        layout.tech.units_per_micron = 10000000;
        layout.placed.scale = scales[i];
        layout.placed.dbu = 10000000 / (uint32_t)scales[i];
        write_and_read(&again, &layout);
        assert_int_equal(again.tech.units_per_micron, 10000000);
        assert_int_equal(again.placed.scale, scales[i]);
        assert_int_equal(again.placed.dbu, layout.placed.dbu);
        layout_destroy(&layout);
        layout_destroy(&again);
    }
}

static void test_a_layout_is_the_same(void **state)
{
    (void)state;
    struct layout layout, again, copy;
    char *lef = rich_lef(), *def = rich_def();
    layout_read(&layout, lef, def);
    write_and_read(&again, &layout);
    assert_int_equal(again.tech.units_per_micron, layout.tech.units_per_micron);
    assert_int_equal(again.tech.manufacturing_grid, layout.tech.manufacturing_grid);
    assert_int_equal(again.tech.obs_min_spacing, layout.tech.obs_min_spacing);
    assert_true(layout.tech.clearance_max_xy && again.tech.clearance_max_xy);
    assert_false(layout.tech.obs_min_spacing);
    assert_true(layout.tech.step_count == 2 && layout.tech.minimum_cut_count == 1);
    assert_true(layout.tech.cut_spacing_count >= 3 && layout.tech.table_count == 2);
    assert_true(layout.placed.wire_count > 0);
    same_layers(&layout.tech, &again.tech);
    same_rules(&layout.tech, &again.tech);
    same_tables(&layout.tech, &again.tech);
    same_vias(&layout.tech, &again.tech);
    same_design(&layout.placed, &again.placed);
    same_shapes(&layout, &again);
    assert_int_equal(layout_copy(&copy, &layout, NULL), STATUS_OK);
    layout_destroy(&layout);
    same_layers(&copy.tech, &again.tech);
    same_design(&copy.placed, &again.placed);
    same_shapes(&copy, &again);
    layout_destroy(&copy);
    layout_destroy(&again);
    free(lef);
    free(def);
}

/* Each pair of a table by widths has the number of spacings of the first. */
static void test_ragged_table(void **state)
{
    (void)state;
    struct layout layout, again;
    char *lef = rich_lef();
    size_t size;
    layout_read(&layout, lef, counter_def);
    write_and_read(&again, &layout);
    char *text = text_read("t.net", &size), *second = strstr(strstr(text, "pair ") + 1, "pair ");
    assert_non_null(strstr(text, "\nignored SPACING NOTCHLENGTH\n"));
    assert_non_null(second);
    char *end = strchr(second, '\n'), *longer = malloc(size + 8);
    assert_non_null(longer);
    snprintf(longer, size + 8, "%.*s 9%s", (int)(end - text), text, end);
    text_write("t.net", longer);
    struct scan scan;
    struct layout ragged;
    struct error error = {0};
    assert_int_equal(scan_open(&scan, "t.net", &error), STATUS_OK);
    assert_int_equal(layout_text_read(&ragged, &scan, &error), STATUS_BAD_INPUT);
    assert_non_null(strstr(error.text, "as many spaces as"));
    scan_close(&scan);
    layout_destroy(&layout);
    layout_destroy(&again);
    free(text);
    free(longer);
    free(lef);
}

/* The name of an ignored rule consists of words. */
static void test_ignored(void **state)
{
    (void)state;
    static const char *const odd[] = {"PROPERTY LEF58_a# 1 ;",
                                      "PROPERTY LEF58_SPACING \"SPACING 1 a# ;\" ;", "NEW# 1 ;"};
    struct layout layout;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        struct error error = {0};
        char *lef = text_edit(quad_lef, "MAXIMUMDENSITY 80 ;", odd[i]);
        layout_read(&layout, lef, counter_def);
        FILE *file = tmpfile();
        assert_int_equal(layout_text_write(file, &layout, &error), STATUS_BAD_INPUT);
        fclose(file);
        assert_non_null(strstr(error.text, "expected the name of a rule to be short words"));
        layout_destroy(&layout);
        free(lef);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_largest_units),
        cmocka_unit_test(test_a_layout_is_the_same),
        cmocka_unit_test(test_ragged_table),
        cmocka_unit_test(test_ignored),
    };
    return cmocka_run_group_tests(tests, layout_set_up, layout_tear_down);
}
