/* once: statements and blocks of LEF that may be stated once. A list keeps the place of each and a
 * hash of its values, with which a repeated statement is compared. */
#include "grid/format/lef/parts.h"

#include "grid/hash.h"

enum { ONCE_MAX = 16 }; /* maximum number of such statements of a section */

/* The statements of each section that may be stated once, or their forms: SPACING means SPACING
 * without a condition, SAMENET means SPACING SAMENET, TWOWIDTHS means SPACINGTABLE TWOWIDTHS. */
static const enum keyword ONCE[SECTIONS][ONCE_MAX] = {
    [SECTION_LEF] = {KEY_VERSION, KEY_BUSBITCHARS, KEY_DIVIDERCHAR, KEY_NAMESCASESENSITIVE,
                     KEY_MANUFACTURINGGRID, KEY_CLEARANCEMEASURE, KEY_MAXVIASTACK, KEY_OBS,
                     KEY_PIN},
    [SECTION_UNITS] = {KEY_DATABASE},
    [SECTION_SAME_NET] = {KEY_SAMENET},
    [SECTION_SITE] = {KEY_SIZE},
    [SECTION_LAYER] = {KEY_TYPE, KEY_DIRECTION, KEY_PITCH, KEY_OFFSET, KEY_WIDTH, KEY_MINWIDTH,
                       KEY_MAXWIDTH, KEY_AREA, KEY_WIREEXTENSION, KEY_SPACING, KEY_SAMENET,
                       KEY_PARALLELRUNLENGTH, KEY_TWOWIDTHS},
    [SECTION_VIA] = {KEY_VIARULE, KEY_CUTSIZE, KEY_LAYERS, KEY_CUTSPACING, KEY_ENCLOSURE,
                     KEY_ROWCOL, KEY_ORIGIN, KEY_OFFSET},
    [SECTION_VIA_RULE] = {KEY_DIRECTION, KEY_ENCLOSURE, KEY_OVERHANG, KEY_WIDTH, KEY_RECT,
                          KEY_SPACING},
    [SECTION_RULE] = {KEY_HARDSPACING, KEY_MINCUTS},
    [SECTION_RULE_LAYER] = {KEY_WIDTH, KEY_SPACING, KEY_WIREEXTENSION},
    [SECTION_MACRO] = {KEY_CLASS, KEY_ORIGIN, KEY_SIZE},
    [SECTION_PIN] = {KEY_DIRECTION, KEY_USE, KEY_MUSTJOIN},
};

/* FNV-1a of the words between two places. Numbers count by value, keywords in any case. */
static uint64_t hash_words(struct lexer *lex, const char *from, const char *to)
{
    assert(from <= to && from >= lex->text && to <= lex->text + lex->size);
    uint64_t hash = HASH_START;
    const char *at = lex->at;
    for (lex->at = from; lex->at < to;) {
        const struct token token = lex_next(lex);
        struct decimal number;
        enum keyword key;
        if (!char_is_letter(token.text[0]) && token_decimal(token, &number)) {
            while (number.decimals > 0 && number.mantissa % 10 == 0) {
                number.mantissa /= 10;
                number.decimals--;
            }
            hash = hash_bytes(hash, &number.mantissa, sizeof number.mantissa);
            hash = hash_bytes(hash, &number.decimals, sizeof number.decimals);
        } else if ((key = lex_keyword(lex, token)) != KEY_NONE) {
            hash = hash_bytes(hash, &key, sizeof key);
        } else {
            hash = hash_bytes(hash, token.text, token.length);
        }
        hash = hash_bytes(hash, " ", 1);
    }
    lex->at = at;
    return hash;
}

/* Line of the byte `to`, if the byte `from` is in line `line`. */
static uint32_t line_from(const struct lexer *lex, size_t from, size_t to, uint32_t line)
{
    assert(from <= to && to <= lex->size);
    const char *p = lex->text + from, *end = lex->text + to;
    while ((p = memchr(p, '\n', (size_t)(end - p))) != NULL)
        p++, line++;
    return line;
}

