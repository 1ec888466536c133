/* Tests of the layout checker: special wiring, pins, obstructions and other cuts next to metal, and
 * when they count. */
#include "tests/support/layout_rules.h"

#define WIRE "m1 ( 1000 1000 ) ( 3000 * )"
#define UP   WIRE " v12"
#define OBS  "OBS LAYER m1 ; RECT 0 0 0.5 0.5 ; END"

/* A pin counts although the metal also touches special wiring, of its net or of another. */
static void test_pins_beside_special_wiring(void **state)
{
    (void)state;
    static const struct rule_case one = {
        .m1 = "PROPERTY LEF58_RECTONLY \"RECTONLY EXCEPTNONCOREPINS ;\" ;", .n1 = ""};
    static const char *const special[] = {
        "END PINS\nSPECIALNETS 1 ;\n- n1 + ROUTED m1 200 ( 8300 8300 ) ( * 8700 ) ;\n"
        "END SPECIALNETS",
        "END PINS\nSPECIALNETS 1 ;\n- n1 + ROUTED m1 200 ( 8600 8700 ) ( 9000 * ) ;\n"
        "END SPECIALNETS"};
    for (int core = 0; core < 2; core++)
        for (int k = 0; k < 2; k++) {
            struct layout_verdict verdict;
            char told[ERROR_TEXT_MAX], *lef, *def;
            rule_texts(&one, "", &lef, &def);
            char *low = text_edit(lef, "PORT\n   LAYER m3", "PORT\n   LAYER m1");
            char *cell = text_edit(low, "CLASS CORE", core ? "CLASS CORE" : "CLASS BLOCK");
            char *net = text_edit(def, "( PIN p1 ) + ROUTED",
                                  "( cell A ) + ROUTED m1 ( 8600 8700 ) ( * 8300 ) "
                                  "NEW m1 ( 8600 8300 ) ( 8300 * )");
            char *both = text_edit(net, "END PINS", special[k]);
            judge_texts(cell, both, both, &verdict, told);
            assert_int_equal(verdict.faults[FAULT_SHAPE], core);
            free(both);
            free(net);
            free(cell);
            free(low);
            free(def);
            free(lef);
        }
}

/* Metal continues only in special wiring that it touches itself: three pieces of n1 that are too
 * small, with special wiring at each in turn. */
static void test_small_beside_special_wiring(void **state)
{
    (void)state;
    static const struct rule_case one = {
        .m1 = "AREA 0.2 ;",
        .n1 = "m1 ( 1000 1000 ) ( 1300 * ) NEW m1 ( 3000 1000 ) ( 3300 * ) "
              "NEW m1 ( 5000 1000 ) ( 5300 * )"};
    for (int at = 0; at < 4; at++) {
        struct layout_verdict verdict;
        char told[ERROR_TEXT_MAX], special[200], *lef, *def;
        snprintf(special, sizeof special,
                 "END PINS\nSPECIALNETS 1 ;\n- n1 + ROUTED m1 200 ( %d 1000 ) ( * 3000 ) ;\n"
                 "END SPECIALNETS",
                 1200 + 2000 * at);
        rule_texts(&one, "", &lef, &def);
        char *both = text_edit(def, "END PINS", special);
        judge_texts(lef, both, both, &verdict, told);
        assert_int_equal(verdict.faults[FAULT_AREA], at < 3 ? 2 : 3);
        free(both);
        free(def);
        free(lef);
    }
}

/* Two cuts of a net are one cut only if all four sides are equal. */
static void test_cuts_of_one_side_more(void **state)
{
    (void)state;
    static const struct rule_case one = {.n1 = UP " NEW m2 ( 3000 1000 ) other"};
    static const char *const sides[] = {"-0.05 -0.05 0.05 0.05", "-0.06 -0.05 0.05 0.05",
                                        "-0.05 -0.06 0.05 0.05", "-0.05 -0.05 0.06 0.05",
                                        "-0.05 -0.05 0.05 0.06"};
    for (int k = 0; k < 5; k++) {
        struct layout_verdict verdict;
        char told[ERROR_TEXT_MAX], via[300], *lef, *def;
        snprintf(via, sizeof via,
                 "VIA other\n LAYER m1 ;\n  RECT -0.1 -0.1 0.1 0.1 ;\n LAYER v1 ;\n  RECT %s ;\n"
                 " LAYER m2 ;\n  RECT -0.1 -0.1 0.1 0.1 ;\nEND other\nVIA v23 DEFAULT\n",
                 sides[k]);
        rule_texts(&one, "", &lef, &def);
        char *vias = text_edit(lef, "VIA v23 DEFAULT\n", via);
        judge_texts(vias, def, def, &verdict, told);
        assert_int_equal(verdict.faults[FAULT_CUT], k > 0);
        free(vias);
        free(def);
        free(lef);
    }
}

