/* tree_pool: memory of the trees that one thread has grown.
 *
 * Trees are taken from blocks, one behind the other, and freed all together. A net that outgrows
 * its place takes another; the old one is unused until then. Each thread has a pool of its own, and
 * any thread may write to a tree. */
#pragma once

#include "grid/base.h"

struct maze_tree_pool {
    uint32_t **blocks;
    size_t count, capacity; /* of blocks */
    uint32_t *next;         /* the free cells of the last block */
    size_t left;            /* their number */
    size_t cells;           /* of all blocks */
};

/* Room for a tree of `count` cells (at least 1) that stays until the pool goes; NULL without
 * memory, with *error filled. Amortised O(1). */
uint32_t *maze_tree_pool_take(struct maze_tree_pool *pool, size_t count, struct error *error);

/* Frees all trees. Accepts a zeroed one. */
void maze_tree_pool_destroy(struct maze_tree_pool *pool);
