/* tracks: the lines of a layer in the die that are congruent to OFFSET modulo PITCH. */
#include "grid/layout/tracks.h"

enum { LINES_MAX = 1 << 20 }; /* maximum number of lines of a layer, as in DEF */

/* True if one of placed->tracks[first .. last - 1] is of the layer in this direction. */
static bool has_tracks(const struct placed *placed, uint16_t layer, bool vertical, uint32_t first,
                       uint32_t last)
{
    assert(first <= last && last <= placed->track_count);
    for (uint32_t i = first; i < last; i++) {
        const struct placed_tracks *tracks = &placed->tracks[i];
        for (uint32_t k = 0; k < tracks->layers.count && tracks->vertical == vertical; k++)
            if (placed->track_layers[tracks->layers.first + k] == layer)
                return true;
    }
    return false;
}

/* True if TRACKS states lines of this layer. */
static bool is_stated(const struct placed *placed, uint16_t layer, bool vertical)
{
    return has_tracks(placed, layer, vertical, 0, placed->first_lef_track);
}

/* The direction of the layer's wires; layers without DIRECTION alternate by level. */
static bool is_vertical(const struct tech_layer *layer)
{
    return layer->direction == DIRECTION_VERTICAL ||
           (layer->direction == DIRECTION_ANY && layer->level % 2 == 1);
}

/* Half a pitch, on database units and, if possible, on the manufacturing grid. */
static int32_t half_pitch(const struct layout *layout, int32_t pitch)
{
    const int32_t scale = layout->placed.scale, grid = layout->tech.manufacturing_grid;
    const int32_t on_grid = grid > 0 ? pitch / 2 / grid * grid : 0;
    return on_grid > 0 && on_grid % scale == 0 ? on_grid : pitch / 2 / scale * scale;
}

static enum status add_tracks(struct layout *layout, uint16_t number, struct error *error)
{
    struct placed *placed = &layout->placed;
    const struct tech_layer *layer = &layout->tech.layers[number];
    const bool vertical = is_vertical(layer);
    const int32_t pitch = vertical ? layer->pitch_x : layer->pitch_y;
    const int64_t low = vertical ? placed->die_box.x0 : placed->die_box.y0;
    const int64_t high = vertical ? placed->die_box.x1 : placed->die_box.y1;
    if (pitch <= 0 || layer->width <= 0)
        return STATUS_OK;
    const int64_t offset = !layer->has_offset ? half_pitch(layout, pitch)
                           : vertical         ? layer->offset_x
                                              : layer->offset_y;
    const int64_t start = low + ((offset - low) % pitch + pitch) % pitch;
    if (start > high || (high - start) / pitch >= LINES_MAX)
        return STATUS_OK;
    const struct placed_tracks tracks = {.vertical = vertical,
                                         .start = (int32_t)start,
                                         .step = pitch,
                                         .count = (int32_t)((high - start) / pitch + 1),
                                         .layers = {placed->track_layer_count, 1}};
    TRY(LAYOUT_APPEND(placed, track_layers, track_layer_count, number, "tracks", error));
    return LAYOUT_APPEND(placed, tracks, track_count, tracks, "tracks", error);
}

enum status tracks_from_lef(struct layout *layout, struct error *error)
{
    struct placed *placed = &layout->placed;
    assert(placed->scale > 0 && placed->first_lef_track == 0);
    placed->first_lef_track = placed->track_count;
    for (uint32_t l = 0; l < layout->tech.level_count; l++) {
        const uint16_t number = layout->tech.levels[l];
        const struct tech_layer *layer = &layout->tech.layers[number];
        const bool vertical = is_vertical(layer);
        if (!is_stated(placed, number, vertical) &&
            (layer->direction != DIRECTION_ANY || !is_stated(placed, number, !vertical)))
            TRY(add_tracks(layout, number, error));
    }
    return STATUS_OK;
}

bool tracks_cause(const struct layout *layout, uint16_t number, char *text, size_t size)
{
    const struct placed *placed = &layout->placed;
    const struct tech_layer *layer = &layout->tech.layers[number];
    const char *name = names_text(&layout->tech.layer_names, number);
    const bool vertical = is_vertical(layer);
    assert(layer->kind == LAYER_ROUTING && size > 0);
    text[0] = '\0';
    if (layer->width <= 0)
        snprintf(text, size, "layer %.60s has WIDTH 0", name);
    else if (has_tracks(placed, number, vertical, 0, placed->first_lef_track))
        return false;
    else if (layer->direction != DIRECTION_ANY && is_stated(placed, number, !vertical))
        snprintf(text, size, "TRACKS of %.60s run across its direction", name);
    else if (!has_tracks(placed, number, vertical, 0, placed->track_count) &&
             !is_stated(placed, number, !vertical))
        snprintf(text, size, "layer %.60s has neither TRACKS nor PITCH", name);
    return text[0] != '\0';
}

bool tracks_are_usable(const struct layout *layout)
{
    const struct placed *placed = &layout->placed;
    for (uint32_t l = 0; l < layout->tech.level_count; l++) {
        const uint16_t number = layout->tech.levels[l];
        if (layout->tech.layers[number].width > 0 &&
            (has_tracks(placed, number, false, 0, placed->track_count) ||
             has_tracks(placed, number, true, 0, placed->track_count)))
            return true;
    }
    return false;
}

bool tracks_have(const struct placed *placed, uint16_t layer, bool vertical, int32_t at)
{
    for (uint32_t i = 0; i < placed->track_count; i++) {
        const struct placed_tracks *tracks = &placed->tracks[i];
        assert(tracks->layers.first + tracks->layers.count <= placed->track_layer_count);
        const int64_t off = (int64_t)at - tracks->start;
        const bool hit = off == 0 || (off > 0 && tracks->step > 0 && off % tracks->step == 0 &&
                                      off / tracks->step < tracks->count);
        if (hit && has_tracks(placed, layer, vertical, i, i + 1))
            return true;
    }
    return false;
}
