/* test_statements: each row of grid/format/STATEMENTS.md. The example of a row is put into the
 * technology and the design below, at the mark with the name of its section, and read: what happens
 * must be what the row states. Then the text ends at each word of the example, and the example
 * loses its `;`: both must be errors at that place. */
#include "tests/support/layout_texts.h"

#define LIST "grid/format/STATEMENTS.md"

static const char LEF[] = "VERSION 5.8 ;\nUNITS\n@UNITS@\nEND UNITS\n"
                          "LAYER diff TYPE MASTERSLICE ;\n@other layer@\nEND diff\n"
                          "LAYER m1 TYPE ROUTING ; DIRECTION HORIZONTAL ; PITCH 0.5 ; WIDTH 0.2 ;\n"
                          "SPACING 0.2 ; END m1\n"
                          "LAYER v1 TYPE CUT ;\n@cut layer@\nEND v1\n"
                          "LAYER m2 TYPE ROUTING ; DIRECTION VERTICAL ; PITCH 0.5 ; WIDTH 0.2 ;\n"
                          "SPACING 0.2 ; END m2\n"
                          "LAYER v2 TYPE CUT ; SPACING 0.2 ; END v2\n"
                          "LAYER m3 TYPE ROUTING ; DIRECTION HORIZONTAL ; WIDTH 0.2 ; END m3\n"
                          "LAYER m5 TYPE ROUTING ;\n@routing layer@\nEND m5\n"
                          "SPACING\n@SPACING@\nEND SPACING\n"
                          "SITE core\n@SITE@\nEND core\n"
                          "VIA M2_M1 DEFAULT LAYER m1 ; RECT -0.1 -0.1 0.1 0.1 ;\n@VIA@\n"
                          "LAYER v1 ; RECT -0.1 -0.1 0.1 0.1 ;\n"
                          "LAYER m2 ; RECT -0.1 -0.1 0.1 0.1 ; END M2_M1\n"
                          "VIARULE g GENERATE LAYER m1 ;\n@VIARULE@\n"
                          "LAYER m2 ; ENCLOSURE 0.1 0.1 ;\n"
                          "LAYER v1 ; RECT -0.1 -0.1 0.1 0.1 ; SPACING 0.4 BY 0.4 ; END g\n"
                          "NONDEFAULTRULE two\nLAYER m1 WIDTH 0.3 ;\n"
                          "@layer of NONDEFAULTRULE@\nEND m1\n@NONDEFAULTRULE@\nEND two\n"
                          "MACRO INV SIZE 2 BY 5 ;\n@MACRO@\n"
                          "PIN A\n@PIN@\n"
                          "PORT\nLAYER m1 ; RECT 0.1 0.1 0.4 0.4 ;\n@PORT@\nEND END A\n"
                          "PIN Y DIRECTION OUTPUT ; PORT LAYER m1 ; RECT 1 1 1.5 1.5 ; END END Y\n"
                          "PIN vdd USE POWER ; PORT LAYER m1 ; RECT 0 4.5 2 5 ; END END vdd\n"
                          "PIN vss USE GROUND ; PORT LAYER m1 ; RECT 0 -0.5 2 0 ; END END vss\n"
                          "END INV\n@LEF@\nEND LIBRARY\n";

