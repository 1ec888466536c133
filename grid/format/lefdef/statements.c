/* statements: notes and skips the statements that are not used, and finds misspelt words. */
#include "grid/format/lefdef/statements.h"

#include "grid/text/nearest.h"

enum { TEXT_MAX = 4096 }; /* more bytes than the words of a section have */

/* Statements of a layer inside of which WIDTH, LENGTH, SPACING and AREA are no statements. */
static const char HOLDS_WORDS[] = "ACCURRENTDENSITY DCCURRENTDENSITY ENCLOSURE PREFERENCLOSURE "
                                  "ARRAYSPACING SPACING SPACINGTABLE PROTRUSIONWIDTH";
static const char HELD_WORDS[] = "WIDTH LENGTH SPACING AREA";

/* Checks a word `value` of a statement of LEF that begins with `word`: an error if it is most
 * likely a misspelt one, else *unknown is whether the statement has no such word. */
static enum status check_value(struct lefdef_reader *reader, enum section section,
                               struct token word, struct token value, bool *unknown)
{
    size_t length;
    char text[TEXT_MAX], *next = NULL;
    const char *words = statement_values(section, word, &length), *list[SECTION_WORDS_MAX];
    *unknown = false;
    if (words == NULL || value.length == 0)
        return STATUS_OK;
    if (!char_is_letter(value.text[0])) {
        *unknown = length > 0 && words[0] == '!' && !token_is_char(value, ';');
        return STATUS_OK;
    }
    size_t count = 0;
    assert(length < sizeof text);
    memcpy(text, words, length);
    text[length] = '\0';
    for (char *p = strtok_r(text, " ", &next); p != NULL; p = strtok_r(NULL, " ", &next)) {
        char *star = strchr(p, '*');
        if (star != NULL)
            *star = '\0';
        const size_t known = strlen(p);
        if (token_is_word(star != NULL && value.length > known ? (struct token){value.text, known}
                                                               : value,
                          p))
            return STATUS_OK;
        list[count++] = p;
    }
    const char *nearest = nearest_word(value.text, value.length, list, count);
    if (nearest != NULL && nearest_is_close(value.text, value.length, nearest))
        return lex_fail(&reader->lex, value, "unknown word %.*s of %.*s (nearest %s)",
                        (int)value.length, value.text, (int)word.length, word.text, nearest);
    *unknown = true;
    return STATUS_OK;
}

enum status statement_note(struct lefdef_reader *reader, enum note_kind kind, enum section section,
                           struct token word, struct token option)
{
    assert(section < SECTIONS && word.length > 0);
    enum { WORD_MAX = 64 }; /* longest word of a note, in bytes */
    char text[NOTE_TEXT_MAX], keyword[WORD_MAX + 1];
    const bool known = statement_is_known(section, word);
    snprintf(keyword, sizeof keyword, "%.*s",
             (int)(word.length < WORD_MAX ? word.length : WORD_MAX), word.text);
    for (char *p = keyword; known && *p != '\0'; p++) /* a kind has one spelling */
        *p = (char)(*p >= 'a' && *p <= 'z' ? *p - 'a' + 'A' : *p);
    snprintf(text, sizeof text, "%s %s%s%.*s", section_words[section].name, keyword,
             option.length > 0 ? " " : "",
             (int)(option.length < WORD_MAX ? option.length : WORD_MAX), option.text);
    return notes_add(&reader->layout->notes, kind, text, reader->error);
}

enum status statement_unused(struct lefdef_reader *reader, enum section section, struct token word,
                             struct token option)
{
    if (token_is_in(section_words[section].carried, word) || token_is_char(word, ';'))
        return STATUS_OK;
    return statement_note(reader,
                          token_is_in(section_words[section].other, word) ? NOTE_OTHER : NOTE_RULE,
                          section, word, option);
}

/* True if only blanks are in front of the token in its line. */
static bool is_first_of_line(const struct lexer *lex, struct token token)
{
    const char *p = token.text;
    while (p > lex->text && (p[-1] == ' ' || p[-1] == '\t'))
        p--;
    return p == lex->text || p[-1] == '\n' || p[-1] == '\r';
}

