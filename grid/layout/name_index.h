/* name_index: finds numbers by name in O(1): a hash table over names that its owner keeps.
 *
 * Name i is the text, ended by NUL, at pool + the i-th offset. Offsets stand `stride` bytes apart,
 * so that they may be a member of a record.
 */
#pragma once

#include "grid/base.h"

#define NAME_NONE UINT32_MAX

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

/* A number, NAME_NONE where the slot is empty, and part of its name's hash: a table grows, and
 * mostly sees that names differ, without a look at the names. */
struct name_slot {
    uint32_t hash, number;
};

/* The key of a table's hash, which nobody can guess: no file can be made to hit one slot of a table
 * again and again. Tables find the same names whatever the key is. */
struct hash_key {
    uint64_t word[2];
};

/* slots: a power of two, at most two thirds are used. All zero is an empty table. */
struct name_index {
    struct name_slot *slot;
    size_t slots, used;
    struct hash_key key; /* of this table; made with its first slots */
};

/* Enters the name of the number. *earlier is the number that has the same name, which then stays
 * the one that is found, or NAME_NONE. Amortised O(length); 12 to 36 bytes a name. Fails with
 * STATUS_FAILED without memory. */
enum status name_index_add(struct name_index *index, struct name_texts texts, uint32_t number,
                           uint32_t *earlier, struct error *error);

/* The number of this name (length bytes, none of them NUL), or NAME_NONE. */
uint32_t name_index_find(const struct name_index *index, struct name_texts texts, const char *name,
                         size_t length);

/* Asks for the memory of this name, which is added or found soon, and returns its hash; the table
 * must have names. O(length). */
uint32_t name_index_expect(const struct name_index *index, const char *name, size_t length);

/* name_index_add of a name whose length and hash are known. */
enum status name_index_enter(struct name_index *index, struct name_texts texts, uint32_t number,
                             size_t length, uint32_t hash, uint32_t *earlier, struct error *error);

/* Frees the table and clears it. Accepts a zeroed one. */
void name_index_destroy(struct name_index *index);
