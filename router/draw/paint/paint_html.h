/* paint_html: the backend that writes one HTML page for a browser without a network: zoom, pan,
 * layers on and off, the cursor's place, search for a net and a click on it, its facts, a list of
 * unrouted nets, and for a film a slider. The nets in question are selected when it opens.
 *
 * The page holds the primitives as bytes in base64, which viewer.js draws with canvas 2D. A
 * primitive is a kind and numbers, 7 bits per byte, the lowest first; the top bit is set if more
 * follow. Numbers that may be negative are zigzag coded.
 *
 *     0 part layer net+1          1 rect colour dx dy width height   (dx, dy: from the last rect)
 *     2 rect in the last colour   3 disc x2 y2 radius2 colour
 *     4 line x0 y0 x1 y1 thick*100 on*100 off*100 colour
 *     5 text x y scale colour upward width size bytes
 *     6 stripes x y width height thick period phase colour
 *     7 image                     8 from to   (frames of a film that show the primitives after it)
 */
#pragma once

#include "router/draw/paint/embed.h"

enum { PAINT_CAPTION_MAX = 96 }; /* size of a film's caption in bytes */

struct paint_html {
    struct embed_paint base; /* the first member */
    unsigned images;         /* written so far */
    uint8_t *bytes;          /* the primitives */
    size_t count, capacity, primitives;
    int64_t x, y;                              /* of the last rectangle */
    int colour;                                /* likewise, -1: none */
    uint32_t frames;                           /* of a film; 0: a still picture */
    const char (*captions)[PAINT_CAPTION_MAX]; /* [frames] */
};

/* Makes paint write to a stream, whose errors the caller checks. */
void paint_html_open(struct paint_html *paint, FILE *out);
void paint_html_close(struct paint_html *paint);

/* Later primitives are shown from one frame of a film to another. Set the frames first. */
void paint_html_span(struct paint *paint, uint32_t from, uint32_t to);
