/* test_guides: guides of the counter, and a message with its place for each word that can be wrong.
 */
#include "tests/support/layout_texts.h"

#include "grid/format/guides.h"

static struct layout layout;

static enum status read_text(const char *text, struct guides *guides, struct error *error)
{
    text_write("t.guide", text);
    memset(error, 0, sizeof *error);
    return guides_read(guides, &layout, "t.guide", error);
}

static void expect_box(const struct guides *guides, const char *net, uint32_t number,
                       struct layout_rect rect, const char *layer)
{
    struct slice boxes = guides->nets[find_net(&layout, net)];
    assert_true(number < boxes.count);
    const struct guide_box *box = &guides->boxes[boxes.first + number];
    int32_t scale = layout.placed.scale;
    assert_int_equal(box->rect.x0, rect.x0 * scale);
    assert_int_equal(box->rect.y0, rect.y0 * scale);
    assert_int_equal(box->rect.x1, rect.x1 * scale);
    assert_int_equal(box->rect.y1, rect.y1 * scale);
    assert_int_equal(box->layer, find_layer(&layout, layer));
}

static void test_good(void **state)
{
    (void)state;
    struct guides guides;
    struct error error;
    /* Line ends are blanks, names may have DEF's backslashes, a net may have no box. */
    assert_int_equal(read_text("clk_in\n(\n0 1 20 30 metal1\n-5 -6 7 8 metal3\n)\n"
                               "q\\[6\\] ( 9 9\n10 10 metal2 )\n\nenable ( )\n",
                               &guides, &error),
                     STATUS_OK);
    assert_int_equal(guides.count, 3);
    assert_int_equal(guides.nets[find_net(&layout, "clk_in")].count, 2);
    assert_int_equal(guides.nets[find_net(&layout, "q[6]")].count, 1);
    assert_int_equal(guides.nets[find_net(&layout, "enable")].count, 0);
    assert_int_equal(guides.nets[find_net(&layout, "reset_n")].count, 0);
    expect_box(&guides, "clk_in", 0, (struct layout_rect){0, 1, 20, 30}, "metal1");
    expect_box(&guides, "clk_in", 1, (struct layout_rect){-5, -6, 7, 8}, "metal3");
    expect_box(&guides, "q[6]", 0, (struct layout_rect){9, 9, 10, 10}, "metal2");
    guides_destroy(&guides);
    assert_int_equal(read_text("", &guides, &error), STATUS_OK);
    assert_int_equal(guides.count, 0);
    guides_destroy(&guides);
}

static void test_bad(void **state)
{
    (void)state;
    static const struct {
        const char *text, *at, *message;
    } cases[] = {
        {"nowhere\n(\n)\n", "nowhere", "expected a net of counter, found \"nowhere\""},
        {"wrap\n(\n)\nclk ( ) wrap (", "wrap (", "expected the guides of each net once"},
        {"clk\n0 0 1 1 metal1\n", "0 0", "expected ( before the boxes of the net"},
        {"clk\n", NULL, "expected ( before the boxes of the net"},
        {"clk\n(\n0 0 1 1 metal1\n", NULL, "expected ) behind the boxes of the net"},
        {"clk\n(\n0 zero 1 1 metal1\n)\n", "zero", "expected a coordinate in database units"},
        {"clk\n(\n0 0 1 99999999999 metal1\n)\n", "99999",
         "expected a coordinate in database units"},
        {"clk\n(\n5 0 5 1 metal1\n)\n", "1 metal1", "expected a box whose second corner"},
        {"clk\n(\n0 5 1 5 metal1\n)\n", "5 metal1", "expected a box whose second corner"},
        {"clk\n(\n0 0 1 1 via1\n)\n", "via1", "expected a routing layer"},
        {"clk\n(\n0 0 1 1 metal9\n)\n", "metal9", "expected a routing layer"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct guides guides;
        struct error error;
        uint64_t line = 0, column = 0;
        assert_int_equal(read_text(cases[i].text, &guides, &error), STATUS_BAD_INPUT);
        if (strstr(error.text, cases[i].message) == NULL)
            fail_msg("case %zu: %s", i, error.text);
        assert_string_equal(error.file, "t.guide");
        if (cases[i].at != NULL) {
            text_place(cases[i].text, cases[i].at, &line, &column);
            assert_int_equal(error.line, line);
            assert_int_equal(error.column, column);
        }
        guides_destroy(&guides);
    }
}

static int set_up(void **state)
{
    if (layout_set_up(state) != 0)
        return -1;
    layout_read(&layout, quad_lef, counter_def);
    return 0;
}

static int tear_down(void **state)
{
    layout_destroy(&layout);
    return layout_tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_good), cmocka_unit_test(test_bad)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
