/* Tests of leeway_layout.h. The program's own files of the counter are the reference. */
#include "tests/api/calls.h"

static const char *const LEFS[] = {"netlists/quad.lef"};

static struct leeway_layout *read_counter(void)
{
    struct leeway_layout *layout;
    assert_int_equal(leeway_layout_read(&layout, "netlists/counter.def", LEFS, 1, &error),
                     LEEWAY_OK);
    assert_non_null(layout);
    return layout;
}

static struct leeway_layout *route(const struct leeway_layout *placed)
{
    struct leeway_layout *result;
    assert_int_equal(leeway_layout_route(&result, placed, NULL, &error), LEEWAY_OK);
    assert_non_null(result);
    return result;
}

static void test_reading(void **state)
{
    (void)state;
    struct leeway_layout *placed = read_counter();
    const struct leeway_layout_report *report = leeway_layout_report(placed);
    size_t count;
    const struct leeway_layout_net *nets = leeway_layout_nets(placed, &count);
    assert_string_equal(report->name, "counter");
    assert_int_equal(report->units, 2000);
    assert_int_equal(report->die[2], 68000);
    assert_int_equal(count, report->net_count);
    assert_int_equal(count, 65);
    assert_string_equal(nets[2].state, "");
    assert_int_equal(report->length + report->vias + report->wanted + report->open, 0);
    refused(leeway_layout_check(placed, NULL, NULL, &error), "expected one with wires");
    leeway_layout_destroy(placed);
    leeway_layout_destroy(NULL);
    assert_null(leeway_layout_report(NULL));
    assert_null(leeway_layout_nets(NULL, &count));
    assert_int_equal(count, 0);
}

static void fault_seen(void *context, const char *fault)
{
    assert_true(fault[0] != '\0');
    ++*(size_t *)context;
}

/* A result is right, and the same after it was written and read, as a DEF and as routes. */
static void test_routing(void **state)
{
    (void)state;
    static const char *const names[] = {"a.def", "a.routes"};
    char folder[PATH_SIZE - 20], path[PATH_SIZE];
    struct leeway_layout *placed = read_counter(), *result = route(placed), *again;
    const struct leeway_layout_report *report = leeway_layout_report(result);
    size_t faults = 0, count;
    const struct leeway_layout_net *nets = leeway_layout_nets(result, &count);
    make_folder(folder);
    assert_int_equal(leeway_layout_check(result, fault_seen, &faults, &error), LEEWAY_OK);
    assert_int_equal(faults, 0);
    assert_int_equal(report->wanted, 63);
    assert_int_equal(report->open, 0);
    uint64_t length = 0;
    for (size_t i = 0; i < count; i++) {
        assert_true(nets[i].pins < 2 || strcmp(nets[i].state, "routed") == 0);
        assert_true(nets[i].length >= nets[i].least);
        length += nets[i].length;
    }
    assert_int_equal(length, report->length);
    for (size_t i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        assert_int_equal(leeway_layout_write(result, path, &error), LEEWAY_OK);
        assert_int_equal(leeway_layout_read_result(&again, placed, path, &error), LEEWAY_OK);
        assert_int_equal(leeway_layout_report(again)->length, report->length);
        assert_int_equal(leeway_layout_report(again)->vias, report->vias);
        assert_int_equal(leeway_layout_check(again, NULL, NULL, &error), LEEWAY_OK);
        leeway_layout_destroy(again);
        unlink(path);
    }
    rmdir(folder);
    refused(leeway_layout_write(result, "a.txt", &error), "a.txt: expected NAME.net");
    refused(leeway_layout_route(&again, result, NULL, &error), "found a result");
    leeway_layout_destroy(result);
    leeway_layout_destroy(placed);
}

static int stop_at_once(void *context, const struct leeway_progress *progress)
{
    assert_non_null(progress->phase);
    ++*(size_t *)context;
    return 1;
}

