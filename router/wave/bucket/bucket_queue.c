/* bucket_queue: a ring of buckets (Dial 1969) and a binary heap. */
#include "router/wave/bucket/bucket_queue.h"

enum status bucket_queue_grow(struct bucket_queue *queue, struct bucket *bucket,
                              struct error *error)
{
    assert(bucket->count == bucket->capacity);
    if (bucket->capacity == 0 && queue->spare_count > 0) {
        *bucket = queue->spare[--queue->spare_count];
        return STATUS_OK;
    }
    size_t before = bucket->capacity;
    enum status status =
        MEM_GROW(bucket->items, bucket->capacity, bucket->count + 1, "buckets", error);
    queue->items_capacity += bucket->capacity - before;
    return status;
}

/* Keeps an empty bucket's memory for the next bucket that needs some. */
static void spare_bucket(struct bucket_queue *queue, uint32_t slot)
{
    struct bucket *bucket = &queue->ring[slot];
    queue->waiting[slot / 64] &= ~((uint64_t)1 << slot % 64);
    bucket->count = 0;
    assert(bucket->capacity == 0 || queue->spare_count < BUCKETS);
    if (bucket->capacity > 0)
        queue->spare[queue->spare_count++] = *bucket;
    *bucket = (struct bucket){NULL, 0, 0};
}

void bucket_queue_clear(struct bucket_queue *queue)
{
    for (uint32_t word = 0; word < BUCKET_WORDS; word++)
        while (queue->waiting[word] != 0)
            spare_bucket(queue, word * 64 + (uint32_t)__builtin_ctzll(queue->waiting[word]));
    queue->far_count = 0;
    queue->far_top = 0;
    queue->at = 0;
}

/* Distance from the slot of `at` to the next bucket that is not empty, or BUCKETS. */
static uint32_t next_waiting(const struct bucket_queue *queue)
{
    uint32_t slot = queue->at % BUCKETS;
    for (uint32_t i = 0; i <= BUCKET_WORDS; i++) {
        uint32_t word = (slot / 64 + i) % BUCKET_WORDS;
        uint64_t bits = queue->waiting[word];
        if (i == 0)
            bits &= ~(uint64_t)0 << slot % 64;
        if (bits != 0)
            return (word * 64 + (uint32_t)__builtin_ctzll(bits) - slot) % BUCKETS;
    }
    return BUCKETS;
}

enum status bucket_queue_push_far(struct bucket_queue *queue, uint32_t key, uint64_t item,
                                  struct error *error)
{
    assert(key - queue->at >= BUCKETS && queue->far_count < UINT32_MAX);
    const size_t need = (size_t)queue->far_count + 1;
    TRY(MEM_GROW(queue->far, queue->far_capacity, need, "far items", error));
    queue->far_top = key > queue->far_top ? key : queue->far_top;
    heap_push(queue->far, &queue->far_count,
              (struct ranked){key, (uint32_t)(item >> 32), (uint32_t)item});
    return STATUS_OK;
}

static uint64_t pop_far(struct bucket_queue *queue)
{
    const struct ranked least = heap_pop(queue->far, &queue->far_count);
    return (uint64_t)least.second << 32 | least.third;
}

bool bucket_queue_next(struct bucket_queue *queue, enum status *status, struct error *error)
{
    *status = STATUS_OK;
    uint32_t slot = queue->at % BUCKETS;
    if (queue->ring[slot].count == 0)
        spare_bucket(queue, slot);
    uint32_t ahead = next_waiting(queue);
    if (ahead == BUCKETS && queue->far_count == 0)
        return false;
    if (queue->far_count == 0 || (ahead < BUCKETS && queue->far[0].first - queue->at > ahead)) {
        queue->at += ahead;
        return true;
    }
    assert(queue->far[0].first >= queue->at); /* keys never fall */
    queue->at = queue->far[0].first;
    while (queue->far_count > 0 && queue->far[0].first == queue->at && *status == STATUS_OK)
        *status = bucket_queue_push(queue, queue->at, queue->at, pop_far(queue), error);
    return *status == STATUS_OK;
}

size_t bucket_queue_bytes(const struct bucket_queue *queue)
{
    return sizeof *queue + queue->far_capacity * sizeof *queue->far +
           queue->items_capacity * sizeof *queue->ring->items;
}

void bucket_queue_destroy(struct bucket_queue *queue)
{
    for (uint32_t slot = 0; slot < BUCKETS; slot++)
        free(queue->ring[slot].items);
    for (uint32_t i = 0; i < queue->spare_count; i++)
        free(queue->spare[i].items);
    free(queue->far);
}
