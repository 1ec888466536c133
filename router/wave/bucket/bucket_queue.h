/* bucket_queue: a monotone priority queue for integer keys (Dial 1969), with a heap for far keys.
 *
 *     ring      [ .. | at | at+1 | ...             ]   items of key k in bucket k % BUCKETS
 *     waiting    0 0   1    0      1  ...              one bit per bucket: it is not empty
 *     far       heap of (key, item)                    keys of at + BUCKETS and above
 *
 * No key is less than `at`; the next key is the nearest set bit or the least far key. Any cost
 * works, and memory does not grow with costs. Items of one key are last in, first out, and a new
 * bucket reuses the memory of the bucket drained last, because both are in the cache.
 *
 * Time: push and pop O(1), O(log n) for far items; the next key O(BUCKETS / 64). */
#pragma once

#include "router/search/heap.h"

enum { BUCKETS = 1024, BUCKET_WORDS = BUCKETS / 64 };

struct bucket {
    uint64_t *items;
    size_t count, capacity;
};

struct bucket_queue {
    uint32_t at; /* the key that is being drained */
    uint64_t waiting[BUCKET_WORDS];
    struct bucket ring[BUCKETS];
    struct bucket spare[BUCKETS]; /* memory of drained buckets, last in, first out */
    uint32_t spare_count;
    size_t items_capacity; /* sum over all buckets */
    struct ranked *far;    /* key, upper and lower half of the item */
    uint32_t far_count;
    size_t far_capacity;
    uint32_t far_top; /* largest far key since the last clear */
};

/* Empties the queue and sets `at` to 0. O(1) if it is empty. */
void bucket_queue_clear(struct bucket_queue *queue);

/* Moves `at` to the least key. Returns false if the queue is empty (*status is STATUS_OK) or
 * without memory (STATUS_FAILED). */
bool bucket_queue_next(struct bucket_queue *queue, enum status *status, struct error *error);

size_t bucket_queue_bytes(const struct bucket_queue *queue);
void bucket_queue_destroy(struct bucket_queue *queue);

/* Parts of bucket_queue_push: makes room in a full bucket, pushes an item whose key is at least
 * at + BUCKETS. */
enum status bucket_queue_grow(struct bucket_queue *queue, struct bucket *bucket,
                              struct error *error);
enum status bucket_queue_push_far(struct bucket_queue *queue, uint32_t key, uint64_t item,
                                  struct error *error);

/* Adds an item. at: queue->at, which the inner loop keeps in a register. key: at least at. Fails
 * only without memory. */
static inline enum status bucket_queue_push(struct bucket_queue *queue, uint32_t at, uint32_t key,
                                            uint64_t item, struct error *error)
{
    DEBUG_ASSERT(key >= at && at == queue->at);
    if (key - at >= BUCKETS)
        return bucket_queue_push_far(queue, key, item, error);
    uint32_t slot = key % BUCKETS;
    struct bucket *bucket = &queue->ring[slot];
    if (bucket->count == 0)
        queue->waiting[slot / 64] |= (uint64_t)1 << slot % 64;
    if (bucket->count == bucket->capacity && bucket_queue_grow(queue, bucket, error) != STATUS_OK)
        return STATUS_FAILED;
    bucket->items[bucket->count++] = item;
    return STATUS_OK;
}

/* An upper bound of the keys pushed since the last clear. */
static inline uint32_t bucket_queue_top(const struct bucket_queue *queue)
{
    return queue->far_top > queue->at + BUCKETS ? queue->far_top : queue->at + BUCKETS;
}

/* Takes an item whose key is `at`; false if there is none. */
static inline bool bucket_queue_pop(struct bucket_queue *queue, uint64_t *item)
{
    DEBUG_ASSERT(queue->at != UINT32_MAX);
    struct bucket *bucket = &queue->ring[queue->at % BUCKETS];
    if (bucket->count == 0)
        return false;
    *item = bucket->items[--bucket->count];
    return true;
}
