/* Trees of a pool stay where they are, and none lies on another, also where one is larger than a
 * block. */
#include "tests/support/random_designs.h"

#include "router/chip/net/tree_pool.h"

enum { TREES = 3000, LARGE = 3000000 };

static void trees_keep_apart(void **state)
{
    (void)state;
    static uint32_t *trees[TREES];
    static uint32_t counts[TREES];
    struct chip_tree_pool pool = {0};
    uint64_t seed = random_seed();
    for (uint32_t i = 0; i < TREES; i++) {
        counts[i] = i == TREES / 2 ? LARGE : 1 + random_below(&seed, 500);
        trees[i] = chip_tree_pool_take(&pool, counts[i], NULL);
        assert_non_null(trees[i]);
        for (uint32_t c = 0; c < counts[i]; c++)
            trees[i][c] = i;
    }
    for (uint32_t i = 0; i < TREES; i++)
        for (uint32_t c = 0; c < counts[i]; c++)
            assert_int_equal(trees[i][c], i);
    assert_true(pool.count > 3);
    chip_tree_pool_destroy(&pool);
    assert_null(pool.blocks);
    chip_tree_pool_destroy(&pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(trees_keep_apart)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
