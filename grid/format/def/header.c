/* header: reads UNITS, DESIGN, DIEAREA, ROW and BUSBITCHARS of DEF. */
#include "grid/format/def/parts.h"

#include <stdlib.h>
#include <string.h>

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
    return lex_char(def->lex, ';');
}

/* DESIGN name ; */
enum status def_design(struct def *def)
{
    struct token token, name;
    TRY(lex_next_name(def->lex, "the design's name", &token, &name));
    free(def->placed->design);
    def->placed->design = mem_alloc(name.length + 1, 1, "design's name", def->reader->error);
    if (def->placed->design == NULL)
        return STATUS_FAILED;
    memcpy(def->placed->design, name.text, name.length);
    return lex_char(def->lex, ';');
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
    return lex_char(def->lex, ';');
}

/* ROW name site x y orient [DO nx BY ny [STEP dx dy]] [+ PROPERTY ..] ; */
enum status def_row(struct def *def)
{
    struct placed *placed = def->placed;
    struct token token, name;
    struct placed_row row = {.count_x = 1, .count_y = 1};
    TRY(lex_next_name(def->lex, "the row's name", &token, &name));
    TRY(lex_next_name(def->lex, "the row's site", &token, &name));
    row.site = names_find(&def->tech->site_names, name.text, name.length);
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
    TRY(MEM_APPEND(placed->rows, placed->capacity.rows, placed->row_count, row, "rows",
                   def->reader->error));
    return lex_skip(def->lex);
}

/* BUSBITCHARS "[]" ; */
enum status def_bus_characters(struct def *def)
{
    struct token token = lex_next(def->lex);
    if (token.length != 4 || token.text[0] != '"')
        return lex_expected(def->lex, token, "two characters in quotes");
    def->bus_open = token.text[1];
    def->bus_close = token.text[2];
    return lex_char(def->lex, ';');
}
