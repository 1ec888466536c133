/* paint_svg: the backend that writes SVG 1.1 for browsers and Inkscape; layers are Inkscape's
 * layers. Successive rectangles of one colour become one path, images of cells embedded PNGs. */
#pragma once

#include "router/draw/paint/embed.h"

struct paint_svg {
    struct embed_paint base; /* the first member */
    struct palette palette;
    FILE *out;
    bool in_group, in_net; /* elements still open */
    enum paint_part part;
    uint32_t layer, net;
    int path;        /* colour of the path that is open, -1: none */
    bool path_lines; /* it is stroked, path_thick wide, not filled */
    int64_t path_thick;
};

/* Makes paint write to a stream, whose errors the caller checks. */
void paint_svg_open(struct paint_svg *paint, FILE *out);
void paint_svg_close(struct paint_svg *paint);
