/* names: names in one pool, numbered from 0 in the order of entry, and found in O(1).
 *
 *     pool    "metal1\0via1\0metal2\0"        offset  0 7 12
 *
 * Names of LEF and DEF are held without backslashes: `a\[3\]` and `a[3]` are the same name.
 */
#pragma once

#include "grid/layout/name_index.h"

struct names {
    char *pool; /* names with their NULs */
    size_t pool_used, pool_capacity;
    uint32_t *offset; /* [count]: where a name starts in the pool */
    uint32_t count;
    size_t offset_capacity;
    struct name_index index;
};

/* The number of the name of length bytes (any length), entered if it is new: then *number is
 * names->count - 1, and count has grown. Fails with STATUS_FAILED without memory and with
 * STATUS_BAD_INPUT over 4 GiB of names. Amortised O(length). */
enum status names_add(struct names *names, const char *text, size_t length, uint32_t *number,
                      struct error *error);

/* The number of the name, or NAME_NONE. */
uint32_t names_find(const struct names *names, const char *text, size_t length);

/* Frees what it owns and clears it. Accepts a zeroed one. */
void names_destroy(struct names *names);

/* The name of a number below count, ended by NUL; valid until the next names_add. */
static inline const char *names_text(const struct names *names, uint32_t number)
{
    assert(number < names->count);
    return names->pool + names->offset[number];
}
