/* seeds: lists the cells of a large tree by square, so that a search tests only those near it. */
#include "router/maze/tree/search_parts.h"

static uint32_t square_of(const struct maze_search *it, uint64_t place)
{
    return ((place_y(place) - it->window.y0) >> it->shift) * it->across +
           ((place_x(place) - it->window.x0) >> it->shift);
}

/* Adds new cells of the tree to the lists of their squares. */
static enum status list_cells(struct maze_search *it, struct error *error)
{
    const size_t squares = (size_t)it->across * it->down;
    if (it->listed == 0) {
        TRY(MEM_GROW(it->last_seed, it->last_seed_capacity, squares, "squares of a tree", error));
        memset(it->last_seed, 0, squares * sizeof *it->last_seed);
    }
    TRY(MEM_GROW(it->seed_before, it->seed_before_capacity, it->tree_count, "a tree", error));
    for (; it->listed < it->tree_count; it->listed++) {
        uint32_t *last = &it->last_seed[square_of(it, it->tree[it->listed])];
        it->seed_before[it->listed] = *last;
        *last = (uint32_t)it->listed + 1;
    }
    return STATUS_OK;
}

bool search_seeds_are_few(const struct maze_search *it)
{
    const uint64_t across = it->near.x1 - it->near.x0 + 1, down = it->near.y1 - it->near.y0 + 1;
    return it->squares && it->tree_count > SEEDS_LISTED && across * down * 16 < it->tree_count &&
           it->tree_count < UINT32_MAX;
}

enum status search_seeds(struct maze_search *it, size_t *count, struct error *error)
{
    *count = 0;
    TRY(list_cells(it, error));
    for (uint32_t y = it->near.y0; y <= it->near.y1; y++)
        for (uint32_t x = it->near.x0; x <= it->near.x1; x++)
            for (uint32_t i = it->last_seed[y * it->across + x]; i > 0;
                 i = it->seed_before[i - 1]) {
                TRY(MEM_GROW(it->seeds, it->seeds_capacity, *count + 1, "a tree", error));
                it->seeds[(*count)++] = i - 1;
            }
    if (*count > 0)
        qsort(it->seeds, *count, sizeof *it->seeds, by_uint32);
    return STATUS_OK;
}
