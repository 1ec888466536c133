/* test_layout_messages: messages for native layouts that no other test covers: statements in the
 * wrong place, names of another kind, each kind of statement before each other kind, and one byte
 * changed (see bytes.h). tests/format/words/said/layout.order.txt and layout.bytes.txt are golden
 * texts.
 *
 *     UPDATE=1 out/build/release/tests/format/test_layout_messages
 */
#include "tests/support/bytes.h"
#include "tests/support/layout_dump.h"

#include "grid/format/layout_file.h"

/* Each kind of statement, as often as necessary. */
static const char right[] = "chip d\n"
                            "units 2000 1000 2\n"
                            "snap 10\n"
                            "wide-obstructions\n"
                            "larger-corners\n"
                            "layer m1 routing dir horizontal width 400 min-width 400 space 400\n"
                            "range space 600 from 200 to 400\n"
                            "line-end space 400 width 200 within 200\n"
                            "hole area 400000\n"
                            "step length 200 edges 1\n"
                            "cuts cuts 2 width 1000 above below\n"
                            "pair 0 -1 400\n"
                            "ignored FOO\n"
                            "layer v cut width 200 min-width 200\n"
                            "cut-space space 200 adjacent 3 within 400\n"
                            "layer m2 routing\n"
                            "runs 0 2000\n"
                            "row 0 200 400\n"
                            "via v0 default\n"
                            "rect m1 -200 -200 200 200\n"
                            "via v1\n"
                            "rule n hard\n"
                            "on-layer m1 width 600 space 600\n"
                            "use v0\n"
                            "cell A 2000 2000 core\n"
                            "pin p dir input\n"
                            "obs\n"
                            "cell B 2000 2000\n"
                            "pin q\n"
                            "die 0 0 20000 20000\n"
                            "lines horizontal 1000 2000 2 m1\n"
                            "place c A 0 0\n"
                            "place b B 0 0\n"
                            "port io\n"
                            "block m1 0 0 10 10\n"
                            "net pw special\n"
                            "on c p unlisted\n"
                            "wire m1 0 0 200 0 status power\n"
                            "net x rule n regular\n"
                            "on-port io\n"
                            "wire m1 0 1000 1400 1000\n"
                            "via-at v0 1400 1000\n"
                            "patch m1 0 0 10 10\n";

static char *read_layout(const char *text, size_t size, void *context)
{
    (void)context;
    struct layout layout = {0};
    struct scan scan;
    struct error_rest rest = {0};
    struct error error = {.rest = &rest};
    enum status status = scan_open_bytes(&scan, "t.net", text, size, &error);
    THEN(status, layout_text_read(&layout, &scan, &error));
    scan_close(&scan);
    char *came = status == STATUS_OK ? edits_sum(layout_dump(&layout)) : edits_said(&error);
    if (status == STATUS_OK)
        layout_destroy(&layout);
    return came;
}

/* An edit, and its message. */
static const char *const sentences[][3] = {
    {"on c p unlisted", "on c q", "37:7 expected a pin of the component's cell"},
    {"runs 0 2000\n", "pair 0 -1 5 5\nruns 0 2000\npair 0 -1 5 5\n",
     "19:5 expected all pairs of a layer together"},
    {"ignored FOO",
     "ignored FOO 1234567890123456789012345678901234567890123456789012345678901234567890"
     "1234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901"
     "12345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012",
     "13:13 expected a shorter name of a rule, found "
     "\"1234567890123456789012345678901234567890123456789012345678...\""},
    {"ignored FOO",
     "ignored FOO 1234567890123456789012345678901234567890123456789012345678901234567890"
     "1234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901"
     "123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890",
     "ok"},
    {"rule n hard", "use v0\nrule n hard", "22:4 expected a rule before its vias"},
    {"rule n hard", "on-layer m1 width 600\nrule n hard", "22:9 expected a rule before its layers"},
    {"wire m1 0 1000 1400 1000", "wire v 0 1000 1400 1000",
     "41:7 expected a routing layer, found another one"},
    {"patch m1 0 0 10 10", "patch v 0 0 10 10", "43:8 expected a routing layer, found another one"},
    {"wire m1 0 1000 1400 1000", "wire m2 0 1000 1400 1000",
     "41:25 expected a width, because the layer has none"},
    {"wire m1 0 1000 1400 1000", "wire m2 0 1000 1400 1000 width 0",
     "41:32 expected width (1..1073741823), found \"0\""},
    {"wire m1 0 1000 1400 1000", "wire m1 0 1000 1400 1000 ahead 536870912",
     "41:41 expected extensions of at most 536870911"},
    {"wire m1 0 1000 1400 1000", "wire m1 0 1000 1400 1000 beyond 536870912",
     "41:42 expected extensions of at most 536870911"},
    {"wire m1 0 1000 1400 1000", "wire m1 0 1000 1400 1000 ahead 536870911 beyond 536870911", "ok"},
    {"wire m1 0 1000 1400 1000", "wire m1 0 1001 1400 1001",
     "41:25 expected coordinates on database units: multiples of 2"},
    {"wire m1 0 1000 1400 1000", "wire m1 0 1000 1400 1002", "41:25 expected a straight wire"},
    {"patch m1 0 0 10 10", "patch m1 0 0 10 -2",
     "43:19 expected the lower left corner before the upper right one"},
    {"via-at v0", "via-at v1", "42:20 expected a via that has metal"},
};

