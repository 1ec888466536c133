/* fields: the optional words of a statement, read and written by one table.
 *
 *     layer metal1 routing dir horizontal width 600 space 500 rect-only
 *
 * The words at fixed places are followed by fields: a word and its value, or a word alone. A field
 * with its default value is not written. records.h has a table per statement, with the members of
 * its structure; the reader and the writer use the same table. */
#pragma once

#include "grid/layout/layout.h"
#include "grid/text/emit.h"
#include "grid/text/scan.h"

enum field_kind {
    FIELD_LENGTH,
    FIELD_COUNT,
    FIELD_AREA,
    FIELD_FLAG,  /* a bool; a word without value */
    FIELD_WORD,  /* an index of words */
    FIELD_LAYER, /* a layer or LAYER_NONE */
    FIELD_RULE,  /* a nondefault rule or TECH_NONE */
};

struct record_field {
    const char *word; /* NULL ends a table */
    enum field_kind kind;
    size_t at, size;          /* offset and size of the member, in bytes: a bool, uint8_t, uint16_t,
                                 int32_t, an enumeration, uint32_t or int64_t */
    int32_t absent;           /* the default: the value if the field is absent */
    int32_t low;              /* least value of FIELD_LENGTH and FIELD_COUNT that may be read */
    const char *const *words; /* of FIELD_WORD; the last is NULL */
};

/* Rows of a table: a word and a member of a struct type. */
#define FIELD(word, kind, type, member, absent, low, words)                                        \
    {                                                                                              \
        word, kind, offsetof(struct type, member), sizeof(((struct type *)0)->member), absent,     \
            low, words                                                                             \
    }
#define LENGTH(word, type, member, absent, low)                                                    \
    FIELD(word, FIELD_LENGTH, type, member, absent, low, NULL)
#define COUNT(word, type, member, absent, low)                                                     \
    FIELD(word, FIELD_COUNT, type, member, absent, low, NULL)
#define AREA(word, type, member)        FIELD(word, FIELD_AREA, type, member, 0, 0, NULL)
#define FLAG(word, type, member)        FIELD(word, FIELD_FLAG, type, member, 0, 0, NULL)
#define WORD(word, type, member, words) FIELD(word, FIELD_WORD, type, member, 0, 0, words)

enum { FIELDS_MAX = 20 }; /* maximum number of fields of a statement */

/* Sets the members of all fields to their defaults, then reads fields up to the end of the line.
 * tech has the names of layers and rules. Fails for a word that is not a field of the statement, a
 * repeated field, and a wrong value. */
enum status fields_read(const struct record_field *fields, void *record, const struct tech *tech,
                        struct scan *scan, struct error *error);

/* Writes the fields that do not have their default, and the line's end. */
void fields_write(const struct record_field *fields, const void *record, const struct tech *tech,
                  struct emit *emit);

/* ---- words at fixed places ------------------------------------------------------------------ */

/* Reads a length in -limit..limit, or a rectangle of four such lengths, the lower left corner
 * first. limit must be positive. */
enum status scan_length(struct scan *scan, int32_t limit, int32_t *value, struct error *error);
enum status scan_rect(struct scan *scan, int32_t limit, struct layout_rect *rect,
                      struct error *error);

/* The next word must be one of words, whose last is NULL; *index is its index. */
enum status scan_choice(struct scan *scan, const char *const *words, int32_t *index,
                        struct error *error);

/* The next word must be one of names; *number is its number. what: "a layer", for messages. */
enum status scan_name(struct scan *scan, const char *what, const struct names *names,
                      uint32_t *number, struct error *error);
