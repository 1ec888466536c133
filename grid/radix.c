/* radix: counts the values of all bytes in one pass, then moves the keys byte by byte. */
#include "grid/radix.h"

enum { BYTES = sizeof(uint64_t), VALUES = 256 };

static uint32_t byte_of(uint64_t key, uint32_t byte)
{
    return (uint32_t)(key >> 8 * byte) % VALUES;
}

void radix_sort(uint64_t *keys, uint64_t *spare, size_t count)
{
    assert(keys != spare || count == 0);
    size_t values[BYTES][VALUES] = {{0}};
    uint64_t *from = keys, *to = spare;
    for (size_t i = 0; i < count; i++)
        for (uint32_t byte = 0; byte < BYTES; byte++)
            values[byte][byte_of(keys[i], byte)]++;
    for (uint32_t byte = 0; byte < BYTES && count > 0; byte++) {
        size_t next = 0, *at = values[byte];
        if (at[byte_of(keys[0], byte)] == count)
            continue; /* all keys have the same one */
        for (uint32_t value = 0; value < VALUES; value++) {
            const size_t size = at[value];
            at[value] = next;
            next += size;
        }
        for (size_t i = 0; i < count; i++)
            to[at[byte_of(from[i], byte)]++] = from[i];
        uint64_t *other = from;
        from = to;
        to = other;
    }
    if (from != keys)
        memcpy(keys, from, count * sizeof *keys);
}
