/* rules: reads MINSTEP, MINIMUMCUT, MINENCLOSEDAREA and the LEF 5.8 properties of a layer. Rules in
 * other properties are recorded as not obeyed. */
#include "grid/format/lef/parts.h"

enum {
    PROPERTY_WORDS_MAX = 1024, /* maximum of words read of a property */
    UNKNOWN_TEXT_MAX = 64,     /* longest name of a rule that is kept, with its NUL, in bytes */
};

enum status lef_unknown(struct lefdef_reader *reader, struct token word, struct token option)
{
    struct tech *tech = reader->tech;
    assert(reader->layer < tech->layer_names.count && word.length > 0);
    char text[UNKNOWN_TEXT_MAX];
    snprintf(text, sizeof text, option.length > 0 ? "%.*s %.*s" : "%.*s%.*s", (int)word.length,
             word.text, (int)option.length, option.text);
    struct tech_unknown rule = {.layer = reader->layer};
    TRY(names_add(&tech->words, text, strlen(text), &rule.keyword, reader->error));
    TRY(statement_unused(reader, SECTION_LAYER, word, option));
    for (uint32_t i = 0; i < tech->unknown_count; i++)
        if (tech->unknown[i].layer == rule.layer && tech->unknown[i].keyword == rule.keyword)
            return STATUS_OK;
    return MEM_APPEND(tech->unknown, tech->capacity.unknown, tech->unknown_count, rule,
                      "unknown rules", reader->error);
}

/* MINSTEP length [INSIDECORNER | OUTSIDECORNER | STEP] [LENGTHSUM sum] [MAXEDGES n] ; */
enum status lef_min_step(struct lefdef_reader *reader)
{
    assert(reader->layer < reader->tech->layer_names.count);
    struct tech_step step = {.layer = reader->layer, .length_sum = LENGTH_NONE, .max_edges = -1};
    TRY(read_length(reader, &step.length));
    struct token word;
    int64_t edges = 0;
    while (lex_next_option(&reader->lex, &word)) {
        switch (lex_keyword(&reader->lex, word)) {
        case KEY_INSIDECORNER:
            step.kind = STEP_INSIDE_CORNER;
            break;
        case KEY_OUTSIDECORNER:
            step.kind = STEP_OUTSIDE_CORNER;
            break;
        case KEY_STEP:
            step.kind = STEP_STEP;
            break;
        case KEY_LENGTHSUM:
            TRY(read_long_length(reader, &step.length_sum));
            break;
        case KEY_MAXEDGES:
            TRY(lex_int(&reader->lex, "a number of edges", 0, 1000, &edges));
            step.max_edges = (int32_t)edges;
            break;
        default:
            return statement_wrong(reader, SECTION_LAYER, word, "LENGTHSUM, MAXEDGES or ;");
        }
    }
    return LAYOUT_APPEND(reader->tech, steps, step_count, step, "MINSTEP", reader->error);
}

/* Reads a number of cuts; rounds up, since files that count long cuts as several state 0.5. */
static enum status read_cuts(struct lefdef_reader *reader, int64_t *cuts)
{
    struct token word = lex_peek(&reader->lex);
    size_t point = 0;
    while (point < word.length && word.text[point] >= '0' && word.text[point] <= '9')
        point++;
    bool part = point > 0 && point <= 4 && point + 1 < word.length && word.text[point] == '.';
    bool more = false;
    for (size_t i = point + 1; i < word.length && part; i++) {
        part = word.text[i] >= '0' && word.text[i] <= '9';
        more = more || word.text[i] != '0';
    }
    if (!part)
        return lex_int(&reader->lex, "a number of cuts", 1, 10000, cuts);
    lex_next(&reader->lex);
    *cuts = strtol(word.text, NULL, 10) + more;
    return STATUS_OK;
}

