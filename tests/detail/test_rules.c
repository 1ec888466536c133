/* test_rules: the router obeys each rule of LEF. The counter is routed in a technology without the
 * rule; the checker, with the rule, reports violations of the rule's kind. Routed with the rule,
 * all nets have wires and the checker reports nothing. */
#include "tests/support/layout_texts.h"

#include "tests/support/layout_check_some.h"
#include "grid/format/def/def_write.h"
#include "router/detail/detail.h"
#include "router/detail/model/from_layout.h"

struct edit {
    const char *old, *new; /* the first `old` becomes `new` */
};

struct rule { /* NOLINT(clang-analyzer-optin.performance.Padding): in the order of reading */
    const char *name;
    enum layout_fault kind;
    struct edit rule[2];   /* from the technology without it to that with it */
    struct edit common[2]; /* of both: what the rule needs */
    bool nets;             /* some nets have the nondefault rule */
};

#define AT(layer, statement)                                                                       \
    {                                                                                              \
        "END " layer, statement "\nEND " layer                                                     \
    }
#define PROPERTY(name, layer, text)                                                                \
    {"LEF58_SPACING STRING ;", "LEF58_SPACING STRING ;\n LAYER " name " STRING ;"},                \
        AT(layer, "PROPERTY " name " \"" text " ;\" ;")
#define END_OF  "SPACING 0.3 ENDOFLINE 0.31 WITHIN 0.05 "
#define PLAIN3  "SPACING 0.2 ;\n  SPACING 0.22 ENDOFLINE" /* of metal3 alone */
#define PLAIN2  "SPACING 0.2 ;\n  SPACING 0.3 RANGE 0.505 100"
#define WIDTH3  "WIDTH 0.2 ;\n  " PLAIN3
#define AREA2   "AREA 0.1 ;\nEND metal2"
#define NARROW  "WIDTH 0.3 ;\n    SPACING 0.3 ;\n  END metal" /* of the nondefault rule */
#define BROAD   "WIDTH 0.8 ;\n    SPACING 0.3 ;\n  END metal"
#define DISTANT "WIDTH 0.3 ;\n    SPACING 0.9 ;\n  END metal"
#define CLASS                                                                                      \
    "PROPERTY LEF58_CUTCLASS \"CUTCLASS square WIDTH 0.2 ;\" LEF58_SPACINGTABLE\n"                 \
    "  \"SPACINGTABLE DEFAULT 0.35 "
/* Metal2 is short, so wires take metal3. */
#define CROSS                                                                                      \
    {                                                                                              \
        "END NAND2", OBS("")                                                                       \
    }
#define OBS(how) "OBS\n LAYER metal2" how " ;\n  RECT 1.5 1 1.9 4 ;\n END\nEND NAND2"

/* A pin with a slot that a via's pad closes, and a via with two cuts. */
#define STRIP "RECT 1.10 1.10 1.40 3.40"
#define SLOT  "POLYGON 1.1 1.1 1.4 1.1 1.4 3.4 1.3 3.4 1.3 1.4 1.2 1.4 1.2 3.4 1.1 3.4"
#define TWO                                                                                        \
    "VIA two DEFAULT\n LAYER metal1 ;\n  RECT -0.15 -0.375 0.15 0.375 ;\n LAYER via1 ;\n"          \
    "  RECT -0.1 -0.325 0.1 -0.125 ;\n  RECT -0.1 0.125 0.1 0.325 ;\n LAYER metal2 ;\n"            \
    "  RECT -0.15 -0.375 0.15 0.375 ;\nEND two\n\nVIARULE via12"

