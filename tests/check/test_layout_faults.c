/* Tests of the layout checker: the complete message of each fault. */
#include "tests/support/layout_rules.h"

#define WIRE    "m1 ( 1000 1000 ) ( 3000 * )"
#define UP      WIRE " v12"
#define RING    WIRE " ( * 1399 ) ( 1000 * ) ( * 1000 )"
#define OBS     "OBS LAYER m1 ; RECT 0 0 0.5 0.5 ; END"
#define BLOCK   "BLOCKAGES 1 ;\n- LAYER m1 RECT ( 1500 1000 ) ( 2000 2000 ) ;\nEND BLOCKAGES"
#define RECT_ON "PROPERTY LEF58_RECTONLY \"RECTONLY ;\" ;"
#define ON_GRID "PROPERTY LEF58_RIGHTWAYONGRIDONLY \"RIGHTWAYONGRIDONLY ;\" ;"
#define HARD                                                                                       \
    "NONDEFAULTRULES 1 ;\n- hard + HARDSPACING + LAYER m1 WIDTH 200 SPACING 300 ;\n"               \
    "END NONDEFAULTRULES"

struct told_case {
    struct rule_case one;
    const char *told;
};

static void check_told(const struct told_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct layout_verdict verdict;
        char *lef, *def, told[ERROR_TEXT_MAX];
        rule_texts(&cases[i].one, "", &lef, &def);
        judge_texts(lef, def, def, &verdict, told);
        assert_string_equal(told, cases[i].told);
        free(def);
        free(lef);
    }
}

