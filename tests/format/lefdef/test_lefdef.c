/* test_lefdef: opens LEF and DEF that are plain, packed or have other line ends, recognises them by
 * content, and reads the designs of DATA. */
#include "tests/support/layout_texts.h"

#include "grid/format/lefdef/reader.h"
#include "grid/text/scan.h"

static enum lefdef_kind recognise(const char *text, size_t length)
{
    struct lexer *lex = calloc(1, sizeof *lex);
    assert_non_null(lex);
    lex->text = calloc(1, length + LEX_PADDING);
    assert_non_null(lex->text);
    memcpy(lex->text, text, length);
    lex->at = lex->text;
    lex->size = length;
    keywords_make(&lex->keywords);
    const enum lefdef_kind kind = lefdef_recognise(lex);
    lex_close(lex);
    free(lex);
    return kind;
}

/* Gzipped, with CRLF and a byte order mark, and through a scan whose first word was put back. */
static void test_sources(void **state)
{
    (void)state;
    static const char *const lefs[] = {"t.lef.gz"};
    struct layout layout;
    text_write_gzip("t.lef.gz", quad_lef, strlen(quad_lef));
    text_write_gzip("t.def.gz", counter_def, strlen(counter_def));
    assert_int_equal(lefdef_read(&layout, "t.def.gz", NULL, lefs, 1, NULL), STATUS_OK);
    assert_int_equal(layout.placed.text_size, strlen(counter_def));
    assert_string_equal(layout.placed.text, counter_def);
    layout_destroy(&layout);
    struct scan scan;
    struct word word;
    assert_int_equal(scan_open(&scan, "t.def.gz", NULL), STATUS_OK);
    assert_int_equal(scan_first_word(&scan, &word, NULL), STATUS_OK);
    assert_true(word_is(&word, "VERSION"));
    scan_back(&scan, &word);
    assert_int_equal(recognise(scan.buffer + scan.at, scan.end - scan.at), LEFDEF_DEF);
    assert_int_equal(lefdef_read(&layout, "t.def.gz", &scan, lefs, 1, NULL), STATUS_OK);
    scan_close(&scan);
    assert_string_equal(layout.placed.text, counter_def); /* including its comments */
    layout_destroy(&layout);
    char *crlf = malloc(2 * strlen(counter_def) + 4), *to = crlf;
    memcpy(to, "\xEF\xBB\xBF", 3);
    to += 3;
    for (const char *from = counter_def; *from != '\0'; *to++ = *from++)
        if (*from == '\n')
            *to++ = '\r';
    *to = '\0';
    layout_read(&layout, quad_lef, crlf);
    assert_int_equal(layout.placed.regular_count, 63);
    layout_destroy(&layout);
    free(crlf);
}

/* Texts about as long as the block that is read at once. */
static void test_long_text(void **state)
{
    (void)state;
    for (size_t more = 0; more < 20; more++) {
        const size_t size = strlen(quad_lef), comment = ((size_t)1 << 18) - size - 10 + more;
        char *lef = malloc(size + comment + 1);
        struct layout layout;
        assert_non_null(lef);
        memset(lef, '#', comment);
        lef[comment - 1] = '\n';
        memcpy(lef + comment, quad_lef, size + 1);
        layout_read(&layout, lef, counter_def);
        layout_destroy(&layout);
        free(lef);
    }
}

/* Files with cells and vias that are listed before their layers are read later. Any order of the
 * three files gives everything. */
