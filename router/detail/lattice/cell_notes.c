/* cell_notes: hash tables with open addressing and linear probing. */
#include "router/detail/lattice/cell_notes.h"

#include <sched.h>

enum {
    ROOM_LEAST = 64,
    GROUP = 48,  /* keys in a row whose slots lie side by side */
    PAGE = 512,  /* slots of a page of memory */
    LOOKS = 200, /* times that a thread looks at a lock before it yields */
};

/* The hash of a key, the same for all of its group: neighbouring cells have neighbouring slots. */
static uint64_t hash(uint64_t key)
{
    return key / GROUP * UINT64_C(0x9E3779B97F4A7C15); /* Knuth: 2^64 / golden ratio */
}

/* The slot of a key, or the empty one where it belongs; NULL if there are none. */
static uint64_t *find(struct cell_notes_slots *in, uint64_t key)
{
    if (in == NULL)
        return NULL;
    size_t at = (size_t)((hash(key) << 6 >> 32) * in->room >> 32) + key % GROUP / 3;
    at = at < in->room ? at : at - in->room;
    uint64_t slot = __atomic_load_n(&in->slots[at], __ATOMIC_RELAXED);
    while (slot != 0 && slot >> CELL_NOTES_VALUE_BITS != key + 1) {
        at = at + 1 < in->room ? at + 1 : 0;
        slot = __atomic_load_n(&in->slots[at], __ATOMIC_RELAXED);
    }
    return &in->slots[at];
}

/* Makes slots for one more number; false: there is no memory. */
static bool grow(struct cell_notes_slots **now, size_t count)
{
    const size_t old = *now == NULL ? 0 : (*now)->room;
    if (4 * (count + 1) <= 3 * old)
        return true;
    const size_t room = old + old / 2 + ROOM_LEAST;
    struct cell_notes_slots *more = calloc(1, sizeof *more + room * sizeof *more->slots);
    if (more == NULL)
        return false;
    /* Pages are written before they are read: the second mapping would interrupt all threads. */
    for (size_t i = 0; i < room; i += PAGE)
        *(volatile uint64_t *)&more->slots[i] = 0;
    more->room = room;
    more->old = *now;
    for (size_t i = 0; i < old; i++)
        if ((*now)->slots[i] != 0)
            *find(more, ((*now)->slots[i] >> CELL_NOTES_VALUE_BITS) - 1) = (*now)->slots[i];
    __atomic_store_n(now, more, __ATOMIC_RELEASE);
    return true;
}

uint32_t cell_notes_add(struct cell_notes *notes, uint64_t key, uint32_t mask, int32_t by,
                        uint32_t most, bool once)
{
    struct cell_notes_part *part = &notes->parts[hash(key) >> 58];
    struct cell_notes_slots **now = &notes->now[hash(key) >> 58];
    uint32_t value = 0;
    assert(key < (UINT64_C(1) << CELL_NOTES_KEY_BITS) - 1 && mask <= CELL_NOTES_MOST);
    assert((most & ~mask) == 0);
    for (int look = 1; __atomic_test_and_set(&part->lock, __ATOMIC_ACQUIRE); look++)
        if (look % LOOKS == 0)
            sched_yield();
    if (!grow(now, part->count)) {
        __atomic_store_n(&notes->failed, true, __ATOMIC_RELAXED);
    } else {
        uint64_t *slot = find(*now, key);
        value = (uint32_t)(*slot & CELL_NOTES_MOST);
        part->count += *slot == 0 && by != 0;
        if (!once || *slot == 0) {
            const int64_t sum = (int64_t)(value & mask) + by;
            assert(sum >= 0);
            value = (value & ~mask) | (sum < most ? (uint32_t)sum : most);
        }
        if (by != 0)
            __atomic_store_n(slot, (key + 1) << CELL_NOTES_VALUE_BITS | value, __ATOMIC_RELAXED);
    }
    __atomic_clear(&part->lock, __ATOMIC_RELEASE);
    return value;
}

uint32_t cell_notes_read(const struct cell_notes *notes, uint64_t key)
{
    const uint64_t *slot =
        find(__atomic_load_n(&notes->now[hash(key) >> 58], __ATOMIC_ACQUIRE), key);
    return slot == NULL ? 0 : (uint32_t)(__atomic_load_n(slot, __ATOMIC_RELAXED) & CELL_NOTES_MOST);
}

static void free_slots(struct cell_notes_slots *slots)
{
    while (slots != NULL) {
        struct cell_notes_slots *old = slots->old;
        free(slots);
        slots = old;
    }
}

void cell_notes_tidy(struct cell_notes *notes)
{
    for (uint32_t p = 0; p < CELL_NOTES_PARTS; p++)
        if (notes->now[p] != NULL) {
            free_slots(notes->now[p]->old);
            notes->now[p]->old = NULL;
        }
}

void cell_notes_destroy(struct cell_notes *notes)
{
    for (uint32_t p = 0; notes != NULL && p < CELL_NOTES_PARTS; p++)
        free_slots(notes->now[p]);
}
