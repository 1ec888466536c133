/* Tests of the layout checker: each rule with a case that is just right and one that is wrong by
 * one database unit or one word. */
#include "tests/support/layout_rules.h"

#define CLASSES_OF(width)                                                                          \
    "PROPERTY LEF58_CUTCLASS \"CUTCLASS a WIDTH " width " ;\" LEF58_SPACINGTABLE\n"                \
    "\"SPACINGTABLE "
#define CLASSES     CLASSES_OF("0.1")
#define ONE(up, by) " a " up " " by " ;\" ;"
#define PAIR                                                                                       \
    "PROPERTY LEF58_CUTCLASS \"CUTCLASS a WIDTH 0.1 ; CUTCLASS b WIDTH 0.16 ;\" ;\n"               \
    "PROPERTY LEF58_SPACINGTABLE \"SPACINGTABLE DEFAULT 0.3 CUTCLASS a b\n a 0 0 - -\n b - - 0 "   \
    "0\n"                                                                                          \
    ";\" ;"
#define WIRE    "m1 ( 1000 1000 ) ( 3000 * )"
#define DOWN    "m1 ( 1000 9000 ) ( * @ )"
#define PRL     "SPACINGTABLE PARALLELRUNLENGTH 0 1 WIDTH 0 0.2 0.2 WIDTH 0.3 0.2 0.4 ;"
#define TWO     "SPACINGTABLE TWOWIDTHS WIDTH 0 0.2 0.3 WIDTH 0.3 PRL 1.0 0.3 0.4 ;"
#define WIDE    "SPACING 0.2 ; SPACING 0.4 RANGE 0.301 10 ;"
#define WIDER   "SPACING 0.25 ; SPACING 0.4 RANGE 0.301 10 ;"
#define CORE    "OBS LAYER m1 "
#define BOX     " ; RECT 0 0 0.5 0.5 ; END"
#define UP      WIRE " v12 NEW m2 ( 3000 1000 ) ( * @ ) "
#define RING    WIRE " ( * @ ) ( 1000 * ) ( * 1000 )"
#define BLOCK   "BLOCKAGES 1 ;\n- LAYER m1 "
#define BLOCKED " RECT ( 1500 @ ) ( 2000 2000 ) ;\nEND BLOCKAGES"
#define RECT_ON "PROPERTY LEF58_RECTONLY \"RECTONLY ;\" ;"
#define ON_GRID "PROPERTY LEF58_RIGHTWAYONGRIDONLY \"RIGHTWAYONGRIDONLY ;\" ;"

static void test_short(void **state)
{
    (void)state;
    static const struct rule_case cases[] = {
        {"other net", FAULT_SHORT, "1201", "1200", .n1 = WIRE, .n2 = DOWN},
        {"obstruction", FAULT_SHORT, "1101", "1100", .n1 = WIRE, .obs = CORE BOX,
         .at = "( 1500 @ )"},
        {"no power net", FAULT_SHORT, "POWER", "SIGNAL", .n1 = WIRE " + USE @",
         .obs = CORE "EXCEPTPGNET" BOX, .at = "( 1500 1000 )"},
        {"unused pin", FAULT_SHORT, "1101", "1100", .n1 = WIRE " v12 v23 ( 1500 * )",
         .at = "( 1500 @ )"},
        {"blockage", FAULT_SHORT, "1101", "1100", .n1 = WIRE, .def = BLOCK BLOCKED},
    };
    JUDGE_CASES(cases);
}

