/* bucket_queue: a monotone priority queue for integer keys (Dial 1969), with a heap for far keys.
 *
 *     ring      [ .. | at | at+1 | ...             ]   items of key k in bucket k % BUCKETS,
 *     waiting    0 0   1    0      1  ...              a bit for each that is not empty
 *     far       heap of (key, item)                    keys of at + BUCKETS and above
 *
 * No key is less than `at`. The next key is the nearest set bit or the least far key. So any cost
 * works and memory does not grow with costs; steps dearer than BUCKETS only pay for the heap. Items
 * of one key come out last in, first out, and a new bucket reuses the memory of the bucket that was
 * drained last: both keep to cache lines that are warm.
 *
 * Cost: push and pop O(1), O(log n) for far items; the next key O(BUCKETS / 64).
 */
#pragma once

#include <stdlib.h>

#include "grid/base.h"

enum { BUCKETS = 1024, BUCKET_WORDS = BUCKETS / 64 };

struct bucket {
    uint64_t *items;
    size_t count, capacity;
};

struct far_item {
    uint64_t item;
    uint32_t key;
};

struct bucket_queue {
    uint32_t at; /* the key that is being drained */
    uint64_t waiting[BUCKET_WORDS];
    struct bucket ring[BUCKETS];
    struct bucket spare[BUCKETS]; /* memory of drained buckets, last in, first out */
    uint32_t spare_count;
    size_t items_capacity; /* of all buckets together */
    struct far_item *far;
    size_t far_count, far_capacity;
    uint32_t far_top; /* the largest key that was ever far */
};

/* Empties the queue and sets at to 0. O(1) for an empty one. */
void bucket_queue_clear(struct bucket_queue *queue);

/* Moves at to the least key of any item. Returns false where the queue is empty, and where memory
 * is short: *status is STATUS_FAILED then, else STATUS_OK. */
bool bucket_queue_next(struct bucket_queue *queue, enum status *status, struct error *error);

/* Makes room for an item in a full bucket. */
enum status bucket_queue_grow(struct bucket_queue *queue, struct bucket *bucket,
                              struct error *error);

enum status bucket_queue_push_far(struct bucket_queue *queue, uint32_t key, uint64_t item,
                                  struct error *error);

/* O(1). */
size_t bucket_queue_bytes(const struct bucket_queue *queue);

/* Frees what the queue owns. */
void bucket_queue_destroy(struct bucket_queue *queue);

/* Adds an item. at: the queue's, passed so that the inner loop need not read it again. key: at
 * least at. Fails with STATUS_FAILED without memory. */
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

/* An upper bound of all keys pushed since the last clear. */
static inline uint32_t bucket_queue_top(const struct bucket_queue *queue)
{
    return queue->far_top > queue->at + BUCKETS ? queue->far_top : queue->at + BUCKETS;
}

/* Takes an item of key at; false where none is left. */
static inline bool bucket_queue_pop(struct bucket_queue *queue, uint64_t *item)
{
    DEBUG_ASSERT(queue->at != UINT32_MAX);
    struct bucket *bucket = &queue->ring[queue->at % BUCKETS];
    if (bucket->count == 0)
        return false;
    *item = bucket->items[--bucket->count];
    return true;
}
