/* Tests of the layout checker: dies that are not rectangles. */
#include "tests/support/layout_rules.h"

/* A wire across the notch of a die. */
static void test_notch_of_the_die(void **state)
{
    (void)state;
    static const struct rule_case right = {"die with a notch", FAULT_DIE, "", "",
                                           .n1 = "m1 ( 1000 1000 ) ( * 2000 ) ( 9000 * )"};
    char *lef, *def, told[ERROR_TEXT_MAX];
    struct layout_verdict verdict;
    rule_texts(&right, "", &lef, &def);
    for (int notch = 1999; notch <= 2000; notch++) {
        char die[200];
        snprintf(die, sizeof die,
                 "( 0 0 ) ( 0 10000 ) ( 10000 10000 ) ( 10000 0 ) ( 6000 0 ) ( 6000 %d ) "
                 "( 5500 %d ) ( 5500 0 )",
                 notch + 1, notch + 1);
        char *edited = text_edit(def, "( 0 0 ) ( 10000 10000 )", die);
        assert_int_equal(judge_texts(lef, edited, edited, &verdict, told),
                         notch == 1999 ? STATUS_OK : STATUS_BAD_INPUT);
        assert_int_equal(verdict.faults[FAULT_DIE], notch == 1999 ? 0 : 1);
        free(edited);
    }
    free(lef);
    free(def);
}

/* A wire along the line where two parts of a die meet: the upper part leads to the lower one. */
static void test_die_of_two_parts(void **state)
{
    (void)state;
    static const struct rule_case one = {"die of two parts", FAULT_DIE, "", "",
                                         .n3 = "m1 ( 2000 5000 ) ( 9000 * )"};
    char *lef, *def, told[ERROR_TEXT_MAX];
    struct layout_verdict verdict;
    rule_texts(&one, "", &lef, &def);
    char *edited = text_edit(def, "( 0 0 ) ( 10000 10000 )",
                             "( 5000 0 ) ( 5000 5000 ) ( 0 5000 ) ( 0 10000 ) ( 6000 10000 ) "
                             "( 6000 5000 ) ( 10000 5000 ) ( 10000 0 )");
    assert_int_equal(judge_texts(lef, edited, edited, &verdict, told), STATUS_OK);
    free(edited);
    edited = text_edit(def, "( 0 0 ) ( 10000 10000 )",
                       "( 5000 0 ) ( 5000 5000 ) ( 2001 5000 ) ( 2001 10000 ) ( 6000 10000 ) "
                       "( 6000 5000 ) ( 10000 5000 ) ( 10000 0 )");
    assert_int_equal(judge_texts(lef, edited, edited, &verdict, told), STATUS_BAD_INPUT);
    assert_int_equal(verdict.faults[FAULT_DIE], 1);
    free(edited);
    free(lef);
    free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_notch_of_the_die),
        cmocka_unit_test(test_die_of_two_parts),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