static const struct rule rules[] = {
    {"WIDTH", FAULT_SPACING, .rule = {{WIDTH3, "WIDTH 0.4 ;\n  " PLAIN3}}, .common = {CROSS}},
    {"MINWIDTH", FAULT_WIDTH, .rule = {AT("metal1", "MINWIDTH 0.3 ;")}},
    {"SPACING", FAULT_SPACING, .rule = {{PLAIN2, "SPACING 0.3 ;\n  SPACING 0.3 RANGE 0.505 100"}}},
    {"RANGE", FAULT_SPACING, .rule = {{"0.3 RANGE 0.505 100", "0.28 RANGE 0.3 100"}}},
    {"RANGE RANGE", FAULT_SPACING,
     .rule = {AT("metal2", "SPACING 0.26 RANGE 0.3 9 RANGE 0.2 9 ;")}},
    {"ENDOFLINE", FAULT_LINE_END, .rule = {AT("metal2", END_OF ";")}},
    {"PARALLELEDGE", FAULT_LINE_END,
     .rule = {AT("metal2", END_OF "PARALLELEDGE 0.3 WITHIN 0.2 ;")}},
    {"TWOEDGES", FAULT_LINE_END,
     .rule = {AT("metal2", END_OF "PARALLELEDGE 0.6 WITHIN 0.6 TWOEDGES ;")}},
    {"LEF58_SPACING", FAULT_LINE_END,
     .rule = {{"SPACING 0.22 ENDOFLINE 0.21", "SPACING 0.3 ENDOFLINE "
                                              "0.31"}}},
    {"SAMENET of metal1", FAULT_NOTCH, .rule = {AT("metal1", "SPACING 0.3 SAMENET ;")}},
    {"SAMENET of metal2", FAULT_NOTCH, .rule = {AT("metal2", "SPACING 0.3 SAMENET ;")}},
    {"PARALLELRUNLENGTH", FAULT_SPACING,
     .rule = {{"WIDTH 0.0       0.2 0.2", "WIDTH 0.0       0.2 0.35"}}},
    {"TWOWIDTHS", FAULT_SPACING,
     .rule = {{PLAIN3, "SPACINGTABLE TWOWIDTHS WIDTH 0 0.2 0.26 WIDTH 0.25 0.26 0.26 ;\n"
                       "  SPACING 0.22 ENDOFLINE"}},
     .common = {CROSS}},
    {"TWOWIDTHS PRL", FAULT_SPACING,
     .rule = {{PLAIN3, "SPACINGTABLE TWOWIDTHS WIDTH 0 0.2 0.26 WIDTH 0.25 PRL 0.0 0.26 0.3 ;\n"
                       "  SPACING 0.22 ENDOFLINE"}},
     .common = {CROSS}},
    {"SPACING of cuts", FAULT_CUT,
     .rule = {{"SPACING 0.25 ;\nEND via1", "SPACING 0.35 ;\nEND via1"}}},
    {"SAMENET of cuts", FAULT_CUT, .rule = {AT("via1", "SPACING 1.0 SAMENET ;")}},
    {"LAYER", FAULT_CUT, .rule = {AT("via2", "SPACING 0.2 LAYER via1 ;")}},
    {"STACK", FAULT_CUT, .rule = {AT("via2", "SPACING 0.35 LAYER via1 STACK ;")}},
    {"PARALLELOVERLAP", FAULT_CUT, .rule = {AT("via1", "SPACING 0.35 PARALLELOVERLAP ;")}},
    {"CENTERTOCENTER", FAULT_CUT, .rule = {AT("via1", "SPACING 0.6 CENTERTOCENTER ;")}},
    {"ADJACENTCUTS 2", FAULT_CUT, .rule = {AT("via1", "SPACING 0.6 ADJACENTCUTS 2 WITHIN 1.2 ;")}},
    {"ADJACENTCUTS 3", FAULT_CUT, .rule = {AT("via1", "SPACING 0.6 ADJACENTCUTS 3 WITHIN 1.5 ;")}},
    {"LEF58_SPACINGTABLE", FAULT_CUT,
     .rule = {AT("via1", CLASS "CUTCLASS square square - - ;\" ;")}},
    {"LEF58_SPACINGTABLE PRL", FAULT_CUT,
     .rule = {AT("via1", CLASS "PRL 0.1 CUTCLASS square square 0 - ;\" ;")}},
    {"AREA", FAULT_AREA, .rule = {{AREA2, "AREA 0.4 ;\nEND metal2"}}},
    {"MINENCLOSEDAREA", FAULT_AREA, .rule = {AT("metal1", "MINENCLOSEDAREA 0.25 ;")},
     .common = {{STRIP, SLOT}, {STRIP, SLOT}}},
    {"MINSTEP of metal1", FAULT_STEP, .rule = {AT("metal1", "MINSTEP 0.1 MAXEDGES 1 ;")}},
    {"MINSTEP of metal2", FAULT_STEP, .rule = {AT("metal2", "MINSTEP 0.1 MAXEDGES 1 ;")}},
    {"INSIDECORNER", FAULT_STEP, .rule = {AT("metal1", "MINSTEP 0.25 INSIDECORNER ;")}},
    {"LENGTHSUM", FAULT_STEP, .rule = {AT("metal1", "MINSTEP 0.3 LENGTHSUM 0.12 ;")}},
    {"MINIMUMCUT", FAULT_CUTS, .rule = {AT("metal1", "MINIMUMCUT 2 WIDTH 0.29 ;")},
     .common = {{"VIARULE via12", TWO}}},
    {"MAXVIASTACK 1", FAULT_CUTS, .rule = {{"VIARULE via12", "MAXVIASTACK 1 ;\n\nVIARULE via12"}}},
    {"MAXVIASTACK RANGE", FAULT_CUTS,
     .rule = {{"VIARULE via12", "MAXVIASTACK 1 RANGE metal1 metal3 ;\n\nVIARULE via12"}}},
    {"MINCUTS", FAULT_CUTS,
     .rule = {{"NONDEFAULTRULE wide", "NONDEFAULTRULE wide\n  MINCUTS via1 2 ;"}},
     .common = {{"VIARULE via12", TWO}}, .nets = true},
    {"OBS", FAULT_SHORT, .rule = {{"END NAND2", OBS("")}}},
    {"OBS SPACING", FAULT_SPACING,
     .rule = {{"SPACING 0.2 ;\n  RECT 1.5", "SPACING 0.45 ;\n  RECT 1.5"}},
     .common = {{"END NAND2", OBS(" SPACING 0.2")}}},
    {"DESIGNRULEWIDTH", FAULT_SPACING, .rule = {{"DESIGNRULEWIDTH 0.2", "DESIGNRULEWIDTH 0.6"}},
     .common = {{"END NAND2", OBS(" DESIGNRULEWIDTH 0.2")}}},
    {"USEMINSPACING", FAULT_SPACING, .rule = {{"OBS ON", "OBS OFF"}},
     .common = {{"MANUFACTURINGGRID", "USEMINSPACING OBS ON ;\nMANUFACTURINGGRID"},
                {"END NAND2", " OBS\n LAYER metal2 ;\n  RECT 1.2 1 1.9 4 ;\n END\nEND NAND2"}}},
    {"MANUFACTURINGGRID", FAULT_GRID, .rule = {{"GRID 0.005", "GRID 0.05"}},
     .common = {{AREA2, "AREA 0.13 ;\nEND metal2"}}},
    {"NONDEFAULTRULE", FAULT_SPACING, .rule = {{NARROW "2", BROAD "2"}, {NARROW "3", BROAD "3"}},
     .nets = true},
    {"HARDSPACING", FAULT_SPACING,
     .rule = {{"NONDEFAULTRULE wide", "NONDEFAULTRULE wide\n  HARDSPACING ;"}},
     .common = {{NARROW "2", DISTANT "2"}, {NARROW "3", DISTANT "3"}}, .nets = true},
    {"RECTONLY", FAULT_SHAPE, .rule = {PROPERTY("LEF58_RECTONLY", "metal3", "RECTONLY")}},
    {"RIGHTWAYONGRIDONLY", FAULT_SHAPE,
     .rule = {PROPERTY("LEF58_RIGHTWAYONGRIDONLY", "metal2", "RIGHTWAYONGRIDONLY")}},
};