static const char DEF[] =
    "VERSION 5.8 ;\nDESIGN t ;\nUNITS DISTANCE MICRONS 1000 ;\n"
    "DIEAREA ( 0 0 ) ( 20000 20000 ) ;\n"
    "TRACKS X 250 DO 40 STEP 500 LAYER m1 m2 m3 ;\n"
    "TRACKS Y 250 DO 40 STEP 500 LAYER m1 m2 m3 ;\n@DEF@\n"
    "VIAS 0 ;\n@VIAS@\nEND VIAS\n"
    "NONDEFAULTRULES 0 ;\n@NONDEFAULTRULES@\nEND NONDEFAULTRULES\n"
    "COMPONENTS 4 ;\n- u1 INV + PLACED ( 2000 2000 ) N\n@component@\n;\n"
    "- u2 INV + PLACED ( 10000 10000 ) FS ;\n"
    "- u3 INV + PLACED ( 4000 12000 ) FN ;\n"
    "- u4 INV + PLACED ( 7000 2000 ) N ;\n@COMPONENTS@\nEND COMPONENTS\n"
    "PINS 1 ;\n- q + NET n3 + DIRECTION INPUT + LAYER m1 ( 0 0 ) ( 100 100 )\n"
    "+ PLACED ( 2000 3500 ) N\n@I/O pin@\n;\n@PINS@\nEND PINS\n"
    "BLOCKAGES 0 ;\n@BLOCKAGES@\nEND BLOCKAGES\n"
    "SPECIALNETS 1 ;\n- vdd ( * vdd )\n@special net@\n;\n@SPECIALNETS@\n"
    "END SPECIALNETS\n"
    "NETS 3 ;\n- n1 ( u1 Y ) ( u2 A )\n@net@\n;\n- n2 ( u2 Y ) ( u3 A ) ;\n"
    "- n3 ( PIN q ) ( u1 A ) ;\n@NETS@\nEND NETS\nEND DESIGN\n";

struct row {
    char statement[80], where[40], happens[20], example[400];
    unsigned line; /* in the list */
};

/* Cuts the next column of a row of a table. */
static const char *column(const char *p, char *to, size_t size)
{
    const char *end = strstr(p, " | ");
    assert_true(end != NULL && (size_t)(end - p) < size);
    memcpy(to, p, (size_t)(end - p));
    to[end - p] = '\0';
    return end + 3;
}

/* Reads the next row of the list; false at its end. */
static bool next_row(const char **at, unsigned *line, struct row *row)
{
    while (**at != '\0') {
        const char *p = *at, *end = strchr(p, '\n');
        *at = end != NULL ? end + 1 : p + strlen(p);
        ++*line;
        if (strncmp(p, "| ", 2) != 0 || strncmp(p, "| statement |", 13) == 0)
            continue;
        p = column(p + 2, row->statement, sizeof row->statement);
        p = column(p, row->where, sizeof row->where);
        p = column(p, row->happens, sizeof row->happens);
        const size_t length = (size_t)(end - p);
        assert_true(length > 4 && length < sizeof row->example && p[0] == '`');
        memcpy(row->example, p + 1, length - 4); /* without "` |" */
        row->example[length - 4] = '\0';
        row->line = *line;
        return true;
    }
    return false;
}

/* The text with `words` at the mark and no other marks, up to the words only if `cut`. *line is
 * that of the words, 0 if the text has no such mark. To be freed. */
static char *fill(const char *text, const char *where, const char *words, bool cut, uint64_t *line)
{
    char mark[64], *out = calloc(1, strlen(text) + strlen(words) + 1), *to = out;
    assert_non_null(out);
    snprintf(mark, sizeof mark, "@%s@", where);
    *line = 0;
    for (uint64_t at = 1; *text != '\0'; text++) {
        if (*text == '@' && strncmp(text, mark, strlen(mark)) == 0) {
            to = stpcpy(to, words);
            *line = at;
            if (cut)
                break;
        }
        if (*text == '@')
            text = strchr(text + 1, '@');
        else
            *to++ = *text;
        at += *text == '\n';
    }
    return out;
}

/* Reads the example, or `words` of it, in its section. */
static enum status read_row(const struct row *row, const char *words, bool cut,
                            struct layout *layout, struct error *error, uint64_t *line)
{
    uint64_t lines[2];
    char *lef = fill(LEF, row->where, words, cut, &lines[0]);
    char *def = fill(DEF, row->where, words, cut && lines[0] == 0, &lines[1]);
    if (lines[0] == 0 && lines[1] == 0)
        fail_msg(LIST ":%u: no section \"%s\"", row->line, row->where);
    *line = lines[0] + lines[1];
    *error = (struct error){0};
    const enum status status = layout_read_texts(layout, lef, def, error);
    free(lef);
    free(def);
    return status;
}

