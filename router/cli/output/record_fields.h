/* record_fields: structs as text, by tables of fields that writer and reader share.
 *
 *     netlist 9 a/alu.net      a word and its length in bytes; "-" is NULL
 *     nets 12                  a number
 *
 * A list is its name and count on one line, then one line per entry with its fields separated by
 * blanks. The reader accepts what the writer writes and nothing else.
 */
#pragma once

#include <stddef.h>
#include <stdio.h>

#include "grid/base.h"

enum record_kind {
    KIND_WORD,         /* const char *, not NULL */
    KIND_WORD_OR_NULL, /* const char * */
    KIND_32,           /* uint32_t */
    KIND_64,           /* uint64_t */
    KIND_SIGNED,       /* int64_t, not INT64_MIN */
    KIND_FLAG,         /* bool */
};

struct json_field {
    const char *name;
    enum record_kind kind;
    size_t offset; /* in the struct */
};

#define RECORD_FIELD(type, kind, member)                                                           \
    {                                                                                              \
#member, KIND_##kind, offsetof(struct type, member)                                        \
    }

/* A table, and the size of the struct that it describes. */
struct record_table {
    const struct json_field *field;
    size_t count, size;
};

#define RECORD_TABLE(fields, bytes)                                                                \
    {                                                                                              \
        fields, sizeof(fields) / sizeof *(fields), bytes                                           \
    }

/* Writes the fields of one struct, one per line; of a list. Write errors show in the stream. */
void record_put(FILE *out, const struct record_table *table, const void *from);
void record_put_list(FILE *out, const char *name, const struct record_table *table,
                     const void *items, size_t count);

/* A text that is read: its rest, and whether all of it so far was as expected. The text must be
 * followed by a NUL; words stay in it and get a NUL behind them. */
struct record_cursor {
    char *at, *end;
    bool good;
};

void record_expect(struct record_cursor *it, const char *text);

/* Reads a decimal number of at most `most`. */
uint64_t record_number(struct record_cursor *it, uint64_t most);

void record_take(struct record_cursor *it, const struct record_table *table, void *to);

/* Reads a list into a new array, which the caller frees; NULL for an empty one, and without memory,
 * when it->good becomes false. */
void *record_take_list(struct record_cursor *it, const char *name, const struct record_table *table,
                       size_t *count);
