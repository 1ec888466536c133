/* test_once: what LEF states more than once, in one file or in two, and misspelt words: one error
 * for one fault, and the statements behind it are read. */
#include "tests/support/layout_texts.h"

#define M1    "LAYER m1 TYPE ROUTING ; DIRECTION HORIZONTAL ; PITCH 0.5 ; WIDTH 0.2 ; SPACING 0.2 ;\n"
#define VIA_Z "VIA z DEFAULT LAYER m1 ; RECT 0 0 1 1 ; LAYER v1 ; RECT 0 0 1 1 ; END z\n"

static const char LEF[] =
    "VERSION 5.8 ;\nUNITS DATABASE MICRONS 1000 ; END UNITS\nMANUFACTURINGGRID 0.005 ;\n" M1
    "SPACING 0.3 SAMENET ; SPACINGTABLE TWOWIDTHS WIDTH 0 0.2 ;\nEND m1\n"
    "LAYER v1 TYPE CUT ; SPACING 0.2 ; SPACING 0.3 SAMENET PARALLELOVERLAP ; END v1\n" VIA_Z
    "VIARULE g GENERATE LAYER m1 ; ENCLOSURE 0.1 0.1 ; LAYER v1 ; RECT 0 0 1 1 ; END g\n"
    "SPACING SAMENET v1 v1 0.2 ; END SPACING\nSITE s SIZE 1 BY 5 ; END s\n"
    "NONDEFAULTRULE r LAYER m1 WIDTH 0.3 ; END m1 END r\n"
    "MACRO A CLASS CORE ; ORIGIN 0 0 ; SIZE 2 BY 5 ; SYMMETRY X Y ;\n"
    "PIN a DIRECTION INPUT ; USE SIGNAL ; PORT LAYER m1 ; RECT 0 0 1 1 ; END END a\n"
    "PIN b DIRECTION INPUT ; MUSTJOIN a ;\nPORT LAYER m1 ; RECT 0 2 1 3 ; END END b\nEND A\n"
    "END LIBRARY\n";
static const char DEF[] = "VERSION 5.8 ;\nDESIGN t ;\nUNITS DISTANCE MICRONS 1000 ;\n"
                          "DIEAREA ( 0 0 ) ( 20000 20000 ) ;\nEND DESIGN\n";

/* The remarks and errors of LEF texts, one a line; second may be NULL. To be freed. */
static char *said(const char *first, const char *second)
{
    static const char *const paths[] = {"t.lef", "u.lef"};
    struct layout layout;
    struct error_rest rest = {0};
    struct error error = {.rest = &rest};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    text_write("t.lef", first);
    text_write("u.lef", second != NULL ? second : "");
    text_write("t.def", DEF);
    const enum status status =
        lefdef_read(&layout, "t.def", NULL, paths, second != NULL ? 2 : 1, &error);
    for (uint32_t i = 0; status == STATUS_OK && i < layout.notes.texts.count; i++)
        fprintf(out, "%s: %u\n", names_text(&layout.notes.texts, i), layout.notes.note[i].count);
    if (status != STATUS_OK)
        fprintf(out, "%s:%d:%d: %s\n", error.file, (int)error.line, (int)error.column, error.text);
    for (size_t i = 0; status != STATUS_OK && i < rest.count; i++)
        fprintf(out, "%s:%d:%d: %s\n", rest.at[i].file, (int)rest.at[i].line,
                (int)rest.at[i].column, rest.at[i].text);
    layout_destroy(&layout);
    assert_int_equal(fclose(out), 0);
    return text;
}

/* Replaces `old` by `new`. The remarks and errors that the text without the change does not get
 * must contain the lines of `expected` and be as many. */
static unsigned compare(const char *old, const char *new, const char *expected)
{
    char *edited = text_edit(LEF, old, new), *before = said(LEF, NULL), *now = said(edited, NULL);
    size_t lines = 0, wanted = 0;
    char *next = NULL;
    bool found = true;
    for (const char *p = expected; *p != '\0'; p++)
        wanted += *p == '\n';
    char *copy = strdup(expected), *all = strdup(now);
    for (char *line = strtok_r(all, "\n", &next); line != NULL; line = strtok_r(NULL, "\n", &next))
        lines += strstr(before, line) == NULL;
    for (char *line = strtok_r(copy, "\n", &next); line != NULL; line = strtok_r(NULL, "\n", &next))
        found &= strstr(now, line) != NULL;
    const bool right = found && lines == wanted;
    if (!right)
        print_error("\"%s\": expected:\n%sfound:\n%s", new, expected, now);
    free(copy);
    free(all);
    free(edited);
    free(before);
    free(now);
    return !right;
}