/* The kinds of notes that are no remarks, by kind. */
static void count_notes(const struct layout *layout, unsigned count[3])
{
    memset(count, 0, 3 * sizeof *count);
    for (uint32_t i = 0; i < layout->notes.texts.count; i++)
        count[layout->notes.note[i].kind]++;
}

/* True if what happens is what the row states. */
static bool happens(const struct row *row)
{
    struct layout layout;
    struct error error;
    uint64_t line;
    unsigned count[3];
    const enum status status = read_row(row, row->example, false, &layout, &error, &line);
    count_notes(&layout, count);
    const char *want = row->happens, *found = "?";
    if (status != STATUS_OK)
        found = error.line == line && error.column > 0 ? "error" : "error elsewhere";
    else if (count[NOTE_RULE] + count[NOTE_OTHER] > 1)
        found = "named more than once";
    else
        found = count[NOTE_RULE] > 0 ? "named!" : count[NOTE_OTHER] > 0 ? "named" : "used";
    const bool right =
        strcmp(want, found) == 0 || (strcmp(want, "carried") == 0 && strcmp(found, "used") == 0);
    if (!right)
        print_error(LIST ":%u: %s in %s: expected %s, found %s: %s:%llu: %s\n", row->line,
                    row->statement, row->where, want, found, error.file,
                    (unsigned long long)error.line, error.text);
    layout_destroy(&layout);
    return right;
}

/* True if reading `words` is an error in the line of the words or the one behind. */
static bool fails(const struct row *row, const char *words, bool cut)
{
    struct layout layout;
    struct error error;
    uint64_t line;
    const enum status status = read_row(row, words, cut, &layout, &error, &line);
    const bool right = status == STATUS_BAD_INPUT && error.line >= line && error.line <= line + 1;
    if (!right)
        print_error(LIST ":%u: \"%s\"%s in %s: expected an error there, found status %d, line "
                         "%llu instead of %llu: %s\n",
                    row->line, words, cut ? " at the end" : "", row->where, (int)status,
                    (unsigned long long)error.line, (unsigned long long)line, error.text);
    layout_destroy(&layout);
    return right;
}

/* Cuts the example at each word, and takes away its `;`. */
static unsigned cut_short(const struct row *row)
{
    char words[sizeof row->example];
    unsigned wrong = 0;
    for (size_t i = 1; row->example[i] != '\0'; i++) {
        if (row->example[i] != ' ')
            continue;
        snprintf(words, sizeof words, "%.*s", (int)i, row->example);
        if (i > 3 && strcmp(row->statement, "NONDEFAULTRULE") == 0 &&
            strcmp(words + i - 3, "END") == 0)
            continue; /* its name may be left out, and LEF may end there */
        wrong += !fails(row, words, true);
    }
    const size_t length = strlen(row->example);
    if (row->example[length - 1] == ';' && row->happens[0] != 'e') {
        snprintf(words, sizeof words, "%.*s", (int)length - 2, row->example);
        wrong += !fails(row, words, false);
    }
    return wrong;
}

static char *list;

static void test_list(void **state)
{
    (void)state;
    struct row row;
    unsigned line = 0, rows = 0, wrong = 0;
    for (const char *at = list; next_row(&at, &line, &row); rows++)
        wrong += !happens(&row);
    print_message("%u statements\n", rows);
    assert_true(rows > 400);
    assert_int_equal(wrong, 0);
}

static void test_cut(void **state)
{
    (void)state;
    struct row row;
    unsigned line = 0, wrong = 0;
    for (const char *at = list; next_row(&at, &line, &row);)
        wrong += cut_short(&row);
    assert_int_equal(wrong, 0);
}

static int set_up(void **state)
{
    size_t size;
    list = text_read(LIST, &size);
    return layout_set_up(state);
}

static int tear_down(void **state)
{
    free(list);
    return layout_tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_list), cmocka_unit_test(test_cut)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
