/* test_interrupted: long readings with a time limit. Either all is read, or the result is empty and
 * the message says that the time is over. If it is over at the start, it is the latter; otherwise
 * it depends on the machine. */
#include "tests/support/texts.h"

#include "grid/clock.h"
#include "grid/format/design_file.h"
#include "tests/support/read_files.h"
#include "grid/text/file/watch.h"

enum { SIDE = 2000, BOXES = 20, ROUNDS = 8 };

typedef enum status read_file(struct error *error);

static enum status read_grid(struct error *error)
{
    struct grid grid;
    const enum status status = grid_file_read(&grid, "t.grid", error);
    if (status == STATUS_OK) {
        assert_true(grid_is_blocked(&grid, grid_cell(&grid, SIDE - 1, SIDE - 1, 0)));
        assert_true(grid.weight == NULL || grid_weight(&grid, SIDE + 1) == 3);
    }
    grid_destroy(&grid);
    return status;
}

static enum status read_layout(struct error *error)
{
    static const char *const lefs[] = {"t.lef"};
    struct layout layout;
    const enum status status = lefdef_read(&layout, "t.def", NULL, lefs, 1, error);
    layout_destroy(&layout);
    return status;
}

/* The time of a reading without a limit, in seconds. */
static double time_of(read_file *read)
{
    struct error error = {0};
    const double start = clock_seconds();
    if (read(&error) != STATUS_OK)
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.text);
    return clock_seconds() - start;
}

static void end_early(read_file *read)
{
    const double whole = time_of(read);
    for (int i = 0; i < ROUNDS; i++) {
        const struct watch watch = {.until = clock_seconds() + whole * i / ROUNDS};
        struct error error = {0};
        const struct watch *before = watch_set(&watch);
        const enum status status = read(&error);
        watch_set(before);
        assert_int_equal(status, error.status);
        assert_true(status == STATUS_FAILED || (status == STATUS_OK && i > 0));
        assert_string_equal(error.text,
                            status == STATUS_OK ? "" : "the time limit was over while reading");
    }
}

static void write_boxes(const char *more)
{
    FILE *file = fopen("t.grid", "w");
    assert_non_null(file);
    fprintf(file, "size %d %d 2\n", SIDE, SIDE);
    for (int i = 0; i < BOXES; i++)
        fprintf(file, "%s %d %d %d %d\n", more[0] == '\0' ? "block" : "weight 3", i % 2, i % 3,
                SIDE - 1, SIDE - 1 - i);
    fprintf(file, "block %d %d %d %d\n%s", SIDE - 1, SIDE - 1, SIDE - 1, SIDE - 1, more);
    fclose(file);
}

static void test_boxes(void **state)
{
    (void)state;
    write_boxes("");
    end_early(read_grid);
}

static void test_weights(void **state)
{
    (void)state;
    write_boxes("weight 3 0 0 2 2\n");
    end_early(read_grid);
}

/* Copies of a shape and of a via, in LEF and in DEF. */
static void test_copies(void **state)
{
    (void)state;
    text_write("t.lef", "UNITS DATABASE MICRONS 1000 ; END UNITS\n"
                        "LAYER m1 TYPE ROUTING ; WIDTH 0.2 ; END m1\n"
                        "VIA v LAYER m1 ; RECT 0 0 0.1 0.1 ; END v\n"
                        "MACRO A SIZE 1 BY 1 ; OBS LAYER m1 ;\n"
                        "RECT ITERATE 0 0 0.1 0.1 DO 100 BY 100 STEP 1 1 ;\n"
                        "VIA ITERATE 0 0 v DO 100 BY 100 STEP 1 1 ; END END A\n");
    text_write("t.def", "DESIGN d ;\nUNITS DISTANCE MICRONS 1000 ;\nDIEAREA ( 0 0 ) ( 9 9 ) ;\n"
                        "TRACKS Y 1 DO 1 STEP 1 LAYER m1 ;\n"
                        "SPECIALNETS 1 ; - p + ROUTED m1 10 ( 0 0 ) v DO 100 BY 100 STEP 9 9 ;\n"
                        "END SPECIALNETS\nEND DESIGN\n");
    end_early(read_layout);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_copies),
    };
    return cmocka_run_group_tests(tests, texts_set_up, texts_tear_down);
}
