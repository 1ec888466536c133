/* test_layout_routes: native results of layouts: their text, the wires that are read back, and
 * texts that are rejected. */
#include "tests/support/layout_texts.h"

#include "grid/format/layout/layout_text.h"

static const char *only_reset(const void *context, uint32_t net)
{
    return net == *(const uint32_t *)context ? "no-path" : NULL;
}

/* The counter, whose net clk has a wire, a via and a patch. */
static void routed_counter(struct layout *layout)
{
    char *def = text_edit(counter_def, "  + USE CLOCK ;",
                          "  + ROUTED metal2 ( 1250 1500 ) ( * 2500 ) via1_square\n"
                          "  NEW metal2 ( 1250 1250 ) RECT ( -100 -100 300 100 ) ;");
    layout_read(layout, quad_lef, def);
    free(def);
}

/* Writes the text to t.routes and reads it onto the layout; returns the message, "" on success. */
static const char *read_back(struct layout *layout, const char *text)
{
    static struct error error;
    struct scan scan;
    error_clear(&error);
    text_write("t.routes", text);
    assert_int_equal(scan_open(&scan, "t.routes", &error), STATUS_OK);
    enum status status = layout_routes_read(layout, &scan, &error);
    scan_close(&scan);
    assert_int_equal(status, error_is_set(&error) ? STATUS_BAD_INPUT : STATUS_OK);
    return error.text;
}

#define HEAD "routes counter\n"
#define CLK                                                                                        \
    "net clk routed length 2000 vias 1 patches 1\nwire metal2 2500 3000 2500 5000\n"               \
    "via-at via1_square 2500 5000\npatch metal2 2300 2300 3100 2700\n"

static void test_text(void **state)
{
    (void)state;
    struct layout layout, bare;
    size_t size;
    routed_counter(&layout);
    layout_read(&bare, quad_lef, counter_def);
    uint32_t reset = find_net(&layout, "reset_n");
    FILE *file = fopen("t.text", "w");
    assert_non_null(file);
    assert_int_equal(layout_routes_write(file, &layout, only_reset, &reset, NULL), STATUS_OK);
    fclose(file);
    char *text = text_read("t.text", &size);
    assert_string_equal(text, HEAD CLK "net reset_n unrouted no-path\n");
    assert_string_equal(read_back(&bare, text), "");
    assert_int_equal(bare.placed.wire_count, layout.placed.wire_count);
    for (uint32_t i = 0; i < layout.placed.wire_count; i++) {
        const struct placed_wire *a = &layout.placed.wires[i], *b = &bare.placed.wires[i];
        assert_int_equal(a->kind, b->kind);
        if (a->kind != WIRE_VIA) /* of a via, DEF states the layer behind it */
            assert_int_equal(a->layer, b->layer);
        assert_int_equal(a->via, b->via);
        const int32_t from[] = {a->x0, a->y0, a->x1, a->y1}, to[] = {b->x0, b->y0, b->x1, b->y1};
        assert_memory_equal(from, to, sizeof from);
    }
    free(text);
    layout_destroy(&layout);
    layout_destroy(&bare);
}

static void test_wrong_texts(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {HEAD CLK "net reset_n unrouted no-path\npatch metal2 0 0 10 10\n",
         "expected a routed net before its wires, found \"patch\""},
        {HEAD "wire metal2 2500 2500 2500 4500\n",
         "expected a routed net before its wires, found \"wire\""},
        {HEAD CLK "net clk unrouted no-path\n", "expected each net once, found \"clk\""},
        {HEAD CLK "net clock unrouted no-path\n", "expected a net of the design, found \"clock\""},
        {HEAD CLK "net reset_n unrouted\n", "expected the reason why it has no wires"},
        {HEAD CLK "net reset_n open\n", "expected routed or unrouted, found \"open\""},
        {"routes other\n", "expected the routes of the design counter, found \"other\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct layout layout;
        layout_read(&layout, quad_lef, counter_def);
        const char *found = read_back(&layout, cases[i][0]);
        if (strncmp(found, cases[i][1], strlen(cases[i][1])) != 0)
            fail_msg("case %zu: %s", i, found);
        layout_destroy(&layout);
    }
    static const char *const numbers[][2] = {
        {"length 2000", "length 1999"}, {"vias 1", "vias 2"}, {"patches 1", "patches 0"}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct layout layout;
        char *text = text_edit(HEAD CLK, numbers[i][0], numbers[i][1]);
        layout_read(&layout, quad_lef, counter_def);
        assert_string_not_equal(read_back(&layout, text), "");
        free(text);
        layout_destroy(&layout);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_wrong_texts),
    };
    return cmocka_run_group_tests(tests, layout_set_up, layout_tear_down);
}
