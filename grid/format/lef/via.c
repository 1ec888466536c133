/* via: reads VIA, VIARULE and NONDEFAULTRULE of LEF. */
#include "grid/format/lef/parts.h"

/* The shapes and parameters of a via, up to its END. */
static enum status read_via_body(struct lefdef_reader *reader, struct token at)
{
    assert(reader->via < reader->tech->via_names.count);
    struct generated_via made = {.rows = 1, .columns = 1};
    bool generated = false;
    uint16_t layer = LAYER_NONE;
    for (;;) {
        struct token word;
        enum keyword key;
        TRY(lex_word(&reader->lex, "END of the via", &word, &key));
        if (key == KEY_END)
            return generated ? make_generated_via(reader, &made, at) : STATUS_OK;
        switch (key) {
        case KEY_DEFAULT:
            reader->tech->vias[reader->via].is_default = true;
            continue;
        case KEY_GENERATED:
            continue;
        case KEY_TOPOFSTACKONLY:
            TRY(statement_unused(reader, SECTION_VIA, word, NO_OPTION));
            continue;
        case KEY_LAYER:
            TRY(read_layer(reader, &layer));
            break;
        case KEY_VIARULE:
            generated = true;
            lex_next(&reader->lex); /* the parameters state all of it */
            break;
        case KEY_RECT:
        case KEY_POLYGON:
            if (layer == LAYER_NONE)
                return lex_expected(&reader->lex, word, "LAYER before the first shape");
            skip_mask(reader);
            TRY(read_shape(reader, key));
            for (uint32_t i = 0; i < reader->rect_count; i++)
                TRY(add_via_rect(reader, layer, reader->rects[i]));
            break;
        default:
            if (!generated || !statement_is_known(SECTION_VIA, word) ||
                token_is_in(section_words[SECTION_VIA].other, word) ||
                token_is_word(word, "PATTERN")) {
                TRY(statement_skip(reader, SECTION_VIA, word));
                continue;
            }
            TRY(read_via_parameter(reader, key, &made));
        }
        TRY(statement_end(reader, SECTION_VIA));
        TRY(lef_once(reader, SECTION_VIA, reader->via, word));
    }
}

enum status lef_via(struct lefdef_reader *reader)
{
    struct token token;
    TRY(add_via(reader, &token));
    TRY(read_via_body(reader, token));
    tech_finish_via(reader->tech, reader->via);
    return read_end_name(reader, token);
}

/* `a WORD b`: WIDTH min TO max, SPACING x BY y. */
static enum status read_with(struct lefdef_reader *reader, enum keyword key, int32_t *a, int32_t *b)
{
    TRY(read_long_length(reader, a));
    TRY(lex_expect(&reader->lex, key));
    return read_long_length(reader, b);
}

/* A statement of a VIARULE's layer, without its `;`. *skipped is set if it is not used; it is then
 * read with its `;`. */
static enum status read_rule_word(struct lefdef_reader *reader, struct tech_via_rule *rule,
                                  struct tech_rule_metal *metal, struct token word, bool *skipped)
{
    const enum keyword key = lex_keyword(&reader->lex, word);
    struct token value;
    int32_t overhang = 0;
    switch (key) {
    case KEY_DIRECTION:
        value = lex_peek(&reader->lex);
        metal->direction = read_layer_direction(reader);
        return metal->direction != DIRECTION_ANY
                   ? STATUS_OK
                   : statement_unused(reader, SECTION_VIA_RULE, word, value);
    case KEY_ENCLOSURE:
        TRY(read_length(reader, &metal->enclosure_x));
        return read_length(reader, &metal->enclosure_y);
    case KEY_OVERHANG:
        /* LEF 5.4 to 5.6: the enclosure along the layer's direction. It is applied in both
         * directions, which is never too little. METALOVERHANG, the one across, is skipped. */
        TRY(read_length(reader, &overhang));
        if (metal->enclosure_x < overhang)
            metal->enclosure_x = overhang;
        if (metal->enclosure_y < overhang)
            metal->enclosure_y = overhang;
        return STATUS_OK;
    case KEY_WIDTH:
        return read_with(reader, KEY_TO, &metal->width_min, &metal->width_max);
    case KEY_RECT:
        return read_rect(reader, &rule->cut_rect);
    case KEY_SPACING:
        return read_with(reader, KEY_BY, &rule->cut_step_x, &rule->cut_step_y);
    default:
        *skipped = true;
        return statement_skip(reader, SECTION_VIA_RULE, word);
    }
}

/* Returns the metal that the statements after LAYER describe, or `spare` for a cut layer. */
static struct tech_rule_metal *open_metal(struct tech_via_rule *rule, enum layer_kind kind,
                                          uint16_t layer, struct tech_rule_metal *spare)
{
    if (kind == LAYER_CUT) {
        rule->cut = layer;
        return spare;
    }
    int i = rule->metal[0].layer == LAYER_NONE ? 0 : 1;
    if (rule->metal[i].layer != LAYER_NONE)
        return spare;
    rule->metal[i].layer = layer;
    return &rule->metal[i];
}

