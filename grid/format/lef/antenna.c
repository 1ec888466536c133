/* antenna: reads the antenna statements of LEF (grid/layout/antenna.h): of the library, of a layer
 * and of a pin, and THICKNESS. Tables list the statements. */
#include "grid/format/lef/parts.h"

enum { VALUE_MAX = 1000000000 }; /* larger ratios, factors and areas become this value */

/* Reads a number that is not negative, in billionths. */
static enum status read_value(struct lefdef_reader *reader, int64_t *value)
{
    struct token token = lex_next(&reader->lex);
    struct decimal decimal;
    bool exact;
    if (!token_decimal(token, &decimal) || decimal.mantissa < 0)
        return lex_expected(&reader->lex, token, "a number that is not negative");
    *value = decimal_scale(decimal, ANTENNA_ONE, &exact);
    if (*value > VALUE_MAX * ANTENNA_ONE)
        *value = VALUE_MAX * ANTENNA_ONE;
    return STATUS_OK;
}

/* OXIDE1 .. OXIDE32 ; */
static enum status read_model(struct lefdef_reader *reader, enum section section)
{
    struct token word = lex_next(&reader->lex);
    uint32_t number = 0;
    const bool oxide =
        word.length > 5 && word.length <= 7 && token_is_word((struct token){word.text, 5}, "OXIDE");
    for (size_t i = 5; i < word.length && oxide; i++)
        number = word.text[i] >= '0' && word.text[i] <= '9'
                     ? 10 * number + (uint32_t)(word.text[i] - '0')
                     : 10 * ANTENNA_OXIDES;
    if (number < 1 || number > ANTENNA_OXIDES)
        return lex_expected(&reader->lex, word, "OXIDE1 to OXIDE%d", ANTENNA_OXIDES);
    reader->oxide = (uint8_t)(number - 1);
    return statement_end(reader, section);
}

/* Appends a point to the curve, which is the last one, and keeps its points in ascending order. */
static enum status add_point(struct lefdef_reader *reader, struct antenna_curve *curve,
                             struct antenna_point point)
{
    assert(curve->first_point + curve->point_count == reader->tech->antenna_point_count);
    TRY(LAYOUT_APPEND(reader->tech, antenna_points, antenna_point_count, point, "antenna rules",
                      reader->error));
    struct antenna_point *points = reader->tech->antenna_points + curve->first_point;
    uint32_t i = curve->point_count++;
    for (; i > 0 &&
           (points[i - 1].diffusion > point.diffusion ||
            (points[i - 1].diffusion == point.diffusion && points[i - 1].value > point.value));
         i--)
        points[i] = points[i - 1];
    points[i] = point;
    return STATUS_OK;
}

/* ( ( diffusion value ) ( diffusion value ) .. ) */
static enum status read_table(struct lefdef_reader *reader, struct antenna_curve *curve)
{
    curve->is_table = true;
    TRY(lex_char(&reader->lex, '('));
    do {
        struct antenna_point point = {0, 0};
        struct token token = lex_peek(&reader->lex);
        if (curve->point_count == ANTENNA_POINTS_MAX)
            return lex_fail(&reader->lex, token, "expected at most %d points, found more",
                            ANTENNA_POINTS_MAX);
        TRY(lex_char(&reader->lex, '('));
        TRY(read_value(reader, &point.diffusion));
        TRY(read_value(reader, &point.value));
        TRY(lex_char(&reader->lex, ')'));
        TRY(add_point(reader, curve, point));
    } while (!token_is_char(lex_peek(&reader->lex), ')'));
    return lex_char(&reader->lex, ')');
}

/* A number, or PWL and a table. A number 0 is no limit. */
static enum status read_curve(struct lefdef_reader *reader, struct antenna_curve *curve,
                              bool table_only)
{
    struct antenna_point point = {0, 0};
    *curve = (struct antenna_curve){.first_point = reader->tech->antenna_point_count};
    const bool table = token_is_word(lex_peek(&reader->lex), "PWL");
    if (table)
        lex_next(&reader->lex);
    if (table || table_only)
        return read_table(reader, curve);
    TRY(read_value(reader, &point.value));
    return point.value > 0 ? add_point(reader, curve, point) : STATUS_OK;
}

enum statement_form { FORM_VALUE, FORM_LIMIT, FORM_CURVE, FORM_TABLE, FORM_FACTOR, FORM_FLAG };

