/* tree_pool: allocates trees from blocks, whose size grows with the pool. */
#include "router/maze/tree/tree_pool.h"

enum { BLOCK_LEAST = 1 << 14, BLOCK_MOST = 1 << 21 }; /* cells */

/* Adds a block as large as all blocks before, within the bounds, and for at least `count` cells. */
static enum status add_block(struct maze_tree_pool *pool, size_t count, struct error *error)
{
    size_t cells = pool->cells;
    cells = cells > BLOCK_LEAST ? cells : BLOCK_LEAST;
    cells = cells < BLOCK_MOST ? cells : BLOCK_MOST;
    cells = cells > count ? cells : count;
    TRY(MEM_GROW(pool->blocks, pool->capacity, pool->count + 1, "trees", error));
    TRY(MEM_NEW(pool->next, cells, "trees", error));
    pool->blocks[pool->count++] = pool->next;
    pool->left = cells;
    pool->cells += cells;
    return STATUS_OK;
}

uint32_t *maze_tree_pool_take(struct maze_tree_pool *pool, size_t count, struct error *error)
{
    assert(count > 0);
    if (count > pool->left && add_block(pool, count, error) != STATUS_OK) {
        pool->left = 0;
        return NULL;
    }
    uint32_t *tree = pool->next;
    pool->next += count;
    pool->left -= count;
    return tree;
}

void maze_tree_pool_destroy(struct maze_tree_pool *pool)
{
    for (size_t i = 0; i < pool->count; i++)
        free(pool->blocks[i]);
    MEM_CLEAR(pool, pool->blocks);
}