static enum status stated_again(struct lefdef_reader *reader, const struct lef_stated *first,
                                struct token word, const char *what)
{
    struct lexer *lex = &reader->lex;
    const bool here = first->path == lex->path;
    const uint32_t line = first->line > 0 ? first->line : line_from(lex, 0, first->at, 1);
    return lex_fail(lex, word,
                    "expected %.120s once, found it again with other words; the first is in line "
                    "%u%s%.200s",
                    what, line, here ? "" : " of ", here ? "" : first->path);
}

/* The form of a statement that may stand once, KEY_NONE if it may stand more than once. *word is
 * its second word, if that decides. */
static enum keyword form_of(struct lefdef_reader *reader, enum section section, struct token word,
                            struct token *form)
{
    struct lexer *lex = &reader->lex;
    enum keyword key = lex_keyword(lex, word);
    const bool table = key == KEY_SPACINGTABLE || key == KEY_USEMINSPACING;
    if (table || (section == SECTION_LAYER && key == KEY_SPACING)) {
        const char *at = lex->at;
        lex->at = word.text + word.length;
        struct token next = lex_next(lex);
        if (!table)
            next = lex_next(lex); /* after the distance */
        if (!token_is_char(next, ';')) {
            *form = next;
            key = lex_keyword(lex, next);
            next = lex_next(lex);
            if (key == KEY_SAMENET && !token_is_char(next, ';') &&
                lex_keyword(lex, next) != KEY_PGONLY)
                key = KEY_NONE; /* a rule of cuts with more conditions */
        }
        lex->at = at;
    }
    for (size_t i = 0; i < ONCE_MAX && ONCE[section][i] != KEY_NONE; i++)
        if (ONCE[section][i] == key)
            return key;
    return KEY_NONE;
}

/* The statement of this form in the same block, or NULL. Each LEF file has its own header. */
static const struct lef_stated *find(const struct lefdef_reader *reader, struct lef_stated same)
{
    const bool header = same.section == SECTION_UNITS ||
                        (same.section == SECTION_LEF && same.key != KEY_MAXVIASTACK &&
                         same.key != KEY_CLEARANCEMEASURE && same.key != KEY_OBS &&
                         same.key != KEY_MANUFACTURINGGRID);
    for (size_t i = reader->stated_count; i-- > 0;) {
        const struct lef_stated *s = &reader->stated[i];
        if (s->section == same.section && s->scope == same.scope && s->key == same.key &&
            (!header || s->path == same.path))
            return s;
        if (same.section == SECTION_PIN && !reader->pin_again &&
            (s->section != same.section || s->scope != same.scope))
            return NULL; /* the statements of a pin are consecutive */
    }
    return NULL;
}

enum status lef_once(struct lefdef_reader *reader, enum section section, uint32_t scope,
                     struct token word)
{
    struct lexer *lex = &reader->lex;
    struct token form = NO_OPTION;
    const enum keyword key = form_of(reader, section, word, &form);
    const bool known = statement_is_known(section, word) && lex->at[-1] == ';';
    if (key == KEY_NONE && (!known || token_is_in(section_words[section].other, word)))
        return STATUS_OK;
    const struct lef_stated this = {.hash = hash_words(lex, word.text, lex->at),
                                    .path = lex->path,
                                    .at = (size_t)(word.text - lex->text),
                                    .scope = scope,
                                    .section = (uint8_t)section,
                                    .key = (uint8_t)key};
    const struct lef_stated before = reader->before, *first = key == KEY_NONE ? &before : NULL;
    reader->before = this;
    if (key == KEY_NONE && (before.path != this.path || before.section != section ||
                            before.scope != scope || before.hash != this.hash))
        return STATUS_OK; /* it may stand more than once */
    char what[64];
    snprintf(what, sizeof what, "%.*s%s%.*s", (int)(word.length < 30 ? word.length : 30), word.text,
             form.length > 0 ? " " : "", (int)(form.length < 30 ? form.length : 30), form.text);
    if (key != KEY_NONE)
        first = find(reader, this);
    if (first == NULL)
        return MEM_APPEND(reader->stated, reader->stated_capacity, reader->stated_count, this,
                          "statements", reader->error);
    if (first->hash != this.hash)
        return stated_again(reader, first, word, what);
    return first->path != this.path || (section == SECTION_PIN && reader->pin_again)
               ? STATUS_OK
               : reader_remark(reader, "%s is stated more than once, in the same words", what);
}

