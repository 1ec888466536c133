/* test_layout_proof: a layout's record that tells other numbers than its routed DEF is not
 * believed. */
#include "router/cli/batch/record/layout_proof.h"
#include "tests/support/layout_texts.h"

#include "grid/format/def/def_write.h"
#include "router/detail/detail.h"

static const char *const lefs[] = {"t.lef"};
static const volatile sig_atomic_t none;

/* Routes the counter without the first `open` nets that it asks for, and without this one; the
 * record that tells so. */
static struct batch_record route_but(uint32_t open, const char *bare)
{
    struct layout layout;
    struct detail_result result;
    layout_read(&layout, quad_lef, counter_def);
    uint32_t nets = layout.placed.net_names.count, wanted;
    bool *skip = calloc(nets, sizeof *skip);
    assert_non_null(skip);
    assert_int_equal(detail_wanted(&layout, skip, &wanted, NULL), STATUS_OK);
    for (uint32_t net = 0, left = open; net < nets; net++) {
        skip[net] = skip[net] && left > 0;
        left -= skip[net];
        skip[net] |= strcmp(names_text(&layout.placed.net_names, net), bare) == 0;
    }
    const struct detail_options how = {.threads = 1, .skip = skip};
    assert_int_equal(detail_route(&result, &layout, &how, NULL), STATUS_OK);
    assert_int_equal(result.done, wanted - open - (bare[0] != '\0'));
    FILE *file = fopen("routed.def", "w");
    assert_non_null(file);
    const struct def_wiring wiring = {.wires = result.wires, .first = result.first};
    assert_int_equal(def_write(file, &layout, &wiring, NULL), STATUS_OK);
    assert_int_equal(fclose(file), 0);
    const struct batch_record record = {
        .nets = wanted,
        .routed = result.done,
        .length = layout_proof_microns(result.length, layout.tech.units_per_micron),
        .vias = result.vias};
    detail_destroy(&result);
    layout_destroy(&layout);
    free(skip);
    return record;
}

static struct batch_record route(uint32_t open)
{
    return route_but(open, "");
}

static bool fits_as(struct batch_record record, bool skips, bool keeps)
{
    const struct layout_proof_files files = {"t.def", "routed.def", lefs, 1, skips, keeps};
    return layout_proof_fits(&record, &files, &none);
}

static bool fits(struct batch_record record, bool skips)
{
    return fits_as(record, skips, false);
}

static void numbers_are_those_of_the_result(void **state)
{
    (void)state;
    for (uint32_t open = 0; open < 4; open += 3) {
        const struct batch_record right = route(open);
        assert_true(right.nets > 10 && right.length > 10 && right.vias > 10);
        assert_true(fits(right, false) && fits(right, true));
        for (int by = -1; by <= 1; by += 2) {
            struct batch_record wrong = right;
            wrong.length += (uint64_t)by;
            assert_false(fits(wrong, false) || fits(wrong, true));
            wrong = right;
            wrong.vias += (uint64_t)by;
            assert_false(fits(wrong, false) || fits(wrong, true));
            wrong = right;
            wrong.nets += (uint32_t)by;
            wrong.routed += (uint32_t)by;
            assert_false(fits(wrong, false));
            wrong = right;
            wrong.cost++;
            assert_false(fits(wrong, false) || fits(wrong, true));
        }
    }
}

/* Where nets were skipped, none of them is told as routed. */
static void open_nets_are_those_of_the_result(void **state)
{
    (void)state;
    const struct batch_record right = route(3);
    for (uint32_t open = 0; open < 6; open++) {
        struct batch_record record = right;
        record.routed = right.nets - open;
        assert_int_equal(fits(record, false), open == 3);
        assert_int_equal(fits(record, true), open >= 3);
    }
    struct batch_record skipped = right;
    skipped.nets = skipped.routed = right.nets - 3;
    assert_true(fits(skipped, true) && fits_as(skipped, false, true));
    assert_false(fits(skipped, false));
    skipped.nets = UINT32_MAX;
    assert_false(fits(skipped, true) || fits_as(skipped, false, true));
    skipped.routed = UINT32_MAX;
    assert_false(fits(skipped, true) || fits_as(skipped, false, true));
}

/* Pins that touch hang together: such a net may be told as routed or not. */
static void pins_that_touch_need_no_wires(void **state)
{
    (void)state;
    static const char *const edits[][2] = {
        {"PINS 14 ;", "PINS 16 ;"},
        {"END PINS",
         "- ta + NET t + PORT + LAYER metal3 ( -150 0 ) ( 150 600 ) + PLACED ( 0 32250 ) E ;\n"
         "- tb + NET t + PORT + LAYER metal3 ( -150 0 ) ( 150 600 ) + PLACED ( 600 32250 ) E ;\n"
         "END PINS"},
        {"NETS 63 ;", "NETS 64 ;\n- t ( PIN ta ) ( PIN tb ) ;"},
    };
    char *before = counter_def, *text = strdup(before);
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        char *edited = text_edit(text, edits[i][0], edits[i][1]);
        free(text);
        text = edited;
    }
    counter_def = text;
    struct batch_record record = route_but(0, "t");
    free(text);
    counter_def = before;
    assert_true(fits(record, false));
    record.routed++;
    assert_true(fits(record, false));
    record.routed -= 2;
    assert_false(fits(record, false));
}

static void what_is_no_result_proves_nothing(void **state)
{
    (void)state;
    const struct batch_record right = route(0);
    const volatile sig_atomic_t raised = 1;
    const struct layout_proof_files files = {"t.def", "routed.def", lefs, 1, false, false};
    assert_true(layout_proof_fits(&right, &files, &none));
    assert_false(layout_proof_fits(&right, &files, &raised));
    size_t size;
    char *routed = text_read("routed.def", &size);
    char *moved = text_edit(routed, "DIEAREA ( 0 0 )", "DIEAREA ( 10 0 )");
    text_write("routed.def", moved); /* another die: the rest is not as it was placed */
    assert_false(fits(right, false));
    free(moved);
    routed[size / 2] = '\0';
    text_write("routed.def", routed);
    assert_false(fits(right, false));
    assert_int_equal(unlink("routed.def"), 0);
    assert_false(fits(right, false));
    free(routed);
    assert_true(fits(route(0), false));
    assert_int_equal(unlink("t.lef"), 0);
    assert_false(fits(right, false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_the_result),
        cmocka_unit_test(open_nets_are_those_of_the_result),
        cmocka_unit_test(pins_that_touch_need_no_wires),
        cmocka_unit_test(what_is_no_result_proves_nothing),
    };
    return cmocka_run_group_tests(tests, layout_set_up, layout_tear_down);
}