struct edit {
    const char *old, *new, *expected;
};

static void compare_all(const struct edit *edits, size_t count)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < count; i++)
        wrong += compare(edits[i].old, edits[i].new, edits[i].expected);
    assert_int_equal(wrong, 0);
}
#define COMPARE_ALL(edits) compare_all(edits, sizeof(edits) / sizeof *(edits))

#define AGAIN " once, found it again with other words; the first is in line "

static void test_twice(void **state)
{
    (void)state;
    static const struct edit edits[] = {
        {"WIDTH 0.2 ;", "WIDTH 0.2 ; WIDTH .20 ;",
         "WIDTH is stated more than once, in the same words: 1\n"},
        {"WIDTH 0.2 ;", "WIDTH 0.2 ; WIDTH 0.21 ;", "t.lef:4:72: expected WIDTH" AGAIN "4\n"},
        {"PITCH 0.5 ;", "PITCH 0.5 ;\nPITCH 0.6 ;", "t.lef:5:1: expected PITCH" AGAIN "4\n"},
        {"DIRECTION HORIZONTAL ;", "DIRECTION HORIZONTAL ; DIRECTION VERTICAL ;",
         ": expected DIRECTION" AGAIN "4\n"},
        {"SPACING 0.2 ;\n", "SPACING 0.2 ; SPACING 0.3 ;\n", ": expected SPACING" AGAIN "4\n"},
        {"SPACING 0.3 SAMENET ;", "SPACING 0.3 SAMENET ; SPACING 0.4 SAMENET ;",
         ": expected SPACING SAMENET" AGAIN "5\n"},
        {"SPACINGTABLE", "SPACINGTABLE TWOWIDTHS WIDTH 0 0.3 ; SPACINGTABLE",
         ": expected SPACINGTABLE TWOWIDTHS" AGAIN "5\n"},
        {"SPACING 0.3 SAMENET PARALLELOVERLAP ;",
         "SPACING 0.3 SAMENET PARALLELOVERLAP ; SPACING 0.4 SAMENET AREA 1 ;", ""},
        {"END m1\n", "END m1\n" M1 "END m1\n",
         "LAYER m1 is stated more than once, in other words: all of them count: 1\n"
         "WIDTH is stated more than once, in the same words: 1\n"
         "TYPE is stated more than once, in the same words: 1\n"
         "PITCH is stated more than once, in the same words: 1\n"
         "SPACING is stated more than once, in the same words: 1\n"
         "DIRECTION is stated more than once, in the same words: 1\n"},
        {"END m1\n", "END m1\nLAYER m1 WIDTH 0.3 ; END m1\n", ": expected WIDTH" AGAIN "4\n"},
        {VIA_Z, VIA_Z VIA_Z, "VIA z is stated more than once, in the same words: 1\n"},
        {VIA_Z, VIA_Z "VIA z LAYER m1 ; RECT 0 0 2 1 ; END z\n",
         "t.lef:9:5: expected VIA z" AGAIN "8\n"},
        {VIA_Z, VIA_Z "VIARULE g LAYER m1 ; END g\n", ": expected VIARULE g" AGAIN "9\n"},
        {"ENCLOSURE 0.1 0.1 ;", "ENCLOSURE 0.1 0.1 ; ENCLOSURE 0.1 0.2 ;",
         ": expected ENCLOSURE" AGAIN "9\n"},
        {"SAMENET v1 v1 0.2 ;", "SAMENET v1 v1 0.2 ; SAMENET v1 v1 0.3 ;",
         ": expected SAMENET" AGAIN "10\n"},
        {"END s\n", "END s SITE s SIZE 1 BY 5.0 ; END s\n",
         "SITE s is stated more than once, in the same words: 1\n"},
        {"END s\n", "END s SITE s SIZE 1 BY 6 ; END s\n", ": expected SIZE" AGAIN "11\n"},
        {"END r\n", "END r NONDEFAULTRULE r LAYER m1 WIDTH 0.4 ; END m1 END r\n",
         ": expected NONDEFAULTRULE r" AGAIN "12\n"},
        {"END m1 END r", "END m1 MINCUTS v1 2 ; MINCUTS v1 3 ; END r",
         ": expected MINCUTS" AGAIN "12\n"},
        {"END g\n", "LAYER m1 ; LAYER m1 ; END g\n",
         ": expected at most two layers and a cut layer, found more\n"},
        {"SPACING 0.3 SAMENET PARALLELOVERLAP ;",
         "SPACING 0.3 SAMENET PARALLELOVERLAP ; SPACING 0.3 SAMENET PARALLELOVERLAP ;",
         "SPACING SAMENET is stated more than once, in the same words: 1\n"},
        {"PITCH 0.5 ;", "PITCH 0.5 ; MINSTEP 0.1 ; MINSTEP .1 ;",
         "MINSTEP is stated more than once, in the same words: 1\n"},
        {"USE SIGNAL ;", "USE SIGNAL ; ANTENNAGATEAREA 3 ; ANTENNAGATEAREA 3.0 ;",
         "ANTENNAGATEAREA is stated more than once, in the same words: 1\n"},
        {"WIDTH 0.3 ;", "WIDTH 0.3 ; WIDTH 0.4 ;", ": expected WIDTH" AGAIN "12\n"},
        {"SIZE 2 BY 5 ;", "SIZE 2 BY 5 ; SIZE 2 BY 6 ;", ": expected SIZE" AGAIN "13\n"},
        {"ORIGIN 0 0 ;", "ORIGIN 0 0 ; ORIGIN 0 1 ;", ": expected ORIGIN" AGAIN "13\n"},
        {"CLASS CORE ;", "CLASS CORE ; CLASS BLOCK ;", ": expected CLASS" AGAIN "13\n"},
        {"USE SIGNAL ;", "USE SIGNAL ; USE POWER ;", ": expected USE" AGAIN "14\n"},
        {"END a\n", "END a PIN a USE SIGNAL ; END a\n",
         "MACRO A: PIN a is stated more than once: one pin, more ports: 1\n"},
        {"END b\n", "END b PIN a USE POWER ; END a\n", ": expected USE" AGAIN "14\n"},
        {"MANUFACTURINGGRID 0.005 ;", "MANUFACTURINGGRID 0.005 ; MANUFACTURINGGRID 0.001 ;",
         ": expected MANUFACTURINGGRID" AGAIN "3\n"},
        {"MICRONS 1000 ;", "MICRONS 1000 ; DATABASE MICRONS 2000 ;",
         ": expected DATABASE" AGAIN "2\n"},
    };
    COMPARE_ALL(edits);
}

