/* tracks: reads TRACKS and GCELLGRID of DEF. */
#include "grid/format/def/parts.h"

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
    struct placed *placed = def->placed;
    tracks->layers.count++;
    return MEM_APPEND(placed->track_layers, placed->capacity.track_layers,
                      placed->track_layer_count, layer, "tracks", def->reader->error);
}

/* TRACKS X|Y start DO n STEP step [MASK m [SAMEMASK]] [LAYER name ..] ;
 * Without layers the tracks belong to all routing layers. */
enum status def_tracks(struct def *def)
{
    struct placed *placed = def->placed;
    struct placed_tracks tracks = {.layers = {placed->track_layer_count, 0}};
    TRY(read_lines(def, &tracks.vertical, &tracks.start, &tracks.count, &tracks.step));
    struct token word;
    for (bool layers = false; lex_next_option(def->lex, &word);) {
        enum keyword key = lex_keyword(def->lex, word);
        uint16_t layer = 0;
        if (layers) {
            TRY(layer_of(def->reader, word, &layer));
            TRY(add_layer(def, &tracks, layer));
        } else if (key == KEY_MASK) {
            lex_next(def->lex);
        } else if (key == KEY_LAYER) {
            layers = true;
        } else if (key != KEY_SAMEMASK) {
            return lex_expected(def->lex, word, "LAYER or ;");
        }
    }
    const bool all = tracks.layers.count == 0;
    for (uint32_t l = 0; all && l < def->tech->level_count; l++)
        TRY(add_layer(def, &tracks, def->tech->levels[l]));
    return MEM_APPEND(placed->tracks, placed->capacity.tracks, placed->track_count, tracks,
                      "tracks", def->reader->error);
}

/* GCELLGRID X|Y start DO n STEP step ; */
enum status def_gcells(struct def *def)
{
    struct placed *placed = def->placed;
    struct placed_gcells cells = {0};
    TRY(read_lines(def, &cells.vertical, &cells.start, &cells.count, &cells.step));
    TRY(MEM_APPEND(placed->gcells, placed->capacity.gcells, placed->gcell_count, cells, "GCELLGRID",
                   def->reader->error));
    return lex_char(def->lex, ';');
}
