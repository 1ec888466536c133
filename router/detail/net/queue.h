/* queue: the priority queue of a search: a ring of buckets (Dial 1969), by the sum of cost and
 * estimate. Each bucket is a stack. A step costs less than RING. The memory of removed entries is
 * reused. */
#pragma once

#include "router/detail/net/search_state.h"

/* Makes room for `more` entries. Fails without memory. */
static inline enum status queue_room(struct detail_search *s, size_t more, struct error *error)
{
    if (s->entry_count + more <= s->entry_room)
        return STATUS_OK;
    return MEM_GROW(s->entries, s->entry_room, s->entry_count + more, "queue", error);
}

/* Adds an entry to the bucket of `sum`; there must be room. */
static inline void queue_add(struct detail_search *s, int32_t sum, struct open_entry entry)
{
    DEBUG_ASSERT(s->entry_count < s->entry_room && sum >= 0);
    sum = int_max(sum, s->at); /* a bound with a weight can fall by more than a step costs */
    uint32_t bucket = (uint32_t)sum & (RING - 1);
    entry.next = s->head[bucket];
    const int32_t at = s->unused >= 0 ? s->unused : (int32_t)s->entry_count++;
    s->unused = s->unused >= 0 ? s->entries[at].next : -1;
    s->entries[at] = entry;
    s->head[bucket] = at;
    s->any[bucket / 64] |= UINT64_C(1) << (bucket % 64);
    s->queued++;
}

/* Removes the entry with the least sum; false if there is none. */
static inline bool queue_take(struct detail_search *s, struct open_entry *entry)
{
    if (s->queued == 0)
        return false;
    uint32_t bucket = (uint32_t)s->at & (RING - 1);
    while (s->head[bucket] < 0) {
        uint64_t word = s->any[bucket / 64] >> (bucket % 64);
        uint32_t skip = word != 0 ? (uint32_t)__builtin_ctzll(word) : 64 - bucket % 64;
        if (skip == 0) {
            s->any[bucket / 64] &= ~(UINT64_C(1) << (bucket % 64));
            continue;
        }
        s->at += (int32_t)skip;
        bucket = (uint32_t)s->at & (RING - 1);
    }
    const int32_t at = s->head[bucket];
    *entry = s->entries[at];
    s->head[bucket] = entry->next;
    s->entries[at].next = s->unused;
    s->unused = at;
    s->queued--;
    return true;
}

/* Removes all entries. */
static inline void queue_empty(struct detail_search *s)
{
    if (s->queued > 0) {
        for (uint32_t w = 0; w < RING / 64; w++)
            for (uint64_t word = s->any[w]; word != 0; word &= word - 1)
                s->head[w * 64 + (uint32_t)__builtin_ctzll(word)] = -1;
    }
    memset(s->any, 0, sizeof s->any);
}
