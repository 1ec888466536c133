/* layout_picture: a layout, with its wiring or without, as a PNG that a person can read.
 *
 * Shown, from below: the die, cells (outline, name where there is room), obstructions, power rails
 * (pale), pins, wires and vias at their true width, each in the colour of its layer (palette.h).
 * Rails lie below all other metal, so that wires under them stay visible. Pins of nets that do not
 * hang together are in the colour of unrouted nets and joined by dashed lines; places that break a
 * rule are ringed and numbered. Around it: microns, the design's name, counts, the list of marked
 * places and a legend. y runs upward.
 *
 * The same layout, marks and options give the same bytes.
 */
#pragma once

#include "grid/layout/layout.h"
#include "router/draw/canvas/canvas.h"
#include "router/draw/design/picture_options.h"

enum {
    LAYOUT_MARKS_NUMBERED = 10, /* places that have a number and a line in the list */
    LAYOUT_NAMES_LISTED = 8,    /* open nets that are named above the layout */
};

/* A place that is pointed out. */
struct layout_mark {
    uint32_t net;             /* NET_NONE: of none */
    uint16_t layer;           /* LAYER_NONE: the net is open, there is no place */
    struct layout_rect place; /* in units */
    char *text;               /* a line for the list */
};

/* What the picture tells besides the metal; all zero: a layout that is not routed. */
struct layout_marks {
    struct layout_mark *at;
    size_t count, capacity;
    bool judged;         /* the numbers below are known */
    uint32_t nets, open; /* nets to route; of them not joined */
    int64_t length;      /* of wires, in units */
    uint64_t vias;
    uint64_t faults; /* more than there are marks, perhaps */
};

/* Draws the layout and its wiring and writes path, whole or not at all; "-" is standard output.
 * marks may be NULL. options as for other pictures, but scale is pixels a micron and crop is in
 * microns. Fails with STATUS_BAD_INPUT for a crop outside the layout, a picture over the limits of
 * canvas.h and a highlighted net that does not exist; with STATUS_FAILED for memory, disk, or a
 * terminal as the target. O(shapes + pixels drawn); memory one byte a pixel and the shapes. */
enum status layout_picture_draw(const struct layout *layout, const struct layout_marks *marks,
                                const struct picture_options *options, const char *path,
                                struct error *error);

/* The same into a new canvas, which the caller destroys. */
enum status layout_picture_render(struct canvas *canvas, const struct layout *layout,
                                  const struct layout_marks *marks,
                                  const struct picture_options *options, struct error *error);

/* STATUS_BAD_INPUT where options ask for what the layout does not have (as above). */
enum status layout_picture_check(const struct layout *layout, const struct picture_options *options,
                                 struct error *error);
