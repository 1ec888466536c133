/* Tests of the layout checker: connected and open nets, floating wiring. */
#include "tests/support/layout_rules.h"

#define WIRE "m1 ( 1000 1000 ) ( 3000 * )"

/* Wiring connected only to power wiring of its net is not floating. */
static void test_on_power(void **state)
{
    (void)state;
    static const struct rule_case one = {.n1 = WIRE};
    static const char *const ends[] = {"3200", "3201"};
    for (int i = 0; i < 2; i++) {
        struct layout_verdict verdict;
        char *lef, *def, told[ERROR_TEXT_MAX];
        rule_texts(&one, "", &lef, &def);
        char *more = text_edit(def, "NETS 3 ;",
                               "SPECIALNETS 1 ;\n- n4 + ROUTED m1 200 ( 4000 3000 ) ( 6000 * ) ;\n"
                               "END SPECIALNETS\n"
                               "NETS 4 ;\n- n4 + ROUTED m1 ( 5000 @ ) ( 5000 4000 ) ;");
        char *text = with_value(more, ends[i]);
        assert_int_equal(judge_texts(lef, text, text, &verdict, told),
                         i == 0 ? STATUS_OK : STATUS_BAD_INPUT);
        assert_int_equal(verdict.faults[FAULT_FLOATING], i);
        free(text);
        free(more);
        free(lef);
        free(def);
    }
}

/* Metal of a via that touches none of its cuts is not connected. */
static void test_off_the_cut(void **state)
{
    (void)state;
    static const struct rule_case one = {.n1 = WIRE " odd12"};
    static const char *const pads[] = {"0.05", "0.06"};
    for (int i = 0; i < 2; i++) {
        struct layout_verdict verdict;
        char *lef, *def, told[ERROR_TEXT_MAX];
        rule_texts(&one, "", &lef, &def);
        char *more = text_edit(lef, "END LIBRARY",
                               "VIA odd12\n LAYER m1 ;\n  RECT -0.1 -0.1 0.1 0.1 ;\n LAYER v1 ;\n"
                               "  RECT -0.05 -0.05 0.05 0.05 ;\n LAYER m2 ;\n"
                               "  RECT @ -0.1 0.3 0.1 ;\nEND odd12\nEND LIBRARY");
        char *text = with_value(more, pads[i]);
        assert_int_equal(judge_texts(text, def, def, &verdict, told),
                         i == 0 ? STATUS_OK : STATUS_BAD_INPUT);
        assert_int_equal(verdict.faults[FAULT_FLOATING], i);
        free(text);
        free(more);
        free(lef);
        free(def);
    }
}

/* The very first pin, and its report. */
static void test_first_pin(void **state)
{
    (void)state;
    static const struct rule_case one = {"first pin", FAULT_OPEN, "", "", .n1 = ""};
    struct layout_verdict verdict;
    char *lef, *def, told[ERROR_TEXT_MAX];
    rule_texts(&one, "", &lef, &def);
    char *first = text_edit(def, "( PIN p1 ) + ROUTED", "( PIN p1 ) ( cell A )");
    assert_int_equal(judge_texts(lef, first, first, &verdict, told), STATUS_UNROUTED);
    assert_int_equal(verdict.faults[FAULT_OPEN], 1);
    assert_string_equal(told, "open: net n1: 1 of 2 pins are not connected to the first, for "
                              "example cell/A");
    free(first);
    free(def);
    free(lef);
}

/* The very first pin as a power pin: wiring on the rail of its net is connected to it, and wiring
 * only on it is not floating. If NETS lists it, it has to be connected to the rail. */