/* MINIMUMCUT n WIDTH w [WITHIN d] [FROMABOVE | FROMBELOW] [LENGTH l WITHIN d] ; */
enum status lef_minimum_cut(struct lefdef_reader *reader)
{
    struct tech *tech = reader->tech;
    struct tech_minimum_cut rule = {.layer = reader->layer,
                                    .within = LENGTH_NONE,
                                    .length = LENGTH_NONE,
                                    .distance = LENGTH_NONE};
    int64_t cuts = 0;
    TRY(read_cuts(reader, &cuts));
    assert(cuts >= 0 && cuts <= 10000);
    rule.cuts = (int32_t)cuts;
    struct token word;
    while (lex_next_option(&reader->lex, &word)) {
        switch (lex_keyword(&reader->lex, word)) {
        case KEY_WIDTH:
            TRY(read_long_length(reader, &rule.width));
            break;
        case KEY_WITHIN:
            TRY(read_long_length(reader,
                                 rule.length != LENGTH_NONE ? &rule.distance : &rule.within));
            break;
        case KEY_LENGTH:
            TRY(read_long_length(reader, &rule.length));
            break;
        case KEY_FROMABOVE:
            rule.from_above = true;
            break;
        case KEY_FROMBELOW:
            rule.from_below = true;
            break;
        default:
            return statement_wrong(reader, SECTION_LAYER, word, "WIDTH, WITHIN, LENGTH or ;");
        }
    }
    if (rule.within < LENGTH_NONE || rule.distance < LENGTH_NONE)
        return lex_expected(&reader->lex, word, "distances that are not negative before ;");
    if (!rule.from_above && !rule.from_below)
        rule.from_above = rule.from_below = true;
    return LAYOUT_APPEND(tech, minimum_cuts, minimum_cut_count, rule, "MINIMUMCUT", reader->error);
}

/* MINENCLOSEDAREA area [WIDTH width] [area [WIDTH width]] .. ; */
enum status lef_enclosed(struct lefdef_reader *reader)
{
    struct tech *tech = reader->tech;
    do {
        struct tech_enclosed rule = {.layer = reader->layer, .width = LENGTH_NONE};
        TRY(read_area(reader, &rule.area));
        if (lex_accept(&reader->lex, KEY_WIDTH))
            TRY(read_long_length(reader, &rule.width));
        TRY(LAYOUT_APPEND(tech, enclosed, enclosed_count, rule, "MINENCLOSEDAREA", reader->error));
    } while (token_is_number(lex_peek(&reader->lex)));
    return statement_end(reader, SECTION_LAYER);
}

/* Splits a quoted value into words; `;` is a separate word. Returns their number. */
static size_t split(struct token value, struct token words[PROPERTY_WORDS_MAX])
{
    assert(value.length >= 2);
    size_t count = 0;
    const char *p = value.text + 1, *end = value.text + value.length - 1;
    while (p < end && count < PROPERTY_WORDS_MAX) {
        while (p < end && (unsigned char)*p <= ' ')
            p++;
        const char *from = p;
        if (p < end && *p == ';')
            p++;
        else
            while (p < end && (unsigned char)*p > ' ' && *p != ';')
                p++;
        if (p > from)
            words[count++] = (struct token){from, (size_t)(p - from)};
    }
    return count;
}

/* One rule of LEF58_SPACING, without its `;`. */
static enum status read_spacing58(struct lefdef_reader *reader, const struct token *words,
                                  size_t count, struct token name)
{
    assert(reader->tech->layers[reader->layer].kind == LAYER_ROUTING);
    bool plain = count == 6 && lex_keyword(&reader->lex, words[0]) == KEY_SPACING &&
                 lex_keyword(&reader->lex, words[2]) == KEY_ENDOFLINE &&
                 lex_keyword(&reader->lex, words[4]) == KEY_WITHIN;
    if (!plain)
        return count == 0 ? STATUS_OK : lef_unknown(reader, name, count > 2 ? words[2] : NO_OPTION);
    struct tech_line_end rule = {
        .layer = reader->layer, .par_space = LENGTH_NONE, .par_within = LENGTH_NONE};
    TRY(length_of(reader, words[1], &rule.spacing));
    TRY(length_of(reader, words[3], &rule.width));
    TRY(length_of(reader, words[5], &rule.within));
    if (rule.spacing < 0 || rule.width < 0 || rule.within < 0)
        return lex_expected(&reader->lex, words[1], "distances that are not negative");
    return LAYOUT_APPEND(reader->tech, line_ends, line_end_count, rule, "ENDOFLINE", reader->error);
}

/* True if a via or via rule that has been read uses the layer. */
static bool is_in_via(const struct tech *tech, uint16_t layer)
{
    bool found = false;
    for (uint32_t i = 0; i < tech->via_rect_count && !found; i++)
        found = tech->via_rects[i].layer == layer;
    for (uint32_t i = 0; i < tech->via_rule_count && !found; i++) {
        const struct tech_via_rule *rule = &tech->via_rules[i];
        found =
            rule->cut == layer || rule->metal[0].layer == layer || rule->metal[1].layer == layer;
    }
    return found;
}

