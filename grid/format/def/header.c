/* header: reads the statements of DEF outside its sections: UNITS, DESIGN, BUSBITCHARS, DIEAREA,
 * ROW, TRACKS and GCELLGRID. */
#include "grid/format/def/parts.h"

/* UNITS DISTANCE MICRONS n ; */
enum status def_units(struct def *def)
{
    if (def->has_units)
        return lex_fail(def->lex, def->word, "expected UNITS once, found it twice");
    int64_t dbu = 0;
    TRY(lex_expect(def->lex, KEY_DISTANCE));
    TRY(lex_expect(def->lex, KEY_MICRONS));
    struct token number = lex_peek(def->lex);
    TRY(lex_int(def->lex, "database units per micron", 1, LEF_UNITS, &dbu));
    TRY(scale_layout(def->reader, number, dbu));
    def->has_units = true;
    return statement_end(def->reader, SECTION_DEF);
}

/* DESIGN name ; */
enum status def_design(struct def *def)
{
    struct token token, name;
    TRY(lex_next_name(def->lex, "the design's name", &token, &name));
    free(def->placed->design);
    TRY(MEM_NEW(def->placed->design, name.length + 1, "design's name", def->reader->error));
    memcpy(def->placed->design, name.text, name.length);
    return statement_end(def->reader, SECTION_DEF);
}

/* DIEAREA pt pt [pt ..] ; */
enum status def_die(struct def *def)
{
    struct placed *placed = def->placed;
    struct lefdef_reader *reader = def->reader;
    if (placed->die_count > 0)
        return lex_fail(def->lex, def->word, "expected DIEAREA once, found it twice");
    TRY(read_points(reader));
    if (reader->point_count < 2)
        return lex_expected(def->lex, lex_peek(def->lex), "a corner ( x y )");
    TRY(polygon_rects(reader));
    TRY(ROOM(reader, placed->die, placed->capacity.die, reader->rect_count + 1, "die"));
    for (uint32_t i = 0; i < reader->rect_count; i++) {
        placed->die[i] = reader->rects[i];
        placed->die_box = i > 0 ? rect_join(placed->die_box, reader->rects[i]) : reader->rects[i];
    }
    placed->die_count = reader->rect_count;
    if (placed->die_count == 0 || rect_width(placed->die_box) == 0 ||
        rect_height(placed->die_box) == 0)
        return lex_fail(def->lex, def->word, "expected a die that has an area, found none");
    return statement_end(def->reader, SECTION_DEF);
}

/* ROW name site x y orient [DO nx BY ny [STEP dx dy]] [+ PROPERTY ..] ; */
enum status def_row(struct def *def)
{
    struct token token, name;
    struct placed_row row = {.count_x = 1, .count_y = 1};
    assert(def->has_units);
    TRY(lex_next_name(def->lex, "the row's name", &token, &name));
    TRY(lex_next_name(def->lex, "the row's site", &token, &name));
    row.site = names_find(&def->tech->site_names, name.text, name.length);
    if (row.site == NAME_NONE)
        TRY(reader_remark(def->reader, "ROW: LEF does not define the site %.*s",
                          (int)(name.length < 80 ? name.length : 80), name.text));
    TRY(read_length(def->reader, &row.x));
    TRY(read_length(def->reader, &row.y));
    token = lex_next(def->lex);
    if (!orient_of(def->lex, token, &row.orient))
        return lex_expected(def->lex, token, "an orientation (N, S, E, W, FN, FS, FE or FW)");
    if (lex_accept(def->lex, KEY_DO)) {
        TRY(read_count(def->reader, "a number of sites", &row.count_x));
        TRY(lex_expect(def->lex, KEY_BY));
        TRY(read_count(def->reader, "a number of rows", &row.count_y));
        if (lex_accept(def->lex, KEY_STEP)) {
            TRY(read_length(def->reader, &row.step_x));
            TRY(read_length(def->reader, &row.step_y));
        }
    }
    TRY(LAYOUT_APPEND(def->placed, rows, row_count, row, "rows", def->reader->error));
    while (lex_ahead(def->lex) == '+') {
        enum keyword key;
        lex_next(def->lex);
        def->section = SECTION_ROW;
        TRY(def_option(def, &key));
        TRY(def_skip_option(def));
    }
    return statement_end(def->reader, SECTION_DEF);
}