enum status statement_wrong(struct lefdef_reader *reader, enum section section, struct token word,
                            const char *expected)
{
    reader->missing_end = lex_keyword(&reader->lex, word) == KEY_END ||
                          (word.length > 0 && statement_is_known(section, word));
    reader->replaced_end = !reader->missing_end && !token_is_char(word, ';') &&
                           is_first_of_line(&reader->lex, lex_peek(&reader->lex));
    return lex_expected(&reader->lex, word, "%s", expected);
}

enum status statement_end(struct lefdef_reader *reader, enum section section)
{
    struct token token = lex_next(&reader->lex);
    return token_is_char(token, ';')
               ? STATUS_OK
               : statement_wrong(reader, section, token, "; at the end of the statement");
}

/* True if the word is a number and a `;` follows, so that a word in front of it is a statement. */
static bool is_whole(struct lexer *lex)
{
    const char *at = lex->at;
    const bool number = token_is_number(lex_next(lex));
    const bool end = token_is_char(lex_next(lex), ';');
    lex->at = at;
    return number && end;
}

/* Skips words to the `;`. Words that `word` may hold are no statements, unless they stand in a line
 * of their own as one. */
static enum status skip_words(struct lefdef_reader *reader, enum section section, struct token word)
{
    struct lexer *lex = &reader->lex;
    const bool known = statement_is_known(section, word) && !token_is_word(word, "HISTORY");
    const bool holds = section == SECTION_OTHER_LAYER ||
                       (section == SECTION_LAYER && (!known || token_is_in(HOLDS_WORDS, word)));
    for (struct token token = word; !token_is_char(token, ';');) {
        token = lex_next(lex);
        const bool first = is_first_of_line(lex, token);
        const bool starts = statement_is_known(section, token) && (known || first) &&
                            !(holds && token_is_in(HELD_WORDS, token) && !(first && is_whole(lex)));
        const bool end = lex_keyword(lex, token) == KEY_END;
        reader->lost |= (end || starts) && !known; /* the word may mean END, or begin a block */
        if (starts || token.length == 0 || end)
            return statement_wrong(reader, section, token, "; at the end of the statement");
        bool unknown = false;
        TRY(check_value(reader, section, word, token, &unknown));
        if (unknown)
            TRY(statement_unused(reader, section, word, token));
    }
    return STATUS_OK;
}

enum status statement_skip_rest(struct lefdef_reader *reader, enum section section,
                                struct token word)
{
    struct lexer *lex = &reader->lex;
    const char *from = lex->at;
    TRY(skip_words(reader, section, word));
    if (section != SECTION_LAYER ||
        (!token_is_word(word, "ACCURRENTDENSITY") && !token_is_word(word, "DCCURRENTDENSITY")))
        return STATUS_OK;
    /* TYPE FREQUENCY .. ; [WIDTH | CUTAREA .. ;] TABLEENTRIES .. ; or TYPE WIDTH | CUTAREA .. ;
     * TABLEENTRIES .. ; or TYPE value ; */
    const char *to = lex->at;
    lex->at = from;
    lex_next(lex);
    const struct token list = lex_next(lex);
    lex->at = to;
    if (token_is_number(list) || token_is_char(list, ';'))
        return STATUS_OK;
    if (token_is_word(list, "FREQUENCY") &&
        (token_is_word(lex_peek(lex), "WIDTH") || token_is_word(lex_peek(lex), "CUTAREA")))
        TRY(skip_words(reader, section, word));
    const struct token entries = lex_next(lex);
    return token_is_word(entries, "TABLEENTRIES")
               ? skip_words(reader, section, word)
               : statement_wrong(reader, section, entries, "TABLEENTRIES");
}

enum status statement_skip(struct lefdef_reader *reader, enum section section, struct token word)
{
    TRY(statement_unknown(reader, section, word));
    TRY(statement_unused(reader, section, word, NO_OPTION));
    return statement_skip_rest(reader, section, word);
}

/* Blocks of LEF by section: those that end with END and their name, with END and their first word,
 * and with END. */
