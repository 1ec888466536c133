/* names: open addressing with linear probing over the pool; a keyed hash (grid/chip/keyed_hash.h).
 */
#include "grid/chip/names.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 64 };

static uint32_t hash_of(const struct names *names, const char *name, size_t length)
{
    return (uint32_t)(keyed_hash(&names->key, name, length) >> 32);
}

static size_t name_length(const struct names *names, uint32_t number)
{
    size_t end = number + 1 < names->count ? names->offset[number + 1] : names->pool_used;
    return end - names->offset[number] - 1;
}

/* The slot that holds the name, or the empty one where it belongs. The hash in the slot spares
 * the look at almost every other name. */
static size_t find_slot(const struct names *names, uint32_t hash, const char *name, size_t length)
{
    size_t mask = names->slots - 1;
    for (size_t at = hash & mask;; at = (at + 1) & mask) {
        uint64_t slot = names->slot[at];
        if (slot == UINT64_MAX)
            return at;
        uint32_t number = (uint32_t)slot;
        if (slot >> 32 == hash && name_length(names, number) == length &&
            memcmp(names->pool + names->offset[number], name, length) == 0)
            return at;
    }
}

static enum status grow_slots(struct names *names, struct error *error)
{
    size_t slots = names->slots > 0 ? 2 * names->slots : FIRST_SLOTS;
    uint64_t *slot = mem_alloc(slots, sizeof *slot, "table of names", error);
    if (slot == NULL)
        return STATUS_FAILED;
    memset(slot, 0xFF, slots * sizeof *slot);
    if (names->slots == 0)
        names->key = hash_key_make();
    free(names->slot);
    names->slot = slot;
    names->slots = slots;
    for (uint32_t i = 0; i < names->count; i++) {
        size_t length = name_length(names, i);
        uint32_t hash = hash_of(names, names->pool + names->offset[i], length);
        size_t at = hash & (slots - 1);
        while (slot[at] != UINT64_MAX) /* all names differ */
            at = (at + 1) & (slots - 1);
        slot[at] = (uint64_t)hash << 32 | i;
    }
    return STATUS_OK;
}

enum status names_add(struct names *names, const char *text, size_t length, uint32_t *number,
                      struct error *error)
{
    if (2 * ((size_t)names->count + 1) > names->slots && grow_slots(names, error) != STATUS_OK)
        return STATUS_FAILED;
    uint32_t hash = hash_of(names, text, length);
    size_t slot = find_slot(names, hash, text, length);
    *number = (uint32_t)names->slot[slot];
    if (*number != NAME_NONE)
        return STATUS_OK;
    if (names->pool_used + length + 1 > UINT32_MAX || names->count == NAME_NONE - 1)
        return error_set(error, STATUS_BAD_INPUT, "too many names: at most 4 GiB are supported");
    TRY(mem_grow((void **)&names->offset, &names->offset_capacity, (size_t)names->count + 1,
                 sizeof *names->offset, "names", error));
    TRY(mem_grow((void **)&names->pool, &names->pool_capacity, names->pool_used + length + 1, 1,
                 "names", error));
    names->offset[names->count] = (uint32_t)names->pool_used;
    memcpy(names->pool + names->pool_used, text, length);
    names->pool[names->pool_used + length] = '\0';
    names->pool_used += length + 1;
    *number = names->count++;
    names->slot[slot] = (uint64_t)hash << 32 | *number;
    return STATUS_OK;
}

uint32_t names_find(const struct names *names, const char *text, size_t length)
{
    if (names->slots == 0)
        return NAME_NONE;
    return (uint32_t)names->slot[find_slot(names, hash_of(names, text, length), text, length)];
}

void names_destroy(struct names *names)
{
    if (names == NULL)
        return;
    free(names->pool);
    free(names->offset);
    free(names->slot);
    memset(names, 0, sizeof *names);
}