static void test_spacing(void **state)
{
    (void)state;
    static const struct rule_case cases[] = {
        {"plain", FAULT_SPACING, "1400", "1399", .m1 = "SPACING 0.2 ;", .n1 = WIRE, .n2 = DOWN},
        {"corner", FAULT_SPACING, "1343", "1342", .m1 = "SPACING 0.2 ;", .n1 = WIRE,
         .n2 = "m1 ( 1000 9000 ) ( 3340 * ) ( * @ )"},
        {"pin", FAULT_SPACING, "8600", "8601", .m1 = "SPACING 0.2 ;",
         .n1 = "m1 ( 1000 1000 ) ( 2000 * ) ( * @ ) ( 1000 * )"},
        {"beside its pin", FAULT_SPACING, "350", "351", .m1 = "SPACING 0.25 ;", .n1 = WIRE,
         .obs = CORE BOX, .at = "( @ 800 )"},
        {"beside its other pin", FAULT_SPACING, "9150", "9149", .m1 = "SPACING 0.25 ;",
         .obs = CORE BOX, .at = "( @ 4800 )"},
        {"beside its pin, ranges", FAULT_SPACING, "350", "351", .m1 = WIDER, .n1 = WIRE,
         .obs = CORE BOX, .at = "( @ 800 )"},
        {"beside its other pin, ranges", FAULT_SPACING, "9150", "9149", .m1 = WIDER,
         .obs = CORE BOX, .at = "( @ 4800 )"},
        {"wide", FAULT_SPACING, "1600", "1599", .m1 = WIDE, .n1 = WIRE,
         .n2 = DOWN " RECT ( -200 -100 200 300 )"},
        {"not yet wide", FAULT_SPACING, "150", "151", .m1 = WIDE, .n1 = WIRE,
         .n2 = "m1 ( 1000 9000 ) ( * 1400 ) RECT ( -150 -100 @ 300 )"},
        {"of two ranges", FAULT_SPACING, "150", "151",
         .m1 = "SPACING 0.2 ; SPACING 0.4 RANGE 0.301 10 RANGE 0.301 10 ;",
         .n1 = WIRE " RECT ( -2100 -400 0 100 )",
         .n2 = "m1 ( 1000 9000 ) ( * 1400 ) RECT ( -150 -100 @ 300 )"},
        {"run", FAULT_SPACING, "900", "901", .m1 = PRL, .n1 = WIRE,
         .n2 = "m1 ( 1000 9000 ) ( * 1500 ) RECT ( 0 -100 @ 300 )"},
        {"run of wide", FAULT_SPACING, "200", "201", .m1 = PRL, .n1 = WIRE,
         .n2 = "m1 ( 1000 9000 ) ( * 1500 ) RECT ( 0 -100 1500 @ )"},
        {"two widths", FAULT_SPACING, "200", "201", .m1 = TWO, .n1 = WIRE,
         .n2 = "m1 ( 1000 9000 ) ( * 1450 ) RECT ( 0 -100 1500 @ )"},
        {"two widths, run", FAULT_SPACING, "900", "901", .m1 = TWO, .n1 = WIRE,
         .n2 = "m1 ( 1000 9000 ) ( * 1450 ) RECT ( 0 -100 @ 300 )"},
        {"OBS SPACING", FAULT_SPACING, "1400", "1399", .m1 = "SPACING 0.2 ;", .n1 = WIRE,
         .obs = CORE "SPACING 0.3" BOX, .at = "( 1500 @ )"},
        {"DESIGNRULEWIDTH", FAULT_SPACING, "0.300", "0.301", .m1 = WIDE, .n1 = WIRE,
         .obs = CORE "DESIGNRULEWIDTH @" BOX, .at = "( 1500 1300 )"},
        {"USEMINSPACING", FAULT_SPACING, "ON", "OFF", .m1 = WIDE, .n1 = WIRE, .obs = CORE BOX,
         .lef = "USEMINSPACING OBS @ ;", .at = "( 1500 1300 )"},
        {"blockage", FAULT_SPACING, "1400", "1399", .m1 = "SPACING 0.2 ;", .n1 = WIRE,
         .def = BLOCK "+ SPACING 300" BLOCKED},
        {"wide blockage", FAULT_SPACING, "300", "301", .m1 = WIDE, .n1 = WIRE,
         .def = BLOCK "+ DESIGNRULEWIDTH @ RECT ( 1500 1300 ) ( 2000 2000 ) ;\nEND BLOCKAGES"},
        {"hard spacing", FAULT_SPACING, "1500", "1499", .m1 = "SPACING 0.2 ;", .n1 = WIRE,
         .n2 = DOWN " + NONDEFAULTRULE hard",
         .def = "NONDEFAULTRULES 1 ;\n- hard + HARDSPACING + LAYER m1 WIDTH 200 SPACING 300 ;\n"
                "END NONDEFAULTRULES"},
    };
    JUDGE_CASES(cases);
}