#define AT(member) offsetof(struct antenna_rule, member)
static const struct antenna_row {
    const char *word;
    enum statement_form form;
    size_t at, flag_at; /* offsets in struct antenna_rule */
} LAYER_ROWS[] = {
    {"ANTENNAAREARATIO", FORM_LIMIT, AT(limit[ANTENNA_AREA]), 0},
    {"ANTENNACUMAREARATIO", FORM_LIMIT, AT(limit[ANTENNA_CUM_AREA]), 0},
    {"ANTENNASIDEAREARATIO", FORM_LIMIT, AT(limit[ANTENNA_SIDE]), 0},
    {"ANTENNACUMSIDEAREARATIO", FORM_LIMIT, AT(limit[ANTENNA_CUM_SIDE]), 0},
    {"ANTENNADIFFAREARATIO", FORM_CURVE, AT(diff_limit[ANTENNA_AREA]), 0},
    {"ANTENNACUMDIFFAREARATIO", FORM_CURVE, AT(diff_limit[ANTENNA_CUM_AREA]), 0},
    {"ANTENNADIFFSIDEAREARATIO", FORM_CURVE, AT(diff_limit[ANTENNA_SIDE]), 0},
    {"ANTENNACUMDIFFSIDEAREARATIO", FORM_CURVE, AT(diff_limit[ANTENNA_CUM_SIDE]), 0},
    {"ANTENNAAREADIFFREDUCEPWL", FORM_TABLE, AT(reduce), 0},
    {"ANTENNAAREAFACTOR", FORM_FACTOR, AT(area_factor), AT(area_diffuse_only)},
    {"ANTENNASIDEAREAFACTOR", FORM_FACTOR, AT(side_factor), AT(side_diffuse_only)},
    {"ANTENNAGATEPLUSDIFF", FORM_VALUE, AT(gate_plus_diff), 0},
    {"ANTENNAAREAMINUSDIFF", FORM_VALUE, AT(area_minus_diff), 0},
    {"ANTENNACUMROUTINGPLUSCUT", FORM_FLAG, AT(routing_plus_cut), 0},
};

static const struct antenna_row *find_row(struct token word)
{
    const struct antenna_row *row = LAYER_ROWS, *end = row + sizeof LAYER_ROWS / sizeof *row;
    while (row < end && !token_is_word(word, row->word))
        row++;
    return row < end ? row : NULL;
}

/* The rule of the layer that is being read and of the present oxide, a new one if there is none. */
static enum status open_rule(struct lefdef_reader *reader, struct antenna_rule **rule)
{
    struct tech *tech = reader->tech;
    for (uint32_t i = tech->antenna_rule_count; i-- > 0;)
        if (tech->antenna_rules[i].layer == reader->layer &&
            tech->antenna_rules[i].oxide == reader->oxide) {
            *rule = &tech->antenna_rules[i];
            return STATUS_OK;
        }
    struct antenna_rule blank = {.layer = reader->layer,
                                 .oxide = reader->oxide,
                                 .area_factor = ANTENNA_ONE,
                                 .side_factor = ANTENNA_ONE};
    for (int r = 0; r < ANTENNA_RATIOS; r++)
        blank.limit[r] = ANTENNA_NONE;
    TRY(LAYOUT_APPEND(tech, antenna_rules, antenna_rule_count, blank, "antenna rules",
                      reader->error));
    *rule = &tech->antenna_rules[tech->antenna_rule_count - 1];
    return STATUS_OK;
}

static enum status read_row(struct lefdef_reader *reader, const struct antenna_row *row, char *rule)
{
    int64_t *value = (int64_t *)(void *)(rule + row->at);
    switch (row->form) {
    case FORM_CURVE:
    case FORM_TABLE:
        return read_curve(reader, (struct antenna_curve *)(void *)value, row->form == FORM_TABLE);
    case FORM_FLAG:
        *(bool *)(rule + row->at) = true;
        return STATUS_OK;
    case FORM_LIMIT:
        TRY(read_value(reader, value));
        *value = *value == 0 ? ANTENNA_NONE : *value;
        return STATUS_OK;
    case FORM_FACTOR:
        TRY(read_value(reader, value));
        bool *only = (bool *)(rule + row->flag_at);
        *only = token_is_word(lex_peek(&reader->lex), "DIFFUSEONLY");
        if (*only)
            lex_next(&reader->lex);
        return STATUS_OK;
    default:
        return read_value(reader, value);
    }
}