static enum status read_rule_body(struct lefdef_reader *reader, struct tech_via_rule *rule)
{
    const struct tech_rule_metal none = {.layer = LAYER_NONE,
                                         .enclosure_x = LENGTH_NONE,
                                         .enclosure_y = LENGTH_NONE,
                                         .width_min = LENGTH_NONE,
                                         .width_max = LENGTH_NONE};
    struct tech_rule_metal spare = none, *metal = &spare;
    uint32_t layers = 0;
    rule->metal[0] = rule->metal[1] = none;
    for (;;) {
        struct token word;
        enum keyword key;
        bool skipped = false;
        enum status status = lex_word(&reader->lex, "END of the via rule", &word, &key);
        if (status != STATUS_OK || key == KEY_END)
            return status;
        if (key == KEY_GENERATE || key == KEY_DEFAULT) {
            rule->generate |= key == KEY_GENERATE;
            continue;
        }
        if (key == KEY_LAYER) {
            uint16_t layer = 0;
            TRY(read_layer(reader, &layer));
            if (++layers > 3)
                return lex_fail(&reader->lex, word,
                                "expected at most two layers and a cut layer, found more");
            metal = open_metal(rule, reader->tech->layers[layer].kind, layer, &spare);
        } else {
            TRY(read_rule_word(reader, rule, metal, word, &skipped));
        }
        if (!skipped)
            TRY(statement_end(reader, SECTION_VIA_RULE));
        TRY(lef_once(reader, SECTION_VIA_RULE, layers, word));
    }
}

enum status lef_via_rule(struct lefdef_reader *reader)
{
    struct token token;
    struct tech_via_rule rule = {.cut = LAYER_NONE};
    TRY(read_new_name(reader, &reader->tech->words, "the via rule's name", &token, &rule.name));
    TRY(read_rule_body(reader, &rule));
    TRY(read_end_name(reader, token));
    if (rule.metal[1].layer != LAYER_NONE && rule.metal[1].layer < rule.metal[0].layer) {
        struct tech_rule_metal lower = rule.metal[1];
        rule.metal[1] = rule.metal[0];
        rule.metal[0] = lower;
    }
    assert(rule.metal[1].layer == LAYER_NONE || rule.metal[0].layer <= rule.metal[1].layer);
    return LAYOUT_APPEND(reader->tech, via_rules, via_rule_count, rule, "via rules", reader->error);
}

/* LAYER name .. END name */
static enum status read_rule_layer(struct lefdef_reader *reader)
{
    struct token token = lex_next(&reader->lex);
    struct tech_rule_layer rule = {.spacing = LENGTH_NONE, .wire_extension = LENGTH_NONE};
    enum status status = layer_of(reader, token, &rule.layer);
    while (status == STATUS_OK) {
        struct token word;
        enum keyword key;
        TRY(lex_word(&reader->lex, "END of the layer", &word, &key));
        if (key == KEY_END)
            break;
        if (key == KEY_WIDTH)
            status = read_distance(reader, &rule.width);
        else if (key == KEY_SPACING)
            status = read_distance(reader, &rule.spacing);
        else if (key == KEY_WIREEXTENSION)
            status = read_distance(reader, &rule.wire_extension);
        else
            status = statement_skip(reader, SECTION_RULE_LAYER, word);
        if (token_is_in(section_words[SECTION_RULE_LAYER].other, word) ||
            !statement_is_known(SECTION_RULE_LAYER, word))
            continue;
        THEN(status, statement_end(reader, SECTION_RULE_LAYER));
        THEN(status, lef_once(reader, SECTION_RULE_LAYER, rule.layer, word));
    }
    THEN(status, read_end_name(reader, token));
    return status == STATUS_OK ? add_rule_layer(reader, rule) : status;
}

/* Reads a statement of a rule; *done is set at its END, whose name may be left out. */
static enum status read_rule_statement(struct lefdef_reader *reader, struct token token, bool *done)
{
    struct token word, at;
    enum keyword key;
    uint32_t via = 0;
    TRY(lex_word(&reader->lex, "END of the nondefault rule", &word, &key));
    switch (key) {
    case KEY_LAYER:
        return read_rule_layer(reader);
    case KEY_VIA:
        reader->word = word;
        at = lex_peek(&reader->lex);
        TRY(lef_block(reader, lef_via));
        TRY(via_of(reader, at, &reader->via));
        reader->tech->vias[reader->via].nondefault = true;
        return add_rule_via(reader, reader->via);
    case KEY_USEVIA:
        TRY(via_of(reader, lex_next(&reader->lex), &via));
        TRY(add_rule_via(reader, via));
        return statement_end(reader, SECTION_RULE);
    case KEY_SPACING: /* same-net distances, which the layers state too */
        TRY(statement_unused(reader, SECTION_RULE, word, NO_OPTION));
        TRY(lex_skip_to(&reader->lex, KEY_END, "END SPACING"));
        return lex_expect(&reader->lex, KEY_SPACING);
    case KEY_HARDSPACING:
        reader->tech->rules[reader->rule].hard_spacing = true;
        TRY(statement_end(reader, SECTION_RULE));
        return lef_once(reader, SECTION_RULE, reader->rule, word);
    case KEY_END:
        *done = true;
        if (token_same(lex_peek(&reader->lex), token))
            lex_next(&reader->lex);
        return STATUS_OK;
    case KEY_MINCUTS:
        TRY(read_rule_cuts(reader));
        TRY(statement_end(reader, SECTION_RULE));
        return lef_once(reader, SECTION_RULE,
                        reader->tech->rule_layers[reader->tech->rule_layer_count - 1].layer, word);
    default:
        return statement_skip(reader, SECTION_RULE, word);
    }
}

enum status lef_rule(struct lefdef_reader *reader)
{
    struct token token;
    TRY(add_rule(reader, &token));
    for (bool done = false; !done;)
        TRY(read_rule_statement(reader, token, &done));
    return STATUS_OK;
}
