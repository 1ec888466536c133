/* test_radix: sorted keys against the C library's sort. */
#include "grid/radix.h"
#include "tests/support/texts.h"

enum { MOST = 3000 };

/* Keys that differ in all bytes, in some of them, and in none. */
static void test_order(void **state)
{
    (void)state;
    static const uint64_t MASKS[] = {UINT64_MAX, 0xff00ff0000000000, 0xffff, 0x0f, 0};
    static uint64_t keys[MOST], expected[MOST], spare[MOST];
    uint64_t seed = splitmix_seed(3);
    for (size_t mask = 0; mask < sizeof MASKS / sizeof *MASKS; mask++)
        for (uint32_t trial = 0; trial < 20; trial++) {
            const uint32_t count = trial < 3 ? trial : splitmix_below(&seed, MOST + 1);
            for (uint32_t i = 0; i < count; i++) {
                const uint64_t high = splitmix_below(&seed, UINT32_MAX);
                keys[i] = (high << 32 | splitmix_below(&seed, UINT32_MAX)) & MASKS[mask];
                expected[i] = keys[i];
            }
            qsort(expected, count, sizeof *expected, by_uint64);
            radix_sort(keys, spare, count);
            assert_memory_equal(keys, expected, count * sizeof *keys);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