static void test_notch(void **state)
{
    (void)state;
    static const struct rule_case cases[] = {
        {"notch", FAULT_NOTCH, "1400", "1399", .m1 = "SPACING 0.2 ;",
         .n1 = WIRE " ( * @ ) ( 1500 * )"},
        {"of one net", FAULT_NOTCH, "1350", "1349", .m1 = "SPACING 0.2 ; SPACING 0.15 SAMENET ;",
         .n1 = WIRE " ( * @ ) ( 1500 * )"},
        {"corner to corner", FAULT_NOTCH, "1343", "1342", .m1 = "SPACING 0.2 ;",
         .n1 = WIRE " v12 ( * 5000 ) ( 5000 * ) ( * @ ) v12 ( 3340 * )"},
        {"a corner in common", FAULT_NOTCH, "1400", "1200", .m1 = "SPACING 0.2 ;",
         .n1 = WIRE " v12 ( * 5000 ) ( 5000 * ) ( * @ ) v12 ( 3200 * )"},
    };
    JUDGE_CASES(cases);
}

static void test_cut(void **state)
{
    (void)state;
    static const struct rule_case cases[] = {
        {"cut", FAULT_CUT, "1300", "1299", .v1 = "SPACING 0.2 ;", .n1 = WIRE " v12",
         .n2 = "m1 ( 1000 9000 ) ( 3000 * ) ( * @ ) v12"},
        {"same net", FAULT_CUT, "1300", "1299", .v1 = "SPACING 0.3 ; SPACING 0.2 SAMENET ;",
         .n1 = UP "v12"},
        {"overlap", FAULT_CUT, "1100", "1099", .n1 = UP "v12"},
        {"the same cut", FAULT_CUT, "1000", "1001", .v1 = "SPACING 0.2 ;", .n1 = UP "v12"},
        {"adjacent", FAULT_CUT, "1751", "1750", .v1 = "SPACING 0.3 ADJACENTCUTS 2 WITHIN 0.301 ;",
         .n1 = WIRE " v12 NEW m2 ( 3000 1000 ) ( * 1350 ) v12 NEW m2 ( 3000 1350 ) ( * @ ) v12"},
        {"adjacent, the middle last", FAULT_CUT, "1751", "1750",
         .v1 = "SPACING 0.3 ADJACENTCUTS 2 WITHIN 0.301 ;",
         .n1 = UP "v12 NEW m2 ( 3000 1350 ) v12"},
        {"centres", FAULT_CUT, "1400", "1399", .v1 = "SPACING 0.4 CENTERTOCENTER ;",
         .n1 = UP "v12"},
        {"the same cut, centres", FAULT_CUT, "1000", "1001", .v1 = "SPACING 0.4 CENTERTOCENTER ;",
         .n1 = UP "v12"},
        {"centres of one net", FAULT_CUT, "SAMENET", "", .v1 = "SPACING 0.4 CENTERTOCENTER @ ;",
         .n1 = WIRE " v12", .n2 = "m1 ( 1000 9000 ) ( 3000 * ) ( * 1350 ) v12"},
        {"side by side", FAULT_CUT, "3100", "3099", .v1 = "SPACING 0.2 PARALLELOVERLAP ;",
         .n1 = WIRE " v12", .n2 = "m1 ( 1000 9000 ) ( @ * ) ( * 1250 ) v12"},
        {"layers", FAULT_CUT, "1300", "1299", .v2 = "SPACING 0.2 LAYER v1 ;", .n1 = UP "v23"},
        {"layers, the upper first", FAULT_CUT, "1300", "1299", .v2 = "SPACING 0.2 LAYER v1 STACK ;",
         .n1 = WIRE " v12 v23 NEW m2 ( 3000 1000 ) ( * @ ) v12"},
        {"no stack", FAULT_CUT, "1300", "1000", .v2 = "SPACING 0.2 LAYER v1 ;", .n1 = UP "v23"},
        {"stack", FAULT_CUT, "1000", "1001", .v2 = "SPACING 0.2 LAYER v1 STACK ;", .n1 = UP "v23"},
        {"stack on a larger cut", FAULT_CUT, "1030", "1031", .v2 = "SPACING 0.2 LAYER v1 STACK ;",
         .n1 = UP "big23"},
        {"class", FAULT_CUT, "1300", "1299", .v1 = CLASSES "DEFAULT 0.2 CUTCLASS a" ONE("-", "-"),
         .n1 = UP "v12"},
        {"class of another width", FAULT_CUT, "0.11", "0.10",
         .v1 = CLASSES_OF("@") "CUTCLASS a" ONE("0.2", "0.2"), .n1 = WIRE " v12",
         .n2 = "m1 ( 1000 9000 ) ( 3000 * ) ( * 1299 ) v12"},
        {"class of another length", FAULT_CUT, "0.11", "0.10",
         .v1 = CLASSES_OF("0.1 LENGTH @") "CUTCLASS a" ONE("0.2", "0.2"), .n1 = WIRE " v12",
         .n2 = "m1 ( 1000 9000 ) ( 3000 * ) ( * 1299 ) v12"},
        {"class, net", FAULT_CUT, "SAMENET", "",
         .v1 = CLASSES "DEFAULT 0.2 @ CUTCLASS a" ONE("-", "-"), .n1 = WIRE " v12",
         .n2 = "m1 ( 1000 9000 ) ( 3000 * ) ( * 1250 ) v12"},
        {"beyond the run", FAULT_CUT, "3050", "3049",
         .v1 = CLASSES "PRL 0.05 CUTCLASS a" ONE("0.2", "0.3"), .n1 = WIRE " v12",
         .n2 = "m1 ( 1000 9000 ) ( @ * ) ( * 1350 ) v12"},
        {"up to the run", FAULT_CUT, "3049", "3050",
         .v1 = CLASSES "PRL 0.05 CUTCLASS a" ONE("0.3", "0.2"), .n1 = WIRE " v12",
         .n2 = "m1 ( 1000 9000 ) ( @ * ) ( * 1350 ) v12"},
        {"corner to corner", FAULT_CUT, "3231", "3230",
         .v1 = CLASSES "PRL -0.131 CUTCLASS a" ONE("0", "0.25"), .n1 = WIRE " v12",
         .n2 = "m1 ( 1000 9000 ) ( @ * ) ( * 1299 ) v12"},
        {"two classes", FAULT_CUT, "1430", "1429", .v2 = PAIR, .n1 = WIRE " v12 v23",
         .n2 = "m1 ( 1000 9000 ) ( 3000 * ) ( * @ ) v12 big23"},
        {"two classes, turned", FAULT_CUT, "1430", "1429", .v2 = PAIR, .n1 = WIRE " v12 big23",
         .n2 = "m1 ( 1000 9000 ) ( 3000 * ) ( * @ ) v12 v23"},
        {"two classes, one kind", FAULT_CUT, "v23", "big23", .v2 = PAIR, .n1 = WIRE " v12 v23",
         .n2 = "m1 ( 1000 9000 ) ( 3000 * ) ( * 1300 ) v12 @"},
    };
    JUDGE_CASES(cases);
}

