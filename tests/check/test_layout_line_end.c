/* Tests of the layout checker: rules of line ends, each with a case that is just right and one that
 * is wrong by one database unit. */
#include "tests/support/layout_rules.h"

#define WIRE   "m1 ( 1000 1000 ) ( 3000 * )"
#define DOWN   "m1 ( 1000 9000 ) ( * @ )"
#define END_OF "SPACING 0.2 ; SPACING 0.3 ENDOFLINE 0.201 WITHIN 0.05 "
#define BLOCK  "BLOCKAGES 1 ;\n- LAYER m1 "

static void test_line_end(void **state)
{
    (void)state;
#define BESIDE "PARALLELEDGE 0.25 WITHIN 0.1 "
    static const struct rule_case cases[] = {
        {"line end", FAULT_LINE_END, "1500", "1499", .m1 = END_OF ";", .n1 = WIRE, .n2 = DOWN},
        {"to the east", FAULT_LINE_END, "2500", "2501", .m1 = END_OF ";", .n1 = WIRE " ( * 5000 )",
         .n2 = "m1 ( 1000 9000 ) ( * 4000 ) ( @ * )"},
        {"to the west", FAULT_LINE_END, "3500", "3499", .m1 = END_OF ";", .n1 = WIRE " ( * 5000 )",
         .n2 = "m1 ( 1000 9000 ) ( 5000 * ) ( * 4000 ) ( @ * )"},
        {"to the north", FAULT_LINE_END, "4500", "4501", .m1 = END_OF ";",
         .n1 = WIRE " ( * 5000 ) ( 5000 * )",
         .n2 = "m1 ( 1000 9000 ) ( 7500 * ) ( * 3000 ) ( 4000 * ) ( * @ )",
         .n3 = "m1 ( 6000 5000 ) v12 NEW m2 ( 6000 5000 ) ( * 6000 ) v23 ( 9000 * ) v23 "
               "( * 5000 ) v12"},
        {"no end: a step", FAULT_SPACING, "1410", "1389",
         .m1 = "SPACING 0.2 ; SPACING 0.3 ENDOFLINE 0.201 WITHIN 0.15 ;",
         .n1 = WIRE " RECT ( -2100 0 -1000 250 )",
         .n2 = "m1 ( 1000 9000 ) ( 5000 * ) ( * @ ) ( 2350 * ) RECT ( -100 -100 100 300 )"},
        {"its width", FAULT_LINE_END, "0.200", "0.201",
         .m1 = "SPACING 0.2 ; SPACING 0.3 ENDOFLINE @ WITHIN 0.05 ;", .n1 = WIRE,
         .n2 = "m1 ( 1000 9000 ) ( * 1450 )"},
        {"to its side", FAULT_LINE_END, "3250", "3249", .m1 = END_OF ";", .n1 = WIRE,
         .n2 = "m1 ( 1000 9000 ) ( @ * ) ( * 1400 )"},
        {"parallel edge", FAULT_LINE_END, "1450", "1449", .m1 = END_OF BESIDE ";",
         .n1 = WIRE " NEW m1 ( @ 1000 ) ( * 3000 )", .n2 = "m1 ( 1000 9000 ) ( * 1450 )"},
        {"edge far behind", FAULT_LINE_END, "1450", "1449", .m1 = END_OF BESIDE ";", .n1 = WIRE,
         .n2 = "m1 ( 1000 9000 ) ( * 1450 )",
         .def = BLOCK "RECT ( 1300 @ ) ( 1500 3000 ) ;\nEND BLOCKAGES"},
        {"two edges", FAULT_LINE_END, "550", "551", .m1 = END_OF BESIDE "TWOEDGES ;",
         .n1 = "m1 ( 400 1000 ) ( 3000 * ) NEW m1 ( 1449 1000 ) ( * 3000 ) NEW m1 ( @ 1000 ) "
               "( * 3000 )",
         .n2 = "m1 ( 1000 9000 ) ( * 1450 )"},
    };
    JUDGE_CASES(cases);
}

/* All metal of a pin that the wire touches is its own, also the second shape of its second pin. */
static void test_shapes_of_a_pin(void **state)
{
    (void)state;
    static const struct rule_case one = {
        "own pin", FAULT_LINE_END, "", "", .m1 = END_OF ";", .n3 = "m1 ( 6000 5000 ) ( 9050 * )"};
    static const char p4[] = "( -100 -100 ) ( 100 100 ) + PLACED ( 9000 5000 )",
                      far[] = "( -100 -100 ) ( 100 100 ) + LAYER m1 ( 360 -100 ) ( 400 100 ) "
                              "+ PLACED ( 9000 5000 )";
    char *lef, *def, told[ERROR_TEXT_MAX];
    struct layout_verdict verdict;
    rule_texts(&one, "", &lef, &def);
    char *own = text_edit(def, p4, far);
    assert_int_equal(judge_texts(lef, own, own, &verdict, told), STATUS_OK);
    char *other = text_edit(def, "DIEAREA ( 0 0 ) ( 10000 10000 ) ;",
                            "DIEAREA ( 0 0 ) ( 10000 10000 ) ;\n" BLOCK
                            "RECT ( 9360 4900 ) ( 9400 5100 ) ;\nEND BLOCKAGES");
    assert_int_equal(judge_texts(lef, other, other, &verdict, told), STATUS_BAD_INPUT);
    assert_int_equal(verdict.faults[FAULT_LINE_END], 1);
    free(other);
    free(own);
    free(def);
    free(lef);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_line_end),
        cmocka_unit_test(test_shapes_of_a_pin),
    };
    return cmocka_run_group_tests(tests, layout_set_up, layout_tear_down);
}
