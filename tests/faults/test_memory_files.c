/* test_memory_files: what writers say where memory ends, and readers of gzip files, of weights, of
 * results with wires, of obstructions that go on behind a pin. Each call that gives memory fails
 * once; nothing is left behind. memory_files.txt is the golden text.
 *
 *     UPDATE=1 out/build/release/tests/faults/test_memory_files
 */
#include "tests/support/layout_texts.h"
#include "tests/support/memory_said.h"

#include "grid/format/layout/layout_text.h"
#include "grid/format/def/def_write.h"
#include "grid/format/design_file.h"
#include "grid/format/native/native.h"
#include "grid/format/routes_file.h"

static struct layout layout;
static struct design design;
static struct routes routes;

/* ---- writers -------------------------------------------------------------------------------- */

typedef enum status write_layout(FILE *stream, struct error *error);

static enum status write_text(FILE *stream, struct error *error)
{
    return layout_text_write(stream, &layout, error);
}

static enum status write_def(FILE *stream, struct error *error)
{
    static uint32_t first[2];
    static const struct def_wiring wiring = {NULL, first, NULL};
    return def_write(stream, &layout, &wiring, error);
}

/* The stream has its buffer, so that none is asked for that it could do without. */
static enum status run_write(void *context, struct error *error)
{
    static char buffer[BUFSIZ];
    FILE *stream = fopen("/dev/null", "w");
    assert_non_null(stream);
    setvbuf(stream, buffer, _IOFBF, sizeof buffer);
    const enum status status = (*(write_layout **)context)(stream, error);
    assert_int_equal(fclose(stream), 0);
    return status;
}

static enum status run_write_design(void *context, struct error *error)
{
    const char *path = context;
    const char *end = strrchr(path, '.');
    if (strcmp(end, ".grid") == 0)
        return native_write_grid(&design.grid, path, error);
    if (strcmp(end, ".net") == 0)
        return native_write_net(&design.grid, &design.nets, "a.grid", path, error);
    return routes_write(&routes, &design, 1, path, error);
}

/* ---- readers -------------------------------------------------------------------------------- */

static enum status run_read_layout(void *context, struct error *error)
{
    static const char *const lefs[] = {"t.lef"};
    struct layout read;
    (void)context;
    TRY(lefdef_read(&read, "t.def", NULL, lefs, 1, error));
    layout_destroy(&read);
    return STATUS_OK;
}

static enum status run_read_packed(void *context, struct error *error)
{
    struct design read;
    TRY(design_read(&read, context, error));
    design_destroy(&read);
    return STATUS_OK;
}

static enum status run_read_design(void *context, struct error *error)
{
    struct design read;
    struct routes result;
    TRY(design_read(&read, context, error));
    enum status status = routes_read(&result, &read, "a.routes", error);
    if (status == STATUS_OK)
        routes_destroy(&result);
    design_destroy(&read);
    return status;
}

#ifdef LEEWAY_DEBUG
enum { SPARE = 1 }; /* whether routes are sound is looked at where there is memory for that */
#else
enum { SPARE = 0 };
#endif

/* ---- tests ---------------------------------------------------------------------------------- */

static void note(FILE *out, const char *name, operation *run, void *context)
{
    struct error error = {0};
    if (run(context, &error) != STATUS_OK)
        fail_msg("%s: %s:%d: %s", name, error.file, (int)error.line, error.text);
    fail_each(run, context, SPARE);
    memory_note(out, name, run, context);
}

/* So many obstructions on either side of a pin. */
static void note_obstructions(FILE *out, int count)
{
    char name[64];
    FILE *file = fopen("t.lef", "w");
    assert_non_null(file);
    fputs("UNITS DATABASE MICRONS 1000 ; END UNITS\nLAYER m1 TYPE ROUTING ; WIDTH 0.2 ; END m1\n"
          "MACRO A SIZE 1 BY 1 ; OBS LAYER m1 ;\n",
          file);
    for (int i = 0; i < count; i++)
        fputs("RECT 0 0 1 1 ;\n", file);
    fputs("END PIN p PORT LAYER m1 ; RECT 0 0 1 1 ; END END p\nOBS LAYER m1 ; RECT 0 0 1 1 ; END\n"
          "END A\n",
          file);
    assert_int_equal(fclose(file), 0);
    snprintf(name, sizeof name, "%d obstructions", count);
    note(out, name, run_read_layout, NULL);
}

