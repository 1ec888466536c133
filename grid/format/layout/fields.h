/* fields: the optional words of a statement, written and read by one table.
 *
 *     layer metal1 routing dir horizontal width 600 space 500 rect-only
 *
 * After the words that have a fixed place stand fields: a word and its value, or a word alone.
 * A field that has its usual value is not written, and may be left out. A statement's table is made
 * by one function (records.h), over a structure that is to be written or filled: what is written
 * is read back, since both follow it.
 */
#pragma once

#include "grid/layout/layout.h"
#include "grid/text/emit.h"
#include "grid/text/scan.h"

enum field_kind {
    FIELD_INT,  /* at: int32_t */
    FIELD_AREA, /* at: int64_t */
    FIELD_FLAG, /* at: bool; a word alone */
    FIELD_WORD, /* at: int32_t, the index of one of words */
    FIELD_NAME, /* at: uint32_t, the number of one of names */
};

struct record_field {
    const char *word;
    enum field_kind kind;
    void *at;
    int64_t usual; /* the value that is not written */
    int64_t low, high;
    const char *const *words; /* of FIELD_WORD; the last is NULL */
    const struct names *names;
};

enum { FIELDS_MAX = 16 };

struct fields {
    struct record_field list[FIELDS_MAX];
    size_t count;
};

/* Add a field. */
void fields_int(struct fields *fields, const char *word, int32_t *at, int32_t usual, int32_t low);
void fields_area(struct fields *fields, const char *word, int64_t *at);
void fields_flag(struct fields *fields, const char *word, bool *at);
void fields_word(struct fields *fields, const char *word, int32_t *at, const char *const *words);
void fields_name(struct fields *fields, const char *word, uint32_t *at, const struct names *names);

/* Gives all fields their usual values, then reads those that stand on the line, up to its end.
 * Fails for a word that is no field of the statement or stands twice, and for a wrong value. */
enum status fields_read(const struct fields *fields, struct scan *scan, struct error *error);

/* Writes the fields that do not have their usual value, and the line's end. */
void fields_write(const struct fields *fields, struct emit *emit);

/* ---- words with a fixed place --------------------------------------------------------------- */

/* ` NUMBER`, negative ones too. */
void emit_number(struct emit *emit, int64_t number);

/* ` X0 Y0 X1 Y1` */
void emit_rect(struct emit *emit, struct layout_rect rect);

/* Reads a length in -limit .. limit, or a rectangle of four whose corners are in order. */
enum status scan_length(struct scan *scan, int32_t limit, int32_t *value, struct error *error);
enum status scan_rect(struct scan *scan, int32_t limit, struct layout_rect *rect,
                      struct error *error);

/* The next word must be one of words (the last is NULL): its index. */
enum status scan_choice(struct scan *scan, const char *const *words, int32_t *index,
                        struct error *error);

/* The next word must be one of names: its number. what: "a layer". */
enum status scan_name(struct scan *scan, const char *what, const struct names *names,
                      uint32_t *number, struct error *error);
