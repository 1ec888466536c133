/* layer: reads LAYER of LEF. A table lists the statements of layers that carry wires or cuts; a new
 * one is a row there, and others are recorded as rules that are not obeyed. Of other layers only
 * TYPE is read. */
#include "grid/format/lef/parts.h"

#include "grid/text/nearest.h"

static struct tech_layer *current(struct lefdef_reader *reader)
{
    assert(reader->layer < reader->tech->layer_names.count);
    return &reader->tech->layers[reader->layer];
}

/* PITCH and OFFSET: one number for both directions, or two. */
static enum status read_pair(struct lefdef_reader *reader, int32_t *x, int32_t *y)
{
    TRY(read_length(reader, x));
    *y = *x;
    if (token_is_number(lex_peek(&reader->lex)))
        TRY(read_length(reader, y));
    return statement_end(reader, SECTION_LAYER);
}

static enum status read_pitch(struct lefdef_reader *reader)
{
    return read_pair(reader, &current(reader)->pitch_x, &current(reader)->pitch_y);
}

static enum status read_offset(struct lefdef_reader *reader)
{
    current(reader)->has_offset = true;
    return read_pair(reader, &current(reader)->offset_x, &current(reader)->offset_y);
}

static enum status read_type(struct lefdef_reader *reader)
{
    struct tech_layer *layer = current(reader);
    struct token word = lex_next(&reader->lex);
    enum keyword key = lex_keyword(&reader->lex, word);
    static const char *const TYPES[] = {"ROUTING", "CUT", "MASTERSLICE", "OVERLAP", "IMPLANT"};
    if (key != KEY_ROUTING && key != KEY_CUT && !token_is_word(word, TYPES[2]) &&
        !token_is_word(word, TYPES[3]) && !token_is_word(word, TYPES[4])) {
        const char *nearest = nearest_word(word.text, word.length, TYPES, 5);
        if (nearest == TYPES[0] || nearest == TYPES[1]) /* to read what follows */
            layer->kind = nearest == TYPES[0] ? LAYER_ROUTING : LAYER_CUT;
        return nearest == NULL ? lex_expected(&reader->lex, word, "a TYPE of layer")
                               : lex_fail(&reader->lex, word, "unknown TYPE %.*s (nearest %s)",
                                          (int)word.length, word.text, nearest);
    }
    enum layer_kind kind = key == KEY_ROUTING ? LAYER_ROUTING
                           : key == KEY_CUT   ? LAYER_CUT
                                              : LAYER_OTHER;
    /* Vias and rules that have been read depend on the type. */
    if (layer->kind != LAYER_OTHER && layer->kind != kind)
        return lex_expected(&reader->lex, word, "the TYPE that the layer has above");
    if (kind != layer->kind && reader->skipped)
        return lex_fail(&reader->lex, word, "expected TYPE before the layer's other statements");
    layer->kind = kind;
    return statement_end(reader, SECTION_LAYER);
}

static enum status read_layer_way(struct lefdef_reader *reader)
{
    struct token word = lex_peek(&reader->lex);
    if (!char_is_letter(word.length > 0 ? word.text[0] : '\0'))
        return lex_expected(&reader->lex, word, "a direction");
    current(reader)->direction = read_layer_direction(reader);
    if (current(reader)->direction == DIRECTION_ANY) /* DIAG45, DIAG135 and unknown words */
        TRY(lef_unknown(reader, reader->word, word));
    return statement_end(reader, SECTION_LAYER);
}

static enum status read_max_width(struct lefdef_reader *reader)
{
    TRY(read_long_length(reader, &current(reader)->max_width));
    return statement_end(reader, SECTION_LAYER);
}

static enum status read_min_area(struct lefdef_reader *reader)
{
    TRY(read_area(reader, &current(reader)->area));
    return statement_end(reader, SECTION_LAYER);
}