static const struct section_blocks {
    enum section section;
    const char *name, *word, *plain;
} BLOCKS[] = {
    {SECTION_LEF, "MACRO LAYER VIA VIARULE NONDEFAULTRULE SITE ARRAY",
     "UNITS SPACING PROPERTYDEFINITIONS NOISETABLE CORRECTIONTABLE IRDROP TIMING", ""},
    {SECTION_MACRO, "PIN", "TIMING", "OBS DENSITY"},
    {SECTION_PIN, "", "", "PORT"},
    {SECTION_RULE, "LAYER VIA", "SPACING", ""},
};

/* Skips a block up to its END and the name after it, which is one of two. */
static void skip_misspelt(struct lefdef_reader *reader, struct token name, struct token other)
{
    struct lexer *lex = &reader->lex;
    for (struct token token = lex_next(lex); token.length > 0; token = lex_next(lex)) {
        const struct token behind = lex_peek(lex);
        if (lex_keyword(lex, token) != KEY_END ||
            (name.length > 0 && !token_same(behind, name) && !token_same(behind, other)))
            continue;
        if (name.length > 0)
            lex_next(lex);
        return;
    }
}

enum status statement_unknown(struct lefdef_reader *reader, enum section section, struct token word)
{
    char nearest[STATEMENT_MAX];
    struct lexer *lex = &reader->lex;
    if (token_is_char(word, ';') || statement_is_known(section, word))
        return STATUS_OK;
    const bool outside = section != SECTION_LEF && token_is_in(BLOCKS[0].name, word);
    reader->lost |= outside; /* END is missing above */
    if (outside || !char_is_letter(word.text[0]))
        return lex_expected(lex, word, "a statement of %s", section_words[section].name);
    if (!statement_nearest(section, word, nearest) ||
        !nearest_is_close(word.text, word.length, nearest))
        return STATUS_OK;
    const struct token known = {nearest, strlen(nearest)};
    for (size_t i = 0; i < sizeof BLOCKS / sizeof *BLOCKS; i++) {
        const struct section_blocks *blocks = &BLOCKS[i];
        const bool named = token_is_in(blocks->name, known),
                   plain = token_is_in(blocks->plain, known);
        if (blocks->section != section || (!named && !plain && !token_is_in(blocks->word, known)))
            continue;
        skip_misspelt(reader, named ? lex_peek(lex) : plain ? NO_OPTION : known, word);
        reader->missing_end = reader->misspelt = true; /* the next statement follows */
    }
    return lex_fail(lex, word, "unknown statement %.*s (nearest %s)", (int)word.length, word.text,
                    nearest);
}

enum status read_plain(struct lefdef_reader *reader, enum section section, struct token word)
{
    const bool version = token_is_word(word, "VERSION");
    const struct token value = lex_next(&reader->lex);
    if (version ? !token_is_number(value) : !token_is_in("ON OFF", value))
        return lex_expected(&reader->lex, value, version ? "a version such as 5.8" : "ON or OFF");
    if (token_is_word(value, "OFF")) /* names are always case-sensitive */
        TRY(statement_note(reader, NOTE_RULE, section, word, value));
    return statement_end(reader, section);
}

enum status read_use(struct lefdef_reader *reader, enum section section, struct token word,
                     struct token value, enum pin_use *use)
{
    *use = (enum pin_use)token_index("SIGNAL CLOCK POWER GROUND ANALOG SCAN RESET", value);
    if (*use != USE_SIGNAL || token_is_in("SIGNAL TIEOFF", value))
        return STATUS_OK;
    return statement_unused(reader, section, word, value);
}

enum status read_direction(struct lefdef_reader *reader, enum section section, struct token word,
                           struct token value, enum pin_direction *direction)
{
    *direction = (enum pin_direction)token_index("NONE INPUT OUTPUT INOUT FEEDTHRU", value);
    return *direction != PIN_NONE ? STATUS_OK : statement_unused(reader, section, word, value);
}

enum status reader_remark(struct lefdef_reader *reader, const char *format, ...)
{
    char text[NOTE_TEXT_MAX];
    FORMAT_ARGS(text, sizeof text);
    return notes_add(&reader->layout->notes, NOTE_REMARK, text, reader->error);
}
