/* A record that has other numbers than the job's result is not believed: subject.proves. */
#include "router/cli/subject/subject.h"
#include "tests/support/layout_texts.h"

#include "grid/format/def/def_write.h"
#include "router/detail/detail.h"

static volatile sig_atomic_t stop;
static const struct cli cli = {.stop = &stop};

/* True if the result of the netlist has the numbers of the record; the options are --lef and, where
 * it is not NULL, one more. */
static bool fits_with(const char *netlist, const char *routes, const struct run_record *record,
                      enum option option, const char *value)
{
    struct options options = {.command = COMMAND_CHECK};
    const struct option_place nowhere = {0};
    struct task task = {.cli = &cli, .options = &options, .netlist = netlist};
    if (strcmp(netlist, "t.def") == 0)
        assert_int_equal(options_set(&options, OPT_LEF, "t.lef", nowhere, NULL), STATUS_OK);
    if (value != NULL)
        assert_int_equal(options_set(&options, option, value, nowhere, NULL), STATUS_OK);
    task.subject = subject_of(netlist, &options);
    task.with_result = true;
    const bool is =
        task.subject->read(&task, NULL) == STATUS_OK && subject_proves(&task, routes, record);
    task_destroy(&task);
    options_destroy(&options);
    return is;
}

/* ---- grids ---------------------------------------------------------------------------------- */

static void numbers_are_those_of_the_routes(void **state)
{
    (void)state;
    text_write("a.grid", "size 12 5\n");
    text_write("a.net", "grid a.grid\nnet a 0,0 3,0\nnet b 0,4 11,4\nnet c 5,2\nnet z 7,0 9,0\n");
    text_write("a.routes", "routes a.net\nnet a routed cost 3 length 3 vias 0 bends 0\n"
                           "wire 0,0,1 3,0,1\nnet b routed cost 11 length 11 vias 0 bends 0\n"
                           "wire 0,4,1 11,4,1\nnet c routed cost 0 length 0 vias 0 bends 0\n"
                           "net z unrouted interrupted\n");
    const struct run_record right = {.nets = 4, .routed = 3, .length = 14, .cost = 14};
    assert_true(fits_with("a.net", "a.routes", &right, OPT_SKIP_NET, NULL));
    for (int field = 0; field < 4; field++) {
        struct run_record wrong = right;
        wrong.routed -= field == 0;
        wrong.length += field == 1;
        wrong.vias += field == 2;
        wrong.cost += field == 3;
        assert_false(fits_with("a.net", "a.routes", &wrong, OPT_SKIP_NET, NULL));
    }
    for (uint32_t nets = 3; nets < 7; nets++) {
        struct run_record record = right;
        record.nets = nets;
        assert_int_equal(fits_with("a.net", "a.routes", &record, OPT_SKIP_NET, NULL), nets == 4);
        assert_int_equal(fits_with("a.net", "a.routes", &record, OPT_SKIP_NET, "z"), nets <= 4);
    }
    text_write("a.routes", "routes a.net\nnet a routed cost 3 length 3 bends 0\n");
    assert_false(fits_with("a.net", "a.routes", &right, OPT_SKIP_NET, NULL));
    assert_int_equal(unlink("a.routes"), 0);
    assert_false(fits_with("a.net", "a.routes", &right, OPT_SKIP_NET, NULL));
}

/* ---- layouts -------------------------------------------------------------------------------- */

/* Routes the counter without the first `open` nets that it asks for, and without this one; returns
 * the record of that. */
static struct run_record route_but(uint32_t open, const char *bare)
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
    const struct run_record record = {.units = (uint32_t)layout.tech.units_per_micron,
                                      .nets = wanted,
                                      .routed = result.done,
                                      .length = (uint64_t)result.length,
                                      .vias = result.vias};
    detail_destroy(&result);
    layout_destroy(&layout);
    free(skip);
    return record;
}

static bool fits(struct run_record record, bool skips)
{
    return fits_with("t.def", "routed.def", &record, OPT_SKIP_NET, skips ? "none" : NULL);
}

static bool fits_kept(struct run_record record)
{
    return fits_with("t.def", "routed.def", &record, OPT_KEEP, "kept.def");
}

static void numbers_are_those_of_the_layout(void **state)
{
    (void)state;
    for (uint32_t open = 0; open < 4; open += 3) {
        const struct run_record right = route_but(open, "");
        assert_true(right.nets > 10 && right.length > 10 && right.vias > 10);
        assert_true(fits(right, false) && fits(right, true));
        for (int by = -1; by <= 1; by += 2) {
            struct run_record wrong = right;
            wrong.length += (uint64_t)by;
            assert_false(fits(wrong, false) || fits(wrong, true));
            wrong = right;
            wrong.vias += (uint64_t)by;
            assert_false(fits(wrong, false) || fits(wrong, true));
            wrong = right;
            wrong.nets += (uint32_t)by;
            wrong.routed += (uint32_t)by;
            assert_false(fits(wrong, false));
        }
    }
}

/* Skipped nets do not count as routed. */
static void open_nets_are_those_of_the_result(void **state)
{
    (void)state;
    const struct run_record right = route_but(3, "");
    for (uint32_t open = 0; open < 6; open++) {
        struct run_record record = right;
        record.routed = right.nets - open;
        assert_int_equal(fits(record, false), open == 3);
        assert_int_equal(fits(record, true), open >= 3);
    }
    /* Nets that were kept may be any but the open ones. */
    struct layout layout;
    layout_read(&layout, quad_lef, counter_def);
    const uint32_t all = layout.placed.net_names.count;
    layout_destroy(&layout);
    for (uint32_t more = 0; more < 4; more++) {
        struct run_record kept = right;
        kept.nets = all;
        kept.routed = all - 3 + more;
        assert_int_equal(fits_kept(kept), more == 0);
    }
    struct run_record skipped = right;
    skipped.nets = skipped.routed = right.nets - 3;
    assert_true(fits(skipped, true) && fits_kept(skipped));
    assert_false(fits(skipped, false));
    skipped.nets = UINT32_MAX;
    assert_false(fits(skipped, true) || fits_kept(skipped));
    skipped.routed = UINT32_MAX;
    assert_false(fits(skipped, true) || fits_kept(skipped));
}

/* Pins that touch are connected: such a net may count as routed or not. */
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
    struct run_record record = route_but(0, "t");
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
    const struct run_record right = route_but(0, "");
    assert_true(fits(right, false));
    stop = 1;
    assert_false(fits(right, false));
    stop = 0;
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
    assert_true(fits(route_but(0, ""), false));
    assert_int_equal(unlink("t.lef"), 0);
    assert_false(fits(right, false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_the_routes),
        cmocka_unit_test(numbers_are_those_of_the_layout),
        cmocka_unit_test(open_nets_are_those_of_the_result),
        cmocka_unit_test(pins_that_touch_need_no_wires),
        cmocka_unit_test(what_is_no_result_proves_nothing),
    };
    return cmocka_run_group_tests(tests, layout_set_up, layout_tear_down);
}
