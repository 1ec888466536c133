/* test_results: random results of layouts. The expected text is composed here from the same
 * numbers; read onto the design without wires, it gives the same wires. */
#include "tests/support/layout_rules.h"

#include "grid/format/layout/layout_text.h"

enum { NETS = 6, WIRES = 5, TEXT = 1 << 14 };

struct made {
    char def[TEXT], bare[TEXT],
        result[TEXT]; /* DEF with all wires; without the routed ones; the expected result */
    const char *names[NETS];
};

/* Appends to a text of TEXT bytes. */
static void add(char *text, const char *format, ...) PRINTF_LIKE(2, 3);
static void add(char *text, const char *format, ...)
{
    va_list list;
    size_t used = strlen(text);
    va_start(list, format);
    vsnprintf(text + used, TEXT - used, format, list);
    va_end(list);
    assert_true(strlen(text) < TEXT - 1);
}

/* A wire, via or patch: its statement in DEF and in the native format, with `scale` units per
 * database unit. */
static void make_wire(uint64_t *seed, int scale, char def[128], char ours[128], int total[3])
{
    const int x = (int)splitmix_below(seed, 9000), y = (int)splitmix_below(seed, 9000);
    const int length = 1 + (int)splitmix_below(seed, 900), kind = (int)splitmix_below(seed, 4);
    total[kind < 2 ? 0 : kind - 1] += kind < 2 ? length * scale : 1;
    if (kind == 0) {
        snprintf(def, 128, "m1 ( %d %d ) ( %d * )", x, y, x + length);
        snprintf(ours, 128, "wire m1 %d %d %d %d\n", x * scale, y * scale, (x + length) * scale,
                 y * scale);
    } else if (kind == 1) {
        snprintf(def, 128, "m2 ( %d %d 30 ) ( * %d 0 )", x, y, y - length);
        snprintf(ours, 128, "wire m2 %d %d %d %d ahead %d beyond 0\n", x * scale, y * scale,
                 x * scale, (y - length) * scale, 30 * scale);
    } else if (kind == 2) {
        snprintf(def, 128, "m2 ( %d %d ) v12", x, y);
        snprintf(ours, 128, "via-at v12 %d %d\n", x * scale, y * scale);
    } else {
        snprintf(def, 128, "m3 ( %d %d ) RECT ( -10 -20 %d 40 )", x, y, length);
        snprintf(ours, 128, "patch m3 %d %d %d %d\n", (x - 10) * scale, (y - 20) * scale,
                 (x + length) * scale, (y + 40) * scale);
    }
}

static void make_net(uint64_t *seed, int scale, struct made *m, const char *name, bool last)
{
    static const char *const words[] = {"ROUTED", "FIXED", "COVER"};
    char lines[WIRES * 128] = "";
    int total[3] = {0, 0, 0}, routed = 0;
    const uint32_t count = splitmix_below(seed, WIRES + 1);
    add(m->def, "- %s", name);
    add(m->bare, "- %s", name);
    for (uint32_t i = 0; i < count; i++) {
        char def[128], ours[128];
        int of_wire[3] = {0, 0, 0};
        const uint32_t word = splitmix_below(seed, 3);
        make_wire(seed, scale, def, ours, of_wire);
        add(m->def, "\n  + %s %s", words[word], def);
        if (word > 0) {
            add(m->bare, "\n  + %s %s", words[word], def);
            continue;
        }
        routed++;
        text_add(lines, sizeof lines, ours);
        for (int k = 0; k < 3; k++)
            total[k] += of_wire[k];
    }
    add(m->def, " ;\n%s", last ? "END NETS\nEND DESIGN\n" : "");
    add(m->bare, " ;\n%s", last ? "END NETS\nEND DESIGN\n" : "");
    if (routed > 0)
        add(m->result, "net %s routed length %d vias %d patches %d\n%s", name, total[0], total[1],
            total[2], lines);
}

static void make(uint64_t *seed, int scale, struct made *m)
{
    static const char *const all[] = {"a", "b", "long/name[3]", "net", "x.y", "\xC3\xA4"};
    static const char head[] =
        "VERSION 5.8 ;\nDIVIDERCHAR \"/\" ;\nBUSBITCHARS \"[]\" ;\nDESIGN d ;\n"
        "UNITS DISTANCE MICRONS 1000 ;\nDIEAREA ( 0 0 ) ( 10000 10000 ) ;\n"
        "TRACKS Y 1000 DO 17 STEP 500 LAYER m1 ;\nNETS 6 ;\n";
    *m = (struct made){.result = "routes d\n"};
    add(m->def, "%s", head);
    add(m->bare, "%s", head);
    const uint32_t first = splitmix_below(seed, NETS);
    for (uint32_t i = 0; i < NETS; i++) {
        m->names[i] = all[(first + i) % NETS];
        make_net(seed, scale, m, m->names[i], i == NETS - 1);
    }
}

static char *write_result(const struct layout *layout)
{
    char *text = NULL;
    size_t size = 0;
    struct error error = {0};
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(layout_routes_write(out, layout, NULL, NULL, &error), STATUS_OK);
    assert_int_equal(fclose(out), 0);
    return text;
}

static enum status read_result(struct layout *layout, const char *text, struct error *error)
{
    struct scan scan;
    enum status status = scan_open_bytes(&scan, "t.routes", text, strlen(text), error);
    THEN(status, layout_routes_read(layout, &scan, error));
    scan_close(&scan);
    return status;
}