static const struct layer_row {
    enum keyword key;
    lef_statement *read; /* NULL: the statement is a distance */
    size_t distance_at;  /* offset of the distance in struct tech_layer */
} STATEMENTS[] = {
    {KEY_DIRECTION, read_layer_way, 0},
    {KEY_PITCH, read_pitch, 0},
    {KEY_OFFSET, read_offset, 0},
    {KEY_WIDTH, NULL, offsetof(struct tech_layer, width)},
    {KEY_MINWIDTH, NULL, offsetof(struct tech_layer, min_width)},
    {KEY_MAXWIDTH, read_max_width, 0},
    {KEY_WIREEXTENSION, NULL, offsetof(struct tech_layer, wire_extension)},
    {KEY_AREA, read_min_area, 0},
    {KEY_SPACING, lef_spacing, 0},
    {KEY_SPACINGTABLE, lef_spacing_table, 0},
    {KEY_MINSTEP, lef_min_step, 0},
    {KEY_MINENCLOSEDAREA, lef_enclosed, 0},
    {KEY_MINIMUMCUT, lef_minimum_cut, 0},
    {KEY_PROPERTY, lef_property, 0},
};

/* Reads a statement of a layer that carries wires or cuts. */
static enum status read_rule(struct lefdef_reader *reader, enum keyword key)
{
    assert(current(reader)->kind != LAYER_OTHER);
    const struct layer_row *row = STATEMENTS, *end = row + sizeof STATEMENTS / sizeof *row;
    while (row < end && row->key != key)
        row++;
    if (key == KEY_ENCLOSURE && current(reader)->kind == LAYER_CUT)
        return lef_enclosure(reader);
    if (row < end && row->read != NULL)
        return row->read(reader);
    if (row == end && lef_is_antenna(reader->word))
        return lef_antenna(reader);
    if (row == end && token_is_in(section_words[SECTION_LAYER].other, reader->word))
        return statement_skip(reader, SECTION_LAYER, reader->word);
    if (row == end) {
        TRY(statement_unknown(reader, SECTION_LAYER, reader->word));
        TRY(lef_unknown(reader, reader->word, NO_OPTION));
        return statement_skip_rest(reader, SECTION_LAYER, reader->word);
    }
    TRY(read_distance(reader, (int32_t *)((char *)current(reader) + row->distance_at)));
    return statement_end(reader, SECTION_LAYER);
}

/* Sets reader->layer to the layer of this name, a new one if LEF has not named it before. */
static enum status open_layer(struct lefdef_reader *reader, struct token token, struct token name)
{
    struct tech *tech = reader->tech;
    uint32_t number = 0;
    reader->layer = tech_find_layer(tech, name.text, name.length);
    if (reader->layer != LAYER_NONE)
        return STATUS_OK;
    if (tech->layer_names.count == TECH_LAYERS_MAX)
        return lex_fail(&reader->lex, token, "expected at most %d layers, found more",
                        TECH_LAYERS_MAX);
    TRY(names_add(&tech->layer_names, name.text, name.length, &number, reader->error));
    reader->layer = (uint16_t)number;
    TRY(ROOM(reader, tech->layers, tech->capacity.layers, number + 1, "layers"));
    tech->layers[number] = tech_layer_blank();
    return STATUS_OK;
}

enum status lef_layer(struct lefdef_reader *reader)
{
    struct token token, name;
    TRY(lex_next_name(&reader->lex, "the layer's name", &token, &name));
    TRY(open_layer(reader, token, name));
    reader->skipped = false;
    reader->oxide = 0;
    reader->cut_classes = 0;
    for (;;) {
        enum keyword key;
        TRY(lex_word(&reader->lex, "END of the layer", &reader->word, &key));
        const struct token word = reader->word;
        if (key == KEY_END)
            return read_end_name(reader, token);
        if (token_is_char(word, ';'))
            continue;
        const bool other = key != KEY_TYPE && current(reader)->kind == LAYER_OTHER;
        enum status status = key == KEY_TYPE ? read_type(reader)
                             : other ? statement_skip(reader, SECTION_OTHER_LAYER, reader->word)
                                     : read_rule(reader, key);
        reader->skipped |= other && key != KEY_PROPERTY;
        if (!other)
            THEN(status, lef_once(reader, SECTION_LAYER, reader->layer, word));
        TRY(reader_recover(reader, status));
    }
}
