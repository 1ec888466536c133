/* via: reads the items of VIAS and NONDEFAULTRULES of DEF. */
#include "grid/format/def/parts.h"

typedef enum status add_named(struct lefdef_reader *reader, struct token *token);

/* Reads the name of an item and adds it; *number is its number then. *same: an earlier item has the
 * same words, and this one is skipped. Another item of this name is an error. */
static enum status open_item(struct def *def, const struct names *names, const char *once,
                             add_named *add, const uint32_t *number, struct token *token,
                             bool *same)
{
    struct token name, first = NO_OPTION;
    *same = false;
    *token = lex_peek(def->lex);
    TRY(lex_name(def->lex, *token, &name));
    const uint32_t known = names_find(names, name.text, name.length);
    if (known != NAME_NONE)
        TRY(def_state_item(def, known, *token, &first, same));
    if (*same)
        return STATUS_OK;
    if (first.length > 0)
        return def_twice(def, *token, first, once);
    TRY(add(def->reader, token));
    return known != NAME_NONE ? STATUS_OK : def_state_item(def, *number, *token, &first, same);
}

/* RECT layer [+ MASK n] pt pt, or POLYGON layer [+ MASK n] pt pt pt .. */
static enum status read_via_shape(struct def *def, enum keyword key)
{
    struct lefdef_reader *reader = def->reader;
    uint16_t layer = 0;
    TRY(read_layer(reader, &layer));
    if (lex_ahead(def->lex) == '+')
        lex_next(def->lex);
    TRY(skip_mask(reader));
    TRY(read_shape(reader, key));
    for (uint32_t i = 0; i < reader->rect_count; i++)
        TRY(add_via_rect(reader, layer, reader->rects[i]));
    return STATUS_OK;
}

/* - name + RECT .. | + VIARULE rule + CUTSIZE .. ; */
enum status def_via(struct def *def)
{
    struct generated_via made = {.rows = 1, .columns = 1};
    assert(!def->numbered); /* sections after nets are rejected */
    struct token token;
    bool generated = false, same = false;
    TRY(open_item(def, &def->tech->via_names, "a via, found one of this name twice", add_via,
                  &def->reader->via, &token, &same));
    if (same)
        return STATUS_OK;
    for (;;) {
        struct token word;
        enum keyword key;
        TRY(lex_word(def->lex, "; at the end of the via", &word, &key));
        if (token_is_char(word, ';'))
            break;
        if (!token_is_char(word, '+'))
            return lex_expected(def->lex, word, "+ or ;");
        TRY(def_option(def, &key));
        if (key == KEY_VIARULE)
            TRY(def_value(def, &word)); /* the parameters state all of it */
        if (key == KEY_RECT || key == KEY_POLYGON)
            TRY(read_via_shape(def, key));
        else if (key == KEY_VIARULE)
            generated = true;
        else if (generated && key != KEY_NONE && statement_is_known(SECTION_VIAS, def->option))
            TRY(read_via_parameter(def->reader, key, &made));
        else
            TRY(def_skip_option(def));
        TRY(def_end_option(def));
    }
    if (generated)
        TRY(make_generated_via(def->reader, &made, token));
    tech_finish_via(def->tech, def->reader->via);
    return STATUS_OK;
}

/* LAYER name WIDTH w [DIAGWIDTH d] [SPACING s] [WIREEXT e] */
static enum status read_rule_layer(struct def *def)
{
    struct tech_rule_layer rule = {.spacing = LENGTH_NONE, .wire_extension = LENGTH_NONE};
    TRY(read_layer(def->reader, &rule.layer));
    while (char_is_letter(lex_ahead(def->lex))) {
        int32_t other = 0;
        struct token word = lex_next(def->lex);
        enum keyword key = lex_keyword(def->lex, word);
        if (key == KEY_WIDTH)
            TRY(read_distance(def->reader, &rule.width));
        else if (key == KEY_SPACING)
            TRY(read_distance(def->reader, &rule.spacing));
        else if (key == KEY_WIREEXT)
            TRY(read_distance(def->reader, &rule.wire_extension));
        else if (token_is_word(word, "DIAGWIDTH"))
            TRY(read_length(def->reader, &other));
        else
            return lex_expected(def->lex, word, "WIDTH, DIAGWIDTH, SPACING or WIREEXT");
    }
    return add_rule_layer(def->reader, rule);
}

/* - name [+ HARDSPACING] {+ LAYER ..} {+ VIA name} .. ; */
enum status def_rule(struct def *def)
{
    assert(!def->numbered);
    struct token token;
    bool same = false;
    TRY(open_item(def, &def->tech->rule_names, "a nondefault rule, found one of this name twice",
                  add_rule, &def->reader->rule, &token, &same));
    if (same)
        return STATUS_OK;
    for (;;) {
        struct token word;
        enum keyword key;
        uint32_t via = 0;
        TRY(lex_word(def->lex, "; at the end of the rule", &word, &key));
        if (token_is_char(word, ';'))
            return STATUS_OK;
        if (!token_is_char(word, '+'))
            return lex_expected(def->lex, word, "+ or ;");
        TRY(def_option(def, &key));
        if (key == KEY_LAYER) {
            TRY(read_rule_layer(def));
        } else if (key == KEY_HARDSPACING) {
            def->tech->rules[def->reader->rule].hard_spacing = true;
        } else if (key == KEY_VIA) {
            TRY(via_of(def->reader, lex_next(def->lex), &via));
            TRY(add_rule_via(def->reader, via));
        } else if (token_is_word(def->option, "MINCUTS")) {
            TRY(read_rule_cuts(def->reader));
        } else {
            TRY(def_skip_option(def));
        }
        TRY(def_end_option(def));
    }
}