static void test_options(void **state)
{
    (void)state;
    struct leeway_layout *placed = read_counter(), *result;
    struct leeway_options options;
    uint8_t skip[65] = {[5] = 1};
    size_t calls = 0;
    leeway_options_init(&options, sizeof options);
    options.skip = skip;
    options.skip_count = 65;
    assert_int_equal(leeway_layout_route(&result, placed, &options, &error), LEEWAY_OK);
    assert_string_equal(leeway_layout_nets(result, NULL)[5].state, "skipped");
    assert_int_equal(leeway_layout_nets(result, NULL)[5].length, 0);
    assert_int_equal(leeway_layout_report(result)->open, 1);
    assert_int_equal(leeway_layout_check(result, NULL, NULL, &error), LEEWAY_UNROUTED);
    leeway_layout_destroy(result);
    leeway_options_init(&options, sizeof options);
    options.progress = stop_at_once;
    options.context = &calls;
    assert_int_equal(leeway_layout_route(&result, placed, &options, &error), LEEWAY_INTERRUPTED);
    assert_true(calls > 0);
    leeway_layout_destroy(result);
#define WRONG(set, says)                                                                           \
    do {                                                                                           \
        leeway_options_init(&options, sizeof options);                                             \
        set;                                                                                       \
        result = placed;                                                                           \
        refused(leeway_layout_route(&result, placed, &options, &error), says);                     \
        assert_null(result);                                                                       \
    } while (0)
    WRONG(options.engine = "gpu", "engine, wave");
    WRONG(options.wave = "sweep", "a layout has no such choice");
    WRONG(options.order = "long", "expected the defaults");
    WRONG(options.max_iterations = 3, "max_iterations");
    WRONG(options.alone = 1, "alone, keep");
    WRONG(options.film = "x.gif", "film");
    WRONG((options.skip = skip, options.skip_count = 7), "skip: expected 65");
    WRONG(options.effort = "much", "expected one of normal, fast, best");
    WRONG(options.global = "much", "expected one of auto, on, off");
    WRONG(options.global = NULL, "global is NULL");
#undef WRONG
    leeway_layout_destroy(placed);
}

/* A wall with two gaps, each for one wire: a and b have the same way through the lower one. The
 * first TRACKS of metal3 make tiles of three tracks. */
static const char WALL[] =
    "VERSION 5.8 ;\nDESIGN wall ;\nUNITS DISTANCE MICRONS 1000 ;\n"
    "DIEAREA ( 0 0 ) ( 20000 20000 ) ;\nTRACKS Y 250 DO 1 STEP 100 LAYER metal3 ;\n"
    "TRACKS Y 250 DO 40 STEP 500 LAYER metal1 ;\nTRACKS X 250 DO 40 STEP 500 LAYER metal2 ;\n"
    "TRACKS Y 250 DO 40 STEP 500 LAYER metal3 ;\nTRACKS X 250 DO 20 STEP 1000 LAYER metal4 ;\n"
    "PINS 4 ;\n"
    "- a0 + NET a + LAYER metal2 ( -150 -150 ) ( 150 150 ) + PLACED ( 3250 10250 ) N ;\n"
    "- a1 + NET a + LAYER metal2 ( -150 -150 ) ( 150 150 ) + PLACED ( 17250 10250 ) N ;\n"
    "- b0 + NET b + LAYER metal2 ( -150 -150 ) ( 150 150 ) + PLACED ( 3250 9250 ) N ;\n"
    "- b1 + NET b + LAYER metal2 ( -150 -150 ) ( 150 150 ) + PLACED ( 17250 9250 ) N ;\n"
    "END PINS\nBLOCKAGES 4 ;\n- LAYER metal1 RECT ( 9500 0 ) ( 10500 20000 ) ;\n"
    "- LAYER metal2 RECT ( 9500 0 ) ( 10500 20000 ) ;\n"
    "- LAYER metal3 RECT ( 9500 0 ) ( 10500 9400 ) RECT ( 9500 10100 ) ( 10500 14300 )\n"
    "  RECT ( 9500 15200 ) ( 10500 20000 ) ;\n"
    "- LAYER metal4 RECT ( 9500 0 ) ( 10500 20000 ) ;\nEND BLOCKAGES\n"
    "NETS 2 ;\n- a ( PIN a0 ) ( PIN a1 ) ;\n- b ( PIN b0 ) ( PIN b1 ) ;\nEND NETS\nEND DESIGN\n";

static int note_planning(void *context, const struct leeway_progress *progress)
{
    *(size_t *)context += strcmp(progress->phase, "planning") == 0;
    return 0;
}