/* Cuts of two layers, independent of the next shapes in the list: the cuts are the last of their
 * vias, and wires far away follow. */
static void test_cuts_of_two_layers(void **state)
{
    (void)state;
    static const char vias[] =
        "VIA last12\n LAYER m1 ;\n  RECT -0.1 -0.1 0.1 0.1 ;\n LAYER m2 ;\n"
        "  RECT -0.1 -0.1 0.1 0.1 ;\n LAYER v1 ;\n  RECT -0.05 -0.05 0.05 0.05 ;\nEND last12\n"
        "VIA last23\n LAYER m2 ;\n  RECT -0.1 -0.1 0.1 0.1 ;\n LAYER m3 ;\n"
        "  RECT -0.1 -0.1 0.1 0.1 ;\n LAYER v2 ;\n  RECT -0.05 -0.05 0.05 0.05 ;\nEND last23\n"
        "VIA v23 DEFAULT\n";
    for (int order = 0; order < 2; order++)
        for (int near = 0; near < 2; near++) {
            char wiring[300], told[ERROR_TEXT_MAX], *lef, *def;
            struct layout_verdict verdict;
            const int y = near ? 1299 : 1300;
            if (order == 0)
                snprintf(wiring, sizeof wiring,
                         WIRE " last12 NEW m1 ( 1000 1000 ) ( * 3000 ) NEW m2 ( 3000 %d ) last23 "
                              "NEW m1 ( 1000 3000 ) ( 2000 * )",
                         y);
            else
                snprintf(wiring, sizeof wiring,
                         "m2 ( 3000 %d ) last23 NEW m1 ( 1000 1000 ) ( * 3000 ) NEW " WIRE
                         " last12 NEW m1 ( 1000 3000 ) ( 2000 * )",
                         y);
            const struct rule_case one = {.v2 = "SPACING 0.2 LAYER v1 ;", .n1 = wiring};
            rule_texts(&one, "", &lef, &def);
            char *more = text_edit(lef, "VIA v23 DEFAULT\n", vias);
            judge_texts(more, def, def, &verdict, told);
            assert_int_equal(verdict.faults[FAULT_CUT], near);
            free(more);
            free(def);
            free(lef);
        }
}

/* USEMINSPACING OBS: obstructions count as narrow, wide pins without a net do not. */
static void test_wide_pin_without_net(void **state)
{
    (void)state;
    static const struct rule_case one = {
        .m1 = "SPACING 0.2 ; SPACING 0.4 RANGE 0.301 10 ;", .n1 = WIRE, .at = "( 1500 1350 )"};
    for (int k = 0; k < 4; k++) {
        struct layout_verdict verdict;
        char told[ERROR_TEXT_MAX], *lef, *def;
        struct rule_case these = one;
        these.lef = k < 2 ? "USEMINSPACING OBS ON ;" : "USEMINSPACING OBS OFF ;";
        these.obs = k % 2 == 0 ? OBS : NULL;
        rule_texts(&these, "", &lef, &def);
        char *cell = k % 2 == 0 ? text_edit(lef, "END LIBRARY", "END LIBRARY")
                                : text_edit(lef, "PORT\n   LAYER m3", "PORT\n   LAYER m1");
        judge_texts(cell, def, def, &verdict, told);
        assert_int_equal(verdict.faults[FAULT_SPACING], k != 0);
        free(cell);
        free(def);
        free(lef);
    }
}

