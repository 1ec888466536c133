/* Tests of the layout checker on routed DEFs that differ from the placed one in more than wiring:
 * each difference with all its reports, and allowed differences. */
#include "tests/support/layout_rules.h"

enum { TOLD_MAX = 4096 };

/* The counter, with rules, fixed wiring and a via of its own, and a pin without a net. */
static char *placed_text(void)
{
    char *ruled = text_edit(counter_def, "COMPONENTS 103 ;",
                            "NONDEFAULTRULES 2 ;\n- wide + LAYER metal1 WIDTH 300 ;\n"
                            "- thin + LAYER metal1 WIDTH 250 ;\nEND NONDEFAULTRULES\n\n"
                            "COMPONENTS 103 ;");
    char *text = text_edit(ruled, "( full Y ) ( PIN wrap )\n  + USE SIGNAL ;",
                           "( full Y ) ( PIN wrap )\n  + USE SIGNAL + NONDEFAULTRULE wide\n"
                           "  + FIXED metal1 ( 2250 3250 ) ( 4250 * )\n"
                           "  + COVER metal2 ( 5250 3250 ) via1_square N ;");
    free(ruled);
    char *ported = text_edit(text, "( 150 600 )\n    + PLACED ( 0 18250 )",
                             "( 150 600 )\n    + LAYER metal1 ( -150 0 ) ( 150 600 )\n"
                             "    + PLACED ( 0 18250 )");
    free(text);
    text = text_edit(ported, "( bit\\[7\\].state CK )", "");
    free(ported);
    char *spare = text_edit(text, "PINS 14 ;", "PINS 15 ;\n- spare + DIRECTION INPUT ;");
    free(text);
    return spare;
}

struct told {
    char text[TOLD_MAX];
    int missing, added;
};

static void on_fault(void *context, const struct layout_violation *fault)
{
    static const char missing[] = "kept: missing or changed: ",
                      added[] = "kept: added or changed: ";
    struct told *told = context;
    size_t used = strlen(told->text);
    if (fault->kind != FAULT_KEPT)
        return;
    if (strncmp(fault->text, missing, strlen(missing)) == 0)
        told->missing++;
    else if (strncmp(fault->text, added, strlen(added)) == 0)
        told->added++;
    else
        snprintf(told->text + used, TOLD_MAX - used, "%s; ", fault->text + strlen("kept: "));
}

