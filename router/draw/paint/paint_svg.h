/* paint_svg: the backend that writes SVG 1.1 for browsers and Inkscape; layers are Inkscape's
 * layers. Rectangles of one colour become one path, images embedded PNGs, stripes patterns. */
#pragma once

#include "router/draw/paint/embed.h"

enum { PAINT_SVG_PATTERNS = 64 };

/* Stripes: pixel (x, y) has the colour if (x + y / 2 + phase2 / 2) mod period < thick. */
struct paint_svg_stripes {
    int64_t colour, thick, period, phase2;
};

struct paint_svg {
    struct embed_paint base; /* the first member */
    bool in_group, in_net;   /* elements still open */
    enum paint_part part;
    uint32_t layer, net;
    int path;     /* colour of the path that is open, PALETTE_MAX + its pattern, or -1: none */
    int64_t x, y; /* corner of the last rectangle of the path */
    struct paint_svg_stripes patterns[PAINT_SVG_PATTERNS]; /* the last ones defined */
    unsigned numbers[PAINT_SVG_PATTERNS], pattern_count;
};

/* Makes paint write to a stream, whose errors the caller checks; embed_close it. */
void paint_svg_open(struct paint_svg *paint, FILE *out);
