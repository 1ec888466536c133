/* technology: adds vias and nondefault rules, which LEF and DEF define in the same way. Vias stated
 * by VIARULE parameters are expanded into rectangles. */
#include "grid/format/lefdef/reader.h"

enum status add_via(struct lefdef_reader *reader, struct token *token)
{
    struct tech *tech = reader->tech;
    uint32_t known = tech->via_names.count;
    TRY(read_new_name(reader, &tech->via_names, "the via's name", token, &reader->via));
    assert(reader->via >= known || !tech->vias[reader->via].from_def);
    TRY(ROOM(reader, tech->vias, tech->capacity.vias, tech->via_names.count, "vias"));
    tech->vias[reader->via] = (struct tech_via){.rects = {tech->via_rect_count, 0},
                                                .bottom = LAYER_NONE,
                                                .cut = LAYER_NONE,
                                                .top = LAYER_NONE,
                                                .rule = TECH_NONE,
                                                .from_def = !reader->lef};
    return STATUS_OK;
}

enum status add_via_rect(struct lefdef_reader *reader, uint16_t layer, struct layout_rect rect)
{
    assert(reader->via < reader->tech->via_names.count);
    assert(layer < reader->tech->layer_names.count);
    struct tech *tech = reader->tech;
    const struct layout_rect limit = {-CELL_MAX, -CELL_MAX, CELL_MAX, CELL_MAX};
    if (!rect_holds(limit, rect))
        return lex_fail(&reader->lex, lex_here(&reader->lex),
                        "expected a via within the range of coordinates, found a larger one");
    if (rect.x0 >= rect.x1 || rect.y0 >= rect.y1)
        return lex_fail(&reader->lex, lex_here(&reader->lex),
                        "expected a rectangle of the via with an area, found one without");
    TRY(reader_look(reader));
    struct slice *rects = &tech->vias[reader->via].rects;
    assert(rects->first + rects->count == tech->via_rect_count); /* only the last via grows */
    rects->count++;
    return LAYOUT_APPEND(tech, via_rects, via_rect_count, ((struct tech_via_rect){rect, layer}),
                         "vias", reader->error);
}

enum status add_rule(struct lefdef_reader *reader, struct token *token)
{
    struct tech *tech = reader->tech;
    uint32_t known = tech->rule_names.count;
    TRY(read_new_name(reader, &tech->rule_names, "the rule's name", token, &reader->rule));
    assert(reader->rule >= known || !tech->rules[reader->rule].from_def);
    TRY(ROOM(reader, tech->rules, tech->capacity.rules, tech->rule_names.count,
             "nondefault rules"));
    tech->rules[reader->rule] = (struct tech_rule){.layers = {tech->rule_layer_count, 0},
                                                   .vias = {tech->rule_via_count, 0},
                                                   .from_def = !reader->lef};
    return STATUS_OK;
}

enum status add_rule_layer(struct lefdef_reader *reader, struct tech_rule_layer layer)
{
    assert(reader->rule < reader->tech->rule_names.count);
    struct tech *tech = reader->tech;
    assert(tech->rules[reader->rule].layers.first + tech->rules[reader->rule].layers.count ==
           tech->rule_layer_count);
    tech->rules[reader->rule].layers.count++;
    return LAYOUT_APPEND(tech, rule_layers, rule_layer_count, layer, "nondefault rules",
                         reader->error);
}

enum status read_rule_cuts(struct lefdef_reader *reader)
{
    struct tech_rule_layer layer = {.spacing = LENGTH_NONE, .wire_extension = LENGTH_NONE};
    int64_t cuts = 0;
    struct token word = lex_peek(&reader->lex);
    TRY(read_layer(reader, &layer.layer));
    if (reader->tech->layers[layer.layer].kind != LAYER_CUT)
        return lex_expected(&reader->lex, word, "a cut layer");
    TRY(lex_int(&reader->lex, "a number of cuts", 1, 10000, &cuts));
    layer.cuts = (int32_t)cuts;
    return add_rule_layer(reader, layer);
}

enum status add_rule_via(struct lefdef_reader *reader, uint32_t via)
{
    assert(via < reader->tech->via_names.count);
    assert(reader->rule < reader->tech->rule_names.count);
    struct tech *tech = reader->tech;
    tech->rules[reader->rule].vias.count++;
    return LAYOUT_APPEND(tech, rule_vias, rule_via_count, via, "nondefault rules", reader->error);
}

