/* Files of a batch: records hold only while inputs, options and outputs are the same. */
#include "router/cli/batch/batch_state.h"
#include "tests/support/layout_texts.h"
#include "tests/support/texts.h"

/* The payload of a finished job with this netlist and status. */
static char *run_text(const char *netlist, enum status status)
{
    struct open_record open = {.net = "b", .reason = "no-path"};
    const struct run_record run = {.netlist = netlist,
                                   .name = "n",
                                   .engine = "cpu",
                                   .wave = "w",
                                   .device = "d",
                                   .end = "done",
                                   .nets = 7,
                                   .routed = 6,
                                   .length = 5,
                                   .cost = UINT64_C(1) << 60,
                                   .status = status,
                                   .open = &open,
                                   .open_count = 1};
    size_t size;
    return record_text(&run, &size, NULL);
}

static struct batch_job make_job(void)
{
    struct batch_job job = {
        .name = (char *)"j", .netlist = (char *)"n.net", .output[TASK_ROUTES] = (char *)"j.routes"};
    text_write("n.net", "grid g.grid\n");
    text_write("g.grid", "size 2 2\n");
    return job;
}

static bool holds(const struct batch_state *state, const struct batch_job *job)
{
    struct run_record run;
    uint64_t outputs;
    const bool is = batch_state_load_done(state, job, &run, &outputs);
    record_destroy(&run);
    return is;
}

/* Saves a record with this payload, which it frees. */
static void save(const struct batch_state *state, const struct batch_job *job,
                 struct batch_record record, char *text)
{
    record.payload = (uint8_t *)text;
    record.payload_size = strlen(text);
    assert_int_equal(batch_state_save(state, job, RECORD_DONE, &record, NULL), STATUS_OK);
    free(text);
}

static void test_record(void **unused)
{
    (void)unused;
    struct batch_state state;
    struct batch_job job = make_job();
    struct batch_record record = {.grid = (char *)"g.grid", .outputs = 0xfedcba9876543210};
    struct run_record back;
    uint64_t outputs;
    assert_int_equal(batch_state_open(&state, "out", BATCH_ALONE, NULL), STATUS_OK);
    assert_int_equal(batch_state_key(&job, "g.grid", &record.key, NULL), STATUS_OK);
    assert_false(holds(&state, &job));
    save(&state, &job, record, run_text("n.net", STATUS_UNROUTED));
    assert_true(batch_state_load_done(&state, &job, &back, &outputs));
    assert_true(outputs == record.outputs && back.status == STATUS_UNROUTED && back.nets == 7 &&
                back.routed == 6 && back.length == 5 && back.cost == UINT64_C(1) << 60);
    assert_non_null(strstr(back.json, "\"net\": \"b\""));
    record_destroy(&back);

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
    save(&state, &job, record, run_text("n.net", STATUS_UNROUTED));
    FILE *file = fopen("out/.batch/j.done", "a");
    fputc('x', file);
    fclose(file);
    assert_false(holds(&state, &job));
    /* Nor is one that says what no finished job ends with, or is about another netlist. */
    save(&state, &job, record, strdup("x"));
    assert_false(holds(&state, &job));
    save(&state, &job, record, run_text("n.net", STATUS_FAILED));
    assert_false(holds(&state, &job));
    save(&state, &job, record, run_text("n.net", STATUS_INTERRUPTED));
    assert_false(holds(&state, &job));
    char *text = run_text("n.net", STATUS_UNROUTED);
    save(&state, &job, record, text_edit(text, "routed 6", "routed 8"));
    free(text);
    assert_false(holds(&state, &job));
    save(&state, &job, record, run_text("m.net", STATUS_UNROUTED));
    assert_false(holds(&state, &job));
    save(&state, &job, record, run_text("n.net", STATUS_UNROUTED));
    assert_true(holds(&state, &job));
    batch_state_forget(&state, &job);
    assert_false(holds(&state, &job));
    batch_state_close(&state);
}

/* The key changes with the content of each file that a job reads, and with its name. */
static void test_keys(void **unused)
{
    (void)unused;
    static const enum option NAMES[] = {OPT_GUIDES, OPT_KEEP, OPT_LEF};
    const struct option_place nowhere = {0};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        struct batch_job job = make_job();
        uint64_t without, before, after, renamed;
        text_write("first", "one\n");
        assert_int_equal(batch_state_key(&job, "g.grid", &without, NULL), STATUS_OK);
        assert_int_equal(options_set(&job.options, NAMES[i], "first", nowhere, NULL), STATUS_OK);
        assert_int_equal(batch_state_key(&job, "g.grid", &before, NULL), STATUS_OK);
        text_write("first", "two\n");
        assert_int_equal(batch_state_key(&job, "g.grid", &after, NULL), STATUS_OK);
        options_destroy(&job.options);
        text_write("second", "two\n");
        assert_int_equal(options_set(&job.options, NAMES[i], "second", nowhere, NULL), STATUS_OK);
        assert_int_equal(batch_state_key(&job, "g.grid", &renamed, NULL), STATUS_OK);
        options_destroy(&job.options);
        assert_true(without != before && before != after && after != renamed);
    }
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
    job.output[TASK_PICTURE] = job.output[TASK_ROUTES];
    job.output[TASK_ROUTES] = NULL;
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
        cmocka_unit_test_setup_teardown(test_keys, texts_set_up, texts_tear_down),
        cmocka_unit_test_setup_teardown(test_outputs, texts_set_up, texts_tear_down),
        cmocka_unit_test_setup_teardown(test_folder, texts_set_up, texts_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
