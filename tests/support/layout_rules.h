/* layout_rules: a technology of three metals without rules and a design of three nets, to which a
 * case adds one rule and some wiring. An @ in the texts of a case is replaced by a value that just
 * obeys or just breaks the rule.
 *
 *     n1   pin p1 at (1000 1000)     n2   pin p2 at (1000 9000)     all on m1, 200 by 200
 *     n3   pins p3 at (6000 5000) and p4 at (9000 5000), joined by a wire
 *
 * Wires are 200 wide. Vias v12 and v23 have pads of 200 and a cut of 100, big23 has a cut of 160.
 */
#pragma once

#include "tests/support/layout_texts.h"

#include "tests/support/layout_check_some.h"

struct rule_case {
    const char *name;
    enum layout_fault kind;
    const char *right, *wrong; /* for @ */
    const char *m1, *v1, *v2;  /* what the layers state */
    const char *lef;           /* ahead of the layers */
    const char *obs;           /* of the cell at `at`; its pin A has no net */
    const char *at;            /* placement of the cell, "( x y )" */
    const char *def;           /* behind DIEAREA */
    const char *n1, *n2, *n3;  /* wiring */
};

static const char rule_lef[] =
    "VERSION 5.8 ;\nUNITS\n DATABASE MICRONS 1000 ;\nEND UNITS\n"
    "PROPERTYDEFINITIONS\n LAYER LEF58_RECTONLY STRING ;\n"
    " LAYER LEF58_RIGHTWAYONGRIDONLY STRING ;\nEND PROPERTYDEFINITIONS\n%s\n"
    "LAYER m1\n TYPE ROUTING ;\n DIRECTION HORIZONTAL ;\n WIDTH 0.2 ;\n%s\nEND m1\n"
    "LAYER v1\n TYPE CUT ;\n%s\nEND v1\n"
    "LAYER m2\n TYPE ROUTING ;\n DIRECTION VERTICAL ;\n WIDTH 0.2 ;\nEND m2\n"
    "LAYER v2\n TYPE CUT ;\n%s\nEND v2\n"
    "LAYER m3\n TYPE ROUTING ;\n DIRECTION HORIZONTAL ;\n WIDTH 0.2 ;\nEND m3\n"
    "VIA v12 DEFAULT\n LAYER m1 ;\n  RECT -0.1 -0.1 0.1 0.1 ;\n"
    " LAYER v1 ;\n  RECT -0.05 -0.05 0.05 0.05 ;\n LAYER m2 ;\n  RECT -0.1 -0.1 0.1 0.1 ;\n"
    "END v12\n"
    "VIA v23 DEFAULT\n LAYER m2 ;\n  RECT -0.1 -0.1 0.1 0.1 ;\n"
    " LAYER v2 ;\n  RECT -0.05 -0.05 0.05 0.05 ;\n LAYER m3 ;\n  RECT -0.1 -0.1 0.1 0.1 ;\n"
    "END v23\n"
    "VIA big23\n LAYER m2 ;\n  RECT -0.1 -0.1 0.1 0.1 ;\n"
    " LAYER v2 ;\n  RECT -0.08 -0.08 0.08 0.08 ;\n LAYER m3 ;\n  RECT -0.1 -0.1 0.1 0.1 ;\n"
    "END big23\n"
    "MACRO CELL\n CLASS CORE ;\n ORIGIN 0 0 ;\n SIZE 1 BY 1 ;\n"
    " PIN A\n  DIRECTION INPUT ;\n  USE SIGNAL ;\n  PORT\n   LAYER m3 ;\n"
    "    RECT 0 0 0.5 0.5 ;\n  END\n END A\n%s\nEND CELL\nEND LIBRARY\n";

static const char rule_def[] =
    "VERSION 5.8 ;\nDIVIDERCHAR \"/\" ;\nBUSBITCHARS \"[]\" ;\nDESIGN rules ;\n"
    "UNITS DISTANCE MICRONS 1000 ;\nDIEAREA ( 0 0 ) ( 10000 10000 ) ;\n"
    "TRACKS Y 1000 DO 17 STEP 500 LAYER m1 ;\n%s\n"
    "COMPONENTS 1 ;\n- cell CELL + PLACED %s N ;\nEND COMPONENTS\n"
    "PINS 4 ;\n"
    "- p1 + NET n1 + LAYER m1 ( -100 -100 ) ( 100 100 ) + PLACED ( 1000 1000 ) N ;\n"
    "- p2 + NET n2 + LAYER m1 ( -100 -100 ) ( 100 100 ) + PLACED ( 1000 9000 ) N ;\n"
    "- p3 + NET n3 + LAYER m1 ( -100 -100 ) ( 100 100 ) + PLACED ( 6000 5000 ) N ;\n"
    "- p4 + NET n3 + LAYER m1 ( -100 -100 ) ( 100 100 ) + PLACED ( 9000 5000 ) N ;\n"
    "END PINS\n"
    "NETS 3 ;\n- n1 ( PIN p1 ) %s %s ;\n- n2 ( PIN p2 ) %s %s ;\n"
    "- n3 ( PIN p3 ) ( PIN p4 ) + ROUTED %s ;\nEND NETS\nEND DESIGN\n";

