/* Loops that threads share: every element once, for any number of threads, elements and any least
 * range.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "router/workers.h"

struct loop {
    unsigned char *seen; /* [count + 1] how often an element was done, and a fault */
    size_t count, least;
};

static void add_one(void *context, size_t first, size_t end)
{
    const struct loop *loop = context;
    if (end - first < loop->least && end != loop->count)
        loop->seen[loop->count] =
            1; /* the range is too short; no assertion but in the main thread */
    for (size_t i = first; i < end; i++)
        loop->seen[i]++;
}

static void test_workers(void **state)
{
    (void)state;
    struct error error = {0};
    for (unsigned threads = 1; threads < 20; threads += 6) {
        struct workers *workers = NULL;
        assert_int_equal(workers_create(&workers, threads, &error), STATUS_OK);
        for (size_t count = 0; count < 100000; count = count * 7 + 1)
            for (size_t least = 1; least < 3000; least *= 50) {
                unsigned char *seen = calloc(count + 1, 1);
                struct loop loop = {seen, count, least};
                assert_non_null(seen);
                workers_run(workers, add_one, &loop, count, least);
                for (size_t i = 0; i < count; i++)
                    assert_int_equal(seen[i], 1);
                assert_int_equal(seen[count], 0);
                free(seen);
            }
        workers_destroy(workers);
    }
    workers_destroy(NULL);
}

enum { LOOPS = 20000, MOST = 40 };

static void count_one(void *context, size_t first, size_t end)
{
    atomic_uint *done = context;
    for (size_t i = first; i < end; i++)
        atomic_fetch_add(&done[i], 1);
}

/* Short loops one after the other, now and then with a pause in which the threads go to sleep. */
static void test_short_loops(void **state)
{
    (void)state;
    struct workers *workers = NULL;
    const struct timespec pause = {.tv_nsec = 2000000};
    atomic_uint done[MOST];
    assert_int_equal(workers_create(&workers, 4, NULL), STATUS_OK);
    for (uint32_t loop = 0; loop < LOOPS; loop++) {
        uint32_t count = loop * 7 % MOST;
        for (uint32_t i = 0; i < MOST; i++)
            atomic_store(&done[i], 0);
        workers_run(workers, count_one, done, count, 1);
        for (uint32_t i = 0; i < MOST; i++)
            assert_int_equal(atomic_load(&done[i]), i < count);
        if (loop % 200 == 0)
            nanosleep(&pause, NULL);
    }
    workers_destroy(workers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_workers),
                                       cmocka_unit_test(test_short_loops)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