static void test_order(void **state)
{
    (void)state;
    static const char *const lefs[] = {"cells.lef", "vias.lef", "tech.lef"};
    static const int order[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                   {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    struct layout layout, whole;
    struct error error = {0};
    const char *vias = strstr(quad_lef, "VIA via1_square"), *site = strstr(quad_lef, "SITE core");
    char *head =
        text_edit(quad_lef, "PROPERTYDEFINITIONS", "PROPERTYDEFINITIONS\n  MACRO kind STRING ;");
    *strstr(head, "VIA via1_square") = '\0';
    char *middle = strdup(vias);
    *strstr(middle, "SITE core") = '\0';
    text_write("cells.lef", site);
    text_write("vias.lef", middle);
    text_write("tech.lef", head);
    text_write("t.def", counter_def);
    layout_read(&whole, quad_lef, counter_def);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const char *const these[] = {lefs[order[i][0]], lefs[order[i][1]], lefs[order[i][2]]};
        if (lefdef_read(&layout, "t.def", NULL, these, 3, &error) != STATUS_OK)
            fail_msg("%s:%llu: %s", error.file, (unsigned long long)error.line, error.text);
        assert_int_equal(layout.placed.regular_count, 63);
        assert_int_equal(layout.tech.via_names.count, whole.tech.via_names.count);
        assert_int_equal(layout.tech.via_rule_count, whole.tech.via_rule_count);
        assert_int_equal(layout.library.macro_names.count, whole.library.macro_names.count);
        layout_destroy(&layout);
    }
    layout_destroy(&whole);
    assert_int_equal(lefdef_read(&layout, "t.def", NULL, lefs, 2, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.file, "cells.lef");
    free(head);
    free(middle);
}

/* A pipe cannot be read later, so its cells are read in order and their layers are missing. */
static void test_order_of_a_pipe(void **state)
{
    (void)state;
    char path[40];
    const char *lefs[] = {path, "tech.lef"}, *site = strstr(quad_lef, "SITE core");
    int ends[2];
    struct layout layout;
    struct error error = {0};
    assert_int_equal(pipe(ends), 0);
    assert_true(write(ends[1], site, strlen(site)) == (ssize_t)strlen(site));
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    text_write("tech.lef", quad_lef);
    text_write("t.def", counter_def);
    assert_int_equal(lefdef_read(&layout, "t.def", NULL, lefs, 2, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.file, path);
    assert_non_null(strstr(error.text, "expected a LEF file of the technology"));
    close(ends[0]);
}

static void test_recognise(void **state)
{
    (void)state;
    assert_int_equal(recognise(quad_lef, strlen(quad_lef)), LEFDEF_LEF);
    assert_int_equal(recognise(counter_def, strlen(counter_def)), LEFDEF_DEF);
    static const char *const NEITHER[] = {"", "grid a.grid\nnet b 1,1 2,2\n", "version 1\n0 a.map",
                                          "12\n3 4", "VERSION 5.8 ;\n"};
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(recognise(NEITHER[i], strlen(NEITHER[i])), LEFDEF_NEITHER);
    enum { LONG = 70000 }; /* a word and a statement of more than 2^16 bytes */
    char *text = malloc(LONG + 20);
    assert_non_null(text);
    memset(text, 'A', LONG);
    assert_int_equal(recognise(text, LONG), LEFDEF_NEITHER);
    text[3] = ' ';
    memcpy(text + LONG, " ;\nEND LIBRARY\n", 16);
    assert_int_equal(recognise(text, LONG + 15), recognise("A B ;\nEND LIBRARY\n", 18));
    free(text);
}

static const struct {
    const char *def, *lefs[2];
    uint32_t cells, routable, pins;
} DESIGN[] = {
    {"osu035/counter8.def", {"osu035/osu035.lef.gz"}, 100, 83, 255},
    {"osu035/gcd.def.gz", {"osu035/osu035.lef.gz"}, 612, 575, 1694},
    {"osu035/serv_top.def.gz", {"osu035/osu035.lef.gz"}, 1581, 1401, 4357},
    {"osu035/picorv32.def.gz", {"osu035/osu035.lef.gz"}, 16301, 14167, 46433},
    {"osu018/counter8.def", {"osu018/osu018.lef.gz"}, 91, 84, 256},
    {"osu018/gcd.def.gz", {"osu018/osu018.lef.gz"}, 578, 561, 1625},
    {"osu018/serv_top.def.gz", {"osu018/osu018.lef.gz"}, 1563, 1401, 4345},
    {"osu018/picorv32.def.gz", {"osu018/osu018.lef.gz"}, 16301, 14167, 46433},
    {"osu050/counter8.def", {"osu050/osu050.lef.gz"}, 380, 84, 258},
    {"osu050/gcd.def.gz", {"osu050/osu050.lef.gz"}, 3464, 593, 1750},
    {"osu050/gcd_dense.def.gz", {"osu050/osu050.lef.gz"}, 639, 593, 1750},
    {"sky130hd/user_id_programming.def.gz",
     {"sky130hd/sky130hd.tlef.gz", "sky130hd/sky130_fd_sc_hd.lef.gz"},
     113,
     32,
     96},
    {"sky130hd/digital_pll.def.gz",
     {"sky130hd/sky130hd.tlef.gz", "sky130hd/sky130_fd_sc_hd.lef.gz"},
     807,
     320,
     1095},
    {"sky130hd/digital_pll.routed.def.gz",
     {"sky130hd/sky130hd.tlef.gz", "sky130hd/sky130_fd_sc_hd.lef.gz"},
     807,
     320,
     1095},
    {"sky130hd/gcd.def.gz",
     {"sky130hd/sky130hd.tlef.gz", "sky130hd/sky130_fd_sc_hd.lef.gz"},
     9109,
     383,
     1222},
    {"sky130hd/gcd.routed.def.gz",
     {"sky130hd/sky130hd.tlef.gz", "sky130hd/sky130_fd_sc_hd.lef.gz"},
     9109,
     383,
     1222},
    {"sky130hs/gcd.def.gz",
     {"sky130hs/sky130hs.tlef.gz", "sky130hs/sky130_fd_sc_hs.lef.gz"},
     1360,
     411,
     1264},
    {"nangate45/gcd.def.gz",
     {"nangate45/nangate45.tlef.gz", "nangate45/nangate45.lef.gz"},
     734,
     463,
     1348},
    {"nangate45/gcd.routed.def.gz",
     {"nangate45/nangate45.tlef.gz", "nangate45/nangate45.lef.gz"},
     734,
     463,
     1348},
};

/* Real designs in the folder lefdef of DATA, with the numbers of their cells, nets and pins. */
static void test_data(void **state)
{
    (void)state;
    const char *data = getenv("DATA");
    if (data == NULL || data[0] == '\0')
        skip();
    for (size_t i = 0; i < sizeof DESIGN / sizeof DESIGN[0]; i++) {
        char def[512], lef[2][512];
        const char *lefs[2] = {lef[0], lef[1]};
        size_t count = DESIGN[i].lefs[1] != NULL ? 2 : 1;
        snprintf(def, sizeof def, "%s/lefdef/%s", data, DESIGN[i].def);
        for (size_t k = 0; k < count; k++)
            snprintf(lef[k], sizeof lef[k], "%s/lefdef/%s", data, DESIGN[i].lefs[k]);
        struct layout layout;
        struct shapes shapes;
        struct error error = {0};
        if (lefdef_read(&layout, def, NULL, lefs, count, &error) != STATUS_OK)
            fail_msg("%s:%llu: %s", error.file, (unsigned long long)error.line, error.text);
        uint32_t routable = 0;
        for (uint32_t net = 0; net < layout.placed.net_names.count; net++)
            routable += layout.placed.nets[net].regular && layout.placed.nets[net].pins.count > 1;
        assert_int_equal(layout.placed.component_names.count, DESIGN[i].cells);
        assert_int_equal(routable, DESIGN[i].routable);
        assert_int_equal(layout.placed.net_pin_count, DESIGN[i].pins);
        assert_int_equal(layout.tech.rounded, 0);
        assert_int_equal(shapes_make(&shapes, &layout, NULL), STATUS_OK);
        shapes_destroy(&shapes);
        layout_destroy(&layout);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sources),   cmocka_unit_test(test_long_text),
        cmocka_unit_test(test_order),     cmocka_unit_test(test_order_of_a_pipe),
        cmocka_unit_test(test_recognise), cmocka_unit_test(test_data),
    };
    return cmocka_run_group_tests(tests, layout_set_up, layout_tear_down);
}