bool lef_is_antenna(struct token word)
{
    return find_row(word) != NULL || token_is_word(word, "ANTENNAMODEL") ||
           token_is_word(word, "THICKNESS");
}

enum status lef_antenna(struct lefdef_reader *reader)
{
    assert(reader->layer < reader->tech->layer_names.count);
    const struct antenna_row *row = find_row(reader->word);
    struct antenna_rule *rule = NULL;
    if (token_is_word(reader->word, "ANTENNAMODEL"))
        return read_model(reader, SECTION_LAYER);
    if (row != NULL) {
        TRY(open_rule(reader, &rule));
        TRY(read_row(reader, row, (char *)rule));
    } else {
        TRY(read_value(reader, &reader->tech->layers[reader->layer].thickness));
    }
    return statement_end(reader, SECTION_LAYER);
}

static const char *const PIN_WORDS[ANTENNA_PARTS] = {
    [ANTENNA_GATE] = "ANTENNAGATEAREA",
    [ANTENNA_DIFFUSION] = "ANTENNADIFFAREA",
    [ANTENNA_METAL_AREA] = "ANTENNAPARTIALMETALAREA",
    [ANTENNA_METAL_SIDE] = "ANTENNAPARTIALMETALSIDEAREA",
    [ANTENNA_CUT_AREA] = "ANTENNAPARTIALCUTAREA",
    [ANTENNA_MAX_AREA] = "ANTENNAMAXAREACAR",
    [ANTENNA_MAX_SIDE] = "ANTENNAMAXSIDEAREACAR",
    [ANTENNA_MAX_CUT] = "ANTENNAMAXCUTCAR",
};

static uint8_t part_of(struct token word)
{
    uint8_t part = 0;
    while (part < ANTENNA_PARTS && !token_is_word(word, PIN_WORDS[part]))
        part++;
    return part;
}

bool lef_is_pin_antenna(struct token word)
{
    return part_of(word) < ANTENNA_PARTS || token_is_word(word, "ANTENNAMODEL");
}

/* Appends to the values of the pin that is being read. They are consecutive: those of a pin that is
 * stated again move to the end first. */
static enum status add_area(struct lefdef_reader *reader, struct antenna_area area)
{
    struct cell_pin *pin = &reader->library->pins[reader->pin];
    TRY(SLICE_TO_END(&pin->antenna, reader->library, antenna_areas, antenna_area_count,
                     "antenna areas", reader->error));
    pin->antenna.count++;
    return LAYOUT_APPEND(reader->library, antenna_areas, antenna_area_count, area, "antenna areas",
                         reader->error);
}

enum status lef_pin_antenna(struct lefdef_reader *reader, struct token word)
{
    assert(reader->pin < reader->library->pin_count);
    struct antenna_area area = {.layer = LAYER_NONE, .part = part_of(word), .oxide = reader->oxide};
    if (area.part == ANTENNA_PARTS)
        return read_model(reader, SECTION_PIN);
    TRY(read_value(reader, &area.value));
    if (lex_accept(&reader->lex, KEY_LAYER))
        TRY(read_layer(reader, &area.layer));
    const bool metal = area.part >= ANTENNA_METAL_AREA && area.part <= ANTENNA_CUT_AREA;
    if (metal && area.layer == LAYER_NONE) /* of which layer LEF leaves open */
        TRY(statement_note(reader, NOTE_OTHER, SECTION_PIN, word,
                           (struct token){"without LAYER", 13}));
    else
        TRY(add_area(reader, area));
    return statement_end(reader, SECTION_PIN);
}

static int64_t *default_of(struct lefdef_reader *reader, struct token word)
{
    struct antenna_defaults *defaults = &reader->library->antenna_defaults;
    return token_is_word(word, "ANTENNAINPUTGATEAREA")    ? &defaults->input_gate
           : token_is_word(word, "ANTENNAOUTPUTDIFFAREA") ? &defaults->output_diffusion
           : token_is_word(word, "ANTENNAINOUTDIFFAREA")  ? &defaults->inout_diffusion
                                                          : NULL;
}

bool lef_is_antenna_default(struct lefdef_reader *reader)
{
    return default_of(reader, reader->word) != NULL;
}

enum status lef_antenna_default(struct lefdef_reader *reader)
{
    int64_t *value = default_of(reader, reader->word);
    assert(value != NULL);
    TRY(read_value(reader, value));
    return statement_end(reader, SECTION_LEF);
}
