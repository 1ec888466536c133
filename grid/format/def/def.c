/* def: the header statements and sections of a DEF text. */
#include "grid/format/def/def.h"

#include <stdlib.h>
#include <string.h>

enum status def_skip_part(struct def *def)
{
    for (;;) {
        struct token token = lex_peek(def->lex);
        if (token_is_char(token, '+') || token_is_char(token, ';'))
            return STATUS_OK;
        if (token.length == 0)
            return lex_expected(def->lex, token, "; at the end of the statement");
        lex_next(def->lex);
    }
}

static enum status expect(struct def *def, enum keyword key)
{
    struct token word = lex_next(def->lex);
    return lex_keyword(def->lex, word) == key
               ? STATUS_OK
               : lex_expected(def->lex, word, "%s", keyword_text(key));
}

/* ---- header --------------------------------------------------------------------------------- */

/* UNITS DISTANCE MICRONS n ; */
static enum status read_units(struct def *def, struct token word)
{
    if (def->has_units)
        return lex_fail(def->lex, word, "expected UNITS once, found it twice");
    int64_t dbu = 0;
    if (expect(def, KEY_DISTANCE) != STATUS_OK || expect(def, KEY_MICRONS) != STATUS_OK)
        return STATUS_BAD_INPUT;
    struct token number = lex_peek(def->lex);
    if (lex_int(def->lex, "database units of a micron", 1, LEF_UNITS, &dbu) != STATUS_OK)
        return STATUS_BAD_INPUT;
    enum status status = scale_chip(def->reader, number, dbu);
    def->has_units = true;
    return status == STATUS_OK ? lex_char(def->lex, ';') : status;
}

/* DESIGN name ; */
static enum status read_design(struct def *def)
{
    struct token token, name;
    enum status status = lex_next_name(def->lex, "the design's name", &token, &name);
    if (status != STATUS_OK)
        return status;
    free(def->placed->design);
    def->placed->design = mem_alloc(name.length + 1, 1, "design's name", def->reader->error);
    if (def->placed->design == NULL)
        return STATUS_FAILED;
    memcpy(def->placed->design, name.text, name.length);
    return lex_char(def->lex, ';');
}

