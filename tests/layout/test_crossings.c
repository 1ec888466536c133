/* test_crossings: nets and free tracks of the worst line, counted by hand. */
#include "tests/support/layout_rules.h"

#include "grid/layout/crossings.h"

enum { NETS = 6 };

/* Nets from the left to the right, with `tracks` tracks of m3 and more statements. */
static void make(struct layout *layout, int tracks, const char *more, const char *wiring)
{
    char text[8192], *lef, *unused;
    const struct rule_case plain = {.name = "plain"};
    rule_texts(&plain, "", &lef, &unused);
    int n = snprintf(text, sizeof text,
                     "VERSION 5.8 ;\nDESIGN lines ;\nUNITS DISTANCE MICRONS 1000 ;\n"
                     "DIEAREA ( 0 0 ) ( 10000 10000 ) ;\n"
                     "TRACKS Y 1000 DO %d STEP 500 LAYER m3 ;\n%s\nPINS %d ;\n",
                     tracks, more, 2 * NETS);
    for (int i = 0; i < 2 * NETS; i++)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "- p%d + NET n%d + LAYER m1 ( -100 -100 ) ( 100 100 ) + PLACED "
                      "( %d %d ) N ;\n",
                      i, i / 2, i % 2 ? 9000 : 1000, 1000 + i / 2 * 1000);
    n += snprintf(text + n, sizeof text - (size_t)n, "END PINS\nNETS %d ;\n", NETS);
    for (int i = 0; i < NETS; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "- n%d ( PIN p%d ) ( PIN p%d ) %s ;\n", i,
                      2 * i, 2 * i + 1, i == 0 ? wiring : "");
    snprintf(text + n, sizeof text - (size_t)n, "END NETS\nEND DESIGN\n");
    layout_read(layout, lef, text);
    free(lef);
    free(unused);
}

static struct crossing worst_of(const struct layout *layout, const bool *skip, uint32_t last)
{
    struct crossing worst;
    struct error error = {0};
    assert_int_equal(crossings_worst(&worst, layout, skip, 0, last, &error), STATUS_OK);
    return worst;
}

static void test_lines(void **state)
{
    (void)state;
    static const bool skip[NETS] = {false, true};
    struct layout layout;
    make(&layout, 5, "", "");
    struct crossing worst = worst_of(&layout, NULL, 2);
    assert_true(worst.vertical);
    assert_int_equal(worst.nets, NETS);
    assert_int_equal(worst.tracks, 5);
    const int32_t left = 1100 * layout.placed.scale, right = 8900 * layout.placed.scale;
    assert_true(worst.at > left && worst.at < right);
    assert_int_equal(worst_of(&layout, skip, 2).nets, NETS - 1);
    assert_int_equal(worst_of(&layout, NULL, 1).nets, 0); /* no layer above the lowest */
    layout_destroy(&layout);
}

/* Two of five tracks are closed between x = 4000 and 6000. */
static void test_closed(void **state)
{
    (void)state;
    static const char *const closing[][2] = {
        {"BLOCKAGES 1 ;\n- LAYER m3 RECT ( 4000 1450 ) ( 6000 2050 ) ;\nEND BLOCKAGES", ""},
        {"", "+ FIXED m3 ( 4000 1500 ) ( 6000 * ) NEW m3 ( 4000 2000 ) ( 6000 * )"},
        /* no track runs through it, but wires of 200 on two of them are too near to it */
        {"BLOCKAGES 1 ;\n- LAYER m3 + SPACING 200 RECT ( 4000 1700 ) ( 6000 1800 ) ;\n"
         "END BLOCKAGES",
         ""},
        {"BLOCKAGES 1 ;\n- LAYER m3 + FILLS RECT ( 4000 1450 ) ( 6000 2050 ) ;\nEND BLOCKAGES", ""},
        {"", "+ ROUTED m3 ( 4000 1500 ) ( 6000 * ) NEW m3 ( 4000 2000 ) ( 6000 * )"},
        {"TRACKS Y 20000 DO 9 STEP 500 LAYER m3 ;", ""}, /* outside of the die */
        {"TRACKS Y 1000 DO 9 STEP 500 LAYER m1 ;", ""},  /* the lowest layer does not count */
    };
    for (int i = 0; i < 7; i++) {
        struct layout layout;
        make(&layout, 5, closing[i][0], closing[i][1]);
        const struct crossing worst = worst_of(&layout, NULL, 2);
        assert_int_equal(worst.tracks, i < 3 ? 3 : 5);
        const int32_t low = 3700 * layout.placed.scale, high = 6300 * layout.placed.scale;
        if (i < 3)
            assert_true(worst.at > low && worst.at < high);
        layout_destroy(&layout);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lines), cmocka_unit_test(test_closed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
