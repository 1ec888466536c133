/* names: names numbered from 0 in the order of entry, and an index that finds numbers by name in
 * O(1).
 *
 *     pool    "metal1\0via1\0metal2\0"        offset  0 7 12
 *
 * Names of LEF and DEF are stored without backslashes; def/name.c has the exception. */
#pragma once

#include "grid/base.h"

#define NAME_NONE UINT32_MAX

/* The texts of an index: name i, ended by NUL, starts at pool + the i-th offset. Offsets are
 * `stride` bytes apart, so that they can be members of records. */
struct name_texts {
    const char *pool;
    const void *offset; /* of name 0: a uint32_t */
    size_t stride;
};

static inline const char *name_texts_at(struct name_texts texts, uint32_t number)
{
    const void *at = (const char *)texts.offset + number * texts.stride;
    return texts.pool + *(const uint32_t *)at;
}

/* A number (NAME_NONE: empty slot) and the low bits of its name's hash, with which the table grows
 * and rejects most other names without reading them. */
struct name_slot {
    _Alignas(8) uint32_t hash;
    uint32_t number;
};

/* A random key for the hash of a table, so that no file can be crafted to fill one slot (hash
 * flooding). Results do not depend on it. */
struct hash_key {
    uint64_t word[2];
};

/* A hash table; all zero is an empty one. slots: a power of two, at most two thirds used. */
struct name_index {
    struct name_slot *slot;
    size_t slots, used;
    struct hash_key key; /* made with the first slots */
};

/* Enters the name of a number. If the name is in the table already, *earlier is its number and the
 * table is not changed; else *earlier is NAME_NONE. Amortised O(length), 12 to 36 bytes per name.
 * Fails with STATUS_FAILED without memory. */
enum status name_index_add(struct name_index *index, struct name_texts texts, uint32_t number,
                           uint32_t *earlier, struct error *error);

/* The number of a name (length bytes, none of them NUL), or NAME_NONE. */
uint32_t name_index_find(const struct name_index *index, struct name_texts texts, const char *name,
                         size_t length);

/* Prefetches the slot of a name that is entered or found soon, and returns its hash. The table must
 * not be empty. O(length). */
uint32_t name_index_expect(const struct name_index *index, const char *name, size_t length);

/* name_index_add for a name with known length and hash. */
enum status name_index_enter(struct name_index *index, struct name_texts texts, uint32_t number,
                             size_t length, uint32_t hash, uint32_t *earlier, struct error *error);

/* Makes a table with room for the names 0 .. count - 1, which threads then enter. */
enum status name_index_reserve(struct name_index *index, size_t count, struct error *error);

/* Enters the name of a number into such a table, as other threads do; false if it is there. */
bool name_index_share(const struct name_index *index, struct name_texts texts, uint32_t number);

/* Frees the table and clears it. Accepts a zeroed one. */
void name_index_destroy(struct name_index *index);

struct names {
    char *pool; /* names with their NULs */
    size_t pool_used, pool_capacity;
    uint32_t *offset; /* [count]: where a name starts in the pool */
    uint32_t count;
    size_t offset_capacity;
    struct name_index index;
};

/* The number of a name of `length` bytes, which is entered if it is new: then *number is
 * names->count - 1 afterwards. Fails with STATUS_FAILED without memory and with STATUS_BAD_INPUT
 * over 4 GiB of names. Amortised O(length). */
enum status names_add(struct names *names, const char *text, size_t length, uint32_t *number,
                      struct error *error);

/* Exchanges the texts of two names. */
void names_swap(struct names *names, uint32_t a, uint32_t b);

/* The number of the name, or NAME_NONE. */
uint32_t names_find(const struct names *names, const char *text, size_t length);

/* The same, or if there is no such name, the number of the name without the text's backslashes. */
uint32_t names_find_either(const struct names *names, const char *text, size_t length);

void names_destroy(struct names *names);

/* The name of a number below count, ended by NUL; valid until the next names_add. */
static inline const char *names_text(const struct names *names, uint32_t number)
{
    assert(number < names->count);
    return names->pool + names->offset[number];
}
