/* via: VIAS and NONDEFAULTRULES of DEF. */
#include "grid/format/def/parts.h"

/* RECT layer [+ MASK n] pt pt, or POLYGON layer [+ MASK n] pt pt pt .. */
static enum status read_via_shape(struct def *def, enum keyword key)
{
    struct lefdef_reader *reader = def->reader;
    uint16_t layer = 0;
    TRY(read_layer(reader, &layer));
    if (lex_ahead(def->lex) == '+')
        lex_next(def->lex);
    skip_mask(reader);
    TRY(read_shape(reader, key));
    for (uint32_t i = 0; i < reader->rect_count; i++)
        TRY(add_via_rect(reader, layer, reader->rects[i]));
    return STATUS_OK;
}

/* - name + RECT .. | + VIARULE rule + CUTSIZE .. ; */
enum status def_via(struct def *def)
{
    struct generated_via made = {.rows = 1, .columns = 1};
    struct token token, name;
    uint32_t via = 0;
    bool generated = false;
    enum status status = lex_next_name(def->lex, "the via's name", &token, &name);
    THEN(status, add_via(def->reader, token, name, &via));
    while (status == STATUS_OK) {
        struct token word = lex_next(def->lex);
        if (token_is_char(word, ';'))
            break;
        if (word.length == 0)
            return lex_expected(def->lex, word, "; at the end of the via");
        if (token_is_char(word, '+')) {
            enum keyword key = KEY_NONE;
            TRY(def_option(def, &key));
            if (key == KEY_RECT || key == KEY_POLYGON)
                status = read_via_shape(def, key);
            else if (key == KEY_VIARULE)
                generated = true;
            else if (generated)
                status = read_via_parameter(def->reader, key, &made);
        }
        THEN(status, def_skip_part(def));
    }
    if (status == STATUS_OK && generated)
        status = make_generated_via(def->reader, &made, token);
    if (status == STATUS_OK)
        tech_finish_via(def->tech, via);
    return status;
}

/* LAYER name WIDTH w [DIAGWIDTH d] [SPACING s] [WIREEXT e] */
static enum status read_rule_layer(struct def *def)
{
    struct tech_rule_layer rule = {.spacing = LENGTH_NONE, .wire_extension = LENGTH_NONE};
    enum status status = read_layer(def->reader, &rule.layer);
    while (status == STATUS_OK && char_is_letter(lex_ahead(def->lex))) {
        int32_t other = 0;
        enum keyword key = KEY_NONE;
        TRY(def_option(def, &key));
        switch (key) {
        case KEY_WIDTH:
            status = read_distance(def->reader, &rule.width);
            break;
        case KEY_SPACING:
            status = read_distance(def->reader, &rule.spacing);
            break;
        case KEY_WIREEXT:
            status = read_distance(def->reader, &rule.wire_extension);
            break;
        default:
            status = read_length(def->reader, &other);
        }
    }
    return status == STATUS_OK ? add_rule_layer(def->reader, rule) : status;
}

/* - name [+ HARDSPACING] {+ LAYER ..} {+ VIA name} .. ; */
enum status def_rule(struct def *def)
{
    struct token token, name;
    enum status status = lex_next_name(def->lex, "the rule's name", &token, &name);
    THEN(status, add_rule(def->reader, token, name));
    while (status == STATUS_OK) {
        struct token word = lex_next(def->lex);
        uint32_t via = 0;
        if (token_is_char(word, ';'))
            break;
        if (word.length == 0)
            return lex_expected(def->lex, word, "; at the end of the rule");
        if (token_is_char(word, '+')) {
            enum keyword key = KEY_NONE;
            TRY(def_option(def, &key));
            if (key == KEY_LAYER)
                status = read_rule_layer(def);
            else if (key == KEY_HARDSPACING)
                def->tech->rules[def->reader->rule].hard_spacing = true;
            else if (key == KEY_VIA)
                status = via_of(def->reader, lex_next(def->lex), &via);
            if (status == STATUS_OK && key == KEY_VIA)
                status = add_rule_via(def->reader, via);
        }
        THEN(status, def_skip_part(def));
    }
    return status;
}
