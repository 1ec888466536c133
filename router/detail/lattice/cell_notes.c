/* cell_notes: hash tables with open addressing and linear probing. */
#include "router/detail/lattice/cell_notes.h"

enum { ROOM_LEAST = 64 };

static uint64_t hash(uint64_t key)
{
    return key * UINT64_C(0x9E3779B97F4A7C15); /* Knuth: 2^64 / golden ratio */
}

static struct cell_notes_part *part_of(struct cell_notes *notes, uint64_t key)
{
    return &notes->parts[hash(key) >> 58];
}

/* The slot of a key, or the empty one where it belongs; NULL if there are none. */
static uint64_t *find(const struct cell_notes_part *part, uint64_t key)
{
    size_t at = (size_t)((hash(key) << 6 >> 32) * part->room >> 32);
    if (part->room == 0)
        return NULL;
    while (part->slots[at] != 0 && part->slots[at] >> CELL_NOTES_VALUE_BITS != key + 1)
        at = at + 1 < part->room ? at + 1 : 0;
    return &part->slots[at];
}

static bool grow(struct cell_notes_part *part)
{
    struct cell_notes_part more = {.room = part->room + part->room / 2 + ROOM_LEAST};
    if (MEM_NEW(more.slots, more.room, "notes", NULL) != STATUS_OK)
        return false;
    for (size_t i = 0; i < part->room; i++)
        if (part->slots[i] != 0)
            *find(&more, (part->slots[i] >> CELL_NOTES_VALUE_BITS) - 1) = part->slots[i];
    free(part->slots);
    part->slots = more.slots;
    part->room = more.room;
    return true;
}

/* As cell_notes_add; once: changes nothing if the key has a number. */
static uint32_t change(struct cell_notes *notes, uint64_t key, uint32_t mask, int32_t by,
                       uint32_t most, bool once)
{
    struct cell_notes_part *part = part_of(notes, key);
    uint32_t value = 0;
    assert(key < (UINT64_C(1) << CELL_NOTES_KEY_BITS) - 1 && mask <= CELL_NOTES_MOST);
    assert((most & ~mask) == 0);
    pthread_mutex_lock(&part->lock);
    if (4 * (part->count + 1) > 3 * part->room && !grow(part)) {
        __atomic_store_n(&notes->failed, true, __ATOMIC_RELAXED);
    } else {
        uint64_t *slot = find(part, key);
        value = (uint32_t)(*slot & CELL_NOTES_MOST);
        part->count += *slot == 0 && by != 0;
        if (!once || *slot == 0) {
            const int64_t sum = (int64_t)(value & mask) + by;
            assert(sum >= 0);
            value = (value & ~mask) | (sum < most ? (uint32_t)sum : most);
        }
        if (by != 0)
            *slot = (key + 1) << CELL_NOTES_VALUE_BITS | value;
    }
    pthread_mutex_unlock(&part->lock);
    return value;
}

uint32_t cell_notes_add(struct cell_notes *notes, uint64_t key, uint32_t mask, int32_t by,
                        uint32_t most)
{
    return change(notes, key, mask, by, most, false);
}

uint32_t cell_notes_keep(struct cell_notes *notes, uint64_t key, uint32_t value)
{
    return change(notes, key, CELL_NOTES_MOST, (int32_t)value, value, true);
}

uint32_t cell_notes_read(const struct cell_notes *notes, uint64_t key)
{
    const uint64_t *slot = find(part_of((struct cell_notes *)(uintptr_t)notes, key), key);
    return slot == NULL ? 0 : (uint32_t)(*slot & CELL_NOTES_MOST);
}

void cell_notes_create(struct cell_notes *notes)
{
    *notes = (struct cell_notes){0};
    for (uint32_t p = 0; p < CELL_NOTES_PARTS; p++)
        pthread_mutex_init(&notes->parts[p].lock, NULL);
}

void cell_notes_destroy(struct cell_notes *notes)
{
    for (uint32_t p = 0; notes != NULL && p < CELL_NOTES_PARTS; p++) {
        pthread_mutex_destroy(&notes->parts[p].lock);
        free(notes->parts[p].slots);
    }
}