static void test_area(void **state)
{
    (void)state;
    static const struct rule_case cases[] = {
        {"area", FAULT_AREA, "1800", "1799", .m1 = "AREA 0.2 ;", .n1 = "m1 ( 1000 1000 ) ( @ * )"},
        {"inside its pin", FAULT_AREA, "100", "101", .m1 = "AREA 0.2 ;",
         .n1 = "m1 ( 1000 1000 ) RECT ( -100 -100 100 @ )"},
        {"hole", FAULT_AREA, "1400", "1399", .m1 = "MINENCLOSEDAREA 0.36 ;", .n1 = RING},
        {"hole, the second rule", FAULT_AREA, "1400", "1399",
         .m1 = "MINENCLOSEDAREA 0.1 ; MINENCLOSEDAREA 0.36 ; MINENCLOSEDAREA 0.2 ;", .n1 = RING},
    };
    JUDGE_CASES(cases);
}

static void test_width(void **state)
{
    (void)state;
    static const struct rule_case cases[] = {
        {"width", FAULT_WIDTH, "-300", "-301", .n1 = WIRE " RECT ( -500 0 @ 400 )"},
        {"MINWIDTH", FAULT_WIDTH, "-350", "-351", .m1 = "MINWIDTH 0.15 ;",
         .n1 = WIRE " RECT ( -500 0 @ 400 )"},
        {"neck", FAULT_WIDTH, "-60", "-59", .n1 = WIRE " RECT ( @ -20 1000 1000 )"},
        {"neck beside a hole", FAULT_WIDTH, "400", "160",
         .n1 = WIRE " RECT ( 100 -300 500 @ ) NEW m1 ( 3000 1000 ) RECT ( 100 -300 900 0 ) "
                    "NEW m1 ( 3000 1000 ) RECT ( 600 -300 900 400 ) "
                    "NEW m1 ( 3000 1000 ) RECT ( 440 100 900 400 )"},
    };
    JUDGE_CASES(cases);
}

