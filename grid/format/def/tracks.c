/* tracks: TRACKS and GCELLGRID of DEF. */
#include "grid/format/def/parts.h"

#include <assert.h>

/* `X|Y start DO count STEP step` of TRACKS and GCELLGRID. */
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
    TRY(def_expect(def, KEY_DO));
    TRY(read_count(def->reader, "a number of lines", count));
    TRY(def_expect(def, KEY_STEP));
    word = lex_peek(def->lex);
    TRY(read_length(def->reader, step));
    if ((*step <= 0 && *count > 1) || *start + (int64_t)*step * (*count - 1) > COORD_MAX)
        return lex_expected(def->lex, word, "a step above 0 that stays on the chip");
    return STATUS_OK;
}

static enum status add_layer(struct def *def, struct placed_tracks *tracks, uint16_t layer)
{
    struct placed *placed = def->placed;
    TRY(ROOM(def->reader, placed->track_layers, placed->capacity[PLACED_TRACK_LAYERS],
             placed->track_layer_count + 1, "tracks"));
    placed->track_layers[placed->track_layer_count++] = layer;
    tracks->layers.count++;
    return STATUS_OK;
}

static enum status add_tracks(struct def *def, struct placed_tracks tracks)
{
    struct placed *placed = def->placed;
    TRY(ROOM(def->reader, placed->tracks, placed->capacity[PLACED_TRACKS], placed->track_count + 1,
             "tracks"));
    placed->tracks[placed->track_count++] = tracks;
    return STATUS_OK;
}

/* TRACKS X|Y start DO n STEP step [MASK m [SAMEMASK]] [LAYER name ..] ; without a name they are
 * those of all routing layers. */
enum status def_tracks(struct def *def)
{
    struct placed *placed = def->placed;
    struct placed_tracks tracks = {.layers = {placed->track_layer_count, 0}};
    TRY(read_lines(def, &tracks.vertical, &tracks.start, &tracks.count, &tracks.step));
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
            TRY(layer_of(def->reader, word, &layer));
            TRY(add_layer(def, &tracks, layer));
        }
    }
    const bool all = tracks.layers.count == 0;
    for (uint32_t l = 0; all && l < def->tech->level_count; l++)
        TRY(add_layer(def, &tracks, def->tech->levels[l]));
    return add_tracks(def, tracks);
}

enum status def_gcells(struct def *def)
{
    struct placed *placed = def->placed;
    struct placed_gcells cells = {0};
    TRY(read_lines(def, &cells.vertical, &cells.start, &cells.count, &cells.step));
    TRY(ROOM(def->reader, placed->gcells, placed->capacity[PLACED_GCELLS], placed->gcell_count + 1,
             "GCELLGRID"));
    placed->gcells[placed->gcell_count++] = cells;
    return lex_char(def->lex, ';');
}