static char *edited(char *text, const struct edit edits[2])
{
    for (uint32_t i = 0; i < 2 && edits[i].old != NULL; i++) {
        char *next = text_edit(text, edits[i].old, edits[i].new);
        free(text);
        text = next;
    }
    return text;
}

/* The counter with some tracks of metal2 moved, so that pins are off the tracks. */
static char *placed_text(const struct rule *rule)
{
    char *def = strdup(counter_def);
    if (rule->kind == FAULT_SHAPE && strstr(rule->name, "GRID") != NULL)
        def = edited(def, (struct edit[2]){{"TRACKS X 250 DO 68", "TRACKS X 300 DO 67"}});
    for (uint32_t i = 0; i < 24 && rule->nets; i++)
        def = edited(def,
                     (struct edit[2]){{"+ USE SIGNAL ;", "+ USE SIGNAL + NONDEFAULTRULE wide ;"}});
    return def;
}

/* Routes the design in a technology and returns the DEF; all nets have wires. */
static char *routed_text(const struct rule *rule, const char *lef, const char *def)
{
    struct layout layout;
    struct detail_result result;
    struct error error = {0};
    size_t size;
    layout_read(&layout, lef, def);
    if (detail_route(&result, &layout, &(struct detail_options){.threads = 1}, &error) != STATUS_OK)
        fail_msg("%s: %s", rule->name, error.text);
    if (result.done != result.wanted)
        fail_msg("%s: %u of %u nets routed", rule->name, result.done, result.wanted);
    FILE *file = fopen("routed.def", "w");
    assert_non_null(file);
    struct def_wiring wiring = {.wires = result.wires, .first = result.first};
    assert_int_equal(def_write(file, &layout, &wiring, &error), STATUS_OK);
    assert_int_equal(fclose(file), 0);
    detail_destroy(&result);
    layout_destroy(&layout);
    return text_read("routed.def", &size);
}

