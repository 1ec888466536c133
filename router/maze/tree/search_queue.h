/* search_queue: the queue of a search, a ring of buckets by f. Each bucket is a stack; entries
 * beyond the last one wait in a list, in wide maps in a heap. Only search*.c include it. */
#pragma once

#include "router/maze/tree/search_parts.h"

static const uint32_t NONE = UINT32_MAX; /* no entry */

/* Keeps an entry that belongs beyond the last bucket. In wide maps the heap has room for all. */
static inline void push_far(struct maze_search *it, uint32_t entry)
{
    if (it->map->wide) {
        heap_push(it->far_heap, &it->far_count,
                  (struct ranked){.first = it->entries[entry].f, .second = entry});
        return;
    }
    it->entries[entry].next = it->far;
    it->far = entry;
}

static inline void link_entry(struct maze_search *it, uint32_t entry, uint32_t current)
{
    const uint32_t f = it->entries[entry].f;
    if (f - current >= BUCKETS) {
        push_far(it, entry);
        return;
    }
    it->filled[f % BUCKETS / 64] |= (uint64_t)1 << f % 64;
    it->entries[entry].next = it->head[f % BUCKETS];
    it->head[f % BUCKETS] = entry;
}

/* Moves *current to the least f of the far entries, and those within the buckets from there on into
 * their buckets. False if there are no far entries. */
static inline bool fetch_far(struct maze_search *it, uint32_t *current)
{
    uint32_t list = it->far, least = UINT32_MAX;
    if (it->far_count > 0) {
        *current = it->far_heap[0].first;
        while (it->far_count > 0 && it->far_heap[0].first - *current < BUCKETS)
            link_entry(it, heap_pop(it->far_heap, &it->far_count).second, *current);
        return true;
    }
    if (list == NONE)
        return false;
    for (uint32_t e = list; e != NONE; e = it->entries[e].next)
        least = it->entries[e].f < least ? it->entries[e].f : least;
    it->far = NONE;
    *current = least;
    while (list != NONE) {
        uint32_t next = it->entries[list].next;
        link_entry(it, list, least);
        list = next;
    }
    return true;
}

/* Takes the entry of least f, of several the one pushed last. NONE: the queue is empty. */
static inline uint32_t take_entry(struct maze_search *it, uint32_t *current)
{
    for (;;) {
        uint32_t bucket = *current % BUCKETS, word = bucket / 64, turn = 0;
        uint64_t bits = it->filled[word] & ~(uint64_t)0 << bucket % 64;
        while (bits == 0 && turn < BUCKETS / 64) {
            word = (word + 1) % (BUCKETS / 64);
            bits = it->filled[word];
            turn++;
        }
        if (bits == 0) {
            if (!fetch_far(it, current))
                return NONE;
            continue;
        }
        bucket = word * 64 + (uint32_t)__builtin_ctzll(bits);
        uint32_t entry = it->head[bucket], f = it->entries[entry].f;
        it->head[bucket] = it->entries[entry].next;
        if (it->head[bucket] == NONE)
            it->filled[word] &= ~((uint64_t)1 << bucket % 64);
        *current += (bucket - *current) % BUCKETS;
        if (f == *current)
            return entry;
        push_far(it, entry); /* *current fell after it was pushed: f is a later lap of the ring */
    }
}

/* Empties the queue. The entries stay: they list the labels to be reset. */
static inline void empty_queue(struct maze_search *it)
{
    for (uint32_t w = 0; w < BUCKETS / 64; w++)
        for (; it->filled[w] != 0; it->filled[w] &= it->filled[w] - 1)
            it->head[w * 64 + (uint32_t)__builtin_ctzll(it->filled[w])] = NONE;
    it->far = NONE;
    it->far_count = 0;
}
