/* via: VIA, VIARULE and NONDEFAULTRULE of LEF. */
#include "grid/format/lef/parts.h"

#include <string.h>

/* The shapes and parameters of a via, up to its END. */
static enum status read_via_body(struct lefdef_reader *reader, uint32_t via, struct token at)
{
    assert(via < reader->layout->tech.via_names.count);
    struct generated_via made = {.rows = 1, .columns = 1};
    bool generated = false;
    uint16_t layer = LAYER_NONE;
    for (;;) {
        struct token word = lex_next(&reader->lex);
        enum keyword key = lex_keyword(&reader->lex, word);
        enum status status = STATUS_OK;
        if (word.length == 0)
            return lex_expected(&reader->lex, word, "END of the via");
        if (key == KEY_END)
            return generated ? make_generated_via(reader, &made, at) : STATUS_OK;
        switch (key) {
        case KEY_DEFAULT:
            reader->layout->tech.vias[via].is_default = true;
            continue;
        case KEY_GENERATED:
        case KEY_TOPOFSTACKONLY:
            continue;
        case KEY_LAYER:
            status = read_layer(reader, &layer);
            break;
        case KEY_VIARULE:
            generated = true;
            break;
        case KEY_RECT:
        case KEY_POLYGON:
            if (layer == LAYER_NONE)
                return lex_expected(&reader->lex, word, "LAYER before the first shape");
            skip_mask(reader);
            status = read_shape(reader, key);
            for (uint32_t i = 0; i < reader->rect_count && status == STATUS_OK; i++)
                status = add_via_rect(reader, layer, reader->rects[i]);
            break;
        default:
            if (generated)
                status = read_via_parameter(reader, key, &made);
        }
        THEN(status, lex_skip_from(&reader->lex, word));
        if (status != STATUS_OK)
            return status;
    }
}

enum status lef_via(struct lefdef_reader *reader, bool nondefault, uint32_t *via)
{
    struct token token, name;
    enum status status = lex_next_name(&reader->lex, "the via's name", &token, &name);
    THEN(status, add_via(reader, token, name, via));
    if (status != STATUS_OK)
        return status;
    reader->layout->tech.vias[*via].nondefault = nondefault;
    status = read_via_body(reader, *via, token);
    if (status != STATUS_OK)
        return status;
    tech_finish_via(&reader->layout->tech, *via);
    return lef_end_name(reader, token);
}

/* ---- VIARULE -------------------------------------------------------------------------------- */

static enum status read_pair(struct lefdef_reader *reader, int32_t *x, int32_t *y)
{
    TRY(read_length(reader, x));
    return read_length(reader, y);
}

/* `a WORD b`: WIDTH min TO max, SPACING x BY y. */
static enum status read_with(struct lefdef_reader *reader, enum keyword key, int32_t *a, int32_t *b)
{
    TRY(read_long_length(reader, a));
    struct token word = lex_next(&reader->lex);
    if (lex_keyword(&reader->lex, word) != key)
        return lex_expected(&reader->lex, word, "%s", keyword_text(key));
    return read_long_length(reader, b);
}

/* OVERHANG: an enclosure along the layer's direction, METALOVERHANG across it is ignored (LEF 5.4
 * to 5.6: the wire's width is what the via has). Both sides get it, which is never too little. */
static void set_overhang(struct tech_rule_metal *metal, int32_t overhang)
{
    if (metal->enclosure_x < overhang)
        metal->enclosure_x = overhang;
    if (metal->enclosure_y < overhang)
        metal->enclosure_y = overhang;
}

/* A statement of a VIARULE's layer. */
static enum status read_rule_word(struct lefdef_reader *reader, struct tech_via_rule *rule,
                                  struct tech_rule_metal *metal, enum keyword key)
{
    int32_t overhang = 0;
    switch (key) {
    case KEY_DIRECTION: {
        enum keyword way = lex_keyword(&reader->lex, lex_next(&reader->lex));
        metal->direction = way == KEY_HORIZONTAL ? DIRECTION_HORIZONTAL
                           : way == KEY_VERTICAL ? DIRECTION_VERTICAL
                                                 : DIRECTION_ANY;
        return STATUS_OK;
    }
    case KEY_ENCLOSURE:
        return read_pair(reader, &metal->enclosure_x, &metal->enclosure_y);
    case KEY_OVERHANG:
        TRY(read_length(reader, &overhang));
        set_overhang(metal, overhang);
        return STATUS_OK;
    case KEY_WIDTH:
        return read_with(reader, KEY_TO, &metal->width_min, &metal->width_max);
    case KEY_RECT:
        return read_rect(reader, &rule->cut_rect);
    case KEY_SPACING:
        return read_with(reader, KEY_BY, &rule->cut_step_x, &rule->cut_step_y);
    default:
        return STATUS_OK;
    }
}