static enum status read_lengths(struct lefdef_reader *reader, int32_t *value, int count)
{
    for (int i = 0; i < count; i++)
        TRY(read_length(reader, &value[i]));
    return STATUS_OK;
}

enum status read_via_parameter(struct lefdef_reader *reader, enum keyword key,
                               struct generated_via *via)
{
    switch (key) {
    case KEY_CUTSIZE:
        via->has_size = true;
        return read_lengths(reader, via->cut_size, 2);
    case KEY_LAYERS:
        for (int i = 0; i < 3; i++)
            TRY(read_layer(reader, &via->layer[i]));
        via->has_layers = true;
        return STATUS_OK;
    case KEY_CUTSPACING:
        via->has_gap = true;
        return read_lengths(reader, via->gap, 2);
    case KEY_ENCLOSURE:
        via->has_enclosure = true;
        return read_lengths(reader, via->enclosure, 4);
    case KEY_OFFSET:
        return read_lengths(reader, via->offset, 4);
    case KEY_ORIGIN:
        return read_lengths(reader, via->origin, 2);
    case KEY_ROWCOL:
        TRY(read_count(reader, "a number of rows of cuts", &via->rows));
        return read_count(reader, "a number of columns of cuts", &via->columns);
    default:
        return STATUS_OK;
    }
}

/* Grows a rectangle by the enclosure and moves it by the offset of one metal. False if the result
 * is beyond COORD_MAX or turned inside out. */
static bool enclose(int64_t x0, int64_t y0, int64_t x1, int64_t y1, const int32_t *enclosure,
                    const int32_t *offset, struct layout_rect *rect)
{
    x0 += (int64_t)offset[0] - enclosure[0];
    x1 += (int64_t)offset[0] + enclosure[0];
    y0 += (int64_t)offset[1] - enclosure[1];
    y1 += (int64_t)offset[1] + enclosure[1];
    *rect = (struct layout_rect){(int32_t)x0, (int32_t)y0, (int32_t)x1, (int32_t)y1};
    return x0 >= -COORD_MAX && y0 >= -COORD_MAX && x1 <= COORD_MAX && y1 <= COORD_MAX && x0 <= x1 &&
           y0 <= y1;
}

enum status make_generated_via(struct lefdef_reader *reader, const struct generated_via *via,
                               struct token at)
{
    assert(via->rows >= 1 && via->columns >= 1);
    static const int32_t NOTHING[2] = {0, 0};
    const char *missing = !via->has_size        ? "CUTSIZE"
                          : !via->has_layers    ? "LAYERS"
                          : !via->has_gap       ? "CUTSPACING"
                          : !via->has_enclosure ? "ENCLOSURE"
                                                : NULL;
    if (missing != NULL)
        return lex_expected(&reader->lex, at, "a via with %s behind VIARULE", missing);
    if ((int64_t)via->rows * via->columns > COPIES_MAX)
        return lex_fail(&reader->lex, at, "expected a via of at most %d cuts, found more",
                        COPIES_MAX);
    const int64_t cut_width = via->cut_size[0], cut_height = via->cut_size[1];
    int64_t step_x = cut_width + via->gap[0], step_y = cut_height + via->gap[1];
    int64_t width = (via->columns - 1) * step_x + cut_width;
    int64_t height = (via->rows - 1) * step_y + cut_height;
    int64_t x0 = via->origin[0] - width / 2, y0 = via->origin[1] - height / 2;
    struct layout_rect metal[2];
    if (width < 0 || height < 0 || cut_width < 0 || cut_height < 0 || step_x < 0 || step_y < 0 ||
        !enclose(x0, y0, x0 + width, y0 + height, via->enclosure, via->offset, &metal[0]) ||
        !enclose(x0, y0, x0 + width, y0 + height, via->enclosure + 2, via->offset + 2, &metal[1]))
        return lex_fail(&reader->lex, at,
                        "expected a via within the range of coordinates, found other values");
    enum status status = add_via_rect(reader, via->layer[0], metal[0]);
    THEN(status, add_via_rect(reader, via->layer[2], metal[1]));
    for (int32_t j = 0; j < via->rows && status == STATUS_OK; j++)
        for (int32_t i = 0; i < via->columns && status == STATUS_OK; i++) {
            struct layout_rect cut;
            int64_t x = x0 + i * step_x, y = y0 + j * step_y;
            if (!enclose(x, y, x + cut_width, y + cut_height, NOTHING, NOTHING, &cut))
                return lex_fail(&reader->lex, at, "expected a via within the range of coordinates");
            status = add_via_rect(reader, via->layer[1], cut);
        }
    return status;
}