struct token lef_place(struct lefdef_reader *reader, enum section section, uint32_t scope,
                       enum keyword key)
{
    const struct lef_stated same = {
        .path = reader->lex.path, .scope = scope, .section = (uint8_t)section, .key = (uint8_t)key};
    reader->pin_again = true; /* search all pins */
    const struct lef_stated *found = find(reader, same);
    assert(found == NULL || found->line == 0);
    return found == NULL ? lex_here(&reader->lex)
                         : (struct token){reader->lex.text + found->at, strlen(keyword_text(key))};
}

bool lef_pass_block(struct lexer *lex, struct token name)
{
    for (struct token token = lex_next(lex); token.length > 0; token = lex_next(lex))
        if (lex_keyword(lex, token) == KEY_END && token_same(lex_peek(lex), name)) {
            lex_next(lex);
            return true;
        }
    return false;
}

/* Reads a block that is stated again, or passes over it if its words are the same. */
static enum status read_again(struct lefdef_reader *reader, const struct lef_stated *first,
                              lef_statement *read, const char *what, struct token word)
{
    struct lexer *lex = &reader->lex;
    const struct token name = lex_peek(lex);
    const char *from = lex->at;
    const enum keyword key = lex_keyword(lex, word);
    const bool whole = lef_pass_block(lex, name);
    if (whole && first->hash == 0) /* it is wrong, which has been recorded */
        return STATUS_OK;
    const bool same = whole && hash_words(lex, from, lex->at) == first->hash;
    lex->at = same ? lex->at : from;
    if (!same && key != KEY_LAYER && key != KEY_SITE)
        return stated_again(reader, first, name, what);
    TRY(reader_remark(reader, "%.120s is stated more than once, %s", what,
                      same ? "in the same words" : "in other words: all of them count"));
    return same ? STATUS_OK : read(reader);
}

enum status lef_block(struct lefdef_reader *reader, lef_statement *read)
{
    struct lexer *lex = &reader->lex;
    const struct token word = reader->word;
    const char *from = lex->at;
    struct token token, name;
    char what[LEX_NAME_MAX + 32];
    uint32_t number = 0;
    token = lex_peek(lex);
    if (token.length == 0 || token_is_char(token, ';'))
        return read(reader); /* it has the message */
    TRY(lex_name(lex, token, &name));
    const uint32_t known = reader->blocks.count;
    snprintf(what, sizeof what, "%s %.*s", keyword_text(lex_keyword(lex, word)), (int)name.length,
             name.text);
    TRY(ROOM(reader, reader->block, reader->block_capacity, (size_t)known + 1, "blocks"));
    TRY(names_add(&reader->blocks, what, strlen(what), &number, reader->error));
    if (number < known)
        return read_again(reader, &reader->block[number], read, what, word);
    reader->block[number] =
        (struct lef_stated){.path = lex->path, .at = (size_t)(word.text - lex->text)};
    TRY(read(reader));
    const uint64_t hash = hash_words(lex, from, lex->at);
    reader->block[number].hash = hash != 0 ? hash : 1;
    return STATUS_OK;
}

/* Replaces the offsets of a list, which rise, by lines. */
static void set_lines(const struct lexer *lex, struct lef_stated *list, size_t count)
{
    size_t at = 0;
    uint32_t line = 1;
    for (size_t i = 0; i < count; i++) {
        if (list[i].line > 0)
            continue;
        line = list[i].line = line_from(lex, at, list[i].at, line);
        at = list[i].at;
    }
}

void lef_close(struct lefdef_reader *reader)
{
    assert(reader->lef && reader->lex.text != NULL);
    set_lines(&reader->lex, reader->stated, reader->stated_count);
    set_lines(&reader->lex, reader->block, reader->blocks.count);
}