/* Where the statements of a layer go: the cut, or the next metal. */
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
    rule->metal[0] = rule->metal[1] = none;
    for (;;) {
        struct token word = lex_next(&reader->lex);
        enum keyword key = lex_keyword(&reader->lex, word);
        enum status status = STATUS_OK;
        if (word.length == 0)
            return lex_expected(&reader->lex, word, "END of the via rule");
        if (key == KEY_END)
            return STATUS_OK;
        if (key == KEY_GENERATE || key == KEY_DEFAULT) {
            rule->generate |= key == KEY_GENERATE;
            continue;
        }
        if (key == KEY_LAYER) {
            uint16_t layer = 0;
            status = read_layer(reader, &layer);
            if (status == STATUS_OK)
                metal = open_metal(rule, reader->layout->tech.layers[layer].kind, layer, &spare);
        } else {
            status = read_rule_word(reader, rule, metal, key);
        }
        THEN(status, lex_skip_from(&reader->lex, word));
        if (status != STATUS_OK)
            return status;
    }
}

enum status lef_via_rule(struct lefdef_reader *reader)
{
    struct tech *tech = &reader->layout->tech;
    struct token token, name;
    struct tech_via_rule rule = {.cut = LAYER_NONE};
    TRY(lex_next_name(&reader->lex, "the via rule's name", &token, &name));
    TRY(names_add(&tech->words, name.text, name.length, &rule.name, reader->error));
    TRY(read_rule_body(reader, &rule));
    TRY(lef_end_name(reader, token));
    TRY(ROOM(reader, tech->via_rules, tech->capacity[TECH_VIA_RULES], tech->via_rule_count + 1,
             "via rules"));
    if (rule.metal[1].layer != LAYER_NONE && rule.metal[1].layer < rule.metal[0].layer) {
        struct tech_rule_metal lower = rule.metal[1];
        rule.metal[1] = rule.metal[0];
        rule.metal[0] = lower;
    }
    tech->via_rules[tech->via_rule_count++] = rule;
    return STATUS_OK;
}

/* ---- NONDEFAULTRULE ------------------------------------------------------------------------- */

/* LAYER name .. END name */
static enum status read_rule_layer(struct lefdef_reader *reader)
{
    struct token token = lex_next(&reader->lex);
    struct tech_rule_layer rule = {.spacing = LENGTH_NONE, .wire_extension = LENGTH_NONE};
    enum status status = layer_of(reader, token, &rule.layer);
    while (status == STATUS_OK) {
        struct token word = lex_next(&reader->lex);
        enum keyword key = lex_keyword(&reader->lex, word);
        if (word.length == 0)
            return lex_expected(&reader->lex, word, "END of the layer");
        if (key == KEY_END)
            break;
        if (key == KEY_WIDTH)
            status = read_distance(reader, &rule.width);
        else if (key == KEY_SPACING)
            status = read_distance(reader, &rule.spacing);
        else if (key == KEY_WIREEXTENSION)
            status = read_distance(reader, &rule.wire_extension);
        THEN(status, lex_skip_from(&reader->lex, word));
    }
    THEN(status, lef_end_name(reader, token));
    return status == STATUS_OK ? add_rule_layer(reader, rule) : status;
}

/* SPACING .. END SPACING within a rule: same-net distances, which the layers state as well. */
static enum status skip_spacing(struct lefdef_reader *reader)
{
    for (;;) {
        struct token word = lex_next(&reader->lex);
        if (word.length == 0)
            return lex_expected(&reader->lex, word, "END SPACING");
        if (lex_keyword(&reader->lex, word) == KEY_END) {
            lex_next(&reader->lex);
            return STATUS_OK;
        }
    }
}

/* One statement of a rule; *done at its END, whose name may be left out. */
static enum status read_rule_statement(struct lefdef_reader *reader, struct token token, bool *done)
{
    struct token word = lex_next(&reader->lex), next;
    uint32_t via = 0;
    enum status status;
    switch (lex_keyword(&reader->lex, word)) {
    case KEY_LAYER:
        return read_rule_layer(reader);
    case KEY_VIA:
        status = lef_via(reader, true, &via);
        return status == STATUS_OK ? add_rule_via(reader, via) : status;
    case KEY_USEVIA:
        status = via_of(reader, lex_next(&reader->lex), &via);
        THEN(status, add_rule_via(reader, via));
        return status == STATUS_OK ? lex_skip(&reader->lex) : status;
    case KEY_SPACING:
        return skip_spacing(reader);
    case KEY_HARDSPACING:
        reader->layout->tech.rules[reader->rule].hard_spacing = true;
        return lex_skip(&reader->lex);
    case KEY_END:
        *done = true;
        next = lex_peek(&reader->lex);
        if (next.length == token.length && memcmp(next.text, token.text, token.length) == 0)
            lex_next(&reader->lex);
        return STATUS_OK;
    default:
        if (word.length == 0)
            return lex_expected(&reader->lex, word, "END of the nondefault rule");
        return lex_skip_from(&reader->lex, word);
    }
}

enum status lef_rule(struct lefdef_reader *reader)
{
    struct token token, name;
    bool done = false;
    enum status status = lex_next_name(&reader->lex, "the rule's name", &token, &name);
    THEN(status, add_rule(reader, token, name));
    while (status == STATUS_OK && !done)
        status = read_rule_statement(reader, token, &done);
    return status;
}
