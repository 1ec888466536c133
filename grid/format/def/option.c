/* option: reads the options of DEF's items: `+ KEYWORD value`. */
#include "grid/format/def/parts.h"

enum status def_skip_part(struct def *def)
{
    for (;;) {
        struct token token = lex_peek(def->lex);
        if (token_is_char(token, '+') || token_is_char(token, ';'))
            return STATUS_OK;
        lex_next(def->lex);
        if (def_ends_option(def, token))
            return lex_expected(def->lex, token, "; at the end of the statement");
    }
}

enum status def_skip_item(struct def *def)
{
    enum keyword key;
    def->option = def->word;
    TRY(def_values(def, true));
    for (;;) {
        TRY(def_skip_part(def));
        if (token_is_char(lex_next(def->lex), ';'))
            return STATUS_OK;
        TRY(def_option(def, &key));
        TRY(def_skip_option(def));
    }
}

enum status def_end_option(struct def *def)
{
    struct token token = lex_peek(def->lex);
    if (token_is_char(token, '+') || token_is_char(token, ';'))
        return STATUS_OK;
    return lex_expected(def->lex, lex_next(def->lex), "+ or ;");
}

enum status def_skip_option(struct def *def)
{
    const enum section section = def->section;
    const bool known = statement_is_known(section, def->option);
    const bool net = section == SECTION_NETS || section == SECTION_SPECIAL_NETS;
    char nearest[STATEMENT_MAX] = "";
    TRY(def_values(def, true));
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
        if (!known && statement_is_known(section, token)) /* a + is missing or superfluous */
            return lex_expected(def->lex, token, "+ or ;");
        if (wiring || def_ends_option(def, token))
            return def_wrong_end(def, token, "; at the end of the statement");
    }
}

enum status def_use(struct def *def, enum pin_use *use)
{
    struct token value;
    TRY(def_value(def, &value));
    TRY(read_use(def->reader, def->section, def->option, value, use));
    return def_end_option(def);
}

enum status def_direction(struct def *def, enum pin_direction *direction)
{
    struct token value;
    TRY(def_value(def, &value));
    TRY(read_direction(def->reader, def->section, def->option, value, direction));
    return def_end_option(def);
}

enum status def_option(struct def *def, enum keyword *key)
{
    struct token token = def->option = lex_next(def->lex);
    *key = lex_keyword(def->lex, token);
    return token.length > 0 && char_is_letter(token.text[0])
               ? def_state(def, &def->options, token)
               : lex_expected(def->lex, token, "an option behind +");
}

enum status def_rule_name(struct def *def, uint32_t *rule)
{
    static_assert(NAME_NONE == TECH_NONE, "an unknown name is no rule");
    return read_known_name(def->reader, &def->tech->rule_names, "a nondefault rule",
                           "a nondefault rule that is defined", rule);
}
