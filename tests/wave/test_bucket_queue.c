/* The bucket queue against a list: keys never fall and no item is lost, near or far. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "router/wave/bucket/bucket_queue.h"
#include "tests/support/splitmix.h"

enum { ITEMS = 3000 };

static uint64_t random_state;

static uint32_t random_below(uint32_t n)
{
    return splitmix_below(&random_state, n);
}

/* Pushes items of random keys while popping; each item's value is its index in keys. */
static void run(struct bucket_queue *queue, uint32_t range)
{
    static uint32_t keys[ITEMS];
    static bool gone[ITEMS];
    uint32_t pushed = 0, popped = 0, last = 0;
    enum status status;
    bucket_queue_clear(queue);
    memset(gone, 0, sizeof gone);
    for (; pushed < 5; pushed++) {
        keys[pushed] = random_below(range);
        assert_int_equal(bucket_queue_push(queue, queue->at, keys[pushed], pushed, NULL),
                         STATUS_OK);
    }
    while (bucket_queue_next(queue, &status, NULL)) {
        uint64_t item;
        assert_true(queue->at >= last);
        last = queue->at;
        while (bucket_queue_pop(queue, &item)) {
            assert_false(gone[item]);
            assert_int_equal(keys[item], queue->at);
            gone[item] = true;
            popped++;
            for (int i = 0; i < 2 && pushed < ITEMS; i++, pushed++) {
                keys[pushed] = queue->at + random_below(random_below(4) == 0 ? range : 3);
                assert_int_equal(bucket_queue_push(queue, queue->at, keys[pushed], pushed, NULL),
                                 STATUS_OK);
            }
        }
        for (uint32_t i = 0; i < pushed && last % 64 == 0; i++)
            assert_true(gone[i] || keys[i] > last);
    }
    assert_int_equal(status, STATUS_OK);
    assert_int_equal(popped, ITEMS);
    for (uint32_t i = 0; i < ITEMS; i++)
        assert_true(keys[i] <= bucket_queue_top(queue));
}

static void test_random_keys(void **state)
{
    (void)state;
    random_state = splitmix_seed(5);
    static struct bucket_queue queue;
    const uint32_t ranges[] = {1, 2, 50, BUCKETS - 1, BUCKETS, BUCKETS + 1, 5000, 300000};
    for (int i = 0; i < 40; i++)
        run(&queue, ranges[i % 8]);
    assert_true(bucket_queue_bytes(&queue) > sizeof queue);
    bucket_queue_destroy(&queue);
}

static void test_clear_forgets(void **state)
{
    (void)state;
    static struct bucket_queue queue;
    enum status status;
    for (uint32_t key = 0; key < 3000; key += 7)
        assert_int_equal(bucket_queue_push(&queue, queue.at, key, key, NULL), STATUS_OK);
    bucket_queue_clear(&queue);
    assert_false(bucket_queue_next(&queue, &status, NULL));
    assert_int_equal(bucket_queue_push(&queue, queue.at, 9, 1, NULL), STATUS_OK);
    assert_true(bucket_queue_next(&queue, &status, NULL));
    assert_int_equal(queue.at, 9);
    bucket_queue_destroy(&queue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_keys),
                                       cmocka_unit_test(test_clear_forgets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
