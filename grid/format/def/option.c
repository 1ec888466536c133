/* option: reads the options of DEF's items: `+ KEYWORD value`. */
#include "grid/format/def/parts.h"

/* A word that begins something else, because the `;` is missing. */
static bool is_next_item(const struct def *def, struct token token)
{
    if (lex_keyword(def->lex, token) == KEY_END)
        return true;
    return token_is_char(token, '-') && token.text > def->lex->text && token.text[-1] == '\n';
}

enum status def_skip_part(struct def *def)
{
    for (;;) {
        struct token token = lex_peek(def->lex);
        if (token_is_char(token, '+') || token_is_char(token, ';'))
            return STATUS_OK;
        lex_next(def->lex);
        if (token.length == 0 || is_next_item(def, token))
            return lex_expected(def->lex, token, "; at the end of the statement");
    }
}

enum status def_skip_item(struct def *def)
{
    do
        TRY(def_skip_part(def));
    while (!token_is_char(lex_next(def->lex), ';'));
    return STATUS_OK;
}

enum status def_end_option(struct def *def)
{
    struct token token = lex_peek(def->lex);
    if (token_is_char(token, '+') || token_is_char(token, ';'))
        return STATUS_OK;
    return lex_expected(def->lex, lex_next(def->lex), "+ or ;");
}

enum status def_skip_option(struct def *def, enum section section)
{
    const bool known = statement_is_known(section, def->option);
    const bool net = section == SECTION_NETS || section == SECTION_SPECIAL_NETS;
    char nearest[STATEMENT_MAX] = "";
    for (;;) {
        struct token token = lex_peek(def->lex);
        const bool wiring = net && (token_is_char(token, '(') || token_is_word(token, "NEW"));
        const bool last = token_is_char(token, '+') || token_is_char(token, ';');
        const bool wired = section == SECTION_SPECIAL_NETS && def->wired;
        if (last && (known || !wired))
            return statement_unused(def->reader, section, def->option, NO_OPTION);
        if ((wiring || wired) && !known) {
            statement_nearest(section, def->option, nearest);
            return lex_expected(def->lex, def->option, "an option of a net%s%s",
                                nearest[0] != '\0' ? ", nearest " : "", nearest);
        }
        lex_next(def->lex);
        if (!known && statement_is_known(section, token)) /* a + is missing, or one too many */
            return lex_expected(def->lex, token, "+ or ;");
        if (wiring || token.length == 0 || is_next_item(def, token))
            return lex_expected(def->lex, token, "; at the end of the statement");
    }
}

enum status def_use(struct def *def, enum section section, enum pin_use *use)
{
    struct token value;
    TRY(def_value(def, &value));
    TRY(read_use(def->reader, section, def->option, value, use));
    return def_end_option(def);
}

enum status def_direction(struct def *def, enum section section, enum pin_direction *direction)
{
    struct token value;
    TRY(def_value(def, &value));
    TRY(read_direction(def->reader, section, def->option, value, direction));
    return def_end_option(def);
}

enum status def_option(struct def *def, enum keyword *key)
{
    struct token token = def->option = lex_next(def->lex);
    *key = lex_keyword(def->lex, token);
    return token.length > 0 && char_is_letter(token.text[0])
               ? STATUS_OK
               : lex_expected(def->lex, token, "an option behind +");
}

enum status def_value(struct def *def, struct token *value)
{
    *value = lex_next(def->lex);
    return value->length > 0 && !token_is_char(*value, ';') && !token_is_char(*value, '+')
               ? STATUS_OK
               : lex_expected(def->lex, *value, "a value of the option");
}

enum status def_rule_name(struct def *def, uint32_t *rule)
{
    static_assert(NAME_NONE == TECH_NONE, "an unknown name is no rule");
    return read_known_name(def->reader, &def->tech->rule_names, "a nondefault rule",
                           "a nondefault rule that is defined", rule);
}