static inline const char *or_none(const char *text, const char *none)
{
    return text != NULL ? text : none;
}

/* All @ of the text as `value`; to be freed. */
static inline char *with_value(const char *text, const char *value)
{
    char *result = strdup(text);
    while (strchr(result, '@') != NULL) {
        char *next = text_edit(result, "@", value);
        free(result);
        result = next;
    }
    return result;
}

static inline void rule_report(void *context, const struct layout_violation *fault)
{
    snprintf(context, ERROR_TEXT_MAX, "%s", fault->text);
}

/* Checks a routed DEF text against the placed one. told: the last violation, ERROR_TEXT_MAX bytes.
 */
static inline enum status judge_texts(const char *lef, const char *placed, const char *routed,
                                      struct layout_verdict *verdict, char *told)
{
    struct layout a, b;
    struct error error = {0};
    told[0] = '\0';
    layout_read(&a, lef, placed);
    layout_read(&b, lef, routed);
    enum status status = layout_check(&a, &b, rule_report, told, 1, verdict, &error);
    layout_destroy(&a);
    layout_destroy(&b);
    return status;
}

static inline void rule_texts(const struct rule_case *c, const char *value, char **lef, char **def)
{
    char text[8192];
    snprintf(text, sizeof text, rule_lef, or_none(c->lef, ""), or_none(c->m1, ""),
             or_none(c->v1, ""), or_none(c->v2, ""), or_none(c->obs, ""));
    *lef = with_value(text, value);
    snprintf(text, sizeof text, rule_def, or_none(c->def, ""), or_none(c->at, "( 8000 8000 )"),
             c->n1 != NULL ? "+ ROUTED" : "", or_none(c->n1, ""), c->n2 != NULL ? "+ ROUTED" : "",
             or_none(c->n2, ""), or_none(c->n3, "m1 ( 6000 5000 ) ( 9000 * )"));
    *def = with_value(text, value);
}

/* The case has no fault with the right value, and with the wrong one faults of its kind alone (an
 * open net may stay beside them). */
static inline bool judge_case(const struct rule_case *c, bool wrong)
{
    struct layout_verdict verdict;
    char *lef, *def, told[ERROR_TEXT_MAX];
    rule_texts(c, wrong ? c->wrong : c->right, &lef, &def);
    enum status status = judge_texts(lef, def, def, &verdict, told);
    bool open = c->kind == FAULT_OPEN, good = true;
    enum status expected = !wrong ? STATUS_OK : open ? STATUS_UNROUTED : STATUS_BAD_INPUT;
    for (int kind = 0; kind < LAYOUT_FAULTS; kind++) {
        bool asked = wrong && (enum layout_fault)kind == c->kind;
        bool found = verdict.faults[kind] > 0;
        if (found == asked || (found && wrong && kind == FAULT_OPEN))
            continue;
        good = false;
        print_error("%s, %s: %s: %llu; %s\n", c->name, wrong ? "wrong" : "right",
                    layout_fault_name((enum layout_fault)kind),
                    (unsigned long long)verdict.faults[kind], told);
    }
    if (status != expected) {
        good = false;
        print_error("%s, %s: status %d: %s\n", c->name, wrong ? "wrong" : "right", (int)status,
                    told);
    }
    const bool meets = strstr(told, " meets ") != NULL;
    if (wrong && verdict.faults[FAULT_OPEN] == 0 && meets != (c->kind == FAULT_SHORT)) {
        good = false;
        print_error("%s: other words than of its kind: %s\n", c->name, told);
    }
    free(lef);
    free(def);
    return good;
}

#define JUDGE_CASES(cases)                                                                         \
    do {                                                                                           \
        bool good = true;                                                                          \
        for (size_t i = 0; i < sizeof(cases) / sizeof *(cases); i++) {                             \
            good = judge_case(&(cases)[i], false) && good;                                         \
            good = judge_case(&(cases)[i], true) && good;                                          \
        }                                                                                          \
        assert_true(good);                                                                         \
    } while (0)