/* A polygon like stairs, each step of which is a rectangle: none may be missing. */
static void note_stairs(FILE *out)
{
    FILE *file = fopen("t.lef", "w");
    assert_non_null(file);
    fputs("UNITS DATABASE MICRONS 1000 ; END UNITS\nLAYER m1 TYPE ROUTING ; WIDTH 0.2 ; END m1\n"
          "MACRO A SIZE 9 BY 9 ; PIN p PORT LAYER m1 ; POLYGON 0 0",
          file);
    for (int i = 0; i < 40; i++)
        fprintf(file, " 0.%02d 0.%02d 0.%02d 0.%02d", i, i + 1, i + 1, i + 1);
    fputs(" 0.40 0 ; END END p END A\n", file);
    assert_int_equal(fclose(file), 0);
    note(out, "stairs", run_read_layout, NULL);
}

static void test_said(void **state)
{
    (void)state;
    static write_layout *const writers[] = {write_text, write_def};
    static const char *const names[] = {"own words", "DEF"};
    static const char *const paths[] = {"b.grid", "b.net", "b.routes", "b.out"};
    char *found = NULL;
    size_t size;
    if (!ALLOCATIONS_COUNTED)
        skip();
    FILE *out = open_memstream(&found, &size);
    assert_non_null(out);
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
        write_layout *writer = writers[i];
        note(out, names[i], run_write, &writer);
    }
    for (size_t i = 0; i + 1 < sizeof paths / sizeof *paths; i++) {
        char path[16];
        snprintf(path, sizeof path, "%s", paths[i]);
        note(out, path, run_write_design, path);
    }
    char packed[] = "packed.net", plain[] = "a.net";
    note(out, packed, run_read_packed, packed);
    note(out, plain, run_read_design, plain);
    note_obstructions(out, 1);
    note_obstructions(out, 5); /* more obstructions than the array in front of the pin holds */
    note_stairs(out);
    assert_int_equal(fclose(out), 0);
    memory_expect("tests/faults/memory_files.txt", found);
}

static int set_up(void **state)
{
    static const char net[] = "grid a.grid\nnet w 3,0,1 3,4,1\nnet n 0,2,1 6,2,2\n";
    if (texts_set_up(state) != 0)
        return -1;
    text_write("t.lef", "UNITS DATABASE MICRONS 1000 ; END UNITS\n"
                        "LAYER m1 TYPE ROUTING ; WIDTH 0.2 ; END m1\n"
                        "MACRO A SIZE 1 BY 1 ; PIN p PORT LAYER m1 ; RECT 0 0 1 1 ; END END p\n"
                        "END A\n");
    text_write("t.def", "DESIGN d ;\nUNITS DISTANCE MICRONS 1000 ;\nDIEAREA ( 0 0 ) ( 90 90 ) ;\n"
                        "TRACKS Y 1 DO 9 STEP 9 LAYER m1 ;\n"
                        "COMPONENTS 1 ; - c A + PLACED ( 0 0 ) N ; END COMPONENTS\n"
                        "NETS 1 ; - n ( c p ) + ROUTED m1 ( 0 1 ) ( 9 * ) ; END NETS\n"
                        "END DESIGN\n");
    static const char *const lefs[] = {"t.lef"};
    struct error error = {0};
    if (lefdef_read(&layout, "t.def", NULL, lefs, 1, &error) != STATUS_OK)
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.text);
    text_write("a.grid", "size 7 5 2\nblock 1 1 2 2\nblock 4 4 4 4\nweight 7 0 0 0 0\n");
    text_write("a.net", net);
    text_write_gzip("packed.net", net, strlen(net));
    text_write("a.routes", "routes a.net\nnet w routed cost 4 length 4 vias 0 bends 0\n"
                           "wire 3,0,1 3,4,1\nnet n unrouted blocked-by w\n");
    if (design_read(&design, "a.net", &error) != STATUS_OK)
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.text);
    return routes_read(&routes, &design, "a.routes", NULL) == STATUS_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    layout_destroy(&layout);
    routes_destroy(&routes);
    design_destroy(&design);
    return texts_tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_said)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
