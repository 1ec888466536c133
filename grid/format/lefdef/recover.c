/* recover: continues after an error, so that one run reports all errors of a text. Reading resumes
 * after the `;` of the statement with the error. */
#include "grid/format/lefdef/reader.h"

/* Skips the rest of a statement and its `;`. If the `;` is missing, stops before a word that begins
 * something else: END, or the `-` of DEF's next item. */
static void skip_statement(struct lefdef_reader *reader)
{
    struct lexer *lex = &reader->lex;
    for (;;) {
        struct token token = lex_peek(lex);
        if (token.length == 0 || lex_keyword(lex, token) == KEY_END ||
            (!reader->lef && token_is_char(token, '-')))
            return;
        lex_next(lex);
        if (token_is_char(token, ';'))
            return;
    }
}

/* True if an earlier error is about the same name that is not defined, or the name may be defined
 * in a misspelt block. */
static bool is_repeated(const struct lefdef_reader *reader)
{
    const struct error *first = reader->errors, *last = reader->error;
    if (!reader->unknown_name || first == last || first->rest == NULL)
        return false;
    bool same = reader->misspelt || strcmp(first->text, last->text) == 0;
    for (size_t i = 0; i < first->rest->count; i++)
        same |= &first->rest->at[i] != last && strcmp(first->rest->at[i].text, last->text) == 0;
    return same;
}

enum status reader_note(struct lefdef_reader *reader, enum status status)
{
    const bool repeated = status == STATUS_BAD_INPUT && is_repeated(reader);
    reader->unknown_name = false;
    if (repeated) {
        *reader->error = (struct error){0};
        return STATUS_OK;
    }
    if (status == STATUS_OK || !error_goes_on(reader->errors, reader->error))
        return status;
    reader->error = reader->lex.error = error_slot(reader->errors);
    return STATUS_OK;
}

enum status reader_recover(struct lefdef_reader *reader, enum status status)
{
    assert(reader->lex.text != NULL && reader->recovered >= reader->lex.text);
    struct lexer *lex = &reader->lex;
    if (status == STATUS_OK)
        return reader_look(reader);
    TRY(reader_note(reader, status));
    if (reader->lost)
        return status;
    /* The next statement begins at the wrong word or after it. */
    const bool behind = reader->replaced_end, resume = reader->missing_end || behind;
    reader->missing_end = reader->replaced_end = false;
    bool at_end = lex->at > lex->text && lex->at[-1] == ';';
    if (!behind && lex->failed.text + lex->failed.length == lex->at) {
        lex->at = lex->failed.text; /* because the wrong word may itself be the `;` */
        at_end = false;
    }
    if (!at_end && !resume)
        skip_statement(reader);
    if (lex->at <= reader->recovered || lex_ahead(lex) == '\0')
        return status; /* no progress, or the end of the text */
    reader->recovered = lex->at;
    return STATUS_OK;
}

enum status reader_verdict(const struct lefdef_reader *reader)
{
    return error_is_set(reader->errors) ? STATUS_BAD_INPUT : STATUS_OK;
}

enum status read_end_name(struct lefdef_reader *reader, struct token name)
{
    assert(name.length > 0);
    struct token token = lex_next(&reader->lex);
    if (token_same(token, name))
        return STATUS_OK;
    reader->lost = true;
    return lex_expected(&reader->lex, token, "%.*s behind END", (int)name.length, name.text);
}
