/* Trees of a pool stay where they are, and none lies on another, also where one is larger than a
 * block. */
#include "tests/support/random_designs.h"

#include "router/maze/tree/tree_pool.h"

enum { TREES = 3000, LARGE = 3000000 };

static void trees_keep_apart(void **state)
{
    (void)state;
    static uint32_t *trees[TREES];
    static uint32_t counts[TREES];
    struct maze_tree_pool pool = {0};
    uint64_t seed = random_seed();
    for (uint32_t i = 0; i < TREES; i++) {
        counts[i] = i == TREES / 2 ? LARGE : 1 + random_below(&seed, 500);
        trees[i] = maze_tree_pool_take(&pool, counts[i], NULL);
        assert_non_null(trees[i]);
        for (uint32_t c = 0; c < counts[i]; c++)
            trees[i][c] = i;
    }
    for (uint32_t i = 0; i < TREES; i++)
        for (uint32_t c = 0; c < counts[i]; c++)
            assert_int_equal(trees[i][c], i);
    assert_true(pool.count > 3);
    maze_tree_pool_destroy(&pool);
    assert_null(pool.blocks);
    maze_tree_pool_destroy(&pool);
}

/* The rest of a block is taken to its last cell, and no cell more. */
static void a_block_is_used_up(void **state)
{
    (void)state;
    struct maze_tree_pool pool = {0};
    assert_non_null(maze_tree_pool_take(&pool, 1, NULL));
    uint32_t *rest = maze_tree_pool_take(&pool, pool.left, NULL);
    assert_int_equal(pool.count, 1);
    assert_int_equal(pool.left, 0);
    assert_non_null(maze_tree_pool_take(&pool, 7, NULL));
    assert_int_equal(pool.count, 2);
    const uint32_t *more = maze_tree_pool_take(&pool, pool.left + 1, NULL);
    assert_int_equal(pool.count, 3);
    assert_true(more != NULL && rest != NULL);
    maze_tree_pool_destroy(&pool);
}

/* Without memory for a large tree there is still some for a small one, in a place of its own. */
static void too_large_a_tree(void **state)
{
    (void)state;
    struct maze_tree_pool pool = {0};
    struct error error = {0};
    const uint32_t *before = maze_tree_pool_take(&pool, 5, NULL);
    assert_null(maze_tree_pool_take(&pool, (size_t)1 << 60, &error));
    assert_int_equal(error.status, STATUS_FAILED);
    uint32_t *small = maze_tree_pool_take(&pool, 3, NULL);
    assert_non_null(small);
    assert_true(small == pool.blocks[pool.count - 1] || small >= before + 5);
    small[0] = small[2] = 1;
    maze_tree_pool_destroy(&pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(trees_keep_apart),
                                       cmocka_unit_test(a_block_is_used_up),
                                       cmocka_unit_test(too_large_a_tree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
