/* names: open addressing with linear probing over the pool. The hash takes eight bytes at a time,
 * with a multiply and a fold after each (as in wyhash, by Wang Yi). */
#include "grid/chip/names.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 64 };

static size_t hash_of(const char *name, size_t length)
{
    uint64_t hash = length;
    for (; length >= 8; name += 8, length -= 8) {
        uint64_t part;
        memcpy(&part, name, 8);
        hash = (hash ^ part) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    }
    uint64_t rest = 0;
    for (size_t i = 0; i < length; i++)
        rest = rest << 8 | (unsigned char)name[i];
    hash = (hash ^ rest) * 0x9E3779B97F4A7C15u;
    return (size_t)(hash ^ hash >> 29);
}

/* The slot that holds the name, or the empty one where it belongs. */
static size_t find_slot(const struct names *names, const char *name, size_t length)
{
    size_t mask = names->slots - 1;
    for (size_t at = hash_of(name, length) & mask;; at = (at + 1) & mask) {
        uint32_t number = names->slot[at];
        if (number == NAME_NONE)
            return at;
        const char *known = names->pool + names->offset[number];
        size_t end = number + 1 < names->count ? names->offset[number + 1] : names->pool_used;
        if (end - names->offset[number] == length + 1 && memcmp(known, name, length) == 0)
            return at;
    }
}

static enum status grow_slots(struct names *names, struct error *error)
{
    size_t slots = names->slots > 0 ? 2 * names->slots : FIRST_SLOTS;
    uint32_t *slot = mem_alloc(slots, sizeof *slot, "table of names", error);
    if (slot == NULL)
        return STATUS_FAILED;
    memset(slot, 0xFF, slots * sizeof *slot);
    free(names->slot);
    names->slot = slot;
    names->slots = slots;
    for (uint32_t i = 0; i < names->count; i++) {
        size_t end = i + 1 < names->count ? names->offset[i + 1] : names->pool_used;
        size_t length = end - names->offset[i] - 1;
        names->slot[find_slot(names, names->pool + names->offset[i], length)] = i;
    }
    return STATUS_OK;
}

enum status names_add(struct names *names, const char *text, size_t length, uint32_t *number,
                      struct error *error)
{
    if (3 * ((size_t)names->count + 1) > 2 * names->slots && grow_slots(names, error) != STATUS_OK)
        return STATUS_FAILED;
    size_t slot = find_slot(names, text, length);
    *number = names->slot[slot];
    if (*number != NAME_NONE)
        return STATUS_OK;
    if (names->pool_used + length + 1 > UINT32_MAX || names->count == NAME_NONE - 1)
        return error_set(error, STATUS_BAD_INPUT, "too many names: at most 4 GiB are supported");
    if (mem_grow((void **)&names->offset, &names->offset_capacity, (size_t)names->count + 1,
                 sizeof *names->offset, "names", error) != STATUS_OK ||
        mem_grow((void **)&names->pool, &names->pool_capacity, names->pool_used + length + 1, 1,
                 "names", error) != STATUS_OK)
        return STATUS_FAILED;
    names->offset[names->count] = (uint32_t)names->pool_used;
    memcpy(names->pool + names->pool_used, text, length);
    names->pool[names->pool_used + length] = '\0';
    names->pool_used += length + 1;
    names->slot[slot] = *number = names->count++;
    return STATUS_OK;
}

uint32_t names_find(const struct names *names, const char *text, size_t length)
{
    return names->slots > 0 ? names->slot[find_slot(names, text, length)] : NAME_NONE;
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
