/* test_relay: each item of each phase is taken once, in its phase, and no phase begins before the
 * one before has ended; many phases of a few items, whose numbers change. */
#include "router/global/relay.h"
#include "tests/support/texts.h"

enum { PHASES = 60000, ITEMS = 5, THREADS = 4 };

struct work {
    uint32_t phase, items; /* of the present phase */
    uint32_t taken[ITEMS]; /* atomic: times that an item was taken in it */
    uint32_t inside;       /* atomic: threads in `next` */
    uint64_t seed;
};

static void take(void *context, uint32_t item, unsigned thread)
{
    struct work *work = context;
    assert_true(item < work->items && thread < THREADS);
    __atomic_add_fetch(&work->taken[item], 1, __ATOMIC_RELAXED);
}

static uint32_t next(void *context)
{
    struct work *work = context;
    assert_int_equal(__atomic_add_fetch(&work->inside, 1, __ATOMIC_SEQ_CST), 1);
    for (uint32_t i = 0; i < work->items; i++)
        assert_int_equal(__atomic_exchange_n(&work->taken[i], 0, __ATOMIC_RELAXED), 1);
    work->items = ++work->phase > PHASES ? 0 : 1 + splitmix_below(&work->seed, ITEMS);
    __atomic_sub_fetch(&work->inside, 1, __ATOMIC_SEQ_CST);
    return work->items;
}

static void test_phases(void **state)
{
    (void)state;
    struct work work = {.seed = 3};
    struct workers *workers;
    assert_int_equal(workers_create(&workers, THREADS, NULL), STATUS_OK);
    relay_run(&(struct relay){take, next, &work}, workers);
    assert_int_equal(work.phase, PHASES + 1);
    workers_destroy(workers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_phases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