static void test_first_power_pin(void **state)
{
    (void)state;
    static const struct rule_case cases[] = {{.n1 = WIRE}, {.n1 = "m3 ( 8250 8250 ) ( 6000 * )"}};
    static const char *const rails[] = {" + ROUTED m1 200 ( 2000 1000 ) ( 4000 * ) ;", " ;"};
    for (int i = 0; i < 2; i++) {
        struct layout_verdict verdict;
        char *lef, *def, nets[128], told[ERROR_TEXT_MAX];
        rule_texts(&cases[i], "", &lef, &def);
        snprintf(nets, sizeof nets, "SPECIALNETS 1 ;\n- n1 ( cell A )%s\nEND SPECIALNETS\nNETS 3 ;",
                 rails[i]);
        char *power = text_edit(lef, "USE SIGNAL", "USE POWER");
        char *rail = text_edit(def, "NETS 3 ;", nets);
        char *text = text_edit(rail, "( PIN p1 )", "( PIN p1 ) ( cell A )");
        assert_int_equal(judge_texts(power, rail, rail, &verdict, told),
                         i == 0 ? STATUS_OK : STATUS_UNROUTED);
        assert_int_equal(verdict.faults[FAULT_FLOATING], 0);
        assert_int_equal(judge_texts(power, text, text, &verdict, told), STATUS_UNROUTED);
        assert_int_equal(judge_texts(lef, text, text, &verdict, told), STATUS_UNROUTED);
        free(text);
        free(rail);
        free(power);
        free(def);
        free(lef);
    }
}

/* Messages of faults between two nets. */
static void test_told(void **state)
{
    (void)state;
    static const struct {
        struct rule_case one;
        const char *told;
    } cases[] = {
        {{"short", FAULT_SHORT, "", "", .n1 = WIRE, .n2 = "m1 ( 1000 9000 ) ( * 1200 )"},
         "short: m1 (0.9000 1.1000)-(1.1000 8.9000): n2 meets n1 (PIN/p1), m1 (0.9000 "
         "0.9000)-(1.1000 1.1000)"},
        {{"short", FAULT_SPACING, "", "", .m1 = "SPACING 0.2 ;", .n1 = WIRE,
          .n2 = "m1 ( 1000 9000 ) ( * 1399 )"},
         "spacing: m1 (0.9000 1.2990)-(1.1000 8.9000): n2 is 0.1990 from n1 (PIN/p1), m1 (0.9000 "
         "0.9000)-(1.1000 1.1000); at least 0.2000 is required"},
        {{"cut", FAULT_CUT, "", "", .v1 = "SPACING 0.2 ;", .n1 = WIRE " v12",
          .n2 = "m1 ( 1000 9000 ) ( 3000 * ) ( * 1299 ) v12"},
         "cut: v1 (2.9500 0.9500)-(3.0500 1.0500): a cut of n1 is nearer than 0.2000 to one of n2, "
         "v1 (2.9500 1.2490)-(3.0500 1.3490)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct layout_verdict verdict;
        char *lef, *def, told[ERROR_TEXT_MAX];
        rule_texts(&cases[i].one, "", &lef, &def);
        assert_int_equal(judge_texts(lef, def, def, &verdict, told), STATUS_BAD_INPUT);
        assert_string_equal(told, cases[i].told);
        free(def);
        free(lef);
    }
}

/* Each kind of fault has its own name. */
static void test_names(void **state)
{
    (void)state;
    static const char *const name[LAYOUT_FAULTS] = {
        [FAULT_KEPT] = "kept",         [FAULT_UNKNOWN] = "unknown",   [FAULT_OPEN] = "open",
        [FAULT_FLOATING] = "floating", [FAULT_SHORT] = "short",       [FAULT_SPACING] = "spacing",
        [FAULT_NOTCH] = "notch",       [FAULT_LINE_END] = "line-end", [FAULT_CUT] = "cut",
        [FAULT_AREA] = "area",         [FAULT_WIDTH] = "width",       [FAULT_STEP] = "step",
        [FAULT_CUTS] = "cuts",         [FAULT_SHAPE] = "shape",       [FAULT_GRID] = "grid",
        [FAULT_DIE] = "die",           [FAULT_LAYERS] = "layers",
    };
    for (int kind = 0; kind < LAYOUT_FAULTS; kind++)
        assert_string_equal(layout_fault_name((enum layout_fault)kind), name[kind]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_on_power),  cmocka_unit_test(test_off_the_cut),
        cmocka_unit_test(test_first_pin), cmocka_unit_test(test_first_power_pin),
        cmocka_unit_test(test_told),      cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
