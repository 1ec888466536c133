/* test_layout_run: the draft of a DEF design has the form of the output, a DEF or .routes; what is
 * read back has the same wires and the same verdict. */
#include "tests/support/layout_texts.h"

#include "router/route/layout_run.h"

/* Routes the counter, with net `skip` left out, and settles the result. */
static void route(struct layout_run *run, bool as_routes, bool *skip)
{
    static const char *const LEF[] = {"t.lef"};
    struct layout layout;
    layout_read(&layout, quad_lef, counter_def); /* writes t.lef and t.def */
    layout_destroy(&layout);
    *run = (struct layout_run){.path = "t.def", .lefs = {.path = LEF, .count = 1}};
    run->as_routes = as_routes;
    run->how = (struct detail_options){.threads = 1, .skip = skip};
    assert_int_equal(layout_file_read(&run->placed, "t.def", &run->lefs, NULL), STATUS_OK);
    assert_int_equal(detail_route(&run->result, &run->placed, &run->how, NULL), STATUS_OK);
    assert_int_equal(layout_run_settle(run, NULL), STATUS_OK);
    assert_true(run->has_routed && run->marks.judged && run->marks.faults == 0);
    const bool is_text = strcmp(run->routed.placed.text, run->placed.placed.text) == 0;
    assert_int_equal(is_text, as_routes); /* .routes are laid into a copy of the placed layout */
}

static void test_forms(void **state)
{
    (void)state;
    for (int skips = 0; skips < 2; skips++) {
        struct layout_run run[2];
        bool skip[4096] = {false};
        skip[0] = skips == 1;
        for (int form = 0; form < 2; form++)
            route(&run[form], form == 1, skip);
        const struct placed *a = &run[0].routed.placed, *b = &run[1].routed.placed;
        assert_true(a->net_names.count < sizeof skip && a->wire_count > 0);
        assert_int_equal(a->wire_count, b->wire_count);
        assert_int_equal(run[0].marks.length, run[1].marks.length);
        assert_int_equal(run[0].marks.vias, run[1].marks.vias);
        assert_int_equal(run[0].marks.open, run[1].marks.open);
        for (uint32_t n = 0; n < a->net_names.count; n++)
            assert_int_equal(a->nets[n].wires.count, b->nets[n].wires.count);
        layout_run_destroy(&run[0]);
        layout_run_destroy(&run[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_forms)};
    return cmocka_run_group_tests(tests, layout_set_up, layout_tear_down);
}
