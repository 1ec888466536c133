/* Records of a batch where memory ends, within the C library, too: none of another netlist is
 * believed then, and one that is right at most. */
#define ALLOCATIONS_EVERYWHERE 1
#include "tests/support/allocations.h"

#include "router/cli/batch/batch_state.h"
#include "tests/support/texts.h"

static char *run_text(const char *netlist)
{
    const struct run_record run = {.netlist = netlist,
                                   .name = "n",
                                   .engine = "cpu",
                                   .wave = "w",
                                   .device = "d",
                                   .end = "done",
                                   .nets = 7,
                                   .routed = 7,
                                   .length = 5,
                                   .cost = 9};
    size_t size;
    return record_text(&run, &size, NULL);
}

/* How often a record whose object names this netlist is believed, each call failing once. */
static long believed(const char *netlist)
{
    struct batch_state state;
    struct batch_job job = {.name = (char *)"j", .netlist = (char *)"n.net"};
    text_write("n.net", "grid g.grid\n");
    char *text = run_text(netlist);
    struct batch_record record = {
        .grid = (char *)"", .payload = (uint8_t *)text, .payload_size = strlen(text)};
    assert_int_equal(batch_state_open(&state, "out", BATCH_ALONE, NULL), STATUS_OK);
    assert_int_equal(batch_state_key(&job, "", &record.key, NULL), STATUS_OK);
    assert_int_equal(batch_state_save(&state, &job, RECORD_DONE, &record, NULL), STATUS_OK);
    long count = 0, calls = 0;
    for (long i = 0; i <= calls; i++) {
        struct run_record back;
        uint64_t outputs;
        atomic_store(&allocations_asked, 0);
        atomic_store(&allocations_failing, i);
        count += batch_state_load_done(&state, &job, &back, &outputs);
        atomic_store(&allocations_failing, 0);
        calls = i == 0 ? atomic_load(&allocations_asked) : calls;
        record_destroy(&back);
    }
    batch_state_close(&state);
    free(text);
    return count;
}

static void no_record_of_another_netlist(void **state)
{
    (void)state;
    assert_true(believed("n.net") >= 1);
    assert_int_equal(believed("m.net"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(no_record_of_another_netlist, texts_set_up,
                                        texts_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