/* Files may repeat headers, layers and vias. */
static void test_two_files(void **state)
{
    (void)state;
    static const struct {
        const char *second, *expected;
    } files[] = {
        {"VERSION 5.7 ;\nUNITS DATABASE MICRONS 2000 ; END UNITS\nLAYER m1 TYPE ROUTING ; END m1\n",
         "LAYER m1 is stated more than once, in other words"},
        {M1 "END m1\n", "LAYER m1 is stated more than once, in other words"},
        {VIA_Z, "VIA z is stated more than once, in the same words: 1"},
        {"LAYER m1 TYPE ROUTING ; WIDTH 0.3 ; END m1\n",
         "u.lef:1:25: expected WIDTH" AGAIN "4 of t.lef"},
        {"\n VIA z LAYER v1 ; RECT 0 0 1 1 ; END z\n",
         "u.lef:2:6: expected VIA z" AGAIN "8 of t.lef"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char *text = said(LEF, files[i].second);
        if (strstr(text, files[i].expected) == NULL || strstr(text, "WIDTH is") != NULL)
            fail_msg("file %zu: expected \"%s\", found \"%s\"", i, files[i].expected, text);
        free(text);
    }
}

static void test_misspelt(void **state)
{
    (void)state;
    static const struct edit edits[] = {
        {"MACRO A", "MACR A", "t.lef:13:1: unknown statement MACR (nearest MACRO)\n"},
        {"LAYER v1 TYPE", "LAER v1 TYPE", ": unknown statement LAER (nearest LAYER)\n"},
        {"PIN b", "PN b", "t.lef:15:1: unknown statement PN (nearest PIN)\n"},
        {"PORT LAYER m1 ; RECT 0 2", "PROT LAYER m1 ; RECT 0 2",
         "t.lef:16:1: unknown statement PROT (nearest PORT)\n"},
        {"VIARULE g", "VIARUL g", ": unknown statement VIARUL (nearest VIARULE)\n"},
        {"UNITS DATABASE", "UNIST DATABASE", ": unknown statement UNIST (nearest UNITS)\n"},
        {"SPACING 0.3 SAMENET", "SPCING 0.3 SAMENET",
         ": unknown statement SPCING (nearest SPACING)\n"},
        {"WIDTH 0.2 ;", "0.2 ;", ": expected a statement of LAYER, found \"0.2\"\n"},
        {"CLASS CORE", "CLASS CRE", ": unknown word CRE of CLASS (nearest CORE)\n"},
        {"CLASS CORE", "CLASS", ": expected the macro's class, found \";\"\n"},
        {"ENCLOSURE 0.1 0.1 ;", "DIRECTION DIAG ; ENCLOSURE 0.1 0.1 ;",
         "VIARULE DIRECTION DIAG: 1\n"},
        {"CLASS CORE", "CLASS CORE 7", "MACRO CLASS 7: 1\n"},
        {"CLASS CORE", "CLASS CORE FOO", "MACRO CLASS FOO: 1\n"},
        {"SYMMETRY X Y", "SYMMETRY X Q", "MACRO SYMMETRY Q: 1\n"},
        {"DIRECTION HORIZONTAL", "DIRECTION HORIZONAL", "LAYER DIRECTION HORIZONAL: 1\n"},
        {"USE SIGNAL", "USE SIGNL", "PIN USE SIGNL: 1\n"},
        {"MUSTJOIN a", "MUSTJOIN nope",
         "t.lef:15:25: expected MUSTJOIN with a pin of the macro, found nope\n"},
        {"END UNITS", "END UITS", ": expected UNITS, found \"UITS\"\n"},
        {"END SPACING", "END SPCING", ": expected SPACING, found \"SPCING\"\n"},
        {"END A\n", "END A\nEND LIBRAY\n", ": expected LIBRARY behind END, found \"LIBRAY\"\n"},
        {"END LIBRARY\n", "", "a LEF file has no END LIBRARY: it may be cut short: 1\n"},
        {"END A\n", "END A\nEND LIBRARY\nMACRO C\n", "LEF text behind END LIBRARY: 1\n"},
        {"PITCH 0.5 ;", "PITCH 0.5 ; CAPACITANCE CPERSQDIST 0.1 FOO ;",
         "LAYER CAPACITANCE: 1\nLAYER CAPACITANCE FOO: 1\n"},
        {"SPACING 0.2 ;\n", "SPACING 0.2 + FOO 1 ;\n",
         ": expected a condition of SPACING or ;, found \"+\"\n"},
        {"END m1\nLAYER", "LAYER", ": expected a statement of LAYER, found \"LAYER\"\n"},
        {"MACRO A", "NEWBLOCK 3 ; END NEWBLOCK MACRO A", "LEF NEWBLOCK: 1\n"},
    };
    COMPARE_ALL(edits);
}

/* Rules that are not obeyed are counted by statements, and no wire can break those that all vias
 * meet and those above all widths. */
static void test_breakable(void **state)
{
    (void)state;
    static const struct edit edits[] = {
        {"SPACING 0.2 ; SPACING 0.3 SAMENET PAR",
         "ENCLOSURE 0 0 ; ENCLOSURE ABOVE 0.2 0.1 ; "
         "ENCLOSURE BELOW 0.1 0.2 WIDTH 1 ;\nENCLOSURE 0.1 0.1 ; SPACING 0.3 SAMENET PAR",
         "LAYER ENCLOSURE that every via meets: 1\nLAYER ENCLOSURE: 3\n"},
        {"PITCH 0.5 ;", "PITCH 0.5 ; MAXWIDTH 0.3 ;",
         "LAYER MAXWIDTH above every width in use: 1\n"},
        {"PITCH 0.5 ;", "PITCH 0.5 ; MAXWIDTH 0.29 ;", "LAYER MAXWIDTH: 1\n"},
        {"PITCH 0.5 ;", "PITCH 0.5 ; MINSIZE 1 1 ; MINSIZE 2 2 ;", "LAYER MINSIZE: 2\n"},
    };
    COMPARE_ALL(edits);
}

/* A text that ends inside a block gives one error. */
static void test_cut(void **state)
{
    (void)state;
    char cut[sizeof LEF];
    for (const char *end = strstr(LEF, "MACRO A"); end < strstr(LEF, "END A\n"); end++) {
        if (*end != ' ' || end[1] == '\0')
            continue;
        snprintf(cut, sizeof cut, "%.*s", (int)(end - LEF), LEF);
        char *text = said(cut, NULL);
        if (strstr(text, "found the end of the file\n") == NULL || strchr(text, '\n')[1] != '\0')
            fail_msg("\"%s\" gives \"%s\"", cut, text);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_twice), cmocka_unit_test(test_two_files),
        cmocka_unit_test(test_misspelt), cmocka_unit_test(test_breakable),
        cmocka_unit_test(test_cut)};
    return cmocka_run_group_tests(tests, layout_set_up, layout_tear_down);
}