static void test_changes(void **state)
{
    (void)state;
    static const struct {
        const char *old, *new;
        const char *told;   /* expected reports of kept.c, each with a semicolon */
        int missing, added; /* expected statements of kept_text.c */
    } cases[] = {
        {"DESIGN counter ;", "DESIGN other ;", "another design: other; ", 1, 1},
        {"( 34000 34000 ) ;", "( 34000 34500 ) ;", "changed: DIEAREA; ", 1, 1},
        {"( 0 0 ) ( 34000 34000 ) ;", "( 0 0 ) ( 0 34000 ) ( 34000 34000 ) ( 34000 0 ) ;", "", 1,
         1},
        {"row_5 core 2000 27000 FS", "row_5 core 2500 27000 FS", "changed: ROW; ", 1, 1},
        {"row_5 core 2000 27000 FS", "row_5 core 2000 26500 FS", "changed: ROW; ", 1, 1},
        {"row_5 core 2000 27000 FS", "row_5 core 2000 27000 N", "changed: ROW; ", 1, 1},
        {"27000 FS DO 60 BY 1 STEP 500 0", "27000 FS DO 59 BY 1 STEP 500 0", "changed: ROW; ", 1,
         1},
        {"27000 FS DO 60 BY 1 STEP 500 0", "27000 FS DO 60 BY 2 STEP 500 0", "changed: ROW; ", 1,
         1},
        {"27000 FS DO 60 BY 1 STEP 500 0", "27000 FS DO 60 BY 1 STEP 400 0", "changed: ROW; ", 1,
         1},
        {"27000 FS DO 60 BY 1 STEP 500 0", "27000 FS DO 60 BY 1 STEP 500 9", "changed: ROW; ", 1,
         1},
        {"ROW row_5 core 2000 27000 FS DO 60 BY 1 STEP 500 0 ;\n", "", "changed: ROW; ", 1, 0},
        {"X 250 DO 34 STEP 1000 LAYER metal4", "X 250 DO 33 STEP 1000 LAYER metal4",
         "changed: TRACKS; ", 1, 1},
        {"X 250 DO 34 STEP 1000 LAYER metal4", "Y 250 DO 34 STEP 1000 LAYER metal4",
         "changed: TRACKS; ", 1, 1},
        {"X 250 DO 34 STEP 1000 LAYER metal4", "X 350 DO 34 STEP 1000 LAYER metal4",
         "changed: TRACKS; ", 1, 1},
        {"X 250 DO 34 STEP 1000 LAYER metal4", "X 250 DO 34 STEP 999 LAYER metal4",
         "changed: TRACKS; ", 1, 1},
        {"X 250 DO 34 STEP 1000 LAYER metal4", "X 250 DO 34 STEP 1000 LAYER metal2",
         "changed: TRACKS; ", 1, 1},
        {"X 250 DO 34 STEP 1000 LAYER metal4", "X 250 DO 34 STEP 1000 LAYER metal4 metal2",
         "changed: TRACKS; ", 1, 1},
        {"TRACKS X 250 DO 34 STEP 1000 LAYER metal4 ;\n", "", "", 1, 0}, /* PITCH gives the same */
        {"GCELLGRID Y 0 DO 7 STEP 5000", "GCELLGRID Y 0 DO 6 STEP 5000", "", 1, 1},
        {"- LAYER metal4 RECT ( 16000", "- LAYER metal3 RECT ( 16000", "changed: BLOCKAGES; ", 1,
         1},
        {"RECT ( 16000 15000 )", "RECT ( 16000 15001 )", "changed: BLOCKAGES; ", 1, 1},
        {"- LAYER metal4 RECT ( 16000", "- LAYER metal4 + SPACING 300 RECT ( 16000",
         "changed: BLOCKAGES; ", 1, 1},
        {"- LAYER metal4 RECT ( 16000", "- LAYER metal4 + DESIGNRULEWIDTH 300 RECT ( 16000",
         "changed: BLOCKAGES; ", 1, 1},
        {"- PLACEMENT RECT ( 0 0 )", "- PLACEMENT RECT ( 0 500 )", "changed: BLOCKAGES; ", 1, 1},
        {"BLOCKAGES 2 ;\n- LAYER metal4 RECT ( 16000 15000 ) ( 18000 19000 ) ;", "BLOCKAGES 1 ;",
         "changed: BLOCKAGES; ", 1, 0},
        {"clk_leaf_1 BUF + PLACED ( 8000 12000 ) N", "clk_leaf_1 BUF + PLACED ( 8000 12000 ) FN",
         "changed or moved: component clk_leaf_1; ", 1, 1},
        {"clk_leaf_1 BUF + PLACED ( 8000 12000 ) N", "clk_leaf_1 BUF + PLACED ( 8500 12000 ) N",
         "changed or moved: component clk_leaf_1; ", 1, 1},
        {"clk_leaf_1 BUF + PLACED ( 8000 12000 ) N", "clk_leaf_1 BUF + PLACED ( 8000 12500 ) N",
         "changed or moved: component clk_leaf_1; ", 1, 1},
        {"clk_leaf_1 BUF + PLACED ( 8000 12000 ) N", "clk_leaf_1 INV + PLACED ( 8000 12000 ) N",
         "changed or moved: component clk_leaf_1; ", 1, 1},
        {"COMPONENTS 103 ;", "COMPONENTS 104 ;\n- extra BUF + PLACED ( 8000 27000 ) N ;",
         "added: component extra; ", 0, 1},
        {"- fill_0 ", "- full_0 ", "missing: component fill_0; added: component full_0; ", 1, 1},
        {"- spare +", "- other +", "missing: I/O pin spare; added: I/O pin other; ", 1, 1},
        {"- reset_n + NET reset_n + DIRECTION INPUT", "- reset_n + NET reset_n + DIRECTION OUTPUT",
         "changed: I/O pin reset_n; ", 1, 1},
        {"- reset_n + NET reset_n + DIRECTION INPUT + USE SIGNAL",
         "- reset_n + NET reset_n + DIRECTION INPUT + USE CLOCK", "changed: I/O pin reset_n; ", 1,
         1},
        {"+ PLACED ( 0 18250 ) E", "+ PLACED ( 0 18750 ) E", "changed: I/O pin reset_n; ", 1, 1},
        {"+ LAYER metal1 ( -150 0 ) ( 150 600 )", "+ LAYER metal2 ( -150 0 ) ( 150 600 )",
         "changed: I/O pin reset_n; ", 1, 1},
        {"+ LAYER metal1 ( -150 0 ) ( 150 600 )", "+ LAYER metal1 ( -150 0 ) ( 160 600 )",
         "changed: I/O pin reset_n; ", 1, 1},
        {"+ LAYER metal1 ( -150 0 ) ( 150 600 )",
         "+ LAYER metal1 ( -150 0 ) ( 150 600 ) + LAYER metal1 ( -150 0 ) ( 150 700 )",
         "changed: I/O pin reset_n; ", 1, 1},
        {"+ LAYER metal1 ( -150 0 ) ( 150 600 )", "", "changed: I/O pin reset_n; ", 1, 1},
        {"GCELLGRID Y 0", "GCELLGRID X 0", "", 1, 1},
        {"- reset_n ( PIN reset_n ) ( reset_buf A )", "- reset_n ( PIN reset_n )",
         "with other pins: net reset_n; of another net: pin reset_buf/A; ", 1, 1},
        {"- reset_n ( PIN reset_n ) ( reset_buf A )",
         "- reset_n ( PIN reset_n ) ( reset_buf A ) ( bit\\[7\\].state CK )",
         "with other pins: net reset_n; of another net: pin bit[7].state/CK; ", 1, 1},
        {"- reset_n ( PIN reset_n ) ( reset_buf A )", "- reset_n ( reset_buf A ) ( PIN reset_n )",
         "", 0, 0},
        {"- reset_n ( PIN reset_n ) ( reset_buf A )\n  + USE SIGNAL",
         "- reset_n ( PIN reset_n ) ( reset_buf A )\n  + USE CLOCK", "changed: net reset_n; ", 1,
         1},
        {"( PIN reset_n ) ( reset_buf A )\n  + USE SIGNAL ;\n- enable ( PIN enable ) ( enable_buf "
         "A )",
         "( PIN reset_n ) ( enable_buf A )\n  + USE SIGNAL ;\n- enable ( PIN enable ) ( reset_buf "
         "A )",
         "of another net: pin reset_buf/A; of another net: pin enable_buf/A; ", 2, 2},
        {"\n- ck0 ", "\n- ck9 ",
         "missing: net ck0; added: net ck9; of another net: pin clk_leaf_0/Y; of another net: pin "
         "bit[0].state/CK; of another net: pin bit[1].state/CK; of another net: pin "
         "bit[2].state/CK; of another net: pin bit[3].state/CK; ",
         1, 1},
        {"NETS 63 ;", "NETS 64 ;\n- idle + USE SIGNAL ;", "added: net idle; ", 0, 1},
        {"+ NONDEFAULTRULE wide", "+ NONDEFAULTRULE thin",
         "changed: net wrap; with changed fixed wiring: net wrap; ", 1, 1},
        {"+ NONDEFAULTRULE wide", "", "changed: net wrap; with changed fixed wiring: net wrap; ", 1,
         1},
        {"+ FIXED metal1 ( 2250 3250 ) ( 4250 * )", "", "with changed fixed wiring: net wrap; ", 0,
         0},
        {"+ FIXED metal1 ( 2250 3250 ) ( 4250 * )", "+ ROUTED metal1 ( 2250 3250 ) ( 4250 * )",
         "with changed fixed wiring: net wrap; ", 0, 0},
        {"+ FIXED metal1 ( 2250 3250 ) ( 4250 * )", "+ FIXED metal1 ( 2250 3250 ) ( 4750 * )",
         "with changed fixed wiring: net wrap; ", 0, 0},
        {"+ FIXED metal1 ( 2250 3250 ) ( 4250 * )", "+ FIXED metal1 ( 2750 3250 ) ( 4250 * )",
         "with changed fixed wiring: net wrap; ", 0, 0},
        {"+ FIXED metal1 ( 2250 3250 ) ( 4250 * )", "+ FIXED metal3 ( 2250 3250 ) ( 4250 * )",
         "with changed fixed wiring: net wrap; ", 0, 0},
        {"+ FIXED metal1 ( 2250 3250 ) ( 4250 * )", "+ FIXED metal1 ( 2250 3250 0 ) ( 4250 * )",
         "with changed fixed wiring: net wrap; ", 0, 0},
        {"+ FIXED metal1 ( 2250 3250 ) ( 4250 * )", "+ FIXED metal1 ( 2250 3250 ) ( 4250 * 0 )",
         "with changed fixed wiring: net wrap; ", 0, 0},
        {"+ FIXED metal1 ( 2250 3250 ) ( 4250 * )",
         "+ FIXED metal1 ( 2250 3250 ) ( 4250 * ) + ROUTED metal1 ( 2250 3250 ) ( 2750 * )", "", 0,
         0},
        {"+ FIXED metal1 ( 2250 3250 ) ( 4250 * )",
         "+ FIXED metal1 ( 2250 3250 ) ( 4250 * ) + ROUTED metal1 + STYLE 0 ( 2250 3250 ) "
         "( 2750 * )",
         "", 0, 0},
        {"+ COVER metal2 ( 5250 3250 ) via1_square N", "+ COVER metal2 ( 5250 3250 ) via1_square S",
         "with changed fixed wiring: net wrap; ", 0, 0},
        {"+ COVER metal2 ( 5250 3250 ) via1_square N", "+ COVER metal2 ( 5250 3250 ) rail12 N",
         "with changed fixed wiring: net wrap; ", 0, 0},
        {"SHAPE FOLLOWPIN ( 2000 7000 ) ( 32000 * )", "SHAPE FOLLOWPIN ( 2000 7000 ) ( 31000 * )",
         "with changed special wiring: net vdd; ", 1, 1},
        {"+ ROUTED metal1 600 + SHAPE FOLLOWPIN ( 2000 7000 )",
         "+ ROUTED metal1 700 + SHAPE FOLLOWPIN ( 2000 7000 )",
         "with changed special wiring: net vdd; ", 1, 1},
        {"( 8250 7000 ) rail12\n", "( 8250 7500 ) rail12\n",
         "with changed special wiring: net vdd; ", 1, 1},
        {"( 8250 27000 ) rail34\n  NEW metal4 800 + SHAPE STRIPE ( 8250 0 ) ( * 34000 ) ;",
         "( 8250 27000 ) rail34 ;", "with changed special wiring: net vdd; ", 1, 1},
        {"- vdd ( * vdd ) ( PIN vdd ) + USE POWER", "- vdd ( * vdd ) ( PIN vdd ) + USE GROUND",
         "changed: net vdd; ", 1, 1},
        {"VIAS 3 ;",
         "VIAS 4 ;\n- own + RECT metal1 ( -100 -100 ) ( 100 100 ) + RECT via1 ( -100 -100 ) ( 100 "
         "100 ) + RECT metal2 ( -100 -100 ) ( 100 100 ) ;",
         "", 0, 0},
        {"+ ENCLOSURE 50 50 50 50 + ROWCOL 1 2 ;\n- rail34",
         "+ ENCLOSURE 50 50 50 51 + ROWCOL 1 2 ;\n- rail34", "", 1, 0},
        {"STEP 5000 ;\n\nVIAS", "STEP 5000.0 ; # a comment; and a word\n;\nVIAS", "", 0, 0},
        {"GCELLGRID Y 0 DO 7 STEP 5000 ;", "GCELLGRID Y 0 DO 7 STEP 5000;", "", 0, 0},
        {"VERSION 5.8 ;\n", "VERSION 5.8 ;\nHISTORY moved by hand ;\n", "", 0, 0},
        {"order INTEGER", "order REAL", "", 1, 1},
    };
    char *placed = placed_text();
    struct layout a, b;
    bool good = true;
    layout_read(&a, quad_lef, placed);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *routed = text_edit(placed, cases[i].old, cases[i].new);
        struct told told = {0};
        struct layout_verdict verdict;
        struct error error = {0};
        layout_read(&b, quad_lef, routed);
        assert_int_not_equal(layout_check(&a, &b, on_fault, &told, 1, &verdict, &error),
                             STATUS_FAILED);
        if (strcmp(told.text, cases[i].told) != 0 || told.missing != cases[i].missing ||
            told.added != cases[i].added) {
            print_error("%s -> %s: %s%d missing, %d added\n", cases[i].old, cases[i].new, told.text,
                        told.missing, told.added);
            good = false;
        }
        layout_destroy(&b);
        free(routed);
    }
    layout_destroy(&a);
    free(placed);
    assert_true(good);
}

