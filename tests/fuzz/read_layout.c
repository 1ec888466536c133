/* read_layout: targets for LEF, DEF and what belongs to layouts. */
#include <stdlib.h>

#include "grid/format/layout/layout_text.h"
#include "grid/format/guides.h"
#include "tests/support/read_files.h"
#include "tests/fuzz/targets.h"

/* A technology of two layers with one cell, and a DEF of two of its cells. */
static const char LEF[] =
    "VERSION 5.8 ;\nUNITS\n DATABASE MICRONS 1000 ;\nEND UNITS\nMANUFACTURINGGRID 0.005 ;\n"
    "LAYER m1\n TYPE ROUTING ;\n DIRECTION HORIZONTAL ;\n PITCH 0.5 ;\n WIDTH 0.2 ;\n"
    " SPACING 0.2 ;\nEND m1\nLAYER v1\n TYPE CUT ;\n SPACING 0.2 ;\nEND v1\n"
    "LAYER m2\n TYPE ROUTING ;\n DIRECTION VERTICAL ;\n PITCH 0.5 ;\n WIDTH 0.2 ;\n"
    " SPACING 0.2 ;\nEND m2\nVIA via1 DEFAULT\n LAYER m1 ;\n RECT -0.15 -0.1 0.15 0.1 ;\n"
    " LAYER v1 ;\n RECT -0.1 -0.1 0.1 0.1 ;\n LAYER m2 ;\n RECT -0.1 -0.15 0.1 0.15 ;\nEND via1\n"
    "SITE core\n CLASS CORE ;\n SIZE 0.5 BY 5 ;\nEND core\n"
    "MACRO cell\n CLASS CORE ;\n SIZE 2 BY 5 ;\n SITE core ;\n"
    " PIN a\n DIRECTION INPUT ;\n PORT\n LAYER m1 ;\n RECT 0.2 1 0.4 2 ;\n END\n END a\n"
    " PIN y\n DIRECTION OUTPUT ;\n PORT\n LAYER m1 ;\n RECT 1.2 1 1.4 2 ;\n END\n END y\n"
    " OBS\n LAYER m1 ;\n RECT 0 4 2 5 ;\n END\nEND cell\nEND LIBRARY\n";
static const char DEF[] =
    "VERSION 5.8 ;\nDESIGN d ;\nUNITS DISTANCE MICRONS 1000 ;\nDIEAREA ( 0 0 ) ( 9000 9000 ) ;\n"
    "TRACKS Y 250 DO 18 STEP 500 LAYER m1 ;\nTRACKS X 250 DO 18 STEP 500 LAYER m2 ;\n"
    "COMPONENTS 2 ;\n- u1 cell + PLACED ( 1000 1000 ) N ;\n- u2 cell + PLACED ( 5000 1000 ) FN ;\n"
    "END COMPONENTS\nNETS 2 ;\n- n1 ( u1 y ) ( u2 a ) + USE SIGNAL ;\n- n2 ( u1 a ) ( u2 y ) ;\n"
    "END NETS\nEND DESIGN\n";

static const char *const LEF_PATHS[] = {"in/t.lef"};

static void read_lefdef(struct fuzz_text lef, struct fuzz_text def)
{
    struct layout layout = {0};
    struct error error = fuzz_error();
    fuzz_files(def, lef);
    fuzz_expect(lefdef_read(&layout, IN_NAME, NULL, LEF_PATHS, 1, &error), &error);
    layout_destroy(&layout);
}

void fuzz_lef(const uint8_t *data, size_t size)
{
    read_lefdef((struct fuzz_text){data, size}, (struct fuzz_text){DEF, sizeof DEF - 1});
}

void fuzz_def(const uint8_t *data, size_t size)
{
    read_lefdef((struct fuzz_text){LEF, sizeof LEF - 1}, (struct fuzz_text){data, size});
}

void fuzz_layout(const uint8_t *data, size_t size)
{
    struct scan scan;
    struct layout layout = {0};
    struct error error = fuzz_error();
    enum status status = scan_open_bytes(&scan, IN_NAME, data, size, &error);
    if (status == STATUS_OK)
        status = layout_text_read(&layout, &scan, &error);
    fuzz_expect(status, &error);
    scan_close(&scan);
    layout_destroy(&layout);
}

/* The layout of the two texts above, read once. */
static const struct layout *small_layout(void)
{
    static struct layout layout;
    struct error error = {0};
    if (layout.placed.net_names.count > 0)
        return &layout;
    fuzz_file_texts(DEF, LEF);
    if (lefdef_read(&layout, IN_NAME, NULL, LEF_PATHS, 1, &error) != STATUS_OK)
        abort();
    return &layout;
}

void fuzz_wires(const uint8_t *data, size_t size)
{
    struct scan scan;
    struct layout layout = {0};
    struct error error = fuzz_error();
    enum status status = layout_copy(&layout, small_layout(), &error);
    if (status != STATUS_OK)
        abort();
    status = scan_open_bytes(&scan, IN_NAME, data, size, &error);
    if (status == STATUS_OK)
        status = layout_routes_read(&layout, &scan, &error);
    fuzz_expect(status, &error);
    scan_close(&scan);
    layout_destroy(&layout);
}

void fuzz_guides(const uint8_t *data, size_t size)
{
    const struct layout *layout = small_layout();
    struct guides guides = {0};
    struct error error = fuzz_error();
    fuzz_files((struct fuzz_text){data, size}, (struct fuzz_text){"", 0});
    fuzz_expect(guides_read(&guides, layout, IN_NAME, &error), &error);
    guides_destroy(&guides);
}
