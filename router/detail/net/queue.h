/* queue: the entries of a search by cost and estimate, in a ring of buckets (Dial 1969). Within a
 * bucket the first to come is the first to go: of paths that cost the same that makes shorter trees
 * of fewer vias than the other way round. No step costs as much as the ring is long.
 */
#pragma once

#include <string.h>

#include "router/detail/net/search_state.h"

/* Room for more entries. Fails without memory. */
static inline enum status queue_room(struct search *s, size_t more, struct error *error)
{
    void *entries = s->entries;
    TRY(mem_grow(&entries, &s->entry_room, s->entry_count + more, sizeof *s->entries, "queue",
                 error));
    s->entries = entries;
    return STATUS_OK;
}

/* Adds an entry to the bucket of its estimate; there has to be room. */
static inline void queue_add(struct search *s, int32_t sum, struct entry entry)
{
    int32_t bucket = sum & (RING - 1);
    int32_t last = s->last[bucket], number = (int32_t)s->entry_count++;
    entry.next = number;
    if (last >= 0) {
        entry.next = s->entries[last].next;
        s->entries[last].next = number;
    }
    s->entries[number] = entry;
    s->last[bucket] = number;
    s->any[bucket / 64] |= UINT64_C(1) << (bucket % 64);
    s->queued++;
}

/* The next entry in order of cost and estimate; false if there is none. */
static inline bool queue_take(struct search *s, struct entry *entry)
{
    if (s->queued == 0)
        return false;
    int32_t bucket = s->at & (RING - 1);
    while (s->last[bucket] < 0) {
        uint64_t word = s->any[bucket / 64] >> (bucket % 64);
        int32_t skip = word ? __builtin_ctzll(word) : 64 - bucket % 64;
        if (skip == 0) {
            s->any[bucket / 64] &= ~(UINT64_C(1) << (bucket % 64));
            continue;
        }
        s->at += skip;
        bucket = s->at & (RING - 1);
    }
    struct entry *last = &s->entries[s->last[bucket]];
    *entry = s->entries[last->next];
    if (last->next == s->last[bucket])
        s->last[bucket] = -1;
    else
        last->next = entry->next;
    s->queued--;
    return true;
}

/* Drops what is left. */
static inline void queue_empty(struct search *s)
{
    if (s->queued > 0) {
        for (int w = 0; w < RING / 64; w++) {
            for (uint64_t word = s->any[w]; word; word &= word - 1)
                s->last[w * 64 + __builtin_ctzll(word)] = -1;
        }
    }
    memset(s->any, 0, sizeof s->any);
}