static void on_text(void *context, const struct layout_violation *fault)
{
    char *told = context;
    size_t used = strlen(told);
    if (fault->kind == FAULT_KEPT)
        snprintf(told + used, TOLD_MAX - used, "%s\n", fault->text);
}

/* A statement is reported by as many of its words as fit in 60 bytes. */
static void test_words(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {"GCELLGRID Y 0 DO 7", "GCELLGRID Y 0 DO 6",
         "kept: added or changed: GCELLGRID Y 0 DO 6 STEP 5000\n"
         "kept: missing or changed: GCELLGRID Y 0 DO 7 STEP 5000\n"},
        {"COMPONENTPIN order INTEGER ;",
         "COMPONENTPIN order INTEGER ;\n  COMPONENTPIN n01234567890123456789012345678901234567 "
         "STRING ;",
         "kept: added or changed: COMPONENTPIN n01234567890123456789012345678901234567 STRING\n"},
        {"COMPONENTPIN order INTEGER ;",
         "COMPONENTPIN order INTEGER ;\n  COMPONENTPIN n012345678901234567890123456789012345678 "
         "STRING ;",
         "kept: added or changed: COMPONENTPIN n012345678901234567890123456789012345678\n"},
    };
    struct layout a, b;
    layout_read(&a, quad_lef, counter_def);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[TOLD_MAX] = "", *routed = text_edit(counter_def, cases[i][0], cases[i][1]);
        struct layout_verdict verdict;
        struct error error = {0};
        layout_read(&b, quad_lef, routed);
        assert_int_not_equal(layout_check(&a, &b, on_text, told, 1, &verdict, &error),
                             STATUS_FAILED);
        assert_string_equal(told, cases[i][2]);
        layout_destroy(&b);
        free(routed);
    }
    layout_destroy(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, layout_set_up, layout_tear_down);
}
