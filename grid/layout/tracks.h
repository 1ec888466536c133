/* tracks: tracks of layers for which DEF states none, from PITCH, OFFSET and DIRECTION of LEF. */
#pragma once

#include "grid/layout/layout.h"

/* Appends tracks for each routing layer that has a pitch and no TRACKS in its direction, at DEF's
 * origin plus OFFSET (half a pitch without one), through the die. Sets placed.first_lef_track.
 * Fails without memory. To be called once, when the layout is read. O(layers * tracks). */
enum status tracks_from_lef(struct layout *layout, struct error *error);

/* Writes why a routing layer is not used, or uses tracks of LEF instead of DEF's TRACKS: "TRACKS of
 * m1 run across its direction". Returns false, and writes "", if neither is so. */
bool tracks_cause(const struct layout *layout, uint16_t layer, char *text, size_t size);

/* True if a routing layer has a width and tracks. */
bool tracks_are_usable(const struct layout *layout);

/* True if a layer has a vertical track at x = at, or a horizontal one at y = at. O(tracks). */
bool tracks_have(const struct placed *placed, uint16_t layer, bool vertical, int32_t at);
