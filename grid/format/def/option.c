/* option: reads the options of DEF's items: `+ KEYWORD value`. */
#include "grid/format/def/parts.h"

enum status def_skip_part(struct def *def)
{
    for (;;) {
        struct token token = lex_peek(def->lex);
        if (token_is_char(token, '+') || token_is_char(token, ';'))
            return STATUS_OK;
        if (token.length == 0)
            return lex_expected(def->lex, token, "; at the end of the statement");
        lex_next(def->lex);
    }
}

enum status def_option(struct def *def, enum keyword *key)
{
    struct token token = lex_next(def->lex);
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
