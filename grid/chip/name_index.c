/* name_index: open addressing with linear probing; a keyed hash (grid/chip/keyed_hash.h). */
#include "grid/chip/name_index.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 64 };

/* The slot that holds the name, or the empty one where it belongs. */
static struct name_slot *find_slot(const struct name_index *index, struct name_texts texts,
                                   const char *name, size_t length, uint32_t hash)
{
    size_t mask = index->slots - 1;
    assert(index->slots > 0 && (index->slots & mask) == 0 && index->used < index->slots);
    for (size_t at = hash & mask;; at = (at + 1) & mask) {
        struct name_slot *slot = &index->slot[at];
        if (slot->number == NAME_NONE)
            return slot;
        if (slot->hash != hash)
            continue;
        const char *known = name_texts_at(texts, slot->number);
        if (strncmp(known, name, length) == 0 && known[length] == '\0')
            return slot;
    }
}

static uint32_t hash_of(const struct name_index *index, const char *name, size_t length)
{
    return (uint32_t)keyed_hash(&index->key, name, length);
}

static enum status grow(struct name_index *index, struct error *error)
{
    struct name_index larger = {.slots = index->slots > 0 ? 2 * index->slots : FIRST_SLOTS};
    larger.key = index->slots > 0 ? index->key : hash_key_make();
    TRY(MEM_NEW(larger.slot, larger.slots, "table of names", error));
    memset(larger.slot, 0xFF, larger.slots * sizeof *larger.slot);
    for (size_t i = 0; i < index->slots; i++) {
        size_t at = index->slot[i].hash & (larger.slots - 1);
        if (index->slot[i].number == NAME_NONE)
            continue;
        while (larger.slot[at].number != NAME_NONE)
            at = (at + 1) & (larger.slots - 1);
        larger.slot[at] = index->slot[i];
    }
    assert(3 * (index->used + 1) <= 2 * larger.slots);
    larger.used = index->used;
    free(index->slot);
    *index = larger;
    return STATUS_OK;
}

enum status name_index_add(struct name_index *index, struct name_texts texts, uint32_t number,
                           uint32_t *earlier, struct error *error)
{
    if (index->slots == 0) /* the key of the hash comes with the first slots */
        TRY(grow(index, error));
    const char *name = name_texts_at(texts, number);
    const size_t length = strlen(name);
    return name_index_enter(index, texts, number, length, hash_of(index, name, length), earlier,
                            error);
}

enum status name_index_enter(struct name_index *index, struct name_texts texts, uint32_t number,
                             size_t length, uint32_t hash, uint32_t *earlier, struct error *error)
{
    const char *name = name_texts_at(texts, number);
    assert(number != NAME_NONE);
    DEBUG_ASSERT(hash == hash_of(index, name, length));
    if (3 * (index->used + 1) > 2 * index->slots)
        TRY(grow(index, error));
    struct name_slot *slot = find_slot(index, texts, name, length, hash);
    *earlier = slot->number;
    if (slot->number == NAME_NONE) {
        *slot = (struct name_slot){hash, number};
        index->used++;
    }
    assert(3 * index->used <= 2 * index->slots);
    return STATUS_OK;
}

uint32_t name_index_find(const struct name_index *index, struct name_texts texts, const char *name,
                         size_t length)
{
    DEBUG_ASSERT(length == 0 || memchr(name, '\0', length) == NULL);
    return index->slots > 0
               ? find_slot(index, texts, name, length, hash_of(index, name, length))->number
               : NAME_NONE;
}

uint32_t name_index_expect(const struct name_index *index, const char *name, size_t length)
{
    assert(index->slots > 0);
    const uint32_t hash = hash_of(index, name, length);
    __builtin_prefetch(&index->slot[hash & (index->slots - 1)], 1);
    return hash;
}

void name_index_destroy(struct name_index *index)
{
    if (index == NULL)
        return;
    free(index->slot);
    memset(index, 0, sizeof *index);
}
