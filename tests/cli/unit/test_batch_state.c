/* What a batch keeps on disk: records hold only while inputs, options and outputs are the same. */
#include "router/cli/batch/batch_state.h"
#include "tests/support/texts.h"

static const char object[] = "{\"version\": 1, \"netlist\": \"n.net\", \"unrouted\": [1], "
                             "\"nets\": 7, \"routed\": 6, \"length\": 5, \"vias\": 4, "
                             "\"cost\": 1152921504606846976, \"status\": 1}";

static struct batch_job make_job(void)
{
    struct batch_job job = {.name = (char *)"j",
                            .netlist = (char *)"n.net",
                            .output[BATCH_ROUTES] = (char *)"j.routes"};
    text_write("n.net", "grid g.grid\n");
    text_write("g.grid", "size 2 2\n");
    return job;
}

static bool holds(const struct batch_state *state, const struct batch_job *job)
{
    struct batch_record record;
    bool is = batch_state_load(state, job, RECORD_DONE, &record);
    batch_record_destroy(&record);
    return is;
}

static void test_record(void **unused)
{
    (void)unused;
    struct batch_state state;
    struct batch_job job = make_job();
    assert_int_equal(batch_state_open(&state, "out", BATCH_ALONE, NULL), STATUS_OK);
    struct batch_record record = {.grid = (char *)"g.grid",
                                  .status = STATUS_UNROUTED,
                                  .nets = 7,
                                  .routed = 6,
                                  .length = 5,
                                  .vias = 4,
                                  .cost = UINT64_C(1) << 60,
                                  .seconds = 0.5,
                                  .outputs = 0xfedcba9876543210,
                                  .payload = (uint8_t *)object,
                                  .payload_size = sizeof object - 1};
    assert_int_equal(batch_state_key(&job, "g.grid", &record.key, NULL), STATUS_OK);
    assert_false(holds(&state, &job));
    assert_int_equal(batch_state_save(&state, &job, RECORD_DONE, &record, NULL), STATUS_OK);
    struct batch_record back;
    assert_true(batch_state_load(&state, &job, RECORD_DONE, &back));
    assert_true(back.key == record.key && back.status == record.status && back.nets == 7 &&
                back.routed == 6 && back.length == 5 && back.vias == 4 &&
                back.cost == record.cost && back.outputs == record.outputs);
    assert_string_equal(back.grid, "g.grid");
    assert_int_equal(back.payload_size, sizeof object - 1);
    assert_string_equal(back.payload, object);
    batch_record_destroy(&back);

    text_write("g.grid", "size 3 2\n");
    assert_false(holds(&state, &job));
    text_write("g.grid", "size 2 2\n");
    assert_true(holds(&state, &job));
    struct option_place nowhere = {0};
    options_set(&job.options, OPT_THREADS, "3", nowhere, NULL);
    assert_true(holds(&state, &job));
    options_set(&job.options, OPT_ORDER, "long", nowhere, NULL);
    assert_false(holds(&state, &job));
    options_destroy(&job.options);
    assert_true(holds(&state, &job));

    /* A record that is cut short or longer than it says is none. */
    assert_int_equal(truncate("out/.batch/j.done", 20), 0);
    assert_false(holds(&state, &job));
    batch_state_save(&state, &job, RECORD_DONE, &record, NULL);
    FILE *file = fopen("out/.batch/j.done", "a");
    fputc('x', file);
    fclose(file);
    assert_false(holds(&state, &job));
    /* Nor is one that says what no run ends with. */
    struct batch_record forged = record;
    forged.payload_size = 0;
    batch_state_save(&state, &job, RECORD_DONE, &forged, NULL);
    assert_false(holds(&state, &job));
    forged = record;
    forged.status = (enum status)77;
    batch_state_save(&state, &job, RECORD_DONE, &forged, NULL);
    assert_false(holds(&state, &job));
    forged = record;
    forged.routed = forged.nets + 1;
    batch_state_save(&state, &job, RECORD_DONE, &forged, NULL);
    assert_false(holds(&state, &job));
    /* Nor is one whose object is about another netlist. */
    char other[sizeof object];
    memcpy(other, object, sizeof object);
    *strchr(other, '.') = '_';
    forged = record;
    forged.payload = (uint8_t *)other;
    batch_state_save(&state, &job, RECORD_DONE, &forged, NULL);
    assert_false(holds(&state, &job));
    batch_state_save(&state, &job, RECORD_DONE, &record, NULL);
    assert_true(holds(&state, &job));
    batch_state_forget(&state, &job);
    assert_false(holds(&state, &job));
    batch_state_close(&state);
}

static void test_outputs(void **unused)
{
    (void)unused;
    struct batch_job job = make_job();
    struct batch_state state;
    assert_int_equal(batch_state_open(&state, "out", BATCH_ALONE, NULL), STATUS_OK);
    uint64_t missing = batch_state_outputs(&state, &job);
    text_write("j.routes", "");
    uint64_t empty = batch_state_outputs(&state, &job);
    text_write("j.routes", "x");
    uint64_t full = batch_state_outputs(&state, &job);
    assert_true(missing != empty && empty != full && missing != full);
    text_write("out/.batch/j.thumb.png", "t");
    assert_true(batch_state_outputs(&state, &job) != full);
    full = batch_state_outputs(&state, &job);
    job.output[BATCH_PICTURE] = job.output[BATCH_ROUTES];
    job.output[BATCH_ROUTES] = NULL;
    assert_true(batch_state_outputs(&state, &job) != full);
    batch_state_close(&state);
}

static void test_folder(void **unused)
{
    (void)unused;
    struct batch_state state, second;
    struct error error = {0};
    assert_int_equal(batch_state_open(&state, "out", BATCH_ALONE, NULL), STATUS_OK);
    text_write("out/.batch/.staged", "");
    text_write("out/.batch/j.done", "");
    assert_int_equal(batch_state_open(&second, "out", BATCH_ALONE, &error), STATUS_FAILED);
    assert_non_null(strstr(error.text, "another batch"));
    batch_state_close(&second);
    assert_int_equal(access("out/.batch/.staged", F_OK), 0); /* it may be the other's */
    batch_state_close(&state);
    assert_int_equal(batch_state_open(&state, "out", BATCH_ALONE, NULL), STATUS_OK);
    assert_int_equal(access("out/.batch/.staged", F_OK), -1);
    assert_int_equal(access("out/.batch/j.done", F_OK), 0);
    batch_state_close(&state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_record, texts_set_up, texts_tear_down),
        cmocka_unit_test_setup_teardown(test_outputs, texts_set_up, texts_tear_down),
        cmocka_unit_test_setup_teardown(test_folder, texts_set_up, texts_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
