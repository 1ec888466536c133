/* header: UNITS, DESIGN, DIEAREA and ROW of DEF. */
#include "grid/format/def/parts.h"

#include <stdlib.h>
#include <string.h>

enum status def_expect(struct def *def, enum keyword key)
{
    struct token word = lex_next(def->lex);
    return lex_keyword(def->lex, word) == key
               ? STATUS_OK
               : lex_expected(def->lex, word, "%s", keyword_text(key));
}

/* UNITS DISTANCE MICRONS n ; */
enum status def_units(struct def *def, struct token word)
{
    if (def->has_units)
        return lex_fail(def->lex, word, "expected UNITS once, found it twice");
    int64_t dbu = 0;
    TRY(def_expect(def, KEY_DISTANCE));
    TRY(def_expect(def, KEY_MICRONS));
    struct token number = lex_peek(def->lex);
    TRY(lex_int(def->lex, "database units of a micron", 1, LEF_UNITS, &dbu));
    enum status status = scale_layout(def->reader, number, dbu);
    def->has_units = true;
    return status == STATUS_OK ? lex_char(def->lex, ';') : status;
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
enum status def_die(struct def *def, struct token word)
{
    struct placed *placed = def->placed;
    struct lefdef_reader *reader = def->reader;
    if (placed->die_count > 0)
        return lex_fail(def->lex, word, "expected DIEAREA once, found it twice");
    enum status status = read_points(reader);
    if (status != STATUS_OK)
        return status;
    if (reader->point_count < 2)
        return lex_expected(def->lex, lex_peek(def->lex), "a corner ( x y )");
    status = polygon_rects(reader);
    THEN(status,
         ROOM(reader, placed->die, placed->capacity[PLACED_DIE], reader->rect_count + 1, "die"));
    if (status != STATUS_OK)
        return status;
    for (uint32_t i = 0; i < reader->rect_count; i++) {
        placed->die[i] = reader->rects[i];
        placed->die_box = i > 0 ? rect_join(placed->die_box, reader->rects[i]) : reader->rects[i];
    }
    placed->die_count = reader->rect_count;
    if (placed->die_count == 0 || rect_width(placed->die_box) == 0 ||
        rect_height(placed->die_box) == 0)
        return lex_fail(def->lex, word, "expected a die that has an area, found none");
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
    if (lex_keyword(def->lex, lex_peek(def->lex)) == KEY_DO) {
        lex_next(def->lex);
        TRY(read_count(def->reader, "a number of sites", &row.count_x));
        TRY(def_expect(def, KEY_BY));
        TRY(read_count(def->reader, "a number of rows", &row.count_y));
        if (lex_keyword(def->lex, lex_peek(def->lex)) == KEY_STEP) {
            lex_next(def->lex);
            TRY(read_length(def->reader, &row.step_x));
            TRY(read_length(def->reader, &row.step_y));
        }
    }
    TRY(ROOM(def->reader, placed->rows, placed->capacity[PLACED_ROWS], placed->row_count + 1,
             "rows"));
    placed->rows[placed->row_count++] = row;
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
