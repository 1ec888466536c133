/* heap: a binary heap of ranked items, the least first (J. W. J. Williams 1964). */
#pragma once

#include "grid/base.h"

/* Ordered by `first`, then by `second`, then by `third`. */
struct ranked {
    uint32_t first, second, third;
};

static inline bool ranked_below(struct ranked a, struct ranked b)
{
    if (a.first != b.first)
        return a.first < b.first;
    return a.second != b.second ? a.second < b.second : a.third < b.third;
}

/* Adds an item. The array must have room for it. O(log *count). */
static inline void heap_push(struct ranked *heap, uint32_t *count, struct ranked item)
{
    uint32_t i = (*count)++;
    for (; i > 0 && ranked_below(item, heap[(i - 1) / 2]); i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = item;
}

/* Removes and returns the least item of a heap that is not empty. O(log *count). */
static inline struct ranked heap_pop(struct ranked *heap, uint32_t *count)
{
    assert(*count > 0);
    const struct ranked least = heap[0], last = heap[--*count];
    uint32_t i = 0;
    for (uint32_t child; (child = 2 * i + 1) < *count; i = child) {
        if (child + 1 < *count && ranked_below(heap[child + 1], heap[child]))
            child++;
        if (!ranked_below(heap[child], last))
            break;
        heap[i] = heap[child];
    }
    heap[i] = last;
    return least;
}
