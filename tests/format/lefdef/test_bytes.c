/* test_bytes: a small LEF and DEF with one byte changed (see bytes.h). bytes.lef.txt and
 * bytes.def.txt are the golden texts.
 *
 *     UPDATE=1 out/build/release/tests/format/lefdef/test_bytes
 */
#include "tests/support/bytes.h"
#include "tests/support/layout_dump.h"

static const char lef[] =
    "BUSBITCHARS \"<>\" ; # brackets\n"
    "UNITS DATABASE MICRONS 2000 ; END UNITS\n"
    "LAYER m1 TYPE ROUTING ; DIRECTION HORIZONTAL ; PITCH 1.5 ; WIDTH 0.2 ; SPACING 2e-1 ;\n"
    "MINSTEP 0.10 MAXEDGES 1 ; MINIMUMCUT 2.0 WIDTH 0.5 ; MINIMUMCUT 1.50 WIDTH .7 ; FOO 1 ;\n"
    "SPACING 0.2 ENDOFLINE +0.1 WITHIN 0.1 ; SPACING 0.3 RANGE 0.1 0.2 ; MINENCLOSEDAREA 0.1 ;\n"
    "PROPERTY LEF58_SPACING \"SPACING 0.1 ENDOFLINE 0.2 WITHIN 0.3 ;\" ; END m1\n"
    "LAYER v TYPE CUT ; WIDTH 0.1 ; SPACING 0.1 ADJACENTCUTS 3 WITHIN 0.2 ; END v\n"
    "LAYER m2 TYPE ROUTING ; WIDTH 0.2 ; SPACINGTABLE PARALLELRUNLENGTH 0 1\n"
    "WIDTH 0 0.1 0.2 WIDTH 1 0.2 0.3 ; END m2\n"
    "VIA v0 DEFAULT LAYER m1 ; RECT -0.1 -0.1 0.1 0.1 ; LAYER v ; RECT MASK 1 -0.1 -0.1 0.1 0.1 ;\n"
    "LAYER m2 ; RECT -0.1 -0.1 0.1 0.1 ; END v0\n"
    "NONDEFAULTRULE n HARDSPACING ; LAYER m1 WIDTH 0.3 ; SPACING 0.3 ; END m1 USEVIA v0 ; END n\n"
    "MACRO A CLASS CORE ; SIZE 1 BY 1 ; PIN p<1> DIRECTION INPUT ; PORT LAYER m1 ;\n"
    "RECT ITERATE 0 0 0.1 0.1 DO 2 BY 1 STEP 0.5 0 ; END END p<1>\n"
    "OBS LAYER m1 ; POLYGON 0.5 0.5 0.6 0.5 0.6 0.6 ; END END A\n"
    "END LIBRARY\n";

static const char def[] =
    "DESIGN d ;\n"
    "BUSBITCHARS \"[]\" ;\n"
    "UNITS DISTANCE MICRONS 1000 ;\n"
    "DIEAREA ( 0 0 ) ( 10000 10000 ) ; # the die\n"
    "TRACKS Y 500 DO 2 STEP 1000 LAYER m1 ;\n"
    "VIAS 1 ; - dv + RECT m1 ( 0 0 ) ( 10 10 ) ; END VIAS\n"
    "COMPONENTS 1 ; - c\\<1 A + PLACED ( 0 0 ) N ; END COMPONENTS\n"
    "PINS 1 ; - io + NET x + LAYER m1 ( 0 0 ) ( 100 100 ) + PLACED ( 5000 0 ) N ; END PINS\n"
    "SPECIALNETS 1 ; - pw ( c\\<1 p[1] ) + ROUTED m1 100 ( 0 0 ) ( 100 0 ) ; END SPECIALNETS\n"
    "NETS 1 ; - x ( PIN io ) + NONDEFAULTRULE n + ROUTED m1 ( 0 500 0 ) ( 700 * ) v0 ; END NETS\n"
    "END DESIGN\n";

/* context: the name of the file that has the text; the other file is unchanged. */
static char *read_text(const char *text, size_t size, void *context)
{
    static const char *const lefs[] = {"t.lef"};
    struct layout layout;
    struct error_rest rest = {0};
    struct error error = {.rest = &rest};
    const char *name = context;
    unlink(name);
    text_write_bytes(name, text, size);
    const enum status status = lefdef_read(&layout, "t.def", NULL, lefs, 1, &error);
    char *came = status == STATUS_OK ? edits_sum(layout_dump(&layout)) : edits_said(&error);
    layout_destroy(&layout);
    return came;
}

static void test_text(const char *text, char *name)
{
    char path[1024];
    text_write("t.lef", lef);
    text_write("t.def", def);
    snprintf(path, sizeof path, "%s/tests/format/lefdef/every/bytes%s.txt", texts_start, name + 1);
    edits_expect(path, bytes_all(text, read_text, name));
}

static void test_lef(void **state)
{
    (void)state;
    char name[] = "t.lef";
    test_text(lef, name);
}

static void test_def(void **state)
{
    (void)state;
    char name[] = "t.def";
    test_text(def, name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lef), cmocka_unit_test(test_def)};
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
