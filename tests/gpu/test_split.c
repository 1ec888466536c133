/* Tests how many jobs of a call are searched together: examples, and a comparison with every k.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "gpu/wave/split.h"
#include "tests/support/splitmix.h"

enum { ONE = 64, MOST = 200 };

static void test_examples(void **state)
{
    (void)state;
    uint32_t lengths[64];
    for (uint32_t i = 0; i < 32; i++)
        lengths[i] = 32 * (32 - i); /* in descending order */
    assert_int_equal(split_jobs(lengths, 32, ONE, SPLIT_LINEAR), 32);
    assert_int_equal(lengths[0], 32);
    assert_int_equal(lengths[31], 1024);
    assert_int_equal(split_jobs(lengths, 32, ONE, SPLIT_SQUARE), 0);
    assert_int_equal(split_jobs(lengths, 0, ONE, SPLIT_LINEAR), 0);
    /* Jobs of one length: all of them, or none. */
    for (uint32_t i = 0; i < 18; i++)
        lengths[i] = 4 * ONE;
    assert_int_equal(split_jobs(lengths, 18, ONE, SPLIT_SQUARE), 18);
    assert_int_equal(split_jobs(lengths, 17, ONE, SPLIT_SQUARE), 0);
    assert_int_equal(split_jobs(lengths, 6, ONE, SPLIT_LINEAR), 6);
    assert_int_equal(split_jobs(lengths, 5, ONE, SPLIT_LINEAR), 0);
    /* Many short jobs are searched together, without a few long ones. */
    for (uint32_t i = 0; i < 64; i++)
        lengths[i] = i < 60 ? 50 : 480;
    assert_int_equal(split_jobs(lengths, 64, ONE, SPLIT_SQUARE), 60);
    assert_int_equal(split_jobs(lengths, 64, ONE, SPLIT_LINEAR), 60);
}

/* Time of the shortest k together, in squares of ONE. */
static uint64_t time_of(const uint32_t *lengths, size_t count, size_t k, enum split_law law)
{
    uint64_t longest = k > 0 ? lengths[k - 1] : 0;
    return longest * (law == SPLIT_SQUARE ? longest : ONE) + ((k > 0) + count - k) * ONE * ONE;
}

static void test_random(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (int turn = 0; turn < 2000; turn++) {
        uint32_t lengths[MOST];
        size_t count = splitmix(&random) % MOST;
        uint32_t range = 1 + (uint32_t)(splitmix(&random) % (1U << splitmix(&random) % 16));
        enum split_law law = turn % 2 == 0 ? SPLIT_SQUARE : SPLIT_LINEAR;
        for (size_t i = 0; i < count; i++)
            lengths[i] = (uint32_t)(splitmix(&random) % range);
        size_t best = split_jobs(lengths, count, ONE, law);
        assert_true(best <= count);
        for (size_t i = 1; i < count; i++)
            assert_true(lengths[i - 1] <= lengths[i]);
        for (size_t k = 0; k <= count; k++) {
            uint64_t least = time_of(lengths, count, best, law);
            uint64_t time = time_of(lengths, count, k, law);
            assert_true(k < best ? time > least : time >= least);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
