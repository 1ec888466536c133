/* test_words_layout: a native layout, results of layouts, and guides, with one error at a time.
 * said/NAME.txt is the golden text (see edits.h), said/NAME.two.txt that of two errors (see
 * pairs.h), said/NAME.bytes.txt that of one changed byte (see bytes.h).
 *
 *     UPDATE=1 out/build/release/tests/format/words/test_words_layout
 */
#include "tests/support/bytes.h"
#include "tests/support/layout_dump.h"

#include "grid/format/guides.h"

#define FOLDER "tests/format/words/said/"

static char *every_lef, *every_def;
static struct layout every; /* of every.lef and every.def, without a wire */

/* ---- reading -------------------------------------------------------------------------------- */

static void dump_wires(FILE *out, const struct layout *layout)
{
    const struct placed *placed = &layout->placed;
    for (uint32_t net = 0; net < placed->net_names.count; net++) {
        const struct slice wires = placed->nets[net].wires;
        fprintf(out, "net %s\n", names_text(&placed->net_names, net));
        for (uint32_t i = wires.first; i < wires.first + wires.count; i++) {
            const struct placed_wire *w = &placed->wires[i];
            fprintf(out, "%d %d %d %d %d %d via %d %d %d width %d %d %d %d\n", w->x0, w->y0, w->x1,
                    w->y1, w->layer, w->kind, (int)w->via, w->orient, w->status, w->width, w->taper,
                    w->ext0, w->ext1);
        }
    }
    fprintf(out, "%u\n", placed->wire_count);
}

struct sample {
    const char *text;
    size_t size;
    FILE *out; /* receives the result, or NULL */
};

static enum status run_layout(void *context, struct error *error)
{
    const struct sample *sample = context;
    struct layout layout = {0};
    struct scan scan;
    enum status status = scan_open_bytes(&scan, "t.net", sample->text, sample->size, error);
    THEN(status, layout_text_read(&layout, &scan, error));
    scan_close(&scan);
    if (status == STATUS_OK && sample->out != NULL) {
        char *dump = layout_dump(&layout);
        fputs(dump, sample->out);
        free(dump);
    }
    if (status == STATUS_OK)
        layout_destroy(&layout);
    return status;
}

static enum status run_routes(void *context, struct error *error)
{
    const struct sample *sample = context;
    struct layout layout;
    struct scan scan;
    TRY(layout_copy(&layout, &every, error));
    enum status status = scan_open_bytes(&scan, "t.routes", sample->text, sample->size, error);
    THEN(status, layout_routes_read(&layout, &scan, error));
    scan_close(&scan);
    if (status == STATUS_OK && sample->out != NULL)
        dump_wires(sample->out, &layout);
    layout_destroy(&layout);
    return status;
}

static enum status run_guides(void *context, struct error *error)
{
    FILE *out = ((const struct sample *)context)->out;
    struct guides guides;
    enum status status = guides_read(&guides, &every, "t.guide", error);
    for (uint32_t net = 0; net < every.placed.net_names.count && status == STATUS_OK; net++) {
        for (uint32_t i = 0; i < guides.nets[net].count && out != NULL; i++) {
            const struct guide_box *box = &guides.boxes[guides.nets[net].first + i];
            fprintf(out, "%u: %d %d %d %d %d\n", net, box->rect.x0, box->rect.y0, box->rect.x1,
                    box->rect.y1, box->layer);
        }
    }
    guides_destroy(&guides);
    return status;
}

/* context: the operation, a pointer to it. */
static char *read_text(const char *text, size_t size, void *context)
{
    operation *run = *(operation **)context;
    struct sample sample = {.text = text, .size = size};
    struct error error = {0};
    char *dump = NULL;
    if (run == run_guides)
        text_write_bytes("t.guide", text, size);
    keeps_nothing(run, &sample);
    sample.out = open_memstream(&dump, &size);
    assert_non_null(sample.out);
    enum status status = run(&sample, &error);
    assert_int_equal(status, error.status);
    assert_int_equal(fclose(sample.out), 0);
    if (status == STATUS_OK)
        return edits_sum(dump);
    free(dump);
    return edits_said(&error);
}

/* ---- tests ---------------------------------------------------------------------------------- */

static void expect(const char *name, const char *text, bool words, operation *run)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/" FOLDER "%s.txt", texts_start, name);
    edits_expect(path, edits_all(text, words, read_text, &run));
    snprintf(path, sizeof path, "%s/" FOLDER "%s.two.txt", texts_start, name);
    edits_expect(path, pairs_all(text, NULL, read_text, &run));
    if (!words)
        return;
    snprintf(path, sizeof path, "%s/" FOLDER "%s.bytes.txt", texts_start, name);
    edits_expect(path, bytes_all(text, read_text, &run));
}

static void test_layout(void **state)
{
    (void)state;
    struct error error = {0};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_int_equal(layout_text_write(out, &every, &error), STATUS_OK);
    assert_int_equal(fclose(out), 0);
    expect("layout", text, false, run_layout);
    free(text);
}

static void test_routes(void **state)
{
    (void)state;
    static const char text[] = "routes every[1]\n"
                               "net n1 routed length 1400 vias 2 patches 1 # of three layers\n"
                               "wire m1 4000 6000 5000 6000\n"
                               "via-at v12 5000 6000\n"
                               "wire m2 5000 6000 5000 6400\n"
                               "\n"
                               "via-at v23 5000 6400 orient FS\n"
                               "patch m3 4900 6300 5100 6500\n"
                               "net n2 unrouted blocked\n"
                               "net n3 routed length 0 vias 0 patches 0\n"
                               "net n5 routed length 60 vias 0 patches 0\n"
                               "wire m1 0 0 -60 0\n"
                               "net n4 unrouted no-path\n";
    expect("layout.routes", text, true, run_routes);
}

static void test_guides(void **state)
{
    (void)state;
    static const char text[] = "n1\n"
                               "(\n"
                               "0 0 9000 9000 m1\n"
                               "0 6000 27000 9000 m2\n"
                               ")\n"
                               "n5 ( -5 -6 7 8 m3 )\n"
                               "\n"
                               "n3 # none\n"
                               "( )\n";
    expect("guides", text, true, run_guides);
}

static int set_up(void **state)
{
    size_t size;
    every_lef = text_read("tests/format/lefdef/every/every.lef", &size);
    every_def = text_read("tests/format/lefdef/every/every.def", &size);
    if (texts_set_up(state) != 0)
        return -1;
    layout_read(&every, every_lef, every_def);
    return 0;
}

static int tear_down(void **state)
{
    layout_destroy(&every);
    free(every_lef);
    free(every_def);
    return texts_tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layout),
        cmocka_unit_test(test_routes),
        cmocka_unit_test(test_guides),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
