/* statements: how the readers handle statements of LEF and DEF that they do not use.
 *
 * Each is noted in layout.notes by its section and keyword, or it is text of DEF that stays in the
 * routed DEF. grid/format/STATEMENTS.md is the list for users; a test compares both. */
#pragma once

#include "grid/format/lefdef/reader.h"

enum section {
    SECTION_LEF,
    SECTION_UNITS,
    SECTION_SAME_NET,
    SECTION_SITE,
    SECTION_LAYER,
    SECTION_OTHER_LAYER, /* carries neither wires nor cuts */
    SECTION_VIA,
    SECTION_VIA_RULE,
    SECTION_RULE,
    SECTION_RULE_LAYER,
    SECTION_MACRO,
    SECTION_PIN,
    SECTION_SHAPES, /* of a port or obstruction */
    SECTION_DEF,
    SECTION_COMPONENTS,
    SECTION_PINS,
    SECTION_BLOCKAGES,
    SECTION_VIAS,
    SECTION_RULES,
    SECTION_NETS,
    SECTION_SPECIAL_NETS,
    SECTION_DEFINITIONS,
    SECTION_ROW,
    SECTION_FILLS,
    SECTION_STYLES,
    SECTION_REGIONS,
    SECTION_PIN_PROPERTIES,
    SECTION_SLOTS,
    SECTION_SCAN_CHAINS,
    SECTION_GROUPS,
    SECTIONS
};

enum {
    STATEMENT_MAX = 40,      /* longest keyword of a statement with its NUL, in bytes */
    SECTION_WORDS_MAX = 128, /* maximum number of statements of a section */
};

/* True if the token is this word, which is in capital letters, in any letter case. */
bool token_is_word(struct token token, const char *capitals);

/* True if the words are equal, in any letter case. */
bool token_same_word(struct token a, struct token b);

/* True if a list of words separated by blanks contains the token, in any letter case. */
bool token_is_in(const char *list, struct token token);

/* The index of the word of such a list that the token is, 0 also if it is none. */
uint32_t token_index(const char *list, struct token token);

/* The word of such a list that the token most likely means, "" and false if there is none. */
bool token_nearest(const char *list, struct token token, char nearest[STATEMENT_MAX]);

/* The statements of a section: those that the readers use, those that stay in the text of DEF,
 * those that no wire can violate and those that a wire could violate. Unknown statements count as
 * the last. */
extern const struct section_words {
    const char *name;
    const char *used, *carried, *other, *rule;
    const char *values; /* of LEF: "CLASS CORE PAD; SITE *", see statement_values */
} section_words[SECTIONS];

/* The words that the values of a statement of LEF may have, separated by blanks: *length bytes, not
 * ended by a NUL; "" for none, NULL if they are unknown. `*` ends a prefix of a word; `!` at the
 * start means that the statement has no numbers. */
const char *statement_values(enum section section, struct token word, size_t *length);

/* True if a statement or option of the section begins with this word. */
bool statement_is_known(enum section section, struct token word);

/* The statement that the word most likely means, "" and false if there is none. */
bool statement_nearest(enum section section, struct token word, char nearest[STATEMENT_MAX]);

/* Notes that the statement of this kind is not used. `option` may be NO_OPTION. */
enum status statement_note(struct lefdef_reader *reader, enum note_kind kind, enum section section,
                           struct token word, struct token option);

/* The same; the kind is that of the section's table. `option` may be NO_OPTION. */
enum status statement_unused(struct lefdef_reader *reader, enum section section, struct token word,
                             struct token option);
#define NO_OPTION ((struct token){"", 0})

/* Fails with "expected <expected>" at a word that neither continues nor ends a statement of LEF. If
 * another statement begins with it, reading resumes there. */
enum status statement_wrong(struct lefdef_reader *reader, enum section section, struct token word,
                            const char *expected);

/* Reads the `;` of a statement of LEF. Another word there is an error. */
enum status statement_end(struct lefdef_reader *reader, enum section section);

/* Notes that the statement of LEF, of which `word` is read, is not used, and skips it with its `;`.
 * A word inside it that begins another statement is an error, because the `;` is missing. `word`
 * may be a `;` itself. */
enum status statement_skip(struct lefdef_reader *reader, enum section section, struct token word);

/* Handles an unknown statement of LEF. Fails with "unknown statement SPCING (nearest SPACING)" if
 * it is most likely a misspelt one (a block is then skipped to its END), and if it does not begin
 * with a letter. */
enum status statement_unknown(struct lefdef_reader *reader, enum section section,
                              struct token word);

/* Skips the rest of it without a note. */
enum status statement_skip_rest(struct lefdef_reader *reader, enum section section,
                                struct token word);

/* VERSION number ; or NAMESCASESENSITIVE ON | OFF ; after the first word. */
enum status read_plain(struct lefdef_reader *reader, enum section section, struct token word);

/* USE of a pin or net, DIRECTION of a pin: `value` is read. Unknown words are noted; they give
 * USE_SIGNAL and PIN_NONE. */
enum status read_use(struct lefdef_reader *reader, enum section section, struct token word,
                     struct token value, enum pin_use *use);
enum status read_direction(struct lefdef_reader *reader, enum section section, struct token word,
                           struct token value, enum pin_direction *direction);

/* Adds a remark on the input. */
enum status reader_remark(struct lefdef_reader *reader, const char *format, ...) PRINTF_LIKE(2, 3);