static void tell(void *context, const struct layout_violation *fault)
{
    (void)context;
    print_error("%s\n", fault->text);
}

static enum status judge(const char *lef, const char *placed, const char *routed, bool quiet,
                         struct layout_verdict *verdict)
{
    struct layout a, b;
    struct error error = {0};
    layout_read(&a, lef, placed);
    layout_read(&b, lef, routed);
    enum status status = layout_check(&a, &b, quiet ? NULL : tell, NULL, 1, verdict, &error);
    layout_destroy(&a);
    layout_destroy(&b);
    return status;
}

static void each_rule_bites(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        const struct rule *rule = &rules[i];
        struct layout_verdict verdict;
        char *without = edited(strdup(quad_lef), rule->common);
        char *with = edited(strdup(without), rule->rule);
        char *placed = placed_text(rule);
        char *blind = routed_text(rule, without, placed);
        char *routed = routed_text(rule, with, placed);
        if (judge(with, placed, blind, true, &verdict) != STATUS_BAD_INPUT ||
            verdict.faults[rule->kind] == 0)
            fail_msg("%s: no fault in wires found without the rule", rule->name);
        if (judge(with, placed, routed, false, &verdict) != STATUS_OK)
            fail_msg("%s: faults", rule->name);
        free(routed);
        free(blind);
        free(placed);
        free(with);
        free(without);
    }
}

/* Of several MINENCLOSEDAREA rules the model takes the largest that applies to wires, not those of
 * wide metal. The result would not show a mistake, since the checker repairs it. */
static void largest_hole_is_taken(void **state)
{
    (void)state;
    struct layout layout;
    struct layout_model cm = {0};
    struct error error = {0};
    const struct edit rule[2] = {
        AT("metal1", "MINENCLOSEDAREA 0.25 0.5 WIDTH 0.1 0.3 WIDTH 0.1 0.9 WIDTH 5 ;")};
    char *lef = edited(strdup(quad_lef), rule);
    layout_read(&layout, lef, counter_def);
    bool *route = calloc(layout.placed.net_names.count, sizeof *route);
    assert_int_equal(layout_model_create(&cm, &layout, route, &error), STATUS_OK);
    const int64_t micron = layout.tech.units_per_micron;
    assert_int_equal(cm.model.layers[0].hole, micron * micron / 2);
    assert_int_equal(cm.model.layers[1].hole, 0);
    layout_model_destroy(&cm);
    layout_destroy(&layout);
    free(route);
    free(lef);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_rule_bites),
                                       cmocka_unit_test(largest_hole_is_taken)};
    return cmocka_run_group_tests(tests, layout_set_up, layout_tear_down);
}
