/* notes: the statements of LEF and DEF that are not used, once per kind with their number, and what
 * was corrected in the input. grid/format/STATEMENTS.md lists them all. */
#pragma once

#include "grid/layout/names.h"

enum note_kind {
    NOTE_RULE,   /* an unused rule that a wire could violate, or an unknown statement */
    NOTE_OTHER,  /* an unused statement that no wire can violate */
    NOTE_REMARK, /* a harmless fault of the input, and how it was read */
};

struct layout_note {
    uint32_t kind;  /* enum note_kind */
    uint32_t count; /* of statements */
};

/* The text of note i is name i: its section and keyword ("LAYER ENCLOSURE"), or the remark. */
struct layout_notes {
    struct names texts;
    struct layout_note *note; /* [texts.count] */
    size_t capacity;
};

enum { NOTE_TEXT_MAX = 240 }; /* longest text with its NUL, in bytes */

/* Adds 1 to the count of the note, a new one if there is none with this text. O(length). */
enum status notes_add(struct layout_notes *notes, enum note_kind kind, const char *text,
                      struct error *error);

/* Copies notes; *to must be empty. */
enum status notes_copy(struct layout_notes *to, const struct layout_notes *from,
                       struct error *error);

/* Lists the notes of NOTE_RULE in text, cut to size: "5 cut enclosures, 4 densities". Returns the
 * number of their statements. O(notes^2). */
uint64_t notes_sum(const struct layout_notes *notes, char *text, size_t size);

void notes_destroy(struct layout_notes *notes); /* accepts zeroed ones */