static void test_step(void **state)
{
    (void)state;
#define THIN "MINWIDTH 0.05 ; MINSTEP 0.1 "
    static const struct rule_case cases[] = {
        {"step", FAULT_STEP, "200", "199", .m1 = THIN ";", .n1 = WIRE " RECT ( -1000 -100 100 @ )"},
        {"two in a row", FAULT_STEP, "200", "199", .m1 = THIN "MAXEDGES 1 ;",
         .n1 = WIRE " RECT ( -1000 -100 40 @ )"},
        {"inside corner", FAULT_STEP, "200", "199", .m1 = THIN "INSIDECORNER ;",
         .n1 = WIRE " RECT ( -1000 -100 40 @ )"},
        {"outside corner", FAULT_STEP, "200", "199", .m1 = THIN "OUTSIDECORNER ;",
         .n1 = WIRE " RECT ( -1000 -100 -940 @ )"},
        {"between corners", FAULT_STEP, "200", "199", .m1 = THIN "STEP ;",
         .n1 = WIRE " RECT ( -1000 -100 100 @ )"},
        {"length of both", FAULT_STEP, "190", "191", .m1 = THIN "INSIDECORNER LENGTHSUM 0.15 ;",
         .n1 = WIRE " RECT ( -1000 -100 40 @ )"},
    };
    JUDGE_CASES(cases);
}