static enum status read_property(struct lefdef_reader *reader, struct token name,
                                 struct token value)
{
    struct tech_layer *layer = &reader->tech->layers[reader->layer];
    struct token words[PROPERTY_WORDS_MAX];
    bool lef58 = name.length > 6 && memcmp(name.text, "LEF58_", 6) == 0;
    bool text = value.length >= 2 && value.text[0] == '"';
    if (!lef58 || !text || token_is(name, "LEF58_TYPE") ||
        token_is(name, "LEF58_BACKSIDE")) /* these state no rule */
        return text || !lef58 ? statement_note(reader, NOTE_OTHER, SECTION_LAYER,
                                               (struct token){"PROPERTY", 8}, name)
                              : lef_unknown(reader, name, NO_OPTION);
    size_t count = split(value, words), from = 0;
    if (token_is(name, "LEF58_RECTONLY")) {
        layer->rect_only = count > 0;
        layer->rect_only_not_pins = count > 1 && token_is(words[1], "EXCEPTNONCOREPINS");
        return STATUS_OK;
    }
    if (token_is(name, "LEF58_RIGHTWAYONGRIDONLY")) {
        layer->right_way_on_grid = count > 0;
        return STATUS_OK;
    }
    if (token_is(name, "LEF58_REGION")) { /* rules for a part of the die, not a real layer */
        if (is_in_via(reader->tech, reader->layer))
            return lex_fail(&reader->lex, name,
                            "expected LEF58_REGION above the layer's vias, found it below one");
        layer->kind = LAYER_OTHER;
    }
    bool obeyed = false;
    if (token_is(name, "LEF58_CUTCLASS") && layer->kind == LAYER_CUT)
        TRY(lef_cut_classes(reader, words, count, &obeyed));
    if (token_is(name, "LEF58_SPACINGTABLE") && layer->kind == LAYER_CUT)
        TRY(lef_cut_table(reader, words, count, &obeyed));
    if (obeyed)
        return STATUS_OK;
    if (!token_is(name, "LEF58_SPACING") || layer->kind != LAYER_ROUTING)
        return lef_unknown(reader, name, NO_OPTION);
    for (size_t i = 0; i <= count; i++) {
        if (i < count && !token_is_char(words[i], ';'))
            continue;
        TRY(read_spacing58(reader, words + from, i - from, name));
        from = i + 1;
    }
    return STATUS_OK;
}

/* PROPERTY name value [name value] .. ; */
enum status lef_property(struct lefdef_reader *reader)
{
    assert(reader->layer < reader->tech->layer_names.count);
    for (;;) {
        struct token name = lex_next(&reader->lex);
        if (token_is_char(name, ';'))
            return STATUS_OK;
        if (name.length == 0 || lex_keyword(&reader->lex, name) == KEY_END ||
            statement_is_known(SECTION_LAYER, name))
            return statement_wrong(reader, SECTION_LAYER, name, "a property or ;");
        struct token value = lex_next(&reader->lex);
        if (value.length == 0 || token_is_char(value, ';'))
            return lex_expected(&reader->lex, value, "the property's value");
        TRY(read_property(reader, name, value));
    }
}

enum status lef_stack58(struct lefdef_reader *reader)
{
    struct tech *tech = reader->tech;
    struct token words[PROPERTY_WORDS_MAX];
    size_t count = split(reader->stack, words);
    const struct token name = {"LEF58_MAXVIASTACK", 17};
    const bool range = count >= 5 && token_is_word(words[2], "RANGE");
    const size_t end = range ? 5 : 2;
    reader->stack = NO_OPTION;
    if (count < 2 || !token_is_word(words[0], "MAXVIASTACK") || words[1].length > 4 ||
        (count > end && !(count == end + 1 && token_is_char(words[end], ';'))))
        return statement_note(reader, NOTE_RULE, SECTION_LEF, name, NO_OPTION);
    int32_t most = 0;
    for (size_t i = 0; i < words[1].length && most >= 0; i++)
        most = words[1].text[i] >= '0' && words[1].text[i] <= '9'
                   ? most * 10 + (words[1].text[i] - '0')
                   : -1;
    uint16_t layers[2] = {LAYER_NONE, LAYER_NONE};
    for (size_t i = 0; i < 2 && range; i++) {
        layers[i] = tech_find_layer(tech, words[3 + i].text, words[3 + i].length);
        if (layers[i] == LAYER_NONE || tech->layers[layers[i]].kind != LAYER_ROUTING)
            return statement_note(reader, NOTE_RULE, SECTION_LEF, name, words[3 + i]);
    }
    if (most < 1)
        return statement_note(reader, NOTE_RULE, SECTION_LEF, name, words[1]);
    tech->stack_most = most;
    tech->stack_low = layers[0];
    tech->stack_high = layers[1];
    return STATUS_OK;
}
