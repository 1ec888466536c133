/* layer: LAYER statements of LEF. */
#include "grid/format/lef/parts.h"

#include <stdio.h>
#include <string.h>

/* PITCH and OFFSET: one number for both directions, or two. */
static enum status read_pair(struct lefdef_reader *reader, int32_t *x, int32_t *y)
{
    TRY(read_length(reader, x));
    *y = *x;
    if (lex_ahead(&reader->lex) != ';' && read_length(reader, y) != STATUS_OK)
        return STATUS_BAD_INPUT;
    return lex_char(&reader->lex, ';');
}

/* A width, and whatever else the statement has. */
static enum status read_value(struct lefdef_reader *reader, int32_t *value)
{
    TRY(read_distance(reader, value));
    return lex_skip(&reader->lex);
}

static enum status read_type(struct lefdef_reader *reader, struct tech_layer *layer)
{
    struct token word = lex_next(&reader->lex);
    enum keyword key = lex_keyword(&reader->lex, word);
    enum layer_kind kind = key == KEY_ROUTING ? LAYER_ROUTING
                           : key == KEY_CUT   ? LAYER_CUT
                                              : LAYER_OTHER;
    /* Vias and rules that have been read rely on the type. */
    if (layer->kind != LAYER_OTHER && layer->kind != kind)
        return lex_expected(&reader->lex, word, "the TYPE that the layer has above");
    layer->kind = kind;
    return lex_skip(&reader->lex);
}

static enum status read_direction(struct lefdef_reader *reader, struct tech_layer *layer)
{
    enum keyword key = lex_keyword(&reader->lex, lex_next(&reader->lex));
    layer->direction = key == KEY_HORIZONTAL ? DIRECTION_HORIZONTAL
                       : key == KEY_VERTICAL ? DIRECTION_VERTICAL
                                             : DIRECTION_ANY;
    return lex_skip(&reader->lex);
}

/* Statements that state no rule for wires: electrical values, and parameters of rules that are
 * listed by their own keywords. */
static bool is_no_rule(struct token word, enum keyword key)
{
    static const char *const WORD[] = {"ANTENNAMODEL", "DENSITYCHECKWINDOW", "DENSITYCHECKSTEP"};
    switch (key) {
    case KEY_RESISTANCE:
    case KEY_CAPACITANCE:
    case KEY_EDGECAPACITANCE:
    case KEY_THICKNESS:
    case KEY_HEIGHT:
    case KEY_SHRINKAGE:
    case KEY_CAPMULTIPLIER:
    case KEY_ACCURRENTDENSITY:
    case KEY_DCCURRENTDENSITY:
        return true;
    default:
        for (size_t i = 0; i < sizeof WORD / sizeof WORD[0]; i++)
            if (token_is(word, WORD[i]))
                return true;
        return false;
    }
}

/* A statement of a layer that carries wires or cuts. */
static enum status read_rule(struct lefdef_reader *reader, uint16_t index, struct token word,
                             enum keyword key)
{
    assert(index < reader->layout->tech.layer_names.count);
    assert(reader->layout->tech.layers[index].kind != LAYER_OTHER);
    struct tech_layer *layer = &reader->layout->tech.layers[index];
    switch (key) {
    case KEY_DIRECTION:
        return read_direction(reader, layer);
    case KEY_PITCH:
        return read_pair(reader, &layer->pitch_x, &layer->pitch_y);
    case KEY_OFFSET:
        layer->has_offset = true;
        return read_pair(reader, &layer->offset_x, &layer->offset_y);
    case KEY_WIDTH:
        return read_value(reader, &layer->width);
    case KEY_MINWIDTH:
        return read_value(reader, &layer->min_width);
    case KEY_MAXWIDTH:
        TRY(lef_unknown(reader, index, word, (struct token){"", 0}));
        TRY(read_long_length(reader, &layer->max_width));
        return lex_skip(&reader->lex);
    case KEY_WIREEXTENSION:
        return read_value(reader, &layer->wire_extension);
    case KEY_AREA:
        return read_area(reader, &layer->area) == STATUS_OK ? lex_skip(&reader->lex)
                                                            : STATUS_BAD_INPUT;
    case KEY_SPACING:
        return lef_spacing(reader, index);
    case KEY_SPACINGTABLE:
        return lef_spacing_table(reader, index);
    case KEY_MINSTEP:
        return lef_min_step(reader, index);
    case KEY_MINENCLOSEDAREA:
        return lef_enclosed(reader, index);
    case KEY_MINIMUMCUT:
        return lef_minimum_cut(reader, index);
    case KEY_PROPERTY:
        return lef_property(reader, index);
    default:
        if (!is_no_rule(word, key))
            TRY(lef_unknown(reader, index, word, (struct token){"", 0}));
        return lex_skip(&reader->lex);
    }
}

/* The layer of this name; a new one if LEF has not named it before. */
static enum status open_layer(struct lefdef_reader *reader, struct token token, struct token name,
                              uint16_t *index)
{
    struct tech *tech = &reader->layout->tech;
    uint32_t number = 0;
    *index = tech_find_layer(tech, name.text, name.length);
    if (*index != LAYER_NONE)
        return STATUS_OK;
    if (tech->layer_names.count == TECH_LAYERS_MAX)
        return lex_fail(&reader->lex, token, "expected at most %d layers, found more",
                        TECH_LAYERS_MAX);
    TRY(names_add(&tech->layer_names, name.text, name.length, &number, reader->error));
    *index = (uint16_t)number;
    TRY(ROOM(reader, tech->layers, tech->capacity[TECH_LAYERS], number + 1, "layers"));
    tech->layers[number] = tech_layer_blank();
    return STATUS_OK;
}

enum status lef_layer(struct lefdef_reader *reader)
{
    struct token token, name;
    uint16_t index = 0;
    enum status status = lex_next_name(&reader->lex, "the layer's name", &token, &name);
    THEN(status, open_layer(reader, token, name, &index));
    while (status == STATUS_OK) {
        struct token word = lex_next(&reader->lex);
        enum keyword key = lex_keyword(&reader->lex, word);
        struct tech_layer *layer = &reader->layout->tech.layers[index];
        if (word.length == 0)
            return lex_expected(&reader->lex, word, "END of the layer");
        if (key == KEY_END)
            return lef_end_name(reader, token);
        if (token_is_char(word, ';'))
            continue;
        if (key == KEY_TYPE)
            status = read_type(reader, layer);
        else if (layer->kind == LAYER_OTHER)
            status = lex_skip(&reader->lex);
        else
            status = read_rule(reader, index, word, key);
        status = reader_recover(reader, status);
    }
    return status;
}