static void test_minimum_cut(void **state)
{
    (void)state;
    static const struct rule_case cases[] = {
        {"one cut", FAULT_CUTS, "150", "151", .m1 = "MINIMUMCUT 2 WIDTH 0.3 ;",
         .n1 = WIRE " v12 NEW m1 ( 3000 1000 ) RECT ( -200 -150 200 @ )"},
        {"from above", FAULT_CUTS, "FROMBELOW", "FROMABOVE", .m1 = "MINIMUMCUT 2 WIDTH 0.3 @ ;",
         .n1 = WIRE " v12 NEW m1 ( 3000 1000 ) RECT ( -200 -200 200 200 )"},
        {"cuts nearby", FAULT_CUTS, "1399", "1400", .m1 = "MINIMUMCUT 2 WIDTH 0.3 WITHIN 0.3 ;",
         .n1 = WIRE " v12 NEW m1 ( 3000 @ ) v12 NEW m1 ( 3000 1000 ) RECT ( -200 -150 200 800 )"},
        {"cuts nearby of others", FAULT_CUTS, "-150", "-151",
         .m1 = "MINIMUMCUT 2 WIDTH 0.35 WITHIN 0.3 ;",
         .n1 = WIRE " v12 NEW m1 ( 3000 1000 ) RECT ( @ -150 200 800 )",
         .n2 = "m1 ( 1000 9000 ) ( 3350 * ) ( * 1000 ) v12"},
        {"long metal", FAULT_CUTS, "900", "901",
         .m1 = "MINIMUMCUT 2 WIDTH 0.3 LENGTH 1.0 WITHIN 0.5 ;",
         .n1 = "m1 ( 1000 1000 ) RECT ( -100 -200 @ 200 ) NEW m1 ( 1000 1000 ) ( 2000 * ) v12"},
        {"far from it", FAULT_CUTS, "3000", "2999",
         .m1 = "MINIMUMCUT 2 WIDTH 0.3 LENGTH 1.0 WITHIN 0.5 ;",
         .n1 = "m1 ( 1000 1000 ) RECT ( -100 -200 1400 200 ) NEW m1 ( 1000 1000 ) ( @ * ) v12"},
    };
    JUDGE_CASES(cases);
}

static void test_shape(void **state)
{
    (void)state;
    static const struct rule_case cases[] = {
        {"rectangle", FAULT_SHAPE, "100", "101", .m1 = RECT_ON,
         .n1 = WIRE " RECT ( -1000 -100 100 @ )"},
        {"with a pin of the design", FAULT_SHAPE, "RECTONLY EXCEPTNONCOREPINS", "RECTONLY",
         .m1 = "PROPERTY LEF58_RECTONLY \"@ ;\" ;", .n1 = WIRE " RECT ( -1000 -100 100 101 )"},
        {"ring", FAULT_SHAPE, "", "( * 1400 ) ( 1000 * ) ( * 1000 )", .m1 = RECT_ON,
         .n1 = WIRE " @"},
        {"track", FAULT_SHAPE, "1500", "1501", .m1 = ON_GRID,
         .n1 = "m1 ( 1000 1000 ) ( * @ ) ( 3000 * )"},
        {"a track alone", FAULT_SHAPE, "1500", "1501", .m1 = ON_GRID,
         .n1 = "m1 ( 1000 1000 ) ( 2000 * ) ( * @ ) ( 3000 * )",
         .def = "TRACKS Y 900 DO 1 STEP 0 LAYER m1 ;"},
        {"tracks the other way", FAULT_SHAPE, "1500", "1600", .m1 = ON_GRID,
         .n1 = "m1 ( 1000 1000 ) ( * @ ) ( 3000 * )",
         .def = "TRACKS X 1600 DO 1 STEP 0 LAYER m1 ;"},
        {"last track", FAULT_SHAPE, "9000", "9500", .m1 = ON_GRID,
         .n1 = WIRE " ( * @ ) ( 4000 * )"},
    };
    JUDGE_CASES(cases);
}

static void test_wires(void **state)
{
    (void)state;
    static const struct rule_case cases[] = {
        {"grid", FAULT_GRID, "3005", "3006", .lef = "MANUFACTURINGGRID 0.005 ;",
         .n1 = "m1 ( 1000 1000 ) ( @ * )"},
        {"empty rectangle", FAULT_UNKNOWN, "1", "0", .n1 = WIRE " RECT ( 0 0 @ 50 )"},
        {"empty rectangle in y", FAULT_UNKNOWN, "1", "0", .n1 = WIRE " RECT ( 0 0 50 @ )"},
        {"die", FAULT_DIE, "10000", "10001", .n1 = "m1 ( 1000 1000 ) ( @ * )"},
        {"die, where it starts", FAULT_DIE, "0", "-1", .n1 = "m1 ( 2000 @ ) ( * 1000 ) ( 1000 * )"},
        {"die, a later wire", FAULT_DIE, "10000", "10001",
         .n3 = "m1 ( 6000 5000 ) ( 9000 * ) ( * 3000 ) ( @ * )"},
        {"via outside", FAULT_DIE, "( 3000 1000 )", "( 3000 -1 )",
         .n1 = WIRE " v12 NEW m2 ( 3000 1000 ) RECT ( -100 -1200 100 100 ) NEW m2 @ v23"},
        {"via outside in x", FAULT_DIE, "10000", "10001",
         .n1 = WIRE " v12 NEW m2 ( 3000 1000 ) RECT ( -100 -100 7200 100 ) NEW m2 ( @ 1000 ) v23"},
        {"grid, a patch", FAULT_GRID, "50", "51", .lef = "MANUFACTURINGGRID 0.005 ;",
         .n1 = WIRE " RECT ( 0 0 50 @ )"},
    };
    JUDGE_CASES(cases);
}