static void test_told(void **state)
{
    (void)state;
    static const struct told_case cases[] = {
        {{.n1 = WIRE, .obs = OBS, .at = "( 1500 1000 )"},
         "short: m1 (1.1000 0.9000)-(3.1000 1.1000): n1 meets an obstruction of cell, m1 (1.5000 "
         "1.0000)-(2.0000 1.5000)"},
        {{.n1 = WIRE, .def = BLOCK},
         "short: m1 (1.1000 0.9000)-(3.1000 1.1000): n1 meets a blockage, m1 (1.5000 "
         "1.0000)-(2.0000 2.0000)"},
        {{.n1 = WIRE, .n2 = "m1 ( 1000 9000 ) ( * 8000 ) NEW m1 ( 2000 1000 ) ( * 3000 )"},
         "floating: m1 (1.9000 0.9000)-(2.1000 3.1000) of n2 reaches no pin"},
        {{.n1 = WIRE " v12 v23 ( 1500 * )", .at = "( 1500 1000 )"},
         "short: m3 (1.4000 0.9000)-(3.1000 1.1000): n1 meets no net (cell/A), m3 (1.5000 "
         "1.0000)-(2.0000 1.5000)"},
        {{.m1 = "SPACING 0.2 ;", .n1 = WIRE, .obs = OBS, .at = "( 1500 1299 )"},
         "spacing: m1 (1.1000 0.9000)-(3.1000 1.1000): n1 is 0.1990 from an obstruction of cell, "
         "m1 (1.5000 1.2990)-(2.0000 1.7990); at least 0.2000 is required"},
        {{.m1 = "SPACING 0.2 ;", .n1 = WIRE " ( * 1399 ) ( 1500 * )"},
         "notch: m1 (1.1000 0.9000)-(3.1000 1.1000): n1 is 0.1990 from itself, m1 (1.4000 "
         "1.2990)-(3.1000 1.4990); at least 0.2000 is required"},
        {{.m1 = "SPACING 0.2 ;", .n1 = WIRE, .n2 = "m1 ( 1000 9000 ) ( 3340 * ) ( * 1342 )"},
         "spacing: m1 (1.1000 0.9000)-(3.1000 1.1000): n1 is 0.1990 from n2, m1 (3.2400 "
         "1.2420)-(3.4400 9.1000); at least 0.2000 is required"},
        {{.m1 = "SPACING 0.2 ;",
          .n1 = WIRE,
          .def = HARD,
          .n2 = "m1 ( 1000 9000 ) ( * 1499 ) + NONDEFAULTRULE hard"},
         "spacing: m1 (0.9000 1.3990)-(1.1000 8.9000): n2 is nearer than 0.3000 to n1, m1 (0.9000 "
         "0.9000)-(3.1000 1.1000)"},
        {{.m1 = "SPACING 0.2 ; SPACING 0.3 ENDOFLINE 0.201 WITHIN 0.05 ;",
          .n1 = WIRE,
          .n2 = "m1 ( 1000 9000 ) ( * 1499 )"},
         "line-end: m1 (0.8995 1.3985)-(1.1005 1.3995): a line end of n2 has n1 (PIN/p1) within "
         "0.3000"},
        {{.n1 = WIRE " v12 NEW m2 ( 3000 1000 ) ( * 1099 ) v12"},
         "cut: v1 (2.9500 0.9500)-(3.0500 1.0500): cuts of n1 and n1 overlap"},
        {{.v2 = "SPACING 0.2 LAYER v1 ;", .n1 = WIRE " v12 NEW m2 ( 3000 1000 ) ( * 1299 ) v23"},
         "cut: v1 (2.9500 0.9500)-(3.0500 1.0500): a cut of n1 is nearer than 0.2000 to one of n1, "
         "v2 (2.9500 1.2490)-(3.0500 1.3490)"},
        {{.m1 = "AREA 0.2 ;", .n1 = "m1 ( 1000 1000 ) ( 1799 * )"},
         "area: m1 (0.9000 0.9000)-(1.8990 1.1000): metal of n1 has an area of 0.19980; at least "
         "0.20000 is required"},
        {{.m1 = "MINENCLOSEDAREA 0.36 ;", .n1 = RING},
         "area: m1 (1.1000 1.1000)-(2.9000 1.2990): a hole in metal of n1 has an area of 0.35820; "
         "at least 0.36000 is required"},
        {{.n1 = WIRE " RECT ( -500 0 -301 400 )"},
         "width: m1 (2.5000 1.1000)-(2.6990 1.4000) of n1 is narrower than 0.2000"},
        {{.n1 = WIRE " RECT ( -59 -20 1000 1000 )"},
         "width: m1 (2.9410 0.9800)-(3.1000 1.1000) of n1: a neck narrower than 0.2000"},
        {{.m1 = "MINWIDTH 0.05 ; MINSTEP 0.1 ;", .n1 = WIRE " RECT ( -1000 -100 100 199 )"},
         "step: m1 (1.9995 1.0995)-(2.0005 1.1995) of n1: 1 edges in a row shorter than 0.1000"},
        {{.m1 = "MINIMUMCUT 2 WIDTH 0.3 ;",
          .n1 = WIRE " v12 NEW m1 ( 3000 1000 ) RECT ( -200 -150 200 151 )"},
         "cuts: m1 (2.9000 0.9000)-(3.1000 1.1000) of n1: a via of 1 cuts on metal wider than "
         "0.3000; 2 are required"},
        {{.m1 = RECT_ON, .n1 = WIRE " RECT ( -1000 -100 100 101 )"},
         "shape: m1 (0.9000 0.9000)-(3.1000 1.1000) of n1: merged metal is not a rectangle, as "
         "RECTONLY requires"},
        {{.m1 = ON_GRID, .n1 = "m1 ( 1000 1000 ) ( * 1501 ) ( 3000 * )"},
         "shape: m1 (1.0000 1.5010)-(3.0000 1.5010): a wire of n1 is not on a track, as "
         "RIGHTWAYONGRIDONLY requires"},
        {{.lef = "MANUFACTURINGGRID 0.005 ;", .n1 = "m1 ( 1000 1000 ) ( 3006 * )"},
         "grid: m1 (0.9000 0.9000)-(3.1060 1.1000) of n1 is off the manufacturing grid of 0.0050"},
        {{.n1 = WIRE " RECT ( 0 0 0 50 )"}, "unknown: a rectangle of n1 has no area"},
        {{.n1 = "m1 ( 1000 1000 ) ( 10001 * )"},
         "die: m1 (10.0010 1.0000)-(10.0010 1.0000): a wire of n1 is outside the die"},
        {{.n1 =
              WIRE " v12 NEW m2 ( 3000 1000 ) RECT ( -100 -1200 100 100 ) NEW m2 ( 3000 -1 ) v23"},
         "die: m2 (3.0000 -0.0010)-(3.0000 -0.0010): a via of n1 is outside the die"},
        {{.n3 = "m1 ( 6000 5000 ) ( 8799 * )"},
         "open: net n3: 1 of 2 pins are not connected to the first, for example PIN/p4"},
        {{.n1 = "m1 ( 1201 1000 ) ( 3000 * )"},
         "floating: m1 (1.1010 0.9000)-(3.1000 1.1000) of n1 reaches no pin"},
    };
    check_told(cases, sizeof cases / sizeof *cases);
}

