/* name: the names of components, I/O pins and nets of DEF. A name is stored without backslashes,
 * unless the design has the same name with other backslashes as well: `a[0]` and `a\[0\]` are then
 * two names, and the one with backslashes keeps them. */
#include "grid/format/def/parts.h"

/* The word that defined a name, empty if it has no backslash. */
static struct token raw_name(const struct def *def, const struct raw_names *raw, uint32_t number)
{
    if (number >= raw->count || raw->at[number] == 0)
        return NO_OPTION;
    struct lexer lex = *def->lex;
    lex.at = lex.text + raw->at[number];
    return lex_next(&lex);
}

static enum status keep_raw(struct def *def, struct raw_names *raw, uint32_t number, uint64_t at)
{
    if (number >= raw->count && at == 0)
        return STATUS_OK;
    TRY(ROOM(def->reader, raw->at, raw->capacity, (size_t)number + 1, "names"));
    while (raw->count <= number)
        raw->at[raw->count++] = 0;
    raw->at[number] = at;
    return STATUS_OK;
}

/* True if a backslash precedes a bracket, divider or another sign. Before a letter or a digit it
 * means nothing. */
static bool escapes_sign(struct token token)
{
    for (size_t i = 0; i + 1 < token.length; i++) {
        const char next = token.text[i + 1];
        if (token.text[i] == '\\' && !char_is_letter(next) && (next < '0' || next > '9'))
            return true;
    }
    return false;
}

enum status def_new_name(struct def *def, struct names *names, struct raw_names *raw,
                         const char *what, struct token *token, uint32_t *number)
{
    struct token name;
    TRY(lex_next_name(def->lex, what, token, &name));
    if (token->length == 1 && strchr("+-*()", token->text[0]) != NULL)
        return lex_expected(def->lex, *token, "%s", what);
    const bool escaped = name.length != token->length && escapes_sign(*token);
    const uint32_t known = names_find(names, name.text, name.length);
    if (known == NAME_NONE) {
        TRY(names_add(names, name.text, name.length, number, def->reader->error));
        return keep_raw(def, raw, *number, escaped ? def_offset(def, *token) : 0);
    }
    const struct token first = raw_name(def, raw, known);
    *number = known;
    if (escaped ? token_same(first, *token) : first.length == 0)
        return STATUS_OK; /* the same name */
    if (escaped) {
        TRY(names_add(names, token->text, token->length, number, def->reader->error));
        return keep_raw(def, raw, *number, def_offset(def, *token));
    }
    TRY(names_add(names, first.text, first.length, number, def->reader->error));
    assert(*number == names->count - 1); /* a new name */
    names_swap(names, known, *number);
    return keep_raw(def, raw, *number, 0);
}

uint32_t def_find_name(const struct names *names, struct token token, struct token name)
{
    const uint32_t number =
        name.length != token.length ? names_find(names, token.text, token.length) : NAME_NONE;
    return number != NAME_NONE ? number : names_find(names, name.text, name.length);
}