/* Power pins connect the wiring of their own net, which is also special, not that of another. */
static void test_power_pins_hold_wiring(void **state)
{
    (void)state;
    static const char *const wires[] = {"m1 ( 8300 8300 ) ( 8900 * )",
                                        "m1 ( 8300 7300 ) ( 8900 * )"};
    for (int k = 0; k < 2; k++)
        for (int other = 0; other < 2; other++) {
            const struct rule_case one = {.n1 = wires[k],
                                          .n2 = other ? "m1 ( 4000 9000 ) ( 5000 * )" : NULL};
            struct layout_verdict verdict;
            char told[ERROR_TEXT_MAX], *lef, *def;
            rule_texts(&one, "", &lef, &def);
            char *low =
                text_edit(lef, "SIGNAL ;\n  PORT\n   LAYER m3", "POWER ;\n  PORT\n   LAYER m1");
            char *net = text_edit(def, "n1 ( PIN p1 )", "n1 ( cell A )");
            char *both = text_edit(net, "END PINS",
                                   "END PINS\nSPECIALNETS 2 ;\n- n1 ( cell A ) + USE POWER ;\n"
                                   "- n2 + USE GROUND ;\nEND SPECIALNETS");
            judge_texts(low, both, both, &verdict, told);
            assert_int_equal(verdict.faults[FAULT_FLOATING], k + other);
            if (k + other == 1)
                assert_non_null(strstr(told, k == 1 ? " of n1 reaches" : " of n2 reaches"));
            free(both);
            free(net);
            free(low);
            free(def);
            free(lef);
        }
}

/* Hard spacing depends only on the rule of the net, not on other rules. */
static void test_own_rule(void **state)
{
    (void)state;
    for (int hard = 0; hard < 3; hard++)
        for (int own = 0; own < 3; own++) {
            char rules[512], wiring[128], told[ERROR_TEXT_MAX], *lef, *def;
            struct layout_verdict verdict;
            int at = snprintf(rules, sizeof rules, "NONDEFAULTRULES 3 ;\n");
            for (int i = 0; i < 3; i++)
                at += snprintf(rules + at, sizeof rules - (size_t)at,
                               "- r%d %s + LAYER m1 WIDTH 200 SPACING 300 ;\n", i,
                               i == hard ? "+ HARDSPACING" : "");
            snprintf(rules + at, sizeof rules - (size_t)at, "END NONDEFAULTRULES");
            snprintf(wiring, sizeof wiring, "m1 ( 1000 9000 ) ( * 1499 ) + NONDEFAULTRULE r%d",
                     own);
            const struct rule_case one = {
                .m1 = "SPACING 0.2 ;", .n1 = WIRE, .n2 = wiring, .def = rules};
            rule_texts(&one, "", &lef, &def);
            judge_texts(lef, def, def, &verdict, told);
            assert_int_equal(verdict.faults[FAULT_SPACING] > 0, own == hard);
            free(def);
            free(lef);
        }
}

/* A net with a pin without metal is open. */
static void test_pin_without_metal(void **state)
{
    (void)state;
    static const struct rule_case one = {.n1 = WIRE};
    struct layout_verdict verdict;
    char told[ERROR_TEXT_MAX], *lef, *def;
    rule_texts(&one, "", &lef, &def);
    char *bare = text_edit(lef, "  PORT\n   LAYER m3 ;\n    RECT 0 0 0.5 0.5 ;\n  END\n", "");
    char *net = text_edit(def, "( PIN p1 )", "( cell A ) ( PIN p1 )");
    assert_int_equal(judge_texts(bare, net, net, &verdict, told), STATUS_UNROUTED);
    assert_string_equal(told, "open: net n1: pin cell/A has no placed metal on a routing layer");
    assert_int_equal(verdict.open, 1);
    free(net);
    free(bare);
    free(def);
    free(lef);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pins_beside_special_wiring),
        cmocka_unit_test(test_small_beside_special_wiring),
        cmocka_unit_test(test_cuts_of_one_side_more),
        cmocka_unit_test(test_cuts_of_two_layers),
        cmocka_unit_test(test_wide_pin_without_net),
        cmocka_unit_test(test_power_pins_hold_wiring),
        cmocka_unit_test(test_own_rule),
        cmocka_unit_test(test_pin_without_metal),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