/* Without a plan net b goes through the upper gap; the guides of a plan send net a there. */
static void test_global(void **state)
{
    (void)state;
    static const char *const modes[] = {"off", "on"};
    char folder[PATH_SIZE - 20], path[PATH_SIZE];
    make_folder(folder);
    snprintf(path, sizeof path, "%s/wall.def", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(WALL, file);
    fclose(file);
    struct leeway_layout *placed, *result;
    struct leeway_options options;
    assert_int_equal(leeway_layout_read(&placed, path, LEFS, 1, &error), LEEWAY_OK);
    unlink(path);
    rmdir(folder);
    for (size_t on = 0; on < 2; on++) {
        size_t plans = 0;
        leeway_options_init(&options, sizeof options);
        options.global = modes[on];
        options.progress = note_planning;
        options.context = &plans;
        assert_int_equal(leeway_layout_route(&result, placed, &options, &error), LEEWAY_OK);
        assert_int_equal(plans, on);
        const struct leeway_layout_net *nets = leeway_layout_nets(result, NULL);
        assert_true(nets[on].length < nets[!on].length);
        leeway_layout_destroy(result);
    }
    leeway_layout_destroy(placed);
}

static void test_pictures(void **state)
{
    (void)state;
    static const char *const formats[] = {"png", "svg", "html"}, *const begin[] = {"\x89PNG",
                                                                                   "<?xml",
                                                                                   "<!DOCTYPE"};
    struct leeway_layout *placed = read_counter(), *result = route(placed);
    struct leeway_picture picture;
    struct leeway_image *image;
    size_t size;
    leeway_picture_init(&picture, sizeof picture);
    picture.width = 600;
    for (size_t i = 0; i < 3; i++) {
        picture.format = formats[i];
        picture.show = i == 0 ? "congestion" : "detours";
        assert_int_equal(leeway_layout_draw_image(&image, result, &picture, &error), LEEWAY_OK);
        const uint8_t *bytes = leeway_image_bytes(image, &size);
        assert_memory_equal(bytes, begin[i], strlen(begin[i]));
        leeway_image_destroy(image);
    }
    refused(leeway_layout_draw_image(&image, placed, &picture, &error), "detours needs a result");
    picture.show = "diff";
    refused(leeway_layout_draw_image(&image, result, &picture, &error), "other: expected a result");
    picture.other = placed;
    refused(leeway_layout_draw_image(&image, result, &picture, &error), "of the same layout");
    picture.other = result;
    assert_int_equal(leeway_layout_draw_image(&image, result, &picture, &error), LEEWAY_OK);
    leeway_image_destroy(image);
    refused(leeway_layout_draw_image(NULL, result, NULL, &error), "image is NULL");
    refused(leeway_layout_draw(NULL, NULL, "x.png", &error), "layout is NULL");
    refused(leeway_layout_draw(result, NULL, NULL, &error), "path is NULL");
    leeway_layout_destroy(result);
    leeway_layout_destroy(placed);
}

static void test_refused(void **state)
{
    (void)state;
    static const char *const none[] = {NULL};
    struct leeway_layout *layout = NULL, *placed = read_counter();
    refused(leeway_layout_read(NULL, "x.def", LEFS, 1, &error), "layout is NULL");
    refused(leeway_layout_read(&layout, NULL, LEFS, 1, &error), "path is NULL");
    refused(leeway_layout_read(&layout, "x.def", NULL, 1, &error), "lefs is NULL");
    refused(leeway_layout_read(&layout, "x.def", none, 1, &error), "a path in lefs is NULL");
    assert_int_equal(leeway_layout_read(&layout, "netlists/counter.def", NULL, 0, &error),
                     LEEWAY_BAD_INPUT);
    assert_non_null(strstr(error.text, "needs the LEF files"));
    assert_int_equal(leeway_layout_read(&layout, "none.def", LEFS, 1, &error), LEEWAY_BAD_INPUT);
    assert_non_null(strstr(error.file, "none.def"));
    assert_int_equal(leeway_layout_read(&layout, LEFS[0], LEFS, 1, &error), LEEWAY_BAD_INPUT);
    assert_int_equal(error.line, 4);
    assert_null(layout);
    refused(leeway_layout_read_result(&layout, NULL, "x.def", &error), "placed is NULL");
    refused(leeway_layout_read_result(&layout, placed, NULL, &error), "path is NULL");
    refused(leeway_layout_route(&layout, NULL, NULL, &error), "placed is NULL");
    refused(leeway_layout_route(NULL, placed, NULL, &error), "result is NULL");
    refused(leeway_layout_check(NULL, NULL, NULL, &error), "layout is NULL");
    refused(leeway_layout_write(NULL, "a.def", &error), "layout is NULL");
    leeway_layout_destroy(placed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reading),  cmocka_unit_test(test_routing),
        cmocka_unit_test(test_options),  cmocka_unit_test(test_global),
        cmocka_unit_test(test_pictures), cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
