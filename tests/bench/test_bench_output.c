/* The output of the bench: medians, the table, the CSV file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "router/bench/measure/show.h"
#include "router/bench/measure/times.h"
#include "tests/support/temporary.h"

static struct error error;

static const struct bench_row ROWS[] = {
    {.item = {.suite = BENCH_SINGLE, .name = "16^2 open, corners", .side = 16, .layers = 1},
     .engine = "cpu",
     .wave = "bucket",
     .device = "cpu",
     .threads = 1,
     .nets = 4,
     .routed = 3,
     .repeats = 5,
     .seconds = 0.004,
     .least = 0.003,
     .most = 0.006,
     .open_seconds = 0.001,
     .host_bytes = 2560,
     .yardstick = "bucket",
     .speed_up = 1},
    {.item = {.suite = BENCH_SINGLE, .name = "16^2 open, corners", .side = 16, .layers = 1},
     .engine = "gpu",
     .wave = "detour",
     .device = "a \"device\", large",
     .threads = 1,
     .nets = 4,
     .routed = 3,
     .repeats = 5,
     .seconds = 0.0001,
     .least = 0.0001,
     .most = 0.0002,
     .host_bytes = 2560,
     .device_bytes = 128,
     .yardstick = ""},
    {.item = {.suite = BENCH_SINGLE, .name = "16^2 open, corners", .side = 16, .layers = 1},
     .engine = "cpu",
     .wave = "auto",
     .device = "cpu",
     .threads = 1,
     .nets = 4,
     .routed = 3,
     .repeats = 5,
     .seconds = 0.01,
     .least = 0.01,
     .most = 0.01,
     .host_bytes = 256,
     .yardstick = "bucket",
     .speed_up = 0.4},
    {.item = {.suite = BENCH_ROUTE, .name = "3 nets", .side = 16, .layers = 2},
     .engine = "cpu",
     .wave = "sweep",
     .device = "cpu",
     .threads = 1,
     .state = BENCH_SLOW,
     .parts = {.route = {.prepare = 0.04, .first_round = 0.13, .rounds = 0.09, .wires = 0.02},
               .rest = 0.002,
               .check = 0.007},
     .yardstick = ""},
};
enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

static void test_times(void **state)
{
    (void)state;
    struct bench_times times = {0};
    double median, least, most;
    assert_true(bench_times_more(&times, 3, 0));
    bench_times_add(&times, 3);
    bench_times_summary(&times, &median, &least, &most);
    assert_true(median == 3 && least == 3 && most == 3);
    assert_false(bench_times_more(&times, 3, 2.5)); /* the time is up */
    assert_true(bench_times_more(&times, 3, 3.5));
    bench_times_add(&times, 1);
    bench_times_summary(&times, &median, &least, &most);
    assert_true(median == 2 && least == 1 && most == 3);
    bench_times_add(&times, 10);
    bench_times_summary(&times, &median, &least, &most);
    assert_true(median == 3 && least == 1 && most == 10);
    assert_false(bench_times_more(&times, 3, 100)); /* enough of them */
}

static char *temporary(void)
{
    static char name[TEMPORARY_SIZE];
    assert_true(temporary_file(name, ""));
    return name;
}

static void test_csv(void **state)
{
    (void)state;
    static const char *const LINES[] = {
        "single,16^2 open corners,16,16,1,0,cpu,cpu,bucket,1,4,3,timed,5,4,3,6,1,1,1000,2560,0,10,"
        "bucket,1,,,,,,,\n",
        "single,16^2 open corners,16,16,1,0,gpu,a device large,detour,1,4,3,timed,5,0.1,0.1,0.2,,"
        "0.025,40000,2560,128,0.5,,,,,,,,,\n",
        "single,16^2 open corners,16,16,1,0,cpu,cpu,auto,1,4,3,timed,5,10,10,10,,2.5,400,256,0,1,"
        "bucket,0.4,,,,,,,\n",
        "route,3 nets,16,16,2,0,cpu,cpu,sweep,1,0,0,slow,0,,,,,,,0,0,,,,40,130,90,,20,2,7\n",
    };
    char line[512], *path = temporary();
    assert_int_equal(bench_csv_write(ROWS, ROW_COUNT, path, &error), STATUS_OK);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    assert_int_equal(strncmp(line, "suite,case,", 11), 0);
    for (size_t i = 0; i < ROW_COUNT; i++) {
        assert_non_null(fgets(line, sizeof line, file));
        assert_string_equal(line, LINES[i]);
    }
    assert_null(fgets(line, sizeof line, file));
    fclose(file);
    unlink(path);
    assert_int_equal(bench_csv_write(ROWS, 1, "/nonesuch/a.csv", &error), STATUS_FAILED);
}

static void test_table(void **state)
{
    (void)state;
    char *text = NULL, *line, *rest = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    bench_table_head(out);
    for (size_t i = 0; i < ROW_COUNT; i++)
        bench_table_row(out, &ROWS[i]);
    fclose(out);
    line = strtok_r(text, "\n", &rest);
    size_t width = strlen(line);
    line = strtok_r(NULL, "\n", &rest);
    assert_int_equal(strlen(line), width);
    assert_non_null(strstr(line, "cpu/bucket"));
    assert_non_null(strstr(line, " 1.000 "));
    line = strtok_r(NULL, "\n", &rest);
    assert_int_equal(strlen(line), width);
    assert_non_null(strstr(line, " -"));
    assert_non_null(strstr(strtok_r(NULL, "\n", &rest), " 0.40"));
    line = strtok_r(NULL, "\n", &rest);
    assert_non_null(strstr(line, "over the time limit"));
    assert_string_equal(strtok_r(NULL, "\n", &rest),
                        "  ms: prepare 40.0, first round 130.0, later rounds 90.0, refine 0.0, "
                        "wires 20.0, rest 2.0; check 7.0");
    assert_null(strstr(line, "best"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_times),
        cmocka_unit_test(test_csv),
        cmocka_unit_test(test_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