static void test_sentences(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        char *text = text_edit(right, sentences[i][0], sentences[i][1]);
        char *came = read_layout(text, strlen(text), NULL);
        if (strcmp(sentences[i][2], "ok") != 0)
            assert_string_equal(came, sentences[i][2]);
        else
            assert_null(strchr(came, ':'));
        free(came);
        free(text);
    }
}

/* Nothing above DIE is a routing layer. */
static void test_no_layer(void **state)
{
    (void)state;
    static const char text[] = "chip d\nunits 2000 1000 2\nlayer v cut\ndie 0 0 20000 20000\n";
    char *came = read_layout(text, strlen(text), NULL);
    assert_string_equal(came, "4:4 expected a routing layer above, found none");
    free(came);
}

/* The line is the first that begins with its word. */
static bool is_first(const char *line)
{
    const size_t length = strcspn(line, " \n") + 1;
    const char *other = right;
    while (strncmp(other, line, length) != 0)
        other = strchr(other, '\n') + 1;
    return other == line;
}

/* `line` is moved in front of each other kind of statement. */
static void move_line(struct pairs *it, const char *line)
{
    const int length = (int)strcspn(line, "\n") + 1;
    for (const char *to = right; *to != '\0'; to = strchr(to, '\n') + 1) {
        char *moved = NULL;
        if (!is_first(to) || to == line)
            continue;
        const char *first = to < line ? to : line + length, *rest = to < line ? line : to;
        const int before = (int)((to < line ? to : line) - right);
        if (to < line)
            assert_true(asprintf(&moved, "%.*s%.*s%.*s%s", before, right, length, line,
                                 (int)(rest - first), first, line + length) > 0);
        else
            assert_true(asprintf(&moved, "%.*s%.*s%.*s%s", before, right, (int)(rest - first),
                                 first, length, line, to) > 0);
        pairs_try(it, moved, to);
        free(moved);
    }
}

static void test_order(void **state)
{
    (void)state;
    struct pairs it = {.text = right, .read = read_layout};
    char *found = NULL, path[1024];
    size_t size;
    unsigned number = 1;
    FILE *out = open_memstream(&found, &size);
    assert_non_null(out);
    it.as_it_stands = read_layout(right, strlen(right), NULL);
    assert_null(strchr(it.as_it_stands, ':'));
    for (const char *line = right; *line != '\0'; line = strchr(line, '\n') + 1, number++) {
        pairs_start(&it, number);
        move_line(&it, line);
        pairs_end(&it, out);
    }
    assert_int_equal(fclose(out), 0);
    free(it.as_it_stands);
    snprintf(path, sizeof path, "%s/tests/format/words/said/layout.order.txt", texts_start);
    edits_expect(path, found);
}

static void test_bytes(void **state)
{
    (void)state;
    char path[1024];
    snprintf(path, sizeof path, "%s/tests/format/words/said/layout.bytes.txt", texts_start);
    edits_expect(path, bytes_all(right, read_layout, NULL));
}

/* With and without LEF files. */
static void test_files(void **state)
{
    (void)state;
    struct layout layout;
    struct error error = {0};
    text_write("t.def", "VERSION 5.8 ;\n");
    text_write("t.lef", "");
    assert_int_equal(layout_file_read(&layout, "t.def", NULL, &error), STATUS_BAD_INPUT);
    assert_string_equal(error.text, "t.def: a DEF needs the LEF files of its technology and cells: "
                                    "--lef FILE...");
}

static void expect_refused(const struct layout *layout, bool of_routes, const char *said)
{
    struct error error = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(of_routes ? layout_routes_write(out, layout, NULL, NULL, &error)
                               : layout_text_write(out, layout, &error),
                     STATUS_BAD_INPUT);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(size, 0);
    assert_string_equal(error.text, said);
    free(text);
}

/* Each kind of name begins with #, which the native format cannot express. */
static void test_names(void **state)
{
    (void)state;
    struct layout layout = {0};
    struct scan scan;
    struct error error = {0};
    assert_int_equal(scan_open_bytes(&scan, "t.net", right, strlen(right), &error), STATUS_OK);
    assert_int_equal(layout_text_read(&layout, &scan, &error), STATUS_OK);
    scan_close(&scan);
    const struct {
        struct names *names;
        const char *what, *found;
    } all[] = {
        {&layout.tech.layer_names, "layer to be one word", "#1"},
        {&layout.tech.via_names, "via to be one word", "#0"},
        {&layout.tech.rule_names, "rule to be one word", "#"},
        {&layout.tech.words, "rule to be short words", "#OO"},
        {&layout.library.macro_names, "cell to be one word", "#"},
        {&layout.library.pin_names, "pin to be one word", "#"},
        {&layout.placed.component_names, "component to be one word", "#"},
        {&layout.placed.port_names, "port to be one word", "#o"},
        {&layout.placed.net_names, "net to be one word", "#w"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char said[128], *name = all[i].names->pool + all[i].names->offset[0], first = *name;
        *name = '#';
        snprintf(said, sizeof said, "expected the name of a %s without #, found \"%s\"",
                 all[i].what, all[i].found);
        expect_refused(&layout, false, said);
        if (all[i].names == &layout.placed.net_names)
            expect_refused(&layout, true, said);
        *name = first;
    }
    layout.placed.design[0] = '#';
    for (int i = 0; i < 2; i++)
        expect_refused(&layout, i == 1,
                       "expected the design's name to be one word without #, found \"#\"");
    layout_destroy(&layout);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sentences), cmocka_unit_test(test_no_layer),
        cmocka_unit_test(test_order),     cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_files),     cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
