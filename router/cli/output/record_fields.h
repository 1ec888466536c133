/* record_fields: structs as text, by tables of fields that writer and reader share.
 *
 *     netlist 9 a/alu.net      a word and its length in bytes
 *     nets 12                  a number
 *
 * Each field has its line. The reader accepts what the writer writes and nothing else.
 */
#pragma once

#include <stddef.h>
#include <stdio.h>

#include "grid/base.h"

enum text_kind {
    TEXT_WORD, /* const char *, not NULL */
    TEXT_32,   /* uint32_t */
    TEXT_64,   /* uint64_t */
};

struct text_field {
    const char *name;
    enum text_kind kind;
    size_t offset; /* in the struct */
};

#define TEXT_FIELD(type, kind, member)                                                             \
    {                                                                                              \
#member, TEXT_##kind, offsetof(struct type, member)                                        \
    }

struct text_table {
    const struct text_field *field;
    size_t count;
};

#define TEXT_TABLE(fields)                                                                         \
    {                                                                                              \
        fields, sizeof(fields) / sizeof *(fields)                                                  \
    }

/* Writes the fields of one struct. Write errors show in the stream. */
void record_put(FILE *out, const struct text_table *table, const void *from);

/* A text that is read: its rest, and whether all of it so far was as expected. The text must be
 * followed by a NUL; words stay in it and get a NUL behind them. */
struct record_cursor {
    char *at, *end;
    bool good;
};

void record_expect(struct record_cursor *it, const char *text);

/* Reads a decimal number of at most `most`. */
uint64_t record_number(struct record_cursor *it, uint64_t most);

void record_take(struct record_cursor *it, const struct text_table *table, void *to);
