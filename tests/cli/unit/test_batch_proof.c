/* test_batch_proof: a record that tells other numbers than the job's result is not believed. */
#include "router/cli/batch/record/batch_proof.h"
#include "tests/support/texts.h"

static const char routes[] = "routes a b.net # alone\n"
                             "net a routed cost 9 length 5 vias 2 bends 1\n"
                             "wire 0,0,1 3,0,1\n"
                             "net routed unrouted blocked-by unrouted a\n"
                             "net net routed cost 12 length 11 vias 0 bends 0\n"
                             "wire 0,1,1 11,1,1\n"
                             "net wire routed cost 0 length 0 vias 0 bends 0\n"
                             "net z unrouted no-path\n";

static bool fits(uint32_t nets, uint32_t routed, uint64_t length, uint64_t vias, uint64_t cost,
                 bool skips)
{
    const struct batch_record record = {
        .nets = nets, .routed = routed, .length = length, .vias = vias, .cost = cost};
    return batch_proof_fits(&record, "a.routes", skips);
}

static void numbers_are_those_of_the_result(void **state)
{
    (void)state;
    text_write("a.routes", routes);
    assert_true(fits(5, 3, 16, 2, 21, false));
    assert_true(fits(5, 3, 16, 2, 24, false)); /* a course's cost */
    assert_false(fits(5, 3, 16, 2, 20, false));
    assert_false(fits(5, 3, 16, 1, 21, false));
    assert_false(fits(5, 3, 17, 2, 21, false));
    assert_false(fits(5, 5, 16, 2, 21, false));
    assert_false(fits(5, 2, 16, 2, 21, false));
    for (uint32_t nets = 3; nets < 8; nets++) {
        assert_int_equal(fits(nets, 3, 16, 2, 21, false), nets == 5);
        assert_int_equal(fits(nets, 3, 16, 2, 21, true), nets <= 5);
    }
}

static void what_is_no_result_proves_nothing(void **state)
{
    (void)state;
    text_write("a.routes", "3\n1\n(0,0,0)\n");
    assert_true(fits(7, 7, 7, 7, 7, false)); /* of the course */
    assert_int_equal(unlink("a.routes"), 0);
    assert_false(fits(0, 0, 0, 0, 0, false));
    static const char *const wrong[] = {
        "net a routed cost 9 length 5 bends 1\n",
        "net a routed cost 9 length x vias 2 bends 1\n",
        "net a routed cost -9 length 5 vias 2 bends 1\n",
        "net a\n",
        "net a rooted cost 9 length 5 vias 2 bends 1\n",
        "net a routed costs 9 length 5 vias 2 bends 1\n",
        "net a routed cost 9 length 5 vias 2 bends 1\n\xff\n",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[200];
        snprintf(text, sizeof text, "routes a.net\n%s", wrong[i]);
        text_write("a.routes", text);
        if (fits(1, 1, 5, 2, 9, false) || fits(1, 0, 0, 0, 0, false))
            fail_msg("believed: %s", wrong[i]);
    }
    text_write("a.routes", "routes a.net\nnet a routed cost 9 length 5 vias 2 bends 1\n");
    assert_true(fits(1, 1, 5, 2, 9, false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(numbers_are_those_of_the_result, texts_set_up,
                                        texts_tear_down),
        cmocka_unit_test_setup_teardown(what_is_no_result_proves_nothing, texts_set_up,
                                        texts_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
