/* test_many_layers: a layout of LEF and DEF with the largest number of layers, each with its own
 * rules, which LEF states in two parts. Its native text is compared byte by byte. */
#include "tests/support/layout_texts.h"
#include "tests/support/repeated.h"

#include "grid/format/layout/layout_text.h"

enum { PAIRS = TECH_LAYERS_MAX / 2 };

static void write_lef(void)
{
    FILE *out = repeated_file("a.lef");
    repeat(out, PAIRS, "UNITS DATABASE MICRONS 1000 ; END UNITS\n",
           "LAYER m@ TYPE ROUTING ; WIDTH ~ ; SPACING ~ RANGE 0.1 0.2 ; MINSTEP ~ ; FOO@ 1 ;\n"
           "SPACING 0.2 ENDOFLINE ~ WITHIN 0.1 ; MINENCLOSEDAREA 0.1 WIDTH ~ ; MINIMUMCUT 2 WIDTH "
           "~ ;\nSPACINGTABLE PARALLELRUNLENGTH 0 ~ WIDTH 0 0.1 ~ ; END m@\n"
           "LAYER v@ TYPE CUT ; WIDTH ~ ; SPACING ~ ADJACENTCUTS 3 WITHIN 0.2 ; END v@\n",
           "");
    repeat(out, PAIRS, "",
           "LAYER m@ SPACING 0.7 RANGE 0.1 ~ ; MINSTEP 0.3 MAXEDGES 2 ; SPACING 0.3 ENDOFLINE ~ "
           "WITHIN 0.2 ; MINENCLOSEDAREA 0.2 WIDTH ~ ; MINIMUMCUT 3 WIDTH ~ ; BAR 1 ; END m@\n"
           "LAYER v@ SPACING ~ ADJACENTCUTS 2 WITHIN 0.3 ; END v@\n",
           "");
    repeat(out, PAIRS, "",
           "VIA w@ LAYER m@ ; RECT 0 0 ~ 0.1 ; LAYER v@ ; RECT 0 0 ~ 0.2 ; END w@\n",
           "NONDEFAULTRULE n\n");
    repeat(out, PAIRS, "", "LAYER m@ WIDTH ~ ; END m@\n",
           "END n\nMACRO A SIZE 1 BY 1 ; PIN p PORT\n");
    repeat(out, PAIRS, "", "LAYER m@ ; RECT 0 0 ~ 0.1 ;\n", "END END p END A\n");
    fclose(out);
}

static void write_def(void)
{
    FILE *out = repeated_file("a.def");
    fputs("DESIGN d ;\nUNITS DISTANCE MICRONS 1000 ;\nDIEAREA ( 0 0 ) ( 9000 9000 ) ;\n"
          "TRACKS Y 1 DO 2 STEP 3 ;\n"
          "COMPONENTS 1 ;\n- c A + PLACED ( 0 0 ) N ;\nEND COMPONENTS\nPINS 1 ;\n- io\n",
          out);
    repeat(out, PAIRS, "", "+ LAYER m@ ( 0 0 ) ( @ 9 )\n", "+ PLACED ( 0 0 ) N ;\nEND PINS\n");
    repeat(out, PAIRS, "BLOCKAGES 512 ;\n", "- LAYER m@ RECT ( 0 0 ) ( @ 8 ) ;\n",
           "END BLOCKAGES\nNETS 1 ;\n- n ( c p )\n");
    repeat(out, PAIRS, "", "+ ROUTED m@ ( 0 @ ) ( 10 * ) w@\n", ";\nEND NETS\nEND DESIGN\n");
    fclose(out);
}

static void write_own(void)
{
    FILE *out = repeated_file("own.net");
    repeat(out, PAIRS, "chip d\nunits 2000 1000 2\n",
           "layer m@ routing width & min-width &\n"
           "range space & from 200 to 400\nrange space 1400 from 200 to &\n"
           "line-end space 400 width & within 200\nline-end space 600 width & within 400\n"
           "hole area 400000 width &\nhole area 800000 width &\n"
           "step length &\nstep length 600 edges 2\n"
           "cuts cuts 2 width & above below\ncuts cuts 3 width & above below\n"
           "runs 0 &\nrow 0 200 &\nignored FOO@\nignored BAR\n"
           "layer v@ cut width & min-width &\n"
           "cut-space space & adjacent 3 within 400\ncut-space space & adjacent 2 within 600\n",
           "");
    repeat(out, PAIRS, "", "via w@\nrect m@ 0 0 & 200\nrect v@ 0 0 & 400\n", "rule n\n");
    repeat(out, PAIRS, "", "on-layer m@ width &\n", "cell A 2000 2000 core\npin p\n");
    repeat(out, PAIRS, "", "rect m@ 0 0 & 200\n", "die 0 0 18000 18000\nlines horizontal 2 6 2");
    repeat(out, PAIRS, "", " m@", "\nplace c A 0 0\nport io\n");
    repeat(out, PAIRS, "", "rect m@ 0 0 & 18\n", "");
    repeat(out, PAIRS, "", "block m@ 0 0 & 16\n", "net n regular\non c p\n");
    repeat(out, PAIRS, "", "wire m@ 0 & 20 &\nvia-at w@ 20 &\n", "");
    fclose(out);
}

static void expect_layout(const struct layout *layout)
{
    const struct tech *tech = &layout->tech;
    struct error error = {0};
    assert_int_equal(tech->layer_names.count, TECH_LAYERS_MAX);
    assert_int_equal(tech->level_count, PAIRS);
    for (size_t i = 0; i < PAIRS; i++) {
        assert_int_equal(tech->levels[i], 2 * i);
        assert_int_equal(tech->layers[2 * i].level, i);
        assert_int_equal(tech->layers[2 * i].above, 2 * i + 1);
        assert_int_equal(tech->layers[2 * i].below, i > 0 ? 2 * i - 1 : LAYER_NONE);
        assert_int_equal(tech->layers[2 * i + 1].level, i);
        assert_int_equal(tech->layers[2 * i + 1].below, 2 * i);
        assert_int_equal(tech->layers[2 * i + 1].above, i + 1 < PAIRS ? 2 * i + 2 : LAYER_NONE);
        assert_int_equal(tech->vias[i].bottom, 2 * i);
        assert_int_equal(tech->vias[i].cut, 2 * i + 1);
    }
    FILE *out = repeated_file("found.net");
    assert_int_equal(layout_text_write(out, layout, &error), STATUS_OK);
    fclose(out);
    repeated_same("found.net", "own.net");
}

static void test_lefdef(void **state)
{
    (void)state;
    static const char *const lefs[] = {"a.lef"};
    struct layout layout;
    struct error error = {0};
    write_lef();
    write_def();
    write_own();
    if (lefdef_read(&layout, "a.def", NULL, lefs, 1, &error) != STATUS_OK)
        fail_msg("%s:%llu: %s", error.file, (unsigned long long)error.line, error.text);
    expect_layout(&layout);
    layout_destroy(&layout);
}

static void test_own_words(void **state)
{
    (void)state;
    struct layout layout;
    struct scan scan;
    struct error error = {0};
    assert_int_equal(scan_open(&scan, "own.net", &error), STATUS_OK);
    if (layout_text_read(&layout, &scan, &error) != STATUS_OK)
        fail_msg("%llu: %s", (unsigned long long)error.line, error.text);
    scan_close(&scan);
    expect_layout(&layout);
    layout_destroy(&layout);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lefdef),
                                       cmocka_unit_test(test_own_words)};
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