static void test_length(void **state)
{
    (void)state;
    const struct rule_case one = {.n1 = "m1 ( 1000 1000 ) ( 3000 * ) ( * 4500 ) ( 2800 * )"};
    struct layout_verdict verdict;
    char *lef, *def, told[ERROR_TEXT_MAX];
    rule_texts(&one, "", &lef, &def);
    assert_int_equal(judge_texts(lef, def, def, &verdict, told), STATUS_OK);
    assert_int_equal(verdict.length, 2 * (2000 + 3500 + 200 + 3000)); /* the last: n3 */
    free(lef);
    free(def);
}

static void test_opens(void **state)
{
    (void)state;
    static const struct rule_case cases[] = {
        {"open", FAULT_OPEN, "8800", "8799", .n3 = "m1 ( 6000 5000 ) ( @ * )"},
        {"floating", FAULT_FLOATING, "1200", "1201", .n1 = "m1 ( @ 1000 ) ( 3000 * )"},
    };
    JUDGE_CASES(cases);
}

/* The DEF reader rejects the faults of the kind `unknown` already. */
static void test_unknown(void **state)
{
    (void)state;
    static const char *const wiring[] = {"m1 ( 1000 1000 ) ( 3000 1001 )",
                                         WIRE " v12 NEW m3 ( 3000 1000 ) v12", WIRE " v99"};
    for (size_t i = 0; i < sizeof wiring / sizeof *wiring; i++) {
        struct rule_case one = {"unknown", FAULT_UNKNOWN, "", "", .n1 = wiring[i]};
        struct layout layout = {0};
        struct error error = {0};
        char *lef, *def;
        rule_texts(&one, "", &lef, &def);
        assert_int_equal(layout_read_texts(&layout, lef, def, &error), STATUS_BAD_INPUT);
        layout_destroy(&layout);
        free(lef);
        free(def);
    }
}

