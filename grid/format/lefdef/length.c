/* length: reads lengths, areas and counts, and names of layers, vias, orientations, directions. */
#include "grid/format/lefdef/statements.h"

static enum status not_a_length(struct lefdef_reader *reader, struct token token)
{
    if (reader->lef)
        return lex_expected(&reader->lex, token, "a length in microns (-%d..%d)",
                            COORD_MAX / LEF_UNITS, COORD_MAX / LEF_UNITS);
    int32_t limit = PLACE_MAX / reader->placed->scale;
    return lex_expected(&reader->lex, token, "a coordinate or length in database units (%d..%d)",
                        -limit, limit);
}

enum status length_of(struct lefdef_reader *reader, struct token token, int32_t *value)
{
    assert(reader->lef || reader->placed->scale >= 2); /* UNITS of DEF come first */
    struct decimal decimal;
    if (!token_decimal(token, &decimal))
        return not_a_length(reader, token);
    bool exact;
    int64_t factor = reader->lef ? LEF_UNITS : reader->placed->scale;
    int64_t units = decimal_scale(decimal, factor, &exact);
    int64_t limit = reader->lef ? COORD_MAX : PLACE_MAX;
    if (units > limit || units < -limit)
        return not_a_length(reader, token);
    reader->tech->rounded += !exact;
    *value = (int32_t)units;
    if (reader->lef && (reader->divisor == 0 || *value % reader->divisor != 0))
        reader->divisor = common_divisor(*value, reader->divisor);
    return STATUS_OK;
}

enum status read_length(struct lefdef_reader *reader, int32_t *value)
{
    return length_of(reader, lex_next(&reader->lex), value);
}

enum status read_distance(struct lefdef_reader *reader, int32_t *value)
{
    struct token token = lex_peek(&reader->lex);
    int32_t length = 0;
    TRY(read_length(reader, &length));
    if (length < 0)
        return lex_expected(&reader->lex, token, "a distance that is not negative");
    *value = length;
    return STATUS_OK;
}

enum status read_long_length(struct lefdef_reader *reader, int32_t *value)
{
    assert(reader->lef);
    struct token token = lex_peek(&reader->lex);
    struct decimal decimal;
    bool exact;
    if (token_decimal(token, &decimal) && decimal_scale(decimal, LEF_UNITS, &exact) > COORD_MAX) {
        lex_next(&reader->lex);
        *value = COORD_MAX;
        return STATUS_OK;
    }
    return read_length(reader, value);
}

enum status read_area(struct lefdef_reader *reader, int64_t *area)
{
    assert(reader->lef);
    struct token token = lex_next(&reader->lex);
    struct decimal decimal;
    if (!token_decimal(token, &decimal) || decimal.mantissa < 0)
        return lex_expected(&reader->lex, token, "an area in square microns");
    /* Rounded up, because the area of a wire is a whole number of square units. */
    *area = decimal_scale_up(decimal, (int64_t)LEF_UNITS * LEF_UNITS);
    if (*area > (int64_t)1 << 60)
        return lex_expected(&reader->lex, token, "an area below 700 square millimetres");
    return STATUS_OK;
}

bool token_is_number(struct token token)
{
    struct decimal decimal;
    return token_decimal(token, &decimal);
}

enum status read_count(struct lefdef_reader *reader, const char *what, int32_t *count)
{
    assert(what != NULL);
    int64_t number = 0;
    enum status status = lex_int(&reader->lex, what, 1, COPIES_MAX, &number);
    *count = (int32_t)number;
    return status;
}

enum status read_new_name(struct lefdef_reader *reader, struct names *names, const char *what,
                          struct token *token, uint32_t *number)
{
    struct token name;
    TRY(lex_next_name(&reader->lex, what, token, &name));
    return names_add(names, name.text, name.length, number, reader->error);
}

enum status read_known_name(struct lefdef_reader *reader, const struct names *names,
                            const char *what, const char *expected, uint32_t *number)
{
    struct token token, name;
    TRY(lex_next_name(&reader->lex, what, &token, &name));
    *number = names_find(names, name.text, name.length);
    reader->unknown_name = *number == NAME_NONE;
    return *number != NAME_NONE ? STATUS_OK : lex_expected(&reader->lex, token, "%s", expected);
}

enum status layer_of(struct lefdef_reader *reader, struct token token, uint16_t *layer)
{
    struct token name;
    *layer = LAYER_NONE; /* also if the word is not a valid name */
    TRY(lex_name(&reader->lex, token, &name));
    *layer = tech_find_layer(reader->tech, name.text, name.length);
    reader->unknown_name = *layer == LAYER_NONE;
    return *layer != LAYER_NONE ? STATUS_OK
                                : lex_expected(&reader->lex, token,
                                               reader->tech->layer_names.count > 0
                                                   ? "a layer that LEF defines"
                                                   : "a LEF file of the technology, with layers");
}

enum status read_layer(struct lefdef_reader *reader, uint16_t *layer)
{
    return layer_of(reader, lex_next(&reader->lex), layer);
}

enum status via_of(struct lefdef_reader *reader, struct token token, uint32_t *via)
{
    struct token name;
    TRY(lex_name(&reader->lex, token, &name));
    *via = names_find(&reader->tech->via_names, name.text, name.length);
    reader->unknown_name = *via == NAME_NONE;
    return *via != NAME_NONE ? STATUS_OK
                             : lex_expected(&reader->lex, token, "a via that is defined");
}

bool orient_of(const struct lexer *lex, struct token token, enum orient *orient)
{
    static const enum keyword WORD[] = {KEY_N, KEY_W, KEY_S, KEY_E, KEY_FN, KEY_FW, KEY_FS, KEY_FE};
    static const char *const TURN[] = {"R0", "R90", "R180", "R270", "MY", "MXR90", "MX", "MYR90"};
    enum keyword key = token.length <= 2 ? lex_keyword(lex, token) : KEY_NONE;
    for (int i = ORIENT_N; i <= ORIENT_FE; i++)
        if ((key != KEY_NONE && key == WORD[i]) || token_is(token, TURN[i])) {
            *orient = (enum orient)i;
            return true;
        }
    return false;
}

enum layer_direction read_layer_direction(struct lefdef_reader *reader)
{
    return (enum layer_direction)token_index("ANY HORIZONTAL VERTICAL", lex_next(&reader->lex));
}