/* BUSBITCHARS "[]" ; */
enum status def_bus_characters(struct def *def)
{
    struct token token = lex_next(def->lex);
    if (token.length != 4 || token.text[0] != '"')
        return lex_expected(def->lex, token, "two characters in quotes");
    def->bus_open = token.text[1];
    def->bus_close = token.text[2];
    return statement_end(def->reader, SECTION_DEF);
}

/* X|Y start DO count STEP step */
static enum status read_lines(struct def *def, bool *vertical, int32_t *start, int32_t *count,
                              int32_t *step)
{
    assert(def->has_units);
    struct token word = lex_next(def->lex);
    enum keyword key = lex_keyword(def->lex, word);
    if (key != KEY_X && key != KEY_Y)
        return lex_expected(def->lex, word, "X or Y");
    *vertical = key == KEY_X;
    TRY(read_length(def->reader, start));
    TRY(lex_expect(def->lex, KEY_DO));
    TRY(read_count(def->reader, "a number of lines", count));
    TRY(lex_expect(def->lex, KEY_STEP));
    word = lex_peek(def->lex);
    TRY(read_length(def->reader, step));
    if ((*step <= 0 && *count > 1) || *start + (int64_t)*step * (*count - 1) > COORD_MAX)
        return lex_expected(def->lex, word,
                            "a step above 0 and lines within the range of coordinates");
    return STATUS_OK;
}

static enum status add_layer(struct def *def, struct placed_tracks *tracks, uint16_t layer)
{
    tracks->layers.count++;
    return LAYOUT_APPEND(def->placed, track_layers, track_layer_count, layer, "tracks",
                         def->reader->error);
}

/* TRACKS X|Y start DO n STEP step [MASK m [SAMEMASK]] [LAYER name ..] ;
 * Without layers the tracks belong to all routing layers. */
enum status def_tracks(struct def *def)
{
    struct placed_tracks tracks = {.layers = {def->placed->track_layer_count, 0}};
    TRY(read_lines(def, &tracks.vertical, &tracks.start, &tracks.count, &tracks.step));
    struct token word;
    for (bool layers = false; lex_next_option(def->lex, &word);) {
        enum keyword key = lex_keyword(def->lex, word);
        uint16_t layer = 0;
        if (layers) {
            TRY(layer_of(def->reader, word, &layer));
            TRY(add_layer(def, &tracks, layer));
        } else if (key == KEY_MASK) {
            TRY(read_mask(def->reader));
        } else if (key == KEY_LAYER) {
            layers = true;
            if (lex_ahead(def->lex) == ';')
                return lex_expected(def->lex, lex_next(def->lex), "a layer");
        } else if (key != KEY_SAMEMASK) {
            return statement_wrong(def->reader, SECTION_DEF, word, "LAYER or ;");
        }
    }
    const bool all = tracks.layers.count == 0;
    for (uint32_t l = 0; all && l < def->tech->level_count; l++)
        TRY(add_layer(def, &tracks, def->tech->levels[l]));
    return LAYOUT_APPEND(def->placed, tracks, track_count, tracks, "tracks", def->reader->error);
}

/* GCELLGRID X|Y start DO n STEP step ; */
enum status def_gcells(struct def *def)
{
    struct placed_gcells cells = {0};
    TRY(read_lines(def, &cells.vertical, &cells.start, &cells.count, &cells.step));
    TRY(LAYOUT_APPEND(def->placed, gcells, gcell_count, cells, "GCELLGRID", def->reader->error));
    return statement_end(def->reader, SECTION_DEF);
}