/* The places of the two cuts in a message. */
static void test_cuts_told(void **state)
{
    (void)state;
    static const struct told_case cases[] = {
        {{.v1 = "SPACING 0.2 ;", .n1 = UP, .n2 = "m1 ( 1000 9000 ) ( 3130 * ) ( * 1140 ) v12"},
         "cut: v1 (2.9500 0.9500)-(3.0500 1.0500): a cut of n1 is nearer than 0.2000 to one of n2, "
         "v1 (3.0800 1.0900)-(3.1800 1.1900)"},
    };
    check_told(cases, sizeof cases / sizeof *cases);
}

/* FROMABOVE and FROMBELOW: vias above or below the wide metal. */
static void test_minimum_cut_of_two_sides(void **state)
{
    (void)state;
    static const char *const words[] = {"FROMBELOW", "FROMABOVE", ""};
    for (int w = 0; w < 3; w++)
        for (int v = 0; v < 2; v++) {
            struct layout_verdict verdict;
            char wiring[128], rule[64], told[ERROR_TEXT_MAX], *lef, *def;
            snprintf(wiring, sizeof wiring,
                     "%s NEW m2 ( 3000 1000 ) RECT ( -200 -200 200 200 ) "
                     "NEW m2 ( 3000 1000 ) v23",
                     UP);
            const struct rule_case one = {.n1 = wiring};
            snprintf(rule, sizeof rule, "WIDTH 0.2 ;\n MINIMUMCUT 2 WIDTH 0.3 %s ;\nEND m2",
                     words[w]);
            rule_texts(&one, "", &lef, &def);
            char *asked = text_edit(lef, "WIDTH 0.2 ;\nEND m2", rule);
            char *two = text_edit(asked, "VIA v23 DEFAULT\n",
                                  v == 0 ? "VIA v23 DEFAULT\n LAYER v2 ;\n"
                                           "  RECT -0.1 -0.1 -0.06 -0.06 ;\n"
                                         : "VIA v23 DEFAULT\n");
            judge_texts(two, def, def, &verdict, told);
            int below = w != 1, above = w != 0 && v == 1;
            assert_int_equal(verdict.faults[FAULT_CUTS], below + above);
            free(two);
            free(asked);
            free(def);
            free(lef);
        }
}

/* EXCEPTNONCOREPINS applies to pins of cells other than standard cells. */
static void test_pins_of_blocks(void **state)
{
    (void)state;
    static const struct rule_case one = {
        .m1 = "PROPERTY LEF58_RECTONLY \"RECTONLY EXCEPTNONCOREPINS ;\" ;", .n1 = ""};
    for (int core = 0; core < 2; core++) {
        struct layout_verdict verdict;
        char told[ERROR_TEXT_MAX], *lef, *def;
        rule_texts(&one, "", &lef, &def);
        char *low = text_edit(lef, "PORT\n   LAYER m3", "PORT\n   LAYER m1");
        char *cell = text_edit(low, "CLASS CORE", core ? "CLASS CORE" : "CLASS BLOCK");
        char *net = text_edit(def, "( PIN p1 ) + ROUTED",
                              "( cell A ) + ROUTED m1 ( 8600 8300 ) ( 8300 * )");
        judge_texts(cell, net, net, &verdict, told);
        assert_int_equal(verdict.faults[FAULT_SHAPE], core);
        free(net);
        free(cell);
        free(low);
        free(def);
        free(lef);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_told),
        cmocka_unit_test(test_cuts_told),
        cmocka_unit_test(test_minimum_cut_of_two_sides),
        cmocka_unit_test(test_pins_of_blocks),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