/* All differences from the placed text except wiring of nets are reported. */
static void test_kept(void **state)
{
    (void)state;
    static const char more[] =
        "PROPERTYDEFINITIONS\n COMPONENT order INTEGER ;\nEND PROPERTYDEFINITIONS\n"
        "ROW row_0 core 0 0 N DO 3 BY 1 STEP 500 0 ;\nGCELLGRID X 0 DO 7 STEP 500 ;\n"
        "VIAS 1 ;\n- two + RECT m1 ( -100 -100 ) ( 100 100 ) + RECT v1 ( -50 -50 ) ( 50 50 ) "
        "+ RECT m2 ( -100 -100 ) ( 100 100 ) ;\nEND VIAS\n"
        "REGIONS 1 ;\n- area ( 0 0 ) ( 500 500 ) ;\nEND REGIONS\n"
        "BLOCKAGES 1 ;\n- LAYER m1 RECT ( 5000 7000 ) ( 5500 7500 ) ;\nEND BLOCKAGES\n";
    static const char *const edits[][2] = {
        {"DESIGN rules", "DESIGN others"},
        {"( 0 0 ) ( 10000 10000 )", "( 0 0 ) ( 10000 10001 )"},
        {"order INTEGER", "order REAL"},
        {"DO 3 BY 1", "DO 4 BY 1"},
        {"TRACKS Y 1000", "TRACKS Y 1001"},
        {"DO 7 STEP 500", "DO 7 STEP 501"},
        {"( -50 -50 ) ( 50 50 )", "( -50 -50 ) ( 50 51 )"},
        {"( 0 0 ) ( 500 500 )", "( 0 0 ) ( 500 501 )"},
        {"( 5500 7500 )", "( 5500 7501 )"},
        {"( 8000 8000 ) N", "( 8000 8001 ) N"},
        {"( 8000 8000 ) N", "( 8000 8000 ) S"},
        {"( 8000 8000 ) N", "( 8000 8000 ) N + WEIGHT 2"},
        {"( 9000 5000 ) N", "( 9001 5000 ) N"},
        {"+ NET n2 + LAYER m1 ( -100", "+ NET n2 + LAYER m1 ( -101"},
        {"+ NET n2 +", "+ NET n2 + USE CLOCK +"},
        {"- n1 ( PIN p1 )", "- n1 ( cell A )"},
        {"- n1 ( PIN p1 )", "- n1 ( PIN p1 ) ( cell A )"},
        {"- n1 ( PIN p1 )", "- n1 ( PIN p1 ) + WEIGHT 2"},
        {"- n1 ( PIN p1 )", "- n0 ( cell A )"},
        {"( PIN p1 ) + ROUTED m1 ( 1000 1000 ) ( 3000 * )", "( PIN p1 )"},
        {"+ FIXED m1 ( 1000 9000 ) ( 3000 * )", "+ ROUTED m1 ( 1000 9000 ) ( 3000 * )"},
        {"+ FIXED m1 ( 1000 9000 ) ( 3000 * )", "+ FIXED m1 ( 1000 9000 ) ( 3001 * )"},
        {"END DESIGN", "GROUPS 1 ;\n- g cell ;\nEND GROUPS\nEND DESIGN"},
        {"- two", "- three + RECT m1 ( -100 -100 ) ( 100 100 ) + RECT v1 ( -50 -50 ) ( 50 50 ) "
                  "+ RECT m2 ( -100 -100 ) ( 100 100 ) ;\n- two"},
    };
    struct rule_case one = {
        "kept", FAULT_KEPT, "", "", .n1 = WIRE, .n2 = "m1 ( 1000 9000 ) ( 3000 * )", .def = more};
    struct layout_verdict verdict;
    char *lef, *def, told[ERROR_TEXT_MAX];
    rule_texts(&one, "", &lef, &def);
    char *placed = text_edit(def, "( PIN p2 ) + ROUTED", "( PIN p2 ) + FIXED");
    assert_int_equal(judge_texts(lef, placed, placed, &verdict, told), STATUS_OK);
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        char *edited = text_edit(placed, edits[i][0], edits[i][1]);
        if (strstr(edits[i][1], "three") != NULL) {
            char *counted = text_edit(edited, "VIAS 1", "VIAS 2");
            free(edited);
            edited = counted;
        }
        judge_texts(lef, placed, edited, &verdict, told);
        bool wires_only =
            strcmp(edits[i][1], "( PIN p1 )") == 0 || strstr(edits[i][1], "three") != NULL;
        if ((verdict.faults[FAULT_KEPT] == 0) != wires_only)
            fail_msg("%s: %llu faults; %s", edits[i][1],
                     (unsigned long long)verdict.faults[FAULT_KEPT], told);
        free(edited);
    }
    free(placed);
    free(lef);
    free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_short),   cmocka_unit_test(test_spacing),
        cmocka_unit_test(test_notch),   cmocka_unit_test(test_cut),
        cmocka_unit_test(test_area),    cmocka_unit_test(test_width),
        cmocka_unit_test(test_step),    cmocka_unit_test(test_minimum_cut),
        cmocka_unit_test(test_shape),   cmocka_unit_test(test_length),
        cmocka_unit_test(test_wires),   cmocka_unit_test(test_opens),
        cmocka_unit_test(test_unknown), cmocka_unit_test(test_kept),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