/* The wires of a net that are not routed come first, in their order, then the routed ones. */
static void same_wires(const struct layout *a, const struct layout *b)
{
    for (uint32_t net = 0; net < NETS; net++)
        for (int routed = 0; routed < 2; routed++) {
            const struct slice s = a->placed.nets[net].wires, t = b->placed.nets[net].wires;
            uint32_t i = s.first, j = t.first;
            assert_int_equal(s.count, t.count);
            for (;; i++, j++) {
                while (i < s.first + s.count && (a->placed.wires[i].status == 0) != routed)
                    i++;
                while (j < t.first + t.count && (b->placed.wires[j].status == 0) != routed)
                    j++;
                assert_int_equal(i == s.first + s.count, j == t.first + t.count);
                if (i == s.first + s.count)
                    break;
                struct placed_wire v = a->placed.wires[i], w = b->placed.wires[j];
                if (v.kind == WIRE_VIA) /* of a via, DEF states the layer behind it */
                    v.layer = w.layer = 0;
                const int64_t x[] = {v.x0, v.y0, v.x1, v.y1, v.width, v.ext0, v.ext1, v.via};
                const int64_t y[] = {w.x0, w.y0, w.x1, w.y1, w.width, w.ext0, w.ext1, w.via};
                assert_memory_equal(x, y, sizeof x);
                assert_int_equal(v.layer, w.layer);
                assert_int_equal(v.kind, w.kind);
                assert_int_equal(v.status, w.status);
                assert_int_equal(v.orient, w.orient);
                assert_int_equal(v.taper, w.taper);
            }
        }
}

static void test_by_chance(void **state)
{
    (void)state;
    static const struct rule_case none = {.n1 = ""};
    static struct made made;
    uint64_t seed = splitmix_seed(31);
    char *lef, *def;
    int scale = 2; /* all lengths are multiples of a database unit: one is two units */
    rule_texts(&none, "", &lef, &def);
    for (int round = 0; round < 150; round++) {
        struct layout layout, bare;
        struct error error = {0};
        make(&seed, scale, &made);
        layout_read(&layout, lef, made.def);
        if (layout.placed.scale != scale) {
            scale = layout.placed.scale;
            layout_destroy(&layout);
            continue;
        }
        char *text = write_result(&layout);
        assert_string_equal(text, made.result);
        layout_read(&bare, lef, made.bare);
        if (read_result(&bare, text, &error) != STATUS_OK)
            fail_msg("%llu: %s\n%s", (unsigned long long)error.line, error.text, text);
        same_wires(&layout, &bare);
        free(text);
        layout_destroy(&bare);
        layout_destroy(&layout);
    }
    free(lef);
    free(def);
}

/* Each name in turn, and the design's name, is not a word. */
static void test_names(void **state)
{
    (void)state;
    static const struct rule_case none = {.n1 = ""};
    static struct made made;
    uint64_t seed = 1;
    char *lef, *def;
    rule_texts(&none, "", &lef, &def);
    make(&seed, 2, &made);
    for (int i = 0; i <= NETS; i++) {
        struct layout layout;
        struct error error = {0};
        char *text = NULL, name[64], other[80], told[160];
        size_t size;
        snprintf(name, sizeof name, i < NETS ? "- %s" : "DESIGN %s",
                 i < NETS ? made.names[i] : "d");
        snprintf(other, sizeof other, "%s#", name);
        char *edited = text_edit(made.def, name, other);
        layout_read(&layout, lef, edited);
        FILE *out = open_memstream(&text, &size);
        assert_int_equal(layout_routes_write(out, &layout, NULL, NULL, &error), STATUS_BAD_INPUT);
        assert_int_equal(fclose(out), 0);
        snprintf(told, sizeof told, "one word without #, found \"%s\"", strchr(other, ' ') + 1);
        assert_non_null(strstr(error.text, told));
        assert_int_equal(size, 0);
        free(text);
        free(edited);
        layout_destroy(&layout);
    }
    free(lef);
    free(def);
}

/* A result has only routed wires, on database units, and each net once. */
static void test_not_routed(void **state)
{
    (void)state;
    static const struct rule_case none = {.n1 = ""};
    static const char *const words[] = {"", "fixed", "cover", "noshield", "shielded", "power"};
    static struct made made;
    uint64_t seed = 1;
    char *lef, *def;
    rule_texts(&none, "", &lef, &def);
    make(&seed, 2, &made);
    for (size_t i = 0; i < 3 * sizeof words / sizeof *words; i++) {
        static const char *const wires[] = {"length 20 vias 0 patches 0\nwire m1 0 0 20 0",
                                            "length 0 vias 1 patches 0\nvia-at v12 0 0",
                                            "length 0 vias 0 patches 1\npatch m2 0 0 20 20"};
        struct layout layout;
        struct error error = {0};
        char text[256];
        const char *word = words[i / 3];
        layout_read(&layout, lef, made.bare);
        snprintf(text, sizeof text, "routes d\nnet a routed %s%s%s\n", wires[i % 3],
                 word[0] != '\0' ? " status " : "", word);
        const enum status status = read_result(&layout, text, &error);
        if (status != (i < 3 ? STATUS_OK : STATUS_BAD_INPUT))
            fail_msg("%s: %s", text, error.text);
        if (i >= 3) {
            assert_string_equal(error.text, "expected routed wires in a result");
            assert_int_equal(error.line, 3);
        }
        layout_destroy(&layout);
    }
    free(lef);
    free(def);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_chance),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_not_routed),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
