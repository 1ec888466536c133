/* fields: the optional words of a statement, read and written by one table.
 *
 *     layer metal1 routing dir horizontal width 600 space 500 rect-only
 *
 * The words at fixed places are followed by fields: a word and its value, or a word alone. A field
 * with its default value is not written. records.h has a function per statement that makes the
 * table of its fields over a structure; the reader and the writer use the same table.
 */
#pragma once

#include "grid/layout/layout.h"
#include "grid/text/emit.h"
#include "grid/text/scan.h"

enum field_kind {
    FIELD_INT,  /* at: int32_t */
    FIELD_AREA, /* at: int64_t */
    FIELD_FLAG, /* at: bool; a word without value */
    FIELD_WORD, /* at: int32_t, an index of words */
    FIELD_NAME, /* at: uint32_t, a number of names or NAME_NONE */
};

struct record_field {
    const char *word;
    enum field_kind kind;
    void *at;
    int64_t absent;           /* the default: the value if the field is absent */
    int64_t low, high;        /* range of FIELD_INT and FIELD_AREA */
    const char *const *words; /* of FIELD_WORD; the last is NULL */
    const struct names *names;
};

enum { FIELDS_MAX = 16 }; /* most fields of a statement */

struct fields {
    struct record_field list[FIELDS_MAX];
    size_t count;
};

/* Add a field. fields_int: absent is the default, low the least value that may be read. */
void fields_int(struct fields *fields, const char *word, int32_t *at, int32_t absent, int32_t low);
void fields_area(struct fields *fields, const char *word, int64_t *at);
void fields_flag(struct fields *fields, const char *word, bool *at);
void fields_word(struct fields *fields, const char *word, int32_t *at, const char *const *words);
void fields_name(struct fields *fields, const char *word, uint32_t *at, const struct names *names);

/* Sets all fields to their defaults, then reads the fields up to the end of the line. Fails for a
 * word that is no field of the statement, a second field of one word, and a wrong value. */
enum status fields_read(const struct fields *fields, struct scan *scan, struct error *error);

/* Writes the fields that do not have their default, and the line's end. */
void fields_write(const struct fields *fields, struct emit *emit);

/* ---- words at fixed places ------------------------------------------------------------------ */

/* Writes ` NUMBER`, which may be negative. */
void emit_number(struct emit *emit, int64_t number);

/* Writes ` X0 Y0 X1 Y1`. */
void emit_rect(struct emit *emit, struct layout_rect rect);

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