/* DIEAREA pt pt [pt ..] ; */
static enum status read_die(struct def *def, struct token word)
{
    struct placed *placed = def->placed;
    struct reader *reader = def->reader;
    if (placed->die_count > 0)
        return lex_fail(def->lex, word, "expected DIEAREA once, found it twice");
    enum status status = read_points(reader);
    if (status != STATUS_OK)
        return status;
    if (reader->point_count < 2)
        return lex_expected(def->lex, lex_peek(def->lex), "a corner ( x y )");
    status = polygon_rects(reader);
    if (status == STATUS_OK)
        status =
            ROOM(reader, placed->die, placed->capacity[PLACED_DIE], reader->rect_count + 1, "die");
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
static enum status read_row(struct def *def)
{
    struct placed *placed = def->placed;
    struct token token, name;
    struct placed_row row = {.count_x = 1, .count_y = 1};
    if (lex_next_name(def->lex, "the row's name", &token, &name) != STATUS_OK ||
        lex_next_name(def->lex, "the row's site", &token, &name) != STATUS_OK)
        return def->reader->error != NULL ? def->reader->error->status : STATUS_BAD_INPUT;
    row.site = names_find(&def->tech->site_names, name.text, name.length);
    if (read_length(def->reader, &row.x) != STATUS_OK ||
        read_length(def->reader, &row.y) != STATUS_OK)
        return STATUS_BAD_INPUT;
    token = lex_next(def->lex);
    if (!orient_of(def->lex, token, &row.orient))
        return lex_expected(def->lex, token, "an orientation (N, S, E, W, FN, FS, FE or FW)");
    if (lex_keyword(def->lex, lex_peek(def->lex)) == KEY_DO) {
        lex_next(def->lex);
        if (read_count(def->reader, "a number of sites", &row.count_x) != STATUS_OK ||
            expect(def, KEY_BY) != STATUS_OK ||
            read_count(def->reader, "a number of rows", &row.count_y) != STATUS_OK)
            return STATUS_BAD_INPUT;
        if (lex_keyword(def->lex, lex_peek(def->lex)) == KEY_STEP) {
            lex_next(def->lex);
            if (read_length(def->reader, &row.step_x) != STATUS_OK ||
                read_length(def->reader, &row.step_y) != STATUS_OK)
                return STATUS_BAD_INPUT;
        }
    }
    if (ROOM(def->reader, placed->rows, placed->capacity[PLACED_ROWS], placed->row_count + 1,
             "rows") != STATUS_OK)
        return STATUS_FAILED;
    placed->rows[placed->row_count++] = row;
    return lex_skip(def->lex);
}

/* `X|Y start DO count STEP step` of TRACKS and GCELLGRID. */
static enum status read_lines(struct def *def, bool *vertical, int32_t *start, int32_t *count,
                              int32_t *step)
{
    struct token word = lex_next(def->lex);
    enum keyword key = lex_keyword(def->lex, word);
    if (key != KEY_X && key != KEY_Y)
        return lex_expected(def->lex, word, "X or Y");
    *vertical = key == KEY_X;
    if (read_length(def->reader, start) != STATUS_OK || expect(def, KEY_DO) != STATUS_OK ||
        read_count(def->reader, "a number of lines", count) != STATUS_OK ||
        expect(def, KEY_STEP) != STATUS_OK)
        return STATUS_BAD_INPUT;
    word = lex_peek(def->lex);
    if (read_length(def->reader, step) != STATUS_OK)
        return STATUS_BAD_INPUT;
    if ((*step <= 0 && *count > 1) || *start + (int64_t)*step * (*count - 1) > COORD_MAX)
        return lex_expected(def->lex, word, "a step above 0 that stays on the chip");
    return STATUS_OK;
}

/* TRACKS X|Y start DO n STEP step [MASK m [SAMEMASK]] [LAYER name ..] ; */
static enum status read_tracks(struct def *def)
{
    struct placed *placed = def->placed;
    struct placed_tracks tracks = {.layers = {placed->track_layer_count, 0}};
    if (read_lines(def, &tracks.vertical, &tracks.start, &tracks.count, &tracks.step) != STATUS_OK)
        return STATUS_BAD_INPUT;
    for (bool layers = false;;) {
        struct token word = lex_next(def->lex);
        if (token_is_char(word, ';'))
            break;
        enum keyword key = lex_keyword(def->lex, word);
        uint16_t layer = 0;
        if (!layers && key == KEY_MASK) {
            lex_next(def->lex);
        } else if (!layers && key == KEY_SAMEMASK) {
            continue;
        } else if (!layers && key == KEY_LAYER) {
            layers = true;
        } else if (!layers) {
            return lex_expected(def->lex, word, "LAYER or ;");
        } else {
            if (layer_of(def->reader, word, &layer) != STATUS_OK)
                return STATUS_BAD_INPUT;
            if (ROOM(def->reader, placed->track_layers, placed->capacity[PLACED_TRACK_LAYERS],
                     placed->track_layer_count + 1, "tracks") != STATUS_OK)
                return STATUS_FAILED;
            placed->track_layers[placed->track_layer_count++] = layer;
            tracks.layers.count++;
        }
    }
    if (ROOM(def->reader, placed->tracks, placed->capacity[PLACED_TRACKS], placed->track_count + 1,
             "tracks") != STATUS_OK)
        return STATUS_FAILED;
    placed->tracks[placed->track_count++] = tracks;
    return STATUS_OK;
}

static enum status read_gcells(struct def *def)
{
    struct placed *placed = def->placed;
    struct placed_gcells cells = {0};
    if (read_lines(def, &cells.vertical, &cells.start, &cells.count, &cells.step) != STATUS_OK)
        return STATUS_BAD_INPUT;
    if (ROOM(def->reader, placed->gcells, placed->capacity[PLACED_GCELLS], placed->gcell_count + 1,
             "GCELLGRID") != STATUS_OK)
        return STATUS_FAILED;
    placed->gcells[placed->gcell_count++] = cells;
    return lex_char(def->lex, ';');
}

/* BUSBITCHARS "[]" ; */
static enum status read_bus_characters(struct def *def)
{
    struct token token = lex_next(def->lex);
    if (token.length != 4 || token.text[0] != '"')
        return lex_expected(def->lex, token, "two characters in quotes");
    def->bus_open = token.text[1];
    def->bus_close = token.text[2];
    return lex_char(def->lex, ';');
}

/* ---- sections ------------------------------------------------------------------------------- */

static bool is_section(enum keyword key)
{
    switch (key) {
    case KEY_VIAS:
    case KEY_STYLES:
    case KEY_NONDEFAULTRULES:
    case KEY_REGIONS:
    case KEY_COMPONENTS:
    case KEY_PINS:
    case KEY_PINPROPERTIES:
    case KEY_BLOCKAGES:
    case KEY_SLOTS:
    case KEY_FILLS:
    case KEY_SPECIALNETS:
    case KEY_NETS:
    case KEY_SCANCHAINS:
    case KEY_GROUPS:
        return true;
    default:
        return false;
    }
}

/* One statement of a section; its `-` has been read. */
static enum status read_item(struct def *def, enum keyword section, struct token dash)
{
    switch (section) {
    case KEY_VIAS:
        return def_via(def);
    case KEY_NONDEFAULTRULES:
        return def_rule(def);
    case KEY_COMPONENTS:
        return def_component(def);
    case KEY_PINS:
        return def_port(def);
    case KEY_BLOCKAGES:
        return def_blockage(def);
    case KEY_SPECIALNETS:
        return def_net(def, dash, true);
    case KEY_NETS:
        return def_net(def, dash, false);
    default:
        return lex_skip(def->lex);
    }
}

/* Notes where the writer finds the section. */
static void note_section(struct def *def, enum keyword key, struct token word, struct token count,
                         int64_t announced)
{
    struct placed *placed = def->placed;
    if (key == KEY_VIAS) {
        placed->vias_at = def_offset(def, count);
        placed->vias_count = (uint32_t)announced;
    } else if (placed->vias_end == 0) {
        placed->vias_end = def_offset(def, word);
    }
    if (key == KEY_NETS)
        placed->nets_at = def_offset(def, word);
}

static enum status read_section(struct def *def, enum keyword key, struct token word)
{
    int64_t announced = 0;
    uint32_t found = 0;
    struct token count = lex_peek(def->lex);
    if (def->seen[key])
        return lex_fail(def->lex, word, "expected the section %s once, found it twice",
                        keyword_text(key));
    def->seen[key] = true;
    if (lex_int(def->lex, "a number of statements", 0, UINT32_MAX - 1, &announced) != STATUS_OK ||
        lex_char(def->lex, ';') != STATUS_OK)
        return STATUS_BAD_INPUT;
    note_section(def, key, word, count, announced);
    for (;;) {
        struct token dash = lex_next(def->lex);
        if (token_is_char(dash, ';'))
            continue;
        if (lex_keyword(def->lex, dash) == KEY_END) {
            if (key == KEY_VIAS)
                def->placed->vias_end = def_offset(def, dash);
            break;
        }
        if (!token_is_char(dash, '-'))
            return lex_expected(def->lex, dash, "- or END %s", keyword_text(key));
        found++;
        enum status status = read_item(def, key, dash);
        if (status != STATUS_OK)
            return status;
    }
    if (expect(def, key) != STATUS_OK)
        return STATUS_BAD_INPUT;
    if (found != announced)
        return lex_expected(def->lex, count, "%u, the number of statements in %s", found,
                            keyword_text(key));
    return STATUS_OK;
}

/* Passes over everything up to a word that closes: `END word`, or ENDEXT. */
static enum status skip_to(struct def *def, enum keyword close, enum keyword name)
{
    for (;;) {
        struct token word = lex_next(def->lex);
        if (word.length == 0)
            return lex_expected(def->lex, word, "%s %s", keyword_text(close), keyword_text(name));
        if (lex_keyword(def->lex, word) != close)
            continue;
        if (name == KEY_NONE)
            return STATUS_OK;
        if (lex_keyword(def->lex, lex_peek(def->lex)) == name) {
            lex_next(def->lex);
            return STATUS_OK;
        }
    }
}

static enum status read_end(struct def *def, struct token word)
{
    def->ended = true;
    if (def->placed->vias_end == 0)
        def->placed->vias_end = def_offset(def, word);
    if (def->placed->nets_at == 0)
        def->placed->nets_at = def_offset(def, word);
    return expect(def, KEY_DESIGN);
}

static enum status read_statement(struct def *def, struct token word, enum keyword key)
{
    bool placed = is_section(key) || key == KEY_DIEAREA || key == KEY_ROW || key == KEY_TRACKS ||
                  key == KEY_GCELLGRID;
    if (placed && !def->has_units)
        return lex_expected(def->lex, word, "UNITS before the first place");
    if (is_section(key))
        return read_section(def, key, word);
    switch (key) {
    case KEY_UNITS:
        return read_units(def, word);
    case KEY_DESIGN:
        return read_design(def);
    case KEY_DIEAREA:
        return read_die(def, word);
    case KEY_ROW:
        return read_row(def);
    case KEY_TRACKS:
        return read_tracks(def);
    case KEY_GCELLGRID:
        return read_gcells(def);
    case KEY_BUSBITCHARS:
        return read_bus_characters(def);
    case KEY_PROPERTYDEFINITIONS:
        return skip_to(def, KEY_END, KEY_PROPERTYDEFINITIONS);
    case KEY_BEGINEXT:
        return skip_to(def, KEY_ENDEXT, KEY_NONE);
    case KEY_END:
        return read_end(def, word);
    default:
        return token_is_char(word, ';') ? STATUS_OK : lex_skip(def->lex);
    }
}

/* What a design cannot do without. */
static enum status check_whole(struct def *def)
{
    const struct placed *placed = def->placed;
    struct token end = lex_next(def->lex);
    if (!def->ended)
        return lex_expected(def->lex, end, "END DESIGN");
    if (!def->has_units)
        return lex_fail(def->lex, (struct token){def->lex->at, 0}, "expected UNITS, found none");
    if (placed->die_count == 0)
        return lex_fail(def->lex, (struct token){def->lex->at, 0}, "expected DIEAREA, found none");
    for (uint32_t i = 0; i < placed->track_layer_count; i++)
        if (def->tech->layers[placed->track_layers[i]].kind == LAYER_ROUTING)
            return STATUS_OK;
    return lex_fail(def->lex, (struct token){def->lex->at, 0},
                    "expected TRACKS of a routing layer, found none");
}

enum status def_read(struct reader *reader)
{
    struct def def = {.reader = reader,
                      .lex = &reader->lex,
                      .tech = &reader->chip->tech,
                      .library = &reader->chip->library,
                      .placed = &reader->chip->placed,
                      .bus_open = reader->chip->tech.bus_open,
                      .bus_close = reader->chip->tech.bus_close};
    enum status status = STATUS_OK;
    while (status == STATUS_OK && !def.ended) {
        struct token word = lex_next(def.lex);
        if (word.length == 0)
            break;
        status = read_statement(&def, word, lex_keyword(def.lex, word));
    }
    if (status == STATUS_OK)
        status = check_whole(&def);
    if (status == STATUS_OK)
        status = def_finish_nets(&def);
    names_destroy(&def.port_nets);
    free(def.port_net);
    free(def.wildcards);
    return status;
}
